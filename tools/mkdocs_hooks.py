"""The MkDocs hook of `make docs`.

It adds pages from elsewhere (changelog, contributing, the server's interface), makes every rule id an anchor, replaces
links to source files by their names, and lists the hashes of inline scripts so that the server can allow them. The help
of the app (mkdocs-app.yml) has only some of the pages, without pictures.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from griffe import Extension, Object
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from tools.generate.server_reference import http_page, websocket_page

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = {"barlow": (400, 500, 600), "barlow-condensed": (600, 700)}
COPIED = {"ARCHITECTURE.md": "architecture.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages of the repository's root, with their places in the site."""
JOINED = {**COPIED, "README.md": "index.md"}
"""Link targets in the site; the README becomes the first page."""
IN_APP = ("index.md", "tutorial.md", "operations.md", "learning.md", "data-files.md", "guides/", "reference/", "site/")
"""Files and folders that are also in the help of the app."""
IMAGE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n+", re.MULTILINE)
SHIM = "https://unpkg.com/iframe-worker/shim"
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\(([^)\s]+)\)")
RULE = re.compile(r"^- \*\*([A-Z]{1,2}\d+[a-z]?)((?: [^*\n]+)?)\*\*", re.MULTILINE)
"""A rule: its id, and sometimes a name."""
SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>(.*?)</script>", re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the decisions to the navigation."""
    docs = Path(config.docs_dir)
    for section in config.nav or []:
        for part in section.get("Explanation", []):
            if "Decisions" in part:
                part["Decisions"] = sorted(f"decisions/{path.name}" for path in docs.glob("decisions/*.md"))
    if _in_app(config):
        config.nav = list(_kept(config.nav or []))
        config.theme["features"].append("navigation.prune")
    return config


def _in_app(config: MkDocsConfig) -> bool:
    return bool(config.extra.get("in_app"))


def _kept(nav: list[Any]) -> Iterator[Any]:
    """The part of the navigation that is in the help of the app."""
    for entry in nav:
        if isinstance(entry, str):
            if entry.startswith(IN_APP):
                yield entry
            continue
        ((title, inside),) = entry.items()
        kept = list(_kept([inside] if isinstance(inside, str) else inside))
        if kept:
            yield {title: kept[0] if isinstance(inside, str) else kept}


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    made = {
        **{address: (ROOT / name).read_text(encoding="utf-8") for name, address in COPIED.items()},
        "reference/http.md": http_page(),
        "reference/websocket.md": websocket_page(),
    }
    for address, text in made.items():
        files.append(File.generated(config, address, content=text))
    for font, path in _fonts():
        files.append(File.generated(config, f"site/{font}", abs_src_path=str(path)))
    shim = ROOT / "web/node_modules/iframe-worker/shim/index.js"
    files.append(File.generated(config, "site/worker.js", abs_src_path=str(shim)))
    files.append(File.generated(config, "site/icon.svg", abs_src_path=str(ROOT / "web/src/icon.svg")))
    if _in_app(config):
        ours = [file for file in files if file.src_uri in made or Path(config.docs_dir, file.src_uri).exists()]
        for file in ours:
            if not file.src_uri.startswith(IN_APP):
                files.remove(file)
    return files


def _fonts() -> Iterator[tuple[str, Path]]:
    folder = ROOT / "web/node_modules/@fontsource"
    for family, weights in WEIGHTS.items():
        for weight in weights:
            yield f"{family}-{weight}.woff2", folder / family / "files" / f"{family}-latin-{weight}-normal.woff2"


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    here = page.file.src_uri
    if here in COPIED.values():
        base = ""
    else:
        base = posixpath.join("docs", posixpath.dirname(here))
    if _in_app(config):
        markdown = IMAGE.sub("", markdown)
    markdown = LINK.sub(lambda link: _link(link, base, here, files, config), markdown)
    if here.startswith("rules/"):
        markdown = RULE.sub(r"- **[\1](#\1){ #\1 .rule }\2**", markdown)
    return markdown


def _link(link: re.Match[str], base: str, here: str, files: Files, config: MkDocsConfig) -> str:
    """Convert a link: within the site, it stays a link; other files of the repository are named by their path. The help
    of the app links to the app's rules, and to the public site for other pages that it does not have."""
    text, target = link[1], link[2]
    if "://" in target or target.startswith(("#", "mailto:")):
        return link[0]
    path, _, anchor = target.partition("#")
    whole = posixpath.normpath(posixpath.join(base, path))
    inside = JOINED.get(whole) or (whole.removeprefix("docs/") if whole.startswith("docs/") else None)
    found = files.get_file_from_path(inside) if inside is not None else None
    if inside is not None and found is not None and found.inclusion.is_included():
        to = posixpath.relpath(inside, posixpath.dirname(here) or ".")
        return f"[{text}]({to}{'#' + anchor if anchor else ''})"
    if _in_app(config) and inside is not None and inside.endswith(".md") and (ROOT / whole).exists():
        at = f"#{anchor}" if anchor else ""
        if inside.startswith("rules/"):
            return f"[{text}](/rules{at})"
        return f"[{text}]({config.site_url}{inside.removesuffix('.md')}.html{at})"
    if not (ROOT / whole).exists():
        return link[0]  # MkDocs reports it as broken
    return text if text.startswith("`") else f"{text} (`{whole}`)"


def on_post_page(output: str, *, page: Page, config: MkDocsConfig) -> str:
    """Load the search worker from the site instead of a CDN."""
    return output.replace(SHIM, get_relative_url("site/worker.js", page.url))


@event_priority(-200)  # type: ignore[untyped-decorator, unused-ignore]  # after the plugins
def on_post_build(*, config: MkDocsConfig) -> None:
    site = Path(config.site_dir)
    found = {script for page in site.rglob("*.html") for script in SCRIPT.findall(page.read_text(encoding="utf-8"))}
    hashes = sorted(base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in found)
    (site / "scripts.json").write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")
    for unused in [*site.rglob("*.map"), *site.rglob("wordcut.js")]:
        unused.unlink()  # source maps, and a library for Thai
    if _in_app(config):
        (site / "search" / "search_index.js").unlink()  # for pages that are opened as files


EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
ROLE = re.compile(r":\w+:`~?\.*([^`]+)`")


class PlainDocstrings(Extension):  # type: ignore[misc, unused-ignore]  # griffe is only in the environment of `make docs`
    def on_object(self, *, obj: Object, **more: Any) -> None:
        if obj.docstring is not None:
            text = EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
            obj.docstring.value = ROLE.sub(r"`\1`", text)
