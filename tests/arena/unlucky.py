"""Work on which processes die, in a module of its own: a process that imports a test module takes longer to start."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from stromnetz.play.new import new_game


def unlucky(work: tuple[int, str]) -> int:
    """The first process that works on 2 is killed, and every process that works on 5 ends itself."""
    number, folder = work
    with (Path(folder) / str(number)).open("a") as file:
        file.write("x")
    if number == 2 and (Path(folder) / "2").stat().st_size == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 5:
        os._exit(3)
    if number == 9:
        new_game("classic-2004").undo(0)
    return number * number
