// What there is to play: editions, boards, bots, rules; asked for once.
import { signal } from "@preact/signals";
import type { CardRef } from "../generated/api";
import { getJson } from "./api";

export type Names = Record<string, string>;

export interface EditionShort {
  id: string;
  name: Names;
  year: number;
  maps: string[];
  players: number[];
  options: Record<string, { values?: (string | number | boolean)[]; any_of?: string[] }>;
  default: boolean;
  about: Names;
  /** What a player should know before choosing it; often empty. */
  notice: Names;
  /** Companies with boards and workers: not drawn yet. */
  companies: boolean;
}

export interface PlantFacts {
  number: number;
  fuels: string[] | "any";
  burns: number;
  cities: number;
  kind?: string;
}

export interface FuelFacts {
  id: string;
  name: Names;
  markers: number;
  spaces: [number, number][];
  start: number;
  refill: Record<string, number[]>;
}

export interface EditionFacts {
  id: string;
  name: Names;
  payments: number[];
  place_costs: number[];
  fuels: FuelFacts[];
  players: { count: number; regions?: number }[];
  neutral?: { name?: Names };
  cards: { plants: PlantFacts[]; special: { id: string; name: Names }[] };
  promo_cards: Record<string, { name: Names; about: Names; plant?: PlantFacts }>;
}

export interface BoardFacts {
  id: string;
  name: Names;
  regions: { id: string; name: Names }[];
  cities: Record<string, { name: string; region: string; lat: number; lon: number }>;
  connections: [string, string, number][];
}

export const editionList = signal<EditionShort[]>([]);
/** Editions that can be played elsewhere, but that this board cannot draw. */
export const undrawn = signal<Set<string>>(new Set());
export const boardList = signal<{ id: string; name: Names }[]>([]);
export const botList = signal<string[]>([]);
export const editions = signal<Record<string, EditionFacts>>({});
export const boards = signal<Record<string, BoardFacts>>({});

export async function loadLists(): Promise<void> {
  const [all, maps, bots] = await Promise.all([
    getJson<EditionShort[]>("/api/editions"),
    getJson<{ id: string; name: Names }[]>("/api/boards"),
    getJson<{ id: string }[]>("/api/bots"),
  ]);
  editionList.value = all.filter((one) => !one.companies);
  undrawn.value = new Set(all.filter((one) => one.companies).map((one) => one.id));
  boardList.value = maps;
  botList.value = bots.map((bot) => bot.id);
}

export async function loadGame(edition: string, map: string): Promise<void> {
  const work: Promise<void>[] = [];
  if (!editions.value[edition]) {
    work.push(
      getJson<EditionFacts>(`/api/editions/${edition}`).then((facts) => {
        editions.value = { ...editions.value, [edition]: facts };
      }),
    );
  }
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
  if (typeof ref === "number") return facts.cards.plants.find((one) => one.number === ref) ?? null;
  return facts.promo_cards[ref]?.plant ?? null;
}

/** The name of a card that is known by one: promo cards, "Step 3" and others that are no plants. */
export function cardName(edition: string, ref: CardRef): Names | null {
  const facts = editions.value[edition];
  if (!facts || typeof ref === "number") return null;
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
/** The text of a rule in the language of the page, without the id before it. */
export function ruleText(id: string): Promise<string> {
  const path = `/api/rules/${encodeURIComponent(id)}?language=${document.documentElement.lang}`;
  let found = rules.get(path);
  if (!found) {
    found = getJson<{ text: string }>(path).then((one) => one.text.replace(/^[A-Z]+\d+[a-z]? /, ""));
    rules.set(path, found);
  }
  return found;
}
