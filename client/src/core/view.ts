/** Reading a TableView: who sits where on the screen, what is asked, what lies where. No rule is decided here. */

import { sortForHand } from "./cards.ts";
import type { ClockView, HandView, OptionView, TableCombo, TableView } from "./protocol.ts";

/** Places on the screen: one's own at the bottom, the next player to play right, the previous left. */
export type Place = "me" | "next" | "prev";
export const PLACES: readonly Place[] = ["me", "next", "prev"];

const OVERDUE = 4_000;

/** The seat shown at the bottom; a spectator sits behind seat 0. */
export function ownSeat(view: TableView): number {
  return view.you ?? 0;
}

export function placeOf(view: TableView, seat: number): Place {
  return PLACES[(seat - ownSeat(view) + 3) % 3] ?? "me";
}

export function seatAt(view: TableView, place: Place): number {
  return (ownSeat(view) + PLACES.indexOf(place)) % 3;
}

/** Element of a triple by seat; the server always sends three. */
export function bySeat<T>(triple: readonly [T, T, T], seat: number): T {
  return triple[seat === 1 ? 1 : seat === 2 ? 2 : 0];
}

export function nameOf(view: TableView, seat: number): string {
  return bySeat(view.seats, seat).name;
}

/** The viewer's own cards as they lie in his hand, or null while they are face down. */
export function ownCards(view: TableView): number[] | null {
  if (view.hand === null || view.you === null) return [];
  const cards = bySeat(view.hand.cards, view.you);
  return cards === null ? null : sortForHand(cards, view.hand.wild);
}

/** An open hand of somebody else, or null. */
export function openCards(view: TableView, seat: number): number[] | null {
  if (view.hand === null || seat === view.you) return null;
  const cards = bySeat(view.hand.cards, seat);
  return cards === null ? null : sortForHand(cards, view.hand.wild);
}

export function option(view: TableView, type: string): OptionView | null {
  return view.hand?.options.find((o) => o.type === type) ?? null;
}

/** Whether the viewer is to play cards now. */
export function mayPlay(view: TableView): boolean {
  return option(view, "play") !== null;
}

/** Whether the seat has to answer something now. */
export function isAsked(view: TableView, seat: number): boolean {
  return view.hand?.asked.includes(seat) ?? false;
}

/** The clock that runs for a seat, or the table's own when no other is meant. */
export function clockOf(view: TableView, seat: number | null): ClockView | null {
  return view.clocks.find((c) => c.seat === seat) ?? null;
}

/** The clock the viewer should hurry for: his own, or before the deal the table's. */
export function ownClock(view: TableView): ClockView | null {
  if (view.you === null) return null;
  const own = clockOf(view, view.you);
  if (own !== null && own.kind !== "auto") return own;
  const table = clockOf(view, null);
  return table !== null && (table.kind === "start" || table.kind === "next") ? table : null;
}

/** A clock that ran out a while ago without anything coming of it: a message must have been lost. */
export function overdue(view: TableView, serverTime: number): boolean {
  return view.clocks.some((clock) => serverTime - clock.at > OVERDUE);
}

export function showOf(hand: HandView, seat: number): number | null {
  return hand.shows.find((s) => s.seat === seat)?.factor ?? null;
}

export function isCombo(last: TableCombo | string | null): last is TableCombo {
  return last !== null && typeof last !== "string";
}

/** What lies before a seat in this trick. */
export function comboOf(hand: HandView, seat: number): TableCombo | null {
  const last = bySeat(hand.last, seat);
  return isCombo(last) ? last : null;
}

/**
 * A name for the question the viewer is asked. A press that began under another question must not answer
 * this one, and raised cards, hints and readings belong to one question.
 */
export function questionOf(view: TableView): string {
  const hand = view.hand;
  if (hand === null) return `${view.table}.${view.hand_no}.none`;
  const parts = [view.table, view.hand_no, hand.deals, hand.phase, hand.turn, hand.raise_step, ...hand.plays, ...hand.counts];
  return parts.join(".");
}

/** A name for the deal: raised cards do not survive a new one. */
export function dealOf(view: TableView): string {
  return `${view.table}.${view.hand_no}.${view.hand?.deals ?? 0}`;
}
