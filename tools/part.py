"""A part of the tests.

    python -m tools.part NAME [--again] [options of pytest]

With ``--again`` the few that fail are tried once more, alone, and named either way. It is for parts that wait for other
programs: servers, databases and browsers on a busy machine now and then come in an order that nobody has thought of.
What fails twice is broken; what fails once is said at the end, to be looked into, and does not hold up everybody else's
work. CPython's own tests are run like this. Everything else is the same in every run, and fails at once.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

FEW = 3
"""Where more fail than these, something is broken, and the first run has said what."""
SLOWEST = ("--durations=12", "--durations-min=2")
FAILED = 1
"""Pytest's own number for it; the others say that it could not do its work."""


def run(name: str, options: list[str], cache: Path, again: bool) -> int:
    """What pytest says of the part, after a second try where one makes sense."""
    begun = time.monotonic()
    kept = cache / "v" / "cache" / "lastfailed"
    kept.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", *SLOWEST, "-o", f"cache_dir={cache}"]
    code = subprocess.run([*command, *options], check=False).returncode
    failed = sorted(json.loads(kept.read_text())) if code == FAILED and kept.is_file() else []
    if again and 0 < len(failed) <= FEW:
        print(f"\n{name}: tried once more, alone: {', '.join(failed)}", flush=True)
        code = subprocess.run([*command, *options, "-n", "0", "--last-failed"], check=False).returncode
        if code == 0:
            print(f"{name}: FAILED AT FIRST, PASSED THEN: {', '.join(failed)}", flush=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{name}: {time.monotonic() - begun:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processor time")
    return code


def main() -> int:
    name, *options = sys.argv[1:]
    again = "--again" in options
    return run(name, [one for one in options if one != "--again"], Path(".pytest_cache") / name, again)


if __name__ == "__main__":
    sys.exit(main())
