"""Phase 4: the costs of cities, and which may be connected."""

import random
from typing import Any

import pytest

from stromnetz import Connect, Done, Game, Pass
from stromnetz.engine.options import ConnectOption
from tests.helpers import counted, decision, position, refused, to_act
from tests.rules.tables import CITIES


def offers(game: Game) -> dict[str, ConnectOption]:
    assert game.decision is not None
    return {o.city: o for o in game.decision.options or [] if isinstance(o, ConnectOption)}


def prices(game: Game) -> dict[str, int]:
    return {city: o.cost for city, o in offers(game).items()}


def builder(*cities: str, money: int = 50, others: list[str] | None = None, **fields: Any) -> Game:
    """Seat 0 builds last of two; seat 1 has the cities of others."""
    players: list[dict[str, Any]] = [{"money": money, "cities": list(cities)}, {"cities": others or []}]
    return position("building", players, to_act=0, **{"order": [0, 1], "round": 3, **fields})


# --- whose turn ---


@pytest.mark.rule("B1")
def test_building_goes_in_reverse_order() -> None:
    game = position("building", 4, order=[2, 0, 3, 1])
    asked = []
    while decision(game) == "build":
        asked.append(to_act(game))
        game.apply(Done())
    assert asked == [1, 3, 0, 2]


@pytest.mark.rule("B1")
def test_any_number_of_cities_one_after_another() -> None:
    game = builder()
    for city, left in [("essen", 40), ("duisburg", 30), ("dortmund", 16), ("muenster", 4)]:
        game.apply(Connect(city))
        assert (to_act(game), game.view(0).players[0].money) == (0, left)
    assert game.view(None).players[0].network == ["muenster", "dortmund", "essen", "duisburg"]


@pytest.mark.rule("B1")
def test_only_connecting_and_being_done_in_the_building_phase() -> None:
    game = builder()
    with refused("B1", game):
        game.apply(Pass())


@pytest.mark.rule("B5")
def test_nobody_must_build_in_round_1_either() -> None:
    game = position("building", [{"plants": [3]}, {"plants": [4]}], round=1)
    game.apply(Done())
    game.apply(Done())
    assert counted(game) == [0, 0]
    assert game.view(None).round == 2


# --- the first city ---


@pytest.mark.rule("B2")
def test_first_city_is_any_city_for_10() -> None:
    game = builder(others=["essen"])
    assert set(prices(game).values()) == {10}
    assert len(prices(game)) == 41
    assert offers(game)["passau"].path == ["passau"]
    (connected,) = game.apply(Connect("passau"))
    assert connected.to_json() == {
        "kind": "city-connected",
        "seat": 0,
        "city": "passau",
        "place_cost": 10,
        "connection_cost": 0,
        "path": ["passau"],
    }
    assert game.view(0).players[0].money == 40


@pytest.mark.rule("B2")
def test_first_city_needs_10_elektro() -> None:
    game = builder(money=9)
    with refused("B2", game):
        game.apply(Connect("essen"))
    assert prices(game) == {}


@pytest.mark.rule("B2", "B4")
def test_first_city_in_step_1_is_not_one_of_others() -> None:
    game = builder(others=["essen"])
    with refused("B4", game):
        game.apply(Connect("essen"))


@pytest.mark.rule("B2")
def test_who_starts_later_takes_the_cheapest_free_place() -> None:
    game = position("building", 3, houses={"essen": [1], "kiel": [1, 2]}, round=6, step=3, order=[0, 1, 2], to_act=0)
    assert [prices(game)[city] for city in ("passau", "essen", "kiel")] == [10, 15, 20]


# --- further cities ---


@pytest.mark.rule("B3")
def test_place_and_connection_are_paid() -> None:
    game = builder("essen")
    option = offers(game)["aachen"]
    assert (option.place_cost, option.connection_cost, option.cost) == (10, 11, 21)
    assert option.path == ["essen", "duesseldorf", "aachen"]
    (connected,) = game.apply(Connect("aachen"))
    assert connected.to_json()["path"] == ["essen", "duesseldorf", "aachen"]
    assert game.view(0).players[0].money == 29


@pytest.mark.rule("B3")
def test_connections_are_paid_anew_each_time() -> None:
    game = builder("essen", money=100)
    game.apply(Connect("aachen"))
    assert prices(game)["duesseldorf"] == 12
    game.apply(Connect("duesseldorf"))
    assert game.view(0).players[0].money == 100 - 21 - 12


@pytest.mark.rule("B3")
def test_cities_connected_moments_ago_count_as_own() -> None:
    game = builder("essen", money=100)
    assert prices(game)["trier"] == 10 + 2 + 4 + 20
    game.apply(Connect("aachen"))
    assert prices(game)["trier"] == 10 + 19
    assert offers(game)["trier"].path == ["aachen", "trier"]


@pytest.mark.rule("B3")
def test_a_connection_may_cost_nothing() -> None:
    game = builder("halle", money=10)
    assert prices(game) == {"leipzig": 10}
    game.apply(Connect("leipzig"))
    assert game.view(0).players[0].money == 0


@pytest.mark.rule("B3")
def test_one_elektro_short_is_refused() -> None:
    game = builder("essen", money=20)
    with refused("B3", game) as no:
        game.apply(Connect("aachen"))
    assert no.error.facts == {"city": "aachen", "place_cost": 10, "connection_cost": 11, "cost": 21, "money": 20}


@pytest.mark.rule("B3", "S1")
def test_paths_stay_inside_the_playing_area() -> None:
    """From Regensburg to Mannheim: over Nürnberg and Würzburg, but only where the East is played."""
    with_east = builder("regensburg", regions=["south", "southwest", "east"])
    assert offers(with_east)["mannheim"].path == ["regensburg", "nuernberg", "wuerzburg", "mannheim"]
    assert prices(with_east)["mannheim"] == 10 + 30
    without = builder("regensburg", regions=["south", "southwest"])
    assert offers(without)["mannheim"].path == ["regensburg", "augsburg", "stuttgart", "mannheim"]
    assert prices(without)["mannheim"] == 10 + 34


@pytest.mark.rule("S1")
def test_no_city_outside_the_playing_area() -> None:
    game = builder("essen", regions=["west", "southwest"])
    with refused("S1", game):
        game.apply(Connect("bremen"))
    assert "bremen" not in prices(game)
    assert "osnabrueck" in prices(game)


# --- places ---


@pytest.mark.rule("B4")
@pytest.mark.parametrize(("step", "open_places"), [(1, {10}), (2, {10, 15}), (3, {10, 15, 20})])
def test_as_many_places_as_the_step_says(step: int, open_places: set[int]) -> None:
    houses = {"kiel": [1]} if step == 1 else {"kiel": [1], "hamburg": [1, 2]}
    houses |= {"bremen": [1, 2, 3]} if step == 3 else {}
    game = position("building", 4, houses=houses, step=step, round=6, order=[0, 1, 2, 3], to_act=0)
    assert {o.place_cost for o in offers(game).values()} == open_places
    full = {1: "kiel", 2: "hamburg", 3: "bremen"}[step]
    assert full not in prices(game)
    with refused("B4", game) as no:
        game.apply(Connect(full))
    assert no.error.facts["step"] == step


@pytest.mark.rule("B4", "B3")
def test_places_are_taken_and_paid_in_the_order_10_15_20() -> None:
    game = position("building", 4, step=3, round=6, order=[3, 2, 1, 0])
    paid = []
    for _ in range(3):
        (connected,) = game.apply(Connect("kiel"))
        paid.append(connected.to_json()["place_cost"])
        game.apply(Done())
    assert paid == [10, 15, 20]
    assert game.view(None).houses == {"kiel": [0, 1, 2]}
    with refused("B4", game):
        game.apply(Connect("kiel"))


@pytest.mark.rule("B4")
@pytest.mark.parametrize("step", [1, 2, 3])
def test_one_place_a_player_in_a_city(step: int) -> None:
    game = builder("essen", step=step)
    assert "essen" not in prices(game)
    with refused("B4", game):
        game.apply(Connect("essen"))


@pytest.mark.rule("B6", "M3")
def test_market_is_checked_after_each_connection() -> None:
    game = builder(*CITIES[:4], money=100, market=[5, 6, 8, 9, 10, 11, 12, 14], deck=[20, 21, 22], others=["essen"])
    first = game.apply(Connect("luebeck"))
    assert [e.to_json().get("card") for e in first[1:]] == [5, 20]
    assert game.view(None).current == [6, 8, 9, 10]
    game.apply(Connect("schwerin"))
    assert game.view(None).current == [8, 9, 10, 11]
    assert game.view(None).out_of_game == [5, 6]
    game.apply(Connect("rostock"))
    assert game.view(None).out_of_game == [5, 6]


# --- houses ---


@pytest.mark.rule("S2")
def test_twenty_houses_and_no_more() -> None:
    players: list[dict[str, Any]] = [{"cities": CITIES[:19], "money": 100}, {}, {}]
    game = position("building", players, round=9, order=[2, 1, 0])
    game.apply(Connect("duesseldorf"))
    assert game.view(0).players[0].cities == 20
    assert to_act(game) == 1, "who has no house left is not asked"
    with refused("S2", game):
        game.rules.deciders["build"].check(game.rules, game.position, 0, Connect("kassel"))


@pytest.mark.rule("S2")
def test_no_house_limit_with_two_players() -> None:
    game = builder(*CITIES[:20], money=100, order=[1, 0])
    game.apply(Connect("kassel"))
    game.apply(Connect("halle"))
    assert game.view(0).players[0].cities == 22


# --- worked examples ---


@pytest.mark.rule("EX4", "B3")
def test_example_of_building_in_step_1() -> None:
    game = builder("essen", "muenster", others=["duesseldorf"])
    assert [prices(game)[city] for city in ("duisburg", "dortmund", "aachen")] == [10, 12, 21]
    assert offers(game)["dortmund"].path == ["muenster", "dortmund"]
    assert offers(game)["aachen"].path == ["essen", "duesseldorf", "aachen"]
    other = builder("duesseldorf", others=["essen", "muenster"])
    assert prices(other)["duisburg"] == 12
    assert offers(other)["duisburg"].path == ["duesseldorf", "essen", "duisburg"]


@pytest.mark.rule("EX5", "B4")
def test_example_of_building_in_step_2() -> None:
    game = builder("essen", "muenster", others=["duesseldorf", "koeln"], step=2)
    assert prices(game)["duesseldorf"] == 17
    assert prices(game)["koeln"] == 21
    game.apply(Connect("duesseldorf"))
    assert prices(game)["koeln"] == 19
    game.apply(Connect("koeln"))
    assert game.view(0).players[0].money == 50 - 36


# --- every cheapest path, worked out another way ---


def cheapest(game: Game, own: list[str]) -> dict[str, int]:
    """Bellman-Ford over the connections inside the playing area, from all own cities at once."""
    board = game.rules.board
    inside = {c for c, region in enumerate(board.region_of) if board.region_ids[region] in game.view(None).regions}
    links = [(a, b, cost) for a, b, cost in board.connections if a in inside and b in inside]
    best = {board.city_ids.index(city): 0 for city in own}
    for _ in inside:
        for a, b, cost in links:
            for here, there in ((a, b), (b, a)):
                if here in best and best[here] + cost < best.get(there, 10**6):
                    best[there] = best[here] + cost
    return {board.city_ids[c]: cost for c, cost in best.items()}


@pytest.mark.rule("B3")
@pytest.mark.parametrize("board", ["germany", "usa"])
@pytest.mark.parametrize("seed", range(12))
def test_connections_are_the_cheapest_there_are(board: str, seed: int) -> None:
    rng = random.Random(f"{board}{seed}")
    empty = position("building", 2, map=board).rules.board
    regions = [empty.region_ids[r] for r in rng.choice(empty.choices(rng.choice([2, 3, 4, 5])))]
    cities = [c for c, r in zip(empty.city_ids, empty.region_of, strict=True) if empty.region_ids[r] in regions]
    own = rng.sample(cities, rng.randint(1, 5))
    others = [c for c in rng.sample(cities, 4) if c not in own]
    game = builder(*own, money=500, others=others, map=board, regions=regions)
    seen = offers(game)
    costs = cheapest(game, own)
    assert {city: o.connection_cost for city, o in seen.items()} == {
        city: cost for city, cost in costs.items() if city not in own and city not in others
    }
    price = {frozenset((empty.city_ids[a], empty.city_ids[b])): cost for a, b, cost in empty.connections}
    for city, option in seen.items():
        assert option.path[0] in own
        assert option.path[-1] == city
        assert set(option.path) <= set(cities)
        steps = zip(option.path, option.path[1:], strict=False)
        assert sum(price[frozenset(step)] for step in steps) == option.connection_cost
