"""Modules shared by editions: they change cards and hooks, and keep their own state."""
