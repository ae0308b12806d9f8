"""The schema of lesson files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stromnetz.editions.files.file_schemas import (
    COUNT,
    ELEKTRO,
    FILE_FORMAT,
    ID,
    LANGUAGES,
    NAMES_SCHEMA,
    SENTENCE,
    optional_field,
)
from stromnetz.editions.files.schema import (
    Either,
    Field,
    Flag,
    Keyed,
    ListOf,
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
"""Parts of the board that need an id, such as ``plant:4``."""


@dataclass(frozen=True, slots=True)
class AnyTable(Shape):
    """A table that is checked elsewhere, by the reader of positions or moves."""

    words: str

    @property
    def what(self) -> str:
        return self.words

    def problems(self, value: Any, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield self._mismatch(value, at)


CARD = Either(Whole(0, 999), ID)
WORD = Text("[a-z-]+", "a word")
MOVE_SCHEMA = AnyTable("a move: its `kind` and fields, as in a record")
PLACE = Text(
    rf"{'|'.join(PLACES)}|({'|'.join(PLACES_OF)}):[a-z0-9-]+",
    f"a part of the board: {', '.join(PLACES)}, or plant:4, fuel:coal, city:essen, player:1",
)
TEXT_SCHEMA = Table(
    {
        **{lang: Field(SENTENCE, f"what is said in {lang}") for lang in LANGUAGES},
        "at": optional_field(PLACE, "what it is about: there the text is shown"),
    },
    "a text",
)
DEVIATION_SCHEMA = Table(
    {
        "moves": Field(ListOf(MOVE_SCHEMA, 1), "moves; fields that are not given may be anything"),
        **{lang: Field(SENTENCE, f"what they lead to, in {lang}") for lang in LANGUAGES},
    },
    "a text for other moves",
)
GOAL_SCHEMA = Table(
    {
        "plants": optional_field(ListOf(CARD, 1), "these plants are yours"),
        "without": optional_field(ListOf(CARD, 1), "these are not"),
        "auction": optional_field(CARD, "this card is up for auction"),
        "fuel": optional_field(Keyed(ID, COUNT), "you hold so much fuel, or more"),
        "cities": optional_field(ListOf(ID, 1), "you have connected these cities"),
        "connected": optional_field(COUNT, "you have connected so many cities, or more"),
        "supplies": optional_field(COUNT, "your plants and your fuel supply so many of your cities, or more"),
        "money": optional_field(ELEKTRO, "you have so much money, or more"),
        "round": optional_field(Whole(1, 99), "this round has come"),
        "step": optional_field(Whole(1, 3), "this step has come"),
        "over": optional_field(Flag(), "the game is over"),
        "won": optional_field(Flag(), "you have won it"),
    },
    "a table; all that it says has to be true",
)
STEP_SCHEMA = Table(
    {
        "decision": Field(WORD, "the kind of decision at which it is up to you"),
        "texts": Field(ListOf(TEXT_SCHEMA, 1, 6), "what is said before, one after another"),
        "ways": Field(ListOf(ListOf(MOVE_SCHEMA, 1), 1), "ways to the goal: the moves of each"),
        "goal": optional_field(GOAL_SCHEMA, "what has to be true; without it, one of the ways has to be gone"),
        "good": optional_field(NAMES_SCHEMA, "what is said when the goal is met"),
        "otherwise": optional_field(
            ListOf(DEVIATION_SCHEMA), "what is said about other moves, besides what they bring"
        ),
        "optional": optional_field(Flag(), "whether the game may leave it out, by what others do"),
    },
    "a step",
)
HINT_SCHEMA = Table(
    {
        "decision": Field(WORD, "the kind of decision that is explained when it first comes up"),
        "texts": Field(ListOf(TEXT_SCHEMA, 1, 4), "what is said about it"),
    },
    "a hint",
)
SCRIPTED_SEAT_SCHEMA = Table(
    {
        "seat": Field(Whole(0, 5), "which seat"),
        "name": optional_field(Text(".{1,24}", "a name of at most 24 characters"), "what it is called"),
        "bot": optional_field(ID, "the bot that plays where no answer is possible; plain unless given"),
        "answers": optional_field(
            ListOf(MOVE_SCHEMA),
            "of these moves the first that is legal is made; `up_to` in a bid raises by one up to there",
        ),
    },
    "a seat",
)
GAME_SCHEMA = Table(
    {
        "players": Field(Whole(2, 6), "how many play"),
        "map": optional_field(ID, "the board; the edition's first unless given"),
        "seed": Field(Whole(0, 2**53), "what the deal is drawn from"),
        "regions": optional_field(ListOf(ID, 1), "the regions that are played; drawn unless given"),
        "options": optional_field(AnyTable("the options of the edition"), "options of the edition"),
        "moves": optional_field(ListOf(MOVE_SCHEMA), "moves that have been made already"),
    },
    "a game",
)
LESSON_VERSION = 1
LESSON_SCHEMA = Table(
    {
        "id": Field(ID, "the name of the file"),
        "format": FILE_FORMAT,
        "title": Field(NAMES_SCHEMA, "its title"),
        "about": Field(NAMES_SCHEMA, "what is learnt, in one line"),
        "order": Field(Whole(1, 999), "its place among the lessons of its folder"),
        "minutes": Field(Whole(1, 60), "how long it takes"),
        "chapter": optional_field(NAMES_SCHEMA, "the heading under which it stands; the edition's name unless given"),
        "edition": optional_field(ID, "the edition that is played; the one in whose folder it lies unless given"),
        "you": optional_field(Whole(0, 5), "your seat; 0 unless given"),
        "position": optional_field(
            AnyTable("a position as a person writes it"), "how the game stands, without the edition"
        ),
        "game": optional_field(GAME_SCHEMA, "or a new game"),
        "others": optional_field(
            ListOf(SCRIPTED_SEAT_SCHEMA), "who else plays, and how; a seat that is not named is played by a plain bot"
        ),
        "steps": optional_field(ListOf(STEP_SCHEMA, 1, 20), "what is to be done, one after another"),
        "hints": optional_field(
            ListOf(HINT_SCHEMA, 1, 30), "or, in a whole game, what is said when a kind of decision first comes up"
        ),
        "advice": optional_field(OneOf(("shown",)), "in a whole game: show a hint with each of these texts"),
        "end": Field(NAMES_SCHEMA, "what is said at the end"),
    },
    "a lesson",
    version=LESSON_VERSION,
)
