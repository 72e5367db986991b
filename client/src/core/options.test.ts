import { expect, test } from "vitest";

import { byGroup, choiceLabel, optionAsText, optionLabel, rowsAsText, rowsOf, sameValue } from "./options.ts";
import type { OptionForm } from "./protocol.ts";

test("rows are written and read", () => {
  expect(rowsAsText([[8, 4], [17, 3]])).toBe("8:4, 17:3");
  expect(rowsOf("8:4, 17:3")).toEqual([[8, 4], [17, 3]]);
  expect(rowsOf(" 8：4，17：3 ")).toEqual([[8, 4], [17, 3]]);
  expect(rowsOf("")).toEqual([]);
  for (const nonsense of ["8", "8:", "a:b", "8:4:2", "1.5:2"]) expect(rowsOf(nonsense)).toBeNull();
});

test("words for options and choices, the code where there are none", () => {
  expect(optionLabel("zh", "seconds_play")).toBe("出牌（秒）");
  expect(choiceLabel("en", "bomb_scoring", "jj")).toBe("1 + their number");
  expect(optionLabel("en", "something_new")).toBe("something_new");
  expect(optionAsText("en", "show_start", null, "yes", "no")).toBe("Factor of a show before the deal: no");
  expect(optionAsText("en", "tasks", ["rocket"], "yes", "no")).toBe("Tasks: The rocket is played");
  expect(optionAsText("en", "bottom_factors", [["flush", 3]], "yes", "no")).toBe("Factors of the bottom cards: Flush×3");
});

test("values are compared by what they are", () => {
  expect(sameValue([[8, 4]], [[8, 4]])).toBe(true);
  expect(sameValue(null, 0)).toBe(false);
});

test("options lie in groups, in their order", () => {
  const option = (name: string, group: string): OptionForm => ({ name, group, kind: "switch", choices: [], low: null, high: null, optional: false });
  const groups = byGroup([option("a", "x"), option("b", "x"), option("c", "y")]);
  expect(groups.map(([g, o]) => [g, o.length])).toEqual([["x", 2], ["y", 1]]);
});
