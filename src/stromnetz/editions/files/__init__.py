"""The data files of editions, maps and cards: their formats, what is checked, and how they are found."""
