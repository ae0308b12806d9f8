// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { Move } from "./moves";

export type FieldForm = "text" | "city" | "number" | "card" | "cards" | "amounts";

export const MOVE_FIELDS: Record<Move["kind"], Record<string, FieldForm>> = {
  "choose-region": { region: "text" },
  "open": { plant: "card", bid: "number" },
  "sit-out": {},
  "bid": { amount: "number" },
  "pass": {},
  "scrap": { plant: "card" },
  "assign": { plant: "card" },
  "buy": { fuel: "text", count: "number" },
  "connect": { city: "city" },
  "done": {},
  "discard-fuel": { fuel: "amounts" },
  "run": { plants: "cards", burn: "amounts" },
  "place": { city: "city" },
  "build": { site: "text", city: "city" },
  "arrange": { cards: "cards" },
  "hire": { count: "number" },
  "make-robot": {},
  "suggest": { city: "city" },
  "strike": { city: "city" },
};
