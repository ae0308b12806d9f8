"""Create a virtual environment with the packages of a lock file.

    python -m tools.environment FOLDER LOCK

uv installs in seconds what takes pip a minute, so it is fetched first (locks/uv.txt), only for this, and given pip's
settings. pip installs everything itself if uv is not available, pip has settings that uv may not support, or uv fails:
the machine only needs Python.
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
MAX_UV_MINUTES = 10
"""Time limit for uv; pip is more patient with slow networks."""
OPTIONS = {"index-url": "--default-index", "extra-index-url": "--index", "find-links": "--find-links"}
"""pip's options for package sources with their names in uv; each may have several values."""
VARIABLES = {"cert": "SSL_CERT_FILE", "timeout": "UV_HTTP_TIMEOUT", "default-timeout": "UV_HTTP_TIMEOUT"}
FLAGS = {"no-index": "--no-index", "no-cache-dir": "--no-cache"}
IRRELEVANT_SETTINGS = frozenset(
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
"""Settings of pip that do not affect what is installed."""


class UnsupportedSetting(Exception):
    """Raised for settings of pip that uv may not support."""


def settings(listed: str) -> dict[str, str]:
    """The settings for installing in the output of ``pip config list``. Environment variables override those of the
    command, which override global ones."""
    out: dict[str, str] = {}
    rows = [line.partition("=") for line in listed.splitlines() if "=" in line]
    for section in ("global", "install", ":env:"):
        for key, _, value in rows:
            where, _, name = key.partition(".")
            if where == section:
                out[name] = str(ast.literal_eval(value))
    return out


def uv_settings(found: dict[str, str]) -> tuple[list[str], dict[str, str]]:
    """Translate pip's settings to options and environment variables of uv."""
    options: list[str] = []
    variables: dict[str, str] = {}
    for name, value in found.items():
        if name in OPTIONS:
            options += [part for place in value.split() for part in (OPTIONS[name], place)]
        elif name in VARIABLES:
            variables[VARIABLES[name]] = value
        elif name in FLAGS:
            options += [FLAGS[name]] if value.lower() in ("1", "true", "yes", "on") else []
        elif name not in IRRELEVANT_SETTINGS:
            raise UnsupportedSetting(name)
    return options, variables


def fetch_uv(python: str, folder: str) -> list[str] | None:
    """Install uv into a folder; returns its command with pip's settings, or None if it is not available or might
    differ from pip."""
    pip = [python, "-m", "pip"]
    fetch = ["install", *QUIETLY, *LOCKED, "--no-compile", "--only-binary", ":all:", "--target", folder]
    try:
        listed = subprocess.run([*pip, "config", "list"], capture_output=True, text=True, check=True).stdout
        options, variables = uv_settings(settings(listed))
        subprocess.run([*pip, *fetch, "-r", str(UV_LOCK)], capture_output=True, check=True)
    except (UnsupportedSetting, OSError, ValueError, SyntaxError, subprocess.CalledProcessError):
        return None
    given = [f"{name}={value}" for name, value in variables.items()]
    # files are checked by hash, so they may come from any source, as with pip
    how = [*LOCKED, "--no-config", "--quiet", "--index-strategy", "unsafe-best-match", *options]
    return ["env", *given, str(Path(folder, "bin", "uv")), "pip", "install", "--python", python, *how]


def install_with_uv(command: list[str], lock: Path) -> bool:
    """Install a lock file with uv; returns False if that fails."""
    try:
        subprocess.run([*command, "-r", str(lock)], capture_output=True, check=True, timeout=MAX_UV_MINUTES * 60)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def install_with_pip(python: str, lock: Path) -> int:
    """Install a lock file with two concurrent pips, each half of it. Python compiles modules when they are imported."""
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
    """Create the environment; returns the exit status."""
    make = [sys.executable, "-m", "venv", "--clear", str(folder)]
    status = subprocess.run(make, check=False).returncode
    if status:
        return status
    python = str(folder.absolute() / "bin" / "python")
    with tempfile.TemporaryDirectory() as place:
        uv = fetch_uv(python, place)
        if uv and install_with_uv(uv, lock):
            return 0
    if uv:  # it may have left an incomplete environment
        subprocess.run(make, check=True)
    return install_with_pip(python, lock)


if __name__ == "__main__":
    sys.exit(install(Path(sys.argv[1]), Path(sys.argv[2])))
