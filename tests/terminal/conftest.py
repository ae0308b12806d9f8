"""A fixture that runs the command."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from stromnetz.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """A function that runs the command; returns exit code, output and errors."""

    def call(*argv: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(argv)
        out = capsys.readouterr()
        return code, out.out, out.err

    return call
