import { describe, expect, test } from "vitest";

import { PLAYER, roomOf, viewOf } from "./fixtures.ts";
import type { Events, ServerMessage, Snapshot, Welcome } from "./protocol.ts";
import { INITIAL, reduce, type AppState, type Effect } from "./reducer.ts";

const welcome = (changes: Partial<Welcome> = {}): Welcome => ({
  type: "welcome",
  player: PLAYER,
  server_time: 0,
  table: null,
  queued: null,
  rooms: [roomOf("a")],
  online: 3,
  ...changes,
});
const snapshot = (version: number): Snapshot => ({ type: "snapshot", table: "t", version, server_time: 0, view: viewOf({ multiplier: version }) });
const events = (from_version: number, version: number): Events => ({
  type: "events",
  table: "t",
  from_version,
  version,
  server_time: 0,
  events: [{ kind: "passed", version, at: 0, seat: 1 }],
  view: viewOf({ multiplier: version }),
});

function run(messages: ServerMessage[], state: AppState = INITIAL): { state: AppState; effects: Effect[] } {
  const effects: Effect[] = [];
  for (const message of messages) {
    const step = reduce(state, message);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects };
}
const sent = (effects: Effect[]): unknown[] => effects.flatMap((e) => (e.type === "send" ? [e.message] : []));

describe("the table", () => {
  test("is what the last view says", () => {
    const { state, effects } = run([welcome(), { type: "seated", table: "t" }, snapshot(3), events(3, 5)]);
    expect(state.table).toMatchObject({ id: "t", version: 5, resuming: false });
    expect(state.table?.view?.hand?.multiplier).toBe(5);
    expect(effects.map((e) => e.type)).toEqual(["reset", "animate"]);
  });

  test("a gap asks to resume, once, and keeps the old view", () => {
    const { state, effects } = run([welcome(), { type: "seated", table: "t" }, snapshot(3), events(4, 5), events(5, 6)]);
    expect(sent(effects)).toEqual([{ type: "resume", table: "t", version: 3 }]);
    expect(state.table).toMatchObject({ version: 3, resuming: true });
    expect(run([events(3, 6)], state).state.table).toMatchObject({ version: 6, resuming: false });
  });

  test("a missing snapshot is asked for", () => {
    const { effects } = run([welcome(), { type: "seated", table: "t" }, events(4, 5)]);
    expect(sent(effects)).toEqual([{ type: "resume", table: "t", version: 0 }]);
  });

  test("what is known already is not played again", () => {
    const { effects } = run([welcome(), { type: "seated", table: "t" }, snapshot(5), events(3, 5)]);
    expect(effects.filter((e) => e.type === "animate")).toEqual([]);
  });

  test("events of another table are nobody's business", () => {
    const { state } = run([welcome(), { type: "seated", table: "t" }, snapshot(5), { ...events(5, 6), table: "other" }]);
    expect(state.table?.version).toBe(5);
  });

  test("presence changes the seats without a version", () => {
    const { state, effects } = run([
      welcome(),
      { type: "seated", table: "t" },
      snapshot(5),
      { type: "presence", table: "t", connected: [true, false, true] },
    ]);
    expect(state.table?.view?.seats.map((s) => s.connected)).toEqual([true, false, true]);
    expect(state.table?.version).toBe(5);
    expect(effects.at(-1)).toEqual({ type: "presence", seat: 1, connected: false });
  });

  test("leaving leads to the lobby, another table's end does not", () => {
    const seated = run([welcome(), { type: "seated", table: "t" }, snapshot(5)]).state;
    expect(run([{ type: "left", table: "t", reason: "left" }], seated).state.table).toBeNull();
    expect(run([{ type: "left", table: "old", reason: "left" }], seated).state.table?.id).toBe("t");
  });

  test("a table that is gone is not waited for", () => {
    const { state } = run([welcome({ table: "t" }), { type: "refused", command_id: null, code: "no_table", detail: "t" }]);
    expect(state.table).toBeNull();
  });
});

describe("a connection", () => {
  test("goes back to the table, and shows the old view until the new one comes", () => {
    const before = run([welcome(), { type: "seated", table: "t" }, snapshot(5)]).state;
    const { state, effects } = run([welcome({ table: "t" })], before);
    expect(sent(effects)).toEqual([{ type: "resume", table: "t", version: 0 }]);
    expect(state.table?.view).not.toBeNull();
    expect(run([snapshot(9)], state).state.table).toMatchObject({ version: 9, resuming: false });
  });

  test("without a table leads to the lobby, with a queue to the queue", () => {
    const before = run([welcome(), { type: "seated", table: "t" }, snapshot(5)]).state;
    expect(run([welcome()], before).state.table).toBeNull();
    expect(run([welcome({ queued: "a" })], before).state.queue?.room).toBe("a");
  });

  test("may be replaced", () => {
    expect(run([welcome(), { type: "replaced" }]).state.replaced).toBe(true);
  });
});

describe("the lobby", () => {
  test("queue and wallet", () => {
    const queued = run([welcome(), { type: "queued", room: "a", waiting: 2, bots_at: 9 }]).state;
    expect(queued.queue).toEqual({ room: "a", waiting: 2, botsAt: 9 });
    expect(run([{ type: "unqueued", room: "a", reason: "cancelled" }], queued).state.queue).toBeNull();
    expect(run([{ type: "seated", table: "t" }], queued).state.queue).toBeNull();
    expect(run([{ type: "wallet", beans: 7, title: "短工" }], queued).state.player).toMatchObject({ beans: 7, title: "短工" });
    expect(run([{ type: "lobby", rooms: [], online: 2 }], queued).state.rooms).toEqual([]);
  });

  test("answers to questions leave the state alone", () => {
    const state = run([welcome()]).state;
    for (const message of [
      { type: "ack", command_id: "x", version: 1 },
      { type: "refused", command_id: "x", code: "stale", detail: null },
      { type: "pong", sent_at: 1, server_time: 1 },
      { type: "hints", request_id: "x", version: 1, plays: [] },
    ] as const) {
      expect(reduce(state, message).state).toBe(state);
    }
  });
});
