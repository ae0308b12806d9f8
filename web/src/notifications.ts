// My turn has come at the table that is looked at: a sound, and a notification where the page is out of sight.
import { effect, signal } from "@preact/signals";
import { playTurn } from "./sounds";
import { boards } from "./store/reference";
import type { Table } from "./store/table";
import { store, stored } from "./theme";
import { named } from "./words";

/** On a phone a sound is unexpected; elsewhere it is off only for those who switched it off. */
export const sound = signal((stored("sound") ?? (matchMedia("(pointer: coarse)").matches ? "off" : "on")) === "on");
/** Whether the browser shows notifications of this site; it may have refused to. */
export const notified = signal<"on" | "off" | "refused">(stored("notifications") === "on" && permitted() ? "on" : "off");

function permitted(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

export function setSound(on: boolean): void {
  sound.value = on;
  store("sound", on ? "on" : "off");
  if (on) playTurn();
}

export async function setNotified(on: boolean): Promise<void> {
  const allowed = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
  notified.value = allowed ? "on" : on ? "refused" : "off";
  store("notifications", allowed ? "on" : "off");
}

/** Whether the browser lets this site show notifications. */
export async function askPermission(): Promise<boolean> {
  const allowed = (await Notification.requestPermission()) === "granted";
  if (!allowed) notified.value = "refused";
  else if (notified.value === "refused") notified.value = "off";
  return allowed;
}

const ICON = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href;

let shown: Notification | null = null;

function notify({ info, words: { t } }: Table): void {
  if (notified.value !== "on" || !permitted() || document.visibilityState === "visible") return;
  const now = info.value;
  const board = named(boards.value[now?.settings.map ?? ""]?.name);
  try {
    // one a table: a newer one takes the place of the last
    shown = new Notification(t("your_turn"), { body: `${board}, ${t("n_players", { n: now?.settings.players ?? 0 })}`, tag: now?.id, icon: ICON });
    shown.onclick = () => {
      window.focus();
      shown?.close();
    };
  } catch {
    // some phones show them only while the page is closed
  }
}

function seen(): void {
  if (document.visibilityState === "visible") shown?.close();
}

/** Follow a table. What was my turn already when I came is not announced. */
export function follow(table: Table): () => void {
  const { due, info, views, withOthers } = table;
  let before: boolean | null = null;
  document.addEventListener("visibilitychange", seen);
  const end = effect(() => {
    const known = info.value !== null && (info.value.state === "lobby" || views.value.length > 0);
    const now = known ? due.value : null;
    if (now === before) return;
    const isNew = now && before === false;
    before = now;
    if (!now) shown?.close();
    if (!isNew) return;
    // against bots alone it is my turn all the time, and I see it
    if (sound.peek() && (withOthers.peek() || document.visibilityState !== "visible")) playTurn();
    notify(table);
  });
  return () => {
    end();
    shown?.close();
    document.removeEventListener("visibilitychange", seen);
  };
}
