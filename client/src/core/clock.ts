/** The server's clock as seen from here, and deadlines by it. */

interface Sample {
  offset: number;
  roundTrip: number;
}

const KEPT = 8;

/** Estimates server time minus local time. The sample with the shortest round trip is the most honest one. */
export class ServerClock {
  private samples: Sample[] = [];

  constructor(private readonly now: () => number) {}

  /** A pong, or with `sentAt` unknown a message that carried the server's time. */
  pong(sentAt: number, serverTime: number): void {
    const received = this.now();
    const roundTrip = Math.max(0, received - sentAt);
    this.samples.push({ offset: serverTime + roundTrip / 2 - received, roundTrip });
    if (this.samples.length > KEPT) this.samples.shift();
  }

  /** A first guess, only used until a pong arrives. */
  guess(serverTime: number): void {
    if (this.samples.length === 0) this.samples.push({ offset: serverTime - this.now(), roundTrip: 1e6 });
  }

  get offset(): number {
    const best = this.samples.reduce<Sample | null>((a, b) => (a === null || b.roundTrip <= a.roundTrip ? b : a), null);
    return best?.offset ?? 0;
  }

  time(): number {
    return this.now() + this.offset;
  }
}

export interface Remaining {
  /** Whole seconds to show, never negative. */
  seconds: number;
  /** 1 at the start, 0 at the deadline. */
  fraction: number;
}

export function remaining(clock: { starts_at: number; at: number }, serverTime: number): Remaining {
  const left = Math.max(0, clock.at - serverTime);
  const whole = Math.max(1, clock.at - clock.starts_at);
  return { seconds: Math.ceil(left / 1000), fraction: Math.min(1, left / whole) };
}
