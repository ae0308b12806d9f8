"""WebSockets of tables and of the lobby."""
