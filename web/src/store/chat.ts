// What is said at the table that is looked at: fetched when the server says that there is more, never twice.
import { effect, signal, untracked } from "@preact/signals";
import type { ChatOut, LineOut, Report } from "../generated/api";
import { store, stored } from "../theme";
import { getJson, Refused, sendJson, sendOnce } from "./api";
import { beNamed, me } from "./session";
import type { Table } from "./table";

export type Room = ChatOut["room"];
const REMEMBERED = 60;

/** How far I have read at each table, in this browser: tables that were not read for longest are forgotten. */
function marks(): [string, number][] {
  try {
    return JSON.parse(stored("chat-read") ?? "[]") as [string, number][];
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
  store("chat-read", JSON.stringify([...others, [name, seq]].slice(-REMEMBERED)));
}

export function createChat({ id, chatOpen, chatThere, eyes, left, status, talked, unread, words }: Table) {
  const chat = signal<Omit<ChatOut, "lines"> | null>(null);
  const said = signal<Partial<Record<Room, LineOut[]>>>({});
  /** The room that I look at; players may look into the other one when the game is over. */
  const looked = signal<Room>("players");
  /** Why something could not be said or done. */
  const trouble = signal<string | null>(null);

  const linesOf = (room: Room): LineOut[] => said.value[room] ?? [];

  const path = `/api/tables/${id}/chat`;

  function add(room: Room, fresh: LineOut[]): void {
    const known = linesOf(room);
    const last = known.at(-1)?.seq ?? 0;
    said.value = { ...said.value, [room]: [...known, ...fresh.filter((line) => line.seq > last)] };
  }

  /** What of a room is not here yet, which is asked for one at a time. */
  let asking: Promise<void> = Promise.resolve();
  function load(room?: Room): Promise<void> {
    asking = asking.then(async () => {
      const wanted = room ?? (chat.value?.rooms[0] as Room | undefined);
      const after = wanted ? (linesOf(wanted).at(-1)?.seq ?? 0) : 0;
      const more = await getJson<ChatOut>(`${path}?after=${after}${wanted ? `&room=${wanted}` : ""}`);
      if (left()) return;
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
      trouble.value = error instanceof Refused ? error.body.message : words.t("no_server");
      return false;
    }
  }

  function say(what: { text: string } | { phrase: string }): Promise<boolean> {
    return attempt(async () => {
      if (!me.value.guest) await beNamed(words.t("guest"));
      const seat = eyes.value === null ? {} : { seat: eyes.value };
      await sendOnce<LineOut>(path, { ...what, ...seat });
      await load();
    });
  }

  async function mute(author: string, on: boolean): Promise<void> {
    await attempt(async () => {
      if (!me.value.guest) await beNamed(words.t("guest"));
      await sendJson(`${path}/muted/${author}`, {}, on ? "PUT" : "DELETE");
      forget();
      await load();
    });
  }

  function report(what: Report): Promise<boolean> {
    return attempt(async () => {
      if (!me.value.guest) await beNamed(words.t("guest"));
      await sendJson(`${path}/reports`, what);
    });
  }

  async function hush(silent: boolean): Promise<void> {
    await attempt(() => sendJson(path, { silent }, "PUT"));
  }

  function look(room: Room): void {
    looked.value = room;
    void load(room);
  }

  /** Follow the talk of a table for as long as it is looked at. */
  function follow(): () => void {
    forget();
    trouble.value = null;
    const ends = [
      effect(() => {
        const players = eyes.value !== null;
        void talked.value;
        if (status.value !== "live") return;
        untracked(() => {
          const own = players ? "players" : "spectators";
          if (chat.value && chat.value.rooms[0] !== own) forget();
          if (!chat.value) looked.value = own;
          void load();
        });
      }),
      effect(() => {
        const own = chat.value?.rooms[0] as Room | undefined;
        chatThere.value = chat.value !== null && chat.value.state !== "off";
        if (!own) {
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

  return { chat, looked, trouble, linesOf, say, mute, report, hush, look, follow };
}
