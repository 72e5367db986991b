/** The address of a room of friends: who comes by it enters, who is in one can copy it. */

import { game } from "./game.svelte.ts";
import { router } from "./route.svelte.ts";

/** The code by which it was tried to enter; once is enough. */
let tried: string | null = null;

/** Keep the address and the room together; to be called whenever one of them has changed. */
export function followLink(): void {
  const { room } = game.company.state;
  const { route } = router;
  if (game.gate !== "in" || game.link !== "online" || game.app.player === null) return;
  if (room !== null) {
    tried = room.code;
    const elsewhere = route.page === "home" || (route.page === "friend" && route.code !== room.code);
    if (elsewhere) router.swap(`/f/${room.code}`);
  } else if (route.page === "friend" && game.app.table === null) {
    if (tried === route.code) router.swap("/");
    else game.company.enter(route.code);
    tried = route.code;
  }
}
