/** The operator's page: its words, and how a deed is done and told. Components read it and call it. */

import { groupDigits } from "../core/format.ts";
import type { DeedDone } from "../core/protocol.ts";
import { game } from "../ui/game.svelte.ts";
import { Refusal } from "../ui/people.ts";
import { adminText, adminWords } from "./words.ts";
import { newCommand, order, type Deed } from "./calls.ts";

class Admin {
  readonly t = $derived(adminWords(game.settings.locale));
  busy = $state(false);
  /** Of a deed whose answer was lost: the same id makes sure that it is done once. */
  private pending: { key: string; command: string } | null = null;

  text(prefix: string, code: string, n = ""): string {
    return adminText(game.settings.locale, prefix, code, n);
  }

  /** Whether it was done. */
  async order(deed: Deed, fields: Record<string, unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const key = JSON.stringify([deed, fields]);
    const command = this.pending?.key === key ? this.pending.command : newCommand();
    this.pending = { key, command };
    try {
      game.toast(this.told(await order(deed, command, fields)));
      this.pending = null;
      return true;
    } catch (error) {
      const { code, detail } = error instanceof Refusal ? error : new Refusal("offline");
      if (code !== "offline") this.pending = null;
      game.toast(this.t("failed", { code: this.text("code", code, detail ?? "") }), "error");
      return false;
    } finally {
      this.busy = false;
    }
  }

  private told(done: DeedDone): string {
    if (done.repeated) return this.t("repeated");
    if (done.beans === null || done.house === null) return this.t("done");
    return this.t("compensate.done", { beans: groupDigits(done.beans), house: groupDigits(done.house) });
  }
}

export const admin = new Admin();
