"""The Trust in views, records and positions."""

from __future__ import annotations

import json
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Done, Game, Place, parse_game, parse_position
from stromnetz.play.words.text import position_lines, words_for
from tests.helpers import asked, decision, play_on, position
from tests.rules.trust_tables import SECONDS, SET_UP, TRUST, Seat, against, begun, fuel, plants


@pytest.mark.rule("K0", "I1")
@pytest.mark.parametrize("money", ["open", "hidden"])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everybody_sees_the_same_of_it(seat: int | None, money: str) -> None:
    houses = {**{city: [TRUST] for city in SET_UP}, "berlin": [0, TRUST]}
    trust = {"plants": [22, 29, 36], "fuel": {"gas": 2, "oil": 1}}
    game = against("bureaucracy", {"plants": [24]}, trust=trust, houses=houses, options={"money": money})
    view = game.view(seat)
    mine = view.players[TRUST]
    assert (mine.seat, mine.neutral, mine.money) == (TRUST, True, None)
    assert (mine.plants, mine.fuel, mine.cities, mine.output) == ([22, 29, 36], {"gas": 2, "oil": 1}, 7, 15)
    assert sorted(mine.network) == sorted([*SET_UP, "berlin"])
    assert view.houses["berlin"] == [0, TRUST]
    assert mine == game.view(None).players[TRUST]
    assert stromnetz.View.from_json(json.loads(json.dumps(view.to_json()))).players[TRUST] == mine


@pytest.mark.rule("K0")
def test_it_has_no_seat_at_the_table() -> None:
    game = begun()
    for call in (game.view, game.undo, lambda seat: game.apply(Place("lyon"), seat)):
        with pytest.raises(BadInput):
            call(TRUST)


@pytest.mark.rule("K0")
def test_a_record_tells_what_it_did_and_can_be_loaded() -> None:
    game = play_on(begun(), seed=3)
    assert game.result is not None
    text = json.dumps(game.to_json())
    loaded = parse_game(text)
    assert loaded == game
    assert loaded.result == game.result
    kinds = {event.kind for row in loaded.rows for event in row.events}
    assert kinds >= {"house-placed", "plant-taken", "fuel-taken", "fuel-returned"}
    assert game.result.to_json()["neutral"] == [{"seat": TRUST, "cities": 16}]


@pytest.mark.rule("K0")
def test_a_dump_keeps_it() -> None:
    houses = {**{city: [TRUST] for city in SET_UP}, "berlin": [0, TRUST]}
    trust = {"plants": [22, 29, 36], "fuel": {"gas": 2, "oil": 1}}
    game = against("bureaucracy", {"plants": [24]}, trust=trust, houses=houses)
    data = game.position_json()
    assert data["neutral"] == [trust]
    assert data["modules"] == {"trust": {"chose": False}}
    assert (data["cities"], data["houses"]["berlin"], len(data["players"])) == ([1, 0, 0], [0, TRUST], 2)
    assert parse_position(json.loads(json.dumps(data))).position == game.position


@pytest.mark.rule("K0")
def test_a_position_may_leave_it_out() -> None:
    game = position("fuel", [{"plants": [4]}, {}], edition="deluxe-europe", map="europe")
    assert (plants(game), fuel(game), game.view(None).players[TRUST].cities) == ([], {}, 0)


@pytest.mark.rule("K0")
def test_its_cities_may_be_written_with_it() -> None:
    seats: list[Seat] = [{"cities": ["berlin"]}, {}]
    game = against("building", *seats, trust={"cities": [*SET_UP, "berlin"]}, to_act=0)
    assert game.view(None).houses == {"berlin": [0, TRUST], **{city: [TRUST] for city in SET_UP}}


@pytest.mark.rule("K0")
@pytest.mark.parametrize(
    ("players", "neutral"),
    [
        (2, [{"money": 5}]),
        (2, []),
        (2, [{}, {}]),
        (2, {}),
        (2, [{"plants": [4], "fuel": {"oil": 1}}]),
        (2, [{"plants": [4, 5, 6, 7]}]),
        (3, [{}]),
    ],
)
def test_a_position_that_cannot_be(players: int, neutral: Any) -> None:
    with pytest.raises(BadInput):
        position("fuel", players, edition="deluxe-europe", map="europe", neutral=neutral)


@pytest.mark.rule("K0")
def test_the_entry_that_is_wrong_is_named() -> None:
    with pytest.raises(BadInput, match=r"neutral\[0\]"):
        position("fuel", 2, edition="deluxe-europe", map="europe", neutral=[{"money": 5}])


@pytest.mark.rule("K1")
def test_it_is_second_in_a_position_of_round_1_without_an_order() -> None:
    game = position("auctions", 2, edition="deluxe-europe", map="europe")
    assert game.view(None).order == [0, TRUST, 1]


@pytest.mark.rule("K0", "A2")
def test_it_has_not_left_when_the_first_player_has() -> None:
    """Seats before `to_act` have left; but the Trust never leaves, and the position can be saved."""
    game = against("auctions", to_act=1)
    assert asked(game) == (1, "auction")
    assert game.position_json()["sat_out"] == [0]
    assert parse_position(game.position_json()).position == game.position


@pytest.mark.rule("K6")
def test_it_has_no_more_than_16_generators() -> None:
    houses = {city: [TRUST] for city in SET_UP} | {city: [0, TRUST] for city in SECONDS}
    cards: dict[str, Any] = {"market": [20, 21, 22, 23], "deck": []}
    against("building", houses=houses, to_act=0, **cards)
    with pytest.raises(BadInput):
        against("building", houses={**houses, "moskwa": [1, TRUST]}, to_act=0, **cards)


@pytest.mark.rule("K5", "K7")
def test_a_position_in_which_it_holds_fuel_too_early_is_refused_or_can_be_saved() -> None:
    trust = {"plants": [22], "fuel": {"gas": 6}}
    try:
        game = against("fuel", {"plants": [4]}, {"plants": [3]}, trust=trust, fuel_market={"coal": 9, "gas": 9})
    except BadInput:
        return
    game.apply(Done())
    assert parse_position(game.position_json()).position == game.position


@pytest.mark.rule("K2")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6, 7])
def test_a_dump_that_has_lost_houses_while_they_are_placed_is_refused(count: int) -> None:
    """A seat with a decision must have a move."""
    data = begun().position_json()
    assert data["agenda"] == [["round", 0], ["placing", 0]]
    data["agenda"][1][1] = count
    for seat in (0, 1):
        with pytest.raises(BadInput):
            parse_position({**data, "to_act": seat})


@pytest.mark.rule("K2")
def test_a_dump_can_be_loaded_while_houses_are_placed() -> None:
    game = begun(regions="draft")
    while decision(game) in ("region", "place"):
        assert parse_position(game.position_json()).position == game.position
        game.apply(game.legal_moves[0])


@pytest.mark.rule("K3")
@pytest.mark.parametrize("chose", [None, True, False, 1, "yes", {}, {"chose": 1}, {"chose": True, "more": 1}])
def test_whether_it_has_chosen_is_true_or_false(chose: Any) -> None:
    bidding = {"plant": 10, "bid": 10, "high": 0, "in": [0, 1]}

    def load(modules: Any) -> Game:
        return against("auctions", modules=modules, order=[0, 1], to_act=1, auction=bidding)

    if chose is None:
        assert load({"trust": None}).position_json()["modules"] == {"trust": {"chose": False}}
    elif isinstance(chose, bool):
        assert load({"trust": {"chose": chose}}).position_json()["modules"] == {"trust": {"chose": chose}}
        with pytest.raises(BadInput):
            load({"trust": chose})
    else:
        with pytest.raises(BadInput):
            load({"trust": chose})


@pytest.mark.rule("K0")
def test_a_text_does_not_say_that_its_money_is_hidden() -> None:
    """It has none."""
    game = begun()
    line = next(line for line in position_lines(game.view(None), words_for(game)) if line.startswith("○ the Trust"))
    assert "hidden" not in line
    assert "Elektro" not in line
