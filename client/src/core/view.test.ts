import { describe, expect, test } from "vitest";

import { arrange } from "./arrange.ts";
import { actionButtons } from "./buttons.ts";
import { remaining, ServerClock } from "./clock.ts";
import { bubbleOf, describeEvent, promptOf } from "./describe.ts";
import { option, reading, roomOf, PLAYER, viewOf } from "./fixtures.ts";
import { groupDigits, shortAmount, signed } from "./format.ts";
import { translator } from "./i18n.ts";
import { entryOf, groupRooms, quickRoom } from "./lobby.ts";
import { keepHeld, raiseNextOfRank, sameCards, setCards, toggle } from "./selection.ts";
import { nextTitle, promotion } from "./titles.ts";
import { openCards, overdue, ownCards, ownClock, placeOf, questionOf, seatAt } from "./view.ts";

const t = translator("zh");

describe("seats", () => {
  test("the next player sits right, the previous left, whoever looks", () => {
    for (const you of [0, 1, 2]) {
      const view = viewOf({}, { you });
      expect([you, (you + 1) % 3, (you + 2) % 3].map((s) => placeOf(view, s))).toEqual(["me", "next", "prev"]);
      expect(seatAt(view, "next")).toBe((you + 1) % 3);
    }
    expect(placeOf(viewOf({}, { you: null }), 0)).toBe("me");
  });

  test("own cards may be hidden, open hands of others are seen", () => {
    expect(ownCards(viewOf({ cards: [null, null, null] }))).toBeNull();
    expect(ownCards(viewOf(null))).toEqual([]);
    expect(openCards(viewOf({ cards: [[1], [5, 9], null] }), 1)).toEqual([9, 5]);
    expect(openCards(viewOf({ cards: [[1], null, null] }), 0)).toBeNull();
  });

  test("a clock of autoplay is not one to hurry for", () => {
    const clock = { seat: 0, kind: "auto", starts_at: 0, at: 1 };
    expect(ownClock(viewOf({}, { clocks: [clock] }))).toBeNull();
    expect(ownClock(viewOf({}, { clocks: [{ ...clock, kind: "play" }] }))?.kind).toBe("play");
    expect(ownClock(viewOf({}, { clocks: [{ ...clock, seat: null, kind: "next" }] }))?.kind).toBe("next");
  });

  test("a clock long past says that something was lost", () => {
    const view = viewOf({}, { clocks: [{ seat: 1, kind: "play", starts_at: 0, at: 1000 }] });
    expect([overdue(view, 4000), overdue(view, 5001)]).toEqual([false, true]);
  });

  test("a question has a new name when something was played", () => {
    const before = viewOf();
    expect(questionOf(before)).toBe(questionOf(viewOf({ autoplay: [true, false, false] })));
    expect(questionOf(before)).not.toBe(questionOf(viewOf({ plays: [0, 1, 0] })));
  });
});

describe("buttons come from the options alone", () => {
  const ids = (options: ReturnType<typeof option>[], hand = {}): string[] =>
    actionButtons(viewOf({ options, ...hand })).map((b) => b.id);
  const label = (options: ReturnType<typeof option>[], hand: object, id: string): string => {
    const found = actionButtons(viewOf({ options, ...hand })).find((b) => b.id === id);
    return found === undefined ? "" : t(found.label, found.params);
  };

  test.each([
    [[], []],
    [[option("ready"), option("show", 5, "start")], ["show", "ready"]],
    [[option("call", 1), option("pass")], ["pass", "call"]],
    [[option("rob", 2), option("pass")], ["pass", "rob"]],
    [[option("blind", 2), option("look")], ["look", "blind"]],
    [[option("raise", 2, "dao"), option("pass")], ["pass", "raise"]],
    [[option("play"), option("autoplay"), option("escape")], ["hint", "play"]],
    [[option("pass"), option("play")], ["pass", "hint", "play"]],
    [[option("play"), option("show", 2, "bottom")], ["hint", "show", "play"]],
  ])("%j", (options, expected) => {
    expect(ids(options)).toEqual(expected);
  });

  test("they say what they are worth, and declining says what is declined", () => {
    expect(label([option("show", 4, "deal")], { phase: "deal" }, "show")).toBe("明牌 ×4");
    expect(label([option("raise", 2, "lei"), option("pass")], { phase: "raise", raise_step: 2 }, "raise")).toBe("垒 ×2");
    expect(label([option("pass")], { phase: "raise", raise_step: 3 }, "pass")).toBe("不沃");
    expect(label([option("pass")], { phase: "call" }, "pass")).toBe("不叫");
    expect(label([option("pass")], { phase: "rob" }, "pass")).toBe("不抢");
    expect(label([option("pass")], {}, "pass")).toBe("不出");
  });

  test("who may not double sees why", () => {
    const buttons = actionButtons(viewOf({ phase: "double", options: [option("no_double")] }));
    expect(buttons.map((b) => [b.id, b.disabled])).toEqual([["no_double", false], ["double", true]]);
    expect(buttons[1]?.reason?.params).toEqual({ n: "500" });
    expect(ids([option("double", 2), option("no_double")], { phase: "double" })).toEqual(["no_double", "double"]);
  });
});

describe("words", () => {
  test("bubbles", () => {
    expect(bubbleOf(t, viewOf({ phase: "call", bids: ["pass", "look", null] }), 0)).toBe("不叫");
    expect(bubbleOf(t, viewOf({ phase: "rob", bids: ["call", "pass", "rob"] }), 1)).toBe("不抢");
    expect(bubbleOf(t, viewOf({ phase: "double", doubles: [true, false, null] }), 1)).toBe("不加倍");
    expect(bubbleOf(t, viewOf({ phase: "raise", raises: [{ seat: 1, step: 0, yes: true }] }), 1)).toBe("倒");
    expect(bubbleOf(t, viewOf({ last: ["pass", null, null] }), 0)).toBe("不出");
    expect(bubbleOf(t, viewOf({ phase: "start", ready: [false, true, false] }), 1)).toBe("准备");
  });

  test("the prompt asks, or says for whom one waits", () => {
    expect(promptOf(t, viewOf(), false)).toBe("轮到你出牌");
    const beat = { seat: 1, cards: [5], reading: reading("solo", 1) };
    expect(promptOf(t, viewOf({ to_beat: beat }), false)).toBe("压得过 Bob 吗？");
    expect(promptOf(t, viewOf({ to_beat: beat }), true)).toBe("没有牌大过上家");
    expect(promptOf(t, viewOf({ options: [], turn: 2 }), false)).toBe("Cid 在想怎么出");
    expect(promptOf(t, viewOf({ phase: "over", options: [] }), false)).toBe("");
  });

  test("events", () => {
    const say = (event: object): string | null => describeEvent(t, viewOf(), { kind: "", version: 1, at: 0, ...event });
    expect(say({ kind: "called", seat: 1 })).toBe("Bob 叫地主");
    expect(say({ kind: "played", seat: 1, cards: [0, 1], reading: reading("pair", 0) })).toBe("Bob 出 对子 3 (方块3 梅花3)");
    expect(say({ kind: "landlord_fixed", seat: 0, factor: 3 })).toBe("Ann 是地主，底牌 ×3");
    expect(say({ kind: "raise_answered", seat: 1, stage: "la", yes: true })).toBe("Bob 拉 ×2");
    expect(say({ kind: "clocks_set" })).toBeNull();
  });
});

describe("a combo on the table", () => {
  const cards = (laid: ReturnType<typeof arrange>): number[] => laid.map((l) => l.card);

  test("shows its body first", () => {
    expect(cards(arrange([0, 1, 2, 53], reading("trio_with_solo", 0), null))).toEqual([2, 1, 0, 53]);
    expect(cards(arrange([0, 1, 2, 4, 5, 6, 50, 40], reading("airplane_with_solos", 1, 2), null))).toEqual([6, 5, 4, 2, 1, 0, 50, 40]);
  });

  test("shows what a wild card stands for", () => {
    const laid = arrange([4, 8, 12, 16, 28], reading("solo_chain", 5, 5), 7);
    expect(laid.map((l) => [l.card, l.as])).toEqual([[28, 5], [16, null], [12, null], [8, null], [4, null]]);
  });

  test("loses no card, whatever the reading", () => {
    for (const kind of ["rocket", "bomb", "unheard_of", "quad_with_pairs"]) {
      expect(cards(arrange([0, 1, 2, 3, 8], reading(kind, 0), 1)).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 8]);
    }
  });
});

describe("the selection", () => {
  test("raises, lowers, survives", () => {
    const raised = setCards(new Set([1]), [2, 3], true);
    expect([...toggle(raised, 1)]).toEqual([2, 3]);
    expect([...keepHeld(raised, [3, 9])]).toEqual([3]);
    expect(keepHeld(raised, [1, 2, 3])).toBe(raised);
    expect(sameCards([1, 2], [2, 1])).toBe(true);
    expect(sameCards([1, 2], [1, 3])).toBe(false);
  });

  test("a rank key raises one card after the other, then lowers them", () => {
    const hand = [9, 8, 4];
    let raised = raiseNextOfRank(new Set(), hand, 2);
    expect([...raised]).toEqual([8]);
    raised = raiseNextOfRank(raised, hand, 2);
    expect(raised.size).toBe(2);
    expect(raiseNextOfRank(raised, hand, 2).size).toBe(0);
    expect(raiseNextOfRank(new Set(), hand, 12).size).toBe(0);
  });
});

describe("the lobby", () => {
  const rooms = [
    roomOf("a"),
    roomOf("b", { level: 2, entry_min: 800, stakes: { ...roomOf("x").stakes, coefficient: 20 } }),
    roomOf("c", { level: 3, entry_min: 5000 }),
    roomOf("d", { ruleset: "qq-laizi", online: 4 }),
    roomOf("e", { level: 0, entry_max: 500 }),
  ];

  test("quick start: the ruleset played last, the highest room that is comfortable", () => {
    expect(quickRoom(rooms, PLAYER, null)?.id).toBe("b");
    expect(quickRoom(rooms, PLAYER, "qq-laizi")?.id).toBe("d");
    expect(quickRoom(rooms, PLAYER, "gone")?.id).toBe("b");
    expect(quickRoom(rooms, { ...PLAYER, beans: 5 }, null)).toBeNull();
    expect(quickRoom(rooms, { ...PLAYER, beans: 801 }, null)?.id).toBe("b");
    expect(quickRoom(rooms.slice(0, 1), PLAYER, null)?.id).toBe("a");
  });

  test("rooms by ruleset and stakes", () => {
    expect(groupRooms(rooms).map((g) => [g.ruleset, g.rooms.map((r) => r.id), g.online])).toEqual([
      ["qq-classic", ["e", "a", "b", "c"], 0],
      ["qq-laizi", ["d"], 4],
    ]);
    expect(rooms.map((r) => entryOf(r, 1000))).toEqual(["open", "open", "too_poor", "open", "too_rich"]);
  });

  test("the next title", () => {
    expect(nextTitle(0)).toMatchObject({ title: "长工", missing: 100, progress: 0 });
    expect(nextTitle(15000)).toMatchObject({ title: "衙役", missing: 5000, progress: 0.5 });
    expect(nextTitle(50_000_000)).toBeNull();
    expect([promotion(17_000, 20_000), promotion(49_999_999, 50_000_000), promotion(0, 100)]).toEqual(["衙役", "丞相", "长工"]);
    expect([promotion(17_000, 19_999), promotion(20_000, 17_000), promotion(60_000_000, 70_000_000)]).toEqual([null, null, null]);
  });
});

describe("numbers and clocks", () => {
  test("as people read them", () => {
    expect([0, 999, 1000, 1234567, -1234].map(groupDigits)).toEqual(["0", "999", "1,000", "1,234,567", "−1,234"]);
    expect([999_999, 1_234_567, 12_345_678, 123_456_789].map((n) => shortAmount(n, "zh"))).toEqual(["999,999", "123万", "1234万", "1.23亿"]);
    expect([1_999_999, 12_345_678, 1_999_999_999].map((n) => shortAmount(n, "en"))).toEqual(["1.99M", "12.3M", "1.99B"]);
    expect([5, 0, -1500].map(signed)).toEqual(["+5", "0", "−1,500"]);
  });

  test("the pong with the shortest way is believed", () => {
    let now = 1000;
    const clock = new ServerClock(() => now);
    clock.guess(5000);
    expect(clock.time()).toBe(5000);
    now = 1100;
    clock.pong(1000, 9050);
    expect(clock.offset).toBe(8000);
    now = 1610;
    clock.pong(1110, 9700);
    expect(clock.offset).toBe(8000);
    now = 1620;
    clock.pong(1610, 9616);
    expect(clock.offset).toBe(8001);
  });

  test("what remains is never negative", () => {
    expect(remaining({ starts_at: 0, at: 10_000 }, 2_500)).toEqual({ seconds: 8, fraction: 0.75 });
    expect(remaining({ starts_at: 0, at: 10_000 }, 20_000)).toEqual({ seconds: 0, fraction: 0 });
    expect(remaining({ starts_at: 5_000, at: 10_000 }, 0).fraction).toBe(1);
  });
});
