// What somebody wants explained: whatever asks for it says so here, and help, once it is there, shows it.
import { signal } from "@preact/signals";

export interface Wish {
  what: "rules" | "why" | "around";
  /** A rule by its id. */
  id?: string | null;
}

/** What somebody did last until help was there. */
export const reach: { by?: Event } = {};
export const wish = signal<Wish | null>(null);

export function askFor(what: Wish["what"], id: string | null = null): void {
  wish.value = { what, id };
}
