"""WebSockets: viewers of tables and of lists, and the updates they get."""
