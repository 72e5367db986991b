/** What people read while they play: bubbles at the seats, the line in the middle, events in words. */

import { cardLabel, rankLabel, readingLabel, textOf, type Translate } from "./i18n.ts";
import type { HandView, TableEvent, TableView } from "./protocol.ts";
import { bySeat, mayPlay, nameOf, option, showOf } from "./view.ts";

/** What a seat said, for the bubble beside it; null when it said nothing, or has cards on the table. */
export function bubbleOf(t: Translate, view: TableView, seat: number): string | null {
  const hand = view.hand;
  if (hand === null) return null;
  switch (hand.phase) {
    case "start":
      return startBubble(t, hand, seat);
    case "deal": {
      const factor = showOf(hand, seat);
      return factor === null ? null : t("said.show", { n: factor });
    }
    case "call":
    case "rob":
      return bidBubble(t, hand, seat);
    case "raise":
      return raiseBubble(t, hand, seat);
    case "double":
      return doubleBubble(t, hand, seat);
    case "play":
      return bySeat(hand.last, seat) === "pass" ? t("said.pass") : null;
    default:
      return null;
  }
}

function startBubble(t: Translate, hand: HandView, seat: number): string | null {
  const factor = showOf(hand, seat);
  if (factor !== null) return t("said.show", { n: factor });
  return bySeat(hand.ready, seat) ? t("said.ready") : null;
}

function bidBubble(t: Translate, hand: HandView, seat: number): string | null {
  const bid = bySeat(hand.bids, seat);
  if (bid === null) return null;
  if (bid !== "pass") return textOf(t, "said", bid);
  // Who declined while nobody had called said 不叫; in the robbing it is 不抢.
  return hand.phase === "call" ? t("said.pass_call") : t("said.pass_rob");
}

function raiseBubble(t: Translate, hand: HandView, seat: number): string | null {
  const last = hand.raises.findLast((answer) => answer.seat === seat);
  if (last === undefined) return null;
  return textOf(t, last.yes ? "raise" : "raise.no", String(last.step));
}

function doubleBubble(t: Translate, hand: HandView, seat: number): string | null {
  const answer = bySeat(hand.doubles, seat);
  if (answer === null) return null;
  return answer ? t("said.double") : t("said.no_double");
}

/** The line in the middle: what the viewer is asked, or whom he waits for. `nothingBeats`: the hints were empty. */
export function promptOf(t: Translate, view: TableView, nothingBeats: boolean): string {
  const hand = view.hand;
  if (hand === null || hand.phase === "over") return "";
  if (view.you !== null && bySeat(hand.autoplay, view.you)) return t("table.autoplay_note");
  if (mayPlay(view)) return playPrompt(t, view, hand, nothingBeats);
  return ownQuestion(t, view, hand) ?? waitingFor(t, view, hand);
}

function playPrompt(t: Translate, view: TableView, hand: HandView, nothingBeats: boolean): string {
  if (hand.to_beat === null) return t("ask.lead");
  return nothingBeats ? t("ask.nothing") : t("ask.follow", { name: nameOf(view, hand.to_beat.seat) });
}

const QUESTIONS = [
  ["ready", "ask.start"],
  ["blind", "ask.blind"],
  ["call", "ask.call"],
  ["rob", "ask.rob"],
  ["raise", "ask.raise"],
  ["no_double", "ask.double"],
] as const;

function ownQuestion(t: Translate, view: TableView, hand: HandView): string | null {
  const question = QUESTIONS.find(([type]) => option(view, type) !== null);
  if (question !== undefined) return t(question[1]);
  return hand.phase === "deal" && option(view, "show") !== null ? t("ask.deal") : null;
}

function waitingFor(t: Translate, view: TableView, hand: HandView): string {
  const name = hand.turn === null ? "" : nameOf(view, hand.turn);
  switch (hand.phase) {
    case "start":
    case "await_deal":
      return t("wait.start");
    case "deal":
      return t("wait.deal");
    case "call":
      return t("wait.call", { name });
    case "rob":
      return t("wait.rob", { name });
    case "raise":
      return t("wait.raise", { name });
    case "double":
      return t("wait.double");
    case "play":
      return t("wait.play", { name });
    default:
      return "";
  }
}

/** An event in words, for the log and for people who hear the page; null for those that say nothing. */
export function describeEvent(t: Translate, view: TableView, event: TableEvent): string | null {
  const name = event.seat === undefined || event.seat === null ? "" : nameOf(view, event.seat);
  switch (event.kind) {
    case "shown":
      return t("event.shown", { name, n: event.factor ?? 1 });
    case "looked":
    case "blind_grabbed":
    case "called":
    case "robbed":
    case "declined":
    case "deal_voided":
    case "passed":
    case "escaped":
    case "forced_scored":
    case "seat_left":
      return t(`event.${event.kind}`, { name });
    case "landlord_fixed":
      return (event.factor ?? 1) > 1
        ? t("event.landlord_bottom", { name, n: event.factor ?? 1 })
        : t("event.landlord_fixed", { name });
    case "wild_drawn":
      return t("event.wild_drawn", { rank: rankLabel(t, event.rank ?? view.hand?.wild ?? 0) });
    case "double_answered":
      return event.yes === true ? t("event.doubled", { name }) : null;
    case "raise_answered":
      return raiseEvent(t, view, event, name);
    case "played":
      return playedEvent(t, event, name);
    case "autoplay_set":
      return event.yes === true ? t("event.autoplay_on", { name }) : null;
    case "hand_started":
      return t("event.hand_started", { n: view.hand_no });
    default:
      return null;
  }
}

function playedEvent(t: Translate, event: TableEvent, name: string): string | null {
  if (!event.reading) return null;
  const combo = readingLabel(t, event.reading);
  const cards = (event.cards ?? []).map((card) => cardLabel(t, card)).join(" ");
  return t("event.played", { name, combo: `${combo} (${cards})` });
}

const STEPS = ["dao", "la", "lei", "wo"];

function raiseEvent(t: Translate, view: TableView, event: TableEvent, name: string): string | null {
  if (event.yes !== true) return null;
  const byStage = event.stage ? STEPS.indexOf(event.stage) : -1;
  const step = byStage >= 0 ? byStage : (view.hand?.raises.findLast((r) => r.seat === event.seat)?.step ?? 0);
  return t("event.raised", { name, step: textOf(t, "raise", String(step)) ?? "" });
}
