"""Turn notifications by push and e-mail."""
