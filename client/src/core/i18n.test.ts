import { describe, expect, test } from "vitest";

import { adminText } from "../admin/words.ts";
import { OPERATOR_CODES, PLAYER_CODES } from "./codes.ts";
import { reading } from "./fixtures.ts";
import { cardLabel, DICTIONARIES, readingLabel, refusal, textOf, titleLabel, translator, type TextKey } from "./i18n.ts";

const zh = translator("zh");
const en = translator("en");
const keys = Object.keys(DICTIONARIES.zh) as TextKey[];
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? "").sort();

test("both languages have the same keys and the same holes", () => {
  expect(Object.keys(DICTIONARIES.en).sort()).toEqual([...keys].sort());
  for (const key of keys) expect([key, holes(DICTIONARIES.en[key])]).toEqual([key, holes(DICTIONARIES.zh[key])]);
});

test("no text is empty, and no Chinese is left in the English", () => {
  for (const key of keys) {
    expect(DICTIONARIES.zh[key]).not.toBe("");
    if (!key.startsWith("app.lang")) expect(DICTIONARIES.en[key]).not.toMatch(/[\u4e00-\u9fff]/);
  }
});

test("holes are filled, unknown ones stay", () => {
  expect(zh("lobby.online", { n: 5 })).toBe("5 人在线");
  expect(zh("lobby.online")).toBe("{n} 人在线");
});

describe("refusals", () => {
  test.each([...PLAYER_CODES, "offline"])("%s has words of its own", (code) => {
    for (const t of [zh, en]) expect(refusal(t, code)).not.toBe(t("refused.unknown", { code }));
  });

  test.each([...PLAYER_CODES, ...OPERATOR_CODES, "offline"])("%s has words on the operator's page", (code) => {
    expect(adminText("zh", "code", code)).toMatch(/[\u4e00-\u9fff]/);
    expect(adminText("en", "code", code)).toMatch(/ |^[A-Z]/);
  });

  test("a code nobody knows makes a sentence that names it", () => {
    expect(refusal(zh, "moon_is_full")).toBe("没有成功（moon_is_full）");
    expect(refusal(en, "toString")).toContain("toString");
    expect(textOf(zh, "left", "moon")).toBeNull();
  });
});

describe("cards and combos", () => {
  test("are spoken", () => {
    expect([53, 52, 30].map((c) => cardLabel(zh, c))).toEqual(["大王", "小王", "红桃10"]);
    expect(cardLabel(en, 47)).toBe("A of spades");
  });

  test("are named by kind and rank or span", () => {
    expect(readingLabel(zh, reading("rocket", 14))).toBe("火箭");
    expect(readingLabel(zh, reading("bomb", 4, 1, "soft"))).toBe("软炸弹 7");
    expect(readingLabel(zh, reading("solo_chain", 11, 12))).toBe("顺子 3–A");
    expect(readingLabel(en, reading("trio_with_pair", 7))).toBe("Full house 10");
  });

  test("titles", () => {
    expect(titleLabel("zh", "丞相")).toBe("丞相");
    expect(titleLabel("en", "丞相")).toBe("Chancellor");
    expect(titleLabel("en", "新称号")).toBe("新称号");
  });
});
