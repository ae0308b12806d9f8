"""The address of the repository is the same wherever it is written, and the README works on PyPI."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import unquote

import pytest

from hatch_build import absolute_links
from stromnetz.build import VERSION

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REPOSITORY = PROJECT["urls"]["Repository"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ADDRESS = re.compile(
    r"(?:github\.com|githubusercontent\.com|img\.shields\.io/github/\w+(?:/\w+)*)/(?P<slug>[\w.-]+/stromnetz)\b"
    r"|(?P<pages>[\w.-]+\.github\.io/stromnetz)\b"
    r"|--repo (?P<repo>[\w.-]+/stromnetz)\b"
)
"""An address of the project: in the repository, of its pages, or as an argument of a command."""
ABSOLUTE = re.compile(r"\]\(([^)\s]+)\)")


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def wrong_addresses(text: str) -> list[str]:
    """The addresses of the project in a text that are not those of pyproject.toml."""
    slug = REPOSITORY.removeprefix("https://github.com/")
    owner = slug.split("/")[0]
    wanted = {"slug": slug, "repo": slug, "pages": f"{owner}.github.io/stromnetz"}
    return [found[0] for found in ADDRESS.finditer(text) if found[str(found.lastgroup)] != wanted[str(found.lastgroup)]]


def test_every_mention_is_that_of_the_project() -> None:
    wrong: dict[str, list[str]] = {}
    mentions = 0
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        if path == Path(__file__):
            continue
        mentions += len(ADDRESS.findall(text))
        if found := wrong_addresses(text):
            wrong[path.relative_to(ROOT).as_posix()] = found
    assert wrong == {}
    assert mentions > 10


@pytest.mark.parametrize(
    "text",
    [
        "https://github.com/another/stromnetz/issues",
        "https://another.github.io/stromnetz/",
        "gh attestation verify FILE --repo another/stromnetz",
        "https://img.shields.io/github/license/another/stromnetz",
    ],
)
def test_another_address_is_found(text: str) -> None:
    assert len(wrong_addresses(text)) == 1


def test_links_and_images_become_absolute() -> None:
    text = "[a `b`](docs/x.md#y) ![c](docs/z.png) [![d](https://e/f.svg)](LICENSE) [g](https://h/) [i](#j)"
    assert absolute_links(text, "https://r", "v1") == (
        "[a `b`](https://r/blob/v1/docs/x.md#y) ![c](https://r/raw/v1/docs/z.png) "
        "[![d](https://e/f.svg)](https://r/blob/v1/LICENSE) [g](https://h/) [i](#j)"
    )


def test_the_readme_on_pypi_has_only_absolute_links_to_files_that_exist() -> None:
    metadata = pytest.importorskip("hatchling.metadata.core")
    manager = pytest.importorskip("hatchling.plugin.manager")
    core = metadata.ProjectMetadata(str(ROOT), manager.PluginManager()).core
    assert core.readme_content_type == "text/markdown"
    assert core.version is None or core.version == VERSION
    links = ABSOLUTE.findall(core.readme)
    assert [link for link in links if not link.startswith("https://")] == []
    ours = [link for link in links if link.startswith(f"{REPOSITORY}/") and "/actions/" not in link]
    assert len(ours) > 20
    for link in ours:
        kind, tag, path = link.removeprefix(f"{REPOSITORY}/").split("#")[0].split("/", 2)
        assert (kind, tag) == ("raw" if path.endswith((".png", ".webp", ".svg")) else "blob", f"v{VERSION}"), link
        assert (ROOT / unquote(path)).exists(), link


def test_the_citation_has_the_version_and_date_of_the_changelog() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    found = dict(re.findall(r"^([\w-]+): (.+)$", text, re.MULTILINE))
    assert found["version"] == VERSION
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## [{VERSION}] - {found['date-released']}" in changelog
    assert found["license"] == PROJECT["license"]
    assert found["repository-code"] == REPOSITORY
