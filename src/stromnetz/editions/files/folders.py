"""The folders with editions, maps and promo cards, and how files in them are found and read."""

from __future__ import annotations

import os
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from .schema import BadData, Data, Problem, Shape

EDITIONS = "stromnetz.editions"
VARIABLE = "STROMNETZ_EDITIONS"
FOLDERS: list[Traversable] = [
    files(EDITIONS),
    *(Path(path).absolute() for path in os.environ.get(VARIABLE, "").split(os.pathsep) if path),
]
"""Folders with data files: the package, those in the environment variable, and those of ``loader.add_folder``."""


def environment() -> dict[str, str]:
    """Return the environment for another process that shall use the same folders."""
    return {**os.environ, VARIABLE: os.pathsep.join(str(folder) for folder in FOLDERS[1:])}


def missing_folders() -> list[BadData]:
    """Return an error for each configured folder that does not exist."""
    return [BadData(str(folder), [("", "there is no such folder")]) for folder in FOLDERS if not folder.is_dir()]


def read_toml(file: Traversable, name: str, shape: Shape | None = None) -> Data:
    """Read a TOML file and check its schema; ``name`` is used in errors."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadData(name, [("", f"this is not TOML: {error}")]) from None
    except OSError as error:
        raise BadData(name, [("", f"cannot be read: {error.strerror or error}")]) from None
    if shape is not None:
        report(name, list(shape.problems(data, "")))
    return data


def report(name: str, problems: list[Problem]) -> None:
    if problems:
        raise BadData(name, problems)


def id_problems(data: Data, wanted: str) -> list[Problem]:
    return [] if data["id"] == wanted else [("id", f"must be {wanted!r}, like the file or folder, not {data['id']!r}")]


def find_files(ending: str, *path: str) -> dict[str, tuple[Traversable, Traversable]]:
    """Return files by name without the ending, each with its root folder. The first of equal names wins."""
    out: dict[str, tuple[Traversable, Traversable]] = {}
    for root in FOLDERS:
        folder = root.joinpath(*path)
        if folder.is_dir():
            for file in sorted(folder.iterdir(), key=lambda f: f.name):
                if file.name.endswith(ending):
                    out.setdefault(file.name.removesuffix(ending), (root, file))
    return out


def duplicates() -> list[BadData]:
    """Return an error for each map, card or edition whose id is used in an earlier folder, so that it is ignored."""
    out: list[BadData] = []
    first: dict[tuple[str, str], Traversable] = {}
    for root in {str(root): root for root in FOLDERS if root.is_dir()}.values():
        found = [("map", file) for file in _tomls(root.joinpath("maps"))]
        found += [("card", file) for file in _tomls(root.joinpath("promo", "cards"))]
        found += [("edition", folder) for folder in root.iterdir() if folder.joinpath("edition.toml").is_file()]
        for what, file in found:
            id = file.name.removesuffix(".toml").replace("_", "-")
            if (used := first.setdefault((what, id), file)) is not file:
                problem = (
                    f"{id!r} is the id of a {what} already ({used}), which is used; this one needs another id and name"
                )
                out.append(BadData(str(file), [("id", problem)]))
    return out


def _tomls(folder: Traversable) -> list[Traversable]:
    there = folder.iterdir() if folder.is_dir() else ()
    return sorted([file for file in there if file.name.endswith(".toml")], key=lambda file: file.name)


def toml_files(*path: str) -> dict[str, Traversable]:
    """Return the TOML files of a folder by the ids that they must have."""
    return {id: file for id, (_, file) in find_files(".toml", *path).items()}


@cache
def roots() -> dict[str, tuple[Traversable, Traversable]]:
    """Return the edition folders by the ids that they must have, each with its root folder."""
    out: dict[str, tuple[Traversable, Traversable]] = {}
    for root in [root for root in FOLDERS if root.is_dir()]:
        for folder in sorted(root.iterdir(), key=lambda f: f.name):
            if folder.joinpath("edition.toml").is_file():
                out.setdefault(folder.name.replace("_", "-"), (root, folder))
    return out


@cache
def edition_folders() -> dict[str, Traversable]:
    """Return the edition folders by the ids that they must have."""
    return {id: folder for id, (_, folder) in roots().items()}


@cache
def raw_edition(id: str) -> Data | BadData:
    """Return an edition's ``edition.toml``, unchecked, or the error of reading it."""
    folder = edition_folders()[id]
    try:
        return read_toml(folder.joinpath("edition.toml"), f"{folder.name}/edition.toml")
    except BadData as error:
        return error


def lineage(id: str) -> list[str]:
    """Return an edition and those it extends, the base first. Unchecked; stops at a cycle."""
    out = [id]
    while isinstance(data := raw_edition(out[0]), dict) and data.get("extends") in edition_folders():
        if data["extends"] in out:
            break
        out.insert(0, data["extends"])
    return out
