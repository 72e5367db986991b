import { expect, test } from "vitest";

import { bars, ring, totalLine } from "./picture.ts";

test("bars go up and down around zero and stay inside", () => {
  const picture = bars([30, -10, 0], 90, 40);
  expect(picture.zero).toBe(30);
  expect(picture.bars.map((b) => [b.y, b.height, b.won])).toEqual([
    [0, 30, true],
    [30, 10, false],
    [30, 0, false],
  ]);
  for (const bar of picture.bars) expect(bar.x + bar.width).toBeLessThanOrEqual(90);
});

test("nothing, or all the same, is no division by zero", () => {
  expect(bars([], 90, 40)).toEqual({ zero: 0, bars: [] });
  expect(bars([0, 0], 90, 40).bars.every((b) => b.height === 0)).toBe(true);
  expect(totalLine([], 90, 40)).toBe("0,20");
  expect(totalLine([0, 0], 90, 40)).toBe("0,20 45,20 90,20");
});

test("the running total begins at nothing", () => {
  expect(totalLine([10, -30, 20], 90, 40)).toBe("0,13.33 30,0 60,40 90,13.33");
});

test("a ring covers its share", () => {
  expect(ring(0, 0, 10)).toBe("0 62.83");
  expect(ring(1, 2, 10)).toBe("31.42 62.83");
  expect(ring(5, 2, 10)).toBe("62.83 62.83");
});
