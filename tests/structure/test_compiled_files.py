"""The list of files that mypyc compiles matches the files that exist."""

import pytest

from tools import compiled


def test_every_listed_file_exists_and_is_compiled() -> None:
    assert compiled.modules()


def test_a_listed_file_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "PLAY", (*compiled.PLAY, "play/missing.py"))
    with pytest.raises(SystemExit, match=r"play/missing\.py"):
        compiled.modules()
