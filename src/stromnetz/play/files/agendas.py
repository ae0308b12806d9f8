"""The agenda of a position as JSON, and the checks that keep a damaged one from being followed."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.edition import Frame
from stromnetz.engine.errors import BadInput
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import surrenders

from . import reading as rd

PASSING = frozenset({"turn", "settle", "auction", "scrap", "give-up", "bought", "assign", "step-3-change"})
"""Frames that come and go within a phase; all others belong to a phase or to the set-up."""
MOST_SETTLES = 3
"""A market that settles inside a step 3 change, inside another that settles."""


def frame_to_json(rules: Rules, frame: Frame) -> list[Any]:
    kinds = rules.edition.frame_fields[frame[0]]
    values = [rules.card_refs[v] if kind == "card" else v for kind, v in zip(kinds, frame[1:], strict=True)]
    return [frame[0], *values]


def frame_from_json(rules: Rules, data: Any) -> Frame:
    raw = rd.listed(data, "agenda")
    name = raw[0] if raw and isinstance(raw[0], str) else ""
    if name not in rules.frames:
        raise rd.bad("agenda", f"frames that begin with one of {', '.join(rules.frames)}", data)
    kinds = rules.edition.frame_fields[name]
    if len(kinds) != len(raw) - 1:
        raise rd.bad(f"agenda {name}", f"a name and {len(kinds)} values", data)
    out: list[Any] = [name]
    for kind, value in zip(kinds, raw[1:], strict=True):
        if kind == "card":
            out.append(rules.card(value))
        elif kind == "str":
            out.append(list(rules.turns)[rd.one_of(value, f"agenda {name}", list(rules.turns))])
        elif kind == "seat":
            out.append(rd.whole(value, f"agenda {name}", NOBODY, rules.seats - 1))
        else:
            out.append(rd.whole(value, f"agenda {name}", 0, rd.MOST))
    return tuple(out)


def check_agenda(rules: Rules, p: Position) -> None:
    """Refuse an agenda that no game can have: it must be what is left of the phase, and what has come up in it."""
    if p.ended:
        if p.agenda:
            raise BadInput("a game that has ended has an empty agenda", {"agenda": len(p.agenda)})
        return
    draft = ("draft",) in p.agenda
    opening = [frame[0] for frame in rules.edition.opening_frames]
    begins = draft or any(frame[0] in opening for frame in p.agenda)
    base = ("round", 0 if begins else p.phase + 1)
    if not p.agenda or p.agenda[0] != base:
        raise BadInput(f"the agenda of this phase begins with {list(base)}", {"phase": rules.phase(p).id})
    if draft and (p.agenda[-1] != ("draft",) or len(p.regions) >= rules.row.regions):
        raise BadInput("regions are drafted before anything else, until their number is complete", {})
    if begins:
        _check_opening(rules, [frame[0] for frame in p.agenda[1:] if frame[0] != "draft"], opening)
        return
    passing = _check_phase(rules, p)
    names = [frame[0] for frame in passing]
    for name in set(names):
        if names.count(name) > (MOST_SETTLES if name == "settle" else 1):
            raise BadInput(f"two frames {name!r} on one agenda", {"frame": name})
    for frame in passing:
        _check_passing(rules, p, frame)


def _check_opening(rules: Rules, names: list[str], opening: list[str]) -> None:
    """Before round 1: what is left of the edition's own set-up."""
    if names != opening[::-1][: len(names)]:
        raise BadInput(f"the set-up of this game goes {opening}", {"agenda": names})


def _check_phase(rules: Rules, p: Position) -> list[Frame]:
    """The last frames of the phase lie at the bottom; returns what lies on them."""
    planned = list(rules.phase(p).frames)
    rest = p.agenda[1:]
    while planned and not _same(rest[: len(planned)], planned[::-1], 1 << rules.seats):
        planned.pop(0)
    passing = rest[len(planned) :]
    for frame in passing:
        if frame[0] not in PASSING | rules.edition.passing_frames:
            raise BadInput(f"the frame {frame[0]!r} does not belong where it lies", {"phase": rules.phase(p).id})
    return passing


def _same(frames: list[Frame], planned: list[Frame], seats: int) -> bool:
    """Frames as planned, but for the seats that have acted."""
    if len(frames) != len(planned):
        return False
    for frame, plan in zip(frames, planned, strict=True):
        if frame[0] != plan[0] or (frame[0] == "turns" and (frame[1] != plan[1] or frame[2] >= seats)):
            return False
    return True


def _check_passing(rules: Rules, p: Position, frame: Frame) -> None:
    name = frame[0]
    if name == "auction":
        _check_auction(rules, p, frame)
    elif name == "turn":
        stages = rules.turns[frame[1]].stages
        under = p.agenda[p.agenda.index(frame) - 1]
        if frame[2] == NOBODY or frame[3] > len(stages) or under[:2] != ("turns", frame[1]):
            raise BadInput("a turn on the agenda is some seat's, in a phase of turns", {"frame": list(frame)})
        if not under[2] >> frame[2] & 1:
            raise BadInput("whose turn it is counts as having acted", {"seat": frame[2]})
    elif name in ("scrap", "give-up", "bought", "assign"):
        seat, card = frame[1], frame[2]
        if seat == NOBODY or rules.for_sale[card] == (name == "assign"):
            raise BadInput(f"a frame {name!r} is some seat's, for a card of the right kind", {"frame": list(frame)})
        if name in ("scrap", "bought") and card not in p.plants[seat]:
            raise BadInput(f"seat {seat} does not own plant {rules.card_refs[card]}", {"seat": seat})
        if name == "assign" and (not p.plants[seat] or rules.card_refs[card] not in rules.edition.assignable):
            raise BadInput(f"{rules.card_refs[card]!r} cannot lie on a plant of seat {seat}", {"seat": seat})
        if name == "give-up" and not surrenders(p.fuel[seat], p.caps[seat], rules.mask[card]):
            raise BadInput("no fuel of the scrapped plant has to be given up", {"seat": seat})


def _check_auction(rules: Rules, p: Position, frame: Frame) -> None:
    _, card, able, bid, high, turn = frame
    facts = {"card": rules.card_refs[card], "bid": bid, "high": high, "turn": turn}
    if able >> rules.players or not able >> max(turn, 0) & 1 or turn == NOBODY:
        raise BadInput("who is asked in an auction must still be in it", facts)
    if rules.for_sale[card]:
        if card not in rules.on_offer(p):
            raise BadInput(f"plant {rules.card_refs[card]} is not in the current market", facts)
        if able & (p.bought | p.left):
            raise BadInput("who has bought or left is not in an auction", facts)
    elif rules.cards[card].kind not in rules.edition.extra_auctions:
        raise BadInput(f"{rules.card_refs[card]!r} is never auctioned", facts)
    if bid == 0:
        if rules.for_sale[card] or high != NOBODY:
            raise BadInput("only an extra auction has no bid at first", facts)
    elif high in (NOBODY, turn) or not able >> high & 1:
        raise BadInput("the highest bidder is in the auction and is not asked", facts)
    elif not rules.lowest_bid(p, card) <= bid <= rules.purse(p, high):
        raise BadInput("the highest bid is less than the minimum or more than its bidder has", facts)
