"""The data files of editions, maps and cards: schemas, checks, and how they are found."""
