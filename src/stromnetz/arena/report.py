"""The HTML report of a tournament: one self-contained page without scripts, for light and dark, wide screens and
phones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from stromnetz.build import VERSION
from stromnetz.play.catalogue import plants

from .matches import all_faults
from .results import BotResult, Results
from .statistics import Share
from .svg_charts import Point, bars, points, spans, squares

STYLE = Path(__file__).with_name("report.css")


def page(results: Results, command: str = "") -> str:
    """The HTML of the report."""
    title = "Tournament: " + ", ".join(row.bot for row in results.standings)
    sections = [_head(results, title, command), _standings(results), _kinds(results), _before(results)]
    sections += [_rounds(results), _times(results), _plants(results)]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{STYLE.read_text(encoding='utf-8')}</style></head><body>",
            *(section for section in sections if section),
            "</body></html>",
            "",
        ]
    )


def _head(results: Results, title: str, command: str) -> str:
    plan = results.plan
    cut = f", of which {results.cut} were cut" if results.cut else ""
    kinds = "one kind of game" if len(plan.kinds) == 1 else f"{len(plan.kinds)} kinds of games"
    notes = f"<p>Played by <code>{escape(command)}</code>.</p>" if command else ""
    notes += "".join(f"<p>{escape(line)}.</p>" for line in all_faults(results.games).lines())
    return (
        f"<h1>{escape(title)}</h1><p class='quiet'>{len(results.games):,} games{cut}; {kinds}; deals {plan.seed} to "
        f"{plan.seed + plan.deals - 1}, each in several seatings, so that every bot sits on every seat equally often. "
        f"Stromnetz {escape(VERSION)}.</p>{notes}"
    )


def _percent(share: Share) -> str:
    return f"{100 * share.share:.1f} % <small>{100 * share.low:.1f} to {100 * share.high:.1f}</small>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _figure(picture: str) -> str:
    return f"<figure>{picture}</figure>"


def _colours(results: Results) -> dict[str, int]:
    return {row.bot: number for number, row in enumerate(results.standings)}


def _shares(results: Results, rows: Sequence[BotResult], title: str) -> str:
    colours = _colours(results)
    return points(
        title,
        [
            Point(row.bot, row.won.share, row.won.low, row.won.high, row.fair, colours[row.bot])
            for row in rows
            if row.seats
        ],
    )


def _standings(results: Results) -> str:
    rows = []
    for row in results.standings:
        rating, spent = results.ratings.get(row.bot), results.times[row.bot][""]
        rows.append(
            [
                escape(row.bot),
                _percent(row.won),
                f"{100 * row.fair:.1f} %",
                f"{row.mean_rank:.2f}",
                f"{rating.mu:.1f} <small>± {rating.sigma:.1f}</small>" if rating else "–",
                f"{row.supplied:.1f}",
                f"{spent.median:.2f} ms",
                f"{spent.p99:.1f} ms",
                f"{row.seats:,}",
            ]
        )
    heads = ["bot", "wins", "fair", "mean rank", "rating", "cities supplied", "median", "p99", "seats"]
    return (
        "<h2>Standings</h2><p class='quiet'>Wins of 100 seats, with 95 % intervals clustered by deal; the dashed mark "
        "is the fair share. A shared win counts in parts.</p>"
        + _figure(_shares(results, results.standings, "Share of wins by bot"))
        + _table(heads, rows)
    )


def _kinds(results: Results) -> str:
    if len(results.by_kind) < 2:
        return f"<p class='quiet'>{escape(str(results.by_kind[0][0]))}.</p>"
    parts = [
        f"<div><h3>{escape(str(kind))}</h3>{_figure(_shares(results, rows, f'Share of wins, {kind}'))}</div>"
        for kind, rows in results.by_kind
    ]
    return f"<h2>By kind of game</h2><div class='side'>{''.join(parts)}</div>"


def _before(results: Results) -> str:
    order = [row.bot for row in results.standings]
    rows = [[escape(a), *("" if a == b else f"{100 * results.before[a, b].share:.0f} %" for b in order)] for a in order]
    return (
        "<h2>Who stands before whom</h2><p class='quiet'>How often the bot of the line ranked before the bot of the "
        "column, where both sat at the table.</p>" + _table(["", *order], rows)
    )


def _rounds(results: Results) -> str:
    total = sum(results.rounds.values())
    if not total:
        return ""
    mean = sum(number * count for number, count in results.rounds.items()) / total
    return f"<h2>Rounds</h2><p class='quiet'>Games took {mean:.1f} rounds on average.</p>" + _figure(
        bars("Games by number of rounds", results.rounds, "rounds")
    )


def _times(results: Results) -> str:
    colours = _colours(results)
    rows = [
        [escape(bot), escape(kind) or "all", f"{spent.decisions:,}", f"{spent.median:.2f}", f"{spent.p99:.2f}"]
        for bot, kinds in results.times.items()
        for kind, spent in kinds.items()
    ]
    spent = [
        Point(bot, kinds[""].median, 0, kinds[""].p99, colour=colours[bot]) for bot, kinds in results.times.items()
    ]
    return (
        "<h2>Decision times</h2><p class='quiet'>Processor time of a decision: the bar ends at the median, the line at "
        "the 99th percentile.</p>"
        + _figure(spans("Processor time of decisions", spent))
        + "<details><summary>By kind of decision</summary>"
        + _table(["bot", "decision", "number", "median ms", "p99 ms"], rows)
        + "</details>"
    )


def _plants(results: Results) -> str:
    parts = []
    seats = {
        (edition, row.bot): sum(
            s.seats for kind, rows in results.by_kind if kind.edition == edition for s in rows if s.bot == row.bot
        )
        for edition in results.bought
        for row in results.standings
    }
    for edition, bots in results.bought.items():
        facts = plants(edition)
        known = {card for counts in bots.values() for card, _ in counts}
        order = [card for card in facts if card in known] + sorted(known - facts.keys(), key=str)
        names = {card: f"{card:02}" if isinstance(card, int) else str(card) for card in order}
        pictures = []
        for bot, colour in _colours(results).items():
            shares = {(names[card], n): count / max(1, seats[edition, bot]) for (card, n), count in bots[bot].items()}
            title = f"Plants that {bot} bought, by round"
            pictures.append(f"<div><h3>{escape(bot)}</h3>{squares(title, list(names.values()), shares, colour)}</div>")
        parts.append(
            f"<details open><summary>{escape(edition)}</summary><div class='side'>{''.join(pictures)}</div></details>"
        )
    return (
        "<h2>Plants by round</h2><p class='quiet'>In how many of 100 games a seat bought a plant (lines) in a round "
        "(columns): the stronger the colour, the more.</p>" + "".join(parts)
    )
