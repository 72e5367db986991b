/** One listener for the whole table. Which card is meant is geometry, not hover: a fast sweep skips no card. */

import { cardAt, nearestCard, type HandLayout } from "../core/layout.ts";
import { BLANK, type MouseInput, type PointerKind } from "../core/mouse.ts";

export interface PointerTarget {
  hand: () => HTMLElement | null;
  layout: () => HandLayout;
  isRaised: (index: number) => boolean;
  pressed: () => boolean;
  input: (input: MouseInput) => void;
}

/** Things that answer a press themselves. A right click counts everywhere but in a dialog. */
const CONTROLS = "button:not(.slot), a, input, select, label, dialog, [data-own-press]";

export function attachPointers(table: HTMLElement, target: PointerTarget): () => void {
  const down = (event: PointerEvent): void => pointerDown(event, target);
  const move = (event: PointerEvent): void => {
    if (target.pressed()) target.input({ type: "move", pointer: event.pointerId, index: indexNear(event, target) });
  };
  const up = (event: PointerEvent): void => target.input({ type: "up", pointer: event.pointerId });
  const cancel = (event: PointerEvent): void => target.input({ type: "cancel", pointer: event.pointerId });
  const noMenu = (event: Event): void => event.preventDefault();
  table.addEventListener("pointerdown", down);
  table.addEventListener("pointermove", move);
  table.addEventListener("pointerup", up);
  table.addEventListener("pointercancel", cancel);
  table.addEventListener("lostpointercapture", cancel);
  table.addEventListener("contextmenu", noMenu);
  return () => {
    table.removeEventListener("pointerdown", down);
    table.removeEventListener("pointermove", move);
    table.removeEventListener("pointerup", up);
    table.removeEventListener("pointercancel", cancel);
    table.removeEventListener("lostpointercapture", cancel);
    table.removeEventListener("contextmenu", noMenu);
  };
}

/** Without this Chromium takes a fast sweep for a scroll, and swallows the tap after it. */
export function stopTouchScroll(hand: HTMLElement): () => void {
  const stop = (event: Event): void => {
    if (event.cancelable) event.preventDefault();
  };
  hand.addEventListener("touchstart", stop, { passive: false });
  return () => hand.removeEventListener("touchstart", stop);
}

function pointerDown(event: PointerEvent, target: PointerTarget): void {
  const element = event.target instanceof Element ? event.target : null;
  if (element?.closest("dialog")) return;
  if (event.button !== 2 && element?.closest(CONTROLS)) return;
  const index = indexAt(event, target);
  target.input({ type: "down", pointer: event.pointerId, kind: kindOf(event), button: event.button, index });
  if (event.button !== 0 || index === BLANK) return;
  // The hand itself takes the pointer: the card under it may be gone before the finger is lifted.
  target.hand()?.setPointerCapture(event.pointerId);
  event.preventDefault();
}

function kindOf(event: PointerEvent): PointerKind {
  return event.pointerType === "touch" || event.pointerType === "pen" ? event.pointerType : "mouse";
}

function pointIn(event: PointerEvent, hand: HTMLElement): [number, number] {
  const box = hand.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function indexAt(event: PointerEvent, target: PointerTarget): number {
  const hand = target.hand();
  return hand === null ? BLANK : cardAt(target.layout(), target.isRaised, ...pointIn(event, hand));
}

function indexNear(event: PointerEvent, target: PointerTarget): number {
  const hand = target.hand();
  return hand === null ? BLANK : nearestCard(target.layout(), ...pointIn(event, hand));
}
