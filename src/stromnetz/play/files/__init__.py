"""File formats of games: records, positions, rows."""
