"""``python -m stromnetz``: the command, where the folder of commands is not on the path."""

import sys

from stromnetz.cli import main

if __name__ == "__main__":
    sys.exit(main())
