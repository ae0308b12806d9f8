// Who I am here, and where in the app I am.
import { signal } from "@preact/signals";
import type { Me, TableOut, Tables } from "../generated/api";
import { getJson, sendJson } from "./api";
import { here, showAddress } from "../address";

export const me = signal<Me>({ guest: false, name: null, unreadable: false, account: null });
export const path = signal(here().pathname);

/** The name that I have typed; it is kept when I do something with it. */
export const wished = signal("");

/** Be called what I typed, else what I was called, else a guest. */
export async function beNamed(otherwise: string): Promise<string> {
  const name = (!me.value.account && wished.value.trim()) || me.value.name || otherwise;
  if (name !== me.value.name) me.value = await sendJson<Me>("/api/me", { name });
  return name;
}

/** This browser was somebody and is not any more: logged out on another device, or in another tab. */
export const loggedOut = signal(false);

export async function loadMe(): Promise<void> {
  const now = await getJson<Me>("/api/me");
  loggedOut.value = now.unreadable || (!now.guest && (me.value.guest || loggedOut.value));
  me.value = now;
  wished.value ||= me.value.name ?? "";
}

/** Give up my cookie, here and on every device that has it; also one that the server cannot read or that has ended. */
export async function logOut(): Promise<void> {
  const nobody = await sendJson<Me>("/api/me/log-out", { stay: false });
  becomeNobody(nobody);
}

/** I have left on purpose. */
export function becomeNobody(nobody: Me): void {
  tables.value = { ...tables.value, mine: [] };
  loggedOut.value = false;
  me.value = nobody;
}

/** Log in, and come back to this page. A cookie that has ended is thrown away first. */
export async function logInAgain(): Promise<void> {
  const back = here().pathname;
  await logOut();
  go(`/account?login&back=${encodeURIComponent(back)}`);
}

export function go(to: string, replace = false): void {
  showAddress(to, replace);
  path.value = here().pathname;
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  path.value = here().pathname;
});

/** My tables, and those that everybody can see; null until they are here. */
export const tables = signal<{ mine: TableOut[] | null; others: TableOut[] | null }>({ mine: null, others: null });

export async function loadTables(): Promise<void> {
  const [mine, open, running] = await Promise.all([
    getJson<Tables>("/api/me/tables?limit=20"),
    getJson<Tables>("/api/tables?state=lobby&limit=20"),
    getJson<Tables>("/api/tables?state=running&limit=10"),
  ]);
  tables.value = { mine: mine.tables, others: [...open.tables, ...running.tables] };
}
