import { describe, expect, test } from "vitest";

import { cupOfTable, type CupsState, cutOf, deedOf, dueOf, heldPage, lookingAt, missing, nearestCup, NO_CUPS, pageOf, pagesOf, putAway, reduceCups, runningCup, shownRows, stateOf, withOwn } from "./cups.ts";
import { lineOf, mineOf, rowOf } from "./cupfixtures.ts";
import type { CupCall, CupOver, CupStanding, Welcome } from "./protocol.ts";
import type { FromServer } from "./wire.ts";

const fold = (...messages: FromServer[]): CupsState => messages.reduce(reduceCups, NO_CUPS);
const standing = (changes: Partial<CupStanding>): CupStanding => ({
  type: "cup_standing", cup: "c1", whole: false, rows: [], left: [], cut: null, alive: 3, total: 3, ...changes,
});
const call = (table: string | null): CupCall => ({
  type: "cup_call", cup: "c1", name_zh: "杯", name_en: "Cup", stage: 0, round: 1, table, elsewhere: table === null ? "t9" : null, by: 5,
});
const overOf = (why: string): CupOver => ({
  type: "cup_over", cup: "c1", name_zh: "杯", name_en: "Cup", why, rank: 4, entrants: 9, prize: null, refund_beans: 0, refund_cards: 0, reason: null,
});

describe("the standing", () => {
  test("changed rows replace those of the same players, gone ones go, all by place", () => {
    const { standing: now } = fold(
      standing({ whole: true, rows: [rowOf(1), rowOf(2), rowOf(3)], cut: 2 }),
      standing({ rows: [rowOf(1, { player: "p3" }), rowOf(2, { player: "p1" })], left: ["p2"], cut: 1, alive: 2 }),
    );
    expect(now?.rows.map((row) => [row.place, row.player])).toEqual([[1, "p3"], [2, "p1"]]);
    expect([now?.cut, now?.alive]).toEqual([1, 2]);
  });

  test("changes after any sequence are what the whole would be", () => {
    const players = ["a", "b", "c", "d", "e"];
    let seed = 7;
    const random = (n: number): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n;
    let truth = players.map((player, i) => rowOf(i + 1, { player }));
    let state = fold(standing({ whole: true, rows: truth }));
    for (let step = 0; step < 200; step += 1) {
      const before = new Map(truth.map((row) => [row.player, row]));
      const order = [...truth].sort(() => random(3) - 1).filter((_, i) => truth.length < 2 || i > 0 || random(20) > 0);
      truth = order.map((row, i) => ({ ...row, place: i + 1, score: random(100) }));
      const left = [...before.keys()].filter((player) => !truth.some((row) => row.player === player));
      state = reduceCups(state, standing({ rows: truth.filter((row) => before.get(row.player) !== row), left }));
      expect(state.standing?.rows).toEqual(truth);
    }
  });

  test("of another cup replaces all", () => {
    const { standing: now } = fold(standing({ whole: true, rows: [rowOf(1)] }), standing({ cup: "c2", rows: [rowOf(2)] }));
    expect(now?.rows.map((row) => row.place)).toEqual([2]);
  });

  test("of a long one the top, the line and I are shown, with gaps; the line once", () => {
    const rows = Array.from({ length: 100 }, (_, i) => rowOf(i + 1));
    const shown = shownRows({ cup: "c1", rows, cut: 30, alive: 100, total: 100 }, "p60", 12);
    expect(shown.map((one) => one.row.place)).toEqual([1, 2, 3, 30, 31, 57, 58, 59, 60, 61, 62, 63]);
    expect(shown.filter((one) => one.gap).map((one) => one.row.place)).toEqual([30, 57]);
    expect(shown.filter((one) => one.cutAbove).map((one) => one.row.place)).toEqual([31]);
  });

  test("nobody below the line: none is drawn", () => {
    const rows = [rowOf(1), rowOf(2)];
    expect(shownRows({ cup: "c1", rows, cut: 2, alive: 2, total: 2 }, "p1").some((one) => one.cutAbove)).toBe(false);
  });
});

describe("pages of a standing", () => {
  const crowd = (total: number, cut: number | null = null) => ({ cup: "c1", rows: Array.from({ length: Math.min(300, total) }, (_, i) => rowOf(i + 1)), cut, alive: total, total });

  test("a hundred each; what is not told has to be asked for", () => {
    expect([0, 1, 100, 101, 330].map((total) => pagesOf({ total }))).toEqual([1, 1, 1, 2, 4]);
    expect([1, 100, 101, 330].map(pageOf)).toEqual([1, 1, 2, 4]);
    expect(heldPage(crowd(250), 3)?.map((row) => row.place)).toEqual(Array.from({ length: 50 }, (_, i) => 201 + i));
    expect(heldPage(crowd(330), 3)).toHaveLength(100);
    expect(heldPage(crowd(330), 4)).toBeNull();
    expect(heldPage(crowd(0), 1)).toEqual([]);
  });

  test("my own row is there, however far down", () => {
    expect(withOwn(crowd(330), rowOf(320)).rows.at(-1)?.place).toBe(320);
    expect(withOwn(crowd(330), rowOf(7)).rows).toHaveLength(300);
    expect(withOwn(crowd(3), null).rows).toHaveLength(3);
    expect(shownRows(withOwn(crowd(330), rowOf(320)), "p320", 8).map((one) => [one.row.place, one.gap])).toEqual([[1, false], [2, false], [3, false], [320, true]]);
  });

  test("the line is drawn on its page only, also at the head of one", () => {
    const drawn = (cut: number): number[] =>
      [1, 2, 3].map((page) => shownRows({ ...crowd(300, cut), rows: heldPage(crowd(300), page) ?? [] }, "").filter((one) => one.cutAbove).length);
    expect([drawn(99), drawn(100), drawn(150)]).toEqual([[1, 0, 0], [0, 1, 0], [0, 1, 0]]);
  });
});

describe("what concerns me", () => {
  test("comes, changes in place and goes with the end", () => {
    const here = fold({ type: "cup_mine", server_time: 1, mine: mineOf() }, { type: "cup_mine", server_time: 2, mine: mineOf({ entrants: 9 }) });
    expect(here.mine.map((mine) => mine.entrants)).toEqual([9]);
    expect(reduceCups(here, { type: "cup_mine", server_time: 3, mine: mineOf({ phase: "finished", where: "over" }) }).mine).toEqual([]);
  });

  test("a call stays until I am seated; one with a table is for the table to show", () => {
    const called = fold(call(null));
    expect(called.call?.elsewhere).toBe("t9");
    expect(reduceCups(called, { type: "seated", table: "cup" } as FromServer).call).toBeNull();
    expect(fold(call("t1")).call).toBeNull();
  });

  test("out keeps the cup, everything else lets it go; a withdrawal opens nothing", () => {
    const here = fold({ type: "cup_mine", server_time: 1, mine: mineOf() });
    expect(reduceCups(here, overOf("out")).mine).toHaveLength(1);
    for (const why of ["finished", "cancelled", "withdrawn"]) expect(reduceCups(here, overOf(why)).mine).toEqual([]);
    expect(reduceCups(here, overOf("withdrawn")).overs).toEqual([]);
    expect(reduceCups(here, overOf("finished")).ended?.cup, "its last table still knows it").toBe(here.mine[0]?.cup);
    expect(reduceCups(here, overOf("out")).ended).toBeNull();
    const ended = fold({ type: "cup_mine", server_time: 1, mine: mineOf({ phase: "finished", rank: 2 }) });
    expect([ended.mine.length, ended.ended?.rank]).toEqual([0, 2]);
    expect(reduceCups(here, overOf("cancelled")).overs[0]?.why).toBe("cancelled");
  });

  test("what has ended is read one by one, and what was read is not shown again", () => {
    const of = (cup: string, why: string): CupOver => ({ ...overOf(why), cup });
    const told = fold(of("c1", "out"), of("c2", "cancelled"), of("c1", "finished"), of("c2", "cancelled"));
    expect(told.overs.map((one) => [one.cup, one.why])).toEqual([["c1", "finished"], ["c2", "cancelled"]]);
    expect(reduceCups(told, of("c1", "finished")).overs, "told again, it is the same").toBe(told.overs);
    const one = putAway(told);
    expect(one.overs.map(({ cup }) => cup)).toEqual(["c2"]);
    expect(reduceCups(one, of("c1", "finished")).overs).toBe(one.overs);
    const none = putAway(putAway(one));
    expect(none.overs).toEqual([]);
    const out = putAway(fold(of("c1", "out")));
    expect(reduceCups(out, of("c1", "finished")).overs, "the end is other news than being out").toHaveLength(1);
  });

  test("a new connection says anew in which cups I am, and keeps what is looked at", () => {
    const here = fold({ type: "cup_mine", server_time: 1, mine: mineOf() }, { type: "cups", server_time: 1, cups: [lineOf()] }, call(null));
    const back = reduceCups(here, { type: "welcome" } as Welcome);
    expect([back.mine, back.call, back.list?.length]).toEqual([[], null, 1]);
  });

  test("looking at another cup forgets what was seen of the first", () => {
    const seen = fold(standing({ whole: true, rows: [rowOf(1)] }));
    expect(lookingAt(seen, "c1").standing).not.toBeNull();
    expect(lookingAt(seen, "c2").standing).toBeNull();
  });

  test("the running cup is the nearest, else the next to begin", () => {
    const late = mineOf({ cup: "late", starts_at: 900 });
    const soon = mineOf({ cup: "soon", fills_at: 50 });
    const runs = mineOf({ cup: "runs", phase: "running", where: "waiting" });
    expect(nearestCup([late, soon])?.cup).toBe("soon");
    expect(nearestCup([late, soon, runs])?.cup).toBe("runs");
    expect(runningCup([mineOf({ phase: "running", where: "out" })])).toBeNull();
    expect(nearestCup([])).toBeNull();
  });

  test("the cup of a table: by the table, else by the room", () => {
    const [a, b] = [mineOf({ cup: "a", table: "t1" }), mineOf({ cup: "b", table: "t2" })];
    expect(cupOfTable([a, b], { table: "t2", room: "cup-novice" })?.cup).toBe("b");
    expect(cupOfTable([a, b], { table: "t3", room: "cup-novice" })?.cup).toBe("a");
    expect(cupOfTable([a], { table: "t1", room: "classic-1" })).toBeNull();
  });
});

describe("a cup in the list", () => {
  test.each([
    [{ opens_at: 9, starts_at: 20 }, 5, { kind: "opens", at: 9 }],
    [{ opens_at: 9 }, 5, null],
    [{ starts_at: 20 }, 5, { kind: "starts", at: 20 }],
    [{ fills_at: 30 }, 5, { kind: "fills", at: 30 }],
    [{}, 5, null],
    [{ starts_at: 20, paused: true }, 5, null],
    [{ phase: "running" as const, starts_at: 20 }, 25, null],
  ])("%o counts down", (changes, now, due) => expect(dueOf(lineOf(changes), now)).toEqual(due));

  test.each([
    [{}, "enter"],
    [{ opens_at: 9, starts_at: 20 }, "later"],
    [{ opens_at: 9 }, "enter"],
    [{ entrants: 48 }, "full"],
    [{ entered: true, entrants: 48 }, "withdraw"],
    [{ phase: "running" as const, entered: true }, "running"],
    [{ phase: "cancelled" as const }, "over"],
  ])("%o offers %s", (changes, deed) => expect(deedOf(lineOf(changes), 5)).toBe(deed));

  test.each([
    [{}, "registering"],
    [{ opens_at: 9, starts_at: 20 }, "announced"],
    [{ opens_at: 9 }, "registering"],
    [{ opens_at: 9, starts_at: 20, paused: true }, "paused"],
    [{ phase: "running" as const, opens_at: 9, starts_at: 20 }, "running"],
    [{ phase: "cancelled" as const }, "cancelled"],
  ])("%o is labelled %s", (changes, state) => expect(stateOf(lineOf(changes), 5)).toBe(state));

  test("a line below everybody is none", () => {
    expect([cutOf({ cut: 3, alive: 3 }), cutOf({ cut: 3, alive: 4 }), cutOf({ cut: null, alive: 9 })]).toEqual([null, 3, null]);
  });

  test("who is missing: up to the size where it begins when full, else up to the least", () => {
    expect(missing(lineOf({ entrants: 40 }))).toBe(8);
    expect(missing(lineOf({ start: "at", minimum: 6, entrants: 2 }))).toBe(4);
    expect(missing(lineOf({ start: "hand", entrants: 9 }))).toBe(0);
  });
});
