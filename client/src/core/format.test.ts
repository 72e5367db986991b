import { expect, test } from "vitest";

import { percent, timeLabel } from "./format.ts";

test("times are short when they are near", () => {
  const now = new Date(2026, 10, 29, 20, 15).getTime();
  const at = (...parts: [number, number, number, number, number]): number => new Date(...parts).getTime();
  expect(timeLabel(at(2026, 10, 29, 8, 5), "zh", now)).toBe("08:05");
  expect(timeLabel(at(2026, 10, 28, 8, 5), "zh", now)).toBe("11月28日 08:05");
  expect(timeLabel(at(2026, 0, 2, 23, 59), "en", now)).toBe("01-02 23:59");
  expect(timeLabel(at(2025, 0, 2, 23, 59), "zh", now)).toBe("2025年1月2日");
  expect(timeLabel(at(2025, 0, 2, 23, 59), "en", now)).toBe("2025-01-02");
});

test("a share of nothing is no number", () => {
  expect([percent(5, 8), percent(0, 3), percent(0, 0), percent(2, 3)]).toEqual(["62.5%", "0%", "–", "66.7%"]);
});
