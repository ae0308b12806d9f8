"""What can be played: editions, maps, bots, rules and words."""
