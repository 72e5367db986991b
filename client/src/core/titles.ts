/** How far the next title is: only for the line under one's name; the server alone gives titles. */

export const LADDER: readonly (readonly [string, number])[] = [
  ["短工", 0],
  ["长工", 100],
  ["佃户", 200],
  ["贫农", 400],
  ["渔夫", 600],
  ["猎人", 1000],
  ["中农", 2000],
  ["富农", 4000],
  ["掌柜", 6000],
  ["商人", 10000],
  ["衙役", 20000],
  ["小财主", 50000],
  ["大财主", 100000],
  ["小地主", 200000],
  ["大地主", 500000],
  ["知县", 1000000],
  ["通判", 2000000],
  ["知府", 5000000],
  ["总督", 10000000],
  ["巡抚", 20000000],
  ["丞相", 50000000],
];

export interface NextTitle {
  title: string;
  missing: number;
  /** 0..1, from the present title's threshold to the next one's. */
  progress: number;
}

/** How many titles so many beans have reached. */
const reached = (beans: number): number => LADDER.filter(([, threshold]) => threshold <= beans).length;

/** The title that more beans have brought; null if it is no higher one. */
export function promotion(before: number, after: number): string | null {
  return reached(after) > reached(before) ? (LADDER[reached(after) - 1]?.[0] ?? null) : null;
}

/** Null at the top. */
export function nextTitle(beans: number): NextTitle | null {
  const index = reached(beans);
  const next = LADDER[index];
  if (next === undefined) return null;
  const from = LADDER[index - 1]?.[1] ?? 0;
  return { title: next[0], missing: next[1] - beans, progress: (beans - from) / (next[1] - from) };
}
