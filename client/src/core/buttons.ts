/** The buttons of the action bar, from the options of the view alone: so they are right after any reload. */

import { groupDigits } from "./format.ts";
import type { Params, TextKey } from "./i18n.ts";
import type { ActionMessage, HandView, OptionView, ShowAction, TableView } from "./protocol.ts";

export type Tone = "gold" | "vermilion" | "jade";

/** `send` null: the button asks something of the client itself (play and hint). */
export interface ActionButton {
  id: string;
  tone: Tone;
  label: TextKey;
  params: Params;
  send: ActionMessage | null;
  disabled: boolean;
  reason: { key: TextKey; params: Params } | null;
}

const RAISE_LABELS = {
  dao: "act.raise.dao",
  la: "act.raise.la",
  lei: "act.raise.lei",
  wo: "act.raise.wo",
} as const;

const STEP_PASS: readonly TextKey[] = ["act.pass.dao", "act.pass.la", "act.pass.lei", "act.pass.wo"];

function button(id: string, tone: Tone, label: TextKey, send: ActionMessage | null, n = 0): ActionButton {
  return { id, tone, label, params: { n }, send, disabled: false, reason: null };
}

/** Declining stands left, committing right, as hands expect it. */
export function actionButtons(view: TableView): ActionButton[] {
  const hand = view.hand;
  if (hand === null) return [];
  const has = (type: string): OptionView | undefined => hand.options.find((o) => o.type === type);
  const buttons = [
    declineButton(hand, has("pass")),
    has("no_double") && button("no_double", "jade", "act.no_double", { type: "no_double" }),
    has("look") && button("look", "jade", "act.look", { type: "look" }),
    has("play") && button("hint", "gold", "act.hint", null),
    ...hand.options.filter((o) => o.type === "show").map(showButton),
    has("ready") && button("ready", "vermilion", "act.ready", { type: "ready" }),
    has("blind") && button("blind", "vermilion", "act.blind", { type: "blind" }, has("blind")?.factor ?? 2),
    has("call") && button("call", "vermilion", "act.call", { type: "call" }),
    has("rob") && button("rob", "vermilion", "act.rob", { type: "rob" }, has("rob")?.factor ?? 2),
    raiseButton(has("raise")),
    doubleButton(view, hand, has("double"), has("no_double")),
    has("play") && button("play", "vermilion", "act.play", null),
  ];
  return buttons.filter((b): b is ActionButton => typeof b === "object" && b !== null);
}

function declineButton(hand: HandView, pass: OptionView | undefined): ActionButton | null {
  if (pass === undefined) return null;
  return button("pass", "jade", declineLabel(hand), { type: "pass" });
}

function declineLabel(hand: HandView): TextKey {
  switch (hand.phase) {
    case "call":
      return "act.pass.call";
    case "rob":
      return "act.pass.rob";
    case "raise":
      return STEP_PASS[hand.raise_step ?? 0] ?? "act.pass.play";
    default:
      return "act.pass.play";
  }
}

function showButton(show: OptionView): ActionButton {
  const stage = (show.stage ?? "bottom") as ShowAction["stage"];
  const label = stage === "start" ? "act.show_start" : "act.show";
  return button("show", "gold", label, { type: "show", stage }, show.factor ?? 1);
}

function raiseButton(raise: OptionView | undefined): ActionButton | null {
  if (raise === undefined) return null;
  const stage = raise.stage as keyof typeof RAISE_LABELS;
  return button("raise", "vermilion", RAISE_LABELS[stage] ?? "act.raise.dao", { type: "raise" }, raise.factor ?? 2);
}

/** All three are asked; who may not double sees the button grey, with the reason. */
function doubleButton(
  view: TableView,
  hand: HandView,
  double: OptionView | undefined,
  noDouble: OptionView | undefined,
): ActionButton | null {
  if (double !== undefined) return button("double", "vermilion", "act.double", { type: "double" }, double.factor ?? 2);
  if (noDouble === undefined || hand.phase !== "double") return null;
  const threshold = view.stakes.double_threshold;
  const reason: ActionButton["reason"] =
    threshold === null
      ? { key: "act.no_double_here", params: {} }
      : { key: "act.no_beans_to_double", params: { n: groupDigits(threshold) } };
  return { ...button("double", "vermilion", "act.double", null, 2), disabled: true, reason };
}
