// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { CardRef } from "./parts";

export interface ArrangeMove { kind: "arrange"; cards: CardRef[] }

export interface AssignMove { kind: "assign"; plant: CardRef }

export interface BidMove { kind: "bid"; amount: number }

export interface BuildMove { kind: "build"; site: string; city: string }

export interface BuyMove { kind: "buy"; fuel: string; count: number }

export interface ConnectMove { kind: "connect"; city: string }

export interface DoneMove { kind: "done" }

export interface GiveUpMove { kind: "give-up"; fuel: Record<string, number> }

export interface HireMove { kind: "hire"; count: number }

export interface LeaveMove { kind: "leave" }

export interface MakeRobotMove { kind: "make-robot" }

export type Move =
  | RegionMove
  | OpenMove
  | LeaveMove
  | BidMove
  | PassMove
  | ScrapMove
  | AssignMove
  | BuyMove
  | ConnectMove
  | DoneMove
  | GiveUpMove
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

export interface RegionMove { kind: "region"; region: string }

export interface RunMove { kind: "run"; plants: CardRef[]; burn?: Record<string, number> | null }

export interface ScrapMove { kind: "scrap"; plant: CardRef }

export interface StrikeMove { kind: "strike"; city: string }

export interface SuggestMove { kind: "suggest"; city: string }
