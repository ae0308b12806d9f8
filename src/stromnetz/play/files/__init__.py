"""What a game is written to and read from: records, positions, rows."""
