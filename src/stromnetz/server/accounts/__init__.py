"""Guests, accounts, sessions, passkeys, and the privacy of their owners."""
