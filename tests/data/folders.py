"""Data files in a folder of their own: a copy of the editions to break, or a folder that is added to them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stromnetz.editions.files import folders as folders_of_files
from stromnetz.editions.files import plugins
from stromnetz.engine.events import EVENTS
from stromnetz.engine.moves import MOVES
from stromnetz.engine.options import OPTIONS
from tests.data.checks import EDITIONS


def forget() -> None:
    """Everything that the program keeps of data files and of what it made of them."""
    for name, module in list(sys.modules.items()):
        if name.startswith("stromnetz."):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


@contextmanager
def loaded_from(*folders: Path) -> Iterator[None]:
    """Play with the data of these folders and no others."""
    before = folders_of_files.FOLDERS[:]
    folders_of_files.FOLDERS[:] = list(folders)
    forget()
    try:
        yield
    finally:
        folders_of_files.FOLDERS[:] = before
        forget()


REGISTRIES: list[dict[str, Any]] = [MOVES, OPTIONS, EVENTS]


@contextmanager
def own_folders() -> Iterator[None]:
    """Folders may be added inside; afterwards nothing of them is left, nor of what their code has registered."""
    before, kept = folders_of_files.FOLDERS[:], [dict(registry) for registry in REGISTRIES]
    try:
        yield
    finally:
        if before != folders_of_files.FOLDERS:
            folders_of_files.FOLDERS[:] = before
            plugins.forget()
            forget()
            for registry, entries in zip(REGISTRIES, kept, strict=True):
                registry.clear()
                registry.update(entries)


def copy_to(folder: Path) -> Path:
    """A copy of all data files, which may be broken; their code is that of the package."""
    for file in (*EDITIONS.rglob("*.toml"), *EDITIONS.rglob("*.py")):
        target = folder / file.relative_to(EDITIONS)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    plugins.PACKAGES[str(folder)] = "stromnetz.editions"
    return folder
