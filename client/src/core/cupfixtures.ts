/** Competitions for tests. Not part of the page. */

import type { CupLine, CupMine, CupRound, CupRow } from "./protocol.ts";

export function lineOf(changes: Partial<CupLine> = {}): CupLine {
  return {
    id: "c1",
    key: "novice",
    name_zh: "新手挑战赛",
    name_en: "Novice cup",
    kind: "challenge",
    phase: "registering",
    start: "full",
    opens_at: 0,
    starts_at: null,
    fills_at: null,
    paused: false,
    private: false,
    size: 48,
    minimum: 3,
    bots: true,
    entrants: 0,
    alive: 0,
    entry_beans: 0,
    entry_cards: 0,
    pool: 0,
    top: null,
    ruleset: "qq-challenge",
    formats: ["last_standing", "fixed_hands"],
    entered: false,
    ...changes,
  };
}

export function mineOf(changes: Partial<CupMine> = {}): CupMine {
  return {
    cup: "c1",
    key: "novice",
    name_zh: "新手挑战赛",
    name_en: "Novice cup",
    phase: "registering",
    where: "entered",
    may_withdraw: true,
    refund_beans: 0,
    refund_cards: 0,
    table: null,
    opens_at: 0,
    starts_at: null,
    fills_at: null,
    ready_at: null,
    paused: false,
    entrants: 1,
    size: 48,
    stage: 0,
    round: 0,
    format: "last_standing",
    tables_left: 0,
    score: 1000,
    place: null,
    alive: 48,
    cut: null,
    safe: true,
    gone: false,
    rank: null,
    prize: null,
    ...changes,
  };
}

export function rowOf(place: number, changes: Partial<CupRow> = {}): CupRow {
  return {
    place,
    player: `p${place}`,
    name: `P${place}`,
    bot: false,
    score: 1000 - place,
    last: 0,
    hands: 1,
    table: false,
    safe: true,
    gone: false,
    rank: null,
    ...changes,
  };
}

export function roundOf(round: number, field: number, changes: Partial<CupRound> = {}): CupRound {
  return { stage: 0, round, format: "fixed_hands", field, tables: Math.floor(field / 3), status: "planned", ...changes };
}
