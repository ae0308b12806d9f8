"""Learning by self-play: many games at once in processes, and players trained on them (docs/training.md)."""
