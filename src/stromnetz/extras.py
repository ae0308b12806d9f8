"""Which optional libraries are installed, and how to install them (the extras of pyproject.toml)."""

from __future__ import annotations

from importlib.util import find_spec


def missing(*modules: str) -> list[str]:
    """Return those of the modules that are not installed; none of them is imported."""
    return [name for name in modules if not _is_installed(name)]


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # of the package that it is in
        return False


def install_command(extra: str) -> str:
    """Return the command that installs an extra. Double quotes work in every shell, and on Windows.

    >>> install_command("postgres")
    'pip install "stromnetz[postgres]"'
    """
    return f'pip install "stromnetz[{extra}]"'
