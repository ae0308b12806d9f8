"""The pure wheel, installed without extras in an empty environment: contents, dependencies, and that it plays."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.helpers import lacking

pytestmark = [pytest.mark.subprocess, pytest.mark.xdist_group("install")]

ROOT = Path(__file__).parents[2]
HELP = ROOT / "src" / "stromnetz" / "server" / "help"
MAX_WHEEL_MB = 3.5
MAX_PACKAGES = 22
"""Besides our own; two of them are on Windows only."""
MAX_INSTALLED_MB = 75.0
"""All of it, with compiled Python files, and with the help (`make docs`)."""
OURS = frozenset({"pip", "setuptools", "stromnetz"})
CLONE_ONLY = ("lab/frozen/", "lab/measured/", "_compiled")
COMPRESSED = (".css", ".js", ".json", ".svg")
"""Files of the web app of which a wheel has only the compressed form."""
HELP_PAGES = re.compile(r"help/(index|404|tutorial|operations|learning|data-files|(guides|reference)/[\w/-]+)\.html")
"""Pages of the help: no decisions, no measurements, and no rules, which the app shows itself."""

MEASURE = """
import json, sysconfig
from importlib.metadata import distributions
from pathlib import Path
out = {}
for one in distributions(path=[sysconfig.get_path("purelib")]):
    files = [Path(one.locate_file(file)) for file in one.files or []]
    out[one.metadata["Name"].lower()] = sum(file.stat().st_size for file in files if file.is_file())
print(json.dumps(out))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, cwd=ROOT, env={**os.environ, "STROMNETZ_COMPILE": "0"}, capture_output=True, check=True)
    (found,) = out.iterdir()
    return found


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The Python of an environment with the wheel and the locked versions of what it needs."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    out = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    lock = (ROOT / "locks" / "dev.txt").read_text(encoding="utf-8")
    locked = re.findall(r"^[^\s#]+==[^\s\\]+(?: ;.*?)?(?= \\$)", lock, re.MULTILINE)
    constraints = folder / "constraints.txt"
    constraints.write_text("\n".join(locked), encoding="utf-8")
    command: list[str | Path] = [
        out,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "-c",
        constraints,
        wheel,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode and re.search("No matching distribution|Connection|Temporary failure", done.stderr):
        lacking(f"no package index can be reached: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    yield out
    shutil.rmtree(folder, ignore_errors=True)


def run(python: Path, *arguments: str, folder: Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run the installed Python away from the sources and from our settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "STROMNETZ"))}
    kept |= {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    command = [str(python), "-I", *arguments]
    return subprocess.run(
        command, cwd=folder, env=kept, input=given, capture_output=True, text=True, check=False, timeout=400
    )


def test_wheel_has_all_of_the_package_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        found = {name.removeprefix("stromnetz/") for name in packed.namelist() if name.startswith("stromnetz/")}
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/stromnetz"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    sources = {name.removeprefix("src/stromnetz/") for name in listed.stdout.split() if (ROOT / name).is_file()}
    copied = {name for name in found if name.startswith(("rules_text/", "guides_text/"))}
    built = {name for name in found if name.startswith(("server/static/", "server/help/"))}
    assert found - copied - built == {name for name in sources if not name.startswith(CLONE_ONLY)}
    assert {"rules_text/README.md", "guides_text/nl/the-game.md"} <= copied
    static = {name.removeprefix("server/static/") for name in built if name.startswith("server/static/")}
    assert "index.html" in static
    assert [name for name in static if name.endswith(COMPRESSED) or name.startswith(".")] == []
    pages = [name.removeprefix("server/") for name in built if name.endswith(".html") and "/help/" in name]
    assert [page for page in pages if not HELP_PAGES.fullmatch(page)] == []
    assert bool(pages) == HELP.is_dir()


def test_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= MAX_WHEEL_MB * 1e6


def test_base_install_is_small(python: Path, tmp_path: Path) -> None:
    sizes: dict[str, int] = json.loads(run(python, "-", folder=tmp_path, given=MEASURE).stdout)
    assert len(sizes.keys() - OURS) <= MAX_PACKAGES, sorted(sizes)
    assert {"psycopg", "prometheus-client", "alembic", "numpy", "ray"}.isdisjoint(sizes)
    mb = sum(size for name, size in sizes.items() if name not in {"pip", "setuptools"}) / 1e6
    assert mb <= MAX_INSTALLED_MB, sorted(sizes.items(), key=lambda one: -one[1])[:8]


def test_library_terminal_and_server_work(python: Path, tmp_path: Path) -> None:
    """Whole games by the library, in the terminal, and on a server with SQLite (as `make release-check` plays them)."""
    shutil.copy(ROOT / "examples" / "client.py", tmp_path)
    program = (ROOT / "tools" / "release_check" / "play.py").read_text(encoding="utf-8")
    done = run(python, "-", str(ROOT), str(tmp_path / "client.py"), folder=tmp_path, given=program)
    assert done.returncode == 0, done.stderr
    assert {line.partition(":")[0] for line in done.stdout.splitlines()} >= {"library", "terminal", "server", "version"}


def cli(*arguments: str) -> tuple[str, ...]:
    return ("-m", "stromnetz.cli", *arguments)


def code(text: str) -> tuple[str, ...]:
    return ("-c", text)


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("postgres", cli("serve", "--database", "postgresql://localhost/games")),
        ("metrics", code("from stromnetz.server.core.config import ServerConfig; ServerConfig(metrics_token='x')")),
        ("redis", code("from stromnetz.server.core.config import validate_bus_url as v; v('redis://localhost', True)")),
        ("tracing", cli("serve", "--port", "0", "--database", "games.sqlite", "--traces", "http://localhost:4318")),
        ("host", cli("ratings", "rebuild", "--database", "games.sqlite")),
        ("cluster", cli("soak", "--games", "1", "--cluster")),
        ("lab", cli("train", "net.npz")),
        ("lab", cli("tune", "weights.jsonl", "--bot", "hard")),
        ("learn", code("import stromnetz.envs")),
    ],
)
def test_missing_extra_is_named(python: Path, tmp_path: Path, extra: str, command: tuple[str, ...]) -> None:
    done = run(python, *command, folder=tmp_path)
    assert done.returncode != 0
    assert f'pip install "stromnetz[{extra}]"' in done.stderr, done.stderr
    assert command[0] == "-c" or "Traceback" not in done.stderr
