import { describe, expect, test } from "vitest";

import { cardClass, cardFace } from "../core/cardart.ts";
import { reading, viewOf } from "../core/fixtures.ts";
import type { TableEvent } from "../core/protocol.ts";
import { Animator, flight } from "./anim.ts";
import { becameMyTurn, soundOf } from "./cues.ts";

/** An element whose animations end when they are told to. */
function fakeElement(): { element: Element; ended: () => boolean; asked: () => number } {
  let end: () => void = () => undefined;
  let done = false;
  let duration = 0;
  const animate = (_: Keyframe[], options: KeyframeAnimationOptions): unknown => {
    duration = Number(options.duration);
    const finished = new Promise<void>((resolve) => {
      end = () => {
        done = true;
        resolve();
      };
    });
    return { finished, finish: () => end() };
  };
  return { element: { animate } as unknown as Element, ended: () => done, asked: () => duration };
}

describe("animations", () => {
  const free = { reducedMotion: () => false, hidden: () => false };

  test("are awaited, and skipped", async () => {
    const animator = new Animator(free);
    const { element, ended } = fakeElement();
    const run = animator.run(element, [], 200);
    expect(animator.busy).toBe(true);
    animator.skip();
    await run;
    expect([ended(), animator.busy]).toEqual([true, false]);
  });

  test("take the time of the speed that was set", () => {
    const animator = new Animator(free);
    expect(animator.duration(200)).toBe(200);
    animator.setSpeed("fast");
    expect(animator.duration(200)).toBe(110);
    animator.setSpeed("off");
    expect(animator.duration(200)).toBe(0);
  });

  test("are none under reduced motion and in a hidden tab", async () => {
    for (const options of [
      { ...free, reducedMotion: () => true },
      { ...free, hidden: () => true },
    ]) {
      const { element, asked } = fakeElement();
      await new Animator(options).run(element, [], 200);
      expect(asked()).toBe(0);
    }
  });

  test("a flight begins where the card lay", () => {
    const [first, last] = flight({ x: 10, y: 20, width: 50, height: 70 }, { x: 110, y: 220, width: 100, height: 140 });
    expect(first?.["transform"]).toBe("translate(-100px, -200px) scale(0.5)");
    expect(last?.["transform"]).toBe("none");
  });
});

describe("sounds", () => {
  const event = (changes: Partial<TableEvent>): TableEvent => ({ kind: "", version: 1, at: 0, ...changes });

  test("go with what happened", () => {
    const view = viewOf();
    const play = (kind: string): string | null => soundOf(event({ kind: "played", reading: reading(kind, 1) }), view);
    expect([play("solo"), play("bomb"), play("rocket")]).toEqual(["play", "bomb", "rocket"]);
    expect(soundOf(event({ kind: "passed" }), view)).toBe("pass");
    expect(soundOf(event({ kind: "double_answered", yes: true }), view)).toBe("say");
    expect(soundOf(event({ kind: "clocks_set" }), view)).toBeNull();
  });

  test("one's own turn is heard once", () => {
    const other = viewOf({ asked: [1] });
    expect(becameMyTurn(other, viewOf())).toBe(true);
    expect(becameMyTurn(viewOf(), viewOf())).toBe(false);
    expect(becameMyTurn(null, viewOf({ asked: [1] }))).toBe(false);
    expect(becameMyTurn(viewOf({ phase: "double" }), viewOf())).toBe(true);
  });
});

describe("card faces", () => {
  test("are all different, in both languages", () => {
    for (const locale of ["zh", "en"] as const) {
      expect(new Set(Array.from({ length: 54 }, (_, card) => cardFace(card, locale))).size).toBe(54);
    }
  });

  test("show what a wild card stands for", () => {
    expect(cardFace(5, "zh", 9)).toContain(">Q<");
    expect(cardFace(5, "zh")).not.toContain('class="as"');
  });

  test("say by class which colour they have", () => {
    expect([53, 52, 0, 3].map(cardClass)).toEqual(["red", "black", "suit-D", "suit-S"]);
  });
});
