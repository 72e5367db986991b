/** How what happened is shown: cards fly, the table shakes, a word lights up. Reads the page, never the rules. */

import type { TableEvent, TableView } from "../core/protocol.ts";
import { bySeat, placeOf } from "../core/view.ts";
import { DURATION, flight, type Animator, type Box } from "../fx/anim.ts";

/** The width of a card that is still in the pack, in the middle of the table. */
const DECK = 56;

export type Origins = ReadonlyMap<number, Box>;

export interface Flare {
  kind: "bomb" | "rocket" | "airplane" | "chain" | "spring" | "landlord";
  place: string;
  ms: number;
}

function boxOf(selector: string): Box | null {
  const element = document.querySelector(selector);
  if (element === null) return null;
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

/** Where the cards that were played come from: a place in one's own hand, or the seat of their player. */
export function captureOrigins(view: TableView, events: readonly TableEvent[]): Origins {
  const origins = new Map<number, Box>();
  for (const event of events) {
    if (event.kind !== "played" || event.seat == null) continue;
    const place = placeOf(view, event.seat);
    const seat = boxOf(`[data-place="${place}"] .avatar`);
    for (const card of event.cards ?? []) {
      const box = (place === "me" ? boxOf(`#card-${card} .card`) : null) ?? seat;
      if (box !== null) origins.set(card, box);
    }
  }
  return origins;
}

/** After the page shows the new view. */
export function playMotions(
  animator: Animator,
  before: TableView | null,
  view: TableView,
  events: readonly TableEvent[],
  origins: Origins,
): void {
  for (const [card, box] of origins) fly(animator, `#laid-${card}`, box, DURATION.play);
  if (events.some((event) => event.kind === "deal_stepped" || event.kind === "dealt")) dealIn(animator, before, view);
  if (events.some((event) => event.kind === "landlord_fixed")) showBottom(animator, before, view);
  const bomb = events.some((event) => event.reading?.kind === "bomb" || event.reading?.kind === "rocket");
  if (bomb) shake(animator);
}

function fly(animator: Animator, selector: string, from: Box, ms: number): void {
  const element = document.querySelector(selector);
  if (element !== null) void animator.run(element, flight(from, element.getBoundingClientRect()), ms);
}

/** New cards of one's own hand come from the middle of the table. */
function dealIn(animator: Animator, before: TableView | null, view: TableView): void {
  const ring = boxOf("[data-deck]");
  if (view.you === null || view.hand === null || ring === null) return;
  const deck = { x: ring.x + ring.width / 2 - DECK / 2, y: ring.y + ring.height / 2 - DECK * 0.7, width: DECK, height: DECK * 1.4 };
  const old = new Set(before?.hand ? (bySeat(before.hand.cards, view.you) ?? []) : []);
  const now = bySeat(view.hand.cards, view.you) ?? [];
  if (now.length - old.size > 4) return;
  for (const card of now) if (!old.has(card)) fly(animator, `#card-${card} .card`, deck, DURATION.deal);
}

/** The bottom cards turn over, and in one's own hand they come from above. */
function showBottom(animator: Animator, before: TableView | null, view: TableView): void {
  for (const element of document.querySelectorAll(".bottom-cards .card")) {
    void animator.run(element, [{ transform: "rotateY(90deg)" }, { transform: "none" }], DURATION.crown);
  }
  const crown = document.querySelector(".avatar .crown");
  if (crown !== null) {
    const frames = [{ transform: "translate(-50%, -60px) scale(2.2)", opacity: 0 }, { transform: "translate(-50%, 0)", opacity: 1 }];
    void animator.run(crown, frames, DURATION.crown);
  }
  const landlord = view.hand?.landlord;
  if (landlord == null || landlord !== view.you || before === null) return;
  for (const card of view.hand?.bottom ?? []) {
    const box = boxOf(".bottom-cards");
    if (box !== null) fly(animator, `#card-${card} .card`, { ...box, width: box.width / 3 }, DURATION.crown);
  }
}

function shake(animator: Animator): void {
  const felt = document.querySelector(".felt");
  if (felt === null) return;
  const frames = [0, -9, 8, -6, 5, -3, 2, 0].map((x, i) => ({ transform: `translate(${x}px, ${i % 2 ? 3 : -2}px)` }));
  void animator.run(felt, [...frames, { transform: "none" }], DURATION.flash, { easing: "linear" });
}

/** The word that lights up over the table for a great play. */
export function flareOf(event: TableEvent, view: TableView): Flare | null {
  if (event.kind === "settled") {
    return view.result?.spring ? { kind: "spring", place: "middle", ms: DURATION.petals } : null;
  }
  if (event.kind !== "played" || event.seat == null) return null;
  const place = placeOf(view, event.seat);
  const kind = event.reading?.kind ?? "";
  if (kind === "rocket") return { kind: "rocket", place, ms: DURATION.rocket };
  if (kind === "bomb") return { kind: "bomb", place, ms: DURATION.flash };
  if (kind.startsWith("airplane")) return { kind: "airplane", place, ms: DURATION.rocket };
  if (kind.endsWith("_chain")) return { kind: "chain", place, ms: DURATION.flash };
  return null;
}
