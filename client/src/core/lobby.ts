/** Which room suits a player. The server decides whether he may enter; this only orders the choice. */

import type { PlayerView, RoomView } from "./protocol.ts";

export type Entry = "open" | "too_poor" | "too_rich";

export function entryOf(room: RoomView, beans: number): Entry {
  if (beans < room.entry_min) return "too_poor";
  if (room.entry_max !== null && beans > room.entry_max) return "too_rich";
  return "open";
}

/** A hand of a comfortable room costs a small part of one's beans. */
const COMFORT = 40;

/**
 * The room of the quick start: the ruleset played last, else the first; in it the highest stakes that are
 * comfortable, else the lowest he may enter.
 */
export function quickRoom(rooms: readonly RoomView[], player: PlayerView, lastRuleset: string | null): RoomView | null {
  const open = rooms.filter((room) => entryOf(room, player.beans) === "open");
  const ruleset = open.find((room) => room.ruleset === lastRuleset)?.ruleset ?? open[0]?.ruleset;
  const fitting = open.filter((room) => room.ruleset === ruleset);
  const byLevel = [...fitting].sort((a, b) => a.level - b.level);
  const stake = (room: RoomView): number => room.stakes.coefficient * room.stakes.base;
  return byLevel.findLast((room) => player.beans >= COMFORT * stake(room)) ?? byLevel[0] ?? null;
}

export interface RoomGroup {
  ruleset: string;
  rooms: RoomView[];
  online: number;
}

/** Rooms by ruleset in the server's order, each group by stakes. */
export function groupRooms(rooms: readonly RoomView[]): RoomGroup[] {
  const groups = new Map<string, RoomView[]>();
  for (const room of rooms) groups.set(room.ruleset, [...(groups.get(room.ruleset) ?? []), room]);
  return [...groups].map(([ruleset, members]) => ({
    ruleset,
    rooms: members.sort((a, b) => a.level - b.level || a.stakes.coefficient - b.stakes.coefficient),
    online: members.reduce((sum, room) => sum + room.online, 0),
  }));
}
