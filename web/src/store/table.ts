// The table that is looked at: its views, its log, and which of my seats looks.
import { computed, signal } from "@preact/signals";
import type { Presence, Row, Rows, TableEventOut, TableOut, View } from "../generated/api";
import { loadEdition, loadModules } from "../editions/folders";
import { getJson } from "./api";
import { colours } from "./colours";
import { answersFor, decisionKey, overdue, said } from "./preset";
import { loadGame, playing } from "./reference";

export type Status = "connecting" | "live" | "lost" | "gone" | "refused";

export const table = signal<TableOut | null>(null);
export const views = signal<View[]>([]);
export const rows = signal<Row[]>([]);
/** What has happened at the table besides moves. */
export const tableEvents = signal<TableEventOut[]>([]);
export const presence = signal<Presence>({ seats: [], spectators: 0 });
/** The version that the server has told of; the moves that lead to it may still wait to be shown. */
export const newest = signal<number | null>(null);
/** How often the server has told that there is more to read in the chat. */
export const talked = signal(0);
/** How often the server has told that the game has been rated, or may have told so while there was no connection. */
export const ratingsTold = signal(0);
/** Whether there is a chat here, whether it is open, and how much in it I have not read. */
export const chatThere = signal(false);
export const chatOpen = signal(false);
export const unread = signal(0);
/** Whether anybody else is here: at the table, or beside whoever looks on. */
export const withOthers = computed(
  () => !!table.value?.seats.some((one) => one.kind === "person" && !one.mine) || presence.value.spectators > 1 || talked.value > 0,
);
/** The host's last line for everybody, by language; null when it is read. */
export const hostLine = signal<Record<string, string> | null>(null);
export const undoSeat = signal<number | null>(null);
export const status = signal<Status>("connecting");
/** Why the server refuses what the board needs, while the status is "refused". */
export const refusal = signal("");
/** The version whose position is shown instead of the newest. */
export const past = signal<View | null>(null);
/** The seat of this screen that has been handed the screen, where several sit here. */
export const handed = signal<number | null>(null);

/** The seats I play. An invitation holds a seat for me, but I do not play it until I join. */
export const mySeats = computed(() => table.value?.seats.filter((s) => s.mine && !s.invited && !s.resigned).map((s) => s.seat) ?? []);

/** Whether I have resigned here and look on. */
export const iResigned = computed(() => !mySeats.value.length && !!table.value?.seats.some((one) => one.mine && one.resigned));

export const version = computed(() => views.value[0]?.version ?? null);

/** Whose eyes: the seat to act if it is mine, else the one that was last here. */
export const eyes = computed<number | null>(() => {
  const mine = mySeats.value;
  if (mine.length <= 1) return mine[0] ?? null;
  return handed.value !== null && mine.includes(handed.value) ? handed.value : (mine[0] ?? null);
});

export const live = computed<View | null>(
  () => views.value.find((one) => one.seat === eyes.value) ?? views.value[0] ?? null,
);
export const view = computed<View | null>(() => past.value ?? live.value);

export const toAct = computed(() => live.value?.decision?.seat ?? null);
const asked = computed(() => past.value === null && toAct.value !== null && toAct.value === eyes.value);
/** Whether the server is about to make my pre-set move: nobody calls me for that. */
export const presetTurn = computed(() => {
  const [now, own] = [live.value, said.value];
  return asked.value && now !== null && own !== null && overdue.value !== decisionKey(now) && answersFor(now, own);
});
export const myTurn = computed(() => asked.value && !presetTurn.value);

/** Whether one of my seats is to act, wherever I look. */
export const due = computed(() => toAct.value !== null && mySeats.value.includes(toAct.value) && !presetTurn.value);

/** A seat of this screen that is to act but has not been handed the screen yet. */
export const waiting = computed<number | null>(() => {
  const mine = mySeats.value;
  const next = toAct.value;
  return mine.length > 1 && next !== null && mine.includes(next) && next !== eyes.value ? next : null;
});


export function reset(): void {
  table.value = null;
  colours.value = [];
  playing.value = null;
  views.value = [];
  rows.value = [];
  tableEvents.value = [];
  past.value = null;
  handed.value = null;
  undoSeat.value = null;
  said.value = null;
  newest.value = null;
  status.value = "connecting";
}

/** Show a table once its board and cards are here; false if it was left meanwhile. */
export async function takeTable(next: TableOut, isOpen: () => boolean): Promise<boolean> {
  const { edition, map, options } = next.settings;
  await Promise.all([loadGame(edition, map), loadEdition(edition), loadModules(Object.keys(options))]);
  if (!isOpen()) return false;
  playing.value = edition;
  colours.value = next.seats.map((seat) => seat.colour);
  table.value = next;
  return true;
}

/** Ask for the rows of the log that are not here yet. */
export async function loadRows(id: string): Promise<void> {
  for (;;) {
    const last = rows.value.length - 1;
    const more = await getJson<Rows>(`/api/tables/${id}/history?after=${last}`);
    if (table.value?.id !== id) return;
    const fresh = more.rows.filter((row) => row.seq >= rows.value.length);
    if (!fresh.length) return;
    rows.value = [...rows.value, ...fresh];
    if (rows.value.length > more.version) return;
  }
}

export async function showVersion(id: string, wanted: number | null): Promise<void> {
  if (wanted === null || wanted === version.value) {
    past.value = null;
    return;
  }
  const seat = eyes.value === null ? "" : `&seat=${eyes.value}`;
  past.value = await getJson<View>(`/api/tables/${id}/view?version=${wanted}${seat}`);
}

/** Which rows were taken back: whoever takes back the first row of a plan takes back all of them. */
export function takenBack(): (row: Row) => boolean {
  const back = new Set(rows.value.map((row) => row.undo));
  return (row) => back.has(row.plan ?? row.seq);
}

/** What stands of the log: rows that were taken back are left out, and so are the takings back. */
export const standing = computed<Row[]>(() => {
  const back = takenBack();
  return rows.value.filter((row) => row.undo === undefined && !back(row));
});
