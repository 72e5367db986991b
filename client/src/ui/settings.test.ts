import { expect, test } from "vitest";

import { loadSettings, saveSettings } from "./settings.ts";

const holding = (text: string | null): Pick<Storage, "getItem"> => ({ getItem: () => text });

test("are remembered", () => {
  let kept = "";
  saveSettings({ setItem: (_, value) => void (kept = value) }, { ...loadSettings(null), volume: 0.2, lastRuleset: "qq-laizi" });
  expect(loadSettings(holding(kept))).toMatchObject({ volume: 0.2, lastRuleset: "qq-laizi" });
});

test("nonsense in the storage changes nothing", () => {
  const plain = loadSettings(null);
  for (const text of ["", "null", "[1", '{"volume":"loud","sound":1,"evil":true,"start":"now","locale":"fr"}']) {
    expect(loadSettings(holding(text))).toEqual(plain);
  }
});

test("a storage that may not be used is no error", () => {
  const forbidden = (): never => {
    throw new Error("forbidden");
  };
  expect(() => saveSettings({ setItem: forbidden }, loadSettings({ getItem: forbidden }))).not.toThrow();
});
