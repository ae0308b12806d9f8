"""Set-up: regions, what players start with, the order, the tables by number of players."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, ChooseRegion, Connect, Game, NotYourTurn, Open, SitOut
from stromnetz.engine.events import OrderSet, RegionNamed, RegionsChosen
from tests.helpers import asked, decision, kinds, play_on, position, refused, to_act

TOUCHING = {
    "northwest": {"northeast", "west", "east"},
    "northeast": {"northwest", "east"},
    "west": {"northwest", "east", "southwest"},
    "east": {"northwest", "northeast", "west", "southwest", "south"},
    "southwest": {"west", "east", "south"},
    "south": {"east", "southwest"},
}
BY_PLAYERS = [(2, 3, 4, 10, 21, 8), (3, 3, 3, 7, 17, 8), (4, 4, 3, 7, 17, 4), (5, 5, 3, 7, 15, 0), (6, 5, 3, 6, 14, 0)]


def new(players: int = 3, **settings: Any) -> Game:
    return stromnetz.new_game("classic-2004", **{"map": "germany", "players": players, "seed": 1, **settings})


def hang_together(regions: list[str] | tuple[str, ...]) -> bool:
    reached = {regions[0]}
    for _ in regions:
        reached |= {r for r in regions if TOUCHING[r] & reached}
    return reached == set(regions)


# --- regions ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("S1")
def test_given_regions_are_played() -> None:
    game = new(regions=["west", "southwest", "south"])
    assert game.view(None).regions == ["west", "southwest", "south"]
    assert RegionsChosen(["west", "southwest", "south"]) in game.rows[0].events


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    "regions",
    [
        ["northeast", "northwest", "south"],  # south touches neither
        ["west", "southwest"],
        ["west", "southwest", "south", "east"],
        ["west", "west", "southwest"],
        ["west", "southwest", "midwest"],  # on the other map
        [],
        "all",
    ],
)
def test_given_regions_are_as_many_as_the_players_need_and_hang_together(regions: Any) -> None:
    with pytest.raises(BadInput):
        new(regions=regions)


@pytest.mark.rule("S1")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_regions_always_hang_together(players: int) -> None:
    count = new(players).rules.row.regions
    seen: Counter[tuple[str, ...]] = Counter()
    for seed in range(200):
        regions = new(players, seed=seed).view(None).regions
        assert len(set(regions)) == count
        assert hang_together(regions)
        seen[tuple(sorted(regions))] += 1
    assert set(seen) == {tuple(sorted(c)) for c in combinations(TOUCHING, count) if hang_together(c)}


@pytest.mark.rule("S1")
def test_only_cities_inside_the_regions_can_be_connected() -> None:
    game = position("building", 3, regions=["northwest", "northeast", "east"], to_act=2, order=[0, 1, 2])
    with refused("S1", game) as refusal:
        game.apply(Connect("kassel"))
    assert refusal.error.facts["regions"] == ["northwest", "northeast", "east"]
    assert len([m for m in game.legal_moves if isinstance(m, Connect)]) == 21


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("regions", "cost"),
    # through Kassel in the west 15 + 8; without the west through Erfurt 19 + 13
    [(["northwest", "west", "east"], 23), (["northwest", "northeast", "east"], 32)],
)
def test_only_connections_inside_the_regions_exist(regions: list[str], cost: int) -> None:
    seats: list[dict[str, Any]] = [{"cities": ["hannover"], "money": 100}, {}, {}]
    game = position("building", seats, regions=regions, to_act=0, order=[2, 1, 0])
    game.apply(Connect("fulda"))
    assert game.view(None).players[0].money == 100 - 10 - cost


@pytest.mark.rule("S1")
@pytest.mark.parametrize(
    ("players", "seats"), [(2, [0, 1, 0]), (3, [0, 1, 2]), (5, [0, 1, 2, 3, 4]), (6, [0, 1, 2, 3, 4])]
)
def test_a_draft_goes_round_in_seat_order(players: int, seats: list[int]) -> None:
    game = new(players, regions="draft", order=list(range(players))[::-1])
    named = []
    while decision(game) == "region":
        named.append(to_act(game))
        game.apply(game.legal_moves[0])
    assert named == seats
    assert len(game.view(None).regions) == len(seats)
    assert asked(game) == (players - 1, "auction")


@pytest.mark.rule("S1")
def test_in_a_draft_a_region_touches_one_already_named() -> None:
    game = new(regions="draft")
    assert {m.region for m in game.legal_moves if isinstance(m, ChooseRegion)} == set(TOUCHING)
    assert game.apply(ChooseRegion("northeast")) == [RegionNamed(0, "northeast")]
    assert list(game.legal_moves) == [ChooseRegion("northwest"), ChooseRegion("east")]
    for region in ("south", "west", "northeast"):  # the last one is named already
        with refused("S1", game) as refusal:
            game.apply(ChooseRegion(region))
    assert refusal.error.facts["choices"] == ["northwest", "east"]
    game.apply(ChooseRegion("northwest"))
    assert game.is_legal(ChooseRegion("west"))  # touches the second one
    events = game.apply(ChooseRegion("west"))
    assert events[:2] == [RegionNamed(2, "west"), RegionsChosen(["northeast", "northwest", "west"])]


@pytest.mark.rule("S1")
def test_nothing_else_is_done_during_a_draft() -> None:
    game = new(regions="draft")
    for move in (Open(3, 3), SitOut(), Connect("essen")):
        with refused("S1", game):
            game.apply(move)
    with pytest.raises(NotYourTurn):
        game.apply(ChooseRegion("west"), seat=1)
    with pytest.raises(BadInput):
        game.apply(ChooseRegion("midwest"))
    assert game.version == 0


@pytest.mark.rule("S1")
def test_a_drafted_area_is_the_one_that_is_played() -> None:
    game = new(regions="draft")
    kinds(game, ChooseRegion("south"), ChooseRegion("southwest"), ChooseRegion("west"))
    play_on(game, until=lambda rules: decision(rules) == "build")
    with refused("S1", game):
        game.apply(Connect("berlin"))
    assert len(game.position.area.cities) == 21


# --- players, order, market ------------------------------------------------------------------------------------------


@pytest.mark.rule("S2")
def test_everybody_begins_with_50_elektro_and_nothing_else() -> None:
    for player in new(6).view(None).players:
        assert (player.money, player.plants, player.fuel, player.network) == (50, [], {}, [])


@pytest.mark.rule("S2")
def test_at_most_20_houses_stand_on_the_map() -> None:
    cities = [c for r in ("northwest", "northeast", "west") for c in _cities_of(r)]
    seats: list[dict[str, Any]] = [{"cities": cities[:19], "money": 300}, {}, {}]
    game = position("building", seats, order=[2, 1, 0], to_act=0)
    game.apply(Connect(cities[19]))
    assert game.view(None).players[0].cities == 20
    assert to_act(game) == 1  # nothing is left to be asked of seat 0
    build = game.rules.deciders["build"]
    with refused("S2", game) as refusal:
        build.check(game.rules, game.position, 0, Connect(cities[20]))
    assert refusal.error.facts["limit"] == 20


@pytest.mark.rule("S2")
def test_two_players_have_no_such_limit() -> None:
    cities = [c for r in ("northwest", "northeast", "west", "east") for c in _cities_of(r)]
    game = position("building", [{"cities": cities[:20], "money": 300}, {}], order=[1, 0], to_act=0)
    game.apply(Connect(cities[20]))
    game.apply(Connect(cities[21]))
    assert game.view(None).players[0].cities == 22


def _cities_of(region: str) -> list[str]:
    board = new().rules.board
    return [c for c, r in zip(board.city_ids, board.region_of, strict=True) if board.region_ids[r] == region]


@pytest.mark.rule("S3")
def test_the_first_order_is_random() -> None:
    orders = Counter(tuple(new(3, seed=seed).view(None).order) for seed in range(300))
    assert len(orders) == 6
    assert min(orders.values()) > 25  # 50 of each on average


@pytest.mark.rule("S3")
def test_the_same_seed_draws_the_same_order() -> None:
    game, again = new(5, seed=7), new(5, seed=7)
    assert game.view(None).order == again.view(None).order
    assert OrderSet(game.view(None).order) in game.rows[0].events
    assert to_act(game) == game.view(None).order[0]


@pytest.mark.rule("S4")
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
def test_markets_are_prepared_as_the_edition_says(edition: str) -> None:
    view = stromnetz.new_game(edition, players=4, seed=1).view(None)
    assert (view.current, view.future) == ([3, 4, 5, 6], [7, 8, 9, 10])
    fuels = {name: (fuel.in_market, fuel.supply, fuel.price) for name, fuel in view.fuels.items()}
    assert fuels == {"coal": (24, 0, 1), "oil": (18, 6, 3), "garbage": (6, 18, 7), "uranium": (2, 10, 14)}
    assert (view.round, view.step, view.phase) == (1, 1, "auctions")


@pytest.mark.rule("C1")
@pytest.mark.parametrize(("players", "regions"), [(2, 3), (3, 3), (4, 4), (5, 5), (6, 5)])
@pytest.mark.parametrize("map", ["germany", "usa"])
def test_number_of_regions(map: str, players: int, regions: int) -> None:
    game = new(players, map=map)
    assert len(game.view(None).regions) == regions
    assert len(game.position.area.cities) == 7 * regions


@pytest.mark.rule("C9")
@pytest.mark.parametrize(("players", "regions", "plants", "step_2", "end", "out"), BY_PLAYERS)
@pytest.mark.parametrize("edition", ["classic-2004", "classic-2009"])
def test_numbers_by_players(
    edition: str, players: int, regions: int, plants: int, step_2: int, end: int, out: int
) -> None:
    game = stromnetz.new_game(edition, players=players, seed=1)
    view = game.view(None)
    assert (len(view.regions), view.step_2_at, view.end_at, view.removed) == (regions, step_2, end, out)
    assert game.rules.plant_limit == plants


@pytest.mark.rule("C9", "A9")
@pytest.mark.parametrize(("players", "limit"), [(2, 4), (3, 3), (4, 3), (5, 3), (6, 3)])
def test_plants_owned_at_most(players: int, limit: int) -> None:
    def after_buying(owned: int) -> str:
        seats: list[dict[str, Any]] = [{"plants": [20, 25, 30, 31][:owned]}, *({} for _ in range(players - 1))]
        game = position("auctions", seats, sat_out=list(range(1, players)), order=list(range(players)))
        game.apply(Open(5, 5))
        return decision(game)

    assert after_buying(limit - 1) == "fuel"
    assert after_buying(limit) == "scrap"


@pytest.mark.rule("C9")
@pytest.mark.parametrize("players", [0, 1, 7, True, "3"])
def test_two_to_six_players(players: Any) -> None:
    with pytest.raises(BadInput):
        new(players)
