"""Public tables, seeks, ratings and the ladder."""
