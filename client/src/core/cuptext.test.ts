import { describe, expect, test } from "vitest";

import { FRIENDLY, faultOf, FORMATS, formOf, stagesOf } from "./cupform.ts";
import { roundOf } from "./cupfixtures.ts";
import { roundsPicture, thickness } from "./cuppicture.ts";
import { badgeName, entryText, leftText, poolText, prizeParts, ranksText, rankText, reasonText, stageLines, wonParts } from "./cuptext.ts";
import { translator } from "./i18n.ts";
import type { CupStage } from "./protocol.ts";

const zh = translator("zh");
const en = translator("en");

test.each([
  [-5, "0:00"],
  [1, "0:01"],
  [65_000, "1:05"],
  [3_600_000, "1:00:00"],
  [90_000_000, "1 天 1 小时"],
])("%i ms are left: %s", (ms, text) => expect(leftText(zh, ms)).toBe(text));

describe("prizes", () => {
  test("beans of the pool and of the house are one sum; cards and badges follow", () => {
    expect(prizeParts(zh, { share: 1200, beans: 3000, cards: 1, badge: "novice-champion" })).toEqual(["4,200 豆", "白金卡 ×1", "新手赛冠军徽章"]);
    expect(prizeParts(en, { share: 0, beans: 0, cards: 0, badge: "" })).toEqual([]);
    expect(badgeName(en, "club-2031")).toBe("club-2031 badge");
  });

  test("what a bot has won is not paid, and said so", () => {
    const prize = { beans: 300, cards: 0, badge: "" };
    expect(wonParts(zh, { ...prize, unpaid: false })).toEqual(["300 豆"]);
    expect(wonParts(zh, { ...prize, beans: 0, unpaid: true })).toEqual(["机器人不领奖"]);
    expect(wonParts(en, { ...prize, beans: 0, unpaid: false })).toEqual([]);
  });

  test("the pool of a full field is told before it is full", () => {
    const full = { pool: 11_400, phase: "registering", start: "full", size: 24 } as const;
    expect(poolText(zh, full)).toBe("满 24 人时的奖池 11,400 豆");
    expect(poolText(en, { ...full, start: "at" })).toBe("The pool is 11,400 beans now and grows with every entrant");
    expect(poolText(en, { ...full, phase: "finished" })).toBe("The pool is 11,400 beans");
  });

  test("ranks and entries", () => {
    expect([ranksText(zh, { first: 1, last: 1 }), ranksText(zh, { first: 4, last: 6 }), ranksText(zh, { first: 2, last: 0 })]).toEqual(["第 1 名", "第 4–6 名", "第 2 名"]);
    expect([1, 2, 3, 4].map((rank) => rankText(zh, rank))).toEqual(["冠军", "亚军", "季军", "第 4 名"]);
    expect(entryText(zh, { entry_beans: 500, entry_cards: 1 })).toBe("500 豆 + 白金卡 ×1");
    expect(entryText(zh, { entry_beans: 0, entry_cards: 0 })).toBe("免费");
    expect([reasonText(zh, "too_few"), reasonText(zh, "下雨了"), reasonText(zh, null)]).toEqual(["报名人数不够", "下雨了", ""]);
  });
});

test("a stage in sentences: nothing is left to fill in", () => {
  const stage: CupStage = {
    format: "last_standing", start_score: 1000, base_schedule: [[0, 20], [90, 40]], interval_seconds: 10, carry: "1/10", carry_cap: 300,
    options: { line: 1, stop: 18, keep: "2/3", limit_seconds: 1500, hands: 3, reseat: "flow" },
  };
  for (const t of [zh, en]) {
    const lines = stageLines(t, stage);
    expect(lines).toHaveLength(6);
    expect(lines.join()).not.toMatch(/[{}]/);
    expect(lines.join()).toContain("1.5′ 40");
  }
  expect(stageLines(zh, { ...stage, carry: "0", base_schedule: [], interval_seconds: 0, options: {} })).toHaveLength(2);
});

describe("the picture of the rounds", () => {
  test("the stream narrows with the field, and shows three as well as ten thousand", () => {
    const widths = [10_000, 300, 48, 12, 3, 1].map((field) => thickness(field, 10_000, 60));
    expect([...widths].sort((a, b) => b - a)).toEqual(widths);
    expect(widths[0]).toBeCloseTo(60);
    expect(widths[4]).toBeGreaterThan(10);
  });

  test("gates from left to right, all within the picture, tables as dots inside the stream", () => {
    const rounds = [roundOf(1, 300, { status: "done" }), roundOf(2, 144, { status: "now" }), roundOf(3, 3), roundOf(4, 1)];
    const picture = roundsPicture(rounds, 320);
    const xs = picture.gates.map((gate) => gate.x);
    expect([...xs].sort((a, b) => a - b)).toEqual(xs);
    for (const gate of picture.gates) {
      expect(gate.x + 40).toBeLessThan(picture.width);
      for (const dot of gate.dots) expect(Math.abs(dot.y - picture.middle)).toBeLessThanOrEqual(gate.half);
    }
    expect(picture.gates.map((gate) => gate.dots.length)).toEqual([24, 24, 1, 0]);
    expect(picture.stream).toMatch(/^M.* Z$/);
    expect(picture.stream).not.toContain("NaN");
  });

  test("no rounds, one round: no nonsense", () => {
    expect(roundsPicture([], 300).stream).toBe("");
    expect(roundsPicture([roundOf(1, 12), roundOf(2, 6), roundOf(3, 3)], 348).width, "three rounds and the cup fit into a telephone").toBe(348);
    expect(roundsPicture([roundOf(1, 3)], 300).stream).not.toContain("NaN");
  });
});

describe("the form of friends", () => {
  test.each(FORMATS)("%s makes stages that name their format", (format) => {
    const stages = stagesOf({ ...FRIENDLY, format });
    expect(stages[0]?.["format"]).toBe(format);
    expect(formOf({ ...FRIENDLY, format, name: " 我的杯 " })).toMatchObject({ zh: "我的杯", en: "我的杯", start: { mode: "hand", size: 12 } });
  });

  test("a small field can still lose somebody before the final", () => {
    for (let size = 6; size <= 60; size += 1) {
      const stop = Number(stagesOf({ ...FRIENDLY, format: "last_standing", size })[0]?.["stop"]);
      expect(stop).toBeGreaterThanOrEqual(3);
      expect(stop).toBeLessThan(size);
      expect(stop % 3).toBe(0);
    }
  });

  test("the field that was refused", () => {
    expect(faultOf("cup 'friends': start.size: must be a whole number")).toEqual({ field: "start.size", message: "must be a whole number" });
    expect(faultOf("starts_at: must be in the future")).toEqual({ field: "starts_at", message: "must be in the future" });
    expect(faultOf(null)).toEqual({ field: "", message: "" });
  });
});
