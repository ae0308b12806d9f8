"""Whether what would be published installs and plays: `make release-check`."""
