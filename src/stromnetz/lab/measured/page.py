"""Shared by the measured pages: results as JSON lines, tables between comments, and the command.

    python -m stromnetz.lab.measured.strength                   fill the page from its results
    python -m stromnetz.lab.measured.strength --check           only check that the page matches its results
    python -m stromnetz.lab.measured.strength --play --jobs 16  play what is missing, then fill the page

Results are stored as games end, so an interrupted command resumes where it was. To replay something, delete its lines.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[4] / "docs"
MAX_MOVES = 5000
"""Games with more moves are not counted."""
Result = dict[str, Any]


def read_results(path: Path) -> list[Result]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.is_file() else []


def add_results(path: Path, results: Iterable[Result | None]) -> None:
    """Append results as they come; None stands for a game that did not end."""
    with path.open("a", encoding="utf-8") as file:
        for result in results:
            if result is not None:
                file.write(json.dumps(result, separators=(",", ":")) + "\n")
                file.flush()


def table(head: str, rows: Iterable[str], left: int = 1) -> str:
    """A table in Markdown: its first columns aligned to the left, the others to the right."""
    right = head.count("|") - 1 - left
    return "\n".join([head, "|" + " --- |" * left + " ---: |" * right, *rows])


def fill(page: Path, tables: Mapping[str, str]) -> str:
    """The text of a page with each table between its two comments."""
    text = page.read_text(encoding="utf-8")
    for name, content in tables.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, rest = text.split(begin)
        text = f"{before}{begin}\n{content}\n{end}{rest.split(end)[1]}"
    return text


STYLE = (
    "<style>text{font:13px sans-serif;fill:#51585a}.small{font-size:12px}path{fill:none}.grid{stroke:#d8ceb9}"
    ".fair{stroke:#51585a;stroke-dasharray:4 3}.interval{stroke-width:2}.c0{stroke:#0072b2;fill:#0072b2}"
    ".c1{stroke:#d55e00;fill:#d55e00}.c2{stroke:#009e73;fill:#009e73}.c3{stroke:#aa4499;fill:#aa4499}"
    "circle,rect{stroke:none}</style>"
)


def standalone_svg(svg: str) -> str:
    """A chart as a separate SVG file with styles, readable on any background."""
    head, rest = svg.split("\n", 1)
    named = head.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    return f"{named}\n{STYLE}\n{rest}\n"


def command(
    arguments: Sequence[str] | None, about: str, files: Callable[[], Mapping[Path, str]], play: Callable[[int], None]
) -> int:
    """The command of a page. ``files`` returns its texts and charts, ``play`` plays missing games."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--play", action="store_true", help="play what the results lack first")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 where a file is stale")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args(arguments)
    if options.play:
        play(options.jobs)
    stale = {
        path: text for path, text in files().items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    }
    for path, text in stale.items():
        if options.check:
            print(f"{path} does not match its results", file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
    return int(options.check and bool(stale))
