"""Plants: their value, which one to open, how high to bid, which one to scrap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from stromnetz.bots.explanation import Explanation, Reason, explain_scores
from stromnetz.bots.parameters import BotParameters
from stromnetz.engine.moves import Bid, CardRef, Move, Open, Pass, Scrap, SitOut
from stromnetz.engine.options import BidOption, OpenOption, ScrapOption
from stromnetz.play.catalogue import gains

from .board import BoardNumbers, Plant
from .final_worth import Projection
from .prices import BID, FIRST, OPEN, Prices, PriceWeights
from .projection import RunWorth, max_price, project

MIN_PROFIT = 0.5
"""A plant is only bought if its value exceeds its price by this amount."""
MAX_OVERVALUE = 30
"""Maximum difference between a plant's value and its bid that is averaged with its typical price."""


class PlantValues:
    """The value of plants for the deciding company."""

    def __init__(self, table: BoardNumbers, w: BotParameters, rounds: int | None) -> None:
        self.table = table
        self.w = w
        self.projection: Projection = project(table, w, rounds)
        self.runs = RunWorth(table, self.projection.rounds, w)
        me = table.me
        self.base = self.projection.worth(self.runs.fleet(me.plants), me.money, me.cities)

    def value(self, ref: CardRef, least: int) -> float:
        """Return the highest price for a plant if the alternative is no plant."""
        me = self.table.me
        plant = self.table.plant(ref)
        return max(
            max_price(self.projection, self.runs.fleet(plants), me.money, me.cities, self.base, least)
            for plants in self._fleets_with(plant)
        )

    def prices(self, weights: PriceWeights | None = None) -> Prices:
        """Return the typical prices of plants."""
        return Prices(self.table, self.runs, self.projection.rounds, weights)

    def max_bid(self, ref: CardRef, least: int, price_weights: PriceWeights | None) -> float:
        """Return the highest bid for a plant, given its value compared with the others.

        ``price_weights`` enables typical prices between strong players. If everyone has to buy, only these count; later
        the mean of both, which wins more games than either.
        """
        must_buy = self.table.view.must_buy
        price = self.prices(price_weights).price(ref, FIRST if must_buy else BID) if price_weights else 0.0
        if price_weights and must_buy:
            return price + MIN_PROFIT
        other = self._best_alternative(ref)
        own = self.value(ref, least) - (other if must_buy else self.w.surplus * other)
        # the value is capped relative to the price, so that there is a bid above which it never goes
        return (min((own + price) / 2, price + MAX_OVERVALUE + MIN_PROFIT) if price_weights else own) + MIN_PROFIT

    def _best_alternative(self, ref: CardRef) -> float:
        """Return the gain of the best other plant on offer, at its likely price."""
        view, w = self.table.view, self.w
        gains = [
            self.value(other, minimum) - minimum - w.rival_premium
            for other, minimum in zip(view.current, view.minimum_bids, strict=True)
            if other != ref and minimum <= self.table.me.money
        ]
        return max(0.0, *gains) if gains else 0.0

    def _fleets_with(self, plant: Plant) -> list[list[Plant]]:
        """Return the possible sets of plants that include this one."""
        own = self.table.me.plants
        if len(own) < self.table.limit:
            return [[*own, plant]]
        return [[*(other for other in own if other is not gone), plant] for gone in own]

    def benefit_value(self, what: str, count: int, least: int) -> float:
        """Return the value of a card's benefit."""
        me, projection, left = self.table.me, self.projection, self.projection.rounds - 1
        fleet = self.runs.fleet(me.plants)
        match what:
            case "output" if fleet:
                # the card lies on the plant that is kept longest
                size, run = max(fleet)
                more = tuple((size + count, run) if one == (size, run) else one for one in fleet)
                return self._capped_value(
                    me.output, count, max_price(projection, more, me.money, me.cities, self.base, least)
                )
            case "cities":
                return self._capped_value(
                    me.cities, count, max_price(projection, fleet, me.money, me.cities + count, self.base, least)
                )
            case "places_back":
                return projection.in_money(self.w.order) * count * left
            case _:
                return self.w.extra * left

    def _capped_value(self, cities: int, more: int, worth: float) -> float:
        """Cap a value by the income from further cities until the end plus their usual cost."""
        each = self.table.income(cities + more) - self.table.income(cities)
        return min(worth, each * self.projection.rounds + more * self.w.grow_cost)

    def reason(self, ref: CardRef, limit: float) -> Reason:
        """Return the reason for a plant's value."""
        plant, me = self.table.plant(ref), self.table.me
        own = [other.cities for other in me.plants]
        adds = plant.cities - (min(own) if len(own) >= self.table.limit else 0)
        rounds = self.projection.rounds
        base = min(me.cities, sum(own))
        earns = rounds * (self.table.income(base + max(0, adds)) - self.table.income(base))
        facts = {"plant": ref, "cities": max(0, adds), "earns": earns, "running": round(self.runs.plant(plant)[1])}
        return Reason("plant", {**facts, "rounds": rounds, "limit": max(0, int(limit))})


def open_plant(
    table: BoardNumbers,
    offers: list[OpenOption],
    may_sit_out: bool,
    w: BotParameters,
    rounds: int | None,
    price_weights: PriceWeights | None = None,
) -> Explanation:
    """Open the plant with the largest gain over its price, or sit out.

    ``price_weights``: the value is averaged with typical prices, unless the company has to buy.
    """
    market = PlantValues(table, w, rounds)
    values = {option.plant: market.value(option.plant, option.minimum) for option in offers}
    if price_weights and may_sit_out:
        prices = market.prices(price_weights)
        for option in offers:
            price = option.minimum + prices.price(option.plant, OPEN)
            values[option.plant] = (min(values[option.plant], option.minimum + MAX_OVERVALUE) + price) / 2
    least = {option.plant: option.minimum for option in offers}

    def reason(ref: CardRef, _: float) -> Reason:
        """Return the reason with the highest bid, which is at least the opening bid."""
        return market.reason(ref, max(market.max_bid(ref, least[ref], price_weights), least[ref]))

    return open_best_card(offers, values, may_sit_out, reason, market.projection.rounds)


def open_best_card(
    offers: Sequence[OpenOption],
    values: Mapping[CardRef, float],
    may_sit_out: bool,
    reason: Callable[[CardRef, float], Reason],
    rounds: int,
) -> Explanation:
    """Open the card with the largest difference between value and price, or sit out; ``reason`` explains its value."""
    ordered = sorted(offers, key=lambda option: option.minimum)
    scored: list[tuple[Move, float]] = [
        (Open(option.plant, option.minimum), values[option.plant] - option.minimum) for option in ordered
    ]
    if may_sit_out:
        scored.insert(0, (SitOut(), MIN_PROFIT if scored else 0.0))
    out = explain_scores(scored)
    if isinstance(out.move, Open):
        # a company that has to buy pays at most what makes this card as good as the next best
        others = [score for move, score in scored if move != out.move] if not may_sit_out else []
        limit = values[out.move.plant] - max(0.0, *others) if others else values[out.move.plant]
        out.reasons.append(reason(out.move.plant, limit))
    else:
        out.reasons.append(Reason("sit-out", {"rounds": rounds}))
    return out


def bid(
    table: BoardNumbers,
    offer: BidOption,
    w: BotParameters,
    rounds: int | None,
    price_weights: PriceWeights | None = None,
) -> Explanation:
    """Raise by the minimum, up to a limit."""
    auction = table.view.auction
    assert auction is not None
    market = PlantValues(table, w, rounds)
    limit = market.max_bid(auction.card, offer.minimum, price_weights)
    return explain_scores(
        [(Bid(offer.minimum), limit - offer.minimum), (Pass(), 0.0)], market.reason(auction.card, limit)
    )


def bid_extra(table: BoardNumbers, offer: BidOption, w: BotParameters, rounds: int | None) -> Explanation:
    """Bid for a card that is not a plant, by the value of its benefits."""
    auction = table.view.auction
    assert auction is not None
    market = PlantValues(table, w, rounds)
    left = max(1, market.projection.rounds - 1)
    limit = sum(market.benefit_value(what, count, offer.minimum) for what, count in gains(auction.card).items())
    reason = Reason("extra", {"each": max(0, round(limit / left)), "rounds": left, "limit": max(0, int(limit))})
    return explain_scores([(Bid(offer.minimum), limit - offer.minimum + MIN_PROFIT), (Pass(), 0.0)], reason)


def scrap(table: BoardNumbers, options: list[ScrapOption], w: BotParameters, rounds: int | None) -> Explanation:
    """Scrap the plant with the smallest loss."""
    projection, me = project(table, w, rounds), table.me
    runs = RunWorth(table, projection.rounds, w)
    scored = []
    for option in options:
        left = [plant for plant in me.plants if plant.ref != option.plant]
        scored.append(
            (Scrap(option.plant), projection.in_money(projection.worth(runs.fleet(left), me.money, me.cities)))
        )
    out = explain_scores(scored)
    assert isinstance(out.move, Scrap)
    out.reasons.append(Reason("scrap", {"plant": out.move.plant}))
    return out
