"""Setting up Outpost: areas, tiles, workers, companies, deck and card market (L1 to L6)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from stromnetz import BadInput, ChooseRegion, Game, ScriptMismatch, SitOut
from stromnetz.editions.outpost.moves import Build
from stromnetz.editions.outpost.options import BuildOption
from stromnetz.engine.events import CardDrawn, DeckShuffled, TilesLaid
from stromnetz.engine.options import ChooseRegionOption
from tests.helpers import asked, decision, purses, refused
from tests.rules.outpost_tables import (
    CENTRAL,
    CONNECTIONS,
    COSTS,
    EAST,
    NINE,
    PLUG,
    RICH,
    SOCKET,
    WEST,
    Card,
    Cards,
    buy,
    company,
    cost_of,
    deck,
    new,
    prepared,
    table,
    tiles,
)

AREAS = {"central": CENTRAL, "west": WEST, "east": EAST}


def regions(game: Game) -> list[str]:
    return game.view(None).regions


# --- areas (L1) ---


@pytest.mark.rule("L1")
@pytest.mark.parametrize(("players", "areas"), [(2, 1), (3, 1), (5, 3), (6, 3)])
@pytest.mark.parametrize("way", ["random", "draft", "given"])
def test_areas_where_there_is_no_choice(players: int, areas: int, way: str) -> None:
    names = ["central", "west", "east"][:areas]
    game = new(players, regions=names if way == "given" else way)
    assert sorted(regions(game)) == sorted(names)
    assert decision(game) != "region", "nobody is asked"
    assert sorted(game.view(None).cities()) == sorted(city for name in names for city in AREAS[name])


@pytest.mark.rule("L1")
def test_four_players_add_one_small_area() -> None:
    drawn = Counter(tuple(sorted(regions(new(4, seed=seed)))) for seed in range(20))
    assert set(drawn) == {("central", "west"), ("central", "east")}
    assert set(regions(new(4, regions=["east", "central"]))) == {"central", "east"}


@pytest.mark.rule("L1")
@pytest.mark.parametrize("choice", ["west", "east"])
def test_four_players_choose_it(choice: str) -> None:
    game = new(4, regions="draft", order=[3, 2, 1, 0])
    assert asked(game) == (0, "region")
    assert game.decision is not None
    assert game.decision.options == [ChooseRegionOption("west"), ChooseRegionOption("east")]
    game.apply(ChooseRegion(choice))
    assert regions(game) == ["central", choice]
    assert asked(game) == (3, "auction")
    while decision(game) == "auction":
        if game.view(None).must_buy:
            buy(game, game.view(None).current[0])
        else:
            game.apply(SitOut())
    with refused("L1", game):
        game.apply(Build("house", EAST[0] if choice == "west" else WEST[0]))
    game.apply(Build("house", AREAS[choice][0]))


@pytest.mark.rule("L1")
def test_another_answer_is_refused() -> None:
    game = new(4, regions="draft")
    with refused("L1", game):
        game.apply(ChooseRegion("central"))  # it is there already
    with refused("L1", game):
        game.apply(SitOut())
    with pytest.raises(BadInput):
        game.apply(ChooseRegion("north"))


@pytest.mark.rule("L1")
@pytest.mark.parametrize(
    ("players", "names"),
    [
        (3, ["west"]),
        (3, ["central", "west"]),
        (4, ["central"]),
        (4, ["west", "east"]),
        (4, ["central", "central"]),
        (4, ["central", "north"]),
        (5, ["central", "west"]),
    ],
)
def test_other_areas_are_refused(players: int, names: list[str]) -> None:
    with pytest.raises(BadInput):
        new(players, regions=names)


@pytest.mark.rule("L1")
def test_no_position_without_the_central_area() -> None:
    with pytest.raises(BadInput, match="central"):
        table(regions=["west"])


@pytest.mark.rule("L1")
def test_nothing_is_built_outside_the_playing_area() -> None:
    game = table("building", 4, regions=["central", "west"], to_act=0, order=[1, 2, 3, 0])
    for site, city in (("house", "crater"), ("housing", "crater"), ("plant", "delta")):
        with refused("L1", game):
            game.apply(Build(site, city))
    game.apply(Build("house", "vent"))


# --- tiles (L2) ---


@pytest.mark.rule("L2")
def test_46_tiles_are_shuffled_onto_46_connections() -> None:
    laid = [new(3, seed=seed).view(None).tiles for seed in range(30)]
    assert all(sorted(one) == COSTS for one in laid)
    assert len(CONNECTIONS) == len(COSTS) == 46
    assert len({tuple(one) for one in laid}) == 30
    for i in range(46):
        assert len({one[i] for one in laid}) > 4, CONNECTIONS[i]
    assert new(3, seed=7).view(None).tiles == laid[7], "the seed tells them"
    assert TilesLaid(laid[1]) in new().rows[0].events


@pytest.mark.rule("L2")
def test_tiles_can_be_scripted() -> None:
    wanted = COSTS[::-1]
    game = new(5, tiles=wanted)
    assert game.view(None).tiles == wanted
    assert cost_of(game, "amber", "basalt") == 12


@pytest.mark.rule("L2")
@pytest.mark.parametrize("wrong", [COSTS[:-1], [*COSTS, 5], [1, *COSTS[1:]], [3, *COSTS[1:]], []])
def test_wrong_tiles_are_refused(wrong: list[int]) -> None:
    with pytest.raises(ScriptMismatch):
        new(3, tiles=wrong)
    with pytest.raises(BadInput):
        table(tiles=wrong)


@pytest.mark.rule("L2")
@pytest.mark.parametrize("link", [("cinder", "jasper"), ("wadi", "bluff")])
def test_a_tile_is_what_the_connection_costs(link: tuple[str, str]) -> None:
    for there, back in (link, link[::-1]):
        players = [{"money": RICH, "cities": [there]}, {}, {}]
        game = table("building", players, to_act=0, order=[0, 1, 2], tiles=tiles({link: 2}))
        assert connection(game, back) == 2


def connection(game: Game, city: str) -> int:
    assert game.decision is not None
    options = [o for o in game.decision.options or [] if isinstance(o, BuildOption)]
    return next(o.connection_cost for o in options if (o.city, o.site) == (city, "house"))


@pytest.mark.rule("L2", "L0", "B3")
@pytest.mark.parametrize(("areas", "cost"), [(["central", "west"], 16), (["central"], 22), (["central", "east"], 22)])
def test_connections_into_unused_areas_do_not_exist(areas: list[str], cost: int) -> None:
    """From Amber to Onyx: through the western area for 2 + 2 + 3 + 3 + 3 + 3, else through Halite for 11 + 11."""
    round_about = ["amber", "vent", "wadi", "bluff", "zircon", "aerie"]
    links = [next(link for link in CONNECTIONS if set(link) == {a, b}) for a, b in pairwise(round_about)]
    costs = dict(zip([*links, ("onyx", "aerie")], [2, 2, 3, 3, 3, 3], strict=True))
    costs |= {("amber", "halite"): 11, ("halite", "onyx"): 11, ("amber", "basalt"): 12, ("onyx", "pumice"): 12}
    players = [{"money": RICH, "cities": ["amber"]}, {}, {}]
    game = table("building", players, to_act=0, order=[0, 1, 2], tiles=tiles(costs), regions=areas)
    assert connection(game, "onyx") == cost


# --- workers and companies (L3, L4) ---


@pytest.mark.rule("L3", "EX24")
@pytest.mark.parametrize(("players", "each", "total"), [(2, 3, 30), (3, 3, 30), (4, 4, 40), (5, 5, 50), (6, 5, 50)])
def test_labour_market(players: int, each: int, total: int) -> None:
    view = new(players).view(None)
    assert list(view.fuels) == ["workers"]
    assert (view.fuels["workers"].in_market, view.fuels["workers"].supply) == (total, 0), "full at the start"
    spaces = Counter(_price(players, left) for left in range(1, total + 1))
    assert len(spaces) == 9
    assert spaces.pop(10) == 2 * each
    assert set(spaces.values()) == {each}
    assert max(spaces) < 10, "the space at 10 is the last"


def _price(players: int, there: int) -> int:
    price = table("auctions", players, fuel_market={"workers": there}).view(None).fuels["workers"].price
    assert price is not None
    return price


@pytest.mark.rule("L4")
@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_each_player_has(players: int) -> None:
    game = new(players)
    assert purses(game)[:players] == [60] * players
    for seat in range(players):
        player = game.view(None).players[seat]
        assert (player.plants, player.fuel, player.cities, player.network) == ([], {}, 0, [])
        board = company(game, seat)
        assert (board["plant_slots"], board["housing_slots"]) == (0, 0), "all slots are locked"
        assert (board["placed"], board["robots"]) == ([], 0)


@pytest.mark.rule("L4", "S3", "L0")
def test_the_order_is_drawn() -> None:
    orders = Counter(tuple(new(3, seed=seed).view(None).order) for seed in range(60))
    assert len(orders) == 6


@pytest.mark.rule("L4")
def test_18_houses() -> None:
    players = [{"money": RICH, "cities": CENTRAL[:17]}, {}, {}]
    game = table("building", players, to_act=0, order=[0, 1, 2])
    game.apply(Build("house", CENTRAL[17]))
    with refused("L4", game):
        game.apply(Build("house", CENTRAL[18]))
    assert game.view(None).players[0].cities == 18


@pytest.mark.rule("L4")
@pytest.mark.parametrize("site", ["plant", "housing"])
def test_four_plant_and_four_housing_buildings(site: str) -> None:
    kind = {"plant": "plant_slots", "housing": "housing_slots"}[site]
    cities = CENTRAL[::2] if site == "plant" else CENTRAL[1::2]
    game = table("building", [{"money": RICH}, {}, {}], to_act=0, order=[0, 1, 2])
    for count, city in enumerate(cities[:4], start=1):
        game.apply(Build(site, city))
        assert company(game, 0)[kind] == count
    with refused("L4", game):
        game.apply(Build(site, cities[4]))


# --- cards (L5, L6) ---


def out(game: Game) -> tuple[int, int]:
    """Cards removed unseen, by their backs."""
    removed: Cards = game.position_json()["removed"]
    assert game.view(None).removed == len(removed)
    return sum(card in PLUG for card in removed), sum(card in SOCKET for card in removed)


def dealt(game: Game) -> Cards:
    """The deck as prepared, top card first."""
    shuffled = next(e for e in game.rows[0].events if isinstance(e, DeckShuffled))
    assert shuffled.cards is not None
    return list(shuffled.cards)


@pytest.mark.rule("L5")
@pytest.mark.parametrize(
    ("players", "plug", "socket", "size"), [(2, 2, 6, 38), (3, 2, 6, 38), (4, 1, 3, 42), (5, 0, 0, 46), (6, 0, 0, 46)]
)
def test_the_deck(players: int, plug: int, socket: int, size: int) -> None:
    assert (len(PLUG), len(SOCKET)) == (13, 32)
    tops, seconds, lost = Counter[Card](), Counter[Card](), Counter[Card]()
    for seed in range(60):
        game = new(players, seed=seed)
        cards = dealt(game)
        assert out(game) == (plug, socket)
        assert len(cards) == size == 46 - plug - socket
        assert set(cards[:9]) < set(PLUG), "nine with plug backs on top"
        assert cards[-1] == "step-3"
        assert sum(card in PLUG for card in cards[9:]) == 4 - plug
        tops.update(cards[:9])
        seconds.update(cards[9:12])
        lost.update(game.position_json()["removed"])
    assert set(tops) == set(PLUG), "any of them can lie on top"
    assert {*seconds} & {*PLUG}, "the other plug cards are among the rest"
    assert {*seconds} & {*SOCKET}
    assert set(lost) == {*(PLUG if plug else []), *(SOCKET if socket else [])}


@pytest.mark.rule("L5", "I1")
def test_what_is_out_and_the_order_of_the_deck_are_not_seen() -> None:
    game = new(3, seed=5)
    for seat in (None, 0):
        events = [e.seen_by(seat) for e in game.rows[0].events]
        shown = next(e for e in events if isinstance(e, DeckShuffled))
        assert (shown.count, shown.cards) == (38, None)
        assert isinstance(game.view(seat).deck, int)


@pytest.mark.rule("L5", "L6")
def test_a_scripted_deck() -> None:
    less: Cards = ["05a", "05b", 15, 20, 22, 23, 24, 25]
    game = prepared(NINE, [50, "05c"], players=3, less=less)
    assert out(game) == (2, 6)
    assert deck(game)[:3] == [8, 50, "05c"]
    assert [e.card for e in game.rows[0].events if isinstance(e, CardDrawn)] == NINE[:8]
    assert game.view(None).current == [2, 3, 4, 10]
    assert game.view(None).future == [11, 12, 13, 14]


@pytest.mark.rule("L5")
def test_decks_that_cannot_be() -> None:
    with pytest.raises(ScriptMismatch, match="plug backs lie on top"):
        prepared([*NINE[:8], 15])
    with pytest.raises(ScriptMismatch, match="with plug backs"):
        prepared(NINE, players=3, less=["05a", 15, 20, 22, 23, 24, 25])
    with pytest.raises(ScriptMismatch, match="with socket backs"):
        prepared(NINE, players=4, less=["05a", 15, 20])
    with pytest.raises(ScriptMismatch, match="at the bottom"):
        new(5, deck=[*NINE, "step-3", *[card for card in [*SOCKET, *PLUG] if card not in NINE]])
    with pytest.raises(ScriptMismatch, match="laid out from the deck"):
        new(5, market=[2, 3, 4, "05a", 8, 10, 11, 12])
