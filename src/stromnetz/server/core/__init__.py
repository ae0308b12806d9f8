"""Shared parts of the server: settings, errors, database, middleware. At least three packages use each."""
