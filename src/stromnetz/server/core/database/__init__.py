"""The database: engines, the writer, the schema and its migrations."""
