"""Check the size budgets of the built browser board.

python -m tools.web_sizes
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "stromnetz" / "server" / "static"
KB = 1000
LOADED_LATER = (
    *(
        "account",
        "admin",
        "presetmoves",
        "advice",
        "beside",
        "bubble",
        "chances",
        "contrast",
        "coach",
        "endratings",
        "endscreen",
        "puzzleboard",
        "puzzles",
        "explain",
        "findplayers",
        "focus",
        "keys",
    ),
    *(
        "motion",
        "remotenotifications",
        "revealed",
        "learn",
        "login",
        "games",
        "offer",
        "tokens",
        "head",
        "lobby",
        "ratings",
        "review",
        "roundsummary",
        "settings",
        "start",
        "story",
        "tournaments",
    ),
)
"""Scripts and styles that are loaded later than the board, with a budget of 4 kB each."""


LARGER_BUDGETS = {"beside": 6, "explain": 5, "newtable": 7, "opening": 5, "qrcode": 5, "rulebook": 6}
"""Budgets in kB of further files that are loaded later."""


def gzip_size(path: Path) -> int:
    """Size with gzip, the weaker of the two compressions."""
    return path.with_name(f"{path.name}.gz").stat().st_size


def first_load_size() -> int:
    """Bytes that a browser loads for the first board, as sent: page, scripts, styles, fonts, one map.

    The build lists these files. web/tests/transfer.test.mjs measures the same in a real browser, including requests to
    the API.
    """
    needed: list[str] = json.loads((STATIC / ".first.json").read_text(encoding="utf-8"))
    fonts = sum(path.stat().st_size for path in STATIC.glob("*.woff2"))
    largest = max((brotli_size(path) for path in STATIC.glob("map-*.json")), default=0)
    return largest + fonts + sum(brotli_size(STATIC / name) for name in needed)


def brotli_size(path: Path) -> int:
    return path.with_name(f"{path.name}.br").stat().st_size


def main() -> int:
    files = [*STATIC.glob("*.js"), *STATIC.glob("*.css")]
    budgets = {**dict.fromkeys(LOADED_LATER, 4), **LARGER_BUDGETS}
    later = {path: gzip_size(path) for path in files if path.name.rsplit("-", 1)[0] in budgets}
    scripts = sum(gzip_size(path) for path in STATIC.glob("*.js") if path not in later)
    styles = sum(gzip_size(path) for path in STATIC.glob("*.css") if path not in later)
    fonts = sum(path.stat().st_size for path in STATIC.glob("*.woff2"))
    maps = sorted(STATIC.glob("map-*.json"))
    if not scripts or not styles or not fonts or not maps:
        print("the board was not built: run 'make web'", file=sys.stderr)
        return 1
    rows = [("JavaScript", scripts, 97), ("CSS", styles, 22), ("fonts", fonts, 60)]
    rows += [(name := path.name.rsplit("-", 1)[0], size, budgets[name]) for path, size in sorted(later.items())]
    rows.append(("to the first board", first_load_size(), 134))
    rows += [(path.name.rsplit("-", 1)[0], gzip_size(path), 30) for path in maps]
    failed = False
    for name, size, budget in rows:
        failed |= size > budget * KB
        print(f"{name:<20} {size / KB:6.1f} of {budget} kB{'  TOO LARGE' if size > budget * KB else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
