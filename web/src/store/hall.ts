// Lists that stay fresh: the server says when one has changed. Without that connection they are asked for again and again.
const RARELY = 60_000;
const FIRST_WAIT = 2000;
const LONGEST_WAIT = 60_000;
/** Not everybody asks in the same moment. */
const SPREAD = 300;

/** Load now and whenever something has changed, until the function that comes back is called. */
export function listen(load: () => Promise<void>, often: number): () => void {
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT;
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
    socket.onmessage = () => {
      clearTimeout(soon);
      soon = window.setTimeout(again, Math.random() * SPREAD);
    };
    socket.onclose = () => {
      if (ended) return;
      pace(often);
      retry = window.setTimeout(open, wait);
      wait = Math.min(LONGEST_WAIT, wait * 2);
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
