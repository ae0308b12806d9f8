"""Every game comes back from its notation, and spoilt texts give ``BadInput`` and no other error."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from stromnetz import BadInput, Game, new_game, parse_game, parse_position
from stromnetz.arena.matches import MatchSetup, play
from stromnetz.play.catalogue import editions
from stromnetz.play.variants import random_variants
from tests.play.bad_input import within
from tests.tier import cases
from tools import golden

MAX_BYTES = 8_192
"""A game of four players in notation."""
EDITIONS = [edition.id for edition in editions()]


@cache
def golden_game(name: str) -> Game:
    return golden.replay(golden.read_text(name))[0]


def check(game: Game) -> None:
    text = game.to_notation()
    again = parse_game(text)
    assert again == game
    assert again.to_text() == game.to_text()
    assert again.to_notation() == text
    assert [(row.round, row.phase) for row in again.rows] == [(row.round, row.phase) for row in game.rows]


def check_position(game: Game) -> None:
    line = game.position_line()
    assert parse_position(line) == parse_position(game.position_json())
    assert parse_position(line).position_line() == line
    for seat in (None, game.version % game.players):
        view = game.view(seat)
        drawn = parse_position(view.position_line(), seed=game.version)
        assert {**drawn.view(seat).to_json(), "version": view.version} == view.to_json()


@pytest.mark.parametrize("name", golden.game_names())
def test_golden_games_come_back(name: str) -> None:
    game = golden_game(name)
    check(game)
    for number in range(0, game.version + 1, max(1, game.version // 4)):
        check_position(game.at(number))


@pytest.mark.parametrize("name", [name for name in golden.game_names() if golden_game(name).players <= 4])
def test_games_of_up_to_four_players_are_small(name: str) -> None:
    assert len(golden_game(name).to_notation().encode()) <= MAX_BYTES


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_come_back(edition: str) -> None:
    facts = next(one for one in editions() if one.id == edition)
    for number in range(cases(4)):
        rng = Random(f"{edition} {number}")
        map = rng.choice(facts.maps)
        players = rng.choice(facts.players_on[map])
        options = random_variants(edition, players, rng)
        bots = tuple(rng.choice(("plain", "random")) for _ in range(players))
        setup = MatchSetup(edition, map, players, bots, number, tuple(sorted(options.items())))
        game = play(setup)
        check(game)
        check_position(game.at(rng.randrange(game.version)))


ALPHABET = 'abc09:=[]{},"\\ \n\r\t#+-@.é\x00\u2028{}'


NASTY = ("9" * 5000, "[" * 5000, "{a:" * 3000, '"', "\ud800", "-", "null", "1e9", "0x")


def spoilt(text: str, rng: Random) -> str:
    """Replace, remove, repeat or move a part of a text."""
    a = rng.randrange(len(text))
    b = min(len(text), a + rng.choice((1, 1, 1, 2, 5, 40, 400)))
    how = rng.randrange(5)
    if how == 0:
        return text[:a] + text[b:]
    if how == 1:
        return text[:a] + text[a:b] * 2 + text[b:]
    if how == 2:
        return text[:a] + "".join(rng.choice(ALPHABET) for _ in range(b - a)) + text[b:]
    if how == 3:
        lines = text.split("\n") if "\n" in text else text.split(" ")
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
        return ("\n" if "\n" in text else " ").join(lines)
    return (
        text[:a]
        + rng.choice(("9" * 5000, "[" * 5000, "{a:" * 3000, '"', "\ud800", "-", "null", "1e9", "0x"))
        + text[a:]
    )


@pytest.mark.parametrize("block", range(4))
def test_spoilt_games_give_bad_input(block: int) -> None:
    rng = Random(block)
    names = ("tie-cities-2009", "outpost-workers-stay", "short-2", "robots-deluxe-2", "discard-fuel")
    texts = [golden_game(name).to_notation() for name in names]
    refused = 0
    for _ in range(cases(60)):
        text = spoilt(rng.choice(texts), rng)
        try:
            with within(10):
                parse_game(text)
        except BadInput as error:
            refused += bool(error.message)
    assert refused


@pytest.mark.parametrize("block", range(4))
def test_spoilt_positions_give_bad_input(block: int) -> None:
    rng = Random(block)
    games = [new_game(edition, players=3, seed=block) for edition in EDITIONS]
    games += [golden_game(name).at(20) for name in ("money-hidden", "outpost-trust", "robots-promo", "promo-2009-4")]
    lines = [line for game in games for line in (game.position_line(), game.view(0).position_line())]
    refused = 0
    for _ in range(cases(250)):
        text = spoilt(rng.choice(lines), rng)
        try:
            with within(10):
                parse_position(text, seed=1)
        except BadInput as error:
            refused += bool(error.message)
    assert refused
