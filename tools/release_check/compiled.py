"""Checks an installed compiled wheel: the rules run compiled, and play as the source does. cibuildwheel runs it.

python -I compiled.py
"""

from __future__ import annotations

import os
import subprocess
import sys

PLAY = """
from random import Random
import stromnetz
for edition, players in (("classic-2004", 4), ("deluxe-europe", 3), ("outpost", 3)):
    game = stromnetz.rollout(stromnetz.new_game(edition, players=players, seed=1), Random(1))
    print(edition, game.position.money, game.result)
print(stromnetz.BUILD)
"""


def played(pure: str) -> list[str]:
    """What games of the same seeds come to, and the build that played them."""
    environment = {**os.environ, "STROMNETZ_PURE": pure}
    command = [sys.executable, "-I", "-c", PLAY]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout.splitlines()


fast, plain = played("0"), played("1")
assert fast[:-1] == plain[:-1], f"the builds play differently: {fast} and {plain}"
assert (fast[-1], plain[-1]) == ("compiled", "pure"), f"the builds are {fast[-1]} and {plain[-1]}"
print(f"{len(plain) - 1} games are the same on both builds")
