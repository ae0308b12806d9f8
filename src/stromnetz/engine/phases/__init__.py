"""The phases of a round, each by its rules: what is asked, what is refused, and what follows."""
