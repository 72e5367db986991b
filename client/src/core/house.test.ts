import { describe, expect, test } from "vitest";

import { PLAYER } from "./fixtures.ts";
import { announced, QUIET, reduceHouse, shown } from "./house.ts";
import type { AnnouncementView, House, Welcome } from "./protocol.ts";

const notice = (id: string, more: Partial<AnnouncementView> = {}): AnnouncementView => ({ id, zh: "停机", en: "Down", at: 1, expires_at: 100, ...more });
const house = (...announcements: AnnouncementView[]): House => ({ type: "house", announcements, draining: true });
const welcome: Welcome = { type: "welcome", player: PLAYER, server_time: 1, table: null, queued: null, rooms: [], online: 1 };

describe("the house", () => {
  test("says what is announced, until the next connection says it anew", () => {
    const told = reduceHouse(QUIET, house(notice("a")));
    expect(told).toEqual({ announcements: [notice("a")], draining: true });
    expect(reduceHouse(told, welcome)).toEqual(QUIET);
  });

  test("does not change with what does not concern it", () => {
    const told = reduceHouse(QUIET, house(notice("a")));
    expect(reduceHouse(told, { type: "wallet", beans: 1, title: "短工" })).toBe(told);
  });

  test("shows what has not run out and was not put away", () => {
    const told = reduceHouse(QUIET, house(notice("a"), notice("b", { expires_at: 50 }), notice("c")));
    expect(shown(told, 50, ["c"]).map((a) => a.id)).toEqual(["a"]);
  });

  test("speaks one's language, or the other one", () => {
    expect(announced(notice("a"), "zh")).toBe("停机");
    expect(announced(notice("a"), "en")).toBe("Down");
    expect(announced(notice("a", { en: "" }), "en")).toBe("停机");
    expect(announced(notice("a", { zh: "" }), "zh")).toBe("Down");
  });
});
