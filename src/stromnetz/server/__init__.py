"""A server for games of people and bots, live or over weeks."""
