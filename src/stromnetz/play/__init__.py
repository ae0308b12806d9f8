"""A game in progress: the record around a position, undo, views, saving and loading."""
