"""Hold the budgets of the browser board, measured on what was built.

python -m tools.web_sizes
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "stromnetz" / "server" / "static"
KB = 1000
BESIDE = (
    *(
        "account",
        "admin",
        "advance",
        "advice",
        "beside",
        "bubble",
        "chances",
        "coach",
        "endratings",
        "exercises",
        "explain",
        "find",
        "keys",
    ),
    *(
        "farnotices",
        "learn",
        "login",
        "mine",
        "offer",
        "programs",
        "ratings",
        "review",
        "rules",
        "settings",
        "tournaments",
    ),
)
"""Scripts and styles of pages beside the board, lessons, pre-set moves, offers and ratings: no board waits for them."""


LARGER = {"beside": 5, "explain": 5, "qrcode": 5}
"""The same for the styles of all these pages, help on the board, and a file that is mostly a library, with budgets."""


def packed(path: Path) -> int:
    """In the worse of the two ways in which it is prepared."""
    return path.with_name(f"{path.name}.gz").stat().st_size


def first_board() -> int:
    """The files that a browser fetches until the board stands, as they are sent: page, scripts, styles, fonts, one map.

    Which these are, the build has written down; parts that are fetched later are not among them. What is asked of the
    interface besides, and the whole of it in a real browser, web/tests/transfer.test.mjs looks at.
    """
    needed: list[str] = json.loads((STATIC / ".first.json").read_text(encoding="utf-8"))
    fonts = sum(path.stat().st_size for path in STATIC.glob("*.woff2"))
    largest = max((sent(path) for path in STATIC.glob("map-*.json")), default=0)
    return largest + fonts + sum(sent(STATIC / name) for name in needed)


def sent(path: Path) -> int:
    return path.with_name(f"{path.name}.br").stat().st_size


def main() -> int:
    files = [*STATIC.glob("*.js"), *STATIC.glob("*.css")]
    budgets = {**dict.fromkeys(BESIDE, 4), **LARGER}
    beside = {path: packed(path) for path in files if path.name.rsplit("-", 1)[0] in budgets}
    scripts = sum(packed(path) for path in STATIC.glob("*.js") if path not in beside)
    styles = sum(packed(path) for path in STATIC.glob("*.css") if path not in beside)
    fonts = sum(path.stat().st_size for path in STATIC.glob("*.woff2"))
    maps = sorted(STATIC.glob("map-*.json"))
    if not scripts or not styles or not fonts or not maps:
        print("the board was not built: run 'make web'", file=sys.stderr)
        return 1
    rows = [("JavaScript", scripts, 97), ("CSS", styles, 22), ("fonts", fonts, 60)]
    rows += [(name := path.name.rsplit("-", 1)[0], size, budgets[name]) for path, size in sorted(beside.items())]
    rows.append(("to the first board", first_board(), 132))
    rows += [(path.name.rsplit("-", 1)[0], packed(path), 30) for path in maps]
    failed = False
    for name, size, most in rows:
        failed |= size > most * KB
        print(f"{name:<20} {size / KB:6.1f} of {most} kB{'  TOO LARGE' if size > most * KB else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
