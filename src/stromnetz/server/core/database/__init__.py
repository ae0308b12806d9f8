"""The database: engine, writer, schema and migrations."""
