"""Games that cannot be started: unknown editions, maps, options, seeds, regions, and impossible scripts."""

from __future__ import annotations

from typing import Any

import pytest

from stromnetz import BadInput, IllegalMove, Open, ScriptMismatch, new_game
from tests.play.bad_input import bad, start


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"edition": "classic-1999"}, "classic-2004"),
        ({"edition": None}, "edition"),
        ({"edition": 2004}, "edition"),
        ({"edition": ["classic-2004"]}, "edition"),
        ({"map": "atlantis"}, "germany, usa"),
        ({"map": 3}, "map"),
        ({"map": {}}, "map"),
        ({"players": 1}, "2 to 6"),
        ({"players": 7}, "2 to 6"),
        ({"players": True}, "players"),
        ({"players": 3.0}, "players"),
        ({"players": "3"}, "players"),
        ({"players": None}, "players"),
        ({"options": {"fog": True}}, "short"),
        ({"options": {"short": 1}}, "True"),
        ({"options": {"short": "yes"}}, "True"),
        ({"options": {"money": "secret"}}, "hidden"),
        ({"options": {"money": ["hidden"]}}, "hidden"),
        ({"options": ["short"]}, "options"),
        ({"options": "short"}, "options"),
        ({"seed": -1}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"seed": True}, "seed"),
        ({"seed": "tea"}, "seed"),
        ({"seed": ""}, "seed"),
        ({"seed": 1 << 256}, "seed"),
        ({"seed": [1]}, "seed"),
        ({"regions": "all"}, "random, draft"),
        ({"regions": []}, "3 regions"),
        ({"regions": ["west", "southwest"]}, "3 regions"),
        ({"regions": ["west", "south", "southwest", "east"]}, "3 regions"),
        ({"regions": ["west", "west", "south"]}, "different"),
        ({"regions": ["west", "south", "mars"]}, "mars"),
        ({"regions": ["west", "south", 3]}, "3"),
        ({"regions": ["west", "south", ["east"]]}, "east"),
        ({"regions": {"west": 1}}, "regions"),
    ],
    ids=lambda value: None if isinstance(value, str) else "-".join(value),
)
def test_games_that_do_not_exist(changes: dict[str, Any], match: str) -> None:
    with bad(BadInput, match):
        new_game(**{"edition": "classic-2004", "map": "germany", "players": 3, "seed": 1, **changes})


def test_regions_that_do_not_hang_together() -> None:
    board = start().rules.board
    apart = next(
        [a, b, c]
        for a in range(6)
        for b in range(6)
        for c in range(6)
        if len({a, b, c}) == 3 and not board.connected([a, b, c])
    )
    with bad(BadInput, "connected regions"):
        start(regions=[board.region_ids[r] for r in apart])


@pytest.mark.parametrize(
    "script",
    [
        {"deck": [13, 14]},
        {"deck": "13"},
        {"deck": [None]},
        {"deck": [[13]]},
        {"deck": [13, 13]},
        {"deck": []},
        {"market": [3, 4, 5]},
        {"market": [3, 4, 5, 6, 7, 8, 9, "step-3"]},
        {"market": [3, 3, 4, 5, 6, 7, 8, 9]},
        {"market": {"3": 4}},
        {"order": [0, 1]},
        {"order": [0, 1, 1]},
        {"order": [0, 1, 2, 3]},
        {"order": ["0", 1, 2]},
        {"order": [True, 0, 2]},
        {"order": 0},
        {"reshuffle": [4.0]},
        {"reshuffle": [99]},
        {"reshuffle": 4},
    ],
    ids=repr,
)
def test_scripts_that_cannot_be_followed(script: dict[str, Any]) -> None:
    """A list with wrong cards or seats cannot be followed; anything but a list is not a script."""
    no_list = not isinstance(next(iter(script.values())), list)
    with bad(BadInput if no_list else ScriptMismatch):
        start(**script)


def test_a_refusal_reports_as_json() -> None:
    with pytest.raises(IllegalMove) as caught:
        start().apply(Open(4, 3))
    assert caught.value.to_json() == {
        "error": "IllegalMove",
        "rule": "A1",
        "message": "the minimum bid for plant 4 is 4, not 3",
        "facts": {"plant": 4, "minimum": 4, "bid": 3},
    }
    assert str(caught.value).endswith("(A1)")
