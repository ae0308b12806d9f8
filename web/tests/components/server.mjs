// The server that component tests and browser flows share: tests/web/server.py.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Start a server. It ends when `stop` is called, or with this process. */
export async function startServer() {
  // in memory where there is such a folder: the database waits for the disk at every commit
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "stromnetz-"));
  const python = process.env.STROMNETZ_PYTHON ?? "python3";
  const server = spawn(python, ["-m", "tests.web.server", folder], { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await Promise.race([
    once(server.stdout, "data"),
    once(server, "exit").then(([code]) => Promise.reject(new Error(`the test server ended with ${code}`))),
  ]);
  return {
    url: String(line).trim(),
    async stop() {
      const ended = once(server, "exit");
      server.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Set up a table at a prepared position: a decision of tests/web/positions.py, a scene, a lobby, or a golden game before
 * a row. Returns its id, and the cookies and recovery tokens of the people there.
 */
export async function prepareTable(url, name, options = {}) {
  const response = await fetch(`${url}/prepared`, { method: "POST", body: JSON.stringify({ name, ...options }) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`no table ${name}: ${answer.error}`);
  return answer;
}

/** The decisions of a golden game by kind: for each the row before which it comes, and the seat that decides. */
export async function decisionsOf(url, game) {
  const response = await fetch(`${url}/decisions/${game}`);
  const answer = await response.json();
  if (!response.ok) throw new Error(`no game ${game}: ${answer.error}`);
  return answer;
}
