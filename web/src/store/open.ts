// The tables that are open on this page, the newest last.
import { signal } from "@preact/signals";
import type { Game } from "./game";

export const openTables = signal<readonly Game[]>([]);
