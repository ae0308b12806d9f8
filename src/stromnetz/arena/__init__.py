"""Many games between bots: simulations, duels, tournaments, soak runs, statistics."""
