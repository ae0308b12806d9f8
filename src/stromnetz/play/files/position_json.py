"""Positions and their agenda as JSON: the full dump, which restores exactly, and the checks of damaged ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from stromnetz.engine.agenda import Round, advance
from stromnetz.engine.errors import BadInput
from stromnetz.engine.frames import Frame
from stromnetz.engine.market import DrawAhead
from stromnetz.engine.phases.building import extend_reach, put_house, put_neutral_house
from stromnetz.engine.phases.setup import DRAFT, Draft, bare_position
from stromnetz.engine.position import NO_AREA, NOBODY, STEP_3_CHANGED, STEP_3_ON_OFFER, STEP_3_TO_COME, Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import fits
from stromnetz.play.view_json import STEP_3_WORDS

from . import json_values as rd


def frame_from_json(rules: Rules, data: Any) -> Frame:
    """The frame that was saved as this list; its kind reads its own values."""
    raw = rd.listed(data, "agenda")
    name = raw[0] if raw and isinstance(raw[0], str) else ""
    if name not in rules.frames:
        raise rd.bad("agenda", f"frames that begin with one of {', '.join(rules.frames)}", data)
    return rules.frames[name].read_json(rules, list(raw))


def check_agenda(rules: Rules, p: Position) -> None:
    """Refuse an agenda that no game can have: it must be what is left of the phase, and what has come up in it."""
    if p.ended:
        if p.agenda:
            raise BadInput("a game that has ended has an empty agenda", {"agenda": len(p.agenda)})
        return
    draft = any(isinstance(frame, Draft) for frame in p.agenda)
    opening = [frame.name for frame in rules.edition.round.opening_frames]
    begins = draft or any(frame.name in opening for frame in p.agenda)
    base = Round(0 if begins else p.phase + 1)
    if not p.agenda or p.agenda[0] != base:
        raise BadInput(f"the agenda of this phase begins with {base.to_json(rules)}", {"phase": rules.phase(p).id})
    if draft and (not isinstance(p.agenda[-1], Draft) or len(p.regions) >= rules.row.regions):
        raise BadInput("regions are drafted before anything else, until their number is complete", {})
    if begins:
        _check_opening([frame.name for frame in p.agenda[1:] if not isinstance(frame, Draft)], opening)
        return
    passing = _check_phase(rules, p)
    names = [frame.name for frame in passing]
    for frame in passing:
        if names.count(frame.name) > frame.most:
            raise BadInput(f"two frames {frame.name!r} on one agenda", {"frame": frame.name})
    first = len(p.agenda) - len(passing)
    for i, frame in enumerate(passing, first):
        frame.check(rules, p, p.agenda[i - 1])


def _check_opening(names: list[str], opening: list[str]) -> None:
    """Before round 1: what is left of the edition's own set-up."""
    if names != opening[::-1][: len(names)]:
        raise BadInput(f"the set-up of this game goes {opening}", {"agenda": names})


def _check_phase(rules: Rules, p: Position) -> list[Frame]:
    """The last frames of the phase lie at the bottom; returns what lies on them."""
    planned = list(rules.phase(p).frames)
    rest = p.agenda[1:]
    while planned and not _as_planned(rules, rest[: len(planned)], planned[::-1]):
        planned.pop(0)
    passing = rest[len(planned) :]
    for frame in passing:
        if not frame.passing:
            raise BadInput(f"the frame {frame.name!r} does not belong where it lies", {"phase": rules.phase(p).id})
    return passing


def _as_planned(rules: Rules, frames: list[Frame], planned: list[Frame]) -> bool:
    return len(frames) == len(planned) and all(
        frame.is_planned_as(rules, plan) for frame, plan in zip(frames, planned, strict=True)
    )


KEYS = [
    "round",
    "phase",
    "step",
    "step_3",
    "asked_in",
    "ended",
    "to_act",
    "decision",
    "order",
    "bought",
    "left",
    "regions",
    "tiles",
    "players",
    "neutral",
    "houses",
    "cities",
    "market",
    "places",
    "deck",
    "under",
    "mixed",
    "boxed",
    "removed",
    "fuel_market",
    "supply",
    "modules",
    "agenda",
    "seed",
    "shuffles",
    "reshuffle",
]


LATER_KEYS: Final = frozenset({"asked_in", "mixed", "neutral", "tiles"})
"""Keys that older dumps lack: they have a default, so that every position ever saved can be read."""


def dump(rules: Rules, p: Position) -> dict[str, Any]:
    """Everything that a position is, hidden things too."""
    return {
        "round": p.round,
        "phase": rules.phase(p).id,
        "step": p.step,
        "step_3": STEP_3_WORDS[p.step_3],
        "asked_in": p.asked_in,
        "ended": p.ended,
        "to_act": None if p.seat == NOBODY else p.seat,
        "decision": p.kind or None,
        "order": p.order[:],
        "bought": bits_to_seats(p.bought),
        "left": bits_to_seats(p.left),
        "regions": [rules.board.region_ids[r] for r in p.regions],
        "tiles": list(p.tiles),
        "players": [
            {"money": p.money[s], "plants": rules.refs(p.plants[s]), "fuel": rules.pool_json(p.fuel[s])}
            for s in range(rules.players)
        ],
        "neutral": [
            {"plants": rules.refs(p.plants[s]), "fuel": rules.pool_json(p.fuel[s])}
            for s in range(rules.players, rules.seats)
        ],
        "houses": {rules.city_ids[c]: list(seats) for c, seats in enumerate(p.occupants) if seats},
        "cities": p.cities[:],
        "market": rules.refs(p.market),
        "places": p.places,
        "deck": rules.refs(p.deck[::-1]),
        "under": rules.refs(p.under),
        **({"mixed": rules.refs(p.mixed)} if p.mixed else {}),
        "boxed": rules.refs(p.boxed),
        "removed": rules.refs(p.removed),
        "fuel_market": dict(zip(rules.fuel_ids, p.stock, strict=True)),
        "supply": dict(zip(rules.fuel_ids, p.supply, strict=True)),
        "modules": {name: p.modules[slot].to_json(rules) for name, slot in rules.module_slot.items()},
        "agenda": [frame.to_json(rules) for frame in p.agenda],
        "seed": hex(p.seed),
        "shuffles": p.shuffles,
        "reshuffle": None if p.reshuffle is None else rules.refs(p.reshuffle),
    }


def restore(rules: Rules, data: Mapping[str, Any]) -> Position:
    """The position of a full dump."""
    rd.keys(data, "position", KEYS, [key for key in KEYS if key not in LATER_KEYS])
    p = bare_position(rules)
    p.round = rd.whole(data["round"], "round", 1, rd.MAX_VALUE)
    p.step = rd.whole(data["step"], "step", 1, 3)
    p.step_3 = rd.one_of(data["step_3"], "step_3", STEP_3_WORDS)
    p.phase = rd.one_of(data["phase"], "phase", [phase.id for phase in rules.phases(p.round)])
    p.asked_in = rd.whole(data.get("asked_in", p.round), "asked_in", 1, p.round)
    p.ended = rd.flag(data["ended"], "ended")
    p.agenda = [frame_from_json(rules, frame) for frame in rd.listed(data["agenda"], "agenda")]
    if data["to_act"] is not None:
        p.seat = rd.seat(data["to_act"], "to_act", rules.players)
        kinds = list(rules.deciders)
        p.kind = kinds[rd.one_of(data["decision"], "decision", kinds)]
    p.order = rd.permutation(data["order"], "order", rules.seats)
    p.bought = seats_to_bits(rd.seats(data["bought"], "bought", rules.seats))
    p.left = seats_to_bits(rd.seats(data["left"], "left", rules.players))
    p.regions = tuple(rd.regions(rules, data["regions"]))
    p.tiles = rd.tiles(rules, data.get("tiles", []))
    p.area = NO_AREA if DRAFT in p.agenda else rules.board.area(p.regions, p.tiles)
    p.reach = [p.area.free] * rules.seats
    read_players(rules, p, data["players"], data.get("neutral", []))
    read_houses(rules, p, data["houses"])
    p.cities = [rd.whole(n, "cities", 0) for n in rd.listed(data["cities"], "cities")]
    p.market = sorted(rd.cards(rules, data["market"], "market"), key=lambda c: rules.rank[c])
    p.places = rd.whole(data["places"], "places", 0, rd.MAX_VALUE)
    p.deck = rd.cards(rules, data["deck"], "deck")[::-1]
    p.under = rd.cards(rules, data["under"], "under")
    p.mixed = tuple(rd.cards(rules, data.get("mixed", []), "mixed"))
    p.boxed = rd.cards(rules, data["boxed"], "boxed")
    p.removed = rd.cards(rules, data["removed"], "removed")
    p.stock = list(rd.pool(rules, data["fuel_market"], "fuel_market"))
    p.supply = list(rd.pool(rules, data["supply"], "supply"))
    read_modules(rules, p, data["modules"])
    p.seed = rd.seed(data["seed"])
    p.shuffles = rd.whole(data["shuffles"], "shuffles", 0, rd.MAX_VALUE)
    p.reshuffle = None if data["reshuffle"] is None else tuple(rd.cards(rules, data["reshuffle"], "reshuffle"))
    p.caps = [rules.storage_caps(p, seat) for seat in range(rules.seats)]
    if len(p.cities) != rules.seats:
        raise rd.bad("cities", f"a list of {rules.seats} numbers", p.cities)
    if (p.seat == NOBODY) != p.ended:
        raise BadInput("a position has somebody to act exactly when the game has not ended", {"ended": p.ended})
    check(rules, p)
    check_agenda(rules, p)
    check_rest(rules, p)
    return p


def check_rest(rules: Rules, p: Position) -> None:
    """Refuse a dump whose agenda does not lead to the decision it names: asked again, it must ask the same."""
    q = p.copy()
    q.seat, q.kind, q.halt = NOBODY, "", True
    try:
        advance(rules, q)
    except (DrawAhead, IndexError, KeyError, TypeError, ValueError):
        raise BadInput("the agenda of this position cannot be followed") from None
    if q != p:
        raise BadInput(
            "the agenda of this position does not lead to the decision that it names",
            {"decision": p.kind, "to_act": p.seat},
        )


# --- parts that the hand-written form shares ---


def read_players(rules: Rules, p: Position, value: Any, neutral: Any) -> None:
    """Money, plants and fuel; keys that are missing keep what the table starts with."""
    others = rd.listed(neutral, "neutral")
    if len(others) != rules.seats - rules.players:
        raise rd.bad("neutral", f"a list of {rules.seats - rules.players} companies", neutral)
    for seat, raw in enumerate([*rd.listed(value, "players"), *others]):
        name = f"players[{seat}]" if seat < rules.players else f"neutral[{seat - rules.players}]"
        keys = ("money", "plants", "fuel", "cities") if seat < rules.players else ("plants", "fuel", "cities")
        player = rd.keys(raw, name, keys)
        if "money" in player:
            p.money[seat] = rd.whole(player["money"], f"{name} money", 0, rd.MAX_VALUE)
        p.plants[seat] = tuple(sorted(rd.cards(rules, player.get("plants", []), f"{name} plants")))
        p.fuel[seat] = rd.pool(rules, player.get("fuel", {}), f"{name} fuel")


def read_houses(rules: Rules, p: Position, value: Any) -> None:
    """Houses by city, the seats in the order of their places."""
    for id, raw in rd.mapping(value, "houses").items():
        city = rules.city(id)
        if city not in p.area.cities:
            raise BadInput(f"{id} lies outside the playing area", {"city": id})
        seats = rd.seats(raw, f"houses {id}", rules.seats)
        if len(seats) > len(rules.place_costs):
            raise BadInput(f"{id} has {len(rules.place_costs)} places, not {len(seats)}", {"city": id})
        for seat in seats:
            if seat < rules.players:
                put_house(p, seat, city)
            else:
                put_neutral_house(p, seat, city)


def read_modules(rules: Rules, p: Position, value: Any) -> None:
    data = rd.keys(value, "modules", rules.module_slot)
    for name, slot in rules.module_slot.items():
        p.modules[slot].read_json(rules, data.get(name))
    for seat in range(rules.seats):
        for module in p.modules:
            for city in module.presence(seat):
                if city in p.area.cities:  # any other is refused later
                    extend_reach(p, seat, city)


def bits_to_seats(bits: int) -> list[int]:
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]


def seats_to_bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


# --- what must add up ---


def cards_in(rules: Rules, p: Position) -> list[int]:
    """Every card of a position, wherever it lies."""
    out = [*p.market, *p.deck, *p.boxed, *p.removed]
    for plants in p.plants:
        out += plants
    for module in p.modules:
        out += module.cards()
    for frame in p.agenda:
        out += frame.cards(rules)
    return out


def check(rules: Rules, p: Position) -> None:
    """Refuse a position in which cards or markers are lost, doubled, or where they cannot be."""
    cards = cards_in(rules, p)
    twice = sorted({c for c in cards if cards.count(c) > 1})
    if twice:
        raise BadInput(f"cards in two places: {rules.refs(twice)}", {"cards": rules.refs(twice)})
    lost = [c for c in range(len(rules.cards)) if c not in cards]
    if lost:
        raise BadInput(f"cards that are nowhere: {rules.refs(lost)}", {"cards": rules.refs(lost)})
    for f, id in enumerate(rules.fuel_ids):
        held = [pool[f] for pool in p.fuel]
        total = p.stock[f] + p.supply[f] + sum(held)
        if total != rules.markers[f]:
            raise BadInput(
                f"{id}: {p.stock[f]} in the market, {p.supply[f]} in the supply, {sum(held)} held, {total} in all, "
                f"but there are {rules.markers[f]} markers",
                {"fuel": id, "market": p.stock[f], "supply": p.supply[f], "held": held, "markers": rules.markers[f]},
            )
    for seat in range(rules.seats):
        _check_seat(rules, p, seat)
    for city, seats in enumerate(p.occupants):
        if sum(seat < rules.players for seat in seats) > p.step:
            raise BadInput(
                f"{rules.city_ids[city]} has {len(seats)} houses, but step {p.step} opens {p.step} places",
                {"city": rules.city_ids[city], "step": p.step},
            )
    if not all(rules.for_sale[c] or c == rules.step_3_card for c in p.market):
        raise BadInput("only plants are on offer", {"market": rules.refs(p.market)})
    if len(p.market) > p.places:
        raise BadInput(
            f"{len(p.market)} cards on offer, but there are {p.places} places", {"market": rules.refs(p.market)}
        )
    _check_deck(rules, p)
    for module in p.modules:
        module.check(rules, p)


def _check_deck(rules: Rules, p: Position) -> None:
    """What is known of the deck must be so, and "Step 3" must lie where the game has got to with it."""
    if p.under and p.deck[: len(p.under)] != p.under[::-1]:
        raise BadInput("'under' must name the lowest cards of the deck", {"under": rules.refs(p.under)})
    if set(p.mixed) & set(p.removed):
        raise BadInput("'mixed' names cards that were shuffled into the deck: none of them was taken out unseen", {})
    card = rules.step_3_card
    on_offer, in_deck = card in p.market, card in p.deck
    # a set-up position may do without the card: then it is still to come, but never does
    if on_offer != (p.step_3 == STEP_3_ON_OFFER) or (in_deck and p.step_3 != STEP_3_TO_COME):
        raise BadInput(f'"Step 3" does not lie where it must be when it is {STEP_3_WORDS[p.step_3]!r}', {})
    if on_offer and not rules.phase(p).defers_step_3:
        raise BadInput('"Step 3" lies on offer only in the auctions', {"phase": rules.phase(p).id})
    if p.step == 3 and p.step_3 != STEP_3_CHANGED:
        raise BadInput("step 3 holds only after its card has left the market", {"step_3": STEP_3_WORDS[p.step_3]})


def _check_seat(rules: Rules, p: Position, seat: int) -> None:
    facts = {"seat": seat, "plants": rules.refs(p.plants[seat])}
    if not all(rules.for_sale[c] for c in p.plants[seat]):
        raise BadInput(f"seat {seat} owns a card that is not a plant", facts)
    over = sum(frame.plants_over_limit(seat) for frame in p.agenda)
    if len(p.plants[seat]) > rules.plant_limit + over:
        raise BadInput(f"seat {seat} has {len(p.plants[seat])} plants, the limit is {rules.plant_limit}", facts)
    giving_up = any(frame.gives_up_fuel(seat) for frame in p.agenda)
    if not giving_up and not fits(p.fuel[seat], p.caps[seat]):
        raise BadInput(
            f"the plants of seat {seat} cannot store {rules.pool_json(p.fuel[seat])}",
            {**facts, "fuel": rules.pool_json(p.fuel[seat])},
        )
    houses = sum(seat in seats for seats in p.occupants) + sum(module.cities(seat) for module in p.modules)
    if seat >= rules.players:
        houses = 0  # a company that nobody plays: its houses count for nothing
    if p.cities[seat] != houses:
        raise BadInput(f"seat {seat} has {houses} cities, not {p.cities[seat]}", {**facts, "cities": p.cities[seat]})
    if p.cities[seat] > rules.house_limit:
        raise BadInput(f"seat {seat} has {p.cities[seat]} cities, the limit is {rules.house_limit}", facts)
