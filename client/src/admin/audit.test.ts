import { expect, test } from "vitest";

import { timeLabel } from "../core/format.ts";
import { detailsOf } from "./audit.ts";

const AT = 1_900_000_000_000;
const details = (deed: Record<string, unknown>): string[] => detailsOf({ details: JSON.stringify(deed) }, "en");

test("amounts, ends, outcomes and texts are told", () => {
  const given = { player: "p", transfer: { beans: 1250, debit: "house:compensation", credit: "player:p" } };
  expect(details(given)).toEqual(["+1,250 beans"]);
  expect(details({ ...given, transfer: { ...given.transfer, debit: "player:p", credit: "house:compensation" } })).toEqual(["\u22121,250 beans"]);
  expect(details({ kind: "ban", player: "p", until: AT })).toEqual([`until ${timeLabel(AT, "en")}`]);
  expect(details({ kind: "ban", player: "p", until: null })).toEqual(["for good"]);
  expect(details({ report: 3, outcome: "dismissed" })).toEqual(["dismissed"]);
  expect(details({ id: "n", zh: "停机", en: "", expires_at: AT })).toEqual(["停机", `until ${timeLabel(AT, "en")}`]);
  expect(details({ cup: "c", text: "soon" })).toEqual(["soon"]);
});

test("of a competition: what the house gives, and when it begins", () => {
  const cup = { cup: "c", key: "hourly", zh: "赛", en: "Cup", house_beans: 5000, house_cards: 2, starts_at: AT };
  expect(details(cup)).toEqual([
    "hourly",
    "赛 / Cup",
    "the house gives at most 5,000 beans and 2 platinum cards",
    `starts ${timeLabel(AT, "en")}`,
  ]);
  expect(details({ ...cup, starts_at: null })).toHaveLength(3);
});

test("deeds without details", () => {
  expect(details({ player: "p" })).toEqual([]);
  expect(details({ on: true })).toEqual([]);
});
