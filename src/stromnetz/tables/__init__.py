"""What a table does, without a web framework or a database: seats, clocks, pre-set moves, names, ratings."""
