"""Cards: their value, which one to open, how high to bid."""

from __future__ import annotations

from stromnetz.bots.expert.auction import MIN_PROFIT, open_best_card
from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.editions.outpost.company_rules import HOUSING, OUTPOST
from stromnetz.editions.outpost.texts import card_of
from stromnetz.engine.moves import Bid, CardRef, Pass
from stromnetz.engine.options import BidOption, OpenOption

from .future import OutpostProjection, max_price, project
from .table import OutpostBoardNumbers
from .weights import CompanyWeights


class CardValues:
    """The value of cards on offer for the deciding company."""

    def __init__(self, table: OutpostBoardNumbers, w: CompanyWeights, rounds: int | None) -> None:
        self.table = table
        self.w = w
        self.projection: OutpostProjection = project(table, w, rounds)
        me = table.me
        self.base = self.projection.worth(me.hand, me.money, me.cities)

    def value(self, ref: CardRef) -> float:
        """Return the highest bid for a card if the alternative is no card."""
        me, card = self.table.me, card_of(self.table.view, ref)
        back = me.hand.auction_rebate
        cities = me.cities + (card.effect == OUTPOST)
        hand = me.hand.with_card(card)
        return max_price(self.projection, hand, me.money, cities, self.base) + back

    def reason(self, ref: CardRef, limit: float) -> Reason:
        """Return the reason for a card's value."""
        card, rounds = card_of(self.table.view, ref), self.projection.rounds
        facts = {"card": ref, "rounds": rounds, "limit": max(0, int(limit))}
        wages = self.projection.wages[0]
        if card.kind == HOUSING:
            saved = wages[min(card.places, len(wages) - 1)]
            return Reason("housing-card", {**facts, "places": card.places, "saved": saved})
        if not card.workers or card.effect:
            return Reason("technology-card", {**facts, "name": card.name})
        before, after = self.table.me.growth()[0], self.table.me.hand.with_card(card)
        adds = max(0, after.with_slots(1, 0).board().output - before)
        at = min(self.table.me.cities, before)
        earns = rounds * (self.table.income(at + adds) - self.table.income(at))
        running = wages[min(card.workers, len(wages) - 1)]
        return Reason("plant-card", {**facts, "cities": adds, "earns": earns, "running": running})


def open_card(
    table: OutpostBoardNumbers, offers: list[OpenOption], may_sit_out: bool, w: CompanyWeights, rounds: int | None
) -> Explanation:
    """Open the card with the largest gain over its price, or sit out."""
    market = CardValues(table, w, rounds)
    values = {option.plant: market.value(option.plant) for option in offers}
    return open_best_card(offers, values, may_sit_out, market.reason, market.projection.rounds)


def bid(table: OutpostBoardNumbers, offer: BidOption, w: CompanyWeights, rounds: int | None) -> Explanation:
    """Raise by the minimum, up to the card's value minus part of the gain of the best alternative."""
    auction = table.view.auction
    assert auction is not None
    market = CardValues(table, w, rounds)
    limit = market.value(auction.card)
    if limit >= offer.minimum:
        other = _best_alternative(market, auction.card)
        limit -= other if table.view.must_buy else w.surplus * other
    reason = market.reason(auction.card, limit)
    return explain_scores([(Bid(offer.minimum), limit - offer.minimum + MIN_PROFIT), (Pass(), 0.0)], reason)


def _best_alternative(market: CardValues, card: CardRef) -> float:
    """Return the gain of the best other card on offer, at its likely price."""
    view, w = market.table.view, market.w
    gains = [
        market.value(ref) - minimum - w.rival_premium
        for ref, minimum in zip(view.current, view.minimum_bids, strict=True)
        if ref != card and minimum <= market.table.me.money
    ]
    return max(0.0, *gains) if gains else 0.0
