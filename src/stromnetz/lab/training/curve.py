"""The learning curve of a run: JSON lines, and a chart of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stromnetz.arena.svg_charts import CHART_WIDTH, line, svg, text

HEIGHT, LEFT, TOP = 180.0, 34.0, 8.0
STYLE = """\
<style>.grid{stroke:#8884;fill:none}.curve{stroke:#b5541c;fill:none;stroke-width:2}text{font:11px sans-serif}</style>"""


def append_row(path: Path, row: dict[str, Any]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def read_rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(one) for one in path.read_text(encoding="utf-8").splitlines() if one]


def draw_curve(rows: Sequence[dict[str, Any]]) -> str:
    """A chart of the share won against a bot by decisions played; without evaluations, of the entropy."""
    tried = [(row["decisions"], row["share"]) for row in rows if row["what"] == "try"]
    points = tried or [(row["decisions"], row["entropy"]) for row in rows if row["what"] == "turn"]
    title = "share of games won" if tried else "entropy of the choices"
    most = max([x for x, _ in points], default=1) or 1
    top = 1.0 if tried else max([y for _, y in points], default=1.0) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        return LEFT + (CHART_WIDTH - LEFT - 10) * x / most, TOP + (HEIGHT - TOP - 24) * (1 - y / top)

    parts = [STYLE]
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        _, y = at(0, part * top)
        parts += [
            line(LEFT, y, CHART_WIDTH - 10, y, "grid"),
            text(LEFT - 4, y + 4, f"{part * top:.2g}", "end", "small"),
        ]
    parts.append(text(CHART_WIDTH - 10, HEIGHT - 6, f"{most / 1e6:.3g} million decisions", "end", "small"))
    if points:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in points))
        parts.append(f'<path class="curve" d="M{path}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in (at(*point) for point in points)]
    return svg(HEIGHT, title, parts).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
