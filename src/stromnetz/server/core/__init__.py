"""What at least three packages of the server use: app settings, errors, the database, middleware."""
