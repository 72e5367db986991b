import { describe, expect, it } from "vitest";

import { viewOf } from "./fixtures.ts";
import type { TableView } from "./protocol.ts";
import { escapeCost, lapsed, lostSeat } from "./lost.ts";

describe("a seat that is gone", () => {
  it("was given away only between two hands, and not in a room of friends", () => {
    expect(lapsed(viewOf(null, { status: "between" }))).toBe(true);
    expect(lapsed(viewOf(null, { status: "closed" }))).toBe(true);
    expect(lapsed(viewOf({}, { status: "playing" }))).toBe(false);
    expect(lapsed(viewOf(null, { status: "between", hands: 6 }))).toBe(false);
    expect(lapsed(viewOf(null, { status: "between", you: null }))).toBe(false);
  });

  it("says whether one had asked for another hand", () => {
    const view = viewOf(null, { status: "between" });
    const [me, ...others] = view.seats;
    expect(lostSeat(view)).toEqual({ room: "r", waited: false });
    const wanted = { ...view, seats: [{ ...me, wants_next: true }, ...others] as unknown as typeof view.seats };
    expect(lostSeat(wanted).waited).toBe(true);
  });

  it("tells what an escape has cost: of the settled hand, which has no penalty any more", () => {
    const seats = [0, 1, 2].map((seat) => ({ seat, delta: seat === 0 ? -510 : 240, fee: 10, beans: 1000, title: "", promoted: false, cards_left: 17 }));
    const result = { seats } as unknown as NonNullable<TableView["result"]>;
    expect(escapeCost(viewOf({ escape_penalty: 500 }))).toBe(500);
    expect(escapeCost(viewOf({ escape_penalty: null }, { you: 0, result }))).toBe(510);
  });
});
