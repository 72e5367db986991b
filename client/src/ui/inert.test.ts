/**
 * What a component has derived is gone with it: read after a wait, when somebody has left the page, it is stale, and
 * Svelte warns (derived_inert). So no component reads a `$derived` or a property after an `await`, or in a `.then`;
 * what is needed then is read before.
 */

import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>(["./*.svelte", "../admin/*.svelte"], { query: "?raw", import: "default", eager: true });

/** From an opening bracket to the one that closes it. */
function block(text: string, open: number): string {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if ("({[".includes(text[i]!)) depth += 1;
    if (")}]".includes(text[i]!) && (depth -= 1) === 0) return text.slice(open, i + 1);
  }
  return text.slice(open);
}

/** The names that live and die with a component: what it derives, and its properties (but for its callbacks). */
function mortal(script: string): string[] {
  const derived = [...script.matchAll(/const (\w+) = \$derived/g)].map((m) => m[1]!);
  const taken = /let \{([^}]*)\}(?::[^=]*)? = \$props\(\)/.exec(script)?.[1] ?? "";
  const props = taken.split(",").map((part) => part.split(/[:=]/)[0]!.trim());
  return [...derived, ...props].filter((name) => /^\w+$/.test(name) && !/^on[a-z]/.test(name));
}

/** What runs later: after the first wait of an async function, and in callbacks of promises. */
function later(script: string): string[] {
  const parts: string[] = [];
  for (const found of script.matchAll(/async (?:function \w+)?\([^)]*\)[^{=]*(?:=> )?\{/g)) {
    const body = block(script, found.index + found[0].length - 1);
    const wait = /\bawait\b[^;]*;/.exec(body);
    if (wait !== null) parts.push(body.slice(wait.index + wait[0].length));
  }
  for (const found of script.matchAll(/\.(?:then|catch|finally)\(/g)) parts.push(block(script, found.index + found[0].length - 1));
  return parts;
}

function functions(script: string): Map<string, string> {
  const found = [...script.matchAll(/\n {2}function (\w+)\([^)]*\)[^{]*\{/g)];
  return new Map(found.map((m) => [m[1]!, block(script, m.index + m[0].length - 1)]));
}

function stale(script: string): string[] {
  const own = functions(script);
  const texts = later(script);
  const reads = (text: string, name: string): boolean => new RegExp(`(?<![.\\w"'-])${name}(?![\\w"']|:)`).test(text);
  for (const [name, body] of own) if (texts.some((text) => reads(text, name))) texts.push(body);
  return mortal(script).filter((name) => texts.some((text) => reads(text, name)));
}

test("there are components to look at", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
});

test.each(Object.entries(SOURCES))("%s reads nothing that may be gone", (_file, source) => {
  const script = /<script[^>]*>([\s\S]*?)<\/script>/.exec(source)?.[1] ?? "";
  expect(stale(script)).toEqual([]);
});

test("it would be found", () => {
  const script = `
  let { room, ondone }: Props = $props();
  const link = $derived(room.link);
  const tab = $derived(room.tab);
  async function share(): Promise<void> {
    const safe = link;
    await copy(safe);
    game.toast(LATER);
    ondone();
  }
  function words(): string {
    return tab;
  }
  $effect(() => {
    load().then(() => THEN);
  });
`;
  expect(stale(script.replace("LATER", "safe").replace("THEN", "found"))).toEqual([]);
  expect(stale(script.replace("LATER", "link").replace("THEN", "found"))).toEqual(["link"]);
  expect(stale(script.replace("LATER", "words()").replace("THEN", "found"))).toEqual(["tab"]);
  expect(stale(script.replace("LATER", "safe").replace("THEN", "room.name"))).toEqual(["room"]);
});
