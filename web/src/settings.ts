// The switches of this browser: theme, motion, warnings.
import { effect, signal } from "@preact/signals";
import { preferredTheme, store, stored, type Theme } from "./theme";

export const WARNINGS = ["fuel", "capacity", "income"] as const;
export type Warning = (typeof WARNINGS)[number];

export const theme = signal<Theme>(preferredTheme());
export const motion = signal(stored("motion") !== "off");
export const muted = signal<Warning[]>(WARNINGS.filter((name) => stored(`warn.${name}`) === "off"));

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  store("theme", theme.value);
}

export function setMotion(on: boolean): void {
  motion.value = on;
  store("motion", on ? "on" : "off");
}

export function setWarning(name: Warning, on: boolean): void {
  muted.value = on ? muted.value.filter((one) => one !== name) : [...muted.value, name];
  store(`warn.${name}`, on ? "on" : "off");
}

/** Whether things may move: the player's switch and the system's. */
export function moves(): boolean {
  return motion.value && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  document.documentElement.dataset.motion = motion.value ? "on" : "off";
});
