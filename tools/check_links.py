"""Check the links of the documentation: files, headings and rules must exist.

Links to the web are not checked; `make docs` checks generated pages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (".", ".github", "docs", "web", "web/maps", "deploy", "examples", "tests")
LINK = re.compile(r"\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+\"[^\"]*\")?\)")
CODE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`[^`\n]*`")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
RULE = re.compile(r"^ *- \*\*([A-Z]{1,2}\d+[a-z]?)(?: [^*\n]+)?\*\*", re.MULTILINE)
GENERATED = re.compile(r"^docs/reference/(http|websocket)\.md$")
"""Pages that exist only in the built site."""


def pages() -> Iterator[Path]:
    for folder in FOLDERS:
        found = (ROOT / folder).glob("*.md") if folder != "docs" else (ROOT / folder).rglob("*.md")
        yield from sorted(found)


@cache
def anchors(page: Path) -> frozenset[str]:
    """The anchors of a page: its headings as slugs, and its rules."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    out: list[str] = []
    for heading in HEADING.findall(text):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words))
        out.append(f"{slug}-{out.count(slug)}" if slug in out else slug)
    return frozenset([*out, *RULE.findall(text)])


def problems() -> Iterator[str]:
    for page in pages():
        text = SPAN.sub("", CODE.sub("", page.read_text(encoding="utf-8")))
        for link in LINK.findall(text):
            if "://" in link or link.startswith("mailto:"):
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path).resolve() if path else page
            name = page.relative_to(ROOT)
            if not target.exists():
                if not GENERATED.match(target.relative_to(ROOT).as_posix()):
                    yield f"{name}: there is no {path}"
            elif anchor and target.suffix == ".md" and anchor not in anchors(target):
                yield f"{name}: {path or 'the page'} has no heading or rule #{anchor}"


def main() -> int:
    found = list(problems())
    for problem in found:
        print(problem, file=sys.stderr)
    if not found:
        print(f"{sum(1 for _ in pages())} pages, no broken link")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
