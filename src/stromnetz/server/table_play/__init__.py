"""Playing at a table: moves, undo, pre-set moves, hints, clocks, bot turns."""
