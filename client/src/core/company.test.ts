import { describe, expect, test } from "vitest";

import { bubbles, withLine, type ChatLine } from "./chat.ts";
import { ALONE, codeIn, codeOf, linkOf, reduceCompany } from "./company.ts";
import type { FriendRoomView } from "./protocol.ts";

const room = { code: "ABC234", host: "a", members: [] } as unknown as FriendRoomView;

describe("the company", () => {
  test("a room comes, changes and goes", () => {
    const inside = reduceCompany(ALONE, { type: "friend_room", room });
    expect(inside.room).toBe(room);
    expect(reduceCompany(inside, { type: "friend_room_left", reason: "kicked" }).room).toBeNull();
  });

  test("watching begins, and ends for the table that is meant", () => {
    const seen = reduceCompany(ALONE, { type: "watching", table: "t", delay_ms: 20_000, starts_at: 5 });
    expect(seen.watch).toEqual({ table: "t", delayMs: 20_000, startsAt: 5 });
    expect(reduceCompany(seen, { type: "watch_ended", table: "other", reason: "closed" })).toBe(seen);
    expect(reduceCompany(seen, { type: "watch_ended", table: "t", reason: "closed" }).watch).toBeNull();
    expect(reduceCompany(seen, { type: "seated", table: "u" }).watch).toBeNull();
  });

  test("what does not concern it changes nothing", () => {
    expect(reduceCompany(ALONE, { type: "pong", sent_at: 1, server_time: 2 })).toBe(ALONE);
  });
});

describe("codes", () => {
  test.each([
    ["abc234", "ABC234"],
    [" abc 234 ", "ABC234"],
    ["ABC23", null],
    ["ABC2340", null],
    ["ABC1O0", null],
  ])("%s", (text, code) => expect(codeOf(text)).toBe(code));

  test("a pasted link holds one", () => {
    expect(codeIn("来玩 https://example.org/f/abc234 快")).toBe("ABC234");
    expect(linkOf("https://example.org", "ABC234")).toBe("https://example.org/f/ABC234");
  });
});

describe("chat", () => {
  const line = (id: number, player: string, at: number): ChatLine => ({ type: "said", id, player, at, place: "t", name: player, kind: "text", what: `${id}` });

  test("the log is bounded, bubbles show the newest of each", () => {
    let log: readonly ChatLine[] = [];
    for (let id = 0; id < 100; id += 1) log = withLine(log, line(id, id % 2 ? "a" : "b", id));
    expect(log).toHaveLength(40);
    expect([...bubbles(log, 98).values()].map((l) => l.id)).toEqual([98, 99]);
    expect(bubbles(log, 200).size).toBe(0);
  });
});
