import { describe, expect, test } from "vitest";

import { FakeTimers, reading } from "./fixtures.ts";
import type { ClientMessage, Readings } from "./protocol.ts";
import { Queries, type Standing } from "./queries.ts";

const MINE: Standing = { table: "t", question: "q1", mayPlay: true };

function setUp(): { timers: FakeTimers; sent: ClientMessage[]; queries: Queries; online: { on: boolean } } {
  const timers = new FakeTimers();
  const sent: ClientMessage[] = [];
  const online = { on: true };
  let id = 0;
  const queries = new Queries({
    send: (message) => {
      if (online.on) sent.push(message);
      return online.on;
    },
    timers,
    id: () => `q${++id}`,
    onChange: () => undefined,
  });
  return { timers, sent, queries, online };
}
const answer = (request_id: string, cards: number[], kinds: string[]): Readings => ({
  type: "readings",
  request_id,
  version: 1,
  cards,
  playable: kinds.map((kind) => reading(kind, 1)),
  all: kinds.map((kind) => reading(kind, 1)),
});

describe("readings", () => {
  test("are asked once for a quick series of changes", () => {
    const { timers, sent, queries } = setUp();
    queries.update(MINE, [1]);
    queries.update(MINE, [1, 2]);
    timers.advance(29);
    expect(sent).toEqual([]);
    timers.advance(1);
    expect(sent).toEqual([{ type: "ask_readings", table: "t", request_id: "q1", cards: [1, 2] }]);
    expect(queries.playable).toBeNull();
    queries.gotReadings(answer("q1", [2, 1], ["pair"]));
    expect(queries.playable).toHaveLength(1);
  });

  test("an answer to an older question or other cards is ignored", () => {
    const { timers, queries } = setUp();
    queries.update(MINE, [1]);
    timers.advance(30);
    queries.update(MINE, [2]);
    timers.advance(30);
    queries.gotReadings(answer("q1", [1], ["solo"]));
    expect(queries.playable).toBeNull();
    queries.update({ ...MINE, question: "q2" }, [2]);
    queries.gotReadings(answer("q2", [2], ["solo"]));
    expect(queries.playable).toBeNull();
  });

  test("nothing raised needs no question; out of turn nothing is asked", () => {
    const { timers, sent, queries } = setUp();
    queries.update(MINE, []);
    queries.update({ ...MINE, mayPlay: false }, [1]);
    timers.advance(100);
    expect(sent).toEqual([]);
  });

  test("cards raised before the turn are asked about when it comes", () => {
    const { timers, sent, queries } = setUp();
    queries.update({ ...MINE, mayPlay: false }, [1]);
    queries.update(MINE, [1]);
    timers.advance(30);
    expect(sent).toHaveLength(1);
  });

  test("a play waits for the answer, and is forgotten when the cards change", () => {
    const { timers, queries } = setUp();
    const played: number[] = [];
    queries.update(MINE, [1]);
    queries.whenReadings((r) => played.push(r.length));
    timers.advance(30);
    queries.gotReadings(answer("q1", [1], ["solo"]));
    expect(played).toEqual([1]);
    queries.update(MINE, [1, 2]);
    queries.whenReadings(() => played.push(99));
    queries.update(MINE, [3]);
    timers.advance(30);
    queries.gotReadings(answer("q2", [3], ["solo"]));
    expect(played).toEqual([1]);
  });

  test("a play asked for out of turn never happens when the turn comes", () => {
    const { timers, queries } = setUp();
    queries.update({ ...MINE, mayPlay: false }, [1]);
    queries.whenReadings(() => expect.unreachable());
    queries.update(MINE, [1]);
    timers.advance(30);
    queries.gotReadings(answer("q1", [1], ["solo"]));
  });

  test("are asked again on a new connection", () => {
    const { timers, sent, queries, online } = setUp();
    online.on = false;
    queries.update(MINE, [1]);
    timers.advance(30);
    online.on = true;
    queries.reconnected();
    timers.advance(30);
    expect(sent).toHaveLength(1);
  });
});

describe("hints", () => {
  const plays = [
    { cards: [1], reading: reading("solo", 0) },
    { cards: [2], reading: reading("solo", 0) },
  ];

  test("are asked once and cycle", () => {
    const { sent, queries } = setUp();
    const got: (readonly number[] | null)[] = [];
    queries.update(MINE, []);
    queries.nextHint((play) => got.push(play?.cards ?? null));
    queries.gotHints({ type: "hints", request_id: "q1", version: 1, plays });
    for (let i = 0; i < 2; i++) queries.nextHint((play) => got.push(play?.cards ?? null));
    expect(got).toEqual([[1], [2], [1]]);
    expect(sent).toHaveLength(1);
  });

  test("an empty answer says so", () => {
    const { queries } = setUp();
    const got: unknown[] = [];
    queries.update(MINE, []);
    queries.prepareHints();
    queries.gotHints({ type: "hints", request_id: "q1", version: 1, plays: [] });
    queries.nextHint((play) => got.push(play));
    expect(got).toEqual([null]);
  });

  test("belong to one question", () => {
    const { queries } = setUp();
    queries.update(MINE, []);
    queries.prepareHints();
    queries.update({ ...MINE, question: "q2" }, []);
    queries.gotHints({ type: "hints", request_id: "q1", version: 1, plays });
    expect(queries.hints).toBeNull();
  });
});

describe("sweeps", () => {
  const SWEPT = [1, 2, 3, 4, 5];

  test("the answer decides what to raise", () => {
    const { queries } = setUp();
    const got: (readonly number[])[] = [];
    queries.update(MINE, []);
    queries.askSweep(SWEPT, true, (cards) => got.push(cards));
    queries.gotSweep({ type: "sweep", request_id: "q1", cards: [2, 3] });
    expect(got).toEqual([[2, 3]]);
  });

  test("without an answer in time the plain range is raised, once", () => {
    const { timers, queries } = setUp();
    const got: (readonly number[])[] = [];
    queries.update(MINE, []);
    queries.askSweep(SWEPT, true, (cards) => got.push(cards));
    timers.advance(150);
    queries.gotSweep({ type: "sweep", request_id: "q1", cards: [2, 3] });
    expect(got).toEqual([SWEPT]);
  });

  test("short sweeps, the switch, other turns and no connection need no question", () => {
    const { sent, queries, online } = setUp();
    const got: (readonly number[])[] = [];
    const done = (cards: readonly number[]): void => void got.push(cards);
    queries.update(MINE, []);
    queries.askSweep([1, 2], true, done);
    queries.askSweep(SWEPT, false, done);
    online.on = false;
    queries.askSweep(SWEPT, true, done);
    online.on = true;
    queries.update({ ...MINE, mayPlay: false }, []);
    queries.askSweep(SWEPT, true, done);
    expect(got).toHaveLength(4);
    expect(sent).toEqual([]);
  });

  test("an answer with foreign cards, or a refusal, means the plain range", () => {
    const { queries } = setUp();
    const got: (readonly number[])[] = [];
    queries.update(MINE, []);
    queries.askSweep(SWEPT, true, (cards) => got.push(cards));
    queries.gotSweep({ type: "sweep", request_id: "q1", cards: [50] });
    queries.askSweep(SWEPT, true, (cards) => got.push(cards));
    queries.failed();
    expect(got).toEqual([SWEPT, SWEPT]);
  });
});
