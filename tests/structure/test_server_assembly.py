"""Server modules know only what they should: multiple processes, and the registry of services."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.check_arrows import imports_of, name_of

HOME = Path(__file__).parents[2] / "src" / "stromnetz"
SERVER = HOME / "server"
MULTIPROCESS = "stromnetz.server.multiprocess"


def modules() -> Iterator[tuple[Path, ast.Module, str]]:
    """(file, tree, package) of each module of the server."""
    for path in sorted(SERVER.rglob("*.py")):
        package = name_of(HOME, path.parent / "__init__.py")
        yield path.relative_to(SERVER), ast.parse(path.read_text(encoding="utf-8")), package


def test_only_the_assembly_knows_that_there_may_be_several_servers() -> None:
    """So does the command that starts several processes; features use a `Bus` and a `Cluster`."""
    importers = {
        path.as_posix()
        for path, tree, package in modules()
        if path.parts[0] != "multiprocess"
        and any(one.module.startswith(MULTIPROCESS) for one in imports_of(tree, package))
    }
    assert importers == {"assembly.py", "serve.py"}


def test_nobody_but_the_assembly_looks_services_up() -> None:
    """Routes declare what they need, and services get it when they are created."""
    users = {
        path.as_posix()
        for path, tree, package in modules()
        if any(one.module == "stromnetz.server.core.dependencies.Services" for one in imports_of(tree, package))
    }
    # the error handler of app.py asks for the table that a path names, serve.py for the end of live connections
    assert users == {"assembly.py", "serve.py"}
    lookups = {path.as_posix() for path, tree, _ in modules() if "services_of(" in ast.unparse(tree)}
    assert lookups == {"app.py", "core/dependencies.py"}
