"""The folders that editions, maps and promo cards come from, and the files in them."""

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
"""Where the data files are: the package, what the environment names, and what ``loading.add_folder`` adds."""


def environment() -> dict[str, str]:
    """The environment for another process that is to know the same folders."""
    return {**os.environ, VARIABLE: os.pathsep.join(str(folder) for folder in FOLDERS[1:])}


def missing() -> list[BadData]:
    """Folders that were named but are not there."""
    return [BadData(str(folder), [("", "there is no such folder")]) for folder in FOLDERS if not folder.is_dir()]


def read(file: Traversable, name: str, shape: Shape | None = None) -> Data:
    """What a file holds, of its shape; ``name`` is what errors call it."""
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


def same_name(data: Data, wanted: str) -> list[Problem]:
    return [] if data["id"] == wanted else [("id", f"must be {wanted!r}, like the file or folder, not {data['id']!r}")]


def found(ending: str, *path: str) -> dict[str, tuple[Traversable, Traversable]]:
    """The files of a folder that end so, by name, each with the folder it comes from. (Of two the first.)"""
    out: dict[str, tuple[Traversable, Traversable]] = {}
    for root in FOLDERS:
        folder = root.joinpath(*path)
        if folder.is_dir():
            for file in sorted(folder.iterdir(), key=lambda f: f.name):
                if file.name.endswith(ending):
                    out.setdefault(file.name.removesuffix(ending), (root, file))
    return out


def duplicates() -> list[BadData]:
    """Maps, promo cards and editions whose id one of an earlier folder has: they are not used."""
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
    """The TOML files of a folder by the ids they must have."""
    return {id: file for id, (_, file) in found(".toml", *path).items()}


@cache
def roots() -> dict[str, tuple[Traversable, Traversable]]:
    """The folders of the editions by the ids they must have, each with the folder it lies in."""
    out: dict[str, tuple[Traversable, Traversable]] = {}
    for root in [root for root in FOLDERS if root.is_dir()]:
        for folder in sorted(root.iterdir(), key=lambda f: f.name):
            if folder.joinpath("edition.toml").is_file():
                out.setdefault(folder.name.replace("_", "-"), (root, folder))
    return out


@cache
def edition_folders() -> dict[str, Traversable]:
    """The folders of the editions by the ids they must have."""
    return {id: folder for id, (_, folder) in roots().items()}


@cache
def written(id: str) -> Data | BadData:
    """An edition's ``edition.toml`` as it stands there, unchecked."""
    folder = edition_folders()[id]
    try:
        return read(folder.joinpath("edition.toml"), f"{folder.name}/edition.toml")
    except BadData as error:
        return error


def lineage(id: str) -> list[str]:
    """An edition and those it extends, the one that stands for itself first; not checked, a circle ends it."""
    out = [id]
    while isinstance(data := written(out[0]), dict) and data.get("extends") in edition_folders():
        if data["extends"] in out:
            break
        out.insert(0, data["extends"])
    return out
