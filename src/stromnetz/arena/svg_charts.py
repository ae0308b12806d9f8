"""SVG charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

CHART_WIDTH = 380
"""The width of a phone, so that text is readable there; the page may enlarge it."""
ROW_HEIGHT = 26
FOOT_HEIGHT = 22
CHARACTER_WIDTH = 7.4
"""Approximate width of a character in the font of the report."""


@dataclass(slots=True, frozen=True)
class Point:
    """A row of a chart: a value with its interval, and the fair value."""

    name: str
    value: float
    low: float
    high: float
    mark: float | None = None
    colour: int = 0
    text: str = ""


def svg(height: float, title: str, parts: Sequence[str], width: float = CHART_WIDTH) -> str:
    head = f'<svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
    return "\n".join([head, *parts, "</svg>"])


def text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{named}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"/>'


def box(x: float, y: float, width: float, height: float, kind: str, tip: str = "", more: str = "") -> str:
    told = f"<title>{escape(tip)}</title>" if tip else ""
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" {place}{more}>{told}</rect>' if told else f'<rect class="{kind}" {place}{more}/>'


MAX_LABEL_LENGTH = 18


def margin(rows: Sequence[Point]) -> float:
    """Width needed for the names."""
    return CHARACTER_WIDTH * min(MAX_LABEL_LENGTH, max(len(row.name) for row in rows)) + 14


def short(name: str) -> str:
    """Shorten a long name from the front, since the end of ``package.module:Class`` says more."""
    return name if len(name) <= MAX_LABEL_LENGTH else f"…{name[1 - MAX_LABEL_LENGTH :]}"


def points(title: str, rows: Sequence[Point]) -> str:
    """A chart of shares from 0 to 100 %, one row each, with their intervals."""
    left = margin(rows)
    right = CHART_WIDTH - 14

    def x(share: float) -> float:
        return left + share * (right - left)

    bottom = ROW_HEIGHT * len(rows) + 4
    parts = []
    for tick in (0, 25, 50, 75, 100):
        parts += [line(x(tick / 100), 2, x(tick / 100), bottom, "grid")]
        parts += [text(x(tick / 100), bottom + 15, str(tick), "middle", "small")]
    parts[-1] = text(CHART_WIDTH, bottom + 15, "100 %", "end", "small")
    for number, row in enumerate(rows):
        y = ROW_HEIGHT * number + ROW_HEIGHT / 2 + 2
        parts.append(text(left - 8, y + 4, short(row.name), "end"))
        if row.mark is not None:
            parts.append(line(x(row.mark), y - 9, x(row.mark), y + 9, "fair"))
        tip = row.text or f"{row.name}: {100 * row.value:.1f} % ({100 * row.low:.1f} to {100 * row.high:.1f})"
        parts += [
            f'<g class="c{row.colour % 8}"><title>{escape(tip)}</title>',
            line(x(row.low), y, x(row.high), y, "interval"),
            f'<circle cx="{x(row.value):.1f}" cy="{y:.1f}" r="4.5"/></g>',
        ]
    return svg(bottom + FOOT_HEIGHT, title, parts)


def bars(title: str, counts: Mapping[int, int], unit: str) -> str:
    """A bar chart of counts by number."""
    if not counts:
        return ""
    first, last = min(counts), max(counts)
    top, bottom = max(counts.values()), 120.0
    step = (CHART_WIDTH - 20) / (last - first + 1)
    every = ceil(18 / step)
    parts = [line(10, bottom, CHART_WIDTH - 10, bottom, "grid")]
    for number in range(first, last + 1):
        count = counts.get(number, 0)
        x, height = 10 + step * (number - first), count / top * (bottom - 10)
        parts.append(box(x + 1, bottom - height, step - 2, height, "bar c0", f"{number} {unit}: {count}"))
        if (number - first) % every == 0:
            parts.append(text(x + step / 2, bottom + 15, str(number), "middle", "small"))
    return svg(bottom + FOOT_HEIGHT, title, parts)


def spans(title: str, rows: Sequence[Point]) -> str:
    """A chart of times on a logarithmic scale: a bar up to the median, a thin line up to the high value."""
    left = margin(rows)
    low = floor(log10(max(0.001, min(row.value for row in rows))))
    high = max(low + 1, ceil(log10(max(0.001, *(row.high for row in rows)))))

    def x(value: float) -> float:
        return left + (log10(max(10.0**low, value)) - low) / (high - low) * (CHART_WIDTH - 24 - left)

    bottom = ROW_HEIGHT * len(rows) + 4
    parts = []
    for power in range(low, high + 1):
        value = 10.0**power
        parts += [line(x(value), 2, x(value), bottom, "grid")]
        parts += [text(x(value), bottom + 15, f"{value:g} ms" if power == high else f"{value:g}", "middle", "small")]
    for number, row in enumerate(rows):
        y = ROW_HEIGHT * number + ROW_HEIGHT / 2 + 2
        tip = f"{row.name}: median {row.value:.2f} ms, p99 {row.high:.2f} ms"
        parts += [
            text(left - 8, y + 4, short(row.name), "end"),
            f'<g class="c{row.colour % 8}"><title>{escape(tip)}</title>',
        ]
        parts += [line(left, y, x(row.high), y, "reach"), box(left, y - 5, x(row.value) - left, 10, "bar"), "</g>"]
    return svg(bottom + FOOT_HEIGHT, title, parts)


def squares(title: str, rows: Sequence[str], counts: Mapping[tuple[str, int], float], colour: int) -> str:
    """A heat map with a square for each name and number."""
    columns = max((number for _, number in counts), default=1)
    left, cell, top = 52.0, 13.0, 18.0
    step = (CHART_WIDTH - left - 6) / columns
    most = max(counts.values(), default=1.0)
    parts = [
        text(left + step * (number - 0.5), 12, str(number), "middle", "small")
        for number in range(1, columns + 1)
        if (number - 1) % ceil(16 / step) == 0
    ]
    for place, name in enumerate(rows):
        y = top + cell * place
        parts.append(text(left - 6, y + 10, name, "end", "small"))
        for number in range(1, columns + 1):
            share = counts.get((name, number), 0.0)
            if share:
                strength = f' fill-opacity="{0.12 + 0.88 * share / most:.2f}"'
                tip = f"{name}, round {number}: {100 * share:.1f} %"
                parts.append(
                    box(left + step * (number - 1), y, step - 1, cell - 1, f"bar c{colour % 8}", tip, strength)
                )
    return svg(top + cell * len(rows) + 4, title, parts)
