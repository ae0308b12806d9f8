"""Parts that editions and variants add to views, bots and the terminal, found by file name."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from stromnetz.editions.files import plugins
from stromnetz.editions.files.loader import edition_variants
from stromnetz.engine.moves import CardRef

if TYPE_CHECKING:
    from stromnetz.play.words.vocabulary import Words

    from .views import View

Part = TypeVar("Part")


def edition_part(edition: str, file: str, name: str, kind: type[Part]) -> Part:
    """Return the object of an edition's file; if there is no such file, an instance of ``kind``, which adds nothing.

    An edition that extends another one uses its files, unless it has its own.
    """
    return find_edition_part(edition, file, name, kind) or kind()


def find_edition_part(edition: str, file: str, name: str, kind: type[Part]) -> Part | None:
    """Return the object of an edition's file, or None if there is no such file."""
    module = plugins.edition_module(edition, file)
    return None if module is None else _held(module, name, kind)


def variant_parts(edition: str, file: str, name: str, kind: type[Part]) -> list[Part]:
    """Return the objects of this file from the edition's variants."""
    rooms = [plugins.variant_part(folder, file) for folder in edition_variants(edition)]
    return [_held(room, name, kind) for room in rooms if room is not None]


def _held(module: ModuleType, name: str, kind: type[Part]) -> Part:
    found = getattr(module, name, None)
    if not isinstance(found, kind):
        raise TypeError(f"{module.__file__} must hold {name}, a {kind.__name__}")
    return found


class EditionTexts:
    """Texts that an edition adds to those about a game; empty by default."""

    def card_text(self, view: View, ref: CardRef, words: Words) -> str | None:
        """Return a card's effect; None for a plant that burns fuel."""
        return None

    def card_mark(self, view: View, ref: CardRef, current: bool) -> str:
        """Return the text right after a card's number in the current or future market."""
        return ""

    def player_text(self, view: View, seat: int, words: Words) -> str:
        """Return a player's property besides money, cities, plants and fuel."""
        return ""

    def sites(self, view: View) -> dict[str, int]:
        """Return the cities with something built besides houses, and the seat that built it."""
        return {}


@cache
def edition_texts(edition: str) -> EditionTexts:
    return edition_part(edition, "texts", "TEXTS", EditionTexts)


@cache
def variant_texts(edition: str) -> list[EditionTexts]:
    """Return the texts that the variants of an edition add in games that use them."""
    return variant_parts(edition, "texts", "TEXTS", EditionTexts)


def player_texts(view: View, seat: int, words: Words) -> list[str]:
    """Return a player's property besides money, cities, plants and fuel, from the edition and its variants."""
    parts = (edition_texts(view.edition), *variant_texts(view.edition))
    return [text for part in parts if (text := part.player_text(view, seat, words))]
