"""Pages of the documentation with measurements, filled from stored games."""
