"""Hold the budgets of the browser board, measured on what was built.

python -m tools.web_sizes
"""

from __future__ import annotations

import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "stromnetz" / "server" / "static"
KB = 1000


def packed(path: Path) -> int:
    """In the worse of the two ways in which it is prepared."""
    return path.with_name(f"{path.name}.gz").stat().st_size


def first_board() -> int:
    """The files that a browser fetches until the board stands, as they are sent: page, scripts, styles, fonts, one map.

    What it asks the interface besides, and the whole of it in a real browser, web/tests/transfer.test.mjs looks at.
    """
    sizes = {path.name: path.stat().st_size for path in STATIC.iterdir() if path.is_file()}
    sent = {name: sizes.get(f"{name}.br", size) for name, size in sizes.items() if not name.endswith((".br", ".gz"))}
    largest = max((size for name, size in sent.items() if name.startswith("map-")), default=0)
    return largest + sum(size for name, size in sent.items() if not name.startswith(("map-", ".")))


def main() -> int:
    scripts = sum(packed(path) for path in STATIC.glob("*.js"))
    styles = sum(packed(path) for path in STATIC.glob("*.css"))
    fonts = sum(path.stat().st_size for path in STATIC.glob("*.woff2"))
    rows = [("JavaScript", scripts, 90), ("CSS", styles, 20), ("fonts", fonts, 60)]
    maps = sorted(STATIC.glob("map-*.json"))
    rows.append(("to the first board", first_board(), 130))
    rows += [(path.name.rsplit("-", 1)[0], packed(path), 30) for path in maps]
    if not scripts or not styles or not fonts or not maps:
        print("the board was not built: run 'make web'", file=sys.stderr)
        return 1
    failed = False
    for name, size, most in rows:
        failed |= size > most * KB
        print(f"{name:<20} {size / KB:6.1f} of {most} kB{'  TOO LARGE' if size > most * KB else ''}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
