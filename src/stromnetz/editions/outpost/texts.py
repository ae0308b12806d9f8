"""Views of companies with workers: facts and texts, also from views received from a server."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stromnetz.engine.moves import CardRef, card_text
from stromnetz.play.edition_parts import EditionTexts
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words

from . import company, piles
from .company_rules import PrintedCard, printed_cards
from .options import ArrangeOption


@dataclass(slots=True, frozen=True)
class CompanyView:
    """The board, slots and workers of a company."""

    placed: list[CardRef]
    seasonal: int
    robots: int
    plant_slots: int
    housing_slots: int
    permanent: int
    places: int
    need: int


def company_of(view: View, seat: int) -> CompanyView:
    return CompanyView(**view.modules[company.NAME]["seats"][seat])


def sites_of(view: View) -> dict[str, int]:
    """Return the occupied company places, each with its seat."""
    out: dict[str, int] = view.modules[company.NAME]["sites"]
    return out


def under_top(view: View, card: CardRef) -> int:
    """Return the number of cards under a card of the market."""
    return next((len(pile) - 1 for pile in view.modules[piles.NAME]["under"] if pile[0] == card), 0)


def discount(view: View, card: CardRef) -> int:
    """Return the sum of the discounts on a card of the market."""
    return next((off for top, off in view.modules[piles.NAME]["discounts"] if top == card), 0)


def card_of(view: View, card: CardRef) -> PrintedCard:
    """Return a card as printed."""
    return printed_cards(view.edition)[card]


def has_technology(view: View, seat: int, effect: str) -> bool:
    """Whether a seat has a card with this effect."""
    return any(card_of(view, card).effect == effect for card in view.players[seat].plants)


def laid_out(view: View, option: ArrangeOption) -> list[CardRef]:
    """Return a sensible board: the plants with most cities, the housings with most places, no usable slot empty."""

    def supply(card: CardRef) -> tuple[int, int]:
        return (card_of(view, card).cities, -card_of(view, card).workers)

    plants = sorted(option.plants, key=supply, reverse=True)[: option.plant_slots]
    housings = sorted(option.housings, key=lambda c: card_of(view, c).places, reverse=True)[: option.housing_slots]
    for card in option.either:
        if len(plants) + len(housings) < option.plant_slots + option.housing_slots:
            housings.append(card)  # on whichever slot is free
        elif plants and supply(plants[-1]) < supply(card):
            plants[-1] = card
        elif housings:
            housings[-1] = card
    return [*plants, *housings]


def best_output(plants: Iterable[tuple[int, int]], hands: int) -> int:
    """Return the most cities that a number of workers supply with plants of (workers, cities), each run once."""
    best = [0] * (hands + 1)
    for workers, cities in plants:
        for n in range(hands, workers - 1, -1):
            best[n] = max(best[n], best[n - workers] + cities)
    return best[hands]


class CompanyTexts(EditionTexts):
    def card_text(self, view: View, ref: CardRef, words: Words) -> str:
        """Return ``3 workers > 2``, ``3 places``, or a name."""
        card = card_of(view, ref)
        parts = [": ".join([card.name, *filter(None, [words.effect(card.effect)])])] if card.name else []
        if card.workers:
            parts.append(f"{words.term('workers')} {card.workers} > {card.cities}")
        if card.places:
            parts.append(f"{words.term('places')} {card.places}")
        return ", ".join(parts)

    def card_mark(self, view: View, ref: CardRef, current: bool) -> str:
        """Return the number of cards below, and in the future market the discount: ``+1-3``."""
        pile, off = under_top(view, ref), 0 if current else discount(view, ref)
        return (f"+{pile}" if pile else "") + (f"-{off}" if off else "")

    def sites(self, view: View) -> dict[str, int]:
        """Return the cities with a plant or a housing, and its company."""
        return dict(view.modules["company"]["sites"])

    def player_text(self, view: View, seat: int, words: Words) -> str:
        """Return the board, the slots and the kinds of workers."""
        mine = company_of(view, seat)
        placed = " ".join(map(card_text, mine.placed)) or words.term("empty")
        parts = [f"{words.term('board')} {placed} ({words.term('slots')} {mine.plant_slots}/{mine.housing_slots})"]
        parts.append(f"{words.term('places')} {mine.places}, {words.term('need')} {mine.need}")
        counts = (("seasonal", mine.seasonal), ("robots", mine.robots))
        parts += [f"{words.term(name)} {count}" for name, count in counts if count]
        return ", ".join(parts)


TEXTS = CompanyTexts()
