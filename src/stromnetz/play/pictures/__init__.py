"""Pictures of the board as SVG, with the standard library alone."""
