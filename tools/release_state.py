"""Check that the source is ready for a release: versions, changelog, tag, locks and a clean tree.

python -m tools.release_state             list what is wrong (`make release-check` does this first)
python -m tools.release_state --notes     print the section of the changelog about this version
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r'^VERSION = "([^"]+)"$', re.MULTILINE)
MENTIONS = {"CITATION.cff": r"^version: (\S+)$", "deploy/kubernetes.yaml": r"image: stromnetz:(\S+)$"}
"""Files that repeat the version."""
SECTION = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?\n(.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)
"""A section of the changelog: version, date and text."""
PINNED = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?==(\S+)", re.MULTILINE)
LOCK = re.compile(r"^\t\$\(COMPILE\) pyproject\.toml(.*) -o (locks/\S+)", re.MULTILINE)
"""A line of `make lock`: its options, which name extras and groups, and the file."""


def version(root: Path = ROOT) -> str:
    found = VERSION.search((root / "src/stromnetz/build.py").read_text(encoding="utf-8"))
    assert found is not None, "build.py has no VERSION"
    return found[1]


def changelog(root: Path = ROOT) -> dict[str, tuple[str, str]]:
    """The date and text of each section of the changelog, in the order of the file."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    return {name: (date, body.strip()) for name, date, body in SECTION.findall(text)}


def git(*arguments: str, root: Path = ROOT) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def version_problems(root: Path = ROOT) -> Iterator[str]:
    """Yield where the version is missing or differs, and whether the changelog fits it."""
    ours = version(root)
    for name, pattern in MENTIONS.items():
        found = re.search(pattern, (root / name).read_text(encoding="utf-8"), re.MULTILINE)
        if found is None or found[1] != ours:
            yield f"{name} names version {found[1] if found else 'none'}, and build.py {ours}"
    sections = changelog(root)
    released = [name for name in sections if name != "Unreleased"]
    if released[:1] != [ours]:
        yield f"the latest version in CHANGELOG.md is {released[0] if released else 'missing'}, and build.py has {ours}"
    elif not sections[ours][0]:
        yield f"CHANGELOG.md has no date for {ours}"
    elif not sections[ours][1]:
        yield f"CHANGELOG.md says nothing about {ours}"


def tag_problems(root: Path = ROOT) -> Iterator[str]:
    """Yield what is wrong with the tag of this commit; nothing if it has none."""
    tags = [tag for tag in git("tag", "--points-at", "HEAD", root=root) if tag.startswith("v")]
    wanted = f"v{version(root)}"
    yield from (f"this commit has the tag {tag}, and its version is {wanted[1:]}" for tag in tags if tag != wanted)
    if tags and changelog(root).get("Unreleased", ("", ""))[1]:
        yield "CHANGELOG.md has lines under Unreleased, which belong to the version that is tagged"


def tree_problems(root: Path = ROOT) -> Iterator[str]:
    """Yield files that are not committed."""
    yield from (f"not committed: {line[3:]}" for line in git("status", "--porcelain", root=root))


def lock_problems(root: Path = ROOT) -> Iterator[str]:
    """Yield requirements of pyproject.toml that a lock lacks or does not satisfy."""
    from packaging.requirements import Requirement  # noqa: PLC0415  (not needed for the notes)
    from packaging.utils import canonicalize_name  # noqa: PLC0415

    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project, groups = settings["project"], settings["dependency-groups"]

    def group(name: str) -> Iterator[str]:
        for one in groups[name]:
            if isinstance(one, dict):
                yield from group(one["include-group"])
            else:
                yield one

    for options, file in LOCK.findall((root / "Makefile").read_text(encoding="utf-8")):
        extras = re.findall(r"--extra (\S+)", options)
        if "--all-extras" in options:
            extras = list(project["optional-dependencies"])
        wanted = [*project["dependencies"]]
        wanted += [one for extra in extras for one in project["optional-dependencies"][extra]]
        wanted += [one for name in re.findall(r"--group (\S+)", options) for one in group(name)]
        pinned = {canonicalize_name(n): v for n, v in PINNED.findall((root / file).read_text(encoding="utf-8"))}
        for line in wanted:
            requirement = Requirement(line)
            found = pinned.get(canonicalize_name(requirement.name))
            if found is None or found not in requirement.specifier:
                yield f"{file} has {found or 'no version'} of {line}: make lock"


def problems(root: Path = ROOT) -> Iterator[str]:
    """Yield everything that must be settled before a release."""
    for check in (version_problems, tag_problems, tree_problems, lock_problems):
        yield from check(root)


def main(arguments: list[str]) -> int:
    if arguments == ["--notes"]:
        print(changelog()[version()][1])
        return 0
    found = list(problems())
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
