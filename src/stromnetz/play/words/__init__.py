"""Everything that is said: sentences in three languages, the notation of moves, the rules."""
