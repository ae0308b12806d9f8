"""Work that kills its process. In a module of its own, because importing a test module would take longer."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from stromnetz.play.new import new_game


def square_or_die(work: tuple[int, str]) -> int:
    """Return the square, but the first process with 2 is killed, every process with 5 exits, and 9 raises
    `IllegalMove`."""
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
