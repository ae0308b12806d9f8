// The drawings of the boards that were shown: fetched once each.
import { signal } from "@preact/signals";
import { type Art, plainArt } from "../board/art";
import type { BoardFacts } from "../generated/api";
import { getJson } from "./api";

export const arts = signal<Record<string, Art>>({});

export async function loadArt(board: BoardFacts): Promise<void> {
  if (arts.value[board.id]) return;
  const address = MAPS[board.id];
  const art = address ? await getJson<Art>(address) : plainArt(board);
  arts.value = { ...arts.value, [board.id]: art };
}
