"""The Python code of editions, modules and promo cards, found by file name.

In this package they are ordinary modules. Added folders become packages of their own, so that their files can import
each other (``from .moves import …``).
"""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module, invalidate_caches
from importlib.resources.abc import Traversable
from types import ModuleType

from .extension_points import Effect, Variant
from .folders import EDITIONS, FOLDERS, edition_folders, find_files, lineage, raw_edition, roots
from .schema import BadData

OUTSIDE = "stromnetz_folder"
PACKAGES: dict[str, str] = {str(FOLDERS[0]): EDITIONS}
"""The Python packages of the folders."""


def package(root: Traversable) -> str:
    """Return the name of a folder's package, which is created for added folders."""
    path = str(root)
    if path not in PACKAGES:
        PACKAGES[path] = f"{OUTSIDE}_{len(PACKAGES)}"
    name = PACKAGES[path]
    if name not in sys.modules:
        outside = sys.modules[name] = ModuleType(name)
        outside.__path__ = [path]
    return name


def unload_added_folders() -> None:
    """Forget the code of added folders, so that it is loaded again."""
    for name in [name for name in sys.modules if name.startswith(f"{OUTSIDE}_")]:
        del sys.modules[name]
    invalidate_caches()


def load(root: Traversable, *path: str) -> ModuleType:
    """Load a Python file as a module; any error in it becomes an error of that file."""
    name = "/".join(path)
    try:
        return import_module(".".join([package(root), *path]).removesuffix(".py"))
    except Exception as error:  # code of a plugin can raise anything
        if package(root) == EDITIONS:
            raise
        raise BadData(name, [("", f"cannot be loaded: {type(error).__name__}: {error}")]) from error


# --- editions --------------------------------------------------------------------------------------------------------


def code_files(id: str) -> dict[str, str]:
    """Return the files in an edition's table ``code``."""
    data = raw_edition(id)
    code = data.get("code") if isinstance(data, dict) else None
    return {part: file for part, file in code.items() if isinstance(file, str)} if isinstance(code, dict) else {}


def own_module(id: str, part: str) -> ModuleType | None:
    """Return the module that an edition itself names for a part."""
    file = code_files(id).get(part)
    if file is None:
        return None
    root, folder = roots()[id]
    return load(root, folder.name, file)


def edition_module(id: str, part: str) -> ModuleType | None:
    """Return an edition's module for a part, or that of the nearest one it extends; None if there is none."""
    return next((there for one in reversed(lineage(id)) if (there := own_module(one, part)) is not None), None)


def load_rules() -> None:
    """Load the rules of all editions and modules, so that their moves are registered and can be read without a game.

    Files that cannot be loaded are skipped; ``loader.broken`` reports them.
    """
    for root, file in find_files(".py", "modules").values():
        with suppress(BadData):
            load(root, "modules", file.name)
    for id in edition_folders():
        with suppress(BadData):
            own_module(id, "rules")
    for root, folder in variant_folders().values():
        with suppress(BadData):
            load_variant(root, folder)


# --- modules and effects ---------------------------------------------------------------------------------------------


def game_module(id: str, name: str) -> ModuleType | None:
    """Return a module by the name that editions use, from the edition's folder or the shared ones.

    Its file has ``add_to(edition, data)``, and ``READS``, the table of ``edition.toml`` that it needs.
    """
    file = f"{name.replace('-', '_')}.py"
    for root, folder in _module_folders(id):
        if root.joinpath(folder, file).is_file():
            module = load(root, folder, file)
            return module if hasattr(module, "add_to") else None
    return None


def game_modules(id: str) -> list[str]:
    """Return the names of all modules that an edition can use."""
    files = [file.name for root, folder in _module_folders(id) for file in root.joinpath(folder).iterdir()]
    names = [name.removesuffix(".py").replace("_", "-") for name in sorted(files) if name.endswith(".py")]
    return [name for name in names if game_module(id, name) is not None]


def _module_folders(id: str) -> list[tuple[Traversable, str]]:
    own = [(root, folder.name) for root, folder in (roots()[one] for one in reversed(lineage(id)))]
    return [*own, *((root, "modules") for root in FOLDERS if root.joinpath("modules").is_dir())]


def variant_folders() -> dict[str, tuple[Traversable, Traversable]]:
    """Return the folders with a variant by name, each with its root folder."""
    out: dict[str, tuple[Traversable, Traversable]] = {}
    for root in [root for root in FOLDERS if root.is_dir()]:
        for folder in sorted(root.iterdir(), key=lambda f: f.name):
            if folder.joinpath("variant.py").is_file():
                out.setdefault(folder.name, (root, folder))
    return out


def load_variant(root: Traversable, folder: Traversable) -> Variant:
    """Return the variant of a folder."""
    held = getattr(load(root, folder.name, "variant.py"), "VARIANT", None)
    if not isinstance(held, Variant):
        raise BadData(
            f"{folder.name}/variant.py", [("", "must hold VARIANT, a Variant (editions/files/extension_points.py)")]
        )
    return held


def variant_part(name: str, part: str) -> ModuleType | None:
    """Return a part of a variant's folder; None if the folder has no such file."""
    root, folder = variant_folders()[name]
    file = f"{part}.py"
    return load(root, name, file) if folder.joinpath(file).is_file() else None


def load_effect(root: Traversable, file: str) -> Effect:
    """Return the effect of promo cards that a file defines."""
    held = getattr(load(root, "promo", "effects", file), "EFFECT", None)
    if not isinstance(held, Effect):
        raise BadData(
            f"promo/effects/{file}", [("", "must hold EFFECT, an Effect (editions/files/extension_points.py)")]
        )
    return held
