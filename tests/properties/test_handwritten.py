"""Handwritten positions that contain public information only: they continue like the original game.

At the start of a phase, everything except the deck is public. Written down as a person would do it, without agenda and
without state that the rules imply, it must lead to the same decisions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import stromnetz
from stromnetz import Game
from stromnetz.engine.agenda import PhaseTurns
from stromnetz.engine.position import Position
from stromnetz.play.files.position_json import dump
from stromnetz.play.variants import promo_of

KINDS: list[tuple[str, int, dict[str, Any]]] = [
    ("classic-2004", 3, {}),
    ("classic-2009", 4, {"promo": promo_of("classic-2009")}),
    ("classic-2004", 5, {"promo": promo_of("classic-2004"), "money": "hidden"}),
    ("deluxe-europe", 2, {}),
    ("deluxe-europe", 4, {}),
    ("deluxe-north-america", 2, {}),
    ("deluxe-north-america", 3, {}),
    ("outpost", 2, {}),
    ("outpost", 4, {}),
]


def phase_starts(game: Game, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game at the first decision of each phase."""
    rng, before = Random(seed), (0, -1)
    while game.decision is not None and game.position.round <= 12:
        p = game.position
        if (p.round, p.phase) > before:
            before = p.round, p.phase
            yield p.copy()
        moves = game.legal_moves
        cheap = rng.random() < 0.7  # low bids leave money for building
        game.apply(moves[0 if cheap and p.kind in ("bid", "auction") else rng.randrange(len(moves))])


def written(game: Game, p: Position) -> dict[str, Any]:
    """Write down a position like a person, with the deck, which a person with real cards looks up when drawing."""
    full = at(game, p)
    fields = (
        "round",
        "step",
        "step_3",
        "regions",
        "houses",
        "market",
        "places",
        "deck",
        "under_deck",
        "out_of_game",
        "removed",
    )
    data = {name: full[name] for name in fields}
    data |= {name: full[name] for name in ("players", "neutral", "fuel_market", "supply", "seed", "tiles")}
    if not game.rules.edition.printed.tiles:
        del data["tiles"]
    modules = {name: value for name, value in full["modules"].items() if name not in BY_THEMSELVES}
    return {**head(game), **data, "phase": full["phase"], "to_act": full["to_act"], "modules": modules}


BY_THEMSELVES = ("discount-marker", "trust")
"""Modules whose state follows from the rules when a phase begins."""


def head(game: Game) -> dict[str, Any]:
    record = game.to_json()
    return {name: record[name] for name in ("edition", "map", "options")}


def at(game: Game, p: Position) -> dict[str, Any]:
    """Return the full dump of an earlier position."""
    return {**head(game), **dump(game.rules, p)}


def first_to_act(p: Position) -> bool:
    """Whether no seat was skipped before the first decision, which a person would not know about."""
    turns = [frame for frame in p.agenda if isinstance(frame, PhaseTurns)]
    return not turns or turns[-1].acted.bit_count() == 1


@pytest.mark.parametrize(("edition", "players", "options"), KINDS, ids=lambda value: str(value) if value else "")
def test_a_phase_that_is_written_down_goes_on_as_in_the_game(edition: str, players: int, options: Any) -> None:
    tried = 0
    for seed in range(2):
        game = stromnetz.new_game(edition, players=players, seed=seed, options=options)
        for p in phase_starts(game, seed):
            names = {frame.name for frame in p.agenda}
            if names & {"draft", "placing", "auction", "assign"} or not first_to_act(p):
                continue
            original = stromnetz.parse_position(at(game, p))
            view = original.view(None)
            data = json.loads(json.dumps(written(game, p)))
            loaded = stromnetz.parse_position({**data, "order": view.order})
            assert (loaded.position.seat, loaded.position.kind) == (p.seat, p.kind)
            compare(loaded, original, Random(seed))
            tried += 1
    assert tried > 10


def compare(loaded: Game, original: Game, rng: Random) -> None:
    """Check that the same moves cause the same events, until the deck is shuffled, which depends on the seed."""
    for _ in range(5):
        moves = original.legal_moves
        assert len(loaded.legal_moves) == len(moves)
        if original.decision is None:
            return
        move = moves[rng.randrange(len(moves))]
        events = original.apply(move)
        told = loaded.apply(move)
        if any(event.kind == "deck-shuffled" for event in events):
            return
        assert told == events
