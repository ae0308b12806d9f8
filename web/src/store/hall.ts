// Lists that stay fresh: the server says when one has changed. Without that connection they are asked for again and again.
import type { LeavingMessage } from "../generated/api";

const RARELY = 60_000;
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 60_000;
/** Not everybody asks in the same moment. */
const SPREAD = 300;

type ListMessage = LeavingMessage | { type: "changed"; what: string[] };

/** Load now and whenever something has changed, until the function that comes back is called. */
export function listen(load: () => Promise<void>, often: number): () => void {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
  /** Milliseconds until whoever was sent away comes back; null while nobody is. */
  let leave: number | null = null;
  let retry = 0;
  let soon = 0;
  let timer = 0;
  let ended = false;
  const again = (): void => void load().catch(() => undefined);
  const pace = (ms: number): void => {
    clearInterval(timer);
    timer = window.setInterval(again, ms);
  };
  const open = (): void => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      pace(RARELY);
      again();
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as ListMessage;
      if (message.type === "leaving") {
        // sent elsewhere: come back there after a part of that time, and ask then for what was missed
        leave = Math.random() * message.within;
        return;
      }
      clearTimeout(soon);
      soon = window.setTimeout(again, Math.random() * SPREAD);
    };
    socket.onclose = () => {
      if (ended) return;
      pace(often);
      retry = window.setTimeout(open, leave ?? wait);
      if (leave === null) wait = Math.min(LONGEST_WAIT, wait * 2);
      leave = null;
    };
  };
  pace(often);
  open();
  return () => {
    ended = true;
    clearInterval(timer);
    clearTimeout(retry);
    clearTimeout(soon);
    socket?.close();
  };
}
