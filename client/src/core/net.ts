/** One WebSocket that comes back by itself. The constructor and the timers are injected, so it is tested without a net. */

import type { FromServer, ToServer } from "./wire.ts";

/** The part of a WebSocket that is used. The handlers take `never`, so that real ones and those of a test fit. */
export interface SocketLike {
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
  send(data: string): void;
  close(): void;
}

export interface Timers {
  set(run: () => void, ms: number): number;
  clear(timer: number): void;
}

export type LinkState = "connecting" | "online" | "offline" | "stopped";

export interface LinkOptions {
  open: () => SocketLike;
  timers: Timers;
  random: () => number;
  onMessage: (message: FromServer) => void;
  onState: (state: LinkState) => void;
  /** A connection failed before it was of any use: perhaps the session is over. `attempt` counts from 1. */
  onFailure?: (attempt: number, code: number) => void;
}

const FIRST_DELAY = 400;
const LONGEST_DELAY = 15_000;
/** An open attempt that neither opens nor fails is given up. */
const OPEN_TIMEOUT = 8_000;
/** Without any message for so long the connection is dead, whatever the browser thinks: pings are answered. */
export const SILENCE_TIMEOUT = 25_000;

/** Exponential, with half of it random, so that a restarted server is not met by everybody at once. */
export function backoff(attempt: number, random: number): number {
  const whole = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, attempt - 1));
  return Math.round(whole / 2 + (whole / 2) * random);
}

export class Link {
  private socket: SocketLike | null = null;
  private timer: number | null = null;
  private silence: number | null = null;
  private attempt = 0;
  private current: LinkState = "stopped";

  constructor(private readonly options: LinkOptions) {}

  get state(): LinkState {
    return this.current;
  }

  start(): void {
    if (this.socket !== null) return;
    this.clearTimer();
    this.setState(this.attempt === 0 ? "connecting" : "offline");
    this.connect();
  }

  /** Close, and stay closed until `start`. */
  stop(): void {
    this.clearTimer();
    this.drop();
    this.attempt = 0;
    this.setState("stopped");
  }

  /** Try now instead of when the backoff says: the network or the page is back. */
  hurry(): void {
    if (this.current === "offline" && this.socket === null) this.start();
  }

  /** False when there is no connection; whoever has to be sure keeps the message and sends it again. */
  send(message: ToServer): boolean {
    if (this.current !== "online" || this.socket === null) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private connect(): void {
    const socket = this.options.open();
    this.socket = socket;
    socket.onopen = () => this.watchSilence();
    socket.onmessage = (event: { data: unknown }) => this.receive(event.data);
    socket.onclose = (event: { code: number }) => this.lost(socket, event.code);
    socket.onerror = () => undefined;
    this.timer = this.options.timers.set(() => this.lost(socket, 0), OPEN_TIMEOUT);
  }

  private receive(data: unknown): void {
    if (typeof data !== "string") return;
    const message = JSON.parse(data) as FromServer;
    this.watchSilence();
    // Online from the first message on: an accepted socket may still be refused before `welcome`.
    if (this.current !== "online") {
      this.attempt = 0;
      this.clearTimer();
      this.setState("online");
    }
    this.options.onMessage(message);
  }

  private lost(socket: SocketLike, code: number): void {
    if (this.socket !== socket) return;
    const wasOnline = this.current === "online";
    this.drop();
    this.clearTimer();
    this.attempt += 1;
    this.setState("offline");
    if (!wasOnline) this.options.onFailure?.(this.attempt, code);
    if (this.current !== "offline") return;
    const delay = backoff(this.attempt, this.options.random());
    this.timer = this.options.timers.set(() => this.start(), delay);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (this.silence !== null) this.options.timers.clear(this.silence);
    this.silence = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private watchSilence(): void {
    const socket = this.socket;
    if (this.silence !== null) this.options.timers.clear(this.silence);
    if (socket === null) return;
    this.silence = this.options.timers.set(() => this.lost(socket, 0), SILENCE_TIMEOUT);
  }

  private clearTimer(): void {
    if (this.timer !== null) this.options.timers.clear(this.timer);
    this.timer = null;
  }

  private setState(state: LinkState): void {
    if (state === this.current) return;
    this.current = state;
    this.options.onState(state);
  }
}
