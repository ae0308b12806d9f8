"""`make release-check` refuses a source whose versions, changelog, tag, locks or files are not ready."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.helpers import write_files
from tools import release_state

FILES = {
    "src/stromnetz/build.py": 'VERSION = "1.2.0"\n',
    "CITATION.cff": "version: 1.2.0\n",
    "deploy/kubernetes.yaml": "          image: stromnetz:1.2.0\n",
    "CHANGELOG.md": (
        "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-01-02\n\n- New.\n\n## [1.1.0] - 2025-01-02\n\n- Old.\n"
    ),
    "pyproject.toml": (
        '[project]\nname = "lamp"\ndependencies = ["wire>=2"]\n[project.optional-dependencies]\n'
        'big = ["Bulb-x>=1.5"]\n[dependency-groups]\nbuild = ["saw"]\n'
        'dev = [{ include-group = "build" }, "glue"]\n'
    ),
    "Makefile": (
        "lock:\n\t$(COMPILE) pyproject.toml --all-extras --group dev -o locks/dev.txt > /dev/null\n"
        "\t$(COMPILE) pyproject.toml -o locks/server.txt > /dev/null\n"
    ),
    "locks/dev.txt": "wire==2.1 \\\n    --hash=x\nbulb-x==1.5.0 ; python_version < '3.14'\nsaw==1\nglue==3\n",
    "locks/server.txt": "wire==2.0\n",
}


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "--quiet", "-m", "first")
    return tmp_path


def test_a_source_that_is_ready(project: Path) -> None:
    assert list(release_state.problems(project)) == []
    git(project, "tag", "v1.2.0")
    assert list(release_state.problems(project)) == []
    assert release_state.changelog(project)["1.2.0"] == ("2026-01-02", "- New.")


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("CITATION.cff", "1.2.0", "1.1.0", "CITATION.cff names version 1.1.0, and build.py 1.2.0"),
        (
            "deploy/kubernetes.yaml",
            "stromnetz:",
            "lamp:",
            "deploy/kubernetes.yaml names version none, and build.py 1.2.0",
        ),
        ("CHANGELOG.md", "[1.2.0]", "[1.3.0]", "the latest version in CHANGELOG.md is 1.3.0, and build.py has 1.2.0"),
        ("CHANGELOG.md", " - 2026-01-02", "", "CHANGELOG.md has no date for 1.2.0"),
        ("CHANGELOG.md", "- New.\n", "", "CHANGELOG.md says nothing about 1.2.0"),
        ("locks/dev.txt", "wire==2.1", "wire==1.9", "locks/dev.txt has 1.9 of wire>=2: make lock"),
        ("locks/dev.txt", "saw==1\n", "", "locks/dev.txt has no version of saw: make lock"),
        ("locks/dev.txt", "bulb-x==1.5.0", "bulb-x==1.4", "locks/dev.txt has 1.4 of Bulb-x>=1.5: make lock"),
        ("locks/server.txt", "wire", "tape", "locks/server.txt has no version of wire>=2: make lock"),
    ],
)
def test_what_is_not_ready_is_named(project: Path, file: str, old: str, new: str, problem: str) -> None:
    path = project / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    git(project, "commit", "--quiet", "-am", "second")
    assert list(release_state.problems(project)) == [problem]


def test_files_must_be_committed(project: Path) -> None:
    (project / "CITATION.cff").write_text("version: 1.2.0\ntitle: A\n", encoding="utf-8")
    (project / "new.py").touch()
    assert list(release_state.problems(project)) == ["not committed: CITATION.cff", "not committed: new.py"]


def test_the_tag_must_fit_the_version_and_the_changelog(project: Path) -> None:
    git(project, "tag", "v1.3.0")
    assert list(release_state.problems(project)) == ["this commit has the tag v1.3.0, and its version is 1.2.0"]
    git(project, "tag", "--delete", "v1.3.0")
    path = project / "CHANGELOG.md"
    path.write_text(path.read_text(encoding="utf-8").replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n"), "utf-8")
    git(project, "commit", "--quiet", "-am", "second")
    assert list(release_state.problems(project)) == []
    git(project, "tag", "v1.2.0")
    assert [problem[:40] for problem in release_state.problems(project)] == ["CHANGELOG.md has lines under Unreleased,"]


def test_our_own_versions_and_locks_agree() -> None:
    assert list(release_state.version_problems()) == []
    assert list(release_state.lock_problems()) == []


def test_the_notes_of_a_release_are_its_section_of_the_changelog(capsys: pytest.CaptureFixture[str]) -> None:
    assert release_state.main(["--notes"]) == 0
    said = capsys.readouterr().out
    assert "### Added" in said
    assert "## [" not in said
