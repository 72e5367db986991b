/** Which sound goes with what happened. */

import type { TableEvent, TableView } from "../core/protocol.ts";
import { isAsked } from "../core/view.ts";
import type { SoundName } from "./sound.ts";

const PLAIN: Readonly<Record<string, SoundName>> = {
  passed: "pass",
  declined: "pass",
  deal_stepped: "deal",
  shown: "say",
  called: "say",
  robbed: "say",
  blind_grabbed: "say",
  looked: "pick",
  landlord_fixed: "crown",
  wild_drawn: "say",
};

export function soundOf(event: TableEvent, view: TableView): SoundName | null {
  if (event.kind === "played") return playedSound(event);
  if (event.kind === "settled") return endSound(view);
  if (event.kind === "double_answered" || event.kind === "raise_answered") return event.yes === true ? "say" : "pass";
  return PLAIN[event.kind] ?? null;
}

function playedSound(event: TableEvent): SoundName {
  const kind = event.reading?.kind;
  return kind === "rocket" ? "rocket" : kind === "bomb" ? "bomb" : "play";
}

function endSound(view: TableView): SoundName | null {
  const result = view.result;
  if (result === null || view.you === null) return null;
  const delta = result.seats[view.you]?.delta ?? 0;
  if (delta > 0 && result.spring !== null) return "spring";
  return delta > 0 ? "win" : "lose";
}

/** Whether the viewer has just been asked something in the play or the auction. */
export function becameMyTurn(before: TableView | null, view: TableView): boolean {
  if (view.you === null || view.hand === null || view.hand.phase === "start") return false;
  const wasAsked = before !== null && isAsked(before, view.you) && before.hand?.phase === view.hand.phase;
  return isAsked(view, view.you) && !wasAsked;
}
