/** One's own cards: what is raised, what a press does, hints, and playing. */

import { BLANK, previewOf, stepMouse, type MouseEffect, type MouseInput, type Press } from "../core/mouse.ts";
import type { PlayOption, Reading, TableView } from "../core/protocol.ts";
import {
  keepHeld,
  NOTHING_RAISED,
  raisedInHand,
  raiseNextOfRank,
  setCards,
  toggle,
  type Raised,
} from "../core/selection.ts";
import type { Session } from "../core/session.ts";
import { dealOf, mayPlay, ownCards, questionOf } from "../core/view.ts";
import type { SoundName } from "../fx/sound.ts";
import type { Settings } from "./settings.ts";

export interface Choice {
  cards: readonly number[];
  readings: readonly Reading[];
}

export class HandControl {
  /** The hand as it lies; null while it is face down. */
  cards = $state.raw<readonly number[] | null>([]);
  raised = $state.raw<Raised>(NOTHING_RAISED);
  preview = $state.raw<[number, number] | null>(null);
  playable = $state.raw<readonly Reading[] | null>(null);
  hints = $state.raw<readonly PlayOption[] | null>(null);
  /** Known to be no combo, or not to beat: said before it is refused. */
  unplayable = $state<"not_a_combo" | "does_not_beat" | null>(null);
  choice = $state.raw<Choice | null>(null);
  /** The card the keyboard is on. */
  focus = $state(0);

  private view: TableView | null = null;
  private deal = "";
  private press: Press | null = null;

  constructor(
    private readonly session: Session,
    private readonly settings: () => Settings,
    private readonly sound: (name: SoundName) => void,
  ) {}

  /** The view, or an answer, may be new. */
  sync(view: TableView | null): void {
    const deal = view === null ? "" : dealOf(view);
    if (view !== this.view) {
      this.view = view;
      const cards = view === null ? [] : ownCards(view);
      if (cards === null || this.cards === null || cards.join() !== this.cards.join()) this.handChanged(cards);
    }
    if (deal !== this.deal) {
      this.deal = deal;
      this.raised = NOTHING_RAISED;
    }
    this.ask();
  }

  private handChanged(cards: readonly number[] | null): void {
    this.cards = cards;
    this.raised = keepHeld(this.raised, cards ?? []);
    this.focus = Math.max(0, Math.min(this.focus, (cards?.length ?? 1) - 1));
    // The indices of a held press mean other cards now.
    if (this.press !== null) this.input({ type: "cancel", pointer: this.press.pointer });
  }

  private ask(): void {
    const view = this.view;
    const queries = this.session.queries;
    const standing =
      view === null ? null : { table: view.table, question: questionOf(view), mayPlay: mayPlay(view) && !this.session.busy };
    queries.update(standing, this.raisedCards());
    if (standing?.mayPlay && view?.hand?.to_beat) queries.prepareHints();
    this.playable = queries.playable;
    this.hints = queries.hints;
    const known = queries.playable !== null && queries.playable.length === 0 && this.raised.size > 0;
    this.unplayable = !known ? null : queries.isCombo ? "does_not_beat" : "not_a_combo";
    if (!standing?.mayPlay) this.choice = null;
  }

  raisedCards(): number[] {
    return raisedInHand(this.raised, this.cards ?? []);
  }

  private setRaised(raised: Raised): void {
    if (raised === this.raised) return;
    this.raised = raised;
    this.choice = null;
    this.sound("pick");
    this.ask();
  }

  // --- pointer ---

  input(input: MouseInput): void {
    const hand = this.cards ?? [];
    const step = stepMouse(this.press, input, (i) => this.raised.has(hand[i] ?? BLANK));
    this.press = step.press;
    this.preview = previewOf(step.press);
    if (input.type === "down" && input.index !== BLANK) this.focus = input.index;
    this.apply(step.effect);
  }

  get pressed(): boolean {
    return this.press !== null;
  }

  private apply(effect: MouseEffect): void {
    if (effect.type === "play") this.play();
    if (effect.type === "lower_all") this.lowerAll();
    if (effect.type !== "range") return;
    const swept = (this.cards ?? []).slice(effect.first, effect.last + 1);
    const smart = effect.raise && effect.swept && this.settings().smartSweep;
    // While the server is asked the swept cards stay marked.
    if (smart) this.preview = [effect.first, effect.last];
    this.session.queries.askSweep(swept, smart, (cards) => {
      if (this.press === null) this.preview = null;
      this.setRaised(setCards(this.raised, cards, effect.raise));
    });
  }

  // --- keyboard and buttons ---

  lowerAll(): void {
    if (this.raised.size > 0) this.setRaised(NOTHING_RAISED);
  }

  toggle(card: number): void {
    this.setRaised(toggle(this.raised, card));
  }

  raiseRank(rank: number): void {
    this.setRaised(raiseNextOfRank(this.raised, this.cards ?? [], rank));
  }

  moveFocus(by: number): number {
    const last = Math.max(0, (this.cards?.length ?? 1) - 1);
    this.focus = Math.max(0, Math.min(last, this.focus + by));
    return this.focus;
  }

  /** Raise the next hint. When nothing beats, lower all: the line in the middle says so. */
  hint(): void {
    this.session.queries.nextHint((play) => {
      this.setRaised(play === null ? NOTHING_RAISED : new Set(play.cards));
    });
  }

  /** Play what is raised if it may be played, else do nothing. A choice comes first when it has several readings. */
  play(): void {
    if (this.session.busy || this.choice !== null) return;
    this.session.queries.whenReadings((readings) => {
      const cards = this.raisedCards();
      if (readings.length > 1) this.choice = { cards, readings };
      else if (readings.length === 1) this.send(cards, null);
    });
  }

  choose(reading: Reading): void {
    const choice = this.choice;
    this.choice = null;
    if (choice !== null && !this.session.busy) this.send(choice.cards, reading);
  }

  closeChoice(): void {
    this.choice = null;
  }

  private send(cards: readonly number[], reading: Reading | null): void {
    const declare = reading === null ? null : { kind: reading.kind, main: reading.main, length: reading.length };
    this.session.act({ type: "play", cards, declare });
  }
}
