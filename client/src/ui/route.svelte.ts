/** Which page the address names. The table needs none: it comes and goes by itself. */

export const TABS = ["hands", "stats", "beans", "titles", "leaders", "account"] as const;
export type Tab = (typeof TABS)[number];

export const ADMIN_TABS = ["house", "people", "tables", "reports", "notices", "audit"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

export type Route = { page: "home" } | { page: "replay"; id: string } | { page: "records"; tab: Tab } | { page: "admin"; tab: AdminTab } | { page: "friend"; code: string };

export function routeOf(path: string): Route {
  const replay = /^\/r\/([A-Za-z0-9_-]+)$/.exec(path);
  if (replay?.[1] !== undefined) return { page: "replay", id: replay[1] };
  const friend = /^\/f\/([0-9A-Za-z]{6})$/.exec(path);
  if (friend?.[1] !== undefined) return { page: "friend", code: friend[1].toUpperCase() };
  const office = path === "/admin" ? "house" : ADMIN_TABS.find((known) => path === `/admin/${known}`);
  if (office !== undefined) return { page: "admin", tab: office };
  const tab = TABS.find((known) => path === `/records/${known}`);
  return tab === undefined ? { page: "home" } : { page: "records", tab };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname));
  /** Whether there is a page of ours to go back to. */
  private depth = 0;

  constructor() {
    addEventListener("popstate", () => {
      this.depth = Math.max(0, this.depth - 1);
      this.route = routeOf(location.pathname);
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

  /** A table is more important than any page. */
  home(): void {
    if (this.route.page === "records") this.swap("/");
  }
}

export const router = new Router();
