"""Checks that the packages of a release install and work: `make release-check`."""
