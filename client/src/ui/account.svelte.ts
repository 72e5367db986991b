/** One's account: which of its dialogs is open, and what they do. */

import type { PlayerView } from "../core/protocol.ts";
import { game } from "./game.svelte.ts";
import * as people from "./people.ts";
import { router } from "./route.svelte.ts";

export type AccountDialog = "keep" | "password" | "delete" | "logout";

class Account {
  dialog = $state<AccountDialog | null>(null);

  open(dialog: AccountDialog): void {
    this.dialog = dialog;
  }

  close(): void {
    this.dialog = null;
  }

  /** Stay who I am, with a name and a password; a hand in progress goes on. */
  async keep(name: string, password: string): Promise<void> {
    const player = await people.register(name, password);
    game.session.renamed(player);
    this.close();
    game.toast(game.t("account.kept", { name: player.name }));
  }

  async signIn(name: string, password: string): Promise<void> {
    try {
      await people.signIn(name, password);
    } catch (error) {
      if (error instanceof people.Banned) game.banned(error);
      throw error;
    }
    game.admitted();
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    await people.changePassword(old, fresh);
    this.close();
    game.toast(game.t("account.changed"));
  }

  async remove(password: string | null): Promise<void> {
    await people.deleteMe(password);
    this.close();
    game.dismissed();
    router.swap("/");
    game.toast(game.t("account.deleted"));
  }

  /** A guest who signs out never comes back: he is asked first. */
  logout(player: PlayerView): void {
    if (player.guest) this.open("logout");
    else this.leave();
  }

  leave(): void {
    this.close();
    router.swap("/");
    void game.logout();
  }
}

export const account = new Account();
