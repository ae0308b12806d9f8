"""Generators of checked-in files: `make generate`."""
