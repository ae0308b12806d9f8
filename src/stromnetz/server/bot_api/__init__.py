"""Programs that play as bots: API tokens and turns."""
