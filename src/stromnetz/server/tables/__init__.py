"""Opening tables, seats, settings and invitations."""
