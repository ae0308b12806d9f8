"""Runs first in every Python process of tests that judge a mutant, since this folder is on their PYTHONPATH.

Modules whose compiled code lies in the folder ``MUTANTS_CODE`` are loaded from there; with a file
``MUTANTS_MARKS`` that code marks in it, for all processes together, which statements have run.
"""

import builtins
import marshal
import mmap
import os
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

PACKAGE = str(Path(__file__).resolve().parents[3] / "src" / "stromnetz") + os.sep
MARKS = "__reached__"


def replace_code(folder: str) -> None:
    original = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = os.fspath(loader.path)
        if path.startswith(PACKAGE):
            replacement = Path(folder, path.removeprefix(PACKAGE) + ".code")
            if replacement.exists():
                code = marshal.loads(replacement.read_bytes())
                assert isinstance(code, CodeType)
                return code
        return original(loader, name)

    setattr(SourceFileLoader, "get_code", get_code)  # noqa: B010  (the loader of every module from now on)


def share_marks(path: str) -> None:
    with Path(path).open("r+b") as file:
        setattr(builtins, MARKS, mmap.mmap(file.fileno(), 0))


if "MUTANTS_CODE" in os.environ:
    replace_code(os.environ["MUTANTS_CODE"])
if "MUTANTS_MARKS" in os.environ:
    share_marks(os.environ["MUTANTS_MARKS"])
