"""What would be if: other plants, more fuel, more cities. Everything in it is open to all, so anybody may ask."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stromnetz.engine.decisions import whole
from stromnetz.engine.ending import best_run, best_supply
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.moves import CardRef
from stromnetz.engine.position import Position, with_item
from stromnetz.engine.rules import Rules
from stromnetz.engine.slotted import field_names, slotted
from stromnetz.engine.storage import Pool, fits, minus, plus, room, runs, surrenders

MOST_PLANTS = 8
MOST_CITIES = 99


@slotted
class Forecast:
    plants: list[CardRef]
    fuel: dict[str, int]
    """What the company would hold after the purchase."""
    costs: dict[str, int]
    """Of the fuel that would be bought, kind by kind."""
    cost: int
    room: dict[str, int]
    """How many more markers of each fuel would then fit, what does not fit now being given up."""
    fits: bool
    """Whether the plants can store the fuel."""
    cities: int
    output: int
    supplies: int
    powers: int
    """The cities that the fuel would supply, however many the company has; where its board decides, its own."""
    idle: list[CardRef]
    """The plants that would stand still for lack of fuel."""
    replaces: CardRef | None
    """The plant that would go for the card: of the own ones the weakest, where the card is one too many."""
    income: int
    run: list[CardRef] | None
    """The plants that would run for it, as few markers as possible; None where a company's board decides."""
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
    """What a company would supply and earn with these plants, this fuel on top of its own, so many cities.

    ``card`` is a plant that it would buy; where that is one too many, the weakest of the others goes.
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
        p.caps = with_item(p.caps, seat, rules.caps_for(p, seat))
    bought = _bought(rules, p, buy or {})
    p.fuel[seat] = plus(p.fuel[seat], bought)
    if cities is not None:
        whole(cities, "cities")
        if not 0 <= cities <= MOST_CITIES:
            raise BadInput(
                f"cities are a number from 0 to {MOST_CITIES}, not {shown(cities)}", {"cities": shown(cities)}
            )
        p.cities = with_item(p.cities, seat, cities)
    costs = [rules.fuel_cost(position, f, n) for f, n in enumerate(bought)]
    caps = p.caps[seat]
    stored = fits(p.fuel[seat], caps)
    everything = (1 << len(rules.fuel_ids)) - 1
    rest = p.fuel[seat] if stored else minus(p.fuel[seat], surrenders(p.fuel[seat], caps, everything)[0])
    supplies = best_supply(rules, p, seat)
    run = _run(rules, p, seat, caps if stored else None) if rules.hooks.supply is None else None
    powers, idle = strongest(rules, p, seat) or (supplies, [])
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
        powers=powers,
        idle=idle,
        replaces=replaces,
        income=rules.income(p, seat, supplies),
        run=None if run is None else run[0],
        burn=None if run is None else run[1],
    )


def _run(rules: Rules, p: Position, seat: int, caps: Pool | None) -> tuple[list[CardRef], dict[str, int]]:
    """The run that supplies most, and of those one that burns least. Where too much is held, what runs it is kept."""
    possible = runs(p.fuel[seat], rules.runnable(p, seat), caps)
    bits, burnt, _ = max(possible, key=lambda run: (min(run[2], p.cities[seat]), -sum(run[1]), -run[0].bit_count()))
    return rules.refs([c for k, c in enumerate(p.plants[seat]) if bits >> k & 1]), rules.pool_json(burnt)


def strongest(rules: Rules, p: Position, seat: int) -> tuple[int, list[CardRef]] | None:
    """What the fuel can supply at most, whatever the cities, and the plants that stand still meanwhile."""
    if rules.hooks.supply is not None:
        return None
    bits, output = best_run(rules, p, seat)
    return output, rules.refs([c for k, c in enumerate(p.plants[seat]) if not bits >> k & 1])


def _with_card(rules: Rules, p: Position, seat: int, ref: CardRef) -> tuple[list[CardRef], CardRef | None]:
    """The plants of a seat with one more; where that is one too many, without the one that supplies least."""
    card = rules.card(ref)
    own = list(p.plants[seat])
    if card in own:
        raise BadInput(f"{rules.named(card)} is one of the company's plants already", {"card": ref})
    replaces = None
    if len(own) >= rules.plant_limit:
        weakest = min(own, key=lambda c: (rules.output(p, seat, c), c))
        own.remove(weakest)
        replaces = rules.card_refs[weakest]
    return rules.refs([*own, card]), replaces


def _plants(rules: Rules, refs: Sequence[CardRef]) -> tuple[int, ...]:
    if len(refs) > MOST_PLANTS:
        raise BadInput(f"at most {MOST_PLANTS} plants, not {len(refs)}", {"plants": len(refs)})
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
        whole(count, "count")
        if not 0 <= count <= p.stock[f]:
            facts = {"fuel": id, "count": count, "in_market": p.stock[f]}
            raise BadInput(f"the market holds {p.stock[f]} {id}: {count} cannot be bought", facts)
        out[f] = count
    return tuple(out)
