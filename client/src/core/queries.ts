/**
 * Questions to the rules, which live at the server: may these cards be played, what would make sense, which
 * chain did I sweep. An answer counts only for the question and the cards it was asked for.
 */

import type { Timers } from "./net.ts";
import type { ClientMessage, Hints, PlayOption, Reading, Readings, Sweep } from "./protocol.ts";
import { sameCards } from "./selection.ts";

const DEBOUNCE = 30;
const SWEEP_PATIENCE = 150;
/** No chain is shorter, so a shorter sweep is never asked about. */
const SHORTEST_CHAIN = 5;

export interface QueryDeps {
  send: (message: ClientMessage) => boolean;
  timers: Timers;
  id: () => string;
  onChange: () => void;
}

/** Where the viewer stands: the questions are void when it changes. */
export interface Standing {
  table: string;
  question: string;
  mayPlay: boolean;
}

export class Queries {
  /** The readings under which the raised cards may be played; null: not known (yet). */
  playable: readonly Reading[] | null = null;
  /** Whether the raised cards are a combo at all, once known: says why they may not be played. */
  isCombo = false;
  /** The hints of this question; null: not asked, or no answer yet. */
  hints: readonly PlayOption[] | null = null;

  private standing: Standing | null = null;
  private cards: readonly number[] = [];
  private readingsId: string | null = null;
  private hintId: string | null = null;
  private hintAt = -1;
  private debounce: number | null = null;
  private sweep: { id: string; cards: readonly number[]; done: (cards: readonly number[]) => void; timer: number } | null = null;
  private afterReadings: ((readings: readonly Reading[]) => void) | null = null;
  private afterHints: (() => void) | null = null;

  constructor(private readonly deps: QueryDeps) {}

  /** The view or the raised cards may have changed. */
  update(standing: Standing | null, cards: readonly number[]): void {
    const same = standing?.question === this.standing?.question && standing?.mayPlay === this.standing?.mayPlay;
    if (!same) this.reset();
    this.standing = standing;
    if (same && sameCards(cards, this.cards)) return;
    this.cards = [...cards];
    this.askReadings();
  }

  /** The connection is new: what was asked on the old one is lost. */
  reconnected(): void {
    const { standing, cards } = this;
    this.reset();
    this.standing = null;
    this.cards = [];
    this.update(standing, cards);
  }

  private reset(): void {
    this.playable = null;
    this.hints = null;
    this.readingsId = this.hintId = null;
    this.hintAt = -1;
    this.afterReadings = this.afterHints = null;
    if (this.debounce !== null) this.deps.timers.clear(this.debounce);
    this.debounce = null;
  }

  private askReadings(): void {
    this.playable = null;
    this.readingsId = null;
    this.afterReadings = null;
    if (this.debounce !== null) this.deps.timers.clear(this.debounce);
    this.debounce = null;
    if (!this.standing?.mayPlay) return;
    if (this.cards.length === 0) this.playable = [];
    else this.debounce = this.deps.timers.set(() => this.sendReadings(), DEBOUNCE);
  }

  private sendReadings(): void {
    this.debounce = null;
    if (this.standing === null) return;
    const id = this.deps.id();
    if (this.deps.send({ type: "ask_readings", table: this.standing.table, request_id: id, cards: [...this.cards] })) this.readingsId = id;
  }

  gotReadings(message: Readings): void {
    if (message.request_id !== this.readingsId || !sameCards(message.cards, this.cards)) return;
    this.readingsId = null;
    this.playable = message.playable;
    this.isCombo = message.all.length > 0;
    const then = this.afterReadings;
    this.afterReadings = null;
    then?.(message.playable);
    this.deps.onChange();
  }

  /** Call back with the readings of the raised cards, now or when they arrive; never if the selection changes first. */
  whenReadings(then: (readings: readonly Reading[]) => void): void {
    if (!this.standing?.mayPlay || this.cards.length === 0) return;
    if (this.playable !== null) then(this.playable);
    else this.afterReadings = then;
  }

  /** Ask for the hints of this question, once. */
  prepareHints(): void {
    if (!this.standing?.mayPlay || this.hints !== null || this.hintId !== null) return;
    const id = this.deps.id();
    if (this.deps.send({ type: "ask_hint", table: this.standing.table, request_id: id })) this.hintId = id;
  }

  gotHints(message: Hints): void {
    if (message.request_id !== this.hintId) return;
    this.hintId = null;
    this.hints = message.plays;
    const then = this.afterHints;
    this.afterHints = null;
    then?.();
    this.deps.onChange();
  }

  /** Call back with the next hint, cycling; with null when there is none. */
  nextHint(then: (play: PlayOption | null) => void): void {
    if (!this.standing?.mayPlay) return;
    if (this.hints === null) {
      this.afterHints = () => this.nextHint(then);
      this.prepareHints();
      return;
    }
    if (this.hints.length === 0) return then(null);
    this.hintAt = (this.hintAt + 1) % this.hints.length;
    then(this.hints[this.hintAt] ?? null);
  }

  /** Ask which of the swept cards to raise. Plain range at once out of turn, and when no answer comes in time. */
  askSweep(cards: readonly number[], smart: boolean, done: (cards: readonly number[]) => void): void {
    this.finishSweep(null);
    const standing = this.standing;
    if (!smart || !standing?.mayPlay || cards.length < SHORTEST_CHAIN) return done(cards);
    const id = this.deps.id();
    if (!this.deps.send({ type: "ask_sweep", table: standing.table, request_id: id, cards: [...cards] })) return done(cards);
    const timer = this.deps.timers.set(() => this.finishSweep(null), SWEEP_PATIENCE);
    this.sweep = { id, cards, done, timer };
  }

  gotSweep(message: Sweep): void {
    if (message.request_id === this.sweep?.id) this.finishSweep(message.cards);
  }

  /** An answer was refused: do without it. */
  failed(): void {
    this.finishSweep(null);
  }

  private finishSweep(answer: readonly number[] | null): void {
    const sweep = this.sweep;
    if (sweep === null) return;
    this.sweep = null;
    this.deps.timers.clear(sweep.timer);
    const sensible = answer !== null && answer.length > 0 && answer.every((card) => sweep.cards.includes(card));
    sweep.done(sensible ? answer : sweep.cards);
  }
}
