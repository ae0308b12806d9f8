"""Environments are created by uv if possible, otherwise by pip."""

from __future__ import annotations

import hashlib
import itertools
import subprocess
import zipfile
from pathlib import Path

import pytest

from tools import environment
from tools.environment import UnsupportedSetting, settings, uv_settings

LISTED = """\
:env:.find-links='/wheels /more'
:env:.no-cache-dir='1'
global.cert='/certs.crt'
global.extra-index-url='https://a.example/simple\\nhttps://b.example/simple'
global.find-links='/old'
global.index-url='https://far.example/simple'
install.index-url='https://near.example/simple'
list.format='columns'
"""


def test_uv_looks_where_pip_looks() -> None:
    options, variables = uv_settings(settings(LISTED))
    given = sorted(f"{one} {place}" for one, place in itertools.pairwise([*options, ""]) if one.startswith("--"))
    assert given == [
        "--default-index https://near.example/simple",
        "--find-links /more",
        "--find-links /wheels",
        "--index https://a.example/simple",
        "--index https://b.example/simple",
        "--no-cache ",
    ]
    assert variables == {"SSL_CERT_FILE": "/certs.crt"}


@pytest.mark.parametrize(
    "listed", ["global.constraint='c.txt'", ":env:.proxy='http://p.example'", "install.platform='any'"]
)
def test_what_uv_is_not_known_to_follow_is_left_to_pip(listed: str) -> None:
    with pytest.raises(UnsupportedSetting):
        uv_settings(settings(listed))


def wheel(folder: Path) -> Path:
    """A minimal package to install."""
    path = folder / "lamp-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as out:
        out.writestr("lamp.py", "LIT = True\n")
        out.writestr("lamp-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: lamp\nVersion: 1.0\n")
        out.writestr("lamp-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        out.writestr("lamp-1.0.dist-info/RECORD", "")
    return path


@pytest.mark.nightly
def test_where_there_is_no_uv_pip_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = hashlib.sha256(wheel(tmp_path).read_bytes()).hexdigest()
    lock = tmp_path / "lock.txt"
    lock.write_text(f"lamp==1.0 \\\n    --hash=sha256:{digest}\n")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    assert environment.install(tmp_path / "env", lock) == 0
    lit = [str(tmp_path / "env" / "bin" / "python"), "-c", "import lamp; print(lamp.LIT)"]
    assert subprocess.run(lit, capture_output=True, text=True, check=True).stdout == "True\n"


@pytest.mark.parametrize("command", ["false", "a-program-that-is-not-there"])
def test_where_uv_fails_that_is_noticed(tmp_path: Path, command: str) -> None:
    assert not environment.install_with_uv([command], tmp_path / "lock.txt")
