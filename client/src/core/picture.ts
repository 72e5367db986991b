/** Geometry of the small pictures of the statistics: numbers in, coordinates out. */

export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly won: boolean;
}

const GAP = 0.25;

/** One bar a hand, up for won and down for lost, around `zero`. */
export function bars(amounts: readonly number[], width: number, height: number): { zero: number; bars: Bar[] } {
  const top = Math.max(0, ...amounts);
  const low = Math.min(0, ...amounts);
  const scale = height / (top - low || 1);
  const zero = top * scale;
  const step = width / Math.max(1, amounts.length);
  const list = amounts.map((amount, i) => {
    const size = Math.abs(amount) * scale;
    return { x: i * step + (step * GAP) / 2, y: amount > 0 ? zero - size : zero, width: step * (1 - GAP), height: size, won: amount > 0 };
  });
  return { zero, bars: list };
}

/** The running total as the points of a line from 0 on. */
export function totalLine(amounts: readonly number[], width: number, height: number): string {
  let sum = 0;
  const totals = [0, ...amounts.map((amount) => (sum += amount))];
  const top = Math.max(...totals);
  const low = Math.min(...totals);
  const step = width / Math.max(1, totals.length - 1);
  const y = (value: number): number => (top === low ? height / 2 : ((top - value) / (top - low)) * height);
  return totals.map((value, i) => `${round(i * step)},${round(y(value))}`).join(" ");
}

/** How much of a circle's outline a share covers, for stroke-dasharray. */
export function ring(part: number, whole: number, radius: number): string {
  const outline = 2 * Math.PI * radius;
  const share = whole === 0 ? 0 : Math.min(1, part / whole);
  return `${round(outline * share)} ${round(outline)}`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
