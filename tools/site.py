"""Build the static site: the app, its Python code, and Pyodide, which runs it in the browser.

    python -m tools.site [FOLDER]          (build/static-site)

Any web host can serve the folder, also below a path. See docs/guides/host-a-static-site.md.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import mypy_extensions

import hatch_build

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stromnetz"
PYODIDE = ROOT / "web" / "node_modules" / "pyodide"
PACKAGES = ("engine", "editions", "play", "bots", "learn", "lessons", "puzzles", "tables", "offline")
"""What the app needs without a server."""
MODULES = ("__init__.py", "build.py", "extras.py")
TEXTS = {
    "docs/rules": "stromnetz/rules_text",
    "docs/guides/de": "stromnetz/guides_text/de",
    "docs/guides/nl": "stromnetz/guides_text/nl",
    "docs/guides/the-game.md": "stromnetz/guides_text/the-game.md",
    "docs/guides/glossary.md": "stromnetz/guides_text/glossary.md",
}
"""As in the wheel (pyproject.toml, force-include)."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all files in the archive, so that the same source gives the same bytes."""


def python_files() -> Iterator[tuple[str, Path]]:
    """Return the files of the archive, with their names in it."""
    for path in sorted(SOURCE.rglob("*")):
        parts = path.relative_to(SOURCE).parts
        if path.is_file() and "__pycache__" not in parts and parts[0] in (*PACKAGES, *MODULES):
            yield f"stromnetz/{'/'.join(parts)}", path
    for place, name in TEXTS.items():
        path = ROOT / place
        if path.is_file():
            yield name, path
        for text in sorted(path.rglob("*.md")) if path.is_dir() else ():
            yield f"{name}/{text.relative_to(path).as_posix()}", text
    yield "mypy_extensions.py", Path(mypy_extensions.__file__)


def write_python(file: Path) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, path in python_files():
            archive.writestr(zipfile.ZipInfo(name, EPOCH), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)


def copy_pyodide(folder: Path) -> int:
    """Copy what runs Python; return its bytes."""
    folder.mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(PYODIDE / name, folder / name)
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    # the packages that it lists are not needed
    (folder / "pyodide-lock.json").write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")
    return sum(path.stat().st_size for path in folder.iterdir() if path.suffix != ".mjs")


def licences(version: str) -> str:
    """Return the licences of all that is on the site."""
    own = (ROOT / "LICENSE").read_text(encoding="utf-8")
    others = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    runtime = (
        f"Pyodide {version}: Mozilla Public License 2.0, source at https://github.com/pyodide/pyodide. "
        "It contains Python: PSF License 2, https://docs.python.org/3/license.html."
    )
    return f"{own}\n{runtime}\n\n{others}"


def build(folder: Path) -> None:
    hatch_build.draw()
    hatch_build.install()
    with tempfile.TemporaryDirectory() as made:
        archive = Path(made) / "python.zip"
        write_python(archive)
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()[:10]
        version = json.loads((PYODIDE / "package.json").read_text(encoding="utf-8"))["version"]
        pyodide = Path(made) / f"pyodide-{version}"
        size = copy_pyodide(pyodide) + archive.stat().st_size
        code = f"python-{digest}.zip"
        facts = {
            "python": code,
            "pyodide": pyodide.name,
            "files": sorted(path.name for path in pyodide.iterdir()),
            "bytes": size,
        }
        hatch_build.run("node", "build.mjs", str(folder), json.dumps(facts))
        shutil.copyfile(archive, folder / code)
        (folder / "licences.txt").write_text(licences(version), encoding="utf-8")
        shutil.copytree(pyodide, folder / pyodide.name)
    for note in (".first.json", ".packages.json"):
        (folder / note).unlink(missing_ok=True)


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0] if arguments else ROOT / "build" / "static-site").resolve()
    build(folder)
    print(f"the site is in {folder}: python -m http.server --directory {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
