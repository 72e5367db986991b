import { describe, expect, test } from "vitest";

import proofs from "../../../tests/golden/proofs.json";
import { bytesOf, checkProof, hexOf } from "./fairness.ts";
import type { DealProof } from "./protocol.ts";
import { digest, hmac, hmacDigest, sha256 } from "./sha256.ts";

const PROOFS = proofs as unknown as DealProof[];
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("deals are made again", () => {
  test.each(PROOFS.map((proof) => [proof.table, proof] as const))("%s", async (_table, proof) => {
    expect(await checkProof(proof)).toEqual({ seed: true, deals: [true, true] });
  });

  test("whatever is changed is seen", async () => {
    const proof = PROOFS[0] as DealProof;
    const first = proof.deals[0] as DealProof["deals"][0];
    const changes: [Partial<DealProof>, boolean, boolean][] = [
      [{ hash: "0".repeat(64) }, false, true],
      [{ seed: "0".repeat(64) }, false, false],
      [{ client_seeds: ["", "", ""] }, true, false],
      [{ client_seeds: null }, true, false],
      [{ table: "other" }, true, false],
      [{ hand_no: 2 }, true, false],
      [{ deals: [{ ...first, first: (first.first + 1) % 3 }] }, true, false],
    ];
    for (const [change, seed, deal] of changes) {
      const verdict = await checkProof({ ...proof, ...change });
      expect([verdict.seed, verdict.deals[0]]).toEqual([seed, deal]);
    }
  });
});

describe("without WebCrypto", () => {
  test.each([0, 1, 3, 55, 56, 63, 64, 65, 119, 120, 1000])("%i bytes have the same hash", async (length) => {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7 + 3) % 256);
    expect(hexOf(digest(data))).toBe(hexOf(await sha256(data)));
  });

  test("the known hash of abc, and the same HMACs", async () => {
    expect(hexOf(digest(utf8("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    for (const key of ["k", "k".repeat(64), "k".repeat(100)]) {
      expect(hexOf(hmacDigest(utf8(key), utf8("text")))).toBe(hexOf(await hmac(utf8(key), "text")));
    }
  });

  test("hexadecimal both ways", () => {
    expect(hexOf(bytesOf("00ff10"))).toBe("00ff10");
    expect(bytesOf("")).toHaveLength(0);
  });
});
