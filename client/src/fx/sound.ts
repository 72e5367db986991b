/** Every sound is synthesised here: nothing recorded, no bytes of assets. */

export type SoundName =
  | "pick"
  | "deal"
  | "play"
  | "pass"
  | "say"
  | "tick"
  | "turn"
  | "crown"
  | "bomb"
  | "rocket"
  | "spring"
  | "win"
  | "lose";

interface Tone {
  wave: OscillatorType;
  from: number;
  to: number;
  gain: number;
  seconds: number;
  at?: number;
}

interface Noise {
  filter: BiquadFilterType;
  frequency: number;
  q: number;
  gain: number;
  seconds: number;
  at?: number;
}

interface Sound {
  tones?: readonly Tone[];
  noises?: readonly Noise[];
}

const tone = (wave: OscillatorType, from: number, to: number, gain: number, seconds: number, at = 0): Tone => ({
  wave,
  from,
  to,
  gain,
  seconds,
  at,
});
const noise = (
  frequency: number,
  q: number,
  gain: number,
  seconds: number,
  at = 0,
  filter: BiquadFilterType = "bandpass",
): Noise => ({ filter, frequency, q, gain, seconds, at });
const melody = (notes: readonly number[], gain: number, seconds: number, step: number): Tone[] =>
  notes.map((f, i) => tone("triangle", f, f * 0.995, gain, seconds, i * step));

const SOUNDS: Readonly<Record<SoundName, Sound>> = {
  pick: { tones: [tone("triangle", 880, 660, 0.16, 0.05)], noises: [noise(5200, 1, 0.09, 0.03)] },
  deal: { noises: [noise(3800, 0.8, 0.26, 0.045)] },
  play: { tones: [tone("sine", 190, 90, 0.45, 0.09, 0.02)], noises: [noise(2600, 0.7, 0.45, 0.09)] },
  pass: { tones: [tone("sine", 330, 320, 0.18, 0.09), tone("sine", 247, 240, 0.18, 0.13, 0.1)] },
  say: { tones: [tone("sine", 520, 900, 0.22, 0.08)] },
  tick: { tones: [tone("square", 1200, 1190, 0.07, 0.03)] },
  turn: { tones: [tone("triangle", 659, 659, 0.2, 0.12), tone("triangle", 988, 985, 0.22, 0.22, 0.11)] },
  crown: { tones: melody([392, 523, 659, 784], 0.2, 0.2, 0.07) },
  bomb: { tones: [tone("sine", 120, 32, 0.8, 0.6)], noises: [noise(420, 0.4, 0.9, 0.7, 0, "lowpass")] },
  rocket: {
    tones: [tone("sawtooth", 180, 1500, 0.15, 0.55), tone("sine", 130, 30, 0.8, 0.7, 0.55)],
    noises: [noise(1800, 0.6, 0.3, 0.5), noise(360, 0.4, 0.9, 0.8, 0.55, "lowpass")],
  },
  spring: { tones: melody([784, 988, 1175, 1568, 1175, 1568], 0.16, 0.25, 0.1) },
  win: { tones: melody([523, 587, 659, 784, 1047], 0.24, 0.24, 0.09) },
  lose: { tones: melody([392, 349, 294, 220], 0.2, 0.27, 0.13) },
};

/** Schedule a sound on a context; also used offline by tests. */
export function schedule(context: BaseAudioContext, out: AudioNode, sound: SoundName): void {
  const { tones = [], noises = [] } = SOUNDS[sound];
  for (const t of tones) scheduleTone(context, out, t);
  for (const n of noises) scheduleNoise(context, out, n);
}

function envelope(context: BaseAudioContext, out: AudioNode, start: number, peak: number, attack: number, decay: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(peak, start + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + attack + decay);
  gain.connect(out);
  return gain;
}

function scheduleTone(context: BaseAudioContext, out: AudioNode, { wave, from, to, gain, seconds, at = 0 }: Tone): void {
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  oscillator.type = wave;
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds);
  oscillator.connect(envelope(context, out, start, gain, 0.005, seconds));
  oscillator.start(start);
  oscillator.stop(start + seconds + 0.05);
}

function scheduleNoise(context: BaseAudioContext, out: AudioNode, { filter, frequency, q, gain, seconds, at = 0 }: Noise): void {
  const start = context.currentTime + at;
  const source = context.createBufferSource();
  source.buffer = noiseBuffer(context, seconds + 0.05);
  const colour = context.createBiquadFilter();
  colour.type = filter;
  colour.frequency.value = frequency;
  colour.Q.value = q;
  source.connect(colour);
  colour.connect(envelope(context, out, start, gain, 0.002, seconds));
  source.start(start);
}

/** White noise from a fixed generator: the same bang every time. */
function noiseBuffer(context: BaseAudioContext, seconds: number): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const data = buffer.getChannelData(0);
  let state = 22222;
  for (let i = 0; i < data.length; i++) {
    state = (state * 16807) % 2147483647;
    data[i] = state / 1073741823.5 - 1;
  }
  return buffer;
}

/** The player's loudspeaker. Silent until the first gesture, because browsers want it so. */
export class Speaker {
  private context: AudioContext | null = null;
  private master: GainNode | null = null;
  private enabled = true;
  private volume = 0.7;

  set(enabled: boolean, volume: number): void {
    this.enabled = enabled;
    this.volume = volume;
    if (this.master !== null) this.master.gain.value = volume;
  }

  /** To be called from a gesture. */
  wake(): void {
    if (!this.enabled || typeof AudioContext === "undefined") return;
    if (this.context === null) {
      this.context = new AudioContext();
      this.master = this.context.createGain();
      this.master.gain.value = this.volume;
      this.master.connect(this.context.destination);
    }
    if (this.context.state === "suspended") void this.context.resume();
  }

  play(sound: SoundName): void {
    if (!this.enabled || this.volume === 0 || this.context?.state !== "running" || this.master === null) return;
    schedule(this.context, this.master, sound);
  }
}
