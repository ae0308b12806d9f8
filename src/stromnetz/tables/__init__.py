"""Tables without web framework or database: seats, clocks, pre-set moves, names, ratings."""
