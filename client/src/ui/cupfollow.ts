/** Who is in a competition that runs is in its waiting room whenever he sits at no table. */

import { game } from "./game.svelte.ts";
import { cupPath, router } from "./route.svelte.ts";

/** The break to which it was gone; once is enough, so that one may look around meanwhile. */
let gone: string | null = null;

/** To be called whenever the table, the page or the cup has changed. */
export function followCup(): void {
  const mine = game.cups.running;
  if (game.app.table !== null) {
    gone = null;
    return;
  }
  if (mine === null || game.gate !== "in" || game.app.company.room !== null) return;
  const { route } = router;
  if (gone === mine.cup || (route.page !== "home" && route.page !== "cups")) return;
  gone = mine.cup;
  router.go(cupPath(mine.cup));
}
