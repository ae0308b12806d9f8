"""The parts of a view: the decision, a fuel, a player, an auction."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, TypedDict

from stromnetz.engine.decisions import LegalMoves
from stromnetz.engine.moves import CardRef, Move
from stromnetz.engine.options import OfferedMoves, Option
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.slotted import slotted

from .files import reading as rd
from .sent import option_from_json
from .wire import OptionJson


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


class Decision:
    """Who must decide, and which kind of decision it is; for the deciding seat every option with its price."""

    __slots__ = ("_fuels", "_json", "_sent", "_source", "kind", "seat")

    def __init__(self, seat: int, kind: str, source: tuple[Rules, Position] | None) -> None:
        self.seat = seat
        self.kind = kind
        self._source = source
        self._sent: list[Option] | None = None
        self._fuels: Collection[str] = ()
        self._json: list[dict[str, Any]] | None = None

    @property
    def options(self) -> list[Option] | None:
        """The options; None for others than the deciding seat (a bid's maximum would betray hidden money)."""
        if self._source is None:
            return self._sent
        rules, p = self._source
        return rules.deciders[p.kind].options(rules, p, p.seat)

    @property
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, lazily; empty for others than the deciding seat."""
        return LegalMoves(*self._source) if self._source is not None else OfferedMoves(self._sent or [], self._fuels)

    def to_json(self) -> DecisionJson:
        if self._json is None and (options := self.options) is not None:
            self._json = [option.to_json() for option in options]
        return {"seat": self.seat, "kind": self.kind, "options": self._json}

    @classmethod
    def from_json(cls, data: Any, fuels: Collection[str]) -> Decision:
        """A decision that was sent, in a game with these fuels: its legal moves are those of the options."""
        data = rd.keys(data, "decision", ("seat", "kind", "options"), ("seat", "kind", "options"))
        if type(data["kind"]) is not str:
            raise rd.bad("decision kind", "a text", data["kind"])
        out = cls(rd.whole(data["seat"], "decision seat", 0), data["kind"], None)
        out._fuels = fuels
        if data["options"] is not None:
            out._sent = [option_from_json(one) for one in rd.listed(data["options"], "options")]
        return out

    def __repr__(self) -> str:
        return f"Decision(seat={self.seat}, kind={self.kind!r})"


@slotted
class FuelView:
    in_market: int
    supply: int
    price: int | None
    """Of the next marker; None when the fuel is sold out."""
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
    """None when money is hidden and it is not one's own, or when there is none."""
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
