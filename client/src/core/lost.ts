/** A seat that is lost: given away between two hands, when its player does not answer in time, or by an escape. */

import type { TableView } from "./protocol.ts";
import { bySeat } from "./view.ts";

/** `waited`: one wanted another hand, and the others did not. */
export interface LostSeat {
  room: string;
  waited: boolean;
}

/** Whether the table, as it was last seen, had asked for another hand: who is gone from it then was too late. */
export function lapsed(view: TableView): boolean {
  return view.you !== null && view.status !== "playing" && view.hands === null;
}

export function lostSeat(view: TableView): LostSeat {
  return { room: view.room, waited: view.you !== null && bySeat(view.seats, view.you).wants_next };
}

/** What an escape has cost, the fee included: as the result says, else as it was stated before. */
export function escapeCost(view: TableView): number {
  const own = view.result?.seats.find((line) => line.seat === view.you);
  return own === undefined ? (view.hand?.escape_penalty ?? 0) : -own.delta;
}
