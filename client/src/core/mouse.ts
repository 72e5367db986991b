/**
 * What a press, a sweep and a right click on the hand mean (docs/rules.md section 15). Pure, and without
 * imports: it is also built alone as `mouse.mjs` to run the cases outside a page.
 *
 * Left click raises a card, or lowers a raised one. Press and drag raises a range on release; a drag that
 * starts on a raised card lowers. Left click on blank lowers all. Right click of a mouse, anywhere, plays.
 */

export const BLANK = -1;

export type PointerKind = "mouse" | "touch" | "pen";

export type MouseInput =
  | { type: "down"; pointer: number; kind: PointerKind; button: number; index: number }
  | { type: "move"; pointer: number; index: number }
  | { type: "up"; pointer: number }
  | { type: "cancel"; pointer: number };

/** A press that is held, from the card it began on to the card it is on now. */
export interface Press {
  pointer: number;
  from: number;
  to: number;
  raise: boolean;
}

/** What the hand has to do. `range` is inclusive; `swept` when it was a drag over several cards. */
export type MouseEffect =
  | { type: "none" }
  | { type: "range"; first: number; last: number; raise: boolean; swept: boolean }
  | { type: "lower_all" }
  | { type: "play" };

export interface MouseStep {
  press: Press | null;
  effect: MouseEffect;
}

const LEFT = 0;
const RIGHT = 2;
const NONE: MouseEffect = { type: "none" };

/** One step of the machine: the press after the input, and what to do. */
export function stepMouse(press: Press | null, input: MouseInput, isRaised: (index: number) => boolean): MouseStep {
  switch (input.type) {
    case "down":
      return pointerDown(press, input, isRaised);
    case "move":
      return { press: press?.pointer === input.pointer ? { ...press, to: input.index } : press, effect: NONE };
    case "up":
      return press?.pointer === input.pointer ? { press: null, effect: rangeOf(press) } : { press, effect: NONE };
    case "cancel":
      return { press: press?.pointer === input.pointer ? null : press, effect: NONE };
  }
}

function pointerDown(
  press: Press | null,
  input: Extract<MouseInput, { type: "down" }>,
  isRaised: (index: number) => boolean,
): MouseStep {
  // A second finger changes nothing while the first one sweeps.
  if (press !== null) return { press, effect: NONE };
  // Only a mouse has a right button: a long press on a touch screen opens a context menu, too, and must not play.
  if (input.button === RIGHT) return { press, effect: input.kind === "mouse" ? { type: "play" } : NONE };
  if (input.button !== LEFT) return { press, effect: NONE };
  if (input.index === BLANK) return { press: null, effect: { type: "lower_all" } };
  const { pointer, index } = input;
  return { press: { pointer, from: index, to: index, raise: !isRaised(index) }, effect: NONE };
}

function rangeOf(press: Press): MouseEffect {
  return {
    type: "range",
    first: Math.min(press.from, press.to),
    last: Math.max(press.from, press.to),
    raise: press.raise,
    swept: press.from !== press.to,
  };
}

/** The cards a held press covers, for the preview; null without a press. */
export function previewOf(press: Press | null): [number, number] | null {
  return press === null ? null : [Math.min(press.from, press.to), Math.max(press.from, press.to)];
}

// --- scripted, for the cases ---------------------------------------------------------------------

export type ScriptEvent = ["left_click", number] | ["left_drag", number, number] | ["left_click_blank"] | ["right_click_any"];

export interface MouseScript {
  /** Card names, index 0 leftmost. */
  hand: readonly string[];
  events: readonly ScriptEvent[];
  /** Whether these cards may be played: a function, or the sets that may (each a list of names). */
  playable?: ((cards: string[]) => boolean) | Iterable<readonly string[]>;
}

export interface MouseOutcome {
  lifted: number[];
  played: string[] | null;
}

/** Run a script on a hand: which indices are raised at the end, and what was played, if anything. */
export function runMouse(script: MouseScript): MouseOutcome {
  const may = playableTest(script.playable);
  const lifted = new Set<number>();
  let played: string[] | null = null;
  for (const event of script.events) {
    for (const effect of runEvent(event, lifted)) {
      if (effect.type === "lower_all") lifted.clear();
      if (effect.type === "range") applyRange(lifted, effect);
      if (effect.type === "play" && lifted.size > 0) {
        const cards = inOrder(lifted).map((i) => script.hand[i] ?? "");
        if (!may(cards)) continue;
        played = cards;
        lifted.clear();
      }
    }
  }
  return { lifted: inOrder(lifted), played };
}

function runEvent(event: ScriptEvent, lifted: ReadonlySet<number>): MouseEffect[] {
  let press: Press | null = null;
  return inputsOf(event).map((input) => {
    const step: MouseStep = stepMouse(press, input, (i) => lifted.has(i));
    press = step.press;
    return step.effect;
  });
}

function inputsOf(event: ScriptEvent): MouseInput[] {
  const down = (button: number, index: number): MouseInput => ({ type: "down", pointer: 1, kind: "mouse", button, index });
  const up: MouseInput = { type: "up", pointer: 1 };
  switch (event[0]) {
    case "left_click":
      return [down(LEFT, event[1]), up];
    case "left_drag":
      return [down(LEFT, event[1]), { type: "move", pointer: 1, index: event[2] }, up];
    case "left_click_blank":
      return [down(LEFT, BLANK), up];
    case "right_click_any":
      return [down(RIGHT, BLANK), up];
  }
}

function applyRange(lifted: Set<number>, range: Extract<MouseEffect, { type: "range" }>): void {
  for (let i = range.first; i <= range.last; i++) {
    if (range.raise) lifted.add(i);
    else lifted.delete(i);
  }
}

function inOrder(indices: ReadonlySet<number>): number[] {
  return [...indices].sort((a, b) => a - b);
}

function playableTest(playable: MouseScript["playable"]): (cards: string[]) => boolean {
  if (playable === undefined) return () => false;
  if (typeof playable === "function") return playable;
  const keyOf = (cards: readonly string[]): string => [...cards].sort().join(" ");
  const keys = new Set([...playable].map(keyOf));
  return (cards) => keys.has(keyOf(cards));
}
