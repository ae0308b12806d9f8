// What an edition adds to the board. Its folder registers its parts; shared code knows none of them by name.
import type { ComponentType } from "preact";
import type { SiteState } from "../board/city";
import type { CardRef, ConnectOption, GameEvent, PlayerView, View } from "../generated/api";
import type { PanelProps } from "../panels/ask";
import type { PlantFacts } from "../store/reference";

export interface CardCalcProps {
  view: View;
  me: PlayerView;
  facts: PlantFacts;
  card: CardRef;
  bid: number;
  most: number;
}

/** How its cards look, where they are not plants that burn fuel. */
export interface CardParts {
  title: (ref: CardRef, facts: PlantFacts) => string;
  /** The foot of a card of the market. */
  Foot: ComponentType<{ facts: PlantFacts }>;
  /** The same where there is hardly room. */
  Short: ComponentType<{ facts: PlantFacts }>;
  /** What it would mean to buy one. */
  Calc: ComponentType<CardCalcProps>;
}

/** What is built on its map besides houses. */
export interface MapParts {
  /** Whether I am to build now. */
  builds: () => boolean;
  /** What can be built now, of the kind that a choice on the map builds. */
  options: () => Omit<ConnectOption, "kind">[];
  /** The kind that a choice on the map builds. */
  kind: () => string;
  choose: (city: string) => void;
  /** The place of a city besides those for houses. */
  site: (view: View, city: string) => SiteState | undefined;
  /** A line about that place. */
  SiteLine: ComponentType<{ view: View; id: string }>;
  /** What can be built in a city, for the sheet of a phone. */
  CityLine: ComponentType<{ view: View; id: string }>;
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
  /** How many cards lie under one of the market. */
  under?: (view: View, card: CardRef) => number;
  /** The discount on a card of the future market. */
  discount?: (view: View, card: CardRef) => number;
  /** What is seen of an event of its own; false where that is nothing. */
  animate?: (event: GameEvent, delay: number) => boolean;
}

const registered = new Map<string, EditionParts>();
const NOTHING: EditionParts = {};

export function register(edition: string, parts: EditionParts): void {
  registered.set(edition, parts);
}

export const partsOf = (edition: string): EditionParts => registered.get(edition) ?? NOTHING;
