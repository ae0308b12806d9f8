"""The agenda of a position as JSON, and the checks that keep a damaged one from being followed."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.agenda import Round
from stromnetz.engine.errors import BadInput
from stromnetz.engine.frames import Frame
from stromnetz.engine.phases.setup import Draft
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from . import reading as rd


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
