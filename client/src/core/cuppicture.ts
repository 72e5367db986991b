/** The picture of a competition: a stream of people that narrows from round to round, to the champion. */

import type { CupRound } from "./protocol.ts";

export interface Gate {
  round: CupRound;
  /** The middle of the column. */
  x: number;
  /** Half of the height of the stream there. */
  half: number;
  /** The tables of the round as dots, in columns from the middle outward. */
  dots: readonly { x: number; y: number }[];
}

export interface RoundsPicture {
  width: number;
  height: number;
  middle: number;
  gates: readonly Gate[];
  /** The outline of the stream, closed. */
  stream: string;
  /** The part of it that has been played. */
  played: string;
  /** Where the champion stands. */
  cup: { x: number; y: number };
}

export const HEIGHT = 168;
const EDGE = 46;
/** Three rounds fit into a telephone of 390 pixels. */
const LEAST_STEP = 92;
const END = 64;
const MOST_DOTS = 24;
const THIN = 5;
const DOT = 9;

/** How thick the stream is: by the logarithm, so that thousands and three both can be seen. */
export function thickness(field: number, most: number, half: number): number {
  if (most <= 1) return THIN;
  return THIN + ((half - THIN) * Math.log(Math.max(1, field))) / Math.log(most);
}

export function roundsPicture(rounds: readonly CupRound[], wanted: number): RoundsPicture {
  const width = Math.max(wanted, EDGE * 2 + END + Math.max(0, rounds.length - 1) * LEAST_STEP);
  const middle = HEIGHT / 2;
  const most = Math.max(3, ...rounds.map((round) => round.field));
  const step = rounds.length < 2 ? 0 : (width - EDGE * 2 - END) / (rounds.length - 1);
  const gates = rounds.map((round, i) => {
    const x = EDGE + i * step;
    const half = thickness(round.field, most, middle - 26);
    return { round, x, half, dots: dotsOf(round, x, middle, half) };
  });
  const cup = { x: width - EDGE / 2 - 8, y: middle };
  const last = gates.findLastIndex((gate) => gate.round.status !== "planned");
  return { width, height: HEIGHT, middle, gates, stream: outline(gates, middle, cup.x), played: outline(gates.slice(0, last + 1), middle, null), cup };
}

/** As many dots as tables, but not more than can be told apart. */
function dotsOf(round: CupRound, x: number, middle: number, half: number): { x: number; y: number }[] {
  const count = Math.min(round.tables, MOST_DOTS);
  const rows = Math.max(1, Math.min(count, Math.floor((2 * half - 6) / DOT)));
  const columns = Math.ceil(count / rows);
  return Array.from({ length: count }, (_, i) => {
    const column = Math.floor(i / rows);
    const inColumn = column < columns - 1 ? rows : count - rows * (columns - 1);
    return { x: x + (column - (columns - 1) / 2) * DOT, y: middle + ((i % rows) - (inColumn - 1) / 2) * DOT };
  });
}

/** A band through the gates with soft bends; `to`: it ends in a point there. */
function outline(gates: readonly Gate[], middle: number, to: number | null): string {
  const first = gates[0];
  if (first === undefined) return "";
  const points = gates.map((gate) => ({ x: gate.x, half: gate.half }));
  const start = { x: first.x - EDGE + 14, half: first.half };
  const ends = to === null ? [] : [{ x: to, half: THIN }];
  const all = [start, ...points, ...ends];
  const side = (sign: number, list: typeof all): string =>
    list
      .map((p, i) => {
        const before = list[i - 1];
        const y = middle + sign * p.half;
        if (before === undefined) return `${fixed(p.x)} ${fixed(y)}`;
        const bend = (before.x + p.x) / 2;
        return `C${fixed(bend)} ${fixed(middle + sign * before.half)} ${fixed(bend)} ${fixed(y)} ${fixed(p.x)} ${fixed(y)}`;
      })
      .join(" ");
  return `M${side(-1, all)} L${side(1, [...all].reverse())} Z`;
}

const fixed = (n: number): string => n.toFixed(1);
