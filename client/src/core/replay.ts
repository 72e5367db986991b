/** A finished hand, step by step: the server says what is different after each; here it is put together. */

import { describeEvent } from "./describe.ts";
import type { Translate } from "./i18n.ts";
import type { HandView, ReplayFrame, ReplayView, TableEvent, TableView } from "./protocol.ts";
import type { Timers } from "./net.ts";

export interface Step {
  readonly event: TableEvent;
  readonly view: TableView;
}

/** Events after which nothing looks different: nobody wants to stop at them. */
const UNSEEN = new Set(["timed_out", "readied", "clocks_extended"]);

/** Every step worth a stop, seen from `you`; the last one has the result. */
export function unfold(replay: ReplayView, you: number): Step[] {
  const steps: Step[] = [];
  let hand: HandView | null = null;
  for (const frame of replay.frames) {
    hand = changed(hand, frame);
    const over = frame.event.kind === "settled";
    const view: TableView = { ...replay.table, you, hand, status: over ? "between" : "playing", result: over ? replay.result : null };
    if (!UNSEEN.has(frame.event.kind)) steps.push({ event: frame.event, view });
  }
  return steps;
}

function changed(hand: HandView | null, frame: ReplayFrame): HandView {
  return { ...hand, ...(frame.hand as Partial<HandView>) } as HandView;
}

/** Whom to sit behind: oneself, else the landlord. */
export function viewpoint(replay: ReplayView): number {
  return replay.hand.you ?? replay.hand.landlord ?? 0;
}

/** What a step is in words; empty when there is nothing to say. */
export function stepWords(t: Translate, step: Step): string {
  if (step.event.kind === "deal_ended") return t("replay.dealt");
  if (step.event.kind === "settled") return t(step.view.result?.winner === "landlord" ? "result.landlord_wins" : step.view.result?.winner === "peasants" ? "result.peasants_win" : "result.over");
  if (step.event.kind === "double_answered" && step.event.yes !== true) return t("said.no_double");
  return describeEvent(t, step.view, step.event) ?? "";
}

export type Mark = "landlord" | "bomb";

/** Where the bar has a mark: the landlord, bombs and rockets. */
export function marksOf(steps: readonly Step[]): { at: number; mark: Mark }[] {
  const found: { at: number; mark: Mark }[] = [];
  steps.forEach(({ event }, at) => {
    if (event.kind === "landlord_fixed") found.push({ at, mark: "landlord" });
    if (event.reading?.kind === "bomb" || event.reading?.kind === "rocket") found.push({ at, mark: "bomb" });
  });
  return found;
}

const BASE_MS = 1100;
const LONG_MS = 1900;
export const SPEEDS = [1, 2, 4] as const;

/** Where one is in a replay, and how it goes on by itself. */
export class Player {
  at = 0;
  playing = false;
  speed = 1;
  private timer: number | null = null;

  constructor(
    private readonly steps: readonly Step[],
    private readonly timers: Timers,
    private readonly onChange: () => void,
  ) {}

  get last(): number {
    return Math.max(0, this.steps.length - 1);
  }

  /** Go to a step, wherever it was asked for; going on from there if it plays. */
  seek(to: number): void {
    this.at = Math.min(this.last, Math.max(0, Math.trunc(to)));
    if (this.at === this.last) this.playing = false;
    this.schedule();
    this.onChange();
  }

  step(by: number): void {
    this.playing = false;
    this.seek(this.at + by);
  }

  /** Play on, or stop; from the end it begins again. */
  toggle(): void {
    this.playing = !this.playing;
    if (this.playing && this.at === this.last) this.at = 0;
    if (this.last === 0) this.playing = false;
    this.schedule();
    this.onChange();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.schedule();
    this.onChange();
  }

  stop(): void {
    this.playing = false;
    this.schedule();
  }

  private schedule(): void {
    if (this.timer !== null) this.timers.clear(this.timer);
    this.timer = this.playing ? this.timers.set(() => this.tick(), this.pause() / this.speed) : null;
  }

  private tick(): void {
    this.timer = null;
    this.seek(this.at + 1);
  }

  /** What changes much is looked at longer. */
  private pause(): number {
    const kind = this.steps[this.at]?.event.kind;
    return kind === "deal_ended" || kind === "landlord_fixed" ? LONG_MS : BASE_MS;
  }
}
