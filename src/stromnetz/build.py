"""The version, and the build in use: pure Python, or the library compiled by mypyc.

The library is in the folder ``_compiled`` beside the source. If it exists, its modules are loaded from it, unless
``STROMNETZ_PURE=1`` is set. A library that was compiled from other versions of the source files is ignored, so that
changes to a file take effect.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

VERSION = "0.3.0"
PURE = "STROMNETZ_PURE"
PACKAGE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120  (importing pathlib takes too long)
FOLDER = os.path.join(PACKAGE, "_compiled")  # noqa: PTH118
LIBRARY = "stromnetz__mypyc"
"""The library, and the module in it through which mypyc finds its own modules."""
MODULES = "modules.txt"
"""File with the names of the modules in the library."""
SOURCES = "sources.txt"
"""File that exists if the library was compiled in a working tree: size, time and path of each compiled source file and
of those that they import.
"""


class Extensions:
    """Import hook that loads compiled modules from the library; it precedes all other finders."""

    def __init__(self, names: list[str], file: str) -> None:
        self.names = frozenset(names)
        self.file = file

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name in self.names:
            return spec_from_file_location(name, self.file, loader=self)  # type: ignore[arg-type]
        if name == LIBRARY:
            return spec_from_file_location(name, self.file)
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        # Python derives the entry point from the last part of the name, which is not unique
        entry = spec.name.replace(".", "_")
        module = ExtensionFileLoader(entry, self.file).create_module(ModuleSpec(entry, None, origin=self.file))
        sys.modules.pop(entry, None)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: creating the module has run it."""


def extensions() -> Extensions | None:
    """Return the import hook for compiled modules; None if they do not exist or are disabled."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return None
    try:
        there = os.listdir(FOLDER)  # noqa: PTH208
        with open(f"{FOLDER}{os.sep}{MODULES}", encoding="utf-8") as file:  # noqa: PTH123
            names = file.read().split()
    except OSError:
        return None
    library = f"{LIBRARY}{EXTENSION_SUFFIXES[0]}"
    if library not in there or (SOURCES in there and not fresh()):
        return None
    return Extensions(names, f"{FOLDER}{os.sep}{library}")


def fresh() -> bool:
    """Whether the source files are still those that were compiled."""
    with open(f"{FOLDER}{os.sep}{SOURCES}", encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            size, time, path = line.rstrip("\n").split(" ", 2)
            try:
                there = os.stat(f"{PACKAGE}{os.sep}{path}")  # noqa: PTH116
            except OSError:
                return False
            if there.st_size != int(size) or there.st_mtime_ns != int(time):
                return False
    return True


def install() -> str:
    """Install the import hook and return the name of the build."""
    found = extensions()
    if found is None:
        return "pure"
    sys.meta_path.insert(0, found)
    return "compiled"


BUILD = install()
"""``compiled`` or ``pure``."""
