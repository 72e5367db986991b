/** Which page the address names. The table needs none: it comes and goes by itself. */

export const TABS = ["hands", "stats", "beans", "titles", "leaders", "account"] as const;
export type Tab = (typeof TABS)[number];

export const ADMIN_TABS = ["house", "people", "tables", "reports", "notices", "audit"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export const HALLS = ["open", "past", "mine"] as const;
export type Hall = (typeof HALLS)[number];
export const CUP_TABS = ["now", "prizes", "rules", "tables", "result", "champion"] as const;
export type CupTab = (typeof CUP_TABS)[number];

export type Route =
  | { page: "home" }
  | { page: "replay"; id: string }
  | { page: "records"; tab: Tab }
  | { page: "admin"; tab: AdminTab }
  | { page: "friend"; code: string }
  | { page: "cups"; hall: Hall }
  | { page: "cup_new" }
  | { page: "cup_code"; code: string }
  | { page: "cup"; id: string; tab: CupTab; code: string | null };

/** `address`: the path, and for a private competition its code. */
export function routeOf(address: string): Route {
  const path = address.replace(/\?.*$/, "");
  const replay = /^\/r\/([A-Za-z0-9_-]+)$/.exec(path);
  if (replay?.[1] !== undefined) return { page: "replay", id: replay[1] };
  const friend = /^\/f\/([0-9A-Za-z]{6})$/.exec(path);
  if (friend?.[1] !== undefined) return { page: "friend", code: friend[1].toUpperCase() };
  if (path === "/cups/new") return { page: "cup_new" };
  const hall = HALLS.find((known) => path === hallPath(known));
  if (hall !== undefined) return { page: "cups", hall };
  const invited = /^\/c\/([0-9A-Za-z]{6})$/.exec(path);
  if (invited?.[1] !== undefined) return { page: "cup_code", code: invited[1].toUpperCase() };
  const cup = cupOf(address);
  if (cup !== null) return cup;
  const office = path === "/admin" ? "house" : ADMIN_TABS.find((known) => path === `/admin/${known}`);
  if (office !== undefined) return { page: "admin", tab: office };
  const tab = TABS.find((known) => path === `/records/${known}`);
  return tab === undefined ? { page: "home" } : { page: "records", tab };
}

function cupOf(path: string): Route | null {
  const [, id, named = "now", code] = /^\/cups\/([\w-]+)(?:\/(\w+))?(?:\?code=([0-9A-Z]{6}))?$/.exec(path) ?? [];
  const tab = CUP_TABS.find((known) => known === named);
  return id === undefined || tab === undefined ? null : { page: "cup", id, tab, code: code ?? null };
}

export function hallPath(hall: Hall): string {
  return hall === "open" ? "/cups" : `/cups/${hall}`;
}

/** `code`: of a private one in which one is not. */
export function cupPath(id: string, tab: CupTab = "now", code: string | null = null): string {
  return `/cups/${id}${tab === "now" ? "" : `/${tab}`}${code === null ? "" : `?code=${code}`}`;
}

const here = (): string => location.pathname + location.search;

class Router {
  route = $state.raw<Route>(routeOf(here()));
  /** Whether there is a page of ours to go back to. */
  private depth = 0;

  constructor() {
    addEventListener("popstate", () => {
      this.depth = Math.max(0, this.depth - 1);
      this.route = routeOf(here());
    });
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.depth += 1;
    this.route = routeOf(path);
  }

  /** Another tab of the same page: no step of its own for the back button. */
  swap(path: string): void {
    history.replaceState(null, "", path);
    this.route = routeOf(path);
  }

  /** To where one came from; to the lobby when one came by a link. */
  back(): void {
    if (this.depth > 0) history.back();
    else this.swap("/");
  }

  /** My table of a competition is ready, which is more important than a replay, too. */
  seated(): void {
    if (this.route.page !== "home") this.go("/");
  }

  /** A table is more important than any page. */
  home(): void {
    if (this.route.page === "records" || this.route.page.startsWith("cup")) this.swap("/");
  }
}

export const router = new Router();
