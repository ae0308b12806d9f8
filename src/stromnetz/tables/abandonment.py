"""Offers to abandon a running game: who must agree, and who has agreed.

All people who still play must agree. Bots, programs and players with a stand-in are not asked, except that at a rated
table players with a stand-in are: they might lose points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .errors import Conflict, Forbidden

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer to abandon the game, by seats. It lapses at the end of the round, or when the voters change."""

    round: int
    voters: tuple[int, ...]
    """Seats whose players must agree."""
    agreed: tuple[int, ...] = ()
    declined: int | None = None
    """A seat whose player declined, which prevents further offers in this round."""

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_json(cls, offer: dict[str, Any]) -> Offer:
        return cls(offer["round"], tuple(offer["voters"]), tuple(offer["agreed"]), offer["declined"])


def voters(table: Table) -> tuple[int, ...]:
    """Return the seats whose players must agree; none unless the game runs."""
    if table.state != "running":
        return ()
    rated = table.settings.rated
    return tuple(
        seat.seat
        for seat in table.seats
        if seat.kind == "person" and seat.taken and not seat.resigned and (rated or seat.stand_in is None)
    )


def current_offer(table: Table) -> Offer:
    """Return the current offer; an empty one if there is none or it has lapsed."""
    now = Offer(table.round or 0, voters(table))
    offer = table.offer
    return offer if offer is not None and (offer.round, offer.voters) == (now.round, now.voters) else now


def sole_player(table: Table) -> bool:
    """Return whether at most one person still plays."""
    return len({table.seats[seat].guest for seat in voters(table)}) < 2


def vote(table: Table, guest: str | None, agree: bool) -> bool:
    """Offer to abandon the game, agree, withdraw or decline; return whether everyone has agreed.

    If nobody has to agree, the host decides. Abandoning a rated game takes two players: a single one could
    escape a loss.
    """
    table.require_state("running")
    offer = current_offer(table)
    mine = {seat for seat in offer.voters if seat in table.seats_of(guest)}
    if not offer.voters:
        table.require_host(guest)
    elif not mine:
        raise Forbidden(case="abandon-players")
    if table.settings.rated and sole_player(table):
        raise Conflict(case="abandon-rated")
    if not agree:
        table.offer = _without(offer, mine)
        return False
    if offer.declined is not None:
        raise Conflict(case="abandon-declined")
    table.offer = replace(offer, agreed=tuple(sorted({*offer.agreed, *mine})))
    return table.offer.agreed == offer.voters


def _without(offer: Offer, mine: set[int]) -> Offer | None:
    """Return the offer after one player has withdrawn consent or declined."""
    if not offer.agreed:
        return None if offer.declined is None else offer
    if not mine & {*offer.agreed}:
        return replace(offer, agreed=(), declined=min(mine))
    left = tuple(seat for seat in offer.agreed if seat not in mine)
    return replace(offer, agreed=left) if left else None


def offer_json(table: Table) -> dict[str, Any]:
    """Return the offer as everyone at the table sees it."""
    offer = current_offer(table).to_json()
    del offer["round"]
    return offer
