import { mount } from "svelte";

import "./assets/fonts/fonts.css";
import "./styles/base.css";
import "./styles/card.css";
import App from "./ui/App.svelte";

const target = document.querySelector("#app");
if (target === null) throw new Error("the page has no #app");
mount(App, { target });
