"""The version, and which build of it runs: the source as it stands, or the extensions that mypyc has made from it.

The extensions lie in a folder of their own, ``_compiled``, beside the source. Where they are there, the modules they
were made from are taken from them; ``STROMNETZ_PURE=1`` runs the source all the same. Extensions of another state of
the source are not used: whoever changes a file runs what the file says.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec
from importlib.util import spec_from_file_location

VERSION = "0.2.0"
PURE = "STROMNETZ_PURE"
PACKAGE = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120  (pathlib would cost more than it saves)
FOLDER = os.path.join(PACKAGE, "_compiled")  # noqa: PTH118
SOURCES = "sources.txt"
"""In the folder, where it was made in a working tree: size, time and path of each file that was compiled, and of those
that one of them imports."""


class Extensions:
    """Finds the modules that were compiled; asked before all others."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = files

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        file = self.files.get(name)
        return None if file is None else spec_from_file_location(name, file, loader=ExtensionFileLoader(name, file))


def extensions() -> dict[str, str]:
    """The compiled modules with their files; none where they are not there or not wanted."""
    if os.environ.get(PURE, "0") not in ("", "0"):
        return {}
    suffix = EXTENSION_SUFFIXES[0]
    try:
        names = os.listdir(FOLDER)  # noqa: PTH208
    except OSError:
        return {}
    found = {name.removesuffix(suffix): f"{FOLDER}{os.sep}{name}" for name in names if name.endswith(suffix)}
    return found if SOURCES not in names or fresh() else {}


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
    files = extensions()
    if not files:
        return "pure"
    sys.meta_path.insert(0, Extensions(files))
    return "compiled"


BUILD = install()
"""``compiled`` or ``pure``."""
