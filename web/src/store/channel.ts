// What the app needs of whatever has the tables.
/** What the app uses of a WebSocket. */
export interface Channel {
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  readonly readyState: number;
  send: (text: string) => void;
  close: () => void;
}

export interface Transport {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Follow a table, or lists. */
  connect: (path: string) => Channel;
}
