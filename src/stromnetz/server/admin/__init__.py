"""Server administration: commands, backups, bans, tournaments."""
