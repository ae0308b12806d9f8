"""The shape of ``edition.toml``: for an edition of its own, and for one laid over another."""

from __future__ import annotations

from .formats import (
    COUNT,
    ELEKTRO,
    ID,
    LANGUAGE,
    NAMES,
    PLAYERS,
    SENTENCE,
    SOME_NAMES,
    STEPS,
    WORDS,
    maybe,
)
from .schema import Field, Flag, Keyed, Listed, OneOf, Row, Table, Text, Whole

FILE = Text(r"[a-z0-9_]+\.py", "the name of a Python file of the folder")
CODE = Table(
    {
        "rules": maybe(FILE, "what it changes about the rules"),
        "data": maybe(FILE, "how its data files differ from those of other editions"),
        "seen": maybe(FILE, "what it adds to views and texts"),
        "bots": maybe(FILE, "what the plain bot knows about it"),
        "screen": maybe(FILE, "what it adds to the terminal"),
    }
)

ROW = {
    "count": Field(Whole(2, 6), "number of players"),
    "regions": Field(Whole(1, 12), "regions they play in"),
    "plants": maybe(Whole(1, 20), "plants that each may own; any number without it"),
    "step_2": Field(COUNT, "how many cities one player must have connected for step 2 to begin"),
    "end": Field(Whole(1, 200), "how many cities one player must have connected for the game to end"),
    "removed": maybe(COUNT, "cards taken out of the deck unseen"),
    "removed_*": maybe(COUNT, "the same for the cards with this back"),
    "unlimited_houses": maybe(Flag(), "whether building is not limited by the number of houses"),
}
COMMON = {
    "id": Field(ID, "the name of the folder, with hyphens for underscores"),
    "name": Field(NAMES, "the name of the edition"),
    "year": Field(Whole(1900, 2999), "of publication"),
    "revision": Field(Whole(1, 999), "of the rules; raised when a legal record would change its meaning"),
    "code": maybe(CODE, "the Python files of its folder; an edition that extends another may have none"),
    "vocabulary": maybe(
        Listed(Text("[a-z]+", "a word in small letters")), "words of the code that belong to this edition alone"
    ),
    "default": maybe(Flag(), "whether it is played where no edition is named"),
    "rated_with": maybe(ID, "the edition with which it shares the ratings of its players; it has its own without it"),
    "rulebook": maybe(
        Listed(Text("[A-Z]{1,2}[0-9]*", "letters with which ids begin, or the id of a rule that lists others"), 1),
        "the rules that hold for it, by the letters of their ids; all without it",
    ),
    "promo": maybe(Flag(), "whether the promo cards can be added"),
    "money": Field(ELEKTRO, "what each player starts with"),
    "place_costs": Field(Listed(ELEKTRO, 3, 3), "of the first, second and third place of a city"),
    "houses": Field(COUNT, "how many each player has"),
    "tie_breaks": Field(Listed(OneOf(("money", "cities"))), "what decides after the cities supplied"),
    "always_regions": maybe(Listed(ID), "regions that are in every game"),
    "modules": maybe(Listed(ID), "modules that are always in play"),
    "modules_for_two": maybe(Listed(ID), "modules that are in play with two players"),
    "about": Field(NAMES, "a sentence that tells it apart from the others"),
    "plant_market": Field(
        Table(
            {
                "current": Field(COUNT, "cards that can be put up for auction"),
                "places": Field(COUNT, "cards on offer in steps 1 and 2"),
                "places_step_3": Field(COUNT, "cards on offer in step 3"),
                "opening": maybe(Listed(Whole(1, 999)), "the plants on offer at first"),
                "opening_*": maybe(COUNT, "cards with this back that are on offer at first, drawn at random"),
                "deck_top": maybe(Whole(1, 999), "the plant on top of the deck"),
                "top_*": maybe(COUNT, "cards with this back on top of the deck"),
                "step_2_replaces": maybe(Flag(), "whether the plant that leaves when step 2 begins is replaced"),
            }
        ),
        "the market of plants",
    ),
    "players": Field(Listed(Table(ROW), 1, 5), "what depends on the number of players"),
    "neutral": maybe(
        Table(
            {
                "name": Field(NAMES, "its name"),
                "generators": Field(COUNT, "how many generators it has"),
                "placed": Field(Listed(COUNT), "how many the players put on the board, turn by turn"),
            }
        ),
        "a company that nobody plays",
    ),
    "instead": maybe(
        Keyed(LANGUAGE, Keyed(SENTENCE, SENTENCE)), "single words to replace in what is said, by language"
    ),
    "words": maybe(WORDS, "words that this edition uses in place of the common ones: by language, section and key"),
}
FUEL = {"id": Field(ID, "what it is called in files and moves"), "name": Field(NAMES, "its name")}

EDITION = Table(
    {
        **COMMON,
        "maps": Field(Listed(ID), "the maps it is played on; the first is the default"),
        "payments": Field(Listed(ELEKTRO, 2), "income by cities supplied, from 0"),
        "scrap_new_plant": Field(Flag(), "whether a plant just bought may be scrapped at once"),
        "fuels": Field(
            Listed(
                Table(
                    {
                        **FUEL,
                        "markers": Field(COUNT, "how many there are, as many as the spaces hold"),
                        "spaces": Field(
                            Listed(Row(("price", "markers"), (ELEKTRO, Whole(1, 200))), 1),
                            "of the market, cheapest first",
                        ),
                        "start": Field(COUNT, "markers in the market at first, on the most expensive spaces"),
                        "refill": Field(Keyed(PLAYERS, STEPS), "by number of players: in step 1, 2 and 3"),
                    }
                ),
                1,
                8,
            ),
            "the fuels, in the order of the market",
        ),
        "discount_marker": maybe(
            Table({"minimum_bid": Field(ELEKTRO, "of the plant it lies on")}), "for the module of this name"
        ),
        "short": maybe(
            Table({"end": Field(Whole(1, 200), "how many connected cities end it")}),
            "the short first game",
        ),
    }
)

EXTENSION = Table(
    {
        **{
            key: field if key in ("id", "name", "about", "revision") else maybe(field.shape, field.about)
            for key, field in EDITION.fields.items()
        },
        "extends": Field(ID, "the edition it is laid over; whatever it does not say is taken from there"),
        "refill": maybe(Keyed(ID, Keyed(PLAYERS, STEPS)), "by fuel: rows that replace those of the other edition"),
        "start": maybe(Keyed(ID, COUNT), "by fuel: markers in the market at first"),
        "fuel_names": maybe(Keyed(ID, SOME_NAMES), "by fuel: names that replace those of the other edition"),
    }
)
