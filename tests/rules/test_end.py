"""The end of the game, its winner, and the short first game."""

from typing import Any

import pytest

import stromnetz
from stromnetz import Connect, Done, Game, GameOver, Run, SitOut
from tests.helpers import asked, counted, decision, position, refused, to_act
from tests.rules.tables import CITIES, MARKET, boxed, frame, market

Seat = dict[str, Any]
EDITIONS = ["classic-2004", "classic-2009"]


def last_turn(*players: Seat, **fields: Any) -> Game:
    """Seat 0 builds last in this round; the others have acted."""
    order = list(range(len(players)))
    return position("building", list(players), **{"order": order, "to_act": 0, "round": 12, **fields})


def seat(cities: int, *plants: int, money: int = 50, **fuel: int) -> Seat:
    return {"cities": CITIES[:cities], "plants": list(plants), "money": money, "fuel": fuel}


def ranking(game: Game) -> list[tuple[int, int]]:
    """The rank and seat of all players, best first."""
    assert game.result is not None
    return [(row.rank, row.seat) for row in game.result.ranking]


def supplied(game: Game) -> dict[int, int]:
    assert game.result is not None
    return {row.seat: row.supplied for row in game.result.ranking}


# --- when it ends ---


@pytest.mark.rule("E1", "C9")
@pytest.mark.parametrize(("players", "cities"), [(2, 21), (3, 17), (4, 17), (5, 15), (6, 14)])
def test_the_number_of_cities_that_ends_the_game(players: int, cities: int) -> None:
    others: list[Seat] = [{} for _ in range(players - 1)]
    goes_on = last_turn(seat(cities - 1), *others)
    goes_on.apply(Done())
    assert goes_on.result is None
    assert goes_on.view(None).round == 13
    over = last_turn(seat(cities - 1, money=100), *others)
    over.apply(Connect(CITIES[cities - 1]))
    over.apply(Done())
    assert over.decision is None
    assert over.result is not None


@pytest.mark.rule("E1")
def test_everybody_finishes_building_first() -> None:
    game = position("building", [seat(16), {}, {}], order=[1, 2, 0], round=12)
    game.apply(Connect("dortmund"))
    game.apply(Done())
    assert asked(game) == (2, "build")
    game.apply(Connect("passau"))
    game.apply(Done())
    game.apply(Done())
    assert game.result is not None
    assert counted(game) == [17, 0, 1]


@pytest.mark.rule("E1")
def test_nothing_of_phase_5_happens() -> None:
    """No income, no fuel burnt, and no step 2 either."""
    game = last_turn(seat(17, 10, 13, coal=4), seat(0, 18), {}, step=1)
    assert [e.to_json() for e in game.apply(Done())] == [{"kind": "game-ended", "supplied": [3, 0, 0]}]
    view = game.view(None)
    assert [player.money for player in view.players] == [50, 50, 50]
    assert view.players[0].fuel == {"coal": 4}
    assert view.step == 1


@pytest.mark.rule("E1")
def test_plants_and_fuel_are_used_as_well_as_they_can_be() -> None:
    """The hybrid 21 leaves the coal to 15; with the eco plant that makes 4 + 3 + 1."""
    game = last_turn(seat(17, 13, 15, 21, coal=2, oil=2), {}, {})
    game.apply(Done())
    assert supplied(game)[0] == 8


@pytest.mark.rule("E1")
def test_no_more_than_the_own_cities_are_supplied() -> None:
    game = last_turn(seat(17), seat(3, 50), {})
    game.apply(Done())
    assert supplied(game) == {0: 0, 1: 3, 2: 0}


@pytest.mark.rule("E1")
def test_after_the_end_nobody_moves() -> None:
    game = last_turn(seat(17), {}, {})
    game.apply(Done())
    assert len(game.legal_moves) == 0
    with pytest.raises(GameOver):
        game.apply(Done())


@pytest.mark.rule("E3")
def test_building_beyond_the_number_is_allowed() -> None:
    game = last_turn(seat(16, 33, 44, 50, money=100), seat(15, 27, 37), {})
    for city in CITIES[16:19]:
        game.apply(Connect(city))
    game.apply(Done())
    assert game.view(0).players[0].cities == 19
    assert supplied(game)[0] == 15


# --- who wins ---


@pytest.mark.rule("E2")
def test_most_cities_supplied_wins_not_most_cities() -> None:
    game = last_turn(seat(17, 44, money=500), seat(12, 50), seat(15, 33))
    game.apply(Done())
    assert supplied(game) == {0: 5, 1: 6, 2: 4}
    assert ranking(game) == [(1, 1), (2, 0), (3, 2)]
    assert game.result is not None
    assert game.result.winners == [1]


@pytest.mark.rule("E2", "C7")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_tie_goes_to_more_money(edition: str) -> None:
    game = last_turn(seat(17, 33, money=10), seat(12, 37, money=12), seat(12, 27, money=99), edition=edition)
    game.apply(Done())
    assert supplied(game) == {0: 4, 1: 4, 2: 3}
    assert ranking(game) == [(1, 1), (2, 0), (3, 2)]


@pytest.mark.rule("E2", "C7")
def test_in_2004_equal_money_shares_the_win() -> None:
    game = last_turn(seat(17, 33), seat(12, 37), seat(12, 27))
    game.apply(Done())
    assert game.result is not None
    assert sorted(game.result.winners) == [0, 1]
    assert sorted(ranking(game)) == [(1, 0), (1, 1), (3, 2)]


@pytest.mark.rule("C7")
def test_in_2009_more_cities_connected_break_the_tie() -> None:
    game = last_turn(seat(17, 33), seat(12, 37), seat(13, 27), edition="classic-2009")
    game.apply(Done())
    assert ranking(game) == [(1, 0), (2, 1), (3, 2)]


@pytest.mark.rule("E2", "C7")
def test_in_2009_equal_money_and_cities_share_the_win() -> None:
    game = last_turn(seat(17, 33), seat(17, 37), seat(13, 27), edition="classic-2009")
    game.apply(Done())
    assert game.result is not None
    assert sorted(game.result.winners) == [0, 1]


# --- the short first game ---


def short(phase: str, players: list[Seat], **fields: Any) -> Game:
    return position(phase, players, options={"short": True}, **{"round": 5, **fields})


@pytest.mark.rule("Y1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_with_seven_cities_stops_building(edition: str) -> None:
    game = short("building", [seat(6), {}, {}], order=[1, 2, 0], edition=edition)
    game.apply(Connect(CITIES[6]))
    assert game.view(0).players[0].cities == 7
    assert to_act(game) == 2, "who has seven is not asked again"
    with refused("Y1", game):
        game.rules.deciders["build"].check(game.rules, game.position, 0, Connect("essen"))


@pytest.mark.rule("Y1")
def test_others_may_still_build_up_to_seven() -> None:
    game = short("building", [seat(6), {"cities": CITIES[20:26], "money": 100}], order=[1, 0])
    game.apply(Connect(CITIES[6]))
    assert to_act(game) == 1
    game.apply(Connect(CITIES[26]))
    assert counted(game) == [7, 7]
    assert game.result is not None


@pytest.mark.rule("Y1", "E2")
def test_the_short_game_is_won_by_cities_supplied() -> None:
    game = short("building", [seat(6, 13), {"cities": CITIES[20:25], "plants": [18]}], order=[0, 1], to_act=0)
    game.apply(Connect(CITIES[6]))
    assert supplied(game) == {0: 1, 1: 2}
    assert ranking(game) == [(1, 1), (2, 0)]


@pytest.mark.rule("Y2", "Y1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seven_cities_for_every_number_of_players(players: int) -> None:
    others: list[Seat] = [{} for _ in range(players - 1)]
    order = list(range(players))
    goes_on = short("building", [seat(6), *others], order=order, to_act=0)
    goes_on.apply(Done())
    assert goes_on.result is None
    over = short("building", [seat(6), *others], order=order, to_act=0)
    over.apply(Connect(CITIES[6]))
    assert over.result is not None


@pytest.mark.rule("Y2")
def test_step_2_never_begins_with_six_players_neither() -> None:
    players = [seat(6, 13), *({} for _ in range(5))]
    game = short("building", players, order=[0, 1, 2, 3, 4, 5], to_act=0, market=MARKET, deck=[24, 25])
    events = game.apply(Done()) + game.apply(Run())
    assert frame(events)[:2] == ["bureaucracy", "order"]
    assert boxed(events) == []
    assert game.view(None).step == 1


@pytest.mark.rule("Y2")
@pytest.mark.parametrize("edition", EDITIONS)
def test_step_3_is_left_in_the_box(edition: str) -> None:
    game = stromnetz.new_game(edition, players=5, seed=3, options={"short": True})
    assert game.view(None).out_of_game == ["step-3"]
    deck = game.position_json()["deck"]
    assert "step-3" not in deck
    assert len(deck) == (34 if edition == "classic-2004" else 35)
    assert game.view(None).end_at == 7


@pytest.mark.rule("Y2", "U3")
def test_the_deck_goes_round() -> None:
    game = short("bureaucracy", [seat(0, 13), {}, {}], order=[1, 2, 0], to_act=0, market=MARKET, deck=[24])
    game.apply(Run())
    assert market(game) == [10, 11, 12, 14, 15, 16, 19, 24]
    assert game.view(None).under_deck == [20]
    for _ in range(3):
        game.apply(SitOut())
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24]
    assert game.view(None).deck == 0
    while decision(game) == "build":
        game.apply(Done())
    game.apply(Run())
    assert market(game) == [11, 12, 14, 15, 16, 19, 20, 24], "the only card under the deck comes back at once"
    assert game.view(None).step == 1


@pytest.mark.rule("Y3", "E5")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("is_short", [True, False])
def test_the_short_game_ends_when_every_city_is_taken(edition: str, is_short: bool) -> None:
    """Five regions have 35 cities, and six players with six each would need one more."""
    regions = ["northwest", "northeast", "west", "east", "southwest"]
    cities = position("order", 6, edition=edition, regions=regions).view(None).cities()
    players = [{"cities": cities[i : i + 6], "money": 100} for i in range(0, 30, 6)]
    players.append({"cities": cities[30:34], "money": 100})
    before = {
        "edition": edition,
        "regions": regions,
        "options": {"short": is_short},
        "order": [5, 0, 1, 2, 3, 4],
        "to_act": 5,
    }
    leaves_one, takes_it = (position("building", players, round=5, **before) for _ in range(2))
    leaves_one.apply(Done())
    takes_it.apply(Connect(cities[34]))
    assert counted(takes_it) == [6, 6, 6, 6, 6, 5]
    assert leaves_one.result is None
    assert (takes_it.result is not None) == is_short


BOARDS = [
    ("classic-2004", "germany", "west"),
    ("classic-2009", "usa", "south"),
    ("deluxe-europe", "europe", "central"),
    ("deluxe-north-america", "north-america", "south"),
]


def crowded(edition: str, map: str, region: str, step: int, **fields: Any) -> Game:
    """Four players on one region: in step 3 each city has three of them, except for one place open to seat 0."""
    table = {"edition": edition, "map": map, "regions": [region]}
    cities = position("order", 4, **table).view(None).cities()
    players: list[Seat] = [{"money": 100, "plants": [40 + 2 * seat]} for seat in range(4)]
    for number, city in enumerate(cities):
        for seat in range(number, number + step):
            if (number, seat) != (0, 0):
                players[seat % 4].setdefault("cities", []).append(city)
    given = {"market": MARKET[:6] if step == 3 else MARKET, "deck": [30], "round": 9, "order": [1, 2, 3, 0], **fields}
    return position("building", players, to_act=0, step=step, **table, **given)


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("edition", "map", "region"), BOARDS)
def test_the_game_ends_when_nobody_can_connect_another_city(edition: str, map: str, region: str) -> None:
    leaves_one, takes_it = (crowded(edition, map, region, 3) for _ in range(2))
    (city,) = [option.city for option in leaves_one.prices(0).offers]
    leaves_one.apply(Done())
    assert leaves_one.result is None, "a place is left: it can still be taken, now or in a later round"
    takes_it.apply(Connect(city))
    assert takes_it.result is not None, "seat 0 is the last to build in this round"
    assert max(counted(takes_it)) < takes_it.rules.end_at


@pytest.mark.rule("E5")
@pytest.mark.parametrize(("edition", "map", "region"), BOARDS)
@pytest.mark.parametrize("step", [1, 2])
def test_full_cities_end_no_game_before_the_last_step(edition: str, map: str, region: str, step: int) -> None:
    game = crowded(edition, map, region, step)
    for offer in game.prices(0).offers:
        game.apply(Connect(offer.city))
    assert game.result is None
    assert game.view(None).phase != "building"


@pytest.mark.rule("E5", "S2")
def test_the_game_ends_when_all_houses_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edition may require more cities than there are houses."""
    game = last_turn(seat(19, money=100), seat(20), seat(20), step=3, market=MARKET[:6], deck=[30])
    monkeypatch.setattr(game.rules, "end_at", 25)
    game.apply(Connect(CITIES[19]))
    assert game.result is not None
    assert counted(game) == [20, 20, 20]


@pytest.mark.rule("E4")
def test_a_round_in_which_nobody_can_do_anything_is_the_last() -> None:
    """One region without a free place in step 2, nothing to buy, and no "Step 3" that could bring another place."""
    west = position("order", 4, regions=["west"]).view(None).cities()
    seats = [{"cities": west}, {"cities": west}, {}, {}]
    game = position("bureaucracy", seats, regions=["west"], step=2, market=[], deck=[], round=5)
    assert game.decision is None
    assert game.view(None).round == 6
    assert game.result is not None
    assert [(row.supplied, row.cities) for row in game.result.ranking] == [(0, 7), (0, 7), (0, 0), (0, 0)]
