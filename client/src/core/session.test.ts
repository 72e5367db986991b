import { describe, expect, test } from "vitest";

import type { Command } from "./commands.ts";
import { FakeTimers, PLAYER, viewOf } from "./fixtures.ts";
import type { SocketLike } from "./net.ts";
import type { ClientMessage, Refused } from "./protocol.ts";
import { Session } from "./session.ts";

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: ClientMessage[] = [];
  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }
  close(): void {
    // Nothing: the link forgets it.
  }
  say(...messages: unknown[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
  }
  of<T extends ClientMessage["type"]>(type: T): Extract<ClientMessage, { type: T }>[] {
    return this.sent.filter((m): m is Extract<ClientMessage, { type: T }> => m.type === type);
  }
}

const welcome = (table: string | null = null): unknown => ({ type: "welcome", player: PLAYER, server_time: 0, table, queued: null, rooms: [], online: 1 });
const snapshot = (version: number): unknown => ({ type: "snapshot", table: "t", version, server_time: 0, view: viewOf() });

function setUp(): { session: Session; sockets: FakeSocket[]; timers: FakeTimers; refusals: [Refused, Command | null][] } {
  const timers = new FakeTimers();
  const sockets: FakeSocket[] = [];
  const refusals: [Refused, Command | null][] = [];
  const session = new Session({
    open: () => {
      sockets.push(new FakeSocket());
      return sockets.at(-1) as FakeSocket;
    },
    timers,
    random: () => 0.5,
    now: () => 1_000_000 + timers.now,
    onChange: () => undefined,
    onEffect: () => undefined,
    onRefused: (refused, command) => refusals.push([refused, command]),
  });
  session.start();
  return { session, sockets, timers, refusals };
}

describe("a session", () => {
  test("sends an unacknowledged action again, with the same id, after a reconnect", () => {
    const { session, sockets, timers } = setUp();
    sockets[0]?.say(welcome("t"), snapshot(5));
    session.act({ type: "pass" });
    const first = sockets[0]?.of("act")[0];
    expect(first).toMatchObject({ table: "t", seen_version: 5, action: { type: "pass" } });
    sockets[0]?.onclose?.({ code: 1006 });
    expect(session.busy).toBe(true);
    timers.advance(400);
    sockets[1]?.say(welcome("t"));
    expect(sockets[1]?.of("act")).toEqual([first]);
    expect(sockets[1]?.of("resume")).toEqual([{ type: "resume", table: "t", version: 0 }]);
    sockets[1]?.say({ type: "ack", command_id: first?.command_id, version: 6 });
    expect(session.busy).toBe(true);
    sockets[1]?.say(snapshot(6));
    expect(session.busy).toBe(false);
  });

  test("drops an action when the table is gone", () => {
    const { session, sockets, timers } = setUp();
    sockets[0]?.say(welcome("t"), snapshot(5));
    session.act({ type: "pass" });
    sockets[0]?.onclose?.({ code: 1006 });
    timers.advance(400);
    sockets[1]?.say(welcome(null));
    expect(sockets[1]?.of("act")).toEqual([]);
    expect(session.busy).toBe(false);
  });

  test("reports a refusal with its command, and unlocks", () => {
    const { session, sockets, refusals } = setUp();
    sockets[0]?.say(welcome("t"), snapshot(5));
    session.act({ type: "play", cards: [8] });
    const id = sockets[0]?.of("act")[0]?.command_id;
    sockets[0]?.say({ type: "refused", command_id: id, code: "does_not_beat", detail: null });
    expect(refusals[0]?.[0].code).toBe("does_not_beat");
    expect(refusals[0]?.[1]?.command_id).toBe(id);
    expect(session.busy).toBe(false);
  });

  test("joins once, until it is seated", () => {
    const { session, sockets } = setUp();
    sockets[0]?.say(welcome());
    session.join("r", true, "ready");
    session.join("r", true, "ready");
    expect(sockets[0]?.of("join")).toHaveLength(1);
    sockets[0]?.say({ type: "seated", table: "t" });
    expect(session.joining).toBe(false);
  });

  test("every command has its own id, of letters the server takes", () => {
    const { session, sockets } = setUp();
    sockets[0]?.say(welcome("t"), snapshot(5));
    session.act({ type: "pass" });
    session.act({ type: "call" });
    const ids = sockets[0]?.of("act").map((m) => m.command_id) ?? [];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  test("pings at once and regularly, and follows the server's clock", () => {
    const { session, sockets, timers } = setUp();
    sockets[0]?.say(welcome());
    timers.advance(0);
    expect(sockets[0]?.of("ping")).toHaveLength(1);
    sockets[0]?.say({ type: "pong", sent_at: 1_000_000, server_time: 5_000_000 });
    expect(session.clock.time()).toBe(5_000_000);
    timers.advance(10_000);
    expect(sockets[0]?.of("ping")).toHaveLength(4);
  });

  test("asks for a view that was promised and does not come", () => {
    const { session, sockets, timers } = setUp();
    sockets[0]?.say(welcome("t"), snapshot(5));
    session.act({ type: "pass" });
    sockets[0]?.say({ type: "ack", command_id: sockets[0].of("act")[0]?.command_id, version: 6 });
    timers.advance(1_499);
    expect(sockets[0]?.of("resume")).toHaveLength(1);
    timers.advance(1);
    expect(sockets[0]?.of("resume").at(-1)).toEqual({ type: "resume", table: "t", version: 5 });
  });

  test("asks for the snapshot of a new table when it does not come", () => {
    const { sockets, timers } = setUp();
    sockets[0]?.say(welcome(), { type: "seated", table: "t" });
    timers.advance(1_500);
    expect(sockets[0]?.of("resume")).toEqual([{ type: "resume", table: "t", version: 0 }]);
  });

  test("stops when it was replaced, and continues when asked", () => {
    const { session, sockets, timers } = setUp();
    sockets[0]?.say(welcome(), { type: "replaced" });
    expect(session.state.replaced).toBe(true);
    timers.advance(60_000);
    expect(sockets).toHaveLength(1);
    session.continueHere();
    expect(sockets).toHaveLength(2);
    expect(session.state.replaced).toBe(false);
  });
});

test("a guest who keeps his account stays at his table", () => {
  const { session, sockets } = setUp();
  session.start();
  sockets[0]?.say(welcome("t"), snapshot(7));
  session.renamed({ ...PLAYER, name: "阿明", guest: false });
  expect(session.state.player).toEqual({ ...PLAYER, name: "阿明", guest: false });
  expect(session.state.table?.version).toBe(7);
  expect(sockets.length).toBe(1);
});
