"""The symbols and colours of the web board for pictures in Python: ``src/stromnetz/play/pictures/symbols.json``."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web" / "src"
TARGET = ROOT / "src" / "stromnetz" / "play" / "pictures" / "symbols.json"
NAMES = re.compile(r"fuel-|house-|gen-")
"""The symbols that pictures use."""


def variables(block: str) -> dict[str, str]:
    """Return the custom properties of a CSS rule that are plain colours."""
    return dict(re.findall(r"--([\w-]+):(#[0-9A-Fa-f]{3,6})", block))


def colours() -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Return the colours of the light theme, and those of plants by kind."""
    css = (WEB / "styles" / "tokens.css").read_text(encoding="utf-8")
    kinds = {name: variables(block) for name, block in re.findall(r"^\.kind-([\w-]+)\{(.*?)\}", css, re.MULTILINE)}
    return variables(css.partition("}")[0]), kinds


def texts() -> dict[Path, str]:
    plain, kinds = colours()
    sprites = [WEB / "symbols.svg", *sorted(WEB.glob("editions/*/symbols.svg"))]
    svg = "".join([sprite.read_text(encoding="utf-8") for sprite in sprites])

    def resolved(found: re.Match[str]) -> str:
        return plain.get(found[1]) or found[2] or "none"

    symbols = {}
    for id, box, art in re.findall(r'<symbol id="([\w-]+)" viewBox="([^"]+)">(.*?)</symbol>', svg, re.DOTALL):
        if NAMES.match(id):
            symbols[id] = [box, re.sub(r"var\(--([\w-]+),?([^)]*)\)", resolved, art)]
    data = {"colours": plain, "kinds": kinds, "symbols": symbols}
    return {TARGET: json.dumps(data, indent=1, ensure_ascii=False) + "\n"}
