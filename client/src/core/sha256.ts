/** SHA-256 and HMAC. By WebCrypto where there is one: pages that come without TLS over a local network have none. */

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return digest(data);
  return new Uint8Array(await subtle.digest("SHA-256", new Uint8Array(data)));
}

export async function hmac(key: Uint8Array, text: string): Promise<Uint8Array> {
  const data = new TextEncoder().encode(text);
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle === undefined) return hmacDigest(key, data);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await subtle.importKey("raw", new Uint8Array(key), algorithm, false, ["sign"]);
  return new Uint8Array(await subtle.sign("HMAC", imported, data));
}

const BLOCK = 64;

/** RFC 2104. */
export function hmacDigest(key: Uint8Array, data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? digest(key) : key);
  const inner = digest(joined(padded.map((byte) => byte ^ 0x36), data));
  return digest(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** The first 32 bits of the fractional part of a root of a prime. */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) >>> 0;
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter((n) => n > 1 && Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d !== 0));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** FIPS 180-4. */
export function digest(data: Uint8Array): Uint8Array {
  const length = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor((data.length * 8) / 2 ** 32));
  view.setUint32(length - 4, (data.length * 8) >>> 0);
  let state = START;
  for (let at = 0; at < length; at += BLOCK) state = compressed(state, view, at);
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

function schedule(view: DataView, at: number): number[] {
  const w = Array.from({ length: 16 }, (_, i) => view.getUint32(at + 4 * i));
  for (let i = 16; i < 64; i += 1) {
    const [a = 0, b = 0, c = 0, d = 0] = [w[i - 15], w[i - 2], w[i - 16], w[i - 7]];
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w.push((c + s0 + d + s1) >>> 0);
  }
  return w;
}

function compressed(state: readonly number[], view: DataView, at: number): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  schedule(view, at).forEach((word, i) => {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] ?? 0) + word) >>> 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
  });
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + (state[i] ?? 0)) >>> 0);
}
