"""Bots that are named after birds."""
