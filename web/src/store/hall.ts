// Lists that stay fresh: the server says when one has changed. Without that connection they are asked for again and again.
// All lists of a page share one connection.
import type { ShutdownMessage } from "../generated/api";
import type { Channel } from "./channel";
import { transport } from "./transport";

const RARELY = 60_000;
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 60_000;
/** Not everybody asks in the same moment. */
const SPREAD = 300;
/** The code with which the server closes the connection of a cookie that has ended. */
export const COOKIE_ENDED = 4001;

type ListMessage = ShutdownMessage | { type: "changed"; what: string[] };

interface Listener {
  load: () => Promise<void>;
  /** Milliseconds between two questions without a connection. */
  often: number;
  timer: number;
  soon: number;
}

const listeners = new Set<Listener>();
let socket: Channel | null = null;
let wait = FIRST_WAIT;
/** Milliseconds until whoever was sent away comes back; null while nobody is. */
let leave: number | null = null;
let retry = 0;
/** Called when the cookie of this page has ended. */
let ended: () => void = () => undefined;

export const onCookieEnded = (act: () => void): void => {
  ended = act;
};

const again = (one: Listener): void => void one.load().catch(() => undefined);

const pace = (one: Listener, ms: number): void => {
  clearInterval(one.timer);
  one.timer = window.setInterval(() => again(one), ms);
};

function open(): void {
  const opened = transport.connect("/api/live");
  socket = opened;
  opened.onopen = () => {
    wait = FIRST_WAIT;
    for (const one of listeners) {
      pace(one, RARELY);
      again(one);
    }
  };
  opened.onmessage = (event) => {
    const message = JSON.parse(event.data as string) as ListMessage;
    if (message.type === "leaving") {
      // sent elsewhere: come back there after a part of that time, and ask then for what was missed
      leave = Math.random() * message.within;
      return;
    }
    for (const one of listeners) {
      clearTimeout(one.soon);
      one.soon = window.setTimeout(() => again(one), Math.random() * SPREAD);
    }
  };
  opened.onclose = (event?: CloseEvent) => {
    if (socket !== opened) return;
    for (const one of listeners) pace(one, one.often);
    retry = window.setTimeout(open, leave ?? wait);
    if (leave === null) wait = Math.min(LONGEST_WAIT, wait * 2);
    leave = null;
    if (event?.code === COOKIE_ENDED) ended();
  };
}

function close(): void {
  clearTimeout(retry);
  const old = socket;
  socket = null;
  old?.close();
}

/** Connect anew: whoever has just become somebody else is known by a cookie that the old connection did not have. */
export function renew(): void {
  if (!listeners.size) return;
  close();
  open();
}

/** Load now and whenever something has changed, until the function that comes back is called. */
export function listen(load: () => Promise<void>, often: number): () => void {
  const one: Listener = { load, often, timer: 0, soon: 0 };
  listeners.add(one);
  const connected = socket?.readyState === WebSocket.OPEN;
  pace(one, connected ? RARELY : often);
  if (connected) again(one);
  else if (listeners.size === 1) open();
  return () => {
    listeners.delete(one);
    clearInterval(one.timer);
    clearTimeout(one.soon);
    if (!listeners.size) close();
  };
}
