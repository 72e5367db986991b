/** Commands that were sent and not yet answered. Kept until then, and sent again, with the same id, on a new connection. */

import type { Act, CancelJoin, CompanyMessage, CupMessage, Join } from "./protocol.ts";

export type Command = Act | Join | CancelJoin | CompanyMessage | CupMessage;

/** What is only worth something at once is not sent again after a reconnect. */
const ONCE = new Set<Command["type"]>(["say", "report", "watch", "unwatch", "cup_look", "cup_unlook", "cup_find"]);

interface Pending {
  command: Command;
  /** The version an ack named: the command is settled once the view has reached it. */
  ackedAt: number | null;
}

export class PendingCommands {
  private readonly pending = new Map<string, Pending>();

  add(command: Command): void {
    this.pending.set(command.command_id, { command, ackedAt: null });
  }

  /** Whether the command was one of the table. Done and stored; the view that shows it may still be on its way, so the table stays locked until `version`. */
  ack(id: string, version: number, tableVersion: number): boolean {
    const entry = this.pending.get(id);
    if (entry === undefined) return false;
    const ofTable = entry.command.type === "act";
    if (!ofTable || version <= tableVersion) this.pending.delete(id);
    else entry.ackedAt = version;
    return ofTable;
  }

  /** Whether a command of this kind has not been answered. */
  has(type: Command["type"]): boolean {
    return [...this.pending.values()].some(({ command }) => command.type === type);
  }

  /** The command that was refused, or null when the id is none of ours. */
  refuse(id: string | null): Command | null {
    if (id === null) return null;
    const entry = this.pending.get(id);
    this.pending.delete(id);
    return entry?.command ?? null;
  }

  /** The view of a table has arrived at a version. */
  reached(table: string, version: number): void {
    for (const [id, { command, ackedAt }] of this.pending) {
      if (command.type === "act" && command.table === table && ackedAt !== null && ackedAt <= version) this.pending.delete(id);
    }
  }

  /** Everything that waits for another table, or for none, will never be answered here. */
  keepTable(table: string | null): void {
    for (const [id, { command }] of this.pending) {
      if (command.type === "act" && command.table !== table) this.pending.delete(id);
    }
  }

  dropJoins(): void {
    for (const [id, { command }] of this.pending) {
      if (command.type === "join" || command.type === "cancel_join") this.pending.delete(id);
    }
  }

  /** What has to be sent again after a reconnect: what was never acknowledged, in the order it was made. */
  unacknowledged(): Command[] {
    for (const [id, { command }] of this.pending) if (ONCE.has(command.type)) this.pending.delete(id);
    return [...this.pending.values()].filter((p) => p.ackedAt === null).map((p) => p.command);
  }

  /** Whether an answer to the table's question is under way: the buttons lock meanwhile. */
  get busy(): boolean {
    return [...this.pending.values()].some(({ command }) => command.type === "act" && command.action.type !== "autoplay");
  }

  get joining(): boolean {
    return [...this.pending.values()].some(({ command }) => command.type === "join");
  }

  /** Whether something about a competition is under way, other than looking. */
  get competing(): boolean {
    return [...this.pending.values()].some(({ command }) => command.type.startsWith("cup_") && !ONCE.has(command.type));
  }

  clear(): void {
    this.pending.clear();
  }
}
