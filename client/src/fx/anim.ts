/**
 * Animations that can be awaited and skipped. The table never waits for one to be right: the view is drawn at
 * once, and what moves here only shows how it came about.
 */

export type Speed = "off" | "fast" | "normal";

const FACTOR: Readonly<Record<Speed, number>> = { off: 0, fast: 0.55, normal: 1 };

export const DURATION = {
  deal: 220,
  play: 260,
  crown: 450,
  flash: 600,
  rocket: 900,
  petals: 1500,
} as const;

export interface AnimatorOptions {
  reducedMotion: () => boolean;
  hidden: () => boolean;
}

interface Running {
  finish(): void;
}

export class Animator {
  private speed: Speed = "normal";
  private readonly running = new Set<Running>();

  constructor(private readonly options: AnimatorOptions) {}

  setSpeed(speed: Speed): void {
    this.speed = speed;
    if (speed === "off") this.skip();
  }

  /** How long something that takes `ms` at normal speed takes now; 0 means: do not animate. */
  duration(ms: number): number {
    if (this.options.reducedMotion() || this.options.hidden()) return 0;
    return Math.round(ms * FACTOR[this.speed]);
  }

  /** Animate an element; resolves when it is over, skipped, or at once when nothing is to move. */
  async run(element: Element, frames: Keyframe[], ms: number, options: KeyframeAnimationOptions = {}): Promise<void> {
    const duration = this.duration(ms);
    if (duration === 0) return;
    const animation = element.animate(frames, { easing: "cubic-bezier(.2,.8,.2,1)", ...options, duration });
    const entry: Running = { finish: () => animation.finish() };
    this.running.add(entry);
    try {
      await animation.finished;
    } catch {
      // Cancelled because the element went away: then it is over as well.
    } finally {
      this.running.delete(entry);
    }
  }

  /** Everything that moves jumps to its end: after a reconnect, in a hidden tab, when one seeks in a replay. */
  skip(): void {
    for (const entry of [...this.running]) entry.finish();
  }

  get busy(): boolean {
    return this.running.size > 0;
  }
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The first and last frame of a flight from one box to where the element lies now. */
export function flight(from: Box, to: Box): Keyframe[] {
  const scale = to.width === 0 ? 1 : from.width / to.width;
  const move = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
  return [
    { transform: move, transformOrigin: "0 0" },
    { transform: "none", transformOrigin: "0 0" },
  ];
}
