"""Write docs/licences.md: the licences of all third-party parts in the package.

    python -m tools.licences            write the page (`make licences`)
    python -m tools.licences --check    check that the page is up to date

The build of the board lists its packages (web/build.mjs); parts that are neither npm nor Python packages are listed
here.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
DOCS = ROOT / ".venv-docs"
MODULES = ROOT / "web" / "node_modules"
BUNDLED = ROOT / "src" / "stromnetz" / "server" / "static" / ".packages.json"
NAMES = {"@fontsource/barlow": "Barlow", "@fontsource/barlow-condensed": "Barlow Condensed"}
"""Names of packages that are known under another name."""

HEAD = """\
# Licences

Stromnetz is under the MIT licence; its drawings, symbols, sounds, texts and learned weights are its own and come with
it. The package also contains third-party work, listed here with its licences; their texts follow below. Dependencies
that are installed separately are not part of it: `make release-check` writes a bill of materials that includes them.

<!-- written by make licences -->

| part | version | licence | what for |
| --- | --- | --- | --- |
"""


class Missing(Exception):
    """Raised if something that the page needs has not been built or installed."""


@dataclass(frozen=True)
class Part:
    """A third-party part of the package."""

    name: str
    version: str
    licence: str
    """An SPDX expression."""
    purpose: str
    home: str
    text: str
    package: str
    """Package URL (purl)."""


def parts() -> list[Part]:
    """All parts in the order of the page."""
    return [*_scripts(), *_geography(), *_runtime(), *_site()]


def _scripts() -> Iterator[Part]:
    if not BUNDLED.is_file():
        raise Missing("the board has not been built: make web")
    for package in [*json.loads(BUNDLED.read_text(encoding="utf-8")), "iframe-worker"]:
        if package == "iframe-worker":
            purpose = "search in the documentation"
        else:
            purpose = "fonts" if package.startswith("@fontsource/") else "the browser's board"
        yield _of_npm(package, purpose)


def _of_npm(package: str, purpose: str) -> Part:
    folder = MODULES / package
    if not folder.is_dir():
        raise Missing(f"{package} is not installed: make web")
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    repository = about.get("repository", "")
    address = about.get("homepage") or (repository if isinstance(repository, str) else repository.get("url", ""))
    return Part(
        name=NAMES.get(package, package),
        version=about["version"],
        licence=about["license"],
        purpose=purpose,
        home=re.sub(r"^git\+|\.git$", "", address),
        text=_text(folder),
        package=f"pkg:npm/{package.replace('@', '%40')}@{about['version']}",
    )


def _geography() -> Iterator[Part]:
    """The outlines of the maps, which are in the public domain and need no text."""
    yield Part(
        name="Natural Earth",
        version="",
        licence="public domain",
        purpose="outlines and lakes of the maps",
        home="https://www.naturalearthdata.com",
        text="",
        package="pkg:generic/natural-earth",
    )


def _runtime() -> Iterator[Part]:
    yield _of_python(ROOT / ".venv", "mypy", "what the compiled rules run on (mypyc's library)")


def _site() -> Iterator[Part]:
    look = _of_python(DOCS, "mkdocs-material", "the look of the documentation")
    yield look
    (icons,) = DOCS.glob("lib/python3*/site-packages/material/templates/.icons/material")
    yield Part(
        name="Material Design Icons",
        version="",
        licence="Apache-2.0",
        purpose="symbols in the documentation",
        home="https://pictogrammers.com/library/mdi/",
        text=_text(icons),
        package="pkg:generic/material-design-icons",
    )


def _of_python(environment: Path, package: str, purpose: str) -> Part:
    found = list(environment.glob(f"lib/python3*/site-packages/{package.replace('-', '_')}-*.dist-info"))
    if len(found) != 1:
        raise Missing(f"{package} is not installed in {environment.name}: make env, make docs")
    metadata = (found[0] / "METADATA").read_text(encoding="utf-8")
    fields = dict(re.findall(r"^(Version|License-Expression|License): (.+)$", metadata, re.MULTILINE))
    home = re.search(r"^Project-URL: (?:Homepage|Home|Repository), ?(\S+)$", metadata, re.MULTILINE)
    return Part(
        name=package,
        version=fields["Version"],
        licence=fields.get("License-Expression") or fields.get("License") or "MIT",
        purpose=purpose,
        home=home[1] if home else "",
        text=_text(found[0] / "licenses"),
        package=f"pkg:pypi/{package}@{fields['Version']}",
    )


def _text(folder: Path) -> str:
    named = re.compile(r"licen[cs]e(\.(md|txt))?$", re.IGNORECASE)
    found = sorted(path for path in folder.iterdir() if path.is_file() and named.match(path.name))
    if not found:
        raise Missing(f"{folder.relative_to(ROOT)} has no text of its licence")
    lines = found[0].read_text(encoding="utf-8").replace("\r", "").strip().splitlines()
    # fonts repeat the same line for every weight
    if len(lines[0]) > 400:
        lines[0] = lines[0].split(") ")[0] + ")"
    return "\n".join(line.rstrip() for line in lines)


def page(of: list[Part]) -> str:
    """The page with each licence text once."""
    rows, texts = [], dict[str, list[str]]()
    for part in of:
        name = f"[{part.name}]({part.home})" if part.home.startswith("https://") else part.name
        rows.append(f"| {name} | {part.version} | {part.licence} | {part.purpose} |")
        if part.text:
            texts.setdefault(part.text, []).append(part.name)
    blocks = [f"## {', '.join(names)}\n\n```text\n{text}\n```\n" for text, names in texts.items()]
    return HEAD + "\n".join(rows) + "\n\n" + "\n".join(blocks)


def main(arguments: list[str]) -> int:
    try:
        wanted = page(parts())
    except Missing as missing:
        print(f"The page of licences cannot be made: {missing}", file=sys.stderr)
        return 2
    if arguments == ["--check"]:
        if not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != wanted:
            print("docs/licences.md does not tell of what is there now: make licences", file=sys.stderr)
            return 1
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
