// Sounds, made in the browser: my turn, and what happens at a table where the player has switched that on.
import type { GameEvent, Row } from "./generated/api";
import { volume } from "./settings";
import type { Table } from "./store/table";

/** A tone that slides from one pitch (Hz) to another. */
interface Tone {
  from: number;
  to?: number;
  /** Seconds after the start of the sound. */
  after?: number;
  seconds: number;
  shape?: OscillatorType;
  /** Loudness, compared with the other tones. */
  gain?: number;
}

const CLICK: Tone = { from: 430, to: 310, seconds: 0.05, shape: "square", gain: 0.25 };
const TURN: Tone[] = [
  { from: 587, seconds: 0.4 },
  { from: 880, after: 0.11, seconds: 0.4 },
];
const GAVEL: Tone[] = [
  { from: 170, to: 80, seconds: 0.13, gain: 1.6 },
  { from: 150, to: 70, after: 0.17, seconds: 0.16, gain: 1.6 },
];
const COINS: Tone[] = [
  { from: 1320, seconds: 0.12, shape: "sine", gain: 0.6 },
  { from: 1760, after: 0.08, seconds: 0.2, shape: "sine", gain: 0.6 },
];
const FANFARE: Tone[] = [523, 659, 784, 1047].map((from, i) => ({ from, after: i * 0.13, seconds: i === 3 ? 0.7 : 0.22 }));

/** The sound of an event; null for those that are not heard. */
function soundOf(event: GameEvent): Tone[] | null {
  switch (event.kind) {
    case "auction-opened":
    case "bid-made":
      return [{ from: 520, seconds: 0.09 }];
    case "passed":
      return [{ from: 300, to: 230, seconds: 0.1, gain: 0.6 }];
    case "plant-bought":
    case "card-won":
      return GAVEL;
    case "fuel-bought":
      return Array.from({ length: Math.min(3, event.count) }, (_, i) => ({ ...CLICK, after: i * 0.07 }));
    case "city-connected":
      return [{ from: 200, to: 95, seconds: 0.12, gain: 1.4 }];
    case "plants-ran":
      return event.income > 0 ? COINS : null;
    case "game-ended":
      return FANFARE;
    default:
      return null;
  }
}

/** Events of one move that are heard at most, and the time between them. */
const MAX_AT_ONCE = 4;
const SECONDS_BETWEEN = 0.12;
const SILENCE = 0.0001;
const LOUDEST = 0.22;
const ATTACK_SECONDS = 0.012;

let audio: AudioContext | null = null;

/** Play a sound. Before anybody has touched the page, browsers would only play it too late. */
function play(tones: Tone[], after = 0): void {
  if (!volume.value || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const { from, to = from, after: later = 0, seconds, shape = "triangle", gain = 1 } of tones) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const at = audio.currentTime + after + later;
    tone.type = shape;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + seconds);
    loudness.gain.setValueAtTime(SILENCE, at);
    loudness.gain.exponentialRampToValueAtTime((LOUDEST * gain * volume.value) / 100, at + ATTACK_SECONDS);
    loudness.gain.exponentialRampToValueAtTime(SILENCE, at + seconds);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds + 0.05);
  }
}

export const playTurn = (): void => play(TURN);

/** Play a sample when the volume is set. */
export const playSample = (): void => play(COINS);

/** What new rows sound like; nothing for a long absence that is caught up with. */
export function playRows({ past }: Table, fresh: Row[]): void {
  if (past.value || document.visibilityState !== "visible" || fresh.length > 12) return;
  const heard = fresh.flatMap((row) => (row.events ?? []).map(soundOf)).filter((one) => one !== null);
  heard.slice(-MAX_AT_ONCE).forEach((tones, i) => play(tones, i * SECONDS_BETWEEN));
}
