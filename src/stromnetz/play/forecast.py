"""What-if figures based on public information: other plants, more fuel, the cost of the next cities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.decisions import check_move_of, require_int
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.events import CityConnected
from stromnetz.engine.moves import CardRef, Connect, Move
from stromnetz.engine.options import ConnectOption, MapOption
from stromnetz.engine.phases.construction import connect, open_cities
from stromnetz.engine.position import Position, with_item
from stromnetz.engine.rules import Rules, max_supplied_cities
from stromnetz.engine.storage import Pool, fits, minimal_losses, minus, plus, room, runs
from stromnetz.engine.value_classes import field_names, slotted

MAX_PLANTS = 8
MAX_CITIES = 99


@slotted
class Forecast:
    plants: list[CardRef]
    fuel: dict[str, int]
    """The company's fuel after the purchase."""
    costs: dict[str, int]
    """Cost of the bought fuel, by fuel."""
    cost: int
    room: dict[str, int]
    """Number of further markers of each fuel that would fit, after giving up what does not fit."""
    fits: bool
    """Whether the plants can store the fuel."""
    cities: int
    output: int
    supplies: int
    powered_now: int
    """Number of cities that the fuel would supply, regardless of the number of own cities, except on company boards."""
    idle: list[CardRef]
    """The plants that would lack fuel."""
    replaces: CardRef | None
    """The plant replaced by the card: the weakest own one, if the card exceeds the limit."""
    income: int
    run: list[CardRef] | None
    """The plants that would run, with as few markers as possible; None for company boards."""
    burn: dict[str, int] | None

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in field_names(type(self))}


def forecast(
    rules: Rules,
    position: Position,
    seat: int,
    plants: Sequence[CardRef] | None = None,
    buy: Mapping[str, int] | None = None,
    cities: int | None = None,
    card: CardRef | None = None,
) -> Forecast:
    """Return what a company would supply and earn with these plants, additional fuel, and this number of cities.

    ``card`` is a plant to buy; if it exceeds the limit, the weakest of the others is replaced. A plant that the company
    has already changes nothing: a board may still show the auction in which it was bought.
    """
    p = position.copy()
    replaces = None
    if card is not None:
        if plants is not None:
            raise BadInput("name either all the plants or a card that comes to the own ones, not both", {"card": card})
        plants, replaces = _with_card(rules, p, seat, card)
    if plants is not None:
        if rules.hooks.supply is not None:
            raise BadInput("in this edition the company's board decides: its plants cannot be exchanged here", {})
        p.plants = with_item(p.plants, seat, _plants(rules, plants))
        p.caps = with_item(p.caps, seat, rules.storage_caps(p, seat))
    bought = _bought(rules, p, buy or {})
    p.fuel[seat] = plus(p.fuel[seat], bought)
    if cities is not None:
        require_int(cities, "cities")
        if not 0 <= cities <= MAX_CITIES:
            raise BadInput(
                f"cities are a number from 0 to {MAX_CITIES}, not {short_repr(cities)}", {"cities": short_repr(cities)}
            )
        p.cities = with_item(p.cities, seat, cities)
    costs = [rules.fuel_cost(position, f, n) for f, n in enumerate(bought)]
    caps = p.caps[seat]
    stored = fits(p.fuel[seat], caps)
    everything = (1 << len(rules.fuel_ids)) - 1
    rest = p.fuel[seat] if stored else minus(p.fuel[seat], minimal_losses(p.fuel[seat], caps, everything)[0])
    supplies = max_supplied_cities(rules, p, seat)
    run = _forecast_run(rules, p, seat, caps if stored else None) if rules.hooks.supply is None else None
    powers, idle = max_output(rules, p, seat) or (supplies, [])
    return Forecast(
        plants=rules.refs(p.plants[seat]),
        fuel=rules.pool_json(p.fuel[seat]),
        costs=rules.pool_json(tuple(costs)),
        cost=sum(costs),
        room=rules.pool_json(room(rest, caps)),
        fits=stored,
        cities=p.cities[seat],
        output=sum([rules.output(p, seat, c) for c in rules.working(p, seat)]),
        supplies=supplies,
        powered_now=powers,
        idle=idle,
        replaces=replaces,
        income=rules.income(p, seat, supplies),
        run=None if run is None else run[0],
        burn=None if run is None else run[1],
    )


def _forecast_run(rules: Rules, p: Position, seat: int, caps: Pool | None) -> tuple[list[CardRef], dict[str, int]]:
    """Return the best run with the least fuel. If not all fuel fits, the fuel for the run is kept."""
    possible = runs(p.fuel[seat], rules.runnable(p, seat), caps)
    bits, burnt, _ = max(possible, key=lambda run: (min(run[2], p.cities[seat]), -sum(run[1]), -run[0].bit_count()))
    return rules.refs([c for k, c in enumerate(p.plants[seat]) if bits >> k & 1]), rules.pool_json(burnt)


def max_output(rules: Rules, p: Position, seat: int) -> tuple[int, list[CardRef]] | None:
    """Return the maximum output of the fuel, regardless of cities, and the plants that do not run."""
    if rules.hooks.supply is not None:
        return None
    bits, output = rules.best_run(p, seat)
    return output, rules.refs([c for k, c in enumerate(p.plants[seat]) if not bits >> k & 1])


def _with_card(rules: Rules, p: Position, seat: int, ref: CardRef) -> tuple[list[CardRef], CardRef | None]:
    """Return a seat's plants with one more, and the weakest plant if it is replaced."""
    card = rules.card(ref)
    own = list(p.plants[seat])
    if card in own:
        return rules.refs(own), None
    replaces = None
    if len(own) >= rules.plant_limit:
        weakest = min(own, key=lambda c: (rules.output(p, seat, c), c))
        own.remove(weakest)
        replaces = rules.card_refs[weakest]
    return rules.refs([*own, card]), replaces


def _plants(rules: Rules, refs: Sequence[CardRef]) -> tuple[int, ...]:
    if len(refs) > MAX_PLANTS:
        raise BadInput(f"at most {MAX_PLANTS} plants, not {len(refs)}", {"plants": len(refs)})
    cards = sorted([rules.card(ref) for ref in refs])
    for card in cards:
        if not rules.for_sale[card]:
            raise BadInput(f"{rules.card_refs[card]!r} is not a plant", {"card": rules.card_refs[card]})
    if len(set(cards)) < len(cards):
        raise BadInput("a plant is named twice", {"plants": list(refs)})
    return tuple(cards)


def _bought(rules: Rules, p: Position, buy: Mapping[str, int]) -> tuple[int, ...]:
    out = [0] * len(rules.fuel_ids)
    for id, count in buy.items():
        f = rules.fuel(id)
        require_int(count, "count")
        if not 0 <= count <= p.stock[f]:
            facts = {"fuel": id, "count": count, "in_market": p.stock[f]}
            raise BadInput(f"the market holds {p.stock[f]} {id}: {count} cannot be bought", facts)
        out[f] = count
    return tuple(out)


UNLIMITED_MONEY = UNREACHABLE - 1
"""More money than anything on a board costs."""


@slotted
class NextCities:
    """The cheapest way to build a number of further cities, in the order of building.

    A company that a module plays always takes the cheapest city next.
    """

    cities: list[str]
    cost: int


@slotted
class Prices:
    offers: list[MapOption]
    """Everything that the company could build in this step, with price and path, whether affordable or not."""
    next: list[NextCities]
    """The cheapest next city, then the cheapest two, as far as there are any."""
    planned: list[MapOption]
    """The cost of each move of the plan, in order."""

    def to_json(self) -> dict[str, Any]:
        return {
            "offers": [offer.to_json() for offer in self.offers],
            "next": [{"cities": one.cities, "cost": one.cost} for one in self.next],
            "planned": [offer.to_json() for offer in self.planned],
        }


def prices(rules: Rules, position: Position, seat: int, plan: Iterable[Move] = ()) -> Prices:
    """Return prices for a seat after it has built a plan, or in a position after a plan with its events."""
    p = position.copy()
    p.money[seat] = UNLIMITED_MONEY
    built = [event for event in position.events or [] if isinstance(event, CityConnected)]
    planned: list[MapOption] = [ConnectOption(e.city, e.place_cost, e.connection_cost, [*e.path]) for e in built]
    planned += [_build(rules, p, seat, move) for move in plan]
    offers = _offers(rules, p, seat)
    next = _next_by_rule(rules, p, seat) if seat in rules.automatic else _next(rules, p, seat)
    return Prices(offers, next, planned)


def _build(rules: Rules, p: Position, seat: int, move: Move) -> MapOption:
    """Connect a city of a plan and return its cost; changes the position."""
    check_move_of(rules, p, seat, rules.edition.round.expanding, move)
    offer = next((one for one in _offers(rules, p, seat) if one.takes(move)), None)
    if offer is None or not isinstance(move, Connect):
        raise BadInput(f"a plan for later is of cities to connect, not of {short_repr(move.kind)}", {"move": move.kind})
    connect(rules, p, seat, rules.city(move.city), offer.place_cost, offer.connection_cost, offer.path)
    return offer


def _offers(rules: Rules, p: Position, seat: int) -> list[MapOption]:
    options = rules.deciders[rules.edition.round.expanding].options(rules, p, seat)
    return [option for option in options if isinstance(option, MapOption)]


def _next_by_rule(rules: Rules, p: Position, seat: int) -> list[NextCities]:
    """Build one city after the other, each the first on offer; changes the position."""
    out: list[NextCities] = []
    cities: list[str] = []
    cost = 0
    for _ in range(2):
        for offer in _offers(rules, p, seat)[:1]:
            cities.append(offer.city)
            cost += offer.cost
            out.append(NextCities(cities[:], cost))
            city = rules.city_index[offer.city]
            connect(rules, p, seat, city, offer.place_cost, offer.connection_cost, offer.path)
    return out


def _next(rules: Rules, p: Position, seat: int) -> list[NextCities]:
    reach, rows = p.reach[seat], p.area.rows
    first = reach is p.area.free
    place = {c: rules.place_costs[len(p.occupants[c])] for c in open_cities(rules, p, seat, UNLIMITED_MONEY)}
    if not place:
        return []
    cost, city = min([(place[c] + reach[c], c) for c in place])
    out = [NextCities([rules.city_ids[city]], cost)]
    if len(place) > 1 and rules.build_limit - p.cities[seat] > 1:
        pairs = (
            (place[a] + reach[a] + place[b] + (rows[a][b] if first else min(reach[b], rows[a][b])), a, b)
            for a in place
            for b in place
            if a != b
        )
        both, a, b = min(pairs)
        out.append(NextCities([rules.city_ids[a], rules.city_ids[b]], both))
    return out
