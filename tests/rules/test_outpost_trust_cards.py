"""Cards that the Trust of Outpost takes in phase 2, and its technologies (L33, L33a)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from stromnetz import Bid, Event, Open, Pass, Place, SitOut
from stromnetz.editions.modules.events import PlantTaken
from stromnetz.editions.outpost.events import BuiltOnCard, WorkersHired
from stromnetz.editions.outpost.moves import Build
from stromnetz.engine.events import CardDrawn, PlantBought, SatOut
from tests.helpers import asked, refused
from tests.rules.outpost_tables import Card, buy, cards_of, company, discounts, finish_round, market, piles
from tests.rules.outpost_trust_tables import (
    SECONDS,
    SET_UP,
    TRUST,
    against,
    begun,
    companies,
    company_sites,
    done,
    houses,
    its_turn,
    on_cards,
)


def took(events: Sequence[Event]) -> list[Card]:
    return [event.plant for event in events if isinstance(event, PlantTaken)]


# --- when and which ---


@pytest.mark.rule("L33", "K0")
def test_it_never_bids() -> None:
    game = against("auctions")
    game.apply(Open(20, 20))
    auction = game.view(None).auction
    assert auction is not None
    assert (auction.bidders, asked(game)) == ([0, 1], (1, "bid"))


@pytest.mark.rule("L33", "L33a")
def test_after_the_first_auction_it_takes_the_largest_of_the_current_market() -> None:
    """The sold card has already been replaced: 24 to 36 are current."""
    game = against("auctions")
    game.apply(Open(20, 20))
    assert game.apply(Pass())[1:] == [PlantBought(0, 20, 20), CardDrawn(45), PlantTaken(TRUST, 36), CardDrawn(46)]
    assert cards_of(game, TRUST) == [36]
    assert market(game) == [24, 30, 35, 37, 42, 44, 45, 46]
    assert (asked(game), game.position.money) == ((1, "auction"), [80, 100, 0])


@pytest.mark.rule("L33a")
def test_a_small_card_that_replaces_the_sold_one_leaves_the_others_in_place() -> None:
    game = against("auctions", deck=[11, 45, "step-3"])
    assert took(buy(game, 20)) == [35]


@pytest.mark.rule("L33")
def test_it_takes_a_card_after_the_other_player_bought() -> None:
    game = against("auctions")
    game.apply(Open(20, 20))
    assert took([*game.apply(Bid(21))]) == []
    assert took(game.apply(Pass())) == [36]
    assert asked(game) == (0, "auction"), "the opener goes on"


@pytest.mark.rule("L33")
def test_it_takes_a_card_when_the_better_player_leaves() -> None:
    game = against("auctions")
    assert game.apply(SitOut()) == [SatOut(0), PlantTaken(TRUST, 35), CardDrawn(45)]
    assert asked(game) == (1, "auction")


@pytest.mark.rule("L33a")
@pytest.mark.parametrize("sits_out", [False, True])
def test_it_takes_one_card_per_phase_2(sits_out: bool) -> None:
    game = against("auctions", houses=houses())
    first = game.apply(SitOut()) if sits_out else buy(game, 20)
    second = buy(game, 24)
    assert (len(took(first)), took(second)) == (1, [])
    finish_round(game)
    game.apply(Place("amber"))  # for its plant 36
    finish_round(game)
    assert game.view(None).round == 7
    assert len(took(game.apply(SitOut()))) == 1
    assert len(cards_of(game, TRUST)) == 2


@pytest.mark.rule("L33a", "L9")
def test_it_takes_a_card_in_both_auctions_of_round_1() -> None:
    game = begun()
    for city in SET_UP:
        game.apply(Place(city))
    with refused("L9", game):
        game.apply(SitOut())
    for phase in ("auctions", "second-auctions"):
        assert game.view(None).phase == phase
        taken = []
        while game.view(None).phase == phase:
            taken += took(buy(game, game.view(None).current[0]))
        assert len(taken) == 1
    assert [len(cards_of(game, seat)) for seat in (0, 1, TRUST)] == [2, 2, 2]


@pytest.mark.rule("L33a", "L10")
def test_of_a_pile_it_takes_the_top_card_with_its_discounts() -> None:
    """Nothing is drawn, and the cards below stay."""
    modules = {"piles": {"under": [["26b", "26a", "26c"]], "discounts": [["26b", 3], [22, 1]]}}
    game = against("auctions", market=[20, 22, 24, "26b", 35, 36, 37, 42], modules=modules)
    assert game.apply(SitOut()) == [SatOut(0), PlantTaken(TRUST, "26b")]
    assert market(game) == [20, 22, 24, "26a", 35, 36, 37, 42]
    assert piles(game) == [["26a", "26c"]]
    assert discounts(game) == {22: 1}


@pytest.mark.rule("L33a")
def test_in_step_3_it_takes_the_largest_card_on_offer() -> None:
    game = against("auctions", market=[20, 24, 30, 35, 36, 44], deck=[45, 46], step=3)
    assert took(game.apply(SitOut())) == [44]


@pytest.mark.rule("L33", "L22")
def test_the_step_3_card_is_none_to_take() -> None:
    game = against("auctions", market=[20, 24, "step-3"], deck=[45], places=3)
    assert took(game.apply(SitOut())) == [24]


@pytest.mark.rule("L33a")
def test_it_keeps_all_its_cards_and_takes_a_worse_one_too() -> None:
    owned: list[Card] = [33, 34, "38a", "38b", 45, 46, 47, 48, 50]
    game = against("auctions", trust={"plants": owned}, market=[2, 3, 4, 11, 12, 13, 14, 15], deck=["step-3"])
    game.apply(SitOut())
    assert cards_of(game, TRUST) == [11, *owned]


# --- technologies ---

EVERY_SITE = ["house", "plant", "housing"]
OUTPOST: list[Card] = [20, 24, 30, "32a", 35, 37, 42, 44]


@pytest.mark.rule("L33")
def test_an_outpost_card_at_once_takes_a_building_of_each_kind() -> None:
    game = against("auctions", market=OUTPOST, houses=houses())
    events = game.apply(SitOut())
    assert [e for e in events if isinstance(e, BuiltOnCard)] == [BuiltOnCard(TRUST, s, "32a") for s in EVERY_SITE]
    assert on_cards(game) == [{"card": "32a", "seat": TRUST, "sites": EVERY_SITE}]
    row = company(game, TRUST)
    assert (row["plant_slots"], row["housing_slots"]) == (1, 1)
    assert (game.position_json()["cities"], game.position.money[TRUST]) == ([0, 0, 0], 0)
    assert asked(game) == (1, "auction")


@pytest.mark.rule("L33")
def test_a_second_outpost_card_takes_its_own_buildings() -> None:
    first = [{"card": "32b", "seat": TRUST, "sites": EVERY_SITE}]
    modules = companies(on_cards=first)
    game = against("auctions", trust={"plants": ["32b"]}, market=OUTPOST, houses=houses(), modules=modules)
    game.apply(SitOut())
    assert on_cards(game) == [{"card": "32a", "seat": TRUST, "sites": EVERY_SITE}, *first]
    assert (company(game, TRUST)["plant_slots"], company(game, TRUST)["housing_slots"]) == (2, 2)


PLANTS, HOUSINGS = ["amber", "cinder", "ember", "geyser"], ["basalt", "dune", "flint", "halite"]


@pytest.mark.rule("L33")
@pytest.mark.parametrize("missing", [["house"], ["plant"], ["housing"], ["plant", "housing"], EVERY_SITE])
def test_an_outpost_card_takes_only_buildings_that_are_left(missing: list[str]) -> None:
    built = [*(PLANTS if "plant" in missing else PLANTS[:3]), *(HOUSINGS if "housing" in missing else [])]
    seconds = SECONDS if "house" in missing else SECONDS[:9]
    modules = companies(sites=dict.fromkeys(built, TRUST))
    game = against("auctions", market=OUTPOST, houses=houses(*seconds), modules=modules)
    game.apply(SitOut())
    left = [site for site in EVERY_SITE if site not in missing]
    assert on_cards(game) == ([{"card": "32a", "seat": TRUST, "sites": left}] if left else [])
    slots = (4, 4 if "housing" in missing else 1)
    assert (company(game, TRUST)["plant_slots"], company(game, TRUST)["housing_slots"]) == slots


@pytest.mark.rule("L33", "K6")
def test_the_house_on_the_card_is_one_of_its_ten() -> None:
    on_card = [{"card": "32a", "seat": TRUST, "sites": ["house"]}]
    modules = companies(on_cards=on_card)
    game = against("building", trust={"plants": ["32a"]}, houses=houses(*SECONDS[:8]), modules=modules, to_act=1)
    for city, follows in (("pumice", True), ("ridge", False)):
        game.apply(Build("house", city))
        assert (TRUST in game.view(None).houses[city]) == follows


@pytest.mark.rule("L33", "L34")
def test_the_slots_on_the_card_are_used_first() -> None:
    game = its_turn(12, "26a", "32a", on_cards=[{"card": "32a", "seat": TRUST, "sites": EVERY_SITE}])
    done(game)
    assert company(game, TRUST)["placed"] == [12, "26a"]
    assert company_sites(game) == {}


@pytest.mark.rule("L33")
def test_other_technologies_lie_unused_moon_base_too() -> None:
    """Nodule gives no place, Robots make none, Moon Base is not laid on a free slot."""
    technologies: list[Card] = [8, 10, 20, 30, 42, 50]
    sites = dict.fromkeys(["amber", "cinder", "basalt"], TRUST)
    game = its_turn(*technologies, placed=[12, "26a"], sites=sites)
    assert done(game) == [WorkersHired(TRUST, 0, 3, 0)]
    row = company(game, TRUST)
    assert (row["placed"], row["places"], row["need"], row["robots"]) == ([12, "26a"], 3, 2, 0)
    assert company_sites(game) == {"amber": TRUST, "basalt": TRUST, "cinder": TRUST}
