/** The keyboard at the table. */

import { actionButtons, type Tone } from "../core/buttons.ts";
import { rankOfKey } from "../core/cards.ts";
import type { Game } from "./game.svelte.ts";

function elsewhere(event: KeyboardEvent, element: Element | null): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return element?.closest("input, select, textarea, dialog") != null || document.querySelector("dialog[open]") !== null;
}

/** C opens the chat, at a table and in a room of friends. */
export function chatKey(event: KeyboardEvent, game: Game): boolean {
  if (event.repeat || event.key.toLowerCase() !== "c" || elsewhere(event, event.target instanceof Element ? event.target : null)) return false;
  game.company.toggleChat();
  return true;
}

/** True when the key was one of ours. */
export function tableKey(event: KeyboardEvent, game: Game): boolean {
  const element = event.target instanceof Element ? event.target : null;
  if (elsewhere(event, element)) return false;
  const onControl = element?.closest("button:not(.slot), a") != null;
  return (game.view?.you != null && chatKey(event, game)) || moveKey(event, game) || cardKey(event, game, onControl) || letterKey(event, game);
}

function moveKey(event: KeyboardEvent, game: Game): boolean {
  const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (by === 0) return false;
  const index = game.hand.moveFocus(by);
  const card = game.hand.cards?.[index];
  if (card !== undefined) document.getElementById(`card-${card}`)?.focus();
  return true;
}

/** Space and Enter belong to a control that has the focus, and to the hand otherwise. */
function cardKey(event: KeyboardEvent, game: Game, onControl: boolean): boolean {
  const hand = game.hand;
  if (event.key === "Escape") {
    if (hand.choice !== null) hand.closeChoice();
    else hand.lowerAll();
    return true;
  }
  if (onControl) return false;
  if (event.key === " ") {
    const card = hand.cards?.[hand.focus];
    if (card !== undefined && !event.repeat) hand.toggle(card);
    return true;
  }
  // A key held down when the turn arrives must not play, nor answer.
  if (event.key === "Enter" && !event.repeat && !answer(game, "vermilion")) hand.play();
  return event.key === "Enter";
}

/** Give the answer whose button has this colour; whether there was one. */
function answer(game: Game, tone: Tone): boolean {
  if (game.view === null || game.busy) return false;
  const button = actionButtons(game.view).find((b) => b.tone === tone && b.send !== null && !b.disabled);
  if (button?.send == null) return false;
  game.act(button.send);
  return true;
}

function letterKey(event: KeyboardEvent, game: Game): boolean {
  if (event.repeat || event.key.length !== 1) return false;
  switch (event.key.toLowerCase()) {
    case "h":
      game.hand.hint();
      return true;
    case "p":
      answer(game, "jade");
      return true;
    case "s":
      return answer(game, "gold");
    case "t":
      game.toggleAutoplay();
      return true;
    default: {
      const rank = rankOfKey(event.key);
      if (rank !== null) game.hand.raiseRank(rank);
      return rank !== null;
    }
  }
}
