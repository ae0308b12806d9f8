// What there is to play: editions, boards, bots, rules; asked for once.
import { signal } from "@preact/signals";
import type { BoardFacts, BotFacts, CardRef, EditionFacts as Edition, EditionShort, FuelFacts as Fuel, NamedThing, PlantFacts, RuleText } from "../generated/api";
import { getJson } from "./api";

export type { BoardFacts, EditionShort, PlantFacts } from "../generated/api";
/** A name or a text by language. */
export type Names = Record<string, string>;
/** A market whose spaces depend on the number of players has none here. */
export type FuelFacts = Fuel & Required<Pick<Fuel, "spaces">>;
export type EditionFacts = Omit<Edition, "fuels"> & { fuels: FuelFacts[] };

export const editionList = signal<EditionShort[]>([]);
export const boardList = signal<NamedThing[]>([]);
export const botList = signal<string[]>([]);
export const editions = signal<Record<string, EditionFacts>>({});
export const boards = signal<Record<string, BoardFacts>>({});

export async function loadLists(): Promise<void> {
  const [list, maps, bots] = await Promise.all([
    getJson<EditionShort[]>("/api/editions"),
    getJson<NamedThing[]>("/api/boards"),
    getJson<BotFacts[]>("/api/bots"),
  ]);
  editionList.value = list;
  boardList.value = maps;
  botList.value = bots.map((bot) => bot.id);
}

/** An edition, with its words in the language of the page. */
export async function loadEdition(id: string): Promise<void> {
  const facts = await getJson<EditionFacts>(`/api/editions/${id}?language=${document.documentElement.lang}`);
  for (const fuel of facts.fuels) fuel.spaces ??= [];
  editions.value = { ...editions.value, [id]: facts };
}

/** The page speaks another language now. */
export async function reloadEditions(): Promise<void> {
  await Promise.all(Object.keys(editions.value).map(loadEdition));
}

export async function loadGame(edition: string, map: string): Promise<void> {
  const work: Promise<void>[] = [];
  if (!editions.value[edition]) work.push(loadEdition(edition));
  if (!boards.value[map]) {
    work.push(
      getJson<BoardFacts>(`/api/boards/${map}`).then((facts) => {
        boards.value = { ...boards.value, [map]: facts };
      }),
    );
  }
  await Promise.all(work);
}

export function plantFacts(edition: string, ref: CardRef): PlantFacts | null {
  const facts = editions.value[edition];
  if (!facts) return null;
  return facts.cards.plants.find((one) => (one.id ?? one.number) === ref) ?? facts.promo_cards[ref]?.plant ?? null;
}

/** The spaces of a fuel's market with the markers on each, the cheapest first. */
export function spacesOf(fuel: FuelFacts, players: number): [number, number][] {
  return fuel.spaces_by_players?.[String(players)] ?? fuel.spaces;
}

/** What a connection costs: printed, or the tile that this game has laid on it. */
export function connectionCost(map: string, tiles: number[], a: string, b: string): number {
  const all = boards.value[map]?.connections ?? [];
  const i = all.findIndex(([x, y]) => (x === a && y === b) || (x === b && y === a));
  return tiles[i] ?? all[i]?.[2] ?? 0;
}

/** The name of a card that is known by one: promo cards, "Step 3" and others that are no plants. */
export function cardName(edition: string, ref: CardRef): Names | null {
  const facts = editions.value[edition];
  if (!facts) return null;
  const name = plantFacts(edition, ref)?.name;
  if (name) return { en: name };
  return facts.promo_cards[ref]?.name ?? facts.cards.special.find((one) => one.id === ref)?.name ?? null;
}

/** A sentence about what a card does; empty where there is none. */
export function cardAbout(edition: string, ref: CardRef): Names {
  return editions.value[edition]?.promo_cards[ref]?.about ?? {};
}

/** The fuels of a plant, every fuel of the edition where it takes any. */
export function plantFuels(edition: string, facts: PlantFacts): string[] {
  return facts.fuels === "any" ? (editions.value[edition]?.fuels.map((one) => one.id) ?? []) : facts.fuels;
}

const rules = new Map<string, Promise<string>>();
/** The text of a rule in the language of the page and the words of an edition, without the id before it. */
export function ruleText(id: string, played: string | null): Promise<string> {
  const edition = played ? `&edition=${played}` : "";
  const path = `/api/rules/${encodeURIComponent(id)}?language=${document.documentElement.lang}${edition}`;
  let found = rules.get(path);
  if (!found) {
    found = getJson<RuleText>(path).then((one) => one.text.replace(/^[A-Z]+\d+[a-z]? /, ""));
    rules.set(path, found);
  }
  return found;
}
