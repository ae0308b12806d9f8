"""The pages of the documentation that hold measurements, each filled from the games that were played for it."""
