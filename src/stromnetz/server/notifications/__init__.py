"""Turn notifications by push and email."""
