import { mount } from "svelte";

import "./assets/fonts/fonts.css";
import "./styles/base.css";
import "./styles/card.css";
import App from "./ui/App.svelte";
import { reloadWhenUpgraded } from "./ui/upgrade.ts";

const target = document.querySelector("#app");
if (target === null) throw new Error("the page has no #app");
reloadWhenUpgraded(safeStorage(), () => location.reload());
mount(App, { target });

function safeStorage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}
