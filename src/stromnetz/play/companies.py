"""What players and bots work out about companies with workers: which cards to lay out, what so many workers supply."""

from __future__ import annotations

from collections.abc import Iterable

from stromnetz.engine.moves import CardRef
from stromnetz.engine.options import ArrangeOption

from .views import View


def owns(view: View, seat: int, effect: str) -> bool:
    """Whether a seat has a card with this effect."""
    return any(view.plant(card).effect == effect for card in view.players[seat].plants)


def laid_out(view: View, option: ArrangeOption) -> list[CardRef]:
    """A sensible board: the plants that supply most, the housings that hold most, no slot empty that can be used."""

    def supply(card: CardRef) -> tuple[int, int]:
        return (view.plant(card).cities, -view.plant(card).workers)

    plants = sorted(option.plants, key=supply, reverse=True)[: option.plant_slots]
    housings = sorted(option.housings, key=lambda c: view.plant(c).places, reverse=True)[: option.housing_slots]
    for card in option.either:
        if len(plants) + len(housings) < option.plant_slots + option.housing_slots:
            housings.append(card)  # on whichever slot is free
        elif plants and supply(plants[-1]) < supply(card):
            plants[-1] = card
        elif housings:
            housings[-1] = card
    return [*plants, *housings]


def best_output(plants: Iterable[tuple[int, int]], hands: int) -> int:
    """The most cities that so many workers supply with plants of (workers, cities), each run once or not."""
    best = [0] * (hands + 1)
    for workers, cities in plants:
        for n in range(hands, workers - 1, -1):
            best[n] = max(best[n], best[n - workers] + cities)
    return best[hands]
