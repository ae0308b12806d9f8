"""The phases of a round: their decisions, refusals and consequences."""
