// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { CardRef } from "./parts";

export interface AuctionOpenedEvent { kind: "auction-opened"; seat: number; plant: CardRef; bid: number }

export interface BidMadeEvent { kind: "bid-made"; seat: number; amount: number }

/** A plant or housing building in a city. */
export interface BuildingBuiltEvent {
  kind: "building-built";
  seat: number;
  site: string;
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
}

/** A house, plant or housing on a card of one's own. */
export interface BuiltOnCardEvent { kind: "built-on-card"; seat: number; site: string; card: CardRef }

export interface CardAssignedEvent { kind: "card-assigned"; seat: number; card: CardRef; plant: CardRef }

/** A card left the game; ``rule`` says by which rule. */
export interface CardBoxedEvent { kind: "card-boxed"; card: CardRef; rule: string }

export interface CardDrawnEvent { kind: "card-drawn"; card: CardRef }

/** A card that is no plant has come to a seat without an auction. */
export interface CardPassedOnEvent { kind: "card-passed-on"; seat: number; card: CardRef }

/** A card of the market went on top of its equal. */
export interface CardPiledEvent { kind: "card-piled"; card: CardRef; on: CardRef }

/** A card of the market went face down under the deck. */
export interface CardPutUnderEvent { kind: "card-put-under"; card: CardRef }

/** A card that is no plant was won in an extra auction. */
export interface CardWonEvent { kind: "card-won"; seat: number; card: CardRef; price: number }

/** Cards taken out of the game unseen at set-up. */
export interface CardsRemovedEvent { kind: "cards-removed"; count: number; cards: CardRef[] | null }

/** Somebody pays for the right to choose a robot's first city. */
export interface ChoiceBoughtEvent { kind: "choice-bought"; seat: number; for_seat: number; price: number }

export interface CityConnectedEvent {
  kind: "city-connected";
  seat: number;
  city: string;
  place_cost: number;
  connection_cost: number;
  path: string[];
}

/** The cards that lie on a company board from now on. */
export interface CompanyArrangedEvent { kind: "company-arranged"; seat: number; cards: CardRef[] }

/** The deck, top first, as it lies after a shuffle. */
export interface DeckShuffledEvent { kind: "deck-shuffled"; count: number; cards: CardRef[] | null }

export interface ExtraAuctionBeganEvent { kind: "extra-auction-began"; card: CardRef }

export interface FuelBoughtEvent { kind: "fuel-bought"; seat: number; fuel: string; count: number; cost: number }

export interface FuelGivenUpEvent { kind: "fuel-given-up"; seat: number; fuel: Record<string, number> }

/** Markers went between market and supply. */
export interface FuelMovedEvent { kind: "fuel-moved"; fuel: string; count: number; to: string }

export interface FuelRefilledEvent { kind: "fuel-refilled"; fuel: Record<string, number> }

/** A company that nobody plays gave all its fuel back to the supply. */
export interface FuelReturnedEvent { kind: "fuel-returned"; seat: number; fuel: Record<string, number> }

/** A company that nobody plays took fuel from the market. */
export interface FuelTakenEvent { kind: "fuel-taken"; seat: number; fuel: Record<string, number> }

/** What every seat can supply at the end (E1). */
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
  | PhaseLeftEvent
  | PlantBoughtEvent
  | PlantScrappedEvent
  | FuelGivenUpEvent
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

/** A house of a company that nobody plays came into a city. */
export interface HousePlacedEvent { kind: "house-placed"; seat: number; city: string }

/** A marker lies on a plant: its minimum bid is another for now. */
export interface MarkerLaidEvent { kind: "marker-laid"; plant: CardRef; minimum_bid: number }

export interface MarkerRemovedEvent { kind: "marker-removed"; plant: CardRef }

export interface OrderSetEvent { kind: "order-set"; order: number[] }

export interface PassedEvent { kind: "passed"; seat: number }

export interface PhaseBeganEvent { kind: "phase-began"; phase: string }

export interface PhaseLeftEvent { kind: "phase-left"; seat: number }

export interface PlantBoughtEvent { kind: "plant-bought"; seat: number; plant: CardRef; price: number }

export interface PlantScrappedEvent { kind: "plant-scrapped"; seat: number; plant: CardRef }

/** A company that nobody plays took a plant from the market. */
export interface PlantTakenEvent { kind: "plant-taken"; seat: number; plant: CardRef }

/** ``burn`` is the fuel burnt, or what else the plants needed. */
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

/** The same where it adds as much as it has cities. */
export interface RobotBidsByCitiesEvent {
  kind: "robot-bids-by-cities";
  seat: number;
  tile: string;
  plant: CardRef;
  minimum: number;
  more: number;
  limit: number;
}

/** Up to which amount it bids on a plant: the minimum and what its tile adds, never more than it has. */
export interface RobotBidsEvent {
  kind: "robot-bids";
  seat: number;
  tile: string;
  plant: CardRef;
  minimum: number;
  more: number;
  limit: number;
}

/** It connects as many cities as it can pay for, or as somebody chooses. */
export interface RobotBuildsEvent { kind: "robot-builds"; seat: number; tile: string }

/** How many cities it connects in this turn at most. */
export interface RobotBuildsMostEvent { kind: "robot-builds-most"; seat: number; tile: string; most: number }

/** Why it does not bid on a plant. */
export interface RobotDeclinesEvent {
  kind: "robot-declines";
  seat: number;
  tile: string;
  plant: CardRef;
  reason: string;
}

/** It wants none of the plants that it could put up. */
export interface RobotLeavesEvent { kind: "robot-leaves"; seat: number; tile: string }

export interface RobotMadeEvent { kind: "robot-made"; seat: number; robots: number }

/** A robot sits down: its five tiles. */
export interface RobotSeatedEvent {
  kind: "robot-seated";
  seat: number;
  first_city: string;
  auction: string;
  resources: string;
  building: string;
  ability: string;
}

/** How it buys resources in this round. */
export interface RobotStocksEvent { kind: "robot-stocks"; seat: number; tile: string; way: string }

/** It takes the plant that was put up for the minimum, without an auction. */
export interface RobotTakesEvent { kind: "robot-takes"; seat: number; tile: string; plant: CardRef; minimum: number }

/** Its special ability made a difference. */
export interface RobotUsesEvent { kind: "robot-uses"; seat: number; tile: string }

/** It builds after all people have built. */
export interface RobotWaitsEvent { kind: "robot-waits"; seat: number; tile: string }

export interface RoundBeganEvent { kind: "round-began"; round: number }

/** Somebody has chosen its first city, or it is the only one that is left. */
export interface StartChosenEvent { kind: "start-chosen"; seat: number; tile: string; city: string }

/** Its first city was drawn. */
export interface StartDrawnEvent { kind: "start-drawn"; seat: number; tile: string; city: string }

/** Somebody names a city in which a robot may start. */
export interface StartNamedEvent { kind: "start-named"; seat: number; for_seat: number; city: string }

/** Somebody strikes a city in which a robot will not start. */
export interface StartStruckEvent { kind: "start-struck"; seat: number; for_seat: number; city: string }

export interface StepBeganEvent { kind: "step-began"; step: number }

export interface TaxPaidEvent { kind: "tax-paid"; seat: number; tax: number }

/** The costs of all connections of the board, in the order in which its data lists them. */
export interface TilesLaidEvent { kind: "tiles-laid"; costs: number[] }

/** A seat has looked at the top card of the deck; nobody else knows it. */
export interface TopCardSeenEvent { kind: "top-card-seen"; seat: number; card: CardRef }

/** So many workers went back to the market. */
export interface WorkersDismissedEvent { kind: "workers-dismissed"; seat: number; count: number }

export interface WorkersHiredEvent {
  kind: "workers-hired";
  seat: number;
  seasonal: number;
  permanent: number;
  cost: number;
}

/** So many seasonal workers stay for good, in places that were empty. */
export interface WorkersKeptEvent { kind: "workers-kept"; seat: number; count: number }
