"""A commitment binds a record to the seed that was promised at the start of the game."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from stromnetz import BadInput, Game, new_game, parse_game
from stromnetz.play.files.records import commitment, is_dealt_by_seed, new_salt

SALT = "0123456789abcdef" * 2


def committed(seed: int = 2**255 + 5, **more: Any) -> Game:
    game = new_game("classic-2004", players=2, seed=seed, **more)
    game.header |= {"commitment": commitment(seed, SALT), "salt": SALT}
    return game


def test_anybody_can_compute_it() -> None:
    text = f"stromnetz seed {'0' * 63}7 salt {SALT}"
    assert commitment(7, SALT) == commitment("0x7", SALT) == hashlib.sha256(text.encode()).hexdigest()
    assert new_salt() != new_salt()
    assert len(new_salt()) == 32


def test_a_record_keeps_it_and_shows_the_salt_only_when_whole() -> None:
    game = committed()
    assert parse_game(game.to_json()) == game
    shown = game.to_json(hidden=False)
    assert shown["commitment"] == game.header["commitment"]
    assert SALT not in str(shown)
    assert "salt" not in shown


@pytest.mark.parametrize(
    "change",
    [
        {"commitment": commitment(8, SALT)},
        {"salt": new_salt()},
        {"commitment": "no digest"},
        {"commitment": None},
        {"salt": 7},
        {"salt": SALT.upper()},
    ],
)
def test_a_record_with_another_commitment_is_refused(change: dict[str, Any]) -> None:
    record = {**committed().to_json(), **change}
    with pytest.raises(BadInput, match=r"commitment|salt"):
        parse_game(record)


def test_a_commitment_needs_its_salt_and_a_seed() -> None:
    record = committed().to_json()
    del record["salt"]
    with pytest.raises(BadInput, match="salt"):
        parse_game(record)
    game = committed()
    del game.header["setup"]
    game.header["position"] = game.position_json()
    record = game.to_json()
    record["position"] = {k: v for k, v in record["position"].items() if k not in ("format",)}
    with pytest.raises(BadInput):
        parse_game(record)


def test_a_scripted_deal_is_not_dealt_by_the_seed() -> None:
    assert is_dealt_by_seed(committed().to_json())
    assert is_dealt_by_seed(committed(regions="draft").to_json())
    assert not is_dealt_by_seed(committed(order=[1, 0]).to_json())
    assert not is_dealt_by_seed({"position": {}})
