/** What one does with other people: rooms of friends, chat, watching. Components read it and call it. */

import { bubbles, withLine, type ChatLine } from "../core/chat.ts";
import type { CompanyState } from "../core/company.ts";
import type { FriendForm, MakeRoom, Refused, Said, SaidKind } from "../core/protocol.ts";
import type { CompanyWish, Session } from "../core/session.ts";

const BUBBLE_MS = 4_500;

export type RoomWish = Omit<MakeRoom, "type" | "command_id">;

interface Around {
  session: Session;
  state: () => CompanyState;
  /** The server's time now. */
  now: () => number;
  chatOn: () => boolean;
  onsaid: (said: Said) => void;
}

export class Company {
  log = $state.raw<readonly ChatLine[]>([]);
  unread = $state(0);
  chatOpen = $state(false);
  /** Muted until the page is closed; who is blocked is known to the server. */
  muted = $state.raw<readonly string[]>([]);
  /** The player whose menu is open. */
  menu = $state.raw<{ id: string; name: string } | null>(null);
  /** The option that the server refused last. */
  badOption = $state<string | null>(null);
  private serial = 0;
  private formPromise: Promise<FriendForm> | null = null;

  constructor(private readonly around: Around) {}

  get state(): CompanyState {
    return this.around.state();
  }

  // --- rooms ---

  /** What may be chosen; asked once. */
  form(): Promise<FriendForm> {
    this.formPromise ??= fetch("/api/friend-form", { credentials: "same-origin" }).then((response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.json() as Promise<FriendForm>;
    });
    this.formPromise.catch(() => (this.formPromise = null));
    return this.formPromise;
  }

  make(wish: RoomWish): void {
    this.badOption = null;
    this.do({ type: "make_room", ...wish });
  }

  enter(code: string): void {
    this.do({ type: "enter_room", code });
  }

  do(wish: CompanyWish): void {
    this.around.session.company(wish);
  }

  refused(refused: Refused): void {
    if (refused.code === "bad_option") this.badOption = refused.detail;
  }

  // --- chat ---

  say(kind: SaidKind, what: string): void {
    this.do({ type: "say", kind, what });
  }

  heard(said: Said): void {
    if (!this.around.chatOn() || this.silent(said.player)) return;
    this.log = withLine(this.log, { ...said, id: ++this.serial });
    if (!this.chatOpen) this.unread += 1;
    this.around.onsaid(said);
  }

  toggleChat(): void {
    if (!this.around.chatOn()) return;
    this.chatOpen = !this.chatOpen;
    this.unread = 0;
  }

  /** What a player said a moment ago. */
  bubble(player: string): ChatLine | null {
    if (!this.around.chatOn()) return null;
    return bubbles(this.log, this.around.now() - BUBBLE_MS).get(player) ?? null;
  }

  silent(player: string): boolean {
    return this.muted.includes(player) || this.state.blocked.includes(player);
  }

  mute(player: string, on: boolean): void {
    this.muted = on ? [...this.muted, player] : this.muted.filter((p) => p !== player);
  }

  /** Another place: what was said there stays there. */
  moved(): void {
    this.log = [];
    this.unread = 0;
  }

  // --- watching ---

  watch(table: string): void {
    this.do({ type: "watch", table });
  }

  askTables(): void {
    this.around.session.askTables();
  }
}
