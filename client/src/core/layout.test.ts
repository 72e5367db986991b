import { describe, expect, test } from "vitest";

import { atBottomOf, cardAt, handCardHeight, layoutHand, MIN_STRIP, nearestCard, type HandLayout } from "./layout.ts";

const nobody = (): boolean => false;
const WINDOWS: [number, number][] = [
  [1280, 720],
  [1920, 1080],
  [390, 844],
  [844, 390],
  [360, 640],
  [568, 320],
  [320, 568],
  [320, 340],
];

/** How much of card i no later card of its row covers. */
function strip(layout: HandLayout, i: number): number {
  const next = layout.spots[i + 1];
  const spot = layout.spots[i];
  if (spot === undefined) return 0;
  return next !== undefined && next.y === spot.y ? next.x - spot.x : layout.cardWidth;
}

describe.each(WINDOWS)("a window of %i x %i", (width, height) => {
  test.each([1, 2, 10, 17, 20])("shows at least 24 px of each of %i cards, inside the window", (n) => {
    const layout = layoutHand(n, width, handCardHeight(width, height));
    expect(layout.spots).toHaveLength(n);
    for (let i = 0; i < n; i++) {
      expect(strip(layout, i)).toBeGreaterThanOrEqual(MIN_STRIP - 1);
      const spot = layout.spots[i];
      expect(spot?.x).toBeGreaterThanOrEqual(0);
      expect((spot?.x ?? 0) + layout.cardWidth).toBeLessThanOrEqual(width);
      expect((spot?.y ?? 0) + layout.cardHeight).toBeLessThanOrEqual(layout.height);
    }
  });

  test("leaves room for a raised card inside its box", () => {
    const layout = layoutHand(20, width, handCardHeight(width, height));
    for (const spot of layout.spots) expect(spot.y - layout.lift).toBeGreaterThanOrEqual(0);
  });
});

test("twenty cards stand in one row where there is room, in two on a phone", () => {
  expect(layoutHand(20, 1280, 157).rows).toBe(1);
  expect(layoutHand(20, 844, 103).rows).toBe(1);
  expect(layoutHand(20, 390, 112).rows).toBe(2);
});

test("the topmost card is hit; beside the cards nothing is", () => {
  const layout = layoutHand(5, 400, 100);
  const third = layout.spots[2];
  if (third === undefined) throw new Error("five cards have a third");
  expect(cardAt(layout, nobody, third.x + 1, third.y + 50)).toBe(2);
  expect(cardAt(layout, nobody, third.x - 1, third.y + 50)).toBe(1);
  expect(cardAt(layout, nobody, 2, third.y + 50)).toBe(-1);
  expect(cardAt(layout, nobody, third.x, third.y - 5)).toBe(-1);
});

test("a raised card is hit above and at its old place", () => {
  const layout = layoutHand(1, 400, 100);
  const spot = layout.spots[0];
  if (spot === undefined) throw new Error("one card");
  const up = (): boolean => true;
  expect(cardAt(layout, up, spot.x + 5, spot.y - layout.lift + 2)).toBe(0);
  expect(cardAt(layout, up, spot.x + 5, spot.y + layout.cardHeight - 2)).toBe(0);
});

test("a low layout stands at the bottom of a high box", () => {
  const low = layoutHand(5, 400, 100);
  const moved = atBottomOf(low, low.height + 50);
  expect(moved.spots.map((s) => s.y)).toEqual(low.spots.map((s) => s.y + 50));
  expect(moved.height).toBe(low.height + 50);
  expect(atBottomOf(low, 10)).toEqual(low);
});

test("a sweep outside the hand goes to the nearest card of its row", () => {
  const one = layoutHand(5, 400, 100);
  expect([nearestCard(one, -50, 40), nearestCard(one, 900, -300)]).toEqual([0, 4]);
  const two = layoutHand(20, 390, 112);
  const second = two.spots[10];
  expect(nearestCard(two, 900, (second?.y ?? 0) - 5)).toBe(9);
  expect(nearestCard(two, 900, (second?.y ?? 0) + 5)).toBe(19);
  expect(nearestCard(two, -9, 900)).toBe(10);
});
