"""The version, and which build of it runs: the source as it stands, or the library that mypyc has made from it.

The library lies in a folder of its own, ``_compiled``, beside the source. Where it is there, the modules it
was made from are taken from it; ``STROMNETZ_PURE=1`` runs the source all the same. A library of another state of
the source is not used: whoever changes a file runs what the file says.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location
from types import ModuleType

VERSION = "0.2.0"
PURE = "STROMNETZ_PURE"
PACKAGE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120  (pathlib would cost more than it saves)
FOLDER = os.path.join(PACKAGE, "_compiled")  # noqa: PTH118
LIBRARY = "stromnetz__mypyc"
"""The library, and the module in it by which mypyc finds its own."""
MODULES = "modules.txt"
"""In the folder: the names of the modules that are in the library."""
SOURCES = "sources.txt"
"""In the folder, where it was made in a working tree: size, time and path of each file that was compiled, and of those
that one of them imports."""


class Extensions:
    """Finds the modules that were compiled and loads them from the library they are in; asked before all others."""

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
        # Python takes the last part of a name for that of the entry, and several modules are called alike
        entry = spec.name.replace(".", "_")
        module = ExtensionFileLoader(entry, self.file).create_module(ModuleSpec(entry, None, origin=self.file))
        sys.modules.pop(entry, None)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has been run when it was made."""


def extensions() -> Extensions | None:
    """The compiled modules; None where they are not there or not wanted."""
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
    """Whether the source is still what was compiled."""
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
    """Let what is compiled be found; returns the name of the build."""
    found = extensions()
    if found is None:
        return "pure"
    sys.meta_path.insert(0, found)
    return "compiled"


BUILD = install()
"""``compiled`` or ``pure``."""
