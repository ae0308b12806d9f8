"""The terminal part of an edition: its own offers, cards and boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from rich.text import Text

from stromnetz.engine.moves import CardRef, Move
from stromnetz.engine.options import Option
from stromnetz.play.catalogue import PlantFacts
from stromnetz.play.edition_parts import edition_part, variant_parts
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words

SEAT_STYLES = ("bright_blue", "orange_red1", "green3", "yellow3", "orchid", "grey62")


@dataclass(slots=True)
class Offer:
    """A line of the list of offers: its move (with the lowest amount), and a note."""

    move: Move
    note: str
    amounts: tuple[int, int] | None = None
    """The lowest and highest amount, if an amount can be chosen."""


@dataclass(slots=True)
class OwnCard:
    """The text of a player's card, and whether it lies unused beside the board."""

    text: str
    beside: bool


class EditionTerminal:
    """How an edition shows its own options and cards. The defaults show nothing."""

    extra_card_width = 0
    """Additional width of its cards, in characters."""

    def offer(self, option: Option, view: View, words: Words, money: int) -> Offer | None:
        """The offer for one of the edition's own options; None for others."""
        return None

    def rank(self, option: Option, options: Sequence[Option]) -> tuple[int, int] | None:
        """Sort key of one of the edition's own options: common options have 0, cities (1, cost)."""
        return None

    def card_lines(self, facts: PlantFacts, view: View, words: Words) -> tuple[str, str] | None:
        """The two lines of a card; None for plants that burn fuel."""
        return None

    def card_style(self, facts: PlantFacts) -> str | None:
        return None

    def own_card(self, ref: CardRef, player: PlayerView, view: View, words: Words) -> OwnCard | None:
        """The text of a player's card; None for plants that burn fuel."""
        return None

    def city_mark(self, view: View, city: str) -> Text:
        """Text after the houses of a city."""
        return Text()

    def holdings_title(self, words: Words) -> str:
        """Heading of the column of fuel or workers."""
        return words.term("fuel")

    def holdings(self, player: PlayerView, view: View, words: Words) -> str:
        return words.fuel(player.fuel) if player.fuel else ""

    def legend(self, words: Words) -> str:
        """The legend of its signs; empty if it has none."""
        return ""


@cache
def terminal_of(edition: str) -> EditionTerminal:
    return edition_part(edition, "terminal", "TERMINAL", EditionTerminal)


@cache
def all_terminals(edition: str) -> list[EditionTerminal]:
    """The terminal parts of an edition and of its variants."""
    return [terminal_of(edition), *variant_parts(edition, "terminal", "TERMINAL", EditionTerminal)]


def price_text(place: int, connection: int, words: Words, money: int) -> str:
    """The cost of building, and the money left."""
    total = place + connection
    return words.terminal("price", place=place, connection=connection, total=total, left=money - total)


def path_text(path: Sequence[str], words: Words) -> str:
    """The cities of a path, if it passes through others."""
    return f" ({' - '.join(words.city(c) for c in path)})" if len(path) > 2 else ""
