"""Programs that play: API tokens and their turns."""
