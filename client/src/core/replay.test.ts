import { describe, expect, test } from "vitest";

import { FakeTimers, handOf, reading, viewOf } from "./fixtures.ts";
import { translator } from "./i18n.ts";
import type { HandView, ReplayFrame, ReplayView, ResultView, TableEvent } from "./protocol.ts";
import { marksOf, Player, stepWords, unfold, viewpoint, type Step } from "./replay.ts";

const event = (kind: string, more: Partial<TableEvent> = {}): TableEvent => ({ kind, version: 1, at: 0, ...more });
const frame = (kind: string, hand: Partial<HandView> = {}, more: Partial<TableEvent> = {}): ReplayFrame => ({ event: event(kind, more), hand: { ...hand } });

const RESULT = { winner: "landlord" } as ResultView;
const FRAMES = [
  frame("hand_started", handOf({ phase: "start", cards: [null, null, null] })),
  frame("readied"),
  frame("deal_ended", { phase: "call", cards: [[1], [2], [3]] }),
  frame("landlord_fixed", { landlord: 2, phase: "play" }, { seat: 2, cards: [7, 8, 9] }),
  frame("played", { cards: [[], [2], [3]] }, { seat: 0, cards: [0, 1, 2, 3], reading: reading("bomb", 0) }),
  frame("timed_out"),
  frame("settled"),
];

function replayOf(you: number | null = 1): ReplayView {
  return { hand: { you, landlord: 2 }, table: viewOf(null), frames: FRAMES, result: RESULT } as unknown as ReplayView;
}

const steps = (): Step[] => unfold(replayOf(), 1);

describe("a replay", () => {
  test("puts the steps together and leaves out those at which nothing is seen", () => {
    expect(steps().map((s) => s.event.kind)).toEqual(["hand_started", "deal_ended", "landlord_fixed", "played", "settled"]);
    expect(steps().map((s) => s.view.hand?.phase)).toEqual(["start", "call", "play", "play", "play"]);
    expect(steps()[2]?.view.hand?.cards).toEqual([[1], [2], [3]]);
    expect(steps()[3]?.view.hand?.cards).toEqual([[], [2], [3]]);
  });

  test("tells the result at the end only", () => {
    expect(steps().map((s) => s.view.result)).toEqual([null, null, null, null, RESULT]);
    expect(steps().map((s) => s.view.status).at(-1)).toBe("between");
  });

  test("is seen from one's own seat, else from the landlord's", () => {
    expect([viewpoint(replayOf()), viewpoint(replayOf(null))]).toEqual([1, 2]);
    expect(steps()[0]?.view.you).toBe(1);
    expect(viewpoint({ ...replayOf(null), hand: { you: null, landlord: null } } as unknown as ReplayView)).toBe(0);
  });

  test("marks the landlord and the bombs", () => {
    expect(marksOf(steps())).toEqual([
      { at: 2, mark: "landlord" },
      { at: 3, mark: "bomb" },
    ]);
  });

  test("says what happened, in both languages", () => {
    for (const t of [translator("zh"), translator("en")]) for (const step of steps()) expect(stepWords(t, step)).not.toBe("");
  });
});

function player(): { player: Player; timers: FakeTimers; changes: () => number } {
  const timers = new FakeTimers();
  let changes = 0;
  return { player: new Player(steps(), timers, () => (changes += 1)), timers, changes: () => changes };
}

describe("the player", () => {
  test("steps to and fro and never beyond the ends", () => {
    const { player: p } = player();
    p.step(-1);
    expect(p.at).toBe(0);
    p.step(1);
    p.step(1);
    expect(p.at).toBe(2);
    p.seek(99);
    expect(p.at).toBe(4);
    p.seek(Number.NEGATIVE_INFINITY);
    expect(p.at).toBe(0);
  });

  test("plays to the end and stops there", () => {
    const { player: p, timers, changes } = player();
    p.toggle();
    timers.advance(1_200);
    expect(p.at).toBe(1);
    timers.advance(20_000);
    expect([p.at, p.playing, timers.size]).toEqual([4, false, 0]);
    expect(changes()).toBe(5);
  });

  test("begins again when it is started at the end", () => {
    const { player: p } = player();
    p.seek(4);
    p.toggle();
    expect([p.at, p.playing]).toEqual([0, true]);
  });

  test("pauses, and a step by hand pauses, too", () => {
    const { player: p, timers } = player();
    p.toggle();
    p.toggle();
    timers.advance(9_000);
    expect(p.at).toBe(0);
    p.toggle();
    p.step(1);
    timers.advance(9_000);
    expect([p.at, p.playing]).toEqual([1, false]);
  });

  test("seeks while it plays, and goes on from there", () => {
    const { player: p, timers } = player();
    p.toggle();
    p.seek(3);
    timers.advance(1_200);
    expect([p.at, p.playing]).toEqual([4, false]);
  });

  test("is faster when asked, and stops for good when the page goes", () => {
    const { player: p, timers } = player();
    p.setSpeed(4);
    p.toggle();
    timers.advance(300);
    expect(p.at).toBe(1);
    p.stop();
    expect(timers.size).toBe(0);
  });

  test("has nothing to play when there is one step only", () => {
    const p = new Player(steps().slice(0, 1), new FakeTimers(), () => undefined);
    p.toggle();
    expect([p.at, p.last, p.playing]).toEqual([0, 0, false]);
  });
});
