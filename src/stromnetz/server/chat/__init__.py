"""Chat at tables, mutes and reports."""
