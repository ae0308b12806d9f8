"""The parts of a view: a fuel, a player, an auction; and the decision and the course of the game as JSON."""

from __future__ import annotations

from typing import Any, TypedDict

from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import slotted

from .option_json import OptionJson


class CourseJson(TypedDict):
    """How the game goes on: what no other field of a view says, so that a game can be made of it.

    The places of the market, the cards that were known when they were shuffled into the deck, what is due, the next
    thing last, and what modules do not show.
    """

    places: int
    mixed: list[CardRef]
    due: list[list[Any]]
    modules: dict[str, Any]


class DecisionJson(TypedDict):
    """Who must decide what; the options are there for the deciding seat alone."""

    seat: int
    kind: str
    options: list[OptionJson] | None


@slotted
class FuelView:
    in_market: int
    supply: int
    price: int | None
    """Price of the next marker; None if the fuel is sold out."""
    refill: int | None
    """What the coming refill is sure to bring, as far as the supply goes now; None where nothing is ever refilled."""
    likely: int | None
    """What it is likely to bring: what the companies will burn until then comes back into the supply."""


@slotted
class HeldCard:
    """A card that is no plant, with the plant it lies on, if any."""

    card: CardRef
    plant: CardRef | None


@slotted
class PlayerView:
    seat: int
    neutral: bool
    """A company that nobody plays."""
    money: int | None
    """None if another player's money is hidden, or if the company has no money."""
    plants: list[CardRef]
    cards: list[HeldCard]
    fuel: dict[str, int]
    room: dict[str, int]
    """How many more markers of each fuel its plants can store."""
    cities: int
    network: list[str]
    output: int
    """The cities that all its plants together can supply when fuelled."""
    supplies: int
    """The own cities that its plants can supply with the fuel they hold now."""
    powers: int
    """The cities that they could supply with it, however many the company has; where its board decides, its own."""
    idle: list[CardRef]
    """The plants that stand still then for lack of fuel."""
    bought: bool
    left: bool


@slotted
class AuctionView:
    card: CardRef
    bid: int
    """The highest bid; 0 while nobody has bid."""
    high: int | None
    still_in: list[int]
    extra: bool
    then: list[int]
    """Who opens next, and who after that, if the highest bidder gets the card."""


@slotted
class LeavingCard:
    """The card that leaves the market at the end of the round, as it lies now: ``under`` the deck or to the ``box``."""

    card: CardRef
    to: str
