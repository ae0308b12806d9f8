"""Texts of puzzles in each language."""

from __future__ import annotations

from typing import Any, NamedTuple

from stromnetz.play.catalogue import plants
from stromnetz.play.words.sentences import fill_sentence, format_plain
from stromnetz.play.words.vocabulary import Words

from .collection import Puzzle
from .miner import CITIES, END, FUEL, WORTH

SECTION = "puzzles"


class PuzzleText(NamedTuple):
    title: str
    question: str
    lines: list[str]
    choices: list[str]


class _TextBuilder:
    """Makes the texts of a puzzle in one language."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle, self.facts = puzzle, puzzle.facts
        self.words = Words(puzzle.edition, puzzle.map, [], language)

    def say(self, key: str, **facts: Any) -> str:
        return fill_sentence(self.words.named(SECTION, key), facts, format_plain)

    def plant(self, ref: Any) -> str:
        facts = plants(self.puzzle.edition)[ref]
        fuels = " / ".join(self.words.fuel(fuel) for fuel in facts.fuels)
        burns = f"{facts.burns} {fuels}" if facts.burns else self.say("no_fuel")
        return self.say("facts", plant=self.words.card_in_text(ref), burns=burns, cities=facts.cities)

    def choice(self, choice: dict[str, Any]) -> str:
        if "cities" in choice:
            return ", ".join(self.words.city(city) for city in choice["cities"])
        if "fuel" in choice:
            return self.words.fuel(choice["fuel"])
        if "end" in choice:
            return self.say(choice["end"])
        return self.say("yes" if choice["yes"] else "no")

    def question(self) -> str:
        facts, kind = self.facts, self.puzzle.kind
        if kind == FUEL:
            return self.say(FUEL, plants=" + ".join(self.plant(one) for one in facts["plants"]))
        if kind == WORTH:
            return self.say(WORTH, plant=self.plant(facts["plant"]), bid=facts["price"] - 1, price=facts["price"])
        return self.say(kind)

    def lines(self) -> list[str]:
        facts, kind = self.facts, self.puzzle.kind
        if kind == CITIES:
            return [self.say("cities_more")]
        if kind == FUEL:
            rows = facts["prices"].items()
            return [
                self.say("fuel_prices", fuel=self.words.fuel(fuel), prices=", ".join(map(str, prices[:10])))
                for fuel, prices in rows
            ]
        if kind == WORTH:
            own = ", ".join(self.plant(one) for one in facts["own"])
            return [self.say("worth_more", **{**facts, "own": own})]
        rivals = [self.say("end_rival", **one) for one in facts["rivals"]]
        return [self.say("end_more", **facts), self.say("end_price", **facts), *rivals]


def puzzle_text(puzzle: Puzzle, language: str) -> PuzzleText:
    """The question with its choices, without the answer.

    >>> from stromnetz.puzzles import puzzle_of
    >>> puzzle_text(puzzle_of("cities-1"), "en").choices[0]
    'Halle, Leipzig, Frankfurt-O'
    """
    texts = _TextBuilder(puzzle, language)
    choices = [texts.choice(one) for one in puzzle.choices]
    return PuzzleText(texts.say(f"title_{puzzle.kind}"), texts.question(), texts.lines(), choices)


def explanation(puzzle: Puzzle, language: str) -> str:
    """The explanation of the best answer.

    >>> from stromnetz.puzzles import puzzle_of
    >>> "47" in explanation(puzzle_of("cities-1"), "en")
    True
    """
    texts, facts = _TextBuilder(puzzle, language), puzzle.facts
    if puzzle.kind in (CITIES, FUEL):
        best = texts.choice(puzzle.choices[puzzle.answer])
        costs = sorted(puzzle.worth)
        return texts.say(f"{puzzle.kind}_told", best=best, cost=costs[0], second=costs[1])
    if puzzle.kind == END:
        won = puzzle.choices[puzzle.answer]["end"]
        return texts.say(f"end_{won}", **{**facts, **facts["told"]})
    answer = "yes" if puzzle.choices[puzzle.answer]["yes"] else "no"
    return texts.say(f"worth_{answer}", **facts["told"], price=facts["price"])
