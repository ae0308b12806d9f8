"""Turn a view that was sent as JSON back into a position: what its seat knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.moves import CardRef
from stromnetz.engine.phases.building import extend_reach, put_house, put_neutral_house
from stromnetz.engine.phases.setup import DRAFT, bare_position
from stromnetz.engine.position import NO_AREA, Position
from stromnetz.engine.rules import Rules
from stromnetz.play.files import json_values as rd
from stromnetz.play.files.position_json import frame_from_json

from .redaction import UNKNOWN
from .view_json import STEP_3_WORDS

if TYPE_CHECKING:
    from .views import View


def position_from_view(rules: Rules, view: View) -> Position:
    """The position that the view was made from, as :func:`~stromnetz.play.redaction.redact_for_seat` returned it."""
    try:
        return _position_from_view(rules, view)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"this view shows no table of {rules.edition.id}: {short_repr(str(error))}", {}) from None


def _position_from_view(rules: Rules, view: View) -> Position:
    p = bare_position(rules)
    p.round = p.asked_in = view.round
    p.phase = [phase.id for phase in rules.phases(p.round)].index(view.phase)
    p.step = view.step
    p.step_3 = STEP_3_WORDS.index(view.step_3)
    p.agenda = [frame_from_json(rules, frame) for frame in view.course["due"]]
    if view.decision is not None:
        p.seat, p.kind = view.decision.seat, view.decision.kind
    p.ended = view.result is not None
    p.order = list(view.order)
    p.regions = tuple([rules.region(id) for id in view.regions])
    p.tiles = tuple(view.tiles)
    p.area = NO_AREA if DRAFT in p.agenda else rules.board.area(p.regions, p.tiles)
    p.reach = [p.area.free] * rules.seats
    _cards(rules, p, view)
    _companies(rules, p, view)
    _modules(rules, p, view)
    p.cities = [0 if player.neutral else player.cities for player in view.players]
    p.caps = [rules.storage_caps(p, seat) for seat in range(rules.seats)]
    return p


def _cards(rules: Rules, p: Position, view: View) -> None:
    def indices(refs: list[CardRef]) -> list[int]:
        return [rules.card(ref) for ref in refs]

    p.market = sorted(indices([*view.current, *view.future]), key=lambda c: rules.rank[c])
    p.places = view.course["places"]
    p.deck = [UNKNOWN] * view.deck
    p.under = indices(view.under)
    p.mixed = tuple(indices(view.course["mixed"]))
    p.boxed = indices(view.boxed)
    p.removed = [UNKNOWN] * view.removed


def _companies(rules: Rules, p: Position, view: View) -> None:
    for f, id in enumerate(rules.fuel_ids):
        p.stock[f], p.supply[f] = view.fuels[id].in_market, view.fuels[id].supply
    for seat, player in enumerate(view.players):
        p.money[seat] = player.money or 0
        p.plants[seat] = tuple(sorted([rules.card(ref) for ref in player.plants]))
        p.fuel[seat] = rd.pool(rules, player.fuel, "fuel")
        p.bought |= player.bought << seat
        p.left |= player.left << seat
    for id, seats in view.houses.items():
        city = rules.city(id)
        for seat in seats:
            put = put_house if seat < rules.players else put_neutral_house
            put(p, seat, city)


def _modules(rules: Rules, p: Position, view: View) -> None:
    for name, slot in rules.module_slot.items():
        module = p.modules[slot]
        module.read_view(rules, p, view.modules[name], view.course["modules"].get(name))
        for seat in range(rules.seats):
            for city in module.presence(seat):
                extend_reach(p, seat, city)
