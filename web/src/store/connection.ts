// One WebSocket to the table: versions, gaps, and coming back after it was lost.
import type { LiveMessage, LiveRequest, Row, RowsMessage } from "../generated/api";
import { getJson, Refused } from "./api";
import { pace, type Pace } from "../settings";
import { COOKIE_ENDED } from "./hall";
import { loadMe } from "./session";
import type { Game } from "./game";
import type { Channel } from "./channel";
import { transport } from "./transport";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING = 20_000;
const SILENCE = 12_000;
/** Refusals that pass: too slow, too early, too many. */
const TEMPORARY = [408, 425, 429];
/** Milliseconds between the moves of others, so that each can be seen; fewer when more than so many are waiting. */
const PACES: Record<Pace, [number, number]> = { instant: [0, 1], quick: [180, 4], usual: [450, 4], slow: [1400, 30] };

export class Connection {
  private socket: Channel | null = null;
  private wait = FIRST_WAIT;
  /** Milliseconds over which those whom a server sends away come back; null while it does not. */
  private spread: number | null = null;
  private timer = 0;
  private pinger = 0;
  private silence = 0;
  private heard = 0;
  private ended = false;
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;
  private shown = 0;
  /** The version up to which nothing is paced: what was taken back is shown at once. */
  private unpaced = -1;

  constructor(
    private readonly table: Game,
    private readonly onRows: (fresh: Row[]) => void,
  ) {
    addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    this.open();
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    clearTimeout(this.silence);
    this.socket?.close();
  }

  /** Begin anew: whoever has just sat down is known by a cookie that the old socket did not have. */
  renew(): void {
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.open();
  }

  /** The network or the screen is back: do not wait any longer. */
  private readonly again = (): void => {
    if (this.table.status.value === "lost" && document.visibilityState === "visible") {
      clearTimeout(this.timer);
      this.open();
    }
  };

  private open(): void {
    if (this.ended || (this.socket && this.socket.readyState <= WebSocket.OPEN)) return;
    const since = this.table.version.value === null ? "" : `?since=${this.table.version.value}`;
    const socket = transport.connect(`/api/tables/${this.table.id}/live${since}`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.heard = Date.now();
      const message = JSON.parse(event.data as string) as LiveMessage;
      if (message.type === "leaving") this.spread = message.within;
      if (message.type === "rows" || message.type === "state") this.table.newest.value = message.version;
      if (message.type === "rows" && message.rows.some((row) => row.undo !== undefined)) this.unpaced = message.version;
      // one after the other: the first message waits for the board and the cards
      this.waiting++;
      this.queue = this.queue
        .then(() => (this.ended ? undefined : this.take(message)))
        .catch((error: unknown) => this.failed(socket, error))
        .finally(() => this.waiting--);
    };
    socket.onclose = (event?: CloseEvent) => {
      if (this.socket !== socket) return;
      if (event?.code === COOKIE_ENDED) void loadMe().catch(() => undefined);
      this.lost();
    };
    clearInterval(this.pinger);
    this.pinger = window.setInterval(() => this.ping(socket), PING);
  }

  private ping(socket: Channel): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    const asked = Date.now();
    socket.send(JSON.stringify({ type: "ping" } satisfies LiveRequest));
    this.silence = window.setTimeout(() => {
      if (this.heard < asked && this.socket === socket) socket.close();
    }, SILENCE);
  }

  /** A message cannot be shown: because the network failed, or because the server refuses what the board needs. */
  private failed(socket: Channel, error: unknown): void {
    if (this.ended) return;
    if (!(error instanceof Refused) || error.status >= 500 || TEMPORARY.includes(error.status)) {
      socket.close();
      return;
    }
    this.close();
    this.table.problem.value = error.body.message;
    this.table.status.value = "refused";
  }

  private lost(): void {
    this.socket = null;
    if (this.ended) return;
    clearTimeout(this.timer);
    if (this.spread !== null) {
      // sent elsewhere: there is nothing to tell unless nobody answers there
      this.timer = window.setTimeout(() => this.open(), this.spread * Math.random());
      this.spread = null;
      return;
    }
    this.table.status.value = "lost";
    this.timer = window.setTimeout(() => this.open(), this.wait * (0.8 + 0.4 * Math.random()));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    if (this.table.version.value === null) void this.stillThere();
  }

  /** A table that was closed does not come back. */
  private async stillThere(): Promise<void> {
    try {
      await getJson(`/api/tables/${this.table.id}`);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) {
        this.close();
        this.table.status.value = "gone";
      }
    }
  }

  private async take(message: LiveMessage): Promise<void> {
    switch (message.type) {
      case "hello":
        this.wait = FIRST_WAIT;
        // sent elsewhere without a word: what was said or used meanwhile was told to nobody here
        if (this.table.status.value === "live") {
          this.table.talked.value++;
          this.table.presets.changes.value++;
        }
        if (!(await this.table.takeTable(message.table, () => !this.ended))) return;
        this.table.tableEvents.value = message.events;
        this.table.presence.value = message.presence;
        this.table.ratingsTold.value++;
        this.table.status.value = "live";
        break;
      case "state":
        this.table.undoSeat.value = message.undo;
        this.table.views.value = message.views;
        void this.table.loadRows();
        break;
      case "rows":
        await this.takeRows(message);
        break;
      case "table":
        if (!(await this.table.takeTable(message.table, () => !this.ended))) return;
        this.table.tableEvents.value = message.events;
        break;
      case "clock":
        if (this.table.info.value) this.table.info.value = { ...this.table.info.value, clock: message.clock };
        break;
      case "chat":
        this.table.talked.value++;
        break;
      case "ratings":
        this.table.ratingsTold.value++;
        break;
      case "preset-moves":
        this.table.presets.changes.value++;
        break;
      case "notice":
        this.table.hostLine.value = message.texts;
        break;
      case "presence":
        this.table.presence.value = message.presence;
        break;
    }
  }

  /** Bots answer at once; people want to see one move after another, with or without animations. */
  private async pace(): Promise<void> {
    const [between, haste] = PACES[pace.value];
    const wait = between / Math.max(1, this.waiting / haste) - (Date.now() - this.shown);
    if (wait > 0 && document.visibilityState === "visible" && !this.ended) {
      await new Promise((done) => setTimeout(done, wait));
    }
    this.shown = Date.now();
  }

  private async takeRows(message: RowsMessage): Promise<void> {
    if (this.table.version.value !== null && message.after > this.table.version.value) {
      this.socket?.send(JSON.stringify({ type: "resume", version: this.table.version.value } satisfies LiveRequest));
      return;
    }
    const byOthers = message.rows.some((row) => row.seat !== undefined && !this.table.mySeats.value.includes(row.seat));
    if (byOthers && message.version > this.unpaced) await this.pace();
    if (this.ended) return;
    const fresh = message.rows.filter((row) => row.seq > (this.table.version.value ?? -1));
    this.table.undoSeat.value = message.undo;
    this.table.views.value = message.views;
    if (message.after === this.table.rows.value.length - 1) this.table.rows.value = [...this.table.rows.value, ...message.rows];
    else await this.table.loadRows();
    this.onRows(fresh);
  }
}
