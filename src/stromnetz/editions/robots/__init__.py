"""Companies that play by five tiles each, beside people: the variant ``robots`` of a table (R0 to R71)."""
