"""Make an environment with all that a lock names.

    python -m tools.environment FOLDER LOCK

uv installs in seconds what takes pip a minute, so it is fetched first (locks/uv.txt), for this alone, and told where
pip looks for packages. pip does it all itself wherever uv cannot be had, pip is set up in a way that uv is not known to
follow, or anything goes wrong: all that a machine needs is Python.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

UV_LOCK = Path(__file__).resolve().parent.parent / "locks" / "uv.txt"
QUIETLY = ("--disable-pip-version-check", "--quiet")
LOCKED = ("--no-deps", "--require-hashes")
MINUTES = 10
"""After these uv is given up: pip has longer patience with a slow network."""
OPTIONS = {"index-url": "--default-index", "extra-index-url": "--index", "find-links": "--find-links"}
"""What pip calls a place where packages are, and what uv calls it; each may be several."""
VARIABLES = {"cert": "SSL_CERT_FILE", "timeout": "UV_HTTP_TIMEOUT", "default-timeout": "UV_HTTP_TIMEOUT"}
FLAGS = {"no-index": "--no-index", "no-cache-dir": "--no-cache"}
OF_NO_MATTER = frozenset(
    {
        "break-system-packages",
        "cache-dir",
        "disable-pip-version-check",
        "no-input",
        "no-warn-script-location",
        "progress-bar",
        "quiet",
        "require-virtualenv",
        "retries",
        "root-user-action",
        "verbose",
    }
)
"""Settings of pip that change nothing about what is installed here."""


class CannotFollow(Exception):
    """pip is set up in a way that uv is not known to follow."""


def settings(listed: str) -> dict[str, str]:
    """What ``pip config list`` says about installing. A variable is above what is said of a command, that above all."""
    out: dict[str, str] = {}
    rows = [line.partition("=") for line in listed.splitlines() if "=" in line]
    for section in ("global", "install", ":env:"):
        for key, _, value in rows:
            where, _, name = key.partition(".")
            if where == section:
                out[name] = str(ast.literal_eval(value))
    return out


def told(found: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """The same for uv: options, and variables."""
    options: list[str] = []
    variables: dict[str, str] = {}
    for name, value in found.items():
        if name in OPTIONS:
            options += [part for place in value.split() for part in (OPTIONS[name], place)]
        elif name in VARIABLES:
            variables[VARIABLES[name]] = value
        elif name in FLAGS:
            options += [FLAGS[name]] if value.lower() in ("1", "true", "yes", "on") else []
        elif name not in OF_NO_MATTER:
            raise CannotFollow(name)
    return options, variables


def fetched(python: str, folder: str) -> list[str] | None:
    """The command of uv in this folder, set up as pip is; None where it cannot be had or would not do the same."""
    pip = [python, "-m", "pip"]
    fetch = ["install", *QUIETLY, *LOCKED, "--no-compile", "--only-binary", ":all:", "--target", folder]
    try:
        listed = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=True).stdout
        options, variables = told(settings(listed))
        subprocess.run([*pip, *fetch, "-r", str(UV_LOCK)], capture_output=True, check=True)
    except (CannotFollow, OSError, ValueError, SyntaxError, subprocess.CalledProcessError):
        return None
    given = [f"{name}={value}" for name, value in variables.items()]
    # A hash says which file it must be, so it may come from any of the places, as with pip.
    how = [*LOCKED, "--no-config", "--quiet", "--index-strategy", "unsafe-best-match", *options]
    return ["env", *given, str(Path(folder, "bin", "uv")), "pip", "install", "--python", python, *how]


def by_uv(command: list[str], lock: Path) -> bool:
    """Let uv install it; False where that went wrong, for whatever reason."""
    try:
        subprocess.run([*command, "-r", str(lock)], capture_output=True, check=True, timeout=MINUTES * 60)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def by_pip(python: str, lock: Path) -> int:
    """Let two pips install half of it each: a lock names all that is needed. Python compiles what is imported."""
    halves: list[list[str]] = [[], []]
    count = 0
    for line in lock.read_text(encoding="utf-8").splitlines(keepends=True):
        count += not line.startswith((" ", "#"))
        halves[count % 2].append(line)
    with tempfile.TemporaryDirectory() as folder:
        installing = []
        for number, lines in enumerate(halves):
            half = Path(folder, f"{number}.txt")
            half.write_text("".join(lines), encoding="utf-8")
            command = [python, "-m", "pip", "install", *QUIETLY, *LOCKED, "--no-compile", "-r", str(half)]
            installing.append(subprocess.Popen(command))
        return max(one.wait() for one in installing)


def install(folder: Path, lock: Path) -> int:
    """The exit status of whoever did it."""
    make = [sys.executable, "-m", "venv", "--clear", str(folder)]
    status = subprocess.run(make, check=False).returncode
    if status:
        return status
    python = str(folder.absolute() / "bin" / "python")
    with tempfile.TemporaryDirectory() as place:
        uv = fetched(python, place)
        if uv and by_uv(uv, lock):
            return 0
    if uv:  # it may have left something half done
        subprocess.run(make, check=True)
    return by_pip(python, lock)


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[1]), Path(sys.argv[2])))
