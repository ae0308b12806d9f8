"""The company of the Trust in Outpost: where it builds and what it lays on its board (L34, L34a)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stromnetz import BadInput, Done, Game, Place, parse_position
from stromnetz.editions.outpost.events import BuildingBuilt, CompanyArranged
from stromnetz.editions.outpost.moves import Build
from tests.helpers import asked, decision, refused
from tests.rules.outpost_tables import Card, company, finish_round, tiles, told, workers
from tests.rules.outpost_trust_tables import TRUST, company_sites, done, houses, its_turn, taken

AT_HOME = taken(amber=0, cinder=0, ember=0, basalt=0, dune=0, flint=0)
"""The company places of the six cities with its houses, occupied by another company."""
NEXT_DOOR = taken(karst=1, mesa=1, geyser=1, halite=1, jasper=1)
"""The company places of all neighbouring cities, occupied by another company."""
PLANTS = ["amber", "cinder", "ember", "geyser", "ice-well", "karst", "mesa", "onyx", "quartz", "sulphur", "umbra"]
"""All cities of the area with a place for a plant."""


def built(game: Game, before: dict[str, int]) -> list[str]:
    """The cities where the Trust has new buildings."""
    return [city for city, seat in company_sites(game).items() if seat == TRUST and city not in before]


def placed(game: Game) -> list[Card]:
    cards: list[Card] = company(game, TRUST)["placed"]
    return cards


# --- where it builds ---


@pytest.mark.rule("L34")
@pytest.mark.parametrize(("card", "city"), [(12, "amber"), ("16a", "basalt")])
def test_a_card_goes_on_a_free_slot_without_a_new_building(card: Card, city: str) -> None:
    game = its_turn(card, sites={city: TRUST})
    assert CompanyArranged(TRUST, [card]) in done(game)
    assert (placed(game), company_sites(game)) == ([card], {city: TRUST})


@pytest.mark.rule("L34")
@pytest.mark.parametrize(
    ("card", "site", "city", "others"),
    [(12, "plant", "ember", taken(amber=0, cinder=1)), ("16a", "housing", "dune", taken(basalt=0, flint=1))],
)
def test_it_builds_first_where_it_has_a_house(card: Card, site: str, city: str, others: dict[str, int]) -> None:
    """However cheap the way to a neighbour is; and all that costs nothing."""
    cheap = tiles({("flint", "geyser"): 2, ("amber", "halite"): 2})
    game = its_turn(card, sites=others, tiles=cheap)
    events = done(game)
    assert [e.kind for e in events[:2]] == ["building-built", "company-arranged"]
    house = events[0]
    assert isinstance(house, BuildingBuilt)
    assert (house.seat, house.site, house.city, house.place_cost, house.connection_cost) == (TRUST, site, city, 0, 0)
    assert (built(game, others), placed(game), game.position.money) == ([city], [card], [100, 100, 0])
    assert asked(game) == (0, "network")


@pytest.mark.rule("L34")
def test_a_house_on_the_second_place_is_a_house_too() -> None:
    game = its_turn(12, sites=AT_HOME, houses=houses("umbra"))
    done(game)
    assert built(game, AT_HOME) == ["umbra"]


@pytest.mark.rule("L34")
@pytest.mark.parametrize("first", [0, 1])
def test_the_worse_placed_player_chooses_between_equals(first: int) -> None:
    """The decision comes in the Trust's turn, after the worse player's own."""
    game = its_turn(12, order=[first, 1 - first], to_act=1 - first)
    while decision(game) != "trust-site":
        game.apply(Done())
    assert asked(game) == (1 - first, "trust-site")
    choices = [Place(city) for city in ("amber", "cinder", "ember")]
    assert list(game.legal_moves) == choices
    assert game.decision is not None
    assert [o.to_json() for o in game.decision.options or []] == [{"kind": "place", "city": m.city} for m in choices]
    events = game.apply(Place("cinder"))
    assert [e.kind for e in events] == ["building-built", "company-arranged", "workers-hired"]
    assert company_sites(game) == {"cinder": TRUST}
    assert asked(game) == (first, "network")


@pytest.mark.rule("L34")
@pytest.mark.parametrize("move", [Place("basalt"), Place("geyser"), Place("vent"), Done(), Build("plant", "amber")])
def test_any_other_choice_is_refused(move: Any) -> None:
    """A housing place, a neighbour, a city outside, something else."""
    game = its_turn(12)
    done(game)
    with refused("L34", game):
        game.apply(move)
    with pytest.raises(BadInput):
        game.apply(Place("atlantis"))


@pytest.mark.rule("L34")
def test_the_choice_can_be_taken_back_and_saved() -> None:
    game = its_turn(12)
    done(game)
    before = game.position.copy()
    data = json.loads(json.dumps(game.position_json()))
    assert parse_position(data).position == before
    game.apply(Place("amber"))
    game.undo(1)
    assert game.position == before
    game.apply(Place("ember"))
    other = parse_position(data)
    other.apply(Place("ember"))
    assert other.position == game.position
    data["agenda"][-1][1] = 99
    with pytest.raises(BadInput):
        parse_position(data)


@pytest.mark.rule("L34")
@pytest.mark.parametrize(
    ("karst", "mesa", "geyser", "choices"),
    [
        (4, 5, 6, ["karst"]),
        (5, 4, 6, ["mesa"]),
        (12, 11, 10, ["geyser"]),
        (5, 5, 6, ["karst", "mesa"]),
        (7, 7, 7, ["geyser", "karst", "mesa"]),
    ],
)
def test_otherwise_it_builds_in_the_cheapest_neighbouring_city(
    karst: int, mesa: int, geyser: int, choices: list[str]
) -> None:
    costs = {("dune", "karst"): karst, ("flint", "mesa"): mesa, ("flint", "geyser"): geyser, ("geyser", "nickel"): 9}
    game = its_turn(12, sites=AT_HOME, tiles=tiles({**costs, ("mesa", "nickel"): 9, ("karst", "lava-rim"): 8}))
    done(game)
    if len(choices) > 1:
        assert asked(game) == (1, "trust-site")
        assert list(game.legal_moves) == [Place(city) for city in choices]
        game.apply(Place(choices[-1]))
    assert built(game, AT_HOME) == choices[-1:]
    assert (placed(game), game.position.money[TRUST]) == ([12], 0)


@pytest.mark.rule("L34a")
@pytest.mark.parametrize("cost", [2, 12])
def test_neighbours_of_any_of_its_buildings_count(cost: int) -> None:
    """It has a plant in mesa, but no house; lava-rim lies next to it, halite and jasper next to its houses."""
    costs = {("lava-rim", "mesa"): cost, ("amber", "halite"): 8, ("cinder", "jasper"): 9, ("mesa", "nickel"): 12}
    sites = {**AT_HOME, "mesa": TRUST}
    game = its_turn("16a", sites=sites, tiles=tiles(costs))
    done(game)
    assert built(game, sites) == ["lava-rim" if cost == 2 else "halite"]


@pytest.mark.rule("L34", "L34a")
@pytest.mark.parametrize(("mesa", "city"), [(2, "mesa"), (7, "geyser")])
def test_a_city_next_to_two_of_its_buildings_costs_the_cheaper_connection(mesa: int, city: str) -> None:
    """Mesa and karst lie next to a house and to its housing in lava-rim, geyser next to a house only."""
    costs = {("flint", "mesa"): 12, ("lava-rim", "mesa"): mesa, ("dune", "karst"): 8, ("karst", "lava-rim"): 12}
    sites = {**AT_HOME, "lava-rim": TRUST}
    game = its_turn(12, sites=sites, tiles=tiles({**costs, ("flint", "geyser"): 6, ("lava-rim", "sulphur"): 9}))
    done(game)
    assert built(game, sites) == [city]


@pytest.mark.rule("L34a")
@pytest.mark.parametrize(
    ("onyx", "choices"), [(3, ["onyx"]), (4, ["ice-well", "onyx"]), (5, ["ice-well"]), (12, ["ice-well"])]
)
def test_without_neighbours_it_builds_where_the_path_is_cheapest(onyx: int, choices: list[str]) -> None:
    """Through halite, where it has nothing: 2 + 4 to ice-well, 2 and the last tile to onyx."""
    costs = {("amber", "halite"): 2, ("halite", "ice-well"): 4, ("halite", "onyx"): onyx, ("cinder", "jasper"): 11}
    costs |= {("karst", "ridge"): 9, ("lava-rim", "sulphur"): 9, ("nickel", "umbra"): 9}
    sites = {**AT_HOME, **NEXT_DOOR}
    game = its_turn(12, sites=sites, tiles=tiles(costs))
    done(game)
    if len(choices) > 1:
        assert list(game.legal_moves) == [Place(city) for city in choices]
        game.apply(Place(choices[0]))
    assert built(game, sites) == choices[:1]


@pytest.mark.rule("L34a")
def test_when_no_city_has_a_place_the_card_waits() -> None:
    """Three of its four plants stand. Nothing is exchanged either: that is for all four slots. Others go on."""
    sites = dict(zip(PLANTS, [TRUST] * 3 + [0] * 4 + [1] * 4, strict=True))
    game = its_turn("16a", 45, placed=[2, 3, 4], sites={**sites, "basalt": TRUST})
    done(game)
    assert placed(game) == [2, 3, 4, "16a"]
    assert (asked(game), built(game, {**sites, "basalt": TRUST})) == ((0, "network"), [])


# --- which card ---


@pytest.mark.rule("L34a")
def test_cards_are_laid_in_ascending_order() -> None:
    game = its_turn(15, "16a", 4, "05a", 23)
    done(game)
    seen = []
    while decision(game) == "trust-site":
        move = game.legal_moves[0]
        assert isinstance(move, Place)
        seen.append(move.city)
        events = game.apply(move)
        assert told(events, "building-built")[0]["city"] == move.city
    # 04, 05, 15, 16, and 23 in the last city where it has a house
    assert seen == ["amber", "basalt", "cinder", "dune"]
    assert company_sites(game) == dict.fromkeys(["amber", "basalt", "cinder", "dune", "ember"], TRUST)
    assert placed(game) == [4, "05a", 15, "16a", 23]


@pytest.mark.rule("L34", "L34a")
def test_with_one_building_left_the_smaller_card_gets_it() -> None:
    """Then all four slots are filled, and the larger one is exchanged for the worst."""
    sites = {**AT_HOME, **dict.fromkeys(["amber", "cinder", "ember"], TRUST)}
    game = its_turn(12, 23, placed=[2, 3, 4], sites=sites, houses=houses("umbra"))
    events = done(game)
    assert [row["cards"] for row in told(events, "company-arranged")] == [[2, 3, 4, 12], [3, 4, 12, 23]]
    assert built(game, sites) == ["umbra"]


FOUR = {
    "plant": dict.fromkeys(["amber", "cinder", "ember", "geyser"], TRUST),
    "housing": dict.fromkeys(["basalt", "dune", "flint", "halite"], TRUST),
}


@pytest.mark.rule("L34", "L34a")
@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        pytest.param([11, 22, 23, 33], [24], [22, 23, 24, 33], id="the-fewest-cities-per-worker-goes"),
        pytest.param([22, 23, 33, 34], [15], [22, 23, 33, 34], id="more-cities-with-too-many-workers"),
        pytest.param([33, 34, 44, 48], [22], [22, 33, 34, 44], id="the-largest-plant-is-the-worst"),
        pytest.param([11, 12, 13, 14], [15], [12, 13, 14, 15], id="equal-per-worker-more-cities"),
        pytest.param([12, 13, 14, 15], [11], [12, 13, 14, 15], id="equal-per-worker-fewer-cities"),
        pytest.param([22, 23, 33, 36], [45], [22, 33, 36, 45], id="of-equal-ones-the-smaller-goes"),
        pytest.param([2, 3, 11, 12], [22, 23], [11, 12, 22, 23], id="two-for-two"),
        pytest.param([2, 11, 12, 13], [3, 4], [4, 11, 12, 13], id="one-after-the-other-in-the-same-slot"),
    ],
)
def test_with_four_plants_it_exchanges_its_worst_for_a_better_one(
    before: list[Card], new: list[Card], after: list[Card]
) -> None:
    game = its_turn(*new, placed=before, sites=FOUR["plant"])
    done(game)
    assert placed(game) == after
    assert company_sites(game) == FOUR["plant"]
    assert set(game.view(None).players[TRUST].plants) == {*before, *new}, "it keeps what it does not use"


@pytest.mark.rule("L34", "L34a")
@pytest.mark.parametrize(
    ("before", "new", "after"),
    [
        (["05a", "16a", "26a", "38a"], ["16b"], ["16a", "16b", "26a", "38a"]),
        (["16a", "16b", "26a", "38a"], ["16c"], ["16a", "16b", "26a", "38a"]),
        (["16a", "16b", "26a", "38a"], ["05a"], ["16a", "16b", "26a", "38a"]),
        (["05a", "16a", "26a", "26b"], ["38a", "38b"], ["26a", "26b", "38a", "38b"]),
    ],
)
def test_with_four_housings_it_exchanges_the_smallest_for_a_larger_one(
    before: list[Card], new: list[Card], after: list[Card]
) -> None:
    game = its_turn(*new, placed=before, sites=FOUR["housing"])
    done(game)
    assert placed(game) == after
    assert workers(game) == 30 - company(game, TRUST)["places"], "people move in"


@pytest.mark.rule("L34")
def test_a_card_that_it_did_not_use_is_no_reason_to_build() -> None:
    """The worst plant is beside the board again, and is considered again in the next round."""
    game = its_turn(2, placed=[11, 12, 13, 14], sites=FOUR["plant"])
    finish_round(game)
    assert game.view(None).round == 7
    assert (placed(game), company_sites(game)) == ([11, 12, 13, 14], FOUR["plant"])
