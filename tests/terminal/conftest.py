"""The command, as tests of the terminal run it."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest

from stromnetz.cli import main


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command: (exit code, output, errors)."""

    def call(*argv: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(argv)
        out = capsys.readouterr()
        return code, out.out, out.err

    return call
