/** A part of the page that is no longer there: the server was given a new version meanwhile. */

const KEY = "dizhu.reloaded";
const NOT_AGAIN_MS = 30_000;

export function reloadWhenUpgraded(storage: Storage | null, reload: () => void): void {
  addEventListener("vite:preloadError", (event) => {
    if (Date.now() - Number(storage?.getItem(KEY) ?? 0) < NOT_AGAIN_MS) return;
    event.preventDefault();
    storage?.setItem(KEY, String(Date.now()));
    reload();
  });
}
