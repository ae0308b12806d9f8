"""Robots: companies played by rules, made of five tiles each; the variant ``robots`` (R0 to R71)."""
