/** Competitions as the page uses them: what it looks at, what one does in them. Components read it and call it. */

import { untrack } from "svelte";

import type { Command } from "../core/commands.ts";
import { cupOfTable, nearestCup, runningCup, type CupsState } from "../core/cups.ts";
import { prizeParts } from "../core/cuptext.ts";
import type { Translate } from "../core/i18n.ts";
import type { CupCall, CupMine, CupOver, CupSaid, TableView } from "../core/protocol.ts";
import type { CupWish, Session } from "../core/session.ts";

interface Around {
  session: Session;
  state: () => CupsState;
  t: () => Translate;
  zh: () => boolean;
  say: (text: string) => void;
  /** My table is ready: whatever page is open gives way. */
  onseat: () => void;
}

export class Cups {
  /** The cup that could not be looked at, by its id; "" for a code. */
  missing = $state<string | null>(null);

  private looks = 0;
  private watched: string | null = null;

  constructor(private readonly around: Around) {}

  get state(): CupsState {
    return this.around.state();
  }

  get running(): CupMine | null {
    return runningCup(this.state.mine);
  }

  get nearest(): CupMine | null {
    return nearestCup(this.state.mine);
  }

  /** The cup that is played at a table, or was until now. */
  at(view: TableView): CupMine | null {
    const { mine, ended } = this.state;
    return cupOfTable(ended === null ? mine : [...mine, ended], view);
  }

  mine(cup: string): CupMine | null {
    return this.state.mine.find((one) => one.cup === cup) ?? null;
  }

  /** What follows from it is no reason to do it again: effects may call it. */
  do(wish: CupWish): boolean {
    return untrack(() => this.around.session.cup(wish));
  }

  /** Be kept told of a cup, or with null of the list, until the returned function is called. */
  look(cup: string | null, code: string | null = null): () => void {
    this.missing = null;
    const mine = ++this.looks;
    this.do({ type: "cup_look", cup, ...(code === null ? {} : { code }) });
    return () => {
      // Who has looked elsewhere meanwhile goes on looking there.
      if (this.looks === mine) this.do({ type: "cup_unlook" });
    };
  }

  /** Watch one of its tables; afterwards one is on its page again. */
  watch(cup: string, table: string): void {
    this.watched = cup;
    this.around.session.company({ type: "watch", table });
  }

  /** A table was left: the cup to which that leads back, if it was one that was watched. */
  leftWatching(): string | null {
    const cup = this.watched;
    this.watched = null;
    return cup;
  }

  find(code: string): void {
    this.missing = null;
    this.looks += 1;
    this.do({ type: "cup_find", code });
  }

  /** What has ended is put away. */
  read(): void {
    this.around.session.cupRead();
  }

  /** True when the refusal is shown by the page itself. */
  refused(command: Command | null): boolean {
    if (command?.type === "cup_unlook") return true;
    if (command?.type !== "cup_look" && command?.type !== "cup_find") return false;
    this.missing = command.type === "cup_look" ? (command.cup ?? "") : "";
    return command.type === "cup_look";
  }

  heard(news: CupCall | CupOver | CupSaid): void {
    const name = this.around.zh() ? news.name_zh : news.name_en;
    const t = this.around.t();
    if (news.type === "cup_said") this.around.say(`${name}: ${news.text}`);
    else if (news.type === "cup_call") {
      this.around.say(t("cup.called", { name }));
      if (news.table !== null) this.around.onseat();
    } else if (news.why === "withdrawn") {
      const what = refundText(t, news);
      this.around.say(what === "" ? t("cup.withdrawn_free") : t("cup.withdrawn", { what }));
    }
  }
}

/** What came back, or "". */
export function refundText(t: Translate, refund: { refund_beans: number; refund_cards: number }): string {
  return prizeParts(t, { share: 0, beans: refund.refund_beans, cards: refund.refund_cards, badge: "" }).join(" + ");
}
