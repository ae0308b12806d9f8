// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { CardRef } from "./parts";

export interface AuctionOpenedEvent { kind: "auction-opened"; seat: number; plant: CardRef; bid: number }

export interface BidMadeEvent { kind: "bid-made"; seat: number; amount: number }

/** A plant or housing building was built in a city. */
export interface BuildingBuiltEvent {
  kind: "building-built";
  seat: number;
  site: string;
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
}

/** A house, plant or housing was built on a card of the same company. */
export interface BuiltOnCardEvent { kind: "built-on-card"; seat: number; site: string; card: CardRef }

export interface CardAssignedEvent { kind: "card-assigned"; seat: number; card: CardRef; plant: CardRef }

/** A card left the game by this rule. */
export interface CardBoxedEvent { kind: "card-boxed"; card: CardRef; rule: string }

export interface CardDrawnEvent { kind: "card-drawn"; card: CardRef }

/** A card other than a plant changed hands without an auction. */
export interface CardPassedOnEvent { kind: "card-passed-on"; seat: number; card: CardRef }

/** A card of the market was put onto another one of the same number. */
export interface CardPiledEvent { kind: "card-piled"; card: CardRef; on: CardRef }

/** A card of the market was put face down under the deck. */
export interface CardPutUnderEvent { kind: "card-put-under"; card: CardRef }

/** A card other than a plant was won in an extra auction. */
export interface CardWonEvent { kind: "card-won"; seat: number; card: CardRef; price: number }

/** Cards removed unseen at set-up. */
export interface CardsRemovedEvent { kind: "cards-removed"; count: number; cards: CardRef[] | null }

/** A player paid for the right to choose a robot's first city. */
export interface ChoiceBoughtEvent { kind: "choice-bought"; seat: number; for_seat: number; price: number }

export interface CityConnectedEvent {
  kind: "city-connected";
  seat: number;
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
}

/** The cards on a company board changed. */
export interface CompanyArrangedEvent { kind: "company-arranged"; seat: number; cards: CardRef[] }

/** The deck after a shuffle, top first. */
export interface DeckShuffledEvent { kind: "deck-shuffled"; count: number; cards: CardRef[] | null }

export interface ExtraAuctionBeganEvent { kind: "extra-auction-began"; card: CardRef }

export interface FuelBoughtEvent { kind: "fuel-bought"; seat: number; fuel: string; count: number; cost: number }

export interface FuelDiscardedEvent { kind: "fuel-discarded"; seat: number; fuel: Record<string, number> }

/** Markers moved between market and supply. */
export interface FuelMovedEvent { kind: "fuel-moved"; fuel: string; count: number; to: string }

export interface FuelRefilledEvent { kind: "fuel-refilled"; fuel: Record<string, number> }

/** A neutral company returned all its fuel to the supply. */
export interface FuelReturnedEvent { kind: "fuel-returned"; seat: number; fuel: Record<string, number> }

/** A neutral company took fuel from the market. */
export interface FuelTakenEvent { kind: "fuel-taken"; seat: number; fuel: Record<string, number> }

/** The game ended; ``supplied`` has the cities that each seat supplies (E1). */
export interface GameEndedEvent { kind: "game-ended"; supplied: number[] }

export type GameEvent =
  | RegionsChosenEvent
  | RegionNamedEvent
  | TilesLaidEvent
  | OrderSetEvent
  | CardsRemovedEvent
  | DeckShuffledEvent
  | RoundBeganEvent
  | PhaseBeganEvent
  | StepBeganEvent
  | AuctionOpenedEvent
  | BidMadeEvent
  | PassedEvent
  | SatOutEvent
  | PlantBoughtEvent
  | PlantScrappedEvent
  | FuelDiscardedEvent
  | CardDrawnEvent
  | CardBoxedEvent
  | CardPutUnderEvent
  | ExtraAuctionBeganEvent
  | CardWonEvent
  | CardAssignedEvent
  | FuelBoughtEvent
  | CityConnectedEvent
  | PlantsRanEvent
  | FuelRefilledEvent
  | GameEndedEvent
  | CardPassedOnEvent
  | TopCardSeenEvent
  | TaxPaidEvent
  | FuelMovedEvent
  | HousePlacedEvent
  | PlantTakenEvent
  | FuelTakenEvent
  | FuelReturnedEvent
  | MarkerLaidEvent
  | MarkerRemovedEvent
  | BuildingBuiltEvent
  | BuiltOnCardEvent
  | CompanyArrangedEvent
  | WorkersHiredEvent
  | RobotMadeEvent
  | WorkersDismissedEvent
  | WorkersKeptEvent
  | CardPiledEvent
  | RobotSeatedEvent
  | RobotBidsEvent
  | RobotBidsByCitiesEvent
  | RobotDeclinesEvent
  | RobotLeavesEvent
  | RobotTakesEvent
  | RobotStocksEvent
  | RobotBuildsEvent
  | RobotBuildsMostEvent
  | RobotWaitsEvent
  | RobotUsesEvent
  | StartDrawnEvent
  | StartChosenEvent
  | StartNamedEvent
  | StartStruckEvent
  | ChoiceBoughtEvent;

/** A house of a neutral company was placed in a city. */
export interface HousePlacedEvent { kind: "house-placed"; seat: number; city: string }

/** A marker lies on a plant and changes its minimum bid. */
export interface MarkerLaidEvent { kind: "marker-laid"; plant: CardRef; minimum_bid: number }

export interface MarkerRemovedEvent { kind: "marker-removed"; plant: CardRef }

export interface OrderSetEvent { kind: "order-set"; order: number[] }

export interface PassedEvent { kind: "passed"; seat: number }

export interface PhaseBeganEvent { kind: "phase-began"; phase: string }

export interface PlantBoughtEvent { kind: "plant-bought"; seat: number; plant: CardRef; price: number }

export interface PlantScrappedEvent { kind: "plant-scrapped"; seat: number; plant: CardRef }

/** A neutral company took a plant from the market. */
export interface PlantTakenEvent { kind: "plant-taken"; seat: number; plant: CardRef }

/** Plants ran; ``burn`` is the fuel burnt, or whatever else the plants needed. */
export interface PlantsRanEvent {
  kind: "plants-ran";
  seat: number;
  plants: CardRef[];
  burn: Record<string, number>;
  supplied: number;
  income: number;
}

export interface RegionNamedEvent { kind: "region-named"; seat: number; region: string }

export interface RegionsChosenEvent { kind: "regions-chosen"; regions: string[] }

/** A robot announces its highest bid, which depends on its number of cities. */
export interface RobotBidsByCitiesEvent {
  kind: "robot-bids-by-cities";
  seat: number;
  tile: string;
  plant: CardRef;
  minimum: number;
  more: number;
  limit: number;
}

/** A robot announces its highest bid on a plant: the minimum plus what its tile adds, limited by its money. */
export interface RobotBidsEvent {
  kind: "robot-bids";
  seat: number;
  tile: string;
  plant: CardRef;
  minimum: number;
  more: number;
  limit: number;
}

/** How a robot connects cities: as many as it can pay for, or as a player chooses. */
export interface RobotBuildsEvent { kind: "robot-builds"; seat: number; tile: string }

/** The maximum number of cities that a robot connects in this turn. */
export interface RobotBuildsMostEvent { kind: "robot-builds-most"; seat: number; tile: string; most: number }

/** A robot does not bid on a plant, with the reason. */
export interface RobotDeclinesEvent {
  kind: "robot-declines";
  seat: number;
  tile: string;
  plant: CardRef;
  reason: string;
}

/** A robot leaves the auction phase because it wants none of the plants on offer. */
export interface RobotLeavesEvent { kind: "robot-leaves"; seat: number; tile: string }

export interface RobotMadeEvent { kind: "robot-made"; seat: number; robots: number }

/** A robot with its five tiles joined the game. */
export interface RobotSeatedEvent {
  kind: "robot-seated";
  seat: number;
  first_city: string;
  auction: string;
  resources: string;
  building: string;
  ability: string;
}

/** How a robot buys resources in this round. */
export interface RobotStocksEvent { kind: "robot-stocks"; seat: number; tile: string; way: string }

/** A robot takes the auctioned plant for the minimum, without an auction. */
export interface RobotTakesEvent { kind: "robot-takes"; seat: number; tile: string; plant: CardRef; minimum: number }

/** A robot's special ability made a difference. */
export interface RobotUsesEvent { kind: "robot-uses"; seat: number; tile: string }

/** A robot will build after all people. */
export interface RobotWaitsEvent { kind: "robot-waits"; seat: number; tile: string }

export interface RoundBeganEvent { kind: "round-began"; round: number }

export interface SatOutEvent { kind: "sat-out"; seat: number }

/** A player chose the first city of a robot, or only one was left. */
export interface StartChosenEvent { kind: "start-chosen"; seat: number; tile: string; city: string }

/** The first city of a robot was drawn. */
export interface StartDrawnEvent { kind: "start-drawn"; seat: number; tile: string; city: string }

/** A player named a city where a robot may start. */
export interface StartNamedEvent { kind: "start-named"; seat: number; for_seat: number; city: string }

/** A player struck a city where a robot will not start. */
export interface StartStruckEvent { kind: "start-struck"; seat: number; for_seat: number; city: string }

export interface StepBeganEvent { kind: "step-began"; step: number }

export interface TaxPaidEvent { kind: "tax-paid"; seat: number; tax: number }

/** The costs of all connections of the board, in the order of its data file. */
export interface TilesLaidEvent { kind: "tiles-laid"; costs: number[] }

/** A seat looked at the top card of the deck, which stays hidden from the others. */
export interface TopCardSeenEvent { kind: "top-card-seen"; seat: number; card: CardRef }

/** Workers went back to the market. */
export interface WorkersDismissedEvent { kind: "workers-dismissed"; seat: number; count: number }

export interface WorkersHiredEvent {
  kind: "workers-hired";
  seat: number;
  seasonal: number;
  permanent: number;
  cost: number;
}

/** Seasonal workers became permanent in places that were empty. */
export interface WorkersKeptEvent { kind: "workers-kept"; seat: number; count: number }
