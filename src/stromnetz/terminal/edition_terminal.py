"""What an edition adds to the terminal: offers, cards and boards of its own."""

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
from stromnetz.play.words.wording import Words

SEAT_STYLES = ("bright_blue", "orange_red1", "green3", "yellow3", "orchid", "grey62")


@dataclass(slots=True)
class Offer:
    """One line of the list: the move it stands for (with its lowest amount), and what to know about it."""

    move: Move
    note: str
    amounts: tuple[int, int] | None = None
    """The lowest and highest amount, where an amount can be chosen."""


@dataclass(slots=True)
class OwnCard:
    """A card of a player, in one line: what it does, and whether it lies idle beside the others."""

    text: str
    beside: bool


class EditionTerminal:
    """What an edition shows in its own way. Nothing, unless it says otherwise."""

    wider = 0
    """How many more characters its cards need."""

    def offer(self, option: Option, view: View, words: Words, money: int) -> Offer | None:
        """An option of its own as an offer."""
        return None

    def rank(self, option: Option, options: Sequence[Option]) -> tuple[int, int] | None:
        """Where an option of its own stands among all: the common ones have 0, cities (1, cost)."""
        return None

    def card_lines(self, facts: PlantFacts, view: View, words: Words) -> tuple[str, str] | None:
        """The two lines of a card; None for a plant that burns fuel."""
        return None

    def card_style(self, facts: PlantFacts) -> str | None:
        return None

    def own_card(self, ref: CardRef, player: PlayerView, view: View, words: Words) -> OwnCard | None:
        """A card of a player; None for a plant that burns fuel."""
        return None

    def city_mark(self, view: View, city: str) -> Text:
        """What stands behind the houses of a city."""
        return Text()

    def holdings_title(self, words: Words) -> str:
        """The column that says what players have for their plants."""
        return words.term("fuel")

    def holdings(self, player: PlayerView, view: View, words: Words) -> str:
        return words.fuel(player.fuel) if player.fuel else ""

    def legend(self, words: Words) -> str:
        """What its signs mean; empty where it has none."""
        return ""


@cache
def terminal_of(edition: str) -> EditionTerminal:
    return edition_part(edition, "screen", "SCREEN", EditionTerminal)


@cache
def all_terminals(edition: str) -> list[EditionTerminal]:
    """The terminal parts of an edition and of its variants."""
    return [terminal_of(edition), *variant_parts(edition, "screen", "SCREEN", EditionTerminal)]


def price_text(place: int, connection: int, words: Words, money: int) -> str:
    """What building costs, and what that leaves."""
    total = place + connection
    return words.terminal("price", place=place, connection=connection, total=total, left=money - total)


def way_text(path: Sequence[str], words: Words) -> str:
    """The cities of a path that passes through others."""
    return f" ({' - '.join(words.city(c) for c in path)})" if len(path) > 2 else ""
