import { describe, expect, test } from "vitest";

import { BLANK, previewOf, runMouse, stepMouse, type MouseInput, type MouseScript, type Press } from "./mouse.ts";

const HAND = ["K", "Q", "J", "9", "3"];
const run = (events: MouseScript["events"], playable?: MouseScript["playable"]): ReturnType<typeof runMouse> =>
  runMouse({ hand: HAND, events, ...(playable === undefined ? {} : { playable }) });

describe("the mouse help of the rule book", () => {
  test("left click raises, and lowers what is raised", () => {
    expect(run([["left_click", 1]]).lifted).toEqual([1]);
    expect(run([["left_click", 1], ["left_click", 1]]).lifted).toEqual([]);
  });

  test("a drag raises a range, in both directions", () => {
    expect(run([["left_drag", 4, 2]]).lifted).toEqual([2, 3, 4]);
    expect(run([["left_drag", 1, 3]]).lifted).toEqual([1, 2, 3]);
  });

  test("a drag that begins on a raised card lowers", () => {
    expect(run([["left_drag", 0, 4], ["left_drag", 3, 1]]).lifted).toEqual([0, 4]);
  });

  test("left click on blank lowers all", () => {
    expect(run([["left_drag", 4, 2], ["left_click_blank"]]).lifted).toEqual([]);
  });

  test("right click plays a playable set, and else does nothing", () => {
    const solo = (cards: string[]): boolean => cards.length === 1;
    expect(run([["left_click", 2], ["right_click_any"]], solo)).toEqual({ lifted: [], played: ["J"] });
    expect(run([["left_click", 0], ["left_click", 4], ["right_click_any"]], solo)).toEqual({ lifted: [0, 4], played: null });
    expect(run([["right_click_any"]], () => true)).toEqual({ lifted: [], played: null });
  });

  test("the playable sets may be given as lists, in any order", () => {
    expect(run([["left_drag", 0, 1], ["right_click_any"]], [["Q", "K"]]).played).toEqual(["K", "Q"]);
  });
});

describe("pointers", () => {
  const none = (): boolean => false;
  const down = (button: number, index: number, kind: "mouse" | "touch" = "mouse", pointer = 1): MouseInput => ({
    type: "down",
    pointer,
    kind,
    button,
    index,
  });

  test("a long press on a touch screen never plays", () => {
    expect(stepMouse(null, down(2, 0, "touch"), none).effect).toEqual({ type: "none" });
  });

  test("a second finger changes nothing", () => {
    const press: Press = { pointer: 1, from: 0, to: 2, raise: true };
    for (const input of [down(0, 4, "touch", 2), down(0, BLANK, "touch", 2), { type: "up", pointer: 2 } as const]) {
      expect(stepMouse(press, input, none)).toEqual({ press, effect: { type: "none" } });
    }
  });

  test("a cancelled press raises nothing", () => {
    const press: Press = { pointer: 1, from: 0, to: 2, raise: true };
    expect(stepMouse(press, { type: "cancel", pointer: 1 }, none)).toEqual({ press: null, effect: { type: "none" } });
  });

  test("a right press holds nothing: it plays at once or never", () => {
    expect(stepMouse(null, down(2, 3), none)).toEqual({ press: null, effect: { type: "play" } });
    expect(stepMouse(null, { type: "up", pointer: 1 }, none).effect).toEqual({ type: "none" });
  });

  test("other buttons do nothing", () => {
    expect(stepMouse(null, down(1, 3), none)).toEqual({ press: null, effect: { type: "none" } });
  });

  test("the preview covers what the press covers", () => {
    expect(previewOf({ pointer: 1, from: 4, to: 2, raise: true })).toEqual([2, 4]);
    expect(previewOf(null)).toBeNull();
  });
});

interface Case {
  id: string;
  area: string;
  input: MouseScript;
  expected: { lifted?: number[]; played?: string[] | null };
}

/** The cases of the rule book, where they are there. */
const files = import.meta.glob<string>("../../../tests/cases/rules.jsonl", { query: "?raw", import: "default", eager: true });
const cases = Object.values(files)
  .flatMap((text) => text.split("\n"))
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Case)
  .filter((c) => c.area === "mouse");

describe.skipIf(cases.length === 0)("the cases", () => {
  /** Enough of the rules for these hands: one card, equal cards. */
  const playable = (cards: string[]): boolean => new Set(cards).size === 1 && cards.length <= 4;

  test.each(cases)("$id", ({ input, expected }) => {
    expect(runMouse({ ...input, playable })).toMatchObject(expected);
  });
});
