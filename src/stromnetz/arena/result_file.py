"""Result files: JSON lines that an interrupted run is resumed from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, BinaryIO

from stromnetz.build import PACKAGE, VERSION
from stromnetz.engine.errors import BadInput, short_repr

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None

FORMAT_VERSION = 1
PARTS = ("arena", "bots", "editions", "engine", "play")
"""Packages that determine the result of a game between bots."""


@cache
def code_digest() -> str:
    """A digest of the source code: results of different code must not be mixed in one file."""
    home = Path(PACKAGE)
    digest = hashlib.sha256()
    for part in PARTS:
        for path in sorted((home / part).rglob("*")):
            if path.suffix in (".py", ".toml", ".json"):
                digest.update(f"{path.relative_to(home).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def head_of(what: str, plan: Mapping[str, Any]) -> dict[str, Any]:
    """The first line of a new file."""
    return {"stromnetz": what, "format": FORMAT_VERSION, "version": VERSION, "code": code_digest(), "plan": dict(plan)}


def read_lines(path: Path, what: str) -> tuple[dict[str, Any], list[dict[str, Any]], int]:
    """The first line, the other lines, and the length of the intact part in bytes.

    A torn last line, left by an interrupted program, is ignored. Any other damage raises `BadInput`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}", {"file": str(path)}) from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].splitlines(keepends=True)
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(lines, 1):
        row = _parsed(line)
        if row is None and number == len(lines) > 1:
            whole -= len(line)
        elif row is None and number == 1:
            break
        elif row is None:
            raise BadInput(f"line {number} of {path} is damaged", {"file": str(path), "line": number})
        else:
            rows.append(row)
    if not rows or rows[0].get("stromnetz") != what or not isinstance(rows[0].get("plan"), dict):
        raise BadInput(f"{path} is not a file of a {what}", {"file": str(path)})
    if rows[0].get("format") != FORMAT_VERSION:
        found = short_repr(rows[0].get("format"))
        raise BadInput(f"{path} has the format {found}, and this program reads {FORMAT_VERSION}", {"file": str(path)})
    return rows[0], rows[1:], whole


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def check_head(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Raise `BadInput` if the file cannot be resumed: it has another version or another plan."""
    if (found.get("version"), found.get("code")) != (wanted["version"], wanted["code"]):
        theirs, ours = (f"{head.get('version')} ({head.get('code')})" for head in (found, wanted))
        raise BadInput(
            f"{path} was begun by version {theirs}, and this is {ours}: go on with that one, or name another file",
            {"file": str(path)},
        )
    for name in sorted({*found["plan"], *wanted["plan"]}):
        there, here = found["plan"].get(name), wanted["plan"].get(name)
        if there != here:
            raise BadInput(
                f"{path} has another plan: its {name} is {short_repr(there)}, not {short_repr(here)}; "
                "name another file",
                {"file": str(path), "field": name},
            )


class ResultFile:
    """An open result file. Each added row is flushed at once."""

    def __init__(self, path: Path, what: str, plan: Mapping[str, Any]) -> None:
        """Create a file, or resume one with the same version and plan; ``rows`` has its previous content."""
        self.path = path
        self.rows: list[dict[str, Any]] = []
        head = head_of(what, plan)
        try:
            self._file: BinaryIO = path.open("r+b" if path.exists() else "x+b")
        except OSError as error:
            raise BadInput(f"cannot write {path}: {error.strerror}", {"file": str(path)}) from None
        try:
            self._lock()
            self._resume(what, json.loads(json.dumps(head)))
        except BaseException:
            self._file.close()
            raise

    def _resume(self, what: str, head: dict[str, Any]) -> None:
        beginning = self._file.read(1 << 20)
        first = _line(head)
        if b"\n" in beginning or not first.startswith(beginning):
            found, self.rows, whole = read_lines(self.path, what)
            check_head(self.path, found, head)
            self._file.truncate(whole)
            self._file.seek(whole)
        else:  # a new file, or one whose first line was torn
            self._file.truncate(0)
            self._file.seek(0)
            self._write(first)

    def add(self, row: Mapping[str, Any]) -> None:
        self._write(_line(row))

    def _write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            raise BadInput(f"cannot write {self.path}: {error.strerror}", {"file": str(self.path)}) from None

    def _lock(self) -> None:
        """Keep other programs from writing the same file. Does nothing on systems without such locks."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise BadInput(f"another program is writing {self.path}", {"file": str(self.path)}) from None

    def __enter__(self) -> ResultFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _line(row: Mapping[str, Any]) -> bytes:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
