import { describe, expect, test } from "vitest";

import { FakeTimers, PLAYER } from "./fixtures.ts";
import { backoff, Link, SILENCE_TIMEOUT, type LinkState, type SocketLike } from "./net.ts";
import type { FromServer } from "./wire.ts";

class FakeSocket implements SocketLike {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: string[] = [];
  closed = false;
  send(data: string): void {
    this.sent.push(data);
  }
  close(): void {
    this.closed = true;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const WELCOME = { type: "welcome", player: PLAYER, server_time: 0, table: null, queued: null, rooms: [], online: 1 };

function setUp(): { timers: FakeTimers; sockets: FakeSocket[]; states: LinkState[]; got: FromServer[]; failures: number[]; link: Link } {
  const timers = new FakeTimers();
  const sockets: FakeSocket[] = [];
  const states: LinkState[] = [];
  const got: FromServer[] = [];
  const failures: number[] = [];
  const link = new Link({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    timers,
    random: () => 1,
    onMessage: (message) => got.push(message),
    onState: (state) => states.push(state),
    onFailure: (attempt) => failures.push(attempt),
  });
  return { timers, sockets, states, got, failures, link };
}

test("waits longer and longer, half of it by chance", () => {
  expect([1, 2, 3, 4].map((n) => backoff(n, 1))).toEqual([400, 800, 1600, 3200]);
  expect(backoff(1, 0)).toBe(200);
  expect(backoff(50, 1)).toBe(15_000);
});

describe("the link", () => {
  test("is online from the first message on", () => {
    const { sockets, states, got, link } = setUp();
    link.start();
    expect(link.send({ type: "ping", sent_at: 1 })).toBe(false);
    sockets[0]?.say(WELCOME);
    expect(states).toEqual(["connecting", "online"]);
    expect(got).toHaveLength(1);
    expect(link.send({ type: "ping", sent_at: 1 })).toBe(true);
    expect(sockets[0]?.sent).toEqual(['{"type":"ping","sent_at":1}']);
  });

  test("comes back by itself, and counts anew once it was online", () => {
    const { timers, sockets, states, failures, link } = setUp();
    link.start();
    sockets[0]?.say(WELCOME);
    sockets[0]?.onclose?.({ code: 1006 });
    expect(states.at(-1)).toBe("offline");
    timers.advance(400);
    expect(sockets).toHaveLength(2);
    sockets[1]?.onclose?.({ code: 1006 });
    expect(failures).toEqual([2]);
    timers.advance(799);
    expect(sockets).toHaveLength(2);
    timers.advance(1);
    expect(sockets).toHaveLength(3);
    sockets[2]?.say(WELCOME);
    sockets[2]?.onclose?.({ code: 1006 });
    timers.advance(400);
    expect(sockets).toHaveLength(4);
  });

  test("gives up an attempt that does not open, and a connection that is silent", () => {
    const { timers, sockets, link } = setUp();
    link.start();
    timers.advance(8_000 + 400);
    expect(sockets[0]?.closed).toBe(true);
    expect(sockets).toHaveLength(2);
    sockets[1]?.say(WELCOME);
    timers.advance(SILENCE_TIMEOUT);
    expect(sockets[1]?.closed).toBe(true);
    expect(link.state).toBe("offline");
  });

  test("hurries when told, and does not open twice", () => {
    const { sockets, timers, link } = setUp();
    link.start();
    link.start();
    expect(sockets).toHaveLength(1);
    sockets[0]?.onclose?.({ code: 1006 });
    link.hurry();
    link.hurry();
    expect(sockets).toHaveLength(2);
    timers.advance(400);
    expect(sockets).toHaveLength(2);
  });

  test("stays closed after a stop, whatever the old socket says", () => {
    const { sockets, timers, states, link } = setUp();
    link.start();
    sockets[0]?.say(WELCOME);
    const old = sockets[0]?.onclose;
    link.stop();
    old?.({ code: 1000 });
    timers.advance(60_000);
    expect(sockets).toHaveLength(1);
    expect(states.at(-1)).toBe("stopped");
    expect(timers.size).toBe(0);
  });
});
