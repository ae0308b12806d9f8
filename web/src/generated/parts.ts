// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.

export interface AuctionView {
  card: CardRef;
  bid: number;
  high: number | null;
  still_in: number[];
  extra: boolean;
  then: number[];
}

/** What stands on a card in the place of a city. */
export interface BuiltCard { card: CardRef; seat: number; sites: string[] }

export type CardRef = number | string;

/** What a card of the market has beside what all editions' have. */
export interface CompanyCard {
  type: "plant" | "housing" | "technology";
  workers?: number;
  places?: number;
  effect?: string;
}

/** What a city has: a company place, for a plant or a housing. */
export interface CompanyCity { site: "plant" | "housing" }

/** What the edition has beside what all have: the price of a company place, the buildings of each kind. */
export interface CompanyEdition { site_cost: number; buildings: number }

/** A company's board and hands, with what follows from them. */
export interface CompanyShown {
  placed: CardRef[];
  seasonal: number;
  permanent: number;
  robots: number;
  places: number;
  need: number;
  plant_slots: number;
  housing_slots: number;
}

/** How the game goes on: what no other field of a view says, so that a game can be made of it. The places of the market, the cards that were known when they were shuffled into the deck, what is due, the next thing last, and what modules do not show. */
export interface Course { places: number; mixed: CardRef[]; due: unknown[][]; modules: Record<string, unknown> }

export interface FuelView {
  in_market: number;
  supply: number;
  price: number | null;
  refill: number | null;
  likely: number | null;
}

/** A card that is no plant, with the plant it lies on, if any. */
export interface HeldCard { card: CardRef; plant: CardRef | null }

/** Who holds an auctioned card, and the plant it lies on. */
export interface HeldShown { seat: number; plant: CardRef | null }

/** What a seat has, in a position that is kept; a company that nobody plays has no money. */
export interface KeptCompany { money?: number; plants: CardRef[]; fuel: Record<string, number> }

/** What a card is worth to its owner when it lies on the board. */
export interface LaidCard { card: CardRef; workers: number; cities: number; places: number }

/** The card that leaves the market at the end of the round, as it lies now: ``under`` the deck or to the ``box``. */
export interface LeavingCard { card: CardRef; to: string }

/** A company that nobody plays, at the end: it cannot win. */
export interface Neutral { seat: number; cities: number }

/** The cards of each pile, the top one first; and each top card that has discounts, with their sum. */
export interface PilesShown { under: CardRef[][]; discounts: [CardRef, number][] }

/** How a game began: by a seed, and by what was written down beforehand. */
export interface RecordSetup {
  seed: string;
  regions: "random" | "draft" | string[];
  deck?: CardRef[];
  market?: CardRef[];
  order?: number[];
  reshuffle?: CardRef[];
  tiles?: number[];
}

/** The last row that was played by an older revision of the rules, and the revision from then on. */
export interface RecordSince { seq: number; revision: number }

/** For which robot somebody decides, by which tile, and the cities that were named or struck for it. */
export interface RobotDeciding { seat: number; tile: string; cities: string[] }

/** The tiles of each slot, from head to feet; and those that are used only where one robot plays. */
export interface RobotFacts { slots: Record<string, string[]>; alone: string[] }

/** A robot: its seat, and its five tiles in the order of the slots. */
export interface RobotShown { seat: number; tiles: string[] }

/** Who the spy is; ``top``, the top card of the deck or None where it is empty, is there for the spy alone. */
export interface SpyShown { seat: number | null; top?: CardRef | null }

/** One seat in the final ranking; equal ranks share a place. >>> Standing(rank=1, seat=2, supplied=17, money=31, cities=18).supplied 17 */
export interface Standing { rank: number; seat: number; supplied: number; money: number; cities: number }

/** Whether the Trust has had its choice in this auction phase. */
export interface TrustShown { chose: boolean }
