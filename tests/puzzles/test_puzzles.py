"""The collection of puzzles: every answer is recomputed from its position and facts, and is best by the margin."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from stromnetz.bots.advice import advise
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Bid
from stromnetz.play.catalogue import plants
from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.puzzles import Puzzle, all_puzzles, explanation, of_the_day, puzzle_of, puzzle_text
from stromnetz.puzzles.miner import (
    MIN_ADVANTAGE,
    MIN_CHANCE_DIFFERENCE,
    MIN_WORTH_DIFFERENCE,
    cost_of,
    distances,
    mixes,
    plant_chances,
)

PUZZLES = all_puzzles()


def of_kind(kind: str) -> list[Puzzle]:
    return [one for one in PUZZLES.values() if one.kind == kind]


def test_collection_has_enough_puzzles_of_every_kind() -> None:
    kinds = Counter(one.kind for one in PUZZLES.values())
    assert sum(kinds.values()) >= 150
    assert min(kinds[kind] for kind in ("cities", "fuel", "worth", "end")) >= 10
    for kind in ("worth", "end"):
        assert len({one.answer for one in of_kind(kind)}) > 1, "an answer that is always the same is none"


def test_answer_about_cities_is_cheapest() -> None:
    for one in of_kind("cities"):
        game = one.begin()
        assert game.decision is not None
        view = game.view(game.decision.seat)
        owners = {city: len(view.houses.get(city, [])) for city in view.cities()}
        places = {city: game.rules.place_costs[n] for city, n in owners.items() if n < view.step}
        ways = distances(view.connections(), view.cities())
        costs = [cost_of(c["cities"], one.facts["network"], places, ways) for c in one.choices]
        assert costs == list(one.worth), one.id
        assert_best(one, MIN_ADVANTAGE["cities"])


def test_answer_about_fuel_is_cheapest() -> None:
    for one in of_kind("fuel"):
        cards = [plants(one.edition)[ref] for ref in one.facts["plants"]]
        every = mixes([(card.fuels, card.burns) for card in cards])
        for choice, worth in zip(one.choices, one.worth, strict=True):
            assert tuple(sorted(choice["fuel"].items())) in every
            prices = one.facts["prices"]
            assert sum(sum(prices[fuel][:count]) for fuel, count in choice["fuel"].items()) == worth
        assert_best(one, MIN_ADVANTAGE["fuel"])


def assert_best(one: Puzzle, margin: int) -> None:
    best = one.worth[one.answer]
    assert all(cost >= best + margin for i, cost in enumerate(one.worth) if i != one.answer), one.id


def test_worth_of_plants_differs_clearly_from_the_price() -> None:
    for one in of_kind("worth"):
        limit, price = one.worth
        told = one.facts["told"]
        assert abs(limit - price) >= MIN_WORTH_DIFFERENCE * price
        assert abs(told["having"] - told["lacking"]) >= MIN_CHANCE_DIFFERENCE
        assert one.choices[one.answer]["yes"] == (limit >= price) == (told["having"] > told["lacking"])


def test_chances_of_plants_are_reproducible() -> None:
    for one in of_kind("worth")[:2]:
        game = one.begin()
        assert game.decision is not None
        found = plant_chances(game.view(game.decision.seat), one.facts["price"])
        assert found is not None
        # numpy and the standard library may round differently
        assert abs(found.having - one.facts["told"]["having"]) <= 1
        assert abs(found.lacking - one.facts["told"]["lacking"]) <= 1


def test_answers_about_plants_agree_with_hints() -> None:
    """After the puzzle, people can ask for a hint in its position."""
    for one in of_kind("worth")[::4]:
        game = one.begin()
        hint = advise(game.view(game.position.seat)).candidates[0].move
        assert isinstance(hint, Bid) == one.choices[one.answer]["yes"], one.id


@pytest.mark.parametrize("kind", ["cities", "fuel", "worth", "end"])
def test_puzzles_match_their_positions(kind: str) -> None:
    decisions = {"cities": "build", "end": "build", "fuel": "fuel", "worth": "bid"}
    for one in of_kind(kind)[::6]:
        game = one.begin()
        assert game.decision is not None
        view = game.view(game.decision.seat)
        assert (view.edition, view.map, game.decision.kind) == (one.edition, one.map, decisions[kind])
        me = view.players[game.decision.seat]
        assert one.facts.get("money", me.money) == me.money
        assert one.facts.get("network", me.network) == me.network


@pytest.mark.rule("E2")
def test_answer_about_the_end_is_right() -> None:
    for one in of_kind("end"):
        facts, truth = one.facts, one.choices[one.answer]["end"]
        theirs = max(rival["supplies"] for rival in facts["rivals"])
        reach = facts["price"] <= facts["money"]
        assert truth == ("short" if not reach else "win" if facts["powers"] > theirs else "lose")
        assert abs(facts["price"] - facts["money"]) >= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_puzzle_has_texts(language: str) -> None:
    for one in PUZZLES.values():
        said = puzzle_text(one, language)
        every = [said.title, said.question, *said.lines, *said.choices, explanation(one, language)]
        assert all(text and "{" not in text for text in every), one.id
        assert len(set(said.choices)) == len(one.choices)


def test_puzzle_of_the_day_does_not_repeat() -> None:
    first = date(2026, 1, 1)
    days = [of_the_day(first + timedelta(days=n)).id for n in range(len(PUZZLES))]
    assert len(set(days)) == len(PUZZLES)
    with pytest.raises(BadInput, match="there is no puzzle 'nothing'"):
        puzzle_of("nothing")
