"""A position as one seat sees it, as JSON data: the fields of a view, one function each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from stromnetz.engine.ending import best_run
from stromnetz.engine.market import outgoing
from stromnetz.engine.phases.auction import Auctions, running, to_open
from stromnetz.engine.phases.building import own_cities
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import room
from stromnetz.engine.value_classes import to_plain_json

from .refills import refills
from .results import result_of
from .variants import variants_json


def next_seats(rules: Rules, p: Position) -> list[int]:
    """The seats that are due after the deciding one: in an auction its bidders, else the rest of the phase."""
    if p.seat < 0:
        return []
    for frame in reversed(p.agenda):
        seats = frame.to_come(rules, p)
        if seats is not None:
            return seats
    return []


def outgoing_card(rules: Rules, p: Position) -> dict[str, Any] | None:
    """What the update of the market takes out of it as it lies; None while auctions of the round can change that."""
    if p.seat < 0:
        return None
    for phase in rules.phases(p.round)[p.phase :]:
        for frame in phase.frames:
            if type(frame) is Auctions:
                return None
    card = outgoing(rules, p)
    return None if card is None else {"card": rules.card_refs[card], "to": "box" if p.step == 3 else "under"}


Json = dict[str, Any]
STEP_3_WORDS: Final = ("to-come", "on-offer", "changed")


def view_json(rules: Rules, p: Position, seat: int | None, options: Mapping[str, Any], version: int, back: Any) -> Json:
    """All fields, in the order in which a view names them."""
    phase = rules.phase(p)
    offered = rules.on_offer(p)
    return {
        "seat": seat,
        "version": version,
        "edition": rules.edition.id,
        "map": rules.board.id,
        "options": variants_json(options),
        "round": p.round,
        "phase": phase.id,
        "step": p.step,
        "step_3": STEP_3_WORDS[p.step_3],
        "step_2_at": rules.step_2_at,
        "end_at": rules.end_at,
        "plant_limit": rules.most_plants,
        "must_buy": phase.must_buy,
        "order": p.order[:],
        "regions": [rules.board.region_ids[r] for r in p.regions],
        "tiles": list(p.tiles),
        "current": rules.refs(offered),
        "minimum_bids": [rules.lowest_bid(p, c) for c in offered],
        "future": rules.refs([c for c in p.market if c not in offered]),
        "deck": len(p.deck),
        "deck_back": back,
        "under": rules.refs(p.under),
        "leaving": outgoing_card(rules, p),
        "boxed": rules.refs(p.boxed),
        "removed": len(p.removed),
        "fuels": fuels(rules, p),
        "players": players(rules, p, seat, options),
        "houses": houses(rules, p),
        "auction": auction(rules, p),
        "decision": decision(rules, p, seat),
        "to_come": next_seats(rules, p),
        "modules": modules(rules, p, seat),
        "course": course(rules, p),
        "result": result(rules, p, options),
    }


def private_json(rules: Rules, p: Position, seat: int, options: Mapping[str, Any], public: Json) -> Json:
    """The fields that differ from a spectator's view of the same moment, ``public``; equal parts are the same objects.

    Where money is open, a seat that does not decide sees the same players and the same decision.
    """
    seen: list[Json] = public["players"]
    if seen[seat]["money"] is None:
        seen = [*seen[:seat], player(rules, p, seat, seat, options), *seen[seat + 1 :]]
    return {
        "seat": seat,
        "players": seen,
        "decision": decision(rules, p, seat) if seat == p.seat else public["decision"],
        "modules": modules(rules, p, seat),
        "result": result(rules, p, options),
    }


def fuels(rules: Rules, p: Position) -> Json:
    out: Json = {}
    for f, coming in enumerate(refills(rules, p)):
        stock = p.stock[f]
        out[rules.fuel_ids[f]] = {
            "in_market": stock,
            "supply": p.supply[f],
            "price": rules.fuel_cost(p, f, 1) if stock else None,
            "refill": None if coming is None else coming[0],
            "likely": None if coming is None else coming[1],
        }
    return out


def players(rules: Rules, p: Position, eyes: int | None, options: Mapping[str, Any]) -> list[Json]:
    """All companies; the ones that nobody plays come last."""
    return [player(rules, p, seat, eyes, options) for seat in range(rules.seats)]


def player(rules: Rules, p: Position, seat: int, eyes: int | None, options: Mapping[str, Any]) -> Json:
    neutral = seat >= rules.players
    over = p.ended and not p.halt  # a plan that would end the game shows nobody's hidden money
    shown = not neutral and (over or seat == eyes or options["money"] == "open" or seat in rules.automatic)
    network = own_cities(p, seat)
    plants, count = p.plants[seat], p.cities[seat]
    idle: list[Any] = []
    if rules.hooks.supply is not None:
        supplies = powers = rules.hooks.supply(rules, p, seat)
    else:
        bits, powers = best_run(rules, p, seat)
        supplies = powers if powers < count else count
        idle = [rules.card_refs[c] for k, c in enumerate(plants) if not bits >> k & 1]
    cards: list[Json] = []
    if neutral:
        count = len(network)
    for module in p.modules:
        for card, on in module.held(seat):
            cards.append({"card": rules.card_refs[card], "plant": None if on is None else rules.card_refs[on]})
        if neutral:
            count += module.cities(seat)
    output = 0
    for c in rules.working(p, seat):
        output += rules.output(p, seat, c)
    return {
        "seat": seat,
        "neutral": neutral,
        "money": p.money[seat] if shown else None,
        "plants": rules.refs(plants),
        "cards": cards,
        "fuel": rules.pool_json(p.fuel[seat]),
        "room": rules.pool_json(room(p.fuel[seat], p.caps[seat])),
        "cities": count,
        "network": [rules.city_ids[c] for c in network],
        "output": output,
        "supplies": supplies,
        "powers": powers,
        "idle": idle,
        "bought": bool(p.bought >> seat & 1),
        "left": bool(p.left >> seat & 1),
    }


def houses(rules: Rules, p: Position) -> Json:
    """The cities that have houses, with the seats in the order of their places."""
    out: Json = {}
    for c, seats in enumerate(p.occupants):
        if seats:
            out[rules.city_ids[c]] = list(seats)
    return out


def auction(rules: Rules, p: Position) -> Json | None:
    """The auction that is running, with whoever is still in."""
    one = running(p)
    if one is None:
        return None
    extra = not rules.for_sale[one.card]
    return {
        "card": rules.card_refs[one.card],
        "bid": one.bid,
        "high": one.high if one.bid else None,
        "still_in": [s for s in range(rules.players) if one.able >> s & 1],
        "extra": extra,
        "then": [] if extra else to_open(rules, p, one.high),
    }


def decision(rules: Rules, p: Position, eyes: int | None) -> Json | None:
    if p.seat < 0:
        return None
    options = None
    if p.seat == eyes:
        options = [option.to_json() for option in rules.deciders[p.kind].options(rules, p, p.seat)]
    return {"seat": p.seat, "kind": p.kind, "options": options}


def modules(rules: Rules, p: Position, eyes: int | None) -> Json:
    return {name: to_plain_json(p.modules[slot].view(rules, p, eyes)) for name, slot in rules.module_slot.items()}


def course(rules: Rules, p: Position) -> Json:
    beside = {name: p.modules[slot].extra_view_json() for name, slot in rules.module_slot.items()}
    return {
        "places": p.places,
        "mixed": rules.refs(p.mixed),
        "due": [frame.to_json(rules) for frame in p.agenda],
        "modules": {name: value for name, value in beside.items() if value is not None},
    }


def result(rules: Rules, p: Position, options: Mapping[str, Any]) -> Any:
    if not p.ended or (p.halt and options["money"] == "hidden"):
        return None
    found = result_of(rules, p)
    return None if found is None else found.to_json()
