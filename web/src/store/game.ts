// What one table is: its views, its log, and which of my seats looks. Everything else about a table builds on this.
import { computed, effect, signal } from "@preact/signals";
import type { Presence, Row, Rows, TableEventOut, TableOut, View } from "../generated/api";
import { createWords } from "../words";
import { getJson } from "./api";
import { isPreset, createPresets, decisionKey } from "./preset";
import { loadGame } from "./reference";

export type Status = "connecting" | "live" | "lost" | "gone" | "refused";

export type Game = ReturnType<typeof createGame>;

/** Fetches the code that a table needs besides its board and cards. */
export type LoadCode = (settings: TableOut["settings"]) => Promise<unknown>;

export function createGame(id: string, loadCode: LoadCode) {
  const info = signal<TableOut | null>(null);
  const views = signal<View[]>([]);
  const rows = signal<Row[]>([]);
  /** What has happened at the table besides moves. */
  const tableEvents = signal<TableEventOut[]>([]);
  const presence = signal<Presence>({ seats: [], spectators: 0 });
  /** The version that the server has told of; the moves that lead to it may still wait to be shown. */
  const newest = signal<number | null>(null);
  /** How often the server has told that there is more to read in the chat. */
  const talked = signal(0);
  /** How often the server has told that the game has been rated, or may have told so while there was no connection. */
  const ratingsTold = signal(0);
  /** Whether there is a chat here, whether it is open, and how much in it I have not read. */
  const chatThere = signal(false);
  const chatOpen = signal(false);
  const unread = signal(0);
  /** Whether anybody else is here: at the table, or among the spectators. */
  const withOthers = computed(
    () => !!info.value?.seats.some((one) => one.kind === "person" && !one.mine) || presence.value.spectators > 1 || talked.value > 0,
  );
  /** The host's last line for everybody, by language; null when it is read. */
  const hostLine = signal<Record<string, string> | null>(null);
  const undoSeat = signal<number | null>(null);
  const status = signal<Status>("connecting");
  /** Why the server refuses what the board needs, while the status is "refused". */
  const problem = signal("");
  /** The version whose position is shown instead of the newest. */
  const past = signal<View | null>(null);
  /** The seat of this screen that has been handed the screen, where several sit here. */
  const handed = signal<number | null>(null);
  /** Which of the six colours each seat has. */
  const colours = signal<number[]>([]);
  const edition = computed(() => info.value?.settings.edition ?? null);
  const words = createWords(() => edition.value);
  const presets = createPresets();

  /** The seats I play. An invitation holds a seat for me, but I do not play it until I join. */
  const mySeats = computed(() => info.value?.seats.filter((s) => s.mine && !s.invited && !s.resigned).map((s) => s.seat) ?? []);

  /** Whether I have resigned here and look on. */
  const iResigned = computed(() => !mySeats.value.length && !!info.value?.seats.some((one) => one.mine && one.resigned));

  const version = computed(() => views.value[0]?.version ?? null);

  /** Whose eyes: the seat to act if it is mine, else the one that was last here. */
  const eyes = computed<number | null>(() => {
    const mine = mySeats.value;
    if (mine.length <= 1) return mine[0] ?? null;
    return handed.value !== null && mine.includes(handed.value) ? handed.value : (mine[0] ?? null);
  });

  const live = computed<View | null>(
    () => views.value.find((one) => one.seat === eyes.value) ?? views.value[0] ?? null,
  );
  const view = computed<View | null>(() => past.value ?? live.value);

  const toAct = computed(() => live.value?.decision?.seat ?? null);
  const asked = computed(() => past.value === null && toAct.value !== null && toAct.value === eyes.value);
  /** Whether the server is about to make my pre-set move: nobody calls me for that. */
  const presetTurn = computed(() => {
    const [now, own] = [live.value, presets.mine.value];
    return asked.value && now !== null && own !== null && presets.overdue.value !== decisionKey(now) && isPreset(now, own);
  });
  const myTurn = computed(() => asked.value && !presetTurn.value);

  /** Whether one of my seats is to act, wherever I look. */
  const due = computed(() => toAct.value !== null && mySeats.value.includes(toAct.value) && !presetTurn.value);

  /** A seat of this screen that is to act but has not been handed the screen yet. */
  const waiting = computed<number | null>(() => {
    const mine = mySeats.value;
    const next = toAct.value;
    return mine.length > 1 && next !== null && mine.includes(next) && next !== eyes.value ? next : null;
  });

  /** What stands of the log: rows that were taken back are left out, and so are the takings back. */
  const standing = computed<Row[]>(() => {
    const back = takenBack();
    return rows.value.filter((row) => row.undo === undefined && !back(row));
  });

  const endings = new Set<() => void>();
  let ended = false;

  /** Do this when the table is left, unless the function that comes back is called before. */
  function onEnd(end: () => void): () => void {
    endings.add(end);
    return () => void endings.delete(end);
  }

  function end(): void {
    ended = true;
    for (const one of endings) one();
    endings.clear();
  }

  /** Show a table once its board and cards are here; false if it was left meanwhile. */
  async function takeTable(next: TableOut, isOpen: () => boolean): Promise<boolean> {
    await Promise.all([loadGame(next.settings.edition, next.settings.map), loadCode(next.settings)]);
    if (!isOpen()) return false;
    colours.value = next.seats.map((seat) => seat.colour);
    info.value = next;
    return true;
  }

  /** Ask for the rows of the log that are not here yet. */
  async function loadRows(): Promise<void> {
    for (;;) {
      const last = rows.value.length - 1;
      const more = await getJson<Rows>(`/api/tables/${id}/history?after=${last}`);
      if (ended) return;
      const fresh = more.rows.filter((row) => row.seq >= rows.value.length);
      if (!fresh.length) return;
      rows.value = [...rows.value, ...fresh];
      if (rows.value.length > more.version) return;
    }
  }

  async function showVersion(wanted: number | null): Promise<void> {
    if (wanted === null || wanted === version.value) {
      past.value = null;
      return;
    }
    const seat = eyes.value === null ? "" : `&seat=${eyes.value}`;
    past.value = await getJson<View>(`/api/tables/${id}/view?version=${wanted}${seat}`);
  }

  /** Which rows were taken back: whoever takes back the first row of a plan takes back all of them. */
  function takenBack(): (row: Row) => boolean {
    const back = new Set(rows.value.map((row) => row.undo));
    return (row) => back.has(row.plan ?? row.seq);
  }

  return {
    id,
    info,
    views,
    rows,
    tableEvents,
    presence,
    newest,
    talked,
    ratingsTold,
    chatThere,
    chatOpen,
    unread,
    withOthers,
    hostLine,
    undoSeat,
    status,
    problem,
    past,
    handed,
    colours,
    edition,
    words,
    presets,
    mySeats,
    iResigned,
    version,
    eyes,
    live,
    view,
    toAct,
    presetTurn,
    myTurn,
    due,
    waiting,
    standing,
    takeTable,
    loadRows,
    showVersion,
    takenBack,
    onEnd,
    end,
    /** Whether the table has been left. */
    left: () => ended,
    /** An effect that ends with the table. */
    follow: (work: () => void): void => void onEnd(effect(work)),
  };
}
