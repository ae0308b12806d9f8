"""The decisions are numbered without gaps, and each has a date and a status."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "decisions"
STATUS = re.compile(r"Date: 20\d\d-\d\d-\d\d\. Status: (accepted|superseded by \[\d+\]\(\d{4}-[a-z0-9-]+\.md\))\.")


def test_numbers_dates_and_status() -> None:
    pages = sorted(FOLDER.glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for number, page in enumerate(pages, 1):
        title, blank, status, *_ = page.read_text(encoding="utf-8").splitlines()
        assert title.startswith(f"# {number}. "), page.name
        assert blank == ""
        assert STATUS.fullmatch(status), page.name
