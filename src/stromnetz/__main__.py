"""``python -m stromnetz`` runs the command ``stromnetz``."""

import sys

from stromnetz.cli import main

if __name__ == "__main__":
    sys.exit(main())
