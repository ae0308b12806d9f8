// Runs the app's Python in a worker: one task after the other, and what a task changes is kept before it is answered.
import type { FromWorker, ToWorker } from "./messages";
import { openStorage, type Storage } from "./storage";

declare const PYODIDE: string;
declare const PYTHON: string;
declare const BYTES: number;

interface Result {
  responses: { id: number; status: number; body: unknown }[];
  writes: Record<string, unknown>;
  messages: [table: string, message: { type: string }][];
  /** Whether a bot is to move. */
  busy: boolean;
}

interface PythonWorker {
  handle: (text: string) => string;
  advance: () => string;
}

interface Pyodide {
  unpackArchive: (bytes: Uint8Array, format: string, options: { extractDir: string }) => void;
  pyimport: (name: string) => { start: (saved: string) => PythonWorker };
  runPython: (code: string) => unknown;
}

const scope = self as unknown as { postMessage: (message: FromWorker) => void; onmessage: (event: MessageEvent<ToWorker>) => void };
const tell = (message: FromWorker): void => scope.postMessage(message);
const LOCK = "stromnetz";
const folder = new URL(".", import.meta.url);
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Count the bytes of all files that are fetched, for the progress bar. Pyodide does not report a file that fails, so this does. */
function countBytes(expected: number): void {
  const fetched = self.fetch.bind(self);
  let loaded = 0;
  self.fetch = async (input, init) => {
    const response = await fetched(input, init).catch((error: unknown) => {
      tell({ type: "failed", reason: reasonOf(error) });
      throw error;
    });
    if (!response.ok) tell({ type: "failed", reason: `${response.status} ${response.url}` });
    if (!response.ok || !response.body) return response;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        loaded += chunk.length;
        tell({ type: "progress", loaded: Math.min(loaded, expected), total: expected });
        controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, statusText, headers });
  };
}

async function startPython(saved: Record<string, unknown>): Promise<PythonWorker> {
  const home = new URL(PYODIDE, folder).href;
  const [{ loadPyodide }, code] = await Promise.all([
    import(/* the address is known when the site is built */ `${home}pyodide.mjs`) as Promise<{ loadPyodide: (options: object) => Promise<Pyodide> }>,
    fetch(new URL(PYTHON, folder)).then((response) => response.arrayBuffer()),
  ]);
  const pyodide = await loadPyodide({ indexURL: home });
  const place = "/lib/stromnetz";
  pyodide.unpackArchive(new Uint8Array(code), "zip", { extractDir: place });
  pyodide.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(place)})`);
  return pyodide.pyimport("stromnetz.offline.worker").start(JSON.stringify(saved));
}

/** Hold the tables of this browser until the page is closed or another takes them over; false if another holds them. */
function hold(takeOver: boolean, lost: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const options: LockOptions = takeOver ? { steal: true } : { ifAvailable: true };
    const held = async (lock: Lock | null): Promise<void> => {
      resolve(lock !== null);
      if (lock) await new Promise(() => undefined);
    };
    navigator.locks.request(LOCK, options, held).catch(lost);
  });
}

async function main(): Promise<void> {
  const tasks: ToWorker[] = [];
  let wake = (): void => undefined;
  const arrived = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  scope.onmessage = ({ data }) => {
    tasks.push(data);
    wake();
  };
  if (!tasks.length) await arrived();
  const first = tasks.shift();
  let mine = true;
  const lost = (): void => {
    mine = false;
    tell({ type: "elsewhere" });
  };
  if (!(await hold(first?.type === "start" && first.takeOver, lost))) {
    lost();
    return;
  }
  countBytes(BYTES);
  let storage: Storage | null = null;
  let saved: Record<string, unknown> = {};
  try {
    storage = await openStorage();
    saved = await storage.all();
  } catch (error) {
    tell({ type: "unsaved", reason: reasonOf(error) });
  }
  const python = await startPython(saved);
  tell({ type: "ready" });
  for (let busy = false; ; ) {
    const task = tasks.shift();
    if (!mine) return;
    if (!task && !busy) {
      await arrived();
      continue;
    }
    const result = JSON.parse(task ? python.handle(JSON.stringify(task)) : python.advance()) as Result;
    if (storage && Object.keys(result.writes).length) {
      await storage.write(result.writes).catch((error: unknown) => tell({ type: "unsaved", reason: reasonOf(error) }));
    }
    for (const response of result.responses) tell({ type: "response", ...response });
    for (const [table, message] of result.messages) tell({ type: "message", table, message });
    busy = result.busy;
    // tasks that have arrived meanwhile come before the next bot
    if (busy) await new Promise((done) => setTimeout(done));
  }
}

main().catch((error: unknown) => tell({ type: "failed", reason: reasonOf(error) }));
