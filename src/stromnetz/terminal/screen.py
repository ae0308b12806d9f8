"""Draws a view with rich. Without a terminal, ``play.words.text`` is used instead."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box
from rich.cells import cell_len
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from stromnetz.engine.moves import CardRef, card_text
from stromnetz.play.catalogue import PlantFacts
from stromnetz.play.edition_parts import variant_texts
from stromnetz.play.view_parts import FuelView, PlayerView
from stromnetz.play.views import View
from stromnetz.play.words.text import (
    GLYPHS,
    NEUTRAL_GLYPH,
    decision_text,
    future_text,
    offer_text,
    position_lines,
    refill_text,
    result_lines,
)
from stromnetz.play.words.vocabulary import Words

from .edition_terminal import SEAT_STYLES, EditionTerminal, OwnCard, terminal_of

NEUTRAL_STYLE = "grey84"
FUEL_STYLES = {
    "coal": "dark_orange3",
    "oil": "grey66",
    "garbage": "gold3",
    "gas": "steel_blue1",
    "uranium": "indian_red1",
}
ECO_STYLE = "green3"


MIN_BOARD_WIDTH = 80
"""Columns that the drawing of the board needs."""
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def print_line(console: Console, text: Text, hang: int | None = None) -> None:
    """Print a line, broken between words at the width of a terminal; elsewhere lines stay whole.

    ``hang`` is the column in which further lines begin, usually two after the first.
    """
    if console.is_terminal:
        plain = text.plain
        start = len(plain) - len(plain.lstrip(" ")) + 2
        for line in _broken(text, console.width, start if hang is None or hang > console.width // 2 else hang):
            console.print(line, soft_wrap=True, highlight=False)
    else:
        text.plain = text.plain.replace(NO_BREAK_SPACE, " ")
        console.print(text, soft_wrap=True, highlight=False)


def _broken(text: Text, width: int, hang: int) -> Iterator[Text]:
    """The lines of a text; a word that is longer than a line stays whole."""
    while text.cell_len > width:
        spaces = [i for i, letter in enumerate(text.plain) if letter == " " and text.plain[:i].strip() and i > hang]
        if not spaces:
            break
        cut = max((i for i in spaces if cell_len(text.plain[:i]) <= width), default=spaces[0])
        first, rest = text.divide([cut])
        yield first
        text = Text(" " * hang).append_text(rest[len(rest) - len(rest.plain.lstrip(" ")) :])
    yield text


class Unbroken:
    """Texts in lines that are broken only between them."""

    def __init__(self, parts: list[Text]) -> None:
        self.parts = parts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for part in self.parts:
            if line and line.cell_len + 2 + part.cell_len > options.max_width:
                yield line
                line = Text()
            line.append_text(Text("  ") + part if line else part)
        yield line


def show(console: Console, view: View, words: Words) -> None:
    """Print a position: drawn if the terminal is wide enough, otherwise as plain lines."""
    if console.is_terminal and console.width >= MIN_BOARD_WIDTH:
        console.print(board(view, words))
    else:
        for line in position_lines(view, words):
            print_line(console, Text(line))


def board(view: View, words: Words) -> RenderableType:
    parts: list[RenderableType] = [
        _head(view, words),
        _market(view, words),
        _fuels(view, words),
        _map(view, words),
        _players(view, words),
    ]
    if view.result is not None:
        parts.append(Panel("\n".join(result_lines(view, words)), border_style="bold green", box=box.ROUNDED))
    return Group(*parts)


def seat_text(seat: int, words: Words) -> Text:
    name = words.seat(seat)
    return Text(name, style=f"bold {NEUTRAL_STYLE if name.startswith(NEUTRAL_GLYPH) else SEAT_STYLES[seat]}")


def _head(view: View, words: Words) -> RenderableType:
    lamps = "".join("●" if n <= view.step else "○" for n in (1, 2, 3))
    text = Text()
    text.append(f"{words.term('round')} {view.round}", style="bold")
    text.append(f"   {words.term('step')} {view.step} {lamps}", style="bold")
    text.append(f"   {words.phase(view.phase)}", style="bold cyan")
    if view.decision is not None:
        text.append("   → ")
        text.append(seat_text(view.decision.seat, words))
        text.append(f": {decision_text(view, words)}")
    return Panel(text, box=box.HEAVY, border_style="grey50")


def card_panel(view: View, ref: CardRef, words: Words, title: str, width: int = 11, dim: bool = False) -> Panel:
    """A plant card: number, fuel and amount, cities supplied."""
    if not view.is_plant(ref):
        return Panel(Text(words.card(ref), justify="center"), width=width, box=box.ROUNDED)
    facts = view.plant(ref)
    terminal = terminal_of(view.edition)
    style = _card_style(facts, terminal)
    own = terminal.card_lines(facts, view, words)
    if own is not None:
        first, second = own
    else:
        burnt = "/".join(words.fuel(f).split()[-1][:3] for f in facts.fuels)
        first, second = f"{facts.burns} {burnt}" if facts.fuels else "–", f"⌂ {facts.cities}"
    body = Text(justify="center", no_wrap=True, overflow="ellipsis")
    body.append(f"{first}\n", style="dim" if dim else style)
    body.append(second, style="dim" if dim else "bold")
    return Panel(
        body,
        title=title,
        width=width + terminal.extra_card_width,
        padding=(0, 0),
        box=box.ROUNDED,
        border_style="grey37" if dim else style,
    )


def _card_style(facts: PlantFacts, terminal: EditionTerminal) -> str:
    own = terminal.card_style(facts)
    if own is not None:
        return own
    return FUEL_STYLES.get(facts.fuels[0], ECO_STYLE) if facts.fuels else ECO_STYLE


def _market(view: View, words: Words) -> RenderableType:
    offered = zip(view.current, view.minimum_bids, strict=True)
    current = Columns(
        [card_panel(view, ref, words, offer_text(view, ref, bid)) for ref, bid in offered], padding=(0, 0)
    )
    grid = Table.grid(padding=(0, 2))
    grid.add_row(Text(words.term("current"), style="bold"), Text(words.term("future"), style="dim"))
    future = Columns(
        [card_panel(view, ref, words, future_text(view, ref), dim=True) for ref in view.future], padding=(0, 0)
    )
    grid.add_row(current, future)
    under = f" (… {', '.join(map(words.short, view.under_deck))})" if view.under_deck else ""
    back = f", {words.back(view.deck_back)}" if view.deck_back else ""
    note = f"{words.term('deck')}: {view.deck} {words.term('cards')}{back}{under} · {words.step_3(view.step_3)}"
    parts: list[RenderableType] = [grid, Text(note, style="dim")]
    if view.auction is not None:
        line = Text(f"{words.card(view.auction.card)}: ", style="bold")
        high = words.term("nobody") if view.auction.high is None else words.seat(view.auction.high)
        line.append(f"{view.auction.bid} ({high})  ", style="bold magenta")
        for seat in view.auction.bidders:
            line.append(seat_text(seat, words))
            line.append("  ")
        parts.append(line)
    return Group(*parts)


def _fuels(view: View, words: Words) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    refilled = any(fuel.refill is not None for fuel in view.fuels.values())
    for name in ("fuel", "price", "in_market", "supply", "refill") if refilled else ("fuel", "price", "in_market"):
        table.add_column(words.term(name), justify="left" if name in ("fuel", "in_market") else "right")
    for id, fuel in view.fuels.items():
        table.add_row(*_fuel_row(id, fuel, words)[: 5 if refilled else 3])
    return table


def _fuel_row(id: str, fuel: FuelView, words: Words) -> list[RenderableType]:
    style = FUEL_STYLES.get(id, "white")
    price = words.term("sold_out") if fuel.price is None else str(fuel.price)
    markers = Text("■" * fuel.in_market, style=style)
    markers.append(f" {fuel.in_market}", style="dim")
    return [Text(words.fuel(id), style=style), price, markers, str(fuel.supply), refill_text(fuel)]


def _map(view: View, words: Words) -> RenderableType:
    """The playing area by region: every city with its houses, and dots for free places of this step."""
    grid = Table.grid(padding=(0, 1))
    for region, cities in view.cities_by_region().items():
        parts = []
        for city in cities:
            line = Text()
            houses = view.houses.get(city, [])
            line.append(words.city(city), style="bold" if houses else "")
            line.append(" ")
            for seat in houses:
                neutral = view.players[seat].neutral
                line.append(NEUTRAL_GLYPH if neutral else GLYPHS[seat], style=SEAT_STYLES[seat] if not neutral else "")
            line.append("·" * (view.step - len(houses)), style="dim")
            line.append(terminal_of(view.edition).city_mark(view, city))
            parts.append(line)
        grid.add_row(Text(words.region(region), style="cyan"), Unbroken(parts))
    return Group(Text(), grid, Text())


def _players(view: View, words: Words) -> RenderableType:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True)
    terminal = terminal_of(view.edition)
    # only the columns of cards and fuel are broken, between words
    table.add_column(words.term("order"), no_wrap=True)
    for name in ("money", "cities", "capacity"):
        table.add_column(words.term(name), justify="right", no_wrap=True)
    table.add_column(words.term("plants"))
    table.add_column(terminal.holdings_title(words))
    for seat in view.order:
        table.add_row(*_player_row(view, view.players[seat], words))
    below = [Text(terminal.legend(words), style="dim")] if terminal.legend(words) else []
    for seat in view.order:
        for text in [part.player_text(view, seat, words) for part in variant_texts(view.edition)]:
            if text:
                line = seat_text(seat, words)
                line.append(f"  {text}", style="not bold default")
                below.append(line)
    return Group(table, *below) if below else table


def _player_row(view: View, player: PlayerView, words: Words) -> list[RenderableType]:
    plants = Text()
    terminal = terminal_of(view.edition)
    for ref in player.plants:
        facts = view.plant(ref)
        fuel = f"{facts.burns} {'/'.join(map(words.fuel, facts.fuels))} " if facts.fuels else ""
        own = terminal.own_card(ref, player, view, words) or OwnCard(f"{fuel}⌂{facts.cities}", beside=False)
        plants.append(
            f"({card_text(ref)} " if own.beside else f"{card_text(ref)} ", style="dim" if own.beside else "bold"
        )
        plants.append(
            f"{own.text})  " if own.beside else f"{own.text}  ",
            style="dim" if own.beside else _card_style(facts, terminal),
        )
    for held in player.cards:
        where = f" ({words.short(held.plant)})" if held.plant is not None else ""
        plants.append(f"+ {words.card(held.card)}{where}  ", style="bold cyan")
    marks = [words.term(name) for name in ("bought", "sat_out") if getattr(player, name)]
    if view.decision is not None and view.decision.seat == player.seat:
        marks.append(f"← {words.term('to_act')}")
    name = seat_text(player.seat, words)
    name.append("".join(f"\n  {mark}" for mark in marks), style="not bold dim default")
    return [
        name,
        "–" if player.neutral else words.term("hidden") if player.money is None else str(player.money),
        str(player.cities),
        f"{player.supplies}/{player.output}",
        plants,
        terminal.holdings(player, view, words),
    ]
