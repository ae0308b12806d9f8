// The switches of this browser: theme, motion, pace, level, warnings.
import { computed, effect, signal } from "@preact/signals";
import { applyTheme, chosenTheme, store, stored, SYSTEM_QUERIES, systemTheme, type Theme } from "./theme";

export const WARNINGS = ["fuel", "capacity", "build", "income"] as const;
export type Warning = (typeof WARNINGS)[number];

/** The theme that was chosen; null follows the system. */
export const ownTheme = signal<Theme | null>(chosenTheme());
const system = signal<Theme>(systemTheme());
for (const query of SYSTEM_QUERIES) matchMedia(query).addEventListener("change", () => (system.value = systemTheme()));
export const theme = computed<Theme>(() => ownTheme.value ?? system.value);
export const motion = signal(stored("motion") !== "off");
export const muted = signal<Warning[]>(WARNINGS.filter((name) => stored(`warning.${name}`) === "off"));

/** Whether moves are heard. */
export const sounds = signal(stored("move-sounds") === "on");
/** How loud all sounds are, in percent. */
export const volume = signal(percent(stored("volume")));

function percent(text: string | null): number {
  const number = Number.parseInt(text ?? "", 10);
  return number >= 0 && number <= 100 ? number : 60;
}

export function setSounds(on: boolean): void {
  sounds.value = on;
  store("move-sounds", on ? "on" : "off");
}

export function setVolume(value: number): void {
  volume.value = value;
  store("volume", String(value));
}

/** Whether the chances of everybody are shown, where that wrongs nobody. */
export const chances = signal(stored("win-chances") === "on");

export function setChances(on: boolean): void {
  chances.value = on;
  store("win-chances", on ? "on" : "off");
}

/** Whether the summary of a round is shown when it ends. */
export const summaries = signal(stored("round-summary") !== "off");

export function setSummaries(on: boolean): void {
  summaries.value = on;
  store("round-summary", on ? "on" : "off");
}

export const PACES = ["instant", "quick", "usual", "slow"] as const;
export type Pace = (typeof PACES)[number];
/** How quickly the moves of others are shown. */
export const pace = signal<Pace>(PACES.find((one) => one === stored("move-speed")) ?? "usual");
/** The level of bots that was chosen last. */
export const level = signal<string | null>(stored("bot-level"));

/** Whether things explain themselves when a pointer or the focus rests on them. */
export const explanations = signal(stored("explain-on-hover") !== "off");

export function setExplanations(on: boolean): void {
  explanations.value = on;
  store("explain-on-hover", on ? "on" : "off");
}

export function setPace(value: Pace): void {
  pace.value = value;
  store("move-speed", value);
}

export function setLevel(value: string): void {
  level.value = value;
  store("bot-level", value);
}

export function setTheme(value: Theme | null): void {
  ownTheme.value = value;
  store("theme", value);
}

export function setMotion(on: boolean): void {
  motion.value = on;
  store("motion", on ? "on" : "off");
}

export function setWarning(name: Warning, on: boolean): void {
  muted.value = on ? muted.value.filter((one) => one !== name) : [...muted.value, name];
  store(`warning.${name}`, on ? "on" : "off");
}

/** Whether things may move: the player's switch and the system's. */
export function moves(): boolean {
  return motion.value && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

effect(() => {
  applyTheme(theme.value);
  document.documentElement.dataset.motion = motion.value ? "on" : "off";
});
