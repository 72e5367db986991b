/** Everything between the page and the server: the link, the state, pending commands, questions, the server's clock. */

import { ServerClock } from "./clock.ts";
import { PendingCommands, type Command } from "./commands.ts";
import { Link, type LinkState, type SocketLike, type Timers } from "./net.ts";
import type { ActionMessage, CompanyMessage, CupMessage, PlayerView, Refused, StartChoice } from "./protocol.ts";
import { Queries } from "./queries.ts";
import { SeedKeeper } from "./seeds.ts";
import { endsCup, lookingAt, putAway } from "./cups.ts";
import { INITIAL, reduce, type AppState, type Effect } from "./reducer.ts";
import type { FromServer } from "./wire.ts";

export interface SessionDeps {
  open: () => SocketLike;
  timers: Timers;
  random: () => number;
  now: () => number;
  /** The state, the link, the pending commands or an answer changed. */
  onChange: () => void;
  onEffect: (effect: Exclude<Effect, { type: "send" }>) => void;
  onRefused: (refused: Refused, command: Command | null) => void;
  onFailure?: (attempt: number, code: number) => void;
  /** Where the seeds given are kept, so that a deal can be checked later. */
  storage?: Pick<Storage, "getItem" | "setItem"> | null;
}

/** A view that was promised and does not come by then was lost on the way. */
const PATIENCE = 1_500;
const PING_EVERY = 10_000;
const FIRST_PINGS = [0, 300, 1500];

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type CompanyWish = Without<CompanyMessage, "command_id">;
export type CupWish = Without<CupMessage, "command_id">;

export class Session {
  state: AppState = INITIAL;
  readonly clock: ServerClock;
  readonly queries: Queries;
  readonly seeds: SeedKeeper;
  private readonly link: Link;
  private readonly pending = new PendingCommands();
  private pings: number[] = [];
  private serial = 0;

  constructor(private readonly deps: SessionDeps) {
    this.clock = new ServerClock(deps.now);
    this.link = new Link({
      open: deps.open,
      timers: deps.timers,
      random: deps.random,
      onMessage: (message) => this.receive(message),
      onState: (state) => this.linkChanged(state),
      ...(deps.onFailure ? { onFailure: deps.onFailure } : {}),
    });
    this.queries = new Queries({
      send: (message) => this.link.send(message),
      timers: deps.timers,
      id: () => this.newId("q"),
      onChange: deps.onChange,
    });
    this.seeds = new SeedKeeper((message) => this.link.send(message), deps.storage ?? null);
  }

  get linkState(): LinkState {
    return this.link.state;
  }

  /** An answer to the table is under way. */
  get busy(): boolean {
    return this.pending.busy;
  }

  get joining(): boolean {
    return this.pending.joining;
  }

  get competing(): boolean {
    return this.pending.competing;
  }

  start(): void {
    this.link.start();
  }

  stop(): void {
    this.pending.clear();
    this.link.stop();
    this.state = INITIAL;
    this.deps.onChange();
  }

  /** I am called otherwise, or may do otherwise, from now on; everything else is as it was. */
  renamed(player: PlayerView): void {
    this.state = { ...this.state, player };
    this.deps.onChange();
  }

  hurry(): void {
    this.link.hurry();
  }

  /** Take the game back from where it was opened meanwhile. */
  continueHere(): void {
    this.state = { ...this.state, replaced: false };
    this.link.start();
    this.deps.onChange();
  }

  /** Ask for what was missed: something seems to have been lost on the way. */
  resync(): void {
    const table = this.state.table;
    if (table !== null) this.link.send({ type: "resume", table: table.id, version: Math.max(0, table.version) });
  }

  /** The table has to be at `version` soon, or it is asked for. */
  private expect(version: number): void {
    const id = this.state.table?.id;
    this.deps.timers.set(() => {
      const table = this.state.table;
      if (table !== null && table.id === id && table.version < version) this.resync();
    }, PATIENCE);
  }

  // --- commands ---

  act(action: ActionMessage): void {
    const table = this.state.table;
    if (table === null) return;
    const seen = Math.max(0, table.version);
    this.command({ type: "act", table: table.id, action, command_id: this.newId("c"), seen_version: seen });
  }

  join(room: string, bots: boolean, start: StartChoice): void {
    if (this.pending.joining) return;
    this.command({ type: "join", room, bots, start, gives_seed: true, command_id: this.newId("c") });
  }

  cancelJoin(): void {
    this.command({ type: "cancel_join", command_id: this.newId("c") });
  }

  /** Something done with other people. False while the same is under way. */
  company(message: CompanyWish): boolean {
    if (this.pending.has(message.type)) return false;
    this.command({ ...message, command_id: this.newId("c") } as Command);
    return true;
  }

  /** Something about competitions. False while the same is under way; looking may always change. */
  cup(message: CupWish): boolean {
    const looks = message.type === "cup_look" || message.type === "cup_unlook";
    if (!looks && this.pending.has(message.type)) return false;
    if (message.type === "cup_look" || message.type === "cup_find") {
      const cup = message.type === "cup_look" ? (message.cup ?? null) : null;
      this.state = { ...this.state, cups: lookingAt(this.state.cups, cup) };
    }
    this.command({ ...message, command_id: this.newId("c") } as Command);
    return true;
  }

  /** The first of what has ended is put away. */
  cupRead(): void {
    const [first] = this.state.cups.overs;
    this.state = { ...this.state, cups: putAway(this.state.cups) };
    if (first !== undefined && endsCup(first)) this.command({ type: "cup_seen", cup: first.cup, command_id: this.newId("c") });
    else this.deps.onChange();
  }

  askTables(): void {
    this.link.send({ type: "ask_tables", request_id: this.newId("q") });
  }

  private command(command: Command): void {
    this.pending.add(command);
    this.link.send(command);
    this.deps.onChange();
  }

  /** Unique over reloads as well: the server remembers the ids it has done. */
  private newId(prefix: string): string {
    this.serial += 1;
    const part = (): string => Math.floor(this.deps.random() * 36 ** 6).toString(36);
    return `${prefix}${this.deps.now().toString(36)}-${part()}${part()}-${this.serial}`;
  }

  // --- what arrives ---

  private receive(message: FromServer): void {
    const { state, effects } = reduce(this.state, message);
    this.state = state;
    this.account(message);
    for (const effect of effects) {
      if (effect.type === "send") this.link.send(effect.message);
      else this.deps.onEffect(effect);
    }
    if (message.type === "welcome") this.resendCommands();
    this.deps.onChange();
  }

  private account(message: FromServer): void {
    switch (message.type) {
      case "welcome":
        this.clock.guess(message.server_time);
        break;
      case "pong":
        this.clock.pong(message.sent_at, message.server_time);
        break;
      case "ack":
        if (this.pending.ack(message.command_id, message.version, this.state.table?.version ?? -1)) this.expect(message.version);
        break;
      case "refused":
        this.refused(message);
        break;
      case "snapshot":
      case "events":
        if (this.state.table?.view) {
          this.pending.reached(message.table, this.state.table.version);
          this.seeds.look(message.table, this.state.table.view);
        }
        break;
      case "seated":
      case "left":
        this.pending.keepTable(this.state.table?.id ?? null);
        if (message.type === "seated") this.pending.dropJoins();
        this.expect(0);
        break;
      case "unqueued":
        this.pending.dropJoins();
        break;
      case "readings":
        this.queries.gotReadings(message);
        break;
      case "hints":
        this.queries.gotHints(message);
        break;
      case "sweep":
        this.queries.gotSweep(message);
        break;
      case "replaced":
        this.link.stop();
        break;
      default:
        break;
    }
  }

  private refused(message: Refused): void {
    const command = this.pending.refuse(message.command_id);
    // A refused question is nobody's business but the question's.
    if (command === null && message.command_id?.startsWith("q")) this.queries.failed();
    else this.deps.onRefused(message, command);
  }

  private resendCommands(): void {
    this.pending.keepTable(this.state.table?.id ?? null);
    if (this.state.table !== null || this.state.queue !== null) this.pending.dropJoins();
    for (const command of this.pending.unacknowledged()) this.link.send(command);
    this.queries.reconnected();
    this.seeds.reconnected();
  }

  private linkChanged(state: LinkState): void {
    for (const timer of this.pings) this.deps.timers.clear(timer);
    this.pings = [];
    if (state === "online") {
      this.pings = FIRST_PINGS.map((ms) => this.deps.timers.set(() => this.ping(), ms));
      this.pingRegularly();
    }
    this.deps.onChange();
  }

  private pingRegularly(): void {
    const timer = this.deps.timers.set(() => {
      this.ping();
      this.pingRegularly();
    }, PING_EVERY);
    this.pings = [...this.pings.slice(-FIRST_PINGS.length), timer];
  }

  private ping(): void {
    this.link.send({ type: "ping", sent_at: this.deps.now() });
  }
}
