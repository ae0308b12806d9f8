"""Expert play for companies with workers, one subject per file. ``../bots.py`` calls it."""
