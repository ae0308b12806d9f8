// Requests: typed, same origin, refusals as one kind of error.
import type { ErrorBody, Features } from "../generated/api";
import { transport } from "./transport";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

async function answer<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  const data = (await response.json().catch(() => null)) as { error?: ErrorBody } | null;
  if (!response.ok) {
    throw new Refused(response.status, data?.error ?? { kind: "internal", message: response.statusText });
  }
  return data as T;
}

/** Refusals come in the language of the page. */
const spoken = (): { "accept-language": string } => ({ "accept-language": document.documentElement.lang });

export async function getJson<T>(path: string): Promise<T> {
  return answer<T>(await transport.fetch(path, { headers: { accept: "application/json", ...spoken() } }));
}

let known: Promise<Features> | null = null;
/** What the host offers: asked once, and again after no answer. */
export const features = (): Promise<Features> =>
  (known ??= getJson<Features>("/api/features").catch((reason: unknown) => {
    known = null;
    throw reason;
  }));

/** The same; without an answer nothing is done. */
export const offered = (take: (has: Features) => void): void => void features().then(take, () => undefined);

export async function sendJson<T>(path: string, body: unknown, method = "POST"): Promise<T> {
  return answer<T>(
    await transport.fetch(path, {
      method,
      headers: { "content-type": "application/json", ...spoken() },
      body: JSON.stringify(body),
    }),
  );
}

/** A key that makes a repeated request act once. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Send what must act once: when the network fails it is sent again with the same key. */
export async function sendOnce<T>(path: string, body: Record<string, unknown>): Promise<T> {
  const keyed = { ...body, key: newKey() };
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendJson<T>(path, keyed);
    } catch (error) {
      if (error instanceof Refused || attempt >= 3) throw error;
      await new Promise((done) => setTimeout(done, 400 * 2 ** attempt));
    }
  }
}
