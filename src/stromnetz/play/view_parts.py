"""The parts of a view: a fuel, a player, an auction; and the JSON types of the decision and of the continuation."""

from __future__ import annotations

from typing import Any, TypedDict

from stromnetz.engine.moves import CardRef
from stromnetz.engine.value_classes import slotted

from .option_json import OptionJson


class ContinuationJson(TypedDict):
    """The information needed to continue the game that no other field of a view has.

    The places of the market, the cards that were known when shuffled into the deck, the pending frames (next one last),
    and extra state of modules.
    """

    places: int
    mixed: list[CardRef]
    due: list[list[Any]]
    modules: dict[str, Any]


class DecisionJson(TypedDict):
    """The seat to decide and the kind of decision; options only for the deciding seat."""

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
    """Markers that the next refill is certain to bring with the current supply; None if it is never refilled."""
    expected_refill: int | None
    """Markers that it is likely to bring, if companies burn fuel as usual until then."""


@slotted
class HeldCard:
    """A card other than a plant, with the plant it lies on, if any."""

    card: CardRef
    plant: CardRef | None


@slotted
class PlayerView:
    seat: int
    neutral: bool
    """Whether it is a neutral company."""
    money: int | None
    """None if another player's money is hidden, or if the company has no money."""
    plants: list[CardRef]
    cards: list[HeldCard]
    fuel: dict[str, int]
    room: dict[str, int]
    """Number of further markers of each fuel that its plants can store."""
    cities: int
    network: list[str]
    output: int
    """Number of cities that all its plants together can supply when fuelled."""
    supplies: int
    """Number of own cities that its plants can supply with their current fuel."""
    powered_now: int
    """Number of cities that they can supply with it, regardless of the own cities, except on company boards."""
    idle: list[CardRef]
    """The plants that do not run then, for lack of fuel."""
    bought: bool
    sat_out: bool


@slotted
class AuctionView:
    card: CardRef
    bid: int
    """The highest bid; 0 before the first."""
    high: int | None
    bidders: list[int]
    extra: bool
    next_openers: list[int]
    """The seats that open next, in order, if the highest bidder gets the card."""


@slotted
class OutgoingCard:
    """The card that leaves the market at the end of the round, as it is now: ``under`` the deck or to the ``box``."""

    card: CardRef
    to: str
