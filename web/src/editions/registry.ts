// What an edition adds to the board. Its folder registers its parts; shared code knows none of them by name.
import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { SiteState } from "../board/city";
import type { CardRef, ConnectOption, GameEvent, MapOption, Move, OptionFacts, PlayerView, View } from "../generated/api";
import type { PanelProps } from "../panels/props";
import type { PlantFacts } from "../store/reference";
import type { Table } from "../store/table";
import type { Words } from "../words";

export interface CardCalcProps {
  view: View;
  me: PlayerView;
  facts: PlantFacts;
  card: CardRef;
  bid: number;
  most: number;
}

/** How its cards look, where they are not plants that burn fuel. */
export interface CardParts<Facts extends PlantFacts = PlantFacts> {
  /** The kind of its drawing and colours, for the class `k-…`. */
  kind: (facts: Facts) => string;
  /** The symbol of its drawing. */
  drawing: (facts: Facts) => string;
  title: (words: Words, ref: CardRef, facts: Facts) => string;
  /** The foot of a card of the market. */
  Foot: ComponentType<{ facts: Facts }>;
  /** The same where there is hardly room. */
  Short: ComponentType<{ facts: Facts }>;
  /** What it would mean to buy one. */
  Calc: ComponentType<CardCalcProps & { facts: Facts }>;
}

/** What is built on its map besides houses. */
export interface MapParts {
  /** Whether I am to build now. */
  builds: (table: Table) => boolean;
  /** What can be built now, of the kind that a choice on the map builds. */
  options: (table: Table) => Omit<ConnectOption, "kind">[];
  choose: (table: Table, city: string) => void;
  /** Whether a move of a plan puts a house into its city. */
  house: (move: Move) => boolean;
  /** Whether an option is what a choice on the map would build. */
  meant: (table: Table, option: MapOption) => boolean;
  site: (table: Table, view: View, city: string) => SiteState | undefined;
  /** A line about that place. */
  SiteLine: ComponentType<{ view: View; id: string }>;
  /** What can be built in a city, for the sheet of a phone. */
  CityLine: ComponentType<{ view: View; id: string }>;
}

/** Ways to move, which come with the code for animations. */
export interface Motion {
  /** Let a symbol fly from one thing on the screen to another; false where one of them is not to be seen. */
  fly: (symbol: string, from: Element | null, to: Element | null, delay: number) => boolean;
  pulse: (element: Element | null) => void;
}

export interface EditionParts {
  /** A panel for each kind of decision that only it asks. */
  panels?: Record<string, ComponentType<PanelProps>>;
  /** In place of the market of fuels. */
  FuelMarket?: ComponentType<{ view: View }>;
  /** In place of a player's plants; such a player's supply cannot be worked out from plants and fuel. */
  PlayerBoard?: ComponentType<{ view: View; player: PlayerView }>;
  cards?: CardParts;
  map?: MapParts;
  /** The moves that a part of the screen stands for where it does not offer them: the server says why not. */
  notOffered?: (table: Table, target: Element) => Move[] | null;
  /** How many cards lie under one of the market. */
  under?: (view: View, card: CardRef) => number;
  /** The discount on a card of the future market. */
  discount?: (view: View, card: CardRef) => number;
  /** The kinds of its events that are told elsewhere on the screen, or by what follows from them. */
  noise?: string[];
  /** What is seen of an event of its own; false where that is nothing. */
  animate?: (table: Table, event: GameEvent, delay: number, motion: Motion) => boolean;
}

/** What the field of a new table gets: what can be chosen, what is chosen, and how many sit at the table. */
export interface FieldProps {
  facts: OptionFacts;
  value: unknown;
  seats: number;
  change: (value: unknown) => void;
}

/** What a module adds to the board, of whatever edition; its folder has the name of the option that brings it. */
export interface ModuleParts {
  /** A panel for each kind of decision that only it asks. */
  panels?: Record<string, ComponentType<PanelProps>>;
  /** On a player's card, under the name; null where there is nothing to tell. */
  PlayerLine?: ComponentType<{ view: View; player: PlayerView }>;
  /** What the nth of the seats that it takes is called. */
  seatName?: (words: Words, n: number) => string;
  /** Who pays for what is chosen on the map now, where that is not whoever chooses. */
  payer?: (view: View) => number | null;
  /** How its option is chosen for a new table. */
  Field?: ComponentType<FieldProps>;
  /** How many of the last seats a value of its option takes. */
  takes?: (value: unknown) => number;
  /** A value of its option in words. */
  valueText?: (words: Words, value: unknown) => string;
  /** The kinds of its events that are told elsewhere on the screen, or by what follows from them. */
  noise?: string[];
}

const registered = new Map<string, EditionParts>();
const modules = signal<Record<string, ModuleParts>>({});
const NOTHING: EditionParts = {};

export function register(edition: string, parts: EditionParts): void {
  registered.set(edition, parts);
}

export function registerModule(name: string, parts: ModuleParts): void {
  modules.value = { ...modules.value, [name]: parts };
}

export const partsOf = (edition: string): EditionParts => registered.get(edition) ?? NOTHING;

/** The parts of a module, once they are here. */
export const moduleParts = (name: string): ModuleParts | undefined => modules.value[name];

/** The parts of the modules in play. */
export const modulesOf = (view: View): ModuleParts[] => partsAmong(Object.keys(view.modules));

/** The parts of those among these names that have any. */
export const partsAmong = (names: string[]): ModuleParts[] => names.flatMap((name) => modules.value[name] ?? []);
