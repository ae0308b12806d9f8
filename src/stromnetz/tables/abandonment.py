"""Offers to abandon a running game: who must agree, and who has agreed. No database, no network.

All people who still play must agree. Bots and programs are not asked. Neither is a player whose seat a stand-in holds,
except at a rated table: there they would lose a rating that they may have earned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .errors import Conflict, Forbidden

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer to abandon the game, by seat numbers. It lapses at the end of the round, or when the voters change."""

    round: int
    voters: tuple[int, ...]
    """The seats whose players must agree."""
    agreed: tuple[int, ...] = ()
    declined: int | None = None
    """A seat whose player declined: nobody can offer again in this round."""

    def to_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "voters": list(self.voters),
            "agreed": list(self.agreed),
            "declined": self.declined,
        }

    @classmethod
    def from_json(cls, offer: dict[str, Any]) -> Offer:
        return cls(offer["round"], tuple(offer["voters"]), tuple(offer["agreed"]), offer["declined"])


def voters(table: Table) -> tuple[int, ...]:
    """The seats whose players must agree; none unless the game is running."""
    if table.state != "running":
        return ()
    rated = table.settings.rated
    return tuple(
        seat.seat
        for seat in table.seats
        if seat.kind == "person" and seat.taken and not seat.resigned and (rated or seat.stand_in is None)
    )


def current_offer(table: Table) -> Offer:
    """The offer as it stands; an empty one if there is none, or if it has lapsed."""
    now = Offer(table.round or 0, voters(table))
    offer = table.offer
    return offer if offer is not None and (offer.round, offer.voters) == (now.round, now.voters) else now


def sole_player(table: Table) -> bool:
    """Whether at most one person still plays."""
    return len({table.seats[seat].guest for seat in voters(table)}) < 2


def vote(table: Table, guest: str | None, agree: bool) -> bool:
    """Offer to abandon the game, agree, withdraw or decline; whether everybody has agreed now.

    Where nobody is left to ask, the host decides. A rated game is abandoned by at least two players: a sole one would
    escape a loss.
    """
    table.need("running")
    offer = current_offer(table)
    mine = {seat for seat in offer.voters if seat in table.seats_of(guest)}
    if not offer.voters:
        table.need_host(guest)
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
    """Without my consent, or declined by me."""
    if not offer.agreed:
        return None if offer.declined is None else offer
    if not mine & {*offer.agreed}:
        return replace(offer, agreed=(), declined=min(mine))
    left = tuple(seat for seat in offer.agreed if seat not in mine)
    return replace(offer, agreed=left) if left else None


def offer_json(table: Table) -> dict[str, Any]:
    """What everybody at the table sees of the offer."""
    offer = current_offer(table).to_json()
    del offer["round"]
    return offer
