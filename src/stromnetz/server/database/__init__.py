"""What the server keeps: the schema with its migrations, the writer, and every statement."""
