"""Data files in other folders: a copy of the editions to break, or a folder that is added."""

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
    """Clear all caches of data files."""
    for name, module in list(sys.modules.items()):
        if name.startswith("stromnetz."):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


@contextmanager
def loaded_from(*folders: Path) -> Iterator[None]:
    """Use only the data in these folders."""
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
    """Allow adding folders inside the block; afterwards they and what their code registered are removed."""
    before, kept = folders_of_files.FOLDERS[:], [dict(registry) for registry in REGISTRIES]
    try:
        yield
    finally:
        if before != folders_of_files.FOLDERS:
            folders_of_files.FOLDERS[:] = before
            plugins.unload_added_folders()
            forget()
            for registry, entries in zip(REGISTRIES, kept, strict=True):
                registry.clear()
                registry.update(entries)


def copy_to(folder: Path) -> Path:
    """Copy all data files, so that they can be broken; the code is still that of the package."""
    for file in (*EDITIONS.rglob("*.toml"), *EDITIONS.rglob("*.py")):
        target = folder / file.relative_to(EDITIONS)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    plugins.PACKAGES[str(folder)] = "stromnetz.editions"
    return folder
