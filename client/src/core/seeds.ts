/**
 * This browser's part in the deals: as soon as the server has shown the hash of its own seed, ours is drawn and
 * given. What was given is kept, so that the player can see after the hand that it counted (docs/fairness.md).
 */

import type { GiveSeed, TableView } from "./protocol.ts";

const KEY = "dizhu.seeds";
const KEPT = 60;
const BYTES = 16;

type Kept = readonly (readonly [hash: string, seed: string])[];

export class SeedKeeper {
  private kept: Kept;
  private sent = "";

  constructor(
    private readonly send: (message: GiveSeed) => boolean,
    private readonly storage: Pick<Storage, "getItem" | "setItem"> | null,
    private readonly draw: () => string = drawSeed,
  ) {
    this.kept = load(storage);
  }

  /** Give a seed if the table asks for one: once on each connection, always the same one for a hash. */
  look(table: string, view: TableView): void {
    const hash = view.fairness.next_hash;
    if (hash === null || view.you === null || hash === this.sent) return;
    const seed = this.given(hash) ?? this.keep(hash);
    if (this.send({ type: "give_seed", table, hash, seed })) this.sent = hash;
  }

  /** What was sent on the old connection may be lost. */
  reconnected(): void {
    this.sent = "";
  }

  /** What this browser gave after it saw a hash, or null. */
  given(hash: string): string | null {
    return this.kept.find(([known]) => known === hash)?.[1] ?? null;
  }

  private keep(hash: string): string {
    const seed = this.draw();
    this.kept = [...this.kept.slice(1 - KEPT), [hash, seed]];
    try {
      this.storage?.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // A full or forbidden storage: the seeds live as long as the page.
    }
    return seed;
  }
}

export function drawSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function load(storage: Pick<Storage, "getItem"> | null): Kept {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isPair) : [];
  } catch {
    return [];
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "string");
}
