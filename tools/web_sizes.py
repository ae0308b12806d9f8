"""Hold the budgets of the browser board, measured on what was built.

python -m tools.web_sizes
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

STATIC = Path(__file__).parent.parent / "src" / "stromnetz" / "server" / "static"
KB = 1000


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def main() -> int:
    scripts = sum(packed(path) for path in STATIC.glob("*.js"))
    styles = sum(packed(path) for path in STATIC.glob("*.css"))
    fonts = sum(path.stat().st_size for path in STATIC.glob("*.woff2"))
    rows = [("JavaScript", scripts, 90), ("CSS", styles, 20), ("fonts", fonts, 60)]
    maps = sorted(STATIC.glob("map-*.json"))
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
