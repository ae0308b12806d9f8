"""Compile the engine, the editions and other hot modules with mypyc.

    python -m tools.compiled [--level 2] [--jobs N] [--out FOLDER] [--check]

The library is written to ``src/stromnetz/_compiled``, which git ignores and ``stromnetz.build`` finds. Only changed
files are recompiled. Exit status 3: a C compiler or something else is missing. ``--check`` only tells by the status
whether the library is up to date (0).
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
"""File with the names of the modules, for ``stromnetz.build``, which cannot import this module because it may not be
installed."""
CANNOT_COMPILE = 3
"""Exit status if this machine cannot compile."""
LEVELS = ("0", "g", "1", "2", "3")
"""Optimisation levels of the C compiler, the lowest first."""

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
    "learn/columns.py",
    "learn/company_model.py",
    "learn/encoder.py",
    "learn/option_features.py",
    "learn/outlook.py",
    "learn/position_features.py",
    "learn/tables.py",
    "lab/training/training_game.py",
)
"""Hot modules outside `FOLDERS`."""
BOTS = ("bots/expert/city_costs.py", "bots/expert/final_worth.py")
"""Hot modules of the bots; the others read views, which are interpreted."""
NOT_COMPILED = frozenset(
    {"engine/errors.py", "engine/value_classes.py", "editions/foreign_names.py", "editions/outpost/data.py"}
)
"""Exceptions from `FOLDERS`: modules that Python inspects, and modules used once."""
NOT_COMPILED_IN_EDITIONS = frozenset({"bots.py", "expert", "terminal.py", "texts.py", "view_types.py"})
"""Files of an edition's folder that belong to other packages or are inspected at run time."""


GENERATED_CLASSES = re.compile(
    r"^from (dataclasses|\S*\.value_classes) import .*\b(dataclass|fixed|slotted)\b", re.MULTILINE
)
"""Matches files with classes generated from annotations, which mypyc hides."""


class CannotCompile(Exception):
    """Raised if something is missing that compiling needs."""


def modules() -> list[Path]:
    """The files to compile, without those with generated classes.

    Exits with an error if a listed file is missing or cannot be compiled.
    """
    files = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    listed = [PACKAGE / name for name in (*PLAY, *LEARN, *BOTS)]
    wrong = [path for path in (*listed, *(PACKAGE / name for name in NOT_COMPILED)) if not path.is_file()]
    wrong += [path for path in listed if path not in wrong and not _compiles(path)]
    if wrong:
        names = ", ".join(path.relative_to(PACKAGE).as_posix() for path in wrong)
        raise SystemExit(f"tools/compiled.py lists files that are missing or cannot be compiled: {names}")
    return [path for path in [*files, *listed] if _compiles(path)]


def _compiles(path: Path) -> bool:
    name = path.relative_to(PACKAGE).as_posix()
    if name in NOT_COMPILED or path.name == "__init__.py" or name.startswith(("editions/files/", "editions/promo/")):
        return False
    if name.startswith("editions/") and not NOT_COMPILED_IN_EDITIONS.isdisjoint(path.parts):
        return False
    return not GENERATED_CLASSES.search(path.read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def interpreted_imports(compiled: list[Path]) -> list[Path]:
    """The interpreted files that compiled ones import: the library depends on their types."""
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
    """Sizes and times of the source files, as ``stromnetz.build`` compares them."""
    rows = []
    compiled = modules()
    for path in (*compiled, *interpreted_imports(compiled)):
        state = path.stat()
        rows.append(f"{state.st_size} {state.st_mtime_ns} {path.relative_to(PACKAGE).as_posix()}\n")
    return "".join(rows)


def up_to_date(out: Path, level: str = "0") -> bool:
    """Whether the library was made from the current source, at this level or a higher one."""
    stamp, made = out / "sources.txt", out / "level.txt"
    if not (out / MODULES).is_file() or not stamp.is_file() or stamp.read_text(encoding="utf-8") != sources():
        return False
    return LEVELS.index(made.read_text(encoding="utf-8") if made.is_file() else "0") >= LEVELS.index(level)


# --- from Python to C ------------------------------------------------------------------------------------------------


def generate() -> list[Path]:
    """Let mypyc write the C files of all modules and its runtime."""
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
        _write_if_changed(WORK / name, (runtime / name).read_text(encoding="utf-8"))
    for path in modules():
        name = module_name(path)
        build.generate_c_extension_shim(name, name.rpartition(".")[2], str(WORK / "shims"), GROUP)
        written = WORK / f"__native_{exported_name(name)}.c"
        c = written.read_text(encoding="utf-8")
        _write_if_changed(written, insert_docstrings(c, path.read_text(encoding="utf-8")))
    return [*map(Path, files[0][0]), *(WORK / name for name in RUNTIME_C_FILES)]


def _write_if_changed(path: Path, text: str) -> None:
    """Write a file if its text has changed."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


# --- docstrings, which mypyc drops -----------------------------------------------------------------------------------

TABLE = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (?P<owner>\w+)_(?:methods|getseters)\[\] = \{")
"""Start of the methods or properties of a class, or of the functions of a module."""
ENTRY = re.compile(r'\s*\{"(?P<name>\w+)",')
TYPE_NAME = re.compile(r'\s*\.tp_name = "(?P<name>\w+)",')
DOC = re.compile(r'PyDoc_STR\((?:NULL|"(?P<signature>(?:[^"\\]|\\.)*)")\)')
PROPERTY_END = re.compile(r"NULL, NULL\},$")
MODULE_DOC = "NULL, /* docstring */"


def docstrings(source: str) -> dict[str, str]:
    """All docstrings of a module by qualified name; the module's own has an empty name."""
    tree = ast.parse(source)
    return {name: text for name, node in _documented_nodes(tree, "") if (text := ast.get_docstring(node)) is not None}


Documented = ast.Module | ast.ClassDef | ast.FunctionDef


def _documented_nodes(node: Documented, name: str) -> Iterator[tuple[str, Documented]]:
    yield name, node
    if not isinstance(node, ast.FunctionDef):
        for child in node.body:
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                yield from _documented_nodes(child, f"{name}.{child.name}" if name else child.name)


def insert_docstrings(c: str, source: str) -> str:
    """Insert the docstrings of a module into its C file; unrecognised lines are unchanged."""
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
    """A text as a C string literal, appended to an existing one."""
    escaped = "".join([chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode()])
    return f'"{before or ""}{escaped}"'


# --- from C to the library --------------------------------------------------------------------------------------------


class Compiler:
    """The C compiler of ``CC``, or the one that built this Python."""

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

        # only the entry points are exported, so internal calls are direct
        self.flags = [f"-O{level}", "-g0", "-w", "-fwrapv", "-DNDEBUG"]
        self.flags += [] if sys.platform == "win32" else ["-fPIC", "-fvisibility=hidden"]
        self.flags += [f"-I{headers}", f"-I{include_dir()}", f"-I{WORK}", *shlex.split(os.environ.get("CFLAGS", ""))]
        self.include_flags: list[str] = []
        self.shared = {
            "darwin": ["-bundle", "-undefined", "dynamic_lookup"],
            # Python's headers name its library
            "win32": ["-shared", f"-L{Path(sys.base_prefix, 'libs')}"],
        }.get(sys.platform, ["-shared"])

    def precompile_header(self) -> None:
        """Precompile the header that all C files include."""
        header = WORK / "ahead" / f"{GROUP}.h"
        _write_if_changed(header, "".join(f'#include "__native_{part}{GROUP}.h"\n' for part in ("", "internal_")))
        part = f"{header}.{os.getpid()}"
        self.run([*self.flags, "-x", "c-header", str(header), "-o", part])
        Path(part).replace(f"{header}.gch")
        self.include_flags = ["-include", str(header)]

    def object(self, source: Path, headers: str, *defined: str) -> Path:
        """Compile a file, unless an object of the same text exists."""
        text = hashlib.sha256(" ".join([*self.command, *self.flags, *defined, headers]).encode() + source.read_bytes())
        out = WORK / "objects" / f"{source.stem}-{text.hexdigest()[:24]}.o"
        if not out.is_file():
            out.parent.mkdir(parents=True, exist_ok=True)
            part = f"{out}.{os.getpid()}"
            self.run([*self.flags, *defined, *([] if defined else self.include_flags), "-c", str(source), "-o", part])
            Path(part).replace(out)
        return out

    def link(self, objects: list[Path], out: Path) -> None:
        self.run([*self.shared, *map(str, objects), "-o", str(out)])

    def run(self, arguments: list[str]) -> None:
        done = subprocess.run([*self.command, *arguments], capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{self.command[0]} could not make {arguments[-1]}:\n{done.stderr}")


def _headers_digest() -> str:
    """Digest of the headers; if they change, all files are recompiled."""
    out = hashlib.sha256()
    for path in sorted(WORK.glob("*.h")):
        out.update(path.read_bytes())
    return out.hexdigest()


def compile_all(level: str, jobs: int, out: Path) -> int:
    """Make the library; returns its number of modules."""
    compiler = Compiler(level)
    state = sources()
    files = generate()
    headers = _headers_digest()
    compiler.precompile_header()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    fresh = out.with_name(f"{out.name}.{os.getpid()}")  # concurrent runs do not disturb each other
    fresh.mkdir(parents=True)

    def entry(path: Path) -> Path:
        """Compile the entry point of a module. All modules share one library, so their symbols are fully qualified."""
        name = module_name(path)
        symbol = f"PyInit_{name.replace('.', '_')}"
        source = WORK / "shims" / f"{name.replace('.', os.sep)}.c"
        return compiler.object(source, "", f"-DPyInit_{path.stem}={symbol}", f"-DPyInit___init__={symbol}_")

    files.sort(key=lambda path: -path.stat().st_size)  # the longest first, so that workers finish together
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
    _delete_outdated({path.name for path in objects})
    return len(names)


def _delete_outdated(kept: set[str]) -> None:
    """Delete outdated objects."""
    for path in _outdated(kept):
        path.unlink()


def _outdated(kept: set[str]) -> Iterator[Path]:
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
        return CANNOT_COMPILE
    print(f"compiled {count} modules into {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
