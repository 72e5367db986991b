/** Who is in a competition that runs is in its waiting room whenever he sits at no table. */

import { isCupTable } from "../core/cups.ts";
import { game } from "./game.svelte.ts";
import { cupPath, router } from "./route.svelte.ts";

/** The cup to whose page it was gone; once is enough, so that one may look around meanwhile. */
let gone: string | null = null;
/** The cup at whose table I sat last: who is out comes to its page, too. */
let from: string | null = null;

/** To be called whenever the table, the page or the cup has changed. */
export function followCup(): void {
  const { table, company } = game.app;
  if (table !== null) {
    gone = null;
    const { view } = table;
    if (view !== null && view.you !== null) from = isCupTable(view) ? (game.cups.at(view)?.cup ?? from) : null;
    return;
  }
  const cup = game.cups.running?.cup ?? from;
  if (cup === null || game.gate !== "in" || game.app.player === null || company.room !== null) return;
  const { route } = router;
  if (gone === cup || (route.page !== "home" && route.page !== "cups")) return;
  gone = cup;
  from = null;
  router.go(cupPath(cup));
}
