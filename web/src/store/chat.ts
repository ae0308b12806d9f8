// What is said at the table that is looked at: fetched when the server says that there is more, never twice.
import { computed, effect, signal, untracked } from "@preact/signals";
import type { ChatOut, LineOut, Report } from "../generated/api";
import { store, stored } from "../theme";
import { t } from "../words";
import { getJson, Refused, sendJson, sendOnce } from "./api";
import { beNamed, me } from "./session";
import { chatOpen, chatThere, eyes, status, table, talked, unread } from "./table";

export type Room = ChatOut["room"];
const REMEMBERED = 60;

export const chat = signal<Omit<ChatOut, "lines"> | null>(null);
const said = signal<Partial<Record<Room, LineOut[]>>>({});
/** The room that I look at; players may look into the other one when the game is over. */
export const looked = signal<Room>("players");
/** Why something could not be said or done. */
export const trouble = signal<string | null>(null);

export const linesOf = (room: Room): LineOut[] => said.value[room] ?? [];

const path = (id: string): string => `/api/tables/${id}/chat`;

/** How far I have read at each table, in this browser: tables that were not read for longest are forgotten. */
function marks(): [string, number][] {
  try {
    return JSON.parse(stored("chat.read") ?? "[]") as [string, number][];
  } catch {
    return [];
  }
}

function readUpTo(id: string, room: Room): number {
  return marks().find(([name]) => name === `${id} ${room}`)?.[1] ?? 0;
}

function remember(id: string, room: Room, seq: number): void {
  const name = `${id} ${room}`;
  const others = marks().filter(([other]) => other !== name);
  store("chat.read", JSON.stringify([...others, [name, seq]].slice(-REMEMBERED)));
}

function add(room: Room, fresh: LineOut[]): void {
  const known = linesOf(room);
  const last = known.at(-1)?.seq ?? 0;
  said.value = { ...said.value, [room]: [...known, ...fresh.filter((line) => line.seq > last)] };
}

/** What of a room is not here yet, which is asked for one at a time. */
let asking: Promise<void> = Promise.resolve();
function load(id: string, room?: Room): Promise<void> {
  asking = asking.then(async () => {
    const wanted = room ?? (chat.value?.rooms[0] as Room | undefined);
    const after = wanted ? (linesOf(wanted).at(-1)?.seq ?? 0) : 0;
    const more = await getJson<ChatOut>(`${path(id)}?after=${after}${wanted ? `&room=${wanted}` : ""}`);
    if (table.value?.id !== id) return;
    const { lines, ...rest } = more;
    chat.value = rest;
    add(rest.room, lines);
  }).catch((error: unknown) => {
    // whoever sat down or got up reads another room from now on
    if (error instanceof Refused && error.status === 403) forget();
  });
  return asking;
}

function forget(): void {
  chat.value = null;
  said.value = {};
}

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  trouble.value = null;
  try {
    await work();
    return true;
  } catch (error) {
    trouble.value = error instanceof Refused ? error.body.message : t("no_server");
    return false;
  }
}

export function say(what: { text: string } | { phrase: string }): Promise<boolean> {
  const id = table.value!.id;
  return attempt(async () => {
    if (!me.value.guest) await beNamed(t("guest"));
    const seat = eyes.value === null ? {} : { seat: eyes.value };
    await sendOnce<LineOut>(path(id), { ...what, ...seat });
    await load(id);
  });
}

export async function mute(author: string, on: boolean): Promise<void> {
  const id = table.value!.id;
  await attempt(async () => {
    if (!me.value.guest) await beNamed(t("guest"));
    await sendJson(`${path(id)}/muted/${author}`, {}, on ? "PUT" : "DELETE");
    forget();
    await load(id);
  });
}

export function report(what: Report): Promise<boolean> {
  const id = table.value!.id;
  return attempt(async () => {
    if (!me.value.guest) await beNamed(t("guest"));
    await sendJson(`${path(id)}/reports`, what);
  });
}

export async function hush(silent: boolean): Promise<void> {
  const id = table.value!.id;
  await attempt(() => sendJson(path(id), { silent }, "PUT"));
}

export function look(room: Room): void {
  looked.value = room;
  void load(table.value!.id, room);
}

/** The table that is looked at: it changes with every clock that is told, but not who it is. */
const here = computed(() => table.value?.id);

/** Follow the talk of a table for as long as it is looked at. */
export function follow(): () => void {
  forget();
  trouble.value = null;
  const ends = [
    effect(() => {
      const id = here.value;
      const players = eyes.value !== null;
      void talked.value;
      if (!id || status.value !== "live") return;
      untracked(() => {
        const own = players ? "players" : "spectators";
        if (chat.value && chat.value.rooms[0] !== own) forget();
        if (!chat.value) looked.value = own;
        void load(id);
      });
    }),
    effect(() => {
      const id = here.value;
      const own = chat.value?.rooms[0] as Room | undefined;
      chatThere.value = chat.value !== null && chat.value.state !== "off";
      if (!id || !own) {
        unread.value = 0;
        return;
      }
      const lines = linesOf(own);
      if (chatOpen.value && lines.length) remember(id, own, lines.at(-1)!.seq);
      const read = readUpTo(id, own);
      unread.value = lines.filter((line) => line.seq > read && !line.mine).length;
    }),
  ];
  return () => {
    for (const end of ends) end();
    forget();
    chatThere.value = false;
    chatOpen.value = false;
    unread.value = 0;
  };
}
