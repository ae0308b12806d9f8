"""Write all files that are generated from the code.

    python -m tools.generate [--check]

``--check`` writes nothing and fails if a file is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

GENERATORS = (
    "position_fields",
    "narrowed_types",
    "client_types",
    "data_formats",
    "database_schema",
    "api_limits",
    "pictures",
)
"""Modules with a function ``texts``. The fields of positions come first, because all others import them."""


def update(texts: Mapping[Path, str], check: bool = False) -> list[Path]:
    """Write the files whose text has changed, unless ``check``; returns them."""
    changed = [path for path, text in texts.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    if not check:
        for path in changed:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(texts[path], encoding="utf-8")
    return changed


def main(arguments: list[str]) -> int:
    check = "--check" in arguments
    changed = [path for name in GENERATORS for path in update(import_module(f"tools.generate.{name}").texts(), check)]
    for path in changed:
        print(f"{path}: out of date, run `make generate`" if check else f"wrote {path}")
    return int(check and bool(changed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
