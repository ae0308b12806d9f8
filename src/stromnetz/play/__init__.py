"""A game in progress: position and record, undo, views, saving and loading."""
