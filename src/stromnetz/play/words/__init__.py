"""Texts: sentences in three languages, the notation of moves, the rules."""
