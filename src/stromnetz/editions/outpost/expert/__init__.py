"""What strong players know about companies with workers, each thing in a file of its own; ``../bots.py`` asks them."""
