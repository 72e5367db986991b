import { expect, test } from "vitest";

import { PendingCommands } from "./commands.ts";
import type { Act } from "./protocol.ts";

const act = (command_id: string, type: "pass" | "autoplay" = "pass", table = "t"): Act => ({
  type: "act",
  table,
  action: type === "pass" ? { type } : { type, on: true },
  command_id,
  seen_version: 1,
});

test("an action locks until the view shows it", () => {
  const pending = new PendingCommands();
  pending.add(act("a"));
  expect(pending.busy).toBe(true);
  pending.ack("a", 5, 4);
  expect(pending.busy).toBe(true);
  expect(pending.unacknowledged()).toEqual([]);
  pending.reached("t", 5);
  expect(pending.busy).toBe(false);
});

test("an ack the view has reached already settles at once", () => {
  const pending = new PendingCommands();
  pending.add(act("a"));
  pending.ack("a", 5, 5);
  expect(pending.busy).toBe(false);
});

test("a refusal unlocks and says what was refused", () => {
  const pending = new PendingCommands();
  pending.add(act("a"));
  expect(pending.refuse("a")?.command_id).toBe("a");
  expect(pending.busy).toBe(false);
  expect(pending.refuse("a")).toBeNull();
  expect(pending.refuse(null)).toBeNull();
});

test("autoplay locks nothing", () => {
  const pending = new PendingCommands();
  pending.add(act("a", "autoplay"));
  expect(pending.busy).toBe(false);
});

test("what was not acknowledged is sent again in order, with the same ids", () => {
  const pending = new PendingCommands();
  for (const id of ["a", "b", "c"]) pending.add(act(id));
  pending.ack("b", 9, 1);
  expect(pending.unacknowledged().map((c) => c.command_id)).toEqual(["a", "c"]);
});

test("commands of a table that was left are dropped, joins apart", () => {
  const pending = new PendingCommands();
  pending.add(act("a", "pass", "old"));
  pending.add({ type: "join", room: "r", command_id: "j" });
  pending.keepTable(null);
  expect(pending.busy).toBe(false);
  expect(pending.joining).toBe(true);
  pending.dropJoins();
  expect(pending.joining).toBe(false);
});
