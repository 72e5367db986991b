/** Views and timers for tests. Not part of the page. */

import type { Timers } from "./net.ts";
import type { FactorsView, HandView, OptionView, PlayerView, Reading, RoomView, SeatView, TableView } from "./protocol.ts";

export const ONES: FactorsView = {
  initial: 1,
  call: 1,
  show: 1,
  robs: 1,
  blind: 1,
  raises: 1,
  bottom: 1,
  bombs: 1,
  rocket: 1,
  spring: 1,
  task: 1,
};

export const reading = (kind: string, main: number, length = 1, bomb_class: string | null = null): Reading => ({
  kind,
  main,
  length,
  bomb_class,
});

export const option = (type: string, factor: number | null = null, stage: string | null = null): OptionView => ({
  type,
  factor,
  stage,
});

export function handOf(changes: Partial<HandView> = {}): HandView {
  return {
    phase: "play",
    deals: 1,
    dealt_to: 17,
    ready: [true, true, true],
    shows: [],
    cards: [[20, 16, 12, 8], null, null],
    counts: [4, 17, 17],
    bottom: [1, 2, 3],
    turned: null,
    task: null,
    wild: null,
    first: 0,
    turn: 0,
    asked: [0],
    looked: [true, true, true],
    bids: [null, null, null],
    landlord: 0,
    raise_step: null,
    raises: [],
    doubles: [null, null, null],
    may_double: [true, true, true],
    to_beat: null,
    last: [null, null, null],
    plays: [0, 0, 0],
    autoplay: [false, false, false],
    factors: ONES,
    multiplier: 1,
    pair_factors: [1, 1, 1],
    options: [option("play"), option("autoplay"), option("escape")],
    unseen: [],
    escape_penalty: 100,
    ...changes,
  };
}

const seat = (name: string, bot = false): SeatView => ({
  player: name,
  name,
  bot,
  beans: 1000,
  title: "猎人",
  connected: true,
  wants_next: false,
  left: false,
});

const NO_SEEDS = { fairness: { hash: null, seed: null, client_seeds: null, next_hash: null } };

export function viewOf(hand: Partial<HandView> | null = {}, changes: Partial<TableView> = {}): TableView {
  return {
    ...NO_SEEDS,
    table: "t",
    room: "r",
    ruleset: "qq-classic",
    stakes: { coefficient: 100, fee: 5, base: 1, initial: 1, double_threshold: 500 },
    status: "playing",
    hand_no: 1,
    you: 0,
    seats: [seat("Ann"), seat("Bob"), seat("Cid", true)],
    clocks: [],
    hand: hand === null ? null : handOf(hand),
    result: null,
    hands: null,
    fairness: { hash: null, seed: null, client_seeds: null, next_hash: null },
    ...changes,
  };
}

export const PLAYER: PlayerView = { id: "p", name: "Ann", beans: 1000, title: "猎人", guest: true, operator: false };

export function roomOf(id: string, changes: Partial<RoomView> = {}): RoomView {
  return {
    id,
    name_zh: id,
    name_en: id,
    ruleset: "qq-classic",
    level: 1,
    stakes: { coefficient: 100, fee: 5, base: 1, initial: 1, double_threshold: null },
    entry_min: 100,
    entry_max: null,
    show_start: null,
    online: 0,
    ...changes,
  };
}

/** Timers that run when a test says so. */
export class FakeTimers implements Timers {
  now = 0;
  private next = 1;
  private readonly due = new Map<number, { at: number; run: () => void }>();

  set(run: () => void, ms: number): number {
    this.due.set(this.next, { at: this.now + ms, run });
    return this.next++;
  }

  clear(timer: number): void {
    this.due.delete(timer);
  }

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const first = [...this.due].filter(([, t]) => t.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (first === undefined) break;
      this.due.delete(first[0]);
      this.now = first[1].at;
      first[1].run();
    }
    this.now = end;
  }

  get size(): number {
    return this.due.size;
  }
}
