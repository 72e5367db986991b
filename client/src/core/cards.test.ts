import { expect, test } from "vitest";

import { cardName, isJoker, rankOf, rankOfKey, sortForHand, suitOf } from "./cards.ts";

test("ids are rank * 4 + suit, then the jokers", () => {
  expect([0, 1, 2, 3, 51, 52, 53].map(cardName)).toEqual(["D3", "C3", "H3", "S3", "S2", "BJ", "RJ"]);
  expect([0, 51, 52, 53].map(rankOf)).toEqual([0, 12, 13, 14]);
  expect([suitOf(28), suitOf(53)]).toEqual(["D", null]);
  expect([51, 52].map(isJoker)).toEqual([false, true]);
});

test("every card has its own name", () => {
  expect(new Set(Array.from({ length: 54 }, (_, i) => cardName(i))).size).toBe(54);
});

test("a hand lies largest first, its wild cards before all", () => {
  expect(sortForHand([4, 53, 8, 20], null)).toEqual([53, 20, 8, 4]);
  expect(sortForHand([4, 53, 8, 20], 1)).toEqual([4, 53, 20, 8]);
});

test("keys mean ranks", () => {
  expect(["3", "0", "1", "j", "K", "a", "2", "B", "r"].map(rankOfKey)).toEqual([0, 7, 7, 8, 10, 11, 12, 13, 14]);
  expect(["h", "p", "Enter", "x"].map(rankOfKey)).toEqual([null, null, null, null]);
});
