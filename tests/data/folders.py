"""Data files in a folder of their own: a copy of the editions to break, or a folder that is added to them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stromnetz.editions.files import code
from stromnetz.editions.files import folders as folders_of_files
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


def copy_to(folder: Path) -> Path:
    """A copy of all data files, which may be broken; their code is that of the package."""
    for file in (*EDITIONS.rglob("*.toml"), *EDITIONS.rglob("*.py")):
        target = folder / file.relative_to(EDITIONS)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    code.PACKAGES[str(folder)] = "stromnetz.editions"
    return folder
