import { expect, test } from "vitest";

import { viewOf } from "./fixtures.ts";
import type { GiveSeed, TableView } from "./protocol.ts";
import { drawSeed, SeedKeeper } from "./seeds.ts";

const asking = (next_hash: string | null, you: number | null = 0): TableView =>
  viewOf(null, { you, fairness: { hash: null, seed: null, client_seeds: null, next_hash } });

function setUp(): { keeper: SeedKeeper; sent: GiveSeed[]; stored: Map<string, string>; again: () => SeedKeeper } {
  const sent: GiveSeed[] = [];
  const stored = new Map<string, string>();
  const storage = { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => void stored.set(key, value) };
  let drawn = 0;
  const again = (): SeedKeeper => new SeedKeeper((message) => sent.push(message) > 0, storage, () => `seed${++drawn}`);
  return { keeper: again(), sent, stored, again };
}

test("a seed is given once for every hash, and only when one is shown to a player", () => {
  const { keeper, sent } = setUp();
  for (const view of [asking(null), asking("a", null), asking("a"), asking("a"), asking("b")]) keeper.look("t", view);
  expect(sent).toEqual([
    { type: "give_seed", table: "t", hash: "a", seed: "seed1" },
    { type: "give_seed", table: "t", hash: "b", seed: "seed2" },
  ]);
});

test("on a new connection and after a reload the same seed is given again", () => {
  const { keeper, sent, again } = setUp();
  keeper.look("t", asking("a"));
  keeper.reconnected();
  keeper.look("t", asking("a"));
  again().look("t", asking("a"));
  expect(sent.map((m) => m.seed)).toEqual(["seed1", "seed1", "seed1"]);
  expect(again().given("a")).toBe("seed1");
  expect(again().given("b")).toBeNull();
});

test("what others left in the storage does no harm", () => {
  const storage = { getItem: () => '[["a"], 5, ["h", "s"]]', setItem: () => { throw new Error("full"); } };
  const keeper = new SeedKeeper(() => true, storage, () => "x");
  expect(keeper.given("h")).toBe("s");
  keeper.look("t", asking("n"));
  expect(keeper.given("n")).toBe("x");
  expect(new SeedKeeper(() => true, { ...storage, getItem: () => "{" }).given("h")).toBeNull();
});

test("a seed is 16 bytes, and never the same", () => {
  expect(drawSeed()).toMatch(/^[0-9a-f]{32}$/);
  expect(drawSeed()).not.toBe(drawSeed());
});
