// Requests and channels for the worker that runs the app on this device.
import { signal } from "@preact/signals";
import type { Channel, Transport } from "../store/channel";
import type { FromWorker, ToWorker } from "./messages";

/** Says in the session's storage that this page takes the tables over from another one. */
export const TAKE_OVER = "stromnetz.take-over";

export interface LocalState {
  /** Bytes that are there, of all that are needed; null once the worker answers. */
  progress: { loaded: number; total: number } | null;
  /** Why nothing works any more. */
  failed: string | null;
  /** Why nothing is kept. */
  unsaved: string | null;
  /** Whether another page has taken over. */
  elsewhere: boolean;
}

export const local = signal<LocalState>({ progress: { loaded: 0, total: 0 }, failed: null, unsaved: null, elsewhere: false });

const LIVE = /^\/api\/tables\/([\w-]{22})\/live(?:\?since=(\d+))?$/;

class LocalChannel implements Channel {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readyState: number = WebSocket.OPEN;

  constructor(
    private readonly table: string | null,
    private readonly post: (message: ToWorker) => void,
    private readonly ended: (channel: LocalChannel) => void,
  ) {
    queueMicrotask(() => this.onopen?.(new Event("open")));
  }

  take(message: { type: string }): void {
    if (message.type === "closed") {
      this.readyState = WebSocket.CLOSED;
      this.onclose?.(new CloseEvent("close"));
      return;
    }
    this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) }));
  }

  send(text: string): void {
    const message = JSON.parse(text) as { type: string; version?: number };
    if (message.type === "ping") this.take({ type: "pong" });
    else if (this.table && message.type === "resume") this.post({ type: "resume", table: this.table, version: message.version ?? 0 });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.ended(this);
  }
}

export function createLocalTransport(): Transport {
  const worker = new Worker(WORKER, { type: "module" });
  const waiting = new Map<number, (response: Response) => void>();
  const channels = new Map<string, LocalChannel>();
  let count = 0;
  const post = (message: ToWorker): void => worker.postMessage(message);
  post({ type: "start", takeOver: sessionStorage.getItem(TAKE_OVER) !== null });
  sessionStorage.removeItem(TAKE_OVER);
  const fail = (reason: string): void => void (local.value = { ...local.value, failed: reason });

  worker.onerror = (event) => fail(event.message || "the worker could not be started");
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.type) {
      case "progress":
        local.value = { ...local.value, progress: { loaded: data.loaded, total: data.total } };
        break;
      case "ready":
        local.value = { ...local.value, progress: null };
        break;
      case "failed":
        fail(data.reason);
        break;
      case "unsaved":
        local.value = { ...local.value, unsaved: data.reason };
        break;
      case "elsewhere":
        local.value = { ...local.value, elsewhere: true };
        break;
      case "response": {
        const body = data.status === 204 ? null : JSON.stringify(data.body);
        waiting.get(data.id)?.(new Response(body, { status: data.status, headers: { "content-type": "application/json" } }));
        waiting.delete(data.id);
        break;
      }
      case "message":
        channels.get(data.table)?.take(data.message);
        break;
    }
  };

  return {
    fetch(path, init) {
      if (!path.startsWith("/api/")) return fetch(path, init);
      const id = ++count;
      const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
      post({ type: "request", request: { id, method: init.method ?? "GET", path, body, language: document.documentElement.lang } });
      return new Promise((done) => waiting.set(id, done));
    },
    connect(path) {
      const [, table, since] = LIVE.exec(path) ?? [];
      const channel = new LocalChannel(table ?? null, post, (one) => {
        if (table && channels.get(table) === one) {
          channels.delete(table);
          post({ type: "disconnect", table });
        }
      });
      if (table) {
        channels.set(table, channel);
        post({ type: "connect", table, since: since === undefined ? null : Number(since) });
      }
      return channel;
    },
  };
}
