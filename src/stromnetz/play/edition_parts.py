"""Parts that editions and variants add to views, bots and the terminal, found by file name."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

from stromnetz.editions.files import plugins
from stromnetz.editions.files.loading import variants_taken
from stromnetz.engine.moves import CardRef

if TYPE_CHECKING:
    from stromnetz.play.words.wording import Words

    from .views import View

Part = TypeVar("Part")


def edition_part(edition: str, file: str, name: str, kind: type[Part]) -> Part:
    """The object of an edition's file; a plain one of its kind, which adds nothing, where the edition has no such file.

    An edition that extends another has what the other has, unless it has a file of its own.
    """
    return find_edition_part(edition, file, name, kind) or kind()


def find_edition_part(edition: str, file: str, name: str, kind: type[Part]) -> Part | None:
    """Like `edition_part`, but None where the edition has no such file."""
    module = plugins.edition_module(edition, file)
    return None if module is None else _held(module, name, kind)


def variant_parts(edition: str, file: str, name: str, kind: type[Part]) -> list[Part]:
    """The objects of this file that the variants of an edition bring, where they have one."""
    rooms = [plugins.variant_part(folder, file) for folder in variants_taken(edition)]
    return [_held(room, name, kind) for room in rooms if room is not None]


def _held(module: ModuleType, name: str, kind: type[Part]) -> Part:
    found = getattr(module, name, None)
    if not isinstance(found, kind):
        raise TypeError(f"{module.__file__} must hold {name}, a {kind.__name__}")
    return found


class EditionTexts:
    """What an edition adds to texts about a game. Nothing, unless it says otherwise."""

    def card_text(self, view: View, ref: CardRef, words: Words) -> str | None:
        """What a card does; None for a plant that burns fuel."""
        return None

    def card_mark(self, view: View, ref: CardRef, current: bool) -> str:
        """What is said right behind the number of a card in the current or future market."""
        return ""

    def player_text(self, view: View, seat: int, words: Words) -> str:
        """What a player has beyond money, cities, plants and fuel."""
        return ""


@cache
def edition_texts(edition: str) -> EditionTexts:
    return edition_part(edition, "seen", "SEEN", EditionTexts)


@cache
def variant_texts(edition: str) -> list[EditionTexts]:
    """What the variants of an edition add, each where it is played with."""
    return variant_parts(edition, "seen", "SEEN", EditionTexts)


def player_texts(view: View, seat: int, words: Words) -> list[str]:
    """What a player has beyond money, cities, plants and fuel, by the edition and by its variants."""
    texts = [
        seen.player_text(view, seat, words) for seen in (edition_texts(view.edition), *variant_texts(view.edition))
    ]
    return [text for text in texts if text]
