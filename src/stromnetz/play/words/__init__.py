"""Everything that is said: tables of words in three languages, sentences, the notation of moves, the rules."""
