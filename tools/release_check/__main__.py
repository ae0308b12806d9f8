"""Check that the source is ready for a release, build its packages, install each in an empty environment, play with it,
and check its metadata (`make release-check`).

    python -m tools.release_check [FOLDER]      leaves sdist, wheels and bill of materials in FOLDER (dist)
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools import licences, release_state, tutorial

ROOT = licences.ROOT
PLAY = Path(__file__).with_name("play.py")
COMPILED = Path(__file__).with_name("compiled.py")
EXTRAS = "host"
"""The extra for servers with accounts. A plain installation is tested first."""

MAX_PURE_WHEEL_MB = 3.5


class ReleaseProblem(Exception):
    """Raised if the packages must not be published."""


def run(*command: str | Path, folder: Path = ROOT, more: dict[str, str] | None = None, given: str = "") -> str:
    """Run a program; returns its output, or raises `ReleaseProblem` with it."""
    # isolate it from this environment
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "STROMNETZ", "VIRTUAL"))
    }
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=folder, env=kept | (more or {}), input=given, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise ReleaseProblem(f"{' '.join(words[:6])} … failed\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def build_packages(to: Path, scratch: Path) -> tuple[Path, Path, Path]:
    """Build the source package, and from it a pure wheel and a compiled one."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
    run(*build, to, "--sdist", ROOT)
    (source,) = to.glob("*.tar.gz")
    with tarfile.open(source) as packed:
        packed.extractall(scratch, filter="data")
    unpacked = scratch / source.name.removesuffix(".tar.gz")
    run(*build, to, "--wheel", unpacked, folder=scratch, more={"STROMNETZ_COMPILE": "0"})
    run(*build, to, "--wheel", unpacked, folder=scratch)
    (plain,) = to.glob("*-none-any.whl")
    compiled = [wheel for wheel in to.glob("*.whl") if wheel != plain]
    if len(compiled) != 1:
        raise ReleaseProblem("no compiled wheel was made: there is no C compiler")
    return source, plain, compiled[0]


def install_package(package: Path, folder: Path) -> Path:
    """Install a package with its dependencies in an empty environment; returns its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    # the compiled wheel tests compiling; the source package must also install without a compiler
    more = {"STROMNETZ_COMPILE": "0"} if package.name.endswith(".tar.gz") else {}
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package, folder=folder, more=more)
    return python


def play_games(python: Path, client: Path, folder: Path) -> str:
    """Play a game by library, terminal and server, away from the sources; returns the version."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    said = run(python, "-I", "-", ROOT, client, folder=folder, more=home, given=PLAY.read_text(encoding="utf-8"))
    print("".join(f"    {line}\n" for line in said.splitlines()[:-1]), end="")
    found = re.search(r"^version: (.+)$", said, re.MULTILINE)
    if not found:
        raise ReleaseProblem(f"no version: {said}")
    return found[1]


def run_tutorial(wheel: Path, folder: Path) -> None:
    """Follow the tutorial from its first command on, with this wheel instead of the published one."""
    folder.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    try:
        steps = tutorial.run_tutorial(folder, {**os.environ, "PATH": path}, str(wheel))
    except tutorial.TutorialProblem as problem:
        raise ReleaseProblem(str(problem)) from None
    print(f"    tutorial: {steps} steps")


def wheel_problems(wheel: Path) -> Iterator[str]:
    """Problems in the metadata or contents of a wheel."""
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        fields = Parser().parsestr(packed.read(about).decode())
    folder = about.removesuffix("METADATA")
    wanted = [f"{folder}licenses/LICENSE", f"{folder}licenses/docs/licences.md", "stromnetz/py.typed"]
    wanted += [
        "stromnetz/server/static/index.html",
        "stromnetz/server/help/index.html",
        "stromnetz/rules_text/README.md",
        "stromnetz/guides_text/nl/the-game.md",
    ]
    yield from (f"{name} is missing" for name in wanted if name not in names)
    size = wheel.stat().st_size / 1e6
    if wheel.name.endswith("-none-any.whl") and size > MAX_PURE_WHEEL_MB:
        yield f"{size:.1f} MB is more than {MAX_PURE_WHEEL_MB}"
    strange = [name for name in names if not name.startswith(("stromnetz/", folder.rstrip("/")))]
    yield from (f"{name} does not belong in it" for name in strange)
    for field in ("Name", "Version", "Summary", "License-Expression", "Requires-Python", "Description-Content-Type"):
        if not fields[field]:
            yield f"its metadata have no {field}"
    if fields["Version"] != release_state.version():
        yield f"its version is {fields['Version']}, and that of the source {release_state.version()}"


def write_materials(python: Path, to: Path) -> int:
    """Write the bill of materials of an environment; returns the number of components."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", str(python), "--output-reproducible"]
    made = subprocess.run([*command, "--of", "JSON", "-o", "-"], capture_output=True, text=True, check=True)
    bill: dict[str, Any] = json.loads(made.stdout)
    (ours,) = (one for one in bill["components"] if one["name"] == "stromnetz")
    # the file URL would reveal where it was built
    ours.pop("externalReferences", None)
    ours["components"] = [_component(part) for part in licences.parts()]
    text = json.dumps(bill, indent=2, sort_keys=True) + "\n"
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if problem:
        raise SystemExit(f"The bill of materials is not valid: {problem}")
    to.write_text(text, encoding="utf-8")
    return len(bill["components"]) + len(ours["components"])


def _component(part: licences.Part) -> dict[str, Any]:
    free = part.licence == "public domain"
    out: dict[str, Any] = {
        "type": "data" if free else "library",
        "bom-ref": part.package,
        "name": part.name,
        "description": part.purpose,
        "licenses": [{"license": {"name": part.licence} if free else {"id": part.licence}}],
    }
    if part.version:
        out |= {"version": part.version, "purl": part.package}
    return out


def check(to: Path, scratch: Path) -> None:
    for problem in release_state.problems():
        raise ReleaseProblem(problem)
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    if licences.main(["--check"]):
        raise ReleaseProblem("docs/licences.md is out of date")
    print("building ...", flush=True)
    packages = build_packages(to, scratch)
    client = scratch / "client.py"
    shutil.copy(ROOT / "examples" / "client.py", client)
    run(sys.executable, "-m", "twine", "check", "--strict", *packages)
    for wheel in packages[1:]:
        for problem in wheel_problems(wheel):
            raise ReleaseProblem(f"{wheel.name}: {problem}")
    for package, build in zip(packages, ("pure", "pure", "compiled"), strict=True):
        print(f"{package.name} ({package.stat().st_size / 1e6:.1f} MB)", flush=True)
        folder = scratch / f"environment-{packages.index(package)}"
        python = install_package(package, folder)
        version = play_games(python, client, folder)
        if not version.endswith(f"({build})"):
            raise ReleaseProblem(f"{package.name} runs as {version}, not {build}")
        if build == "compiled":
            run(python, "-I", COMPILED, folder=folder)
    run_tutorial(packages[2], scratch / "tutorial")
    with_extras = scratch / "environment-2" / "bin" / "python"
    run(with_extras, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{packages[2]}[{EXTRAS}]")
    materials = to / f"{'-'.join(packages[2].name.split('-')[:2])}.cdx.json"
    count = write_materials(with_extras, materials)
    print(f"{materials.name}: {count} components")


def main(arguments: list[str]) -> int:
    to = Path(arguments[0] if arguments else "dist").resolve()
    with TemporaryDirectory(prefix="stromnetz-release-") as scratch:
        try:
            check(to, Path(scratch))
        except ReleaseProblem as problem:
            print(f"Not to be published: {problem}", file=sys.stderr)
            return 1
    print(f"Ready to be published: {to}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
