/** The page's one controller: signing in, the session, settings, toasts, sounds. Components read it and call it. */

import { tick } from "svelte";

import type { Command } from "../core/commands.ts";
import { isCupTable } from "../core/cups.ts";
import { describeEvent } from "../core/describe.ts";
import { groupDigits, timeLabel } from "../core/format.ts";
import { refusal, textOf, translator, type Locale } from "../core/i18n.ts";
import type { LinkState } from "../core/net.ts";
import type { ActionMessage, Refused, RoomView, Said, StartChoice, TableEvent, TableView } from "../core/protocol.ts";
import { INITIAL, type AppState, type Effect } from "../core/reducer.ts";
import { Session } from "../core/session.ts";
import { remaining } from "../core/clock.ts";
import { isAsked, nameOf, overdue, ownClock } from "../core/view.ts";
import { Animator } from "../fx/anim.ts";
import { becameMyTurn, soundOf } from "../fx/cues.ts";
import { Speaker } from "../fx/sound.ts";
import { Company } from "./company.svelte.ts";
import { Cups } from "./cups.svelte.ts";
import { fetchMe, signInAsGuest, signOut, socketUrl } from "./api.ts";
import { Banned, Refusal as NotAllowed } from "./people.ts";
import { HandControl } from "./hand.svelte.ts";
import { escapeCost, lapsed, lostSeat, type LostSeat } from "../core/lost.ts";
import { captureOrigins, flareOf, playMotions, type Flare } from "./motion.ts";
import { cupPath, router } from "./route.svelte.ts";
import { loadSettings, saveSettings, type Settings } from "./settings.ts";

export interface Toast {
  id: number;
  text: string;
  kind: "info" | "error";
}

const TOAST_MS = 3200;
const TICK_MS = 250;
const HURRY_SECONDS = 5;
const RESYNC_EVERY = 5_000;

const browserTimers = {
  set: (run: () => void, ms: number): number => window.setTimeout(run, ms),
  clear: (timer: number): void => window.clearTimeout(timer),
};

export class Game {
  settings = $state<Settings>(loadSettings(storage()));
  gate = $state<"loading" | "signin" | "in">("loading");
  signingIn = $state(false);
  app = $state.raw<AppState>(INITIAL);
  link = $state<LinkState>("stopped");
  busy = $state(false);
  joining = $state(false);
  /** The seat at a table of the lobby that is gone though one did not leave it. */
  lost = $state.raw<LostSeat | null>(null);
  /** Something about a competition is under way. */
  competing = $state(false);
  toasts = $state.raw<readonly Toast[]>([]);
  /** Why one may not come in. */
  ban = $state.raw<{ reason: string; until: number | null } | null>(null);
  /** The last events in words, for those who hear the page. */
  announcement = $state("");
  flare = $state.raw<(Flare & { id: number }) | null>(null);
  /** The server's time, for clocks. */
  now = $state(Date.now());

  readonly t = $derived(translator(this.settings.locale));
  readonly view = $derived(this.app.table?.view ?? null);

  readonly speaker = new Speaker();
  readonly animator = new Animator({
    reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    hidden: () => document.hidden,
  });
  readonly session: Session;
  readonly hand: HandControl;
  readonly company: Company;
  readonly cups: Cups;
  private serial = 0;
  /** What was said when one got up: the end of that table is no news. */
  private farewell: "leave" | "escape" | null = null;
  private lastTick = -1;
  private lastResync = 0;

  constructor() {
    this.session = new Session({
      open: () => new WebSocket(socketUrl(location)),
      timers: browserTimers,
      random: Math.random,
      now: () => Date.now(),
      onChange: () => this.sync(),
      onEffect: (effect) => this.effect(effect),
      onRefused: (refused, command) => this.refused(refused, command),
      onFailure: (attempt) => void this.connectionFailed(attempt),
      storage: storage(),
    });
    this.hand = new HandControl(this.session, () => this.settings, (sound) => this.speaker.play(sound));
    this.company = new Company({
      session: this.session,
      state: () => this.app.company,
      now: () => this.now,
      chatOn: () => this.settings.chat,
      onsaid: (said) => this.said(said),
    });
    this.cups = new Cups({
      session: this.session,
      state: () => this.app.cups,
      t: () => this.t,
      zh: () => this.settings.locale === "zh",
      say: (text) => this.news(text),
      onseat: () => router.seated(),
    });
    this.applySettings();
  }

  /** Begin: find out who we are, connect, and keep the clocks going. Returns the function that stops it. */
  start(): () => void {
    void this.enter();
    const timer = setInterval(() => this.tick(), TICK_MS);
    const wake = (): void => this.speaker.wake();
    const back = (): void => {
      if (document.hidden) this.animator.skip();
      else this.session.hurry();
    };
    const online = (): void => this.session.hurry();
    addEventListener("pointerdown", wake);
    addEventListener("keydown", wake);
    addEventListener("online", online);
    document.addEventListener("visibilitychange", back);
    return () => {
      clearInterval(timer);
      removeEventListener("pointerdown", wake);
      removeEventListener("keydown", wake);
      removeEventListener("online", online);
      document.removeEventListener("visibilitychange", back);
      this.session.stop();
    };
  }

  // --- who we are ---

  private async enter(): Promise<void> {
    try {
      if ((await fetchMe()) === null) {
        this.gate = "signin";
        return;
      }
    } catch (error) {
      if (error instanceof Banned) return this.banned(error);
      // The server is away: the link tries again and again, and its banner says so.
    }
    this.gate = "in";
    this.session.start();
  }

  /** The code of a refusal, or null. */
  async guest(name: string): Promise<string | null> {
    if (this.signingIn) return null;
    this.signingIn = true;
    try {
      await signInAsGuest(name.trim() || null, this.settings.locale);
      this.admitted();
      return null;
    } catch (error) {
      if (error instanceof Banned) this.banned(error);
      return error instanceof NotAllowed ? error.code : "offline";
    } finally {
      this.signingIn = false;
    }
  }

  /** There is a session now. */
  admitted(): void {
    this.ban = null;
    this.gate = "in";
    this.session.start();
  }

  /** There is none any more. */
  dismissed(): void {
    this.session.stop();
    this.gate = "signin";
  }

  /** The operator has sent one away. */
  banned(ban: { reason: string; until: number | null }): void {
    this.ban = { reason: ban.reason, until: ban.until };
    this.dismissed();
  }

  async logout(): Promise<void> {
    this.session.stop();
    await signOut().catch(() => undefined);
    this.dismissed();
  }

  /** A socket that will not open may mean that the session is over, and then only signing in helps. */
  private async connectionFailed(attempt: number): Promise<void> {
    if (attempt < 2) return;
    try {
      if ((await fetchMe()) !== null) return;
      this.dismissed();
    } catch (error) {
      if (error instanceof Banned) this.banned(error);
      // Else still away.
    }
  }

  // --- commands ---

  act(action: ActionMessage): void {
    if (action.type === "leave" || action.type === "escape") this.farewell = action.type;
    this.session.act(action);
  }

  join(room: RoomView, bots: boolean, start: StartChoice): void {
    this.change({ lastRuleset: room.ruleset, start });
    this.session.join(room.id, bots, start);
  }

  again(): void {
    this.session.act({ type: "again", start: this.settings.start });
  }

  toggleAutoplay(): void {
    const view = this.view;
    if (view?.hand == null || view.you === null) return;
    this.session.act({ type: "autoplay", on: !view.hand.autoplay[view.you] });
  }

  // --- settings ---

  change(settings: Partial<Settings>): void {
    Object.assign(this.settings, settings);
    saveSettings(storage(), this.settings);
    this.applySettings();
  }

  setLocale(locale: Locale): void {
    this.change({ locale });
  }

  private applySettings(): void {
    const { sound, volume, speed, fourColour, locale } = this.settings;
    this.speaker.set(sound, volume);
    this.animator.setSpeed(speed);
    document.documentElement.lang = locale === "zh" ? "zh-CN" : "en";
    document.documentElement.classList.toggle("four-colour", fourColour);
    document.title = translator(locale)("app.name");
  }

  // --- what the session reports ---

  private sync(): void {
    this.app = this.session.state;
    this.link = this.session.linkState;
    this.busy = this.session.busy;
    this.joining = this.session.joining;
    this.competing = this.session.competing;
    this.hand.sync(this.app.table?.view ?? null);
  }

  private effect(effect: Exclude<Effect, { type: "send" }>): void {
    switch (effect.type) {
      case "animate":
        this.animate(effect.before, effect.view, effect.events);
        break;
      case "reset":
        this.animator.skip();
        break;
      case "presence": {
        const name = this.view ? nameOf(this.view, effect.seat) : "";
        this.toast(this.t(effect.connected ? "net.presence_back" : "net.presence_lost", { name }));
        break;
      }
      case "unqueued":
        this.toast(textOf(this.t, "unqueued", effect.reason) ?? refusal(this.t, effect.reason));
        break;
      case "said":
        this.company.heard(effect.said);
        break;
      case "cup":
        this.cups.heard(effect.news);
        break;
      case "banned":
        this.banned(effect.ban);
        break;
      case "room_left":
        this.company.moved();
        this.toast(textOf(this.t, "room_left", effect.reason) ?? this.t("room_left.left"));
        break;
      case "left":
        if (this.company.state.room === null) this.company.moved();
        this.backToCup(effect.reason);
        // From one table of a competition to the next: the waiting room says what comes.
        if (effect.reason !== "cup" || this.view === null || !isCupTable(this.view)) this.tellLeft(effect.reason);
        break;
    }
  }

  /** The page still shows the table that is gone. */
  private tellLeft(reason: string): void {
    const view = this.view;
    const farewell = this.farewell;
    this.farewell = null;
    if (view !== null && reason === "left" && farewell === null && lapsed(view)) this.lost = lostSeat(view);
    else if (view !== null && farewell === "escape" && reason === "left") this.toast(this.t("left.escaped", { n: groupDigits(escapeCost(view)) }));
    // Who got up himself knows it, and is told once when he leaves a room of friends with it.
    else if (farewell === null || reason !== "left") this.toast(textOf(this.t, "left", reason) ?? this.t("left.left"));
  }

  private animate(before: TableView | null, view: TableView, events: readonly TableEvent[]): void {
    // The page still shows the old view: remember where the cards lie before it changes.
    const origins = captureOrigins(view, events);
    const sounds = new Set(events.map((event) => soundOf(event, view)));
    for (const sound of sounds) if (sound !== null) this.speaker.play(sound);
    if (becameMyTurn(before, view)) this.speaker.play("turn");
    const words = events.map((event) => describeEvent(this.t, view, event)).filter((text) => text !== null);
    if (words.length > 0) this.announcement = words.join(". ");
    this.light(view, events);
    void tick().then(() => playMotions(this.animator, before, view, events, origins));
  }

  /** The big word over the table. */
  private light(view: TableView, events: readonly TableEvent[]): void {
    const flare = events.map((event) => flareOf(event, view)).findLast((f) => f !== null);
    if (flare == null) return;
    const ms = this.animator.duration(flare.ms);
    if (ms === 0) return;
    const id = ++this.serial;
    this.flare = { ...flare, ms, id };
    setTimeout(() => {
      if (this.flare?.id === id) this.flare = null;
    }, ms);
  }

  /** Somebody's words, for those who hear the page. */
  private said(said: Said): void {
    if (said.player === this.app.player?.id) return;
    this.speaker.play("say");
    const words = said.kind === "text" ? said.what : textOf(this.t, said.kind, said.what);
    if (words !== null) this.announcement = `${said.name}: ${words}`;
  }

  private refused(refused: Refused, command: Command | null): void {
    this.company.refused(refused);
    if (this.cups.refused(command)) return;
    // A full room may be watched, if its host allows it.
    if (command?.type === "enter_room" && refused.code === "room_full") this.company.do({ type: "watch", code: command.code });
    if (refused.code === "unauthorized") void this.connectionFailed(2);
    // A show that came too late for its factor, or a question that is gone: say it, the table is right as it is.
    if (command !== null || refused.command_id === null) this.toast(this.wordsOf(refused), "error");
  }

  /** Who watched a table of a competition is on its page again. */
  private backToCup(reason: string): void {
    const cup = this.cups.leftWatching();
    if (cup !== null && reason.startsWith("watch_")) router.go(cupPath(cup));
  }

  /** Told, heard, and read by those who hear the page. */
  private news(text: string): void {
    this.toast(text);
    this.announcement = text;
    this.speaker.play("turn");
  }

  private wordsOf(refused: Refused): string {
    const until = refused.code === "muted" ? Number(refused.detail ?? 0) : 0;
    if (until > 0) return this.t("refused.muted_until", { at: timeLabel(until, this.settings.locale) });
    return refusal(this.t, refused.code);
  }

  toast(text: string, kind: Toast["kind"] = "info"): void {
    const id = ++this.serial;
    const others = this.toasts.filter((toast) => toast.text !== text);
    this.toasts = [...others.slice(-2), { id, text, kind }];
    setTimeout(() => {
      this.toasts = this.toasts.filter((toast) => toast.id !== id);
    }, TOAST_MS);
  }

  // --- time ---

  private tick(): void {
    this.now = this.session.clock.time();
    const view = this.view;
    if (view === null) return;
    if (overdue(view, this.now) && this.now - this.lastResync > RESYNC_EVERY) {
      this.lastResync = this.now;
      this.session.resync();
    }
    this.hurry(view);
  }

  /** The last seconds of one's own clock are heard. */
  private hurry(view: TableView): void {
    if (view.you === null || !isAsked(view, view.you) || view.hand?.phase === "start") return;
    const clock = ownClock(view);
    if (clock === null || clock.seat === null) return;
    const { seconds } = remaining(clock, this.now);
    if (seconds > 0 && seconds <= HURRY_SECONDS && seconds !== this.lastTick) this.speaker.play("tick");
    this.lastTick = seconds;
  }
}

function storage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

export const game = new Game();
