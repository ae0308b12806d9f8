"""Records, reviews, lessons and puzzles."""
