"""Everything that is generated from the code and checked in: `make generate`."""
