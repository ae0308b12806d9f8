"""The shape of a lesson's file, with what every key is for: it checks what is loaded, and its page is made of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stromnetz.editions.files.formats import COUNT, ELEKTRO, ID, LANGUAGES, NAMES, SENTENCE, maybe
from stromnetz.editions.files.schema import (
    Either,
    Field,
    Flag,
    Keyed,
    Listed,
    OneOf,
    Problem,
    Shape,
    Table,
    Text,
    Whole,
)

PLACES = ("market", "fuel", "players", "order", "map", "action", "income", "phases", "step", "undo", "me")
"""Parts of the board that a text can point at."""
PLACES_OF = ("plant", "fuel", "city", "player")
"""The same for one of several things: ``plant:4``."""


@dataclass(frozen=True, slots=True)
class Anything(Shape):
    """A table that is checked elsewhere: by whoever reads a position, or a move."""

    words: str

    @property
    def what(self) -> str:
        return self.words

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield self._no(value, at)


CARD = Either(Whole(0, 999), ID)
WORD = Text("[a-z-]+", "a word")
MOVE = Anything("a move: its `kind` and fields, as in a record")
PLACE = Text(
    rf"{'|'.join(PLACES)}|({'|'.join(PLACES_OF)}):[a-z0-9-]+",
    f"a part of the board: {', '.join(PLACES)}, or plant:4, fuel:coal, city:essen, player:1",
)
TEXT = Table(
    {
        **{lang: Field(SENTENCE, f"what is said in {lang}") for lang in LANGUAGES},
        "at": maybe(PLACE, "what it is about: there the text is shown"),
    },
    "a text",
)
OTHERWISE = Table(
    {
        "moves": Field(Listed(MOVE, 1), "moves; fields that are not given may be anything"),
        **{lang: Field(SENTENCE, f"what they lead to, in {lang}") for lang in LANGUAGES},
    },
    "a text for other moves",
)
GOAL = Table(
    {
        "plants": maybe(Listed(CARD, 1), "these plants are yours"),
        "without": maybe(Listed(CARD, 1), "these are not"),
        "auction": maybe(CARD, "this card is up for auction"),
        "fuel": maybe(Keyed(ID, COUNT), "you hold so much fuel, or more"),
        "cities": maybe(Listed(ID, 1), "you have connected these cities"),
        "connected": maybe(COUNT, "you have connected so many cities, or more"),
        "supplies": maybe(COUNT, "your plants and your fuel supply so many of your cities, or more"),
        "money": maybe(ELEKTRO, "you have so much money, or more"),
        "round": maybe(Whole(1, 99), "this round has come"),
        "step": maybe(Whole(1, 3), "this step has come"),
        "over": maybe(Flag(), "the game is over"),
        "won": maybe(Flag(), "you have won it"),
    },
    "a table; all that it says has to be true",
)
STEP = Table(
    {
        "decision": Field(WORD, "the kind of decision at which it is up to you"),
        "texts": Field(Listed(TEXT, 1, 6), "what is said before, one after another"),
        "ways": Field(Listed(Listed(MOVE, 1), 1), "ways to the goal: the moves of each"),
        "goal": maybe(GOAL, "what has to be true; without it, one of the ways has to be gone"),
        "good": maybe(NAMES, "what is said when the goal is met"),
        "otherwise": maybe(Listed(OTHERWISE), "what is said about other moves, besides what they bring"),
        "optional": maybe(Flag(), "whether the game may leave it out, by what others do"),
    },
    "a step",
)
HINT = Table(
    {
        "decision": Field(WORD, "the kind of decision that is explained when it first comes up"),
        "texts": Field(Listed(TEXT, 1, 4), "what is said about it"),
    },
    "a hint",
)
OTHER = Table(
    {
        "seat": Field(Whole(0, 5), "which seat"),
        "name": maybe(Text(".{1,24}", "a name of at most 24 characters"), "what it is called"),
        "bot": maybe(ID, "the bot that plays where no answer is possible; plain unless given"),
        "answers": maybe(
            Listed(MOVE), "of these moves the first that is legal is made; `up_to` in a bid raises by one up to there"
        ),
    },
    "a seat",
)
GAME = Table(
    {
        "players": Field(Whole(2, 6), "how many play"),
        "map": maybe(ID, "the board; the edition's first unless given"),
        "seed": Field(Whole(0, 2**53), "what the deal is drawn from"),
        "regions": maybe(Listed(ID, 1), "the regions that are played; drawn unless given"),
        "options": maybe(Anything("the options of the edition"), "options of the edition"),
        "moves": maybe(Listed(MOVE), "moves that have been made already"),
    },
    "a game",
)
LESSON = Table(
    {
        "id": Field(ID, "the name of the file"),
        "title": Field(NAMES, "its title"),
        "about": Field(NAMES, "what is learnt, in one line"),
        "order": Field(Whole(1, 999), "its place among the lessons of its folder"),
        "minutes": Field(Whole(1, 60), "how long it takes"),
        "chapter": maybe(NAMES, "the heading under which it stands; the edition's name unless given"),
        "edition": maybe(ID, "the edition that is played; the one in whose folder it lies unless given"),
        "you": maybe(Whole(0, 5), "your seat; 0 unless given"),
        "position": maybe(Anything("a position as a person writes it"), "how the game stands, without the edition"),
        "game": maybe(GAME, "or a new game"),
        "others": maybe(Listed(OTHER), "who else plays, and how; a seat that is not named is played by a plain bot"),
        "steps": maybe(Listed(STEP, 1, 20), "what is to be done, one after another"),
        "hints": maybe(Listed(HINT, 1, 30), "or, in a whole game, what is said when a kind of decision first comes up"),
        "advice": maybe(OneOf(("shown",)), "in a whole game: a strong bot says what it would do"),
        "end": Field(NAMES, "what is said at the end"),
    },
    "a lesson",
)
