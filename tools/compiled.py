"""Compile the engine, the editions and the parts of ``play`` that are called most, with mypyc.

    python -m tools.compiled [--level 2] [--jobs N] [--out FOLDER] [--check]

The library goes into ``src/stromnetz/_compiled``, which git ignores; ``stromnetz.build`` finds it there. Only what
has changed since the last time is compiled again. Exit status 3: there is no C compiler, or something else is missing
that compiling needs. With ``--check`` nothing is compiled; the status says whether what is there is up to date (0).
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "stromnetz"
OUT = PACKAGE / "_compiled"
WORK = ROOT / "build" / "mypyc"
GROUP = "stromnetz"
MODULES = "modules.txt"
"""In the folder: the names of the modules, for ``stromnetz.build``, which cannot be asked: it may not be installed."""
CANNOT = 3
"""Exit status where compiling is not possible on this machine."""
LEVELS = ("0", "g", "1", "2", "3")
"""How much the C compiler may optimise, the least care first."""

FOLDERS = ("engine", "editions")
PLAY = (
    "play/decision.py",
    "play/game.py",
    "play/view_json.py",
    "play/rollouts.py",
    "play/redaction.py",
    "play/refills.py",
    "play/files/position_json.py",
    "play/files/json_values.py",
    "play/files/records.py",
    "play/files/record_text.py",
)
LEARN = (
    "learn/city_features.py",
    "learn/columns.py",
    "learn/company_model.py",
    "learn/company_features.py",
    "learn/encoder.py",
    "learn/option_features.py",
    "learn/outlook.py",
    "learn/tables.py",
    "lab/training/game_lane.py",
)
"""The modules in which time is spent."""
BOTS = ("bots/expert/city_costs.py", "bots/expert/final_worth.py")
"""Of the bots what they work out again and again; the rest of them reads views, which are interpreted."""
LEFT = frozenset(
    {
        "engine/errors.py",
        "engine/value_classes.py",
        "editions/foreign_names.py",
        "editions/outpost/data.py",
    }
)
"""Interpreted all the same: what Python itself looks into, and what is read once."""
ROOMS = frozenset({"bots.py", "expert", "screen.py", "seen.py", "view_types.py"})
"""Of an edition's folder: what other floors use, and types that are looked into at run time."""


WRITTEN = re.compile(r"^from (dataclasses|\S*\.value_classes) import .*\b(dataclass|fixed|slotted)\b", re.MULTILINE)
"""In files with classes that are written from their annotations, which mypyc would not let be seen."""


class CannotCompile(Exception):
    """Something that compiling needs is not there."""


def modules() -> list[Path]:
    """The files that are compiled, without those whose classes are written from annotations.

    Fails if a listed file is missing or cannot be compiled.
    """
    files = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    listed = [PACKAGE / name for name in (*PLAY, *LEARN, *BOTS)]
    wrong = [path for path in (*listed, *(PACKAGE / name for name in LEFT)) if not path.is_file()]
    wrong += [path for path in listed if path not in wrong and not _compiles(path)]
    if wrong:
        names = ", ".join(path.relative_to(PACKAGE).as_posix() for path in wrong)
        raise SystemExit(f"tools/compiled.py lists files that are missing or cannot be compiled: {names}")
    return [path for path in [*files, *listed] if _compiles(path)]


def _compiles(path: Path) -> bool:
    name = path.relative_to(PACKAGE).as_posix()
    if name in LEFT or path.name == "__init__.py" or name.startswith(("editions/files/", "editions/promo/")):
        return False
    if name.startswith("editions/") and not ROOMS.isdisjoint(path.parts):
        return False
    return not WRITTEN.search(path.read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def used(compiled: list[Path]) -> list[Path]:
    """The interpreted files that compiled ones import from: what is compiled was made for the types they had."""
    found = {path for one in compiled for path in _imported(one)}
    return sorted(found.difference(compiled))


def _imported(path: Path) -> Iterator[Path]:
    package = module_name(path).split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            base = SOURCE.joinpath(*above, *(node.module or "").split("."))
            for place in (base, *(base / alias.name for alias in node.names)):
                file = place.with_name(f"{place.name}.py")
                if file.is_file() and file.is_relative_to(PACKAGE):
                    yield file


def sources() -> str:
    """The state of the source, as ``stromnetz.build`` compares it."""
    rows = []
    compiled = modules()
    for path in (*compiled, *used(compiled)):
        state = path.stat()
        rows.append(f"{state.st_size} {state.st_mtime_ns} {path.relative_to(PACKAGE).as_posix()}\n")
    return "".join(rows)


def up_to_date(out: Path, level: str = "0") -> bool:
    """Whether the library was made from the source as it stands, at this level of care or above."""
    stamp, made = out / "sources.txt", out / "level.txt"
    if not (out / MODULES).is_file() or not stamp.is_file() or stamp.read_text(encoding="utf-8") != sources():
        return False
    return LEVELS.index(made.read_text(encoding="utf-8") if made.is_file() else "0") >= LEVELS.index(level)


# --- from Python to C ------------------------------------------------------------------------------------------------


def generate() -> list[Path]:
    """Let mypyc write the C files: one for each module, and its own runtime."""
    try:
        from mypyc import build
        from mypyc.common import RUNTIME_C_FILES
        from mypyc.namegen import exported_name
        from mypyc.options import CompilerOptions
    except ImportError as error:
        raise CannotCompile(f"mypyc cannot be loaded: {error}") from None
    WORK.mkdir(parents=True, exist_ok=True)
    options = CompilerOptions(multi_file=True, target_dir=str(WORK), group_name=GROUP)
    paths = [str(path) for path in modules()]
    arguments = [f"--config-file={ROOT / 'pyproject.toml'}", "--cache-dir", os.devnull, *paths]
    _, files, _ = build.mypyc_build(arguments, options, only_compile_paths=paths)
    runtime = Path(build.include_dir())
    for name in RUNTIME_C_FILES:
        _write(WORK / name, (runtime / name).read_text(encoding="utf-8"))
    for path in modules():
        name = module_name(path)
        build.generate_c_extension_shim(name, name.rpartition(".")[2], str(WORK / "shims"), GROUP)
        written = WORK / f"__native_{exported_name(name)}.c"
        c = written.read_text(encoding="utf-8")
        _write(written, with_docstrings(c, path.read_text(encoding="utf-8")))
    return [*map(Path, files[0][0]), *(WORK / name for name in RUNTIME_C_FILES)]


def _write(path: Path, text: str) -> None:
    """Only where it changes something, so that what depends on it stays."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# --- docstrings, which mypyc drops -----------------------------------------------------------------------------------

TABLE = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (?P<owner>\w+)_(?:methods|getseters)\[\] = \{")
"""Begins the methods or the properties of a class, or the functions of a module."""
ENTRY = re.compile(r'\s*\{"(?P<name>\w+)",')
TYPE_NAME = re.compile(r'\s*\.tp_name = "(?P<name>\w+)",')
DOC = re.compile(r'PyDoc_STR\((?:NULL|"(?P<signature>(?:[^"\\]|\\.)*)")\)')
PROPERTY_END = re.compile(r"NULL, NULL\},$")
MODULE_DOC = "NULL, /* docstring */"


def docstrings(source: str) -> dict[str, str]:
    """Every docstring of a module by its qualified name; the module's own by an empty one."""
    tree = ast.parse(source)
    return {name: text for name, node in _documented_nodes(tree, "") if (text := ast.get_docstring(node)) is not None}


Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def _documented_nodes(node: Documented, name: str) -> Iterator[tuple[str, Documented]]:
    yield name, node
    if not isinstance(node, ast.FunctionDef):
        for child in node.body:
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                yield from _documented_nodes(child, f"{name}.{child.name}" if name else child.name)


def with_docstrings(c: str, source: str) -> str:
    """The C file of a module with the docstrings of its source; what is not recognised stays as it is."""
    docs = docstrings(source)
    owner = name = ""
    lines = []
    for line in c.splitlines(keepends=True):
        if found := TABLE.match(line):
            last = found["owner"].rpartition("___")[2]
            owner = "" if last.endswith("module") else f"{last}."
            name = ""
        elif found := TYPE_NAME.match(line):
            owner, name = "", found["name"]
        elif found := ENTRY.match(line):
            name = found["name"]
        elif line.startswith("}"):
            owner = name = ""
        if MODULE_DOC in line and "" in docs:
            lines.append(line.replace("NULL", _literal(docs[""]), 1))
        elif name and f"{owner}{name}" in docs:
            lines.append(_documented_line(line, docs[f"{owner}{name}"]))
        else:
            lines.append(line)
    return "".join(lines)


def _documented_line(line: str, text: str) -> str:
    if found := DOC.search(line):
        return f"{line[: found.start()]}PyDoc_STR({_literal(text, found['signature'])}){line[found.end() :]}"
    if found := PROPERTY_END.search(line):
        return f"{line[: found.start()]}PyDoc_STR({_literal(text)}), NULL}},\n"
    return line


def _literal(text: str, before: str | None = None) -> str:
    """A text as a C string literal, after what stands in one already."""
    escaped = "".join([chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode()])
    return f'"{before or ""}{escaped}"'


# --- from C to the library --------------------------------------------------------------------------------------------


class Compiler:
    """The C compiler that this Python was built with, or the one that ``CC`` names."""

    def __init__(self, level: str) -> None:
        command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
        program = shutil.which(command[0]) or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if program is None:
            raise CannotCompile(f"there is no C compiler ({command[0]})")
        headers = sysconfig.get_paths()["include"]
        if not Path(headers, "Python.h").is_file():
            raise CannotCompile(f"the headers of Python are not there ({headers}/Python.h)")
        self.command = [program, *command[1:]]
        from mypyc.build import include_dir

        # nothing but the entry points is seen from outside: calls within are direct ones
        self.flags = [f"-O{level}", "-g0", "-w", "-fPIC", "-fvisibility=hidden", "-fwrapv", "-DNDEBUG"]
        self.flags += [f"-I{headers}", f"-I{include_dir()}", f"-I{WORK}", *shlex.split(os.environ.get("CFLAGS", ""))]
        self.known: list[str] = []
        self.shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]

    def read_ahead(self) -> None:
        """Read what all C files include once for all of them; a compiler that keeps nothing reads it each time."""
        header = WORK / "ahead" / f"{GROUP}.h"
        _write(header, "".join(f'#include "__native_{part}{GROUP}.h"\n' for part in ("", "internal_")))
        part = f"{header}.{os.getpid()}"
        self.run([*self.flags, "-x", "c-header", str(header), "-o", part])
        Path(part).replace(f"{header}.gch")
        self.known = ["-include", str(header)]

    def object(self, source: Path, headers: str, *defined: str) -> Path:
        """Compile a file, unless that has been done for the same text."""
        text = hashlib.sha256(" ".join([*self.command, *self.flags, *defined, headers]).encode() + source.read_bytes())
        out = WORK / "objects" / f"{source.stem}-{text.hexdigest()[:24]}.o"
        if not out.is_file():
            out.parent.mkdir(parents=True, exist_ok=True)
            part = f"{out}.{os.getpid()}"
            self.run([*self.flags, *defined, *([] if defined else self.known), "-c", str(source), "-o", part])
            Path(part).replace(out)
        return out

    def link(self, objects: list[Path], out: Path) -> None:
        self.run([*self.shared, *map(str, objects), "-o", str(out)])

    def run(self, arguments: list[str]) -> None:
        done = subprocess.run([*self.command, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{self.command[0]} could not make {arguments[-1]}:\n{done.stderr}")


def _headers() -> str:
    """What all C files include: where it changes, all of them are compiled again."""
    out = hashlib.sha256()
    for path in sorted(WORK.glob("*.h")):
        out.update(path.read_bytes())
    return out.hexdigest()


def compile_all(level: str, jobs: int, out: Path) -> int:
    """Make the library; returns how many modules are in it."""
    compiler = Compiler(level)
    state = sources()
    files = generate()
    headers = _headers()
    compiler.read_ahead()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    fresh = out.with_name(f"{out.name}.{os.getpid()}")  # two who compile at once do not disturb each other
    fresh.mkdir(parents=True)

    def entry(path: Path) -> Path:
        """Where a module begins. All are in one library, which is loaded once, so each is called by its whole name."""
        name = module_name(path)
        symbol = f"PyInit_{name.replace('.', '_')}"
        source = WORK / "shims" / f"{name.replace('.', os.sep)}.c"
        return compiler.object(source, "", f"-DPyInit_{path.stem}={symbol}", f"-DPyInit___init__={symbol}_")

    files.sort(key=lambda path: -path.stat().st_size)  # the longest first, so that no worker waits at the end
    with ThreadPoolExecutor(jobs) as pool:
        entries = pool.map(entry, modules())
        objects = list(pool.map(lambda path: compiler.object(path, headers), files))
        objects += entries
    compiler.link(objects, fresh / f"{GROUP}__mypyc{suffix}")
    names = [module_name(path) for path in modules()]
    (fresh / MODULES).write_text("".join([f"{name}\n" for name in names]), encoding="utf-8")
    (fresh / "sources.txt").write_text(state, encoding="utf-8")
    (fresh / "level.txt").write_text(level, encoding="utf-8")
    shutil.rmtree(out, ignore_errors=True)
    fresh.rename(out)
    _forget({path.name for path in objects})
    return len(names)


def _forget(kept: set[str]) -> None:
    """Objects of modules that are no longer made from the same text."""
    for path in _old(kept):
        path.unlink()


def _old(kept: set[str]) -> Iterator[Path]:
    stems = {name.rpartition("-")[0] for name in kept}
    for path in (WORK / "objects").glob("*.o"):
        if path.name not in kept and path.name.rpartition("-")[0] in stems:
            yield path


def main() -> int:
    parser = argparse.ArgumentParser(description="Compile what is called most.")
    parser.add_argument("--level", default="2", choices=LEVELS, help="how much the C compiler optimises")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if options.check:
        return 0 if up_to_date(options.out) else 1
    if up_to_date(options.out, options.level):
        return 0
    try:
        count = compile_all(options.level, options.jobs, options.out)
    except CannotCompile as error:
        print(f"not compiled, the source runs as it is: {error}", file=sys.stderr)
        return CANNOT
    print(f"compiled {count} modules into {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
