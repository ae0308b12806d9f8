// The small drawings of all boards: fetched once, together.
import { signal } from "@preact/signals";
import type { Drawing } from "../board/thumbnail";
import { getJson } from "./api";

export const drawings = signal<Record<string, Drawing>>({});

/** Fetch the small drawings of all boards; without them boards have only names. */
export async function loadThumbnails(): Promise<void> {
  if (Object.keys(drawings.value).length) return;
  drawings.value = await getJson<Record<string, Drawing>>(THUMBNAILS).catch(() => ({}));
}
