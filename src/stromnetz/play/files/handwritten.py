"""Handwritten positions: the phase, the seat to act, and any further fields; everything else has sensible defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stromnetz.engine.agenda import PhaseTurns, Round, SetOrder, advance, announce_order
from stromnetz.engine.chance import shuffled
from stromnetz.engine.errors import BadInput
from stromnetz.engine.market import SETTLE, Step2
from stromnetz.engine.phases.auction import AUCTIONS, Auction
from stromnetz.engine.phases.setup import bare_position
from stromnetz.engine.position import NOBODY, STEP_3_CHANGED, STEP_3_ON_OFFER, STEP_3_TO_COME, Position
from stromnetz.engine.rules import Rules

from . import json_values as rd
from .position_json import STEP_3_WORDS, check, read_houses, read_modules, read_players, seats_to_bits

KEYS: list[str] = [
    "phase",
    "to_act",
    "round",
    "step",
    "step_3",
    "regions",
    "tiles",
    "order",
    "players",
    "neutral",
    "houses",
    "market",
    "deck",
    "under_deck",
    "out_of_game",
    "removed",
    "places",
    "fuel_market",
    "supply",
    "bought",
    "sat_out",
    "acted",
    "auction",
    "modules",
    "seed",
    "reshuffle",
]


def read(rules: Rules, data: Mapping[str, Any]) -> Position:
    """Return the position at its first decision.

    Defaults: all regions; order by the rules; the smallest plants left on offer, the others in the deck in an order
    drawn from the seed; the start market minus the markers that players hold, all other markers in the supply. Cards
    missing in a given deck count as removed unseen. Seats before ``to_act`` have acted; in the auction phase, they have
    left. If no seat has acted, the phase starts here, with its automatic steps; otherwise those have been done.
    """
    rd.keys(data, "position", KEYS, ("phase", "players"))
    p = bare_position(rules)
    p.seed = rd.seed(data.get("seed", 0))
    every = list(range(len(rules.board.region_ids)))
    p.regions = tuple(rd.regions(rules, data["regions"]) if "regions" in data else every)
    if not p.regions:
        raise rd.bad("regions", "a list of at least one region", data["regions"])
    _tiles(rules, p, data)
    p.area = rules.board.area(p.regions, p.tiles)
    p.reach = [p.area.free] * rules.seats
    read_players(rules, p, data["players"], data.get("neutral", [{}] * (rules.seats - rules.players)))
    _houses(rules, p, data)
    read_modules(rules, p, data.get("modules", {}))
    for seat in range(rules.players):
        p.cities[seat] += sum(module.cities(seat) for module in p.modules)
    p.caps = [rules.storage_caps(p, seat) for seat in range(rules.seats)]
    p.round = rd.integer(data.get("round", 2 if any(p.plants) else 1), "round", 1, rd.MAX_VALUE)
    p.phase = rd.one_of(data["phase"], "phase", [phase.id for phase in rules.phases(p.round)])
    _order(rules, p, data)
    begun = _step(rules, p, data)
    _cards(rules, p, data)
    if begun and p.step == 1 and p.step_3 == STEP_3_TO_COME:
        raise BadInput(
            f"with {max(p.cities)} cities, step 2 began before the first turn of this phase: give 'step' as 2",
            {"step": 2, "cities": max(p.cities), "step_2_at": rules.step_2_at},
        )
    _fuel(rules, p, data)
    if "reshuffle" in data:
        p.reshuffle = tuple(rd.cards(rules, data["reshuffle"], "reshuffle"))
    p.asked_in = p.round
    under_way = _under_way(rules, p, data)
    agenda, p.agenda = p.agenda, []
    check(rules, p)
    _settle(rules, p, "auction" in data)
    p.agenda = agenda
    for name, slot in rules.module_slot.items():
        if name not in data.get("modules", {}):
            p.modules[slot].infer(rules, p)
    if not under_way:
        p.agenda = [Round(p.phase)]
        p.agenda[-1].step(rules, p)
    check(rules, p)
    advance(rules, p)
    to_act = data.get("to_act")
    if to_act is not None and (p.seat, rules.phase(p).id) != (to_act, data["phase"]):
        raise BadInput(
            f"seat {to_act} has nothing to decide here: next is seat {p.seat} in the phase {rules.phase(p).id!r}",
            {"to_act": to_act, "seat": p.seat, "phase": rules.phase(p).id, "order": p.order},
        )
    return p


def _tiles(rules: Rules, p: Position, data: Mapping[str, Any]) -> None:
    if "tiles" in data:
        p.tiles = rd.tiles(rules, data["tiles"])
    elif rules.edition.printed.tiles:
        p.tiles = tuple(shuffled(rules.edition.printed.tiles, p.seed, p.shuffles))
        p.shuffles += 1


def _houses(rules: Rules, p: Position, data: Mapping[str, Any]) -> None:
    """Read houses by city (``houses``, in the order of places) or by player (``cities``, by seat)."""
    houses: dict[str, Any] = dict(rd.mapping(data.get("houses", {}), "houses"))
    for seat, player in enumerate([*data["players"], *data.get("neutral", [])]):
        for city in rd.listed(player.get("cities", []), f"cities of seat {seat}"):
            rules.city(city)
            if "houses" in data:
                raise BadInput("give either 'houses' by city or 'cities' by player, not both")
            houses.setdefault(city, []).append(seat)
    read_houses(rules, p, houses)


def _cards(rules: Rules, p: Position, data: Mapping[str, Any]) -> None:
    p.out_of_game = rd.cards(rules, data.get("out_of_game", []), "out_of_game")
    p.removed = rd.cards(rules, data.get("removed", []), "removed")
    deck = rd.cards(rules, data["deck"], "deck") if "deck" in data else None
    market = rd.cards(rules, data["market"], "market") if "market" in data else None
    placed = [*p.out_of_game, *p.removed, *(deck or []), *(market or [])]
    for plants in p.plants:
        placed += plants
    for module in p.modules:
        placed += module.cards()
    rest = [c for c in range(len(rules.cards)) if c not in placed]
    step_3 = rules.step_3_card
    if step_3 in rest and (p.step == 3 or not rules.edition.market.step_3_in_deck):
        rest.remove(step_3)
        p.out_of_game = [*p.out_of_game, step_3]
    if market is not None and step_3 in market:
        p.step_3 = STEP_3_ON_OFFER
    elif step_3 in p.out_of_game and rules.edition.market.step_3_in_deck:
        p.step_3 = STEP_3_CHANGED
    if "step_3" in data:
        p.step_3 = rd.one_of(data["step_3"], "step_3", STEP_3_WORDS)
    usual = rules.edition.market.places_step_3 if p.step_3 == STEP_3_CHANGED else rules.edition.market.places
    if p.step == 2 and p.step_3 != STEP_3_CHANGED and not rules.edition.market.step_2_replaces:
        usual -= 1
    p.places = rd.integer(data.get("places", usual), "places", 1, rd.MAX_VALUE)
    if market is None:
        market = []
        for c in rest:  # the smallest ones, one of each number
            if (
                rules.for_sale[c]
                and not rules.obsolete(p, c)
                and not (market and rules.rank[market[-1]] == rules.rank[c])
            ):
                market.append(c)
        market = market[: p.places]
        rest = [c for c in rest if c not in market]
    p.market = sorted(market, key=lambda c: rules.rank[c])
    if deck is None:
        deck = shuffled([c for c in rest if c != step_3], p.seed, p.shuffles)
        p.shuffles += 1
        deck += [c for c in rest if c == step_3]
    else:
        p.removed += rest
    p.deck = deck[::-1]
    p.under_deck = rd.cards(rules, data.get("under_deck", []), "under_deck")


def _fuel(rules: Rules, p: Position, data: Mapping[str, Any]) -> None:
    """Derive missing amounts from the totals: the supply from the market, or the market from the supply."""
    given = rd.mapping(data.get("fuel_market", {}), "fuel_market")
    stock = rd.pool(rules, given, "fuel_market")
    supply_given = rd.mapping(data.get("supply", {}), "supply")
    supply = rd.pool(rules, supply_given, "supply")
    for f, id in enumerate(rules.fuel_ids):
        left = rules.markers[f] - sum(pool[f] for pool in p.fuel)
        if id in given and id in supply_given:
            p.stock[f], p.supply[f] = stock[f], supply[f]
        elif id in given:
            p.stock[f], p.supply[f] = stock[f], left - stock[f]
        elif id in supply_given:
            p.stock[f], p.supply[f] = left - supply[f], supply[f]
        else:
            p.stock[f] = max(0, min(rules.edition.printed.fuels[f].start, left))
            p.supply[f] = left - p.stock[f]
        if p.stock[f] < 0 or p.supply[f] < 0:
            raise BadInput(
                f"{id}: there are only {rules.markers[f]} markers; players hold {rules.markers[f] - left}",
                {"fuel": id, "markers": rules.markers[f], "held": rules.markers[f] - left},
            )


def _order(rules: Rules, p: Position, data: Mapping[str, Any]) -> None:
    """Read the order of players or of all companies; by default it follows the rules, in round 1 the seats."""
    if "order" in data:
        everybody = rules.seats if len(rd.listed(data["order"], "order")) == rules.seats else rules.players
        given = rd.permutation(data["order"], "order", everybody)
        p.order = [seat for seat in given if seat < rules.players]
        if rules.seats > rules.players:
            announce_order(rules, p)  # neutral companies find their own place
        if everybody > rules.players and p.order != given:
            raise rd.bad("order", f"{p.order}, with the company that nobody plays in its place", data["order"])
    elif p.round > 1:
        p.agenda = [rules.frames[SetOrder.name]]
        p.agenda[-1].step(rules, p)
    elif rules.seats > rules.players:
        p.order = list(range(rules.players))
        announce_order(rules, p)


def _settle(rules: Rules, p: Position, auction: bool) -> None:
    """Remove obsolete plants from the market and fill its places, as before any decision (M3, M5)."""
    short = len(p.market) < p.places and bool(p.deck)
    if auction and (short or any(rules.obsolete(p, c) for c in p.market)):
        raise BadInput(
            "while an auction runs, every place of the market is filled, and no plant in it is obsolete",
            {"market": rules.refs(p.market), "places": p.places, "cities": max(p.cities)},
        )
    p.agenda = [SETTLE]
    while p.agenda:
        p.agenda[-1].step(rules, p)
        if p.seat != NOBODY:
            raise BadInput(
                f"the market is not complete, and filling its {p.places} places brings a card that has to be auctioned "
                "first: name all cards on offer, or fewer 'places'",
                {"market": rules.refs(p.market), "places": p.places},
            )


def _under_way(rules: Rules, p: Position, data: Mapping[str, Any]) -> bool:
    """Whether a seat has acted in the phase; if so, keep only the frames from its turns on."""
    to_act = data.get("to_act")
    if to_act is not None:
        rd.seat(to_act, "to_act", rules.players)
    frames = list(rules.phase(p).frames)
    turns = next((frame for frame in frames if isinstance(frame, PhaseTurns)), None)
    acted = 0
    if turns is not None and (to_act is not None or "acted" in data):
        acted = _acted(rules, data, "acted", turns.acting_order(rules, p), to_act)
        if acted:
            frames = [PhaseTurns(turns.id, acted), *frames[frames.index(turns) + 1 :]]
    p.agenda = [Round(p.phase + 1), *frames[::-1]]
    if frames and frames[0] == AUCTIONS:
        _auctions(rules, p, data, to_act)
    elif "auction" in data:
        raise BadInput("an auction runs in a phase of auctions", {"phase": data["phase"]})
    return bool(acted or p.bought or p.sat_out or "auction" in data)


def _step(rules: Rules, p: Position, data: Mapping[str, Any]) -> bool:
    """Derive the step from the houses by default; return whether step 2 must have begun with the phase (T2)."""
    least = max(1, *(sum(seat < rules.players for seat in seats) for seats in p.occupants))
    begins = (
        any(isinstance(frame, Step2) for frame in rules.phase(p).frames)
        and max(p.cities) >= rules.step_2_at
        and _begun(p, data)
    )
    p.step = rd.integer(data.get("step", max(least, 2) if begins else least), "step", 1, 3)
    return begins


def _begun(p: Position, data: Mapping[str, Any]) -> bool:
    """Whether the data says that a seat has acted in the phase."""
    return bool(data.get("acted")) or ("acted" not in data and data.get("to_act") not in (None, p.order[0]))


def _acted(rules: Rules, data: Mapping[str, Any], name: str, way: list[int], to_act: int | None) -> int:
    if name in data:
        return seats_to_bits(rd.seats(data[name], name, rules.players))
    return seats_to_bits(way[: way.index(to_act)]) if to_act is not None else 0


def _auctions(rules: Rules, p: Position, data: Mapping[str, Any], to_act: int | None) -> None:
    p.bought = _acted(rules, data, "bought", p.order, None)
    auction = data.get("auction")
    opener = to_act if auction is None else None
    if opener is not None and "sat_out" not in data:
        p.sat_out = _acted(
            rules, data, "sat_out", [s for s in p.order if s < rules.players and not p.bought >> s & 1], opener
        )
    else:
        p.sat_out = _acted(rules, data, "sat_out", p.order, None)
    if auction is None:
        return
    keys = ("plant", "bid", "high", "in")
    auction = rd.keys(auction, "auction", keys, keys)
    if to_act is None:
        raise BadInput("a running auction needs 'to_act'", {"field": "to_act"})
    card = rules.card(auction["plant"])
    if card not in rules.on_offer(p):
        raise rd.bad("auction plant", f"one of {rules.refs(rules.on_offer(p))}", auction["plant"])
    high = rd.seat(auction["high"], "auction high", rules.players)
    able = seats_to_bits(rd.seats(auction["in"], "auction in", rules.players))
    bid = rd.integer(auction["bid"], "auction bid", rules.lowest_bid(p, card), rules.max_bid(p, high))
    for name, seat in (("high", high), ("to_act", to_act)):
        if not able >> seat & 1 or (p.bought | p.sat_out) >> seat & 1:
            raise BadInput(f"seat {seat} ({name}) is not in this auction", {"in": auction["in"], "seat": seat})
    if high == to_act:
        raise BadInput("the highest bidder is not asked to raise the own bid", {"seat": high})
    p.agenda.append(Auction(card, able, bid, high, to_act))
