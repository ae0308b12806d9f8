"""Check the links of a built site: every page, file and anchor that a page names must exist.

    python -m tools.check_site [FOLDER …]     (default: the documentation and the help, as `make docs` builds them)

Links to the web are not followed. ``tools/check_links.py`` checks the sources, which is faster; this also covers
navigation, generated pages and whatever the theme adds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
SITES = (ROOT / "build" / "site", ROOT / "src" / "stromnetz" / "server" / "help")
"""The documentation, and the help of the app."""
TARGETS = {("a", "href"), ("area", "href"), ("link", "href"), ("script", "src"), ("img", "src"), ("source", "src")}
"""Tags and attributes that name another page or file."""
PAGE_TOP = ("", "top", "__skip")
"""Anchors that every browser and the theme know: the top of a page."""

RULES_PAGE = "/rules"
"""A page of the app, to which its help links."""


class Page(HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[int, str]] = []
        """Line and target of each link."""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif (tag, name) in TARGETS:
                self.links.append((self.getpos()[0], value))


def problems(site: Path) -> Iterator[str]:
    """Dead links of a site."""
    pages = {path.resolve(): Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    if not pages:
        yield f"there are no pages in {site}"
    for path, page in pages.items():
        here = path.relative_to(site.resolve()).as_posix()
        if here == "404.html":
            continue  # its links start at the root of the published site
        for line, link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc or parts.path == RULES_PAGE:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            anchor = unquote(parts.fragment)
            if not target.is_file():
                yield f"{here}:{line}: there is no {link}"
            elif anchor not in PAGE_TOP and target in pages and anchor not in pages[target].anchors:
                yield f"{here}:{line}: {link} has no such anchor"


def main(arguments: list[str]) -> int:
    failed = 0
    for site in [Path(name) for name in arguments] or SITES:
        found = list(problems(site))
        for problem in found:
            print(problem, file=sys.stderr)
        if not found:
            print(f"{sum(1 for _ in site.rglob('*.html'))} pages of the site, no dead link")
        failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
