// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.

export interface AuctionView {
  card: CardRef;
  bid: number;
  high: number | null;
  bidders: number[];
  extra: boolean;
  next_openers: number[];
}

/** The holder of an auctioned card, and the plant it lies on. */
export interface AuctionedCardView { seat: number; plant: CardRef | null }

/** The buildings on a card, which takes the place of a city. */
export interface BuiltCard { card: CardRef; seat: number; sites: string[] }

export type CardRef = number | string;

/** A company's board and workers, with derived values. */
export interface CompanyBoardView {
  placed: CardRef[];
  seasonal: number;
  permanent: number;
  robots: number;
  places: number;
  need: number;
  plant_slots: number;
  housing_slots: number;
}

/** Further facts of a card in the market. */
export interface CompanyCard {
  type: "plant" | "housing" | "technology";
  workers?: number;
  places?: number;
  effect?: string;
}

/** Further facts of a city: the kind of its company place. */
export interface CompanyCity { site: "plant" | "housing" }

/** Further facts of the edition: the price of a company place, the buildings of each kind. */
export interface CompanyEdition { site_cost: number; buildings: number }

/** The information needed to continue the game that no other field of a view has. The places of the market, the cards that were known when shuffled into the deck, the pending frames (next one last), and extra state of modules. */
export interface Continuation { places: number; mixed: CardRef[]; due: unknown[][]; modules: Record<string, unknown> }

/** The spy's seat, and for the spy only ``top``, the top card of the deck (None if the deck is empty). */
export interface EspionageView { seat: number | null; top?: CardRef | null }

export interface FuelView {
  in_market: number;
  supply: number;
  price: number | null;
  refill: number | null;
  expected_refill: number | null;
}

/** A card other than a plant, with the plant it lies on, if any. */
export interface HeldCard { card: CardRef; plant: CardRef | null }

/** A seat's property in a stored position; neutral companies have no money. */
export interface KeptCompany { money?: number; plants: CardRef[]; fuel: Record<string, number> }

/** The effect of a card on its owner's board. */
export interface LaidCard { card: CardRef; workers: number; cities: number; places: number }

/** A neutral company at the end: it cannot win. */
export interface Neutral { seat: number; cities: number }

/** The card that leaves the market at the end of the round, as it is now: ``under`` the deck or to the ``box``. */
export interface OutgoingCard { card: CardRef; to: string }

/** The cards of each pile, top card first; and the sum of the discounts on each top card. */
export interface PilesView { under: CardRef[][]; discounts: [CardRef, number][] }

/** The start of a game: the seed and everything that was given. */
export interface RecordSetup {
  seed: string;
  regions: "random" | "draft" | string[];
  deck?: CardRef[];
  market?: CardRef[];
  order?: number[];
  reshuffle?: CardRef[];
  tiles?: number[];
}

/** The last row played under an older revision of the rules, and the revision since then. */
export interface RecordSince { seq: number; revision: number }

/** The robot that a decision is about, the tile that causes it, and the cities named or struck so far. */
export interface RobotDecisionView { seat: number; tile: string; cities: string[] }

/** The tiles of each slot, from head to feet; and those that are only used by a single robot. */
export interface RobotFacts { slots: Record<string, string[]>; alone: string[] }

/** A robot: its seat, and its five tiles in the order of the slots. */
export interface RobotView { seat: number; tiles: string[] }

/** A seat in the final ranking; equal ranks share a place. >>> Standing(rank=1, seat=2, supplied=17, money=31, cities=18).supplied 17 */
export interface Standing { rank: number; seat: number; supplied: number; money: number; cities: number }

/** Whether the Trust made its choice in this auction phase. */
export interface TrustView { chose: boolean }
