// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { CardRef } from "./parts";

export interface ArrangeMove { kind: "arrange"; cards: CardRef[] }

export interface AssignMove { kind: "assign"; plant: CardRef }

export interface BidMove { kind: "bid"; amount: number }

export interface BuildMove { kind: "build"; site: string; city: string }

export interface BuyMove { kind: "buy"; fuel: string; count: number }

export interface ChooseRegionMove { kind: "choose-region"; region: string }

export interface ConnectMove { kind: "connect"; city: string }

export interface DiscardFuelMove { kind: "discard-fuel"; fuel: Record<string, number> }

export interface DoneMove { kind: "done" }

export interface HireMove { kind: "hire"; count: number }

export interface MakeRobotMove { kind: "make-robot" }

export type Move =
  | ChooseRegionMove
  | OpenMove
  | SitOutMove
  | BidMove
  | PassMove
  | ScrapMove
  | AssignMove
  | BuyMove
  | ConnectMove
  | DoneMove
  | DiscardFuelMove
  | RunMove
  | PlaceMove
  | BuildMove
  | ArrangeMove
  | HireMove
  | MakeRobotMove
  | SuggestMove
  | StrikeMove;

export interface OpenMove { kind: "open"; plant: CardRef; bid: number }

export interface PassMove { kind: "pass" }

export interface PlaceMove { kind: "place"; city: string }

export interface RunMove { kind: "run"; plants: CardRef[]; burn?: Record<string, number> | null }

export interface ScrapMove { kind: "scrap"; plant: CardRef }

export interface SitOutMove { kind: "sit-out" }

export interface StrikeMove { kind: "strike"; city: string }

export interface SuggestMove { kind: "suggest"; city: string }
