"""The schemas of all data files, with a description of each key. ``docs/data-files.md`` is generated from them."""

from __future__ import annotations

from collections.abc import Mapping

from .schema import Either, Field, FixedList, Flag, Keyed, ListOf, Number, OneOf, Shape, Table, Text, Whole

LANGUAGES = ("en", "de", "nl")
ID = Text(r"[a-z0-9]+(-[a-z0-9]+)*", "an id: lower-case letters, digits and hyphens")
SENTENCE = Text()
NAMES_SCHEMA = Table(
    {lang: Field(SENTENCE, f"in {lang}") for lang in LANGUAGES}, f"a text in each of {', '.join(LANGUAGES)}"
)
SOME_NAMES_SCHEMA = Table(
    {lang: Field(SENTENCE, f"in {lang}", optional=True) for lang in LANGUAGES}, "texts by language"
)
COLORS = ("green", "brown", "red", "yellow", "blue", "purple", "orange", "cyan")
ELEKTRO = Whole(0, 1000)
COUNT = Whole(0, 200)
PLAYERS = Text("[2-6]", "a number of players, 2 to 6")
STEPS = ListOf(COUNT, 3, 3)
LANGUAGE = Text("|".join(LANGUAGES), f"one of {', '.join(LANGUAGES)}")
SENTENCES_SCHEMA = Keyed(SENTENCE, Keyed(SENTENCE, SENTENCE))
WORDS_SCHEMA = Keyed(LANGUAGE, SENTENCES_SCHEMA)


def optional_field(shape: Shape, about: str) -> Field:
    return Field(shape, about, optional=True)


# --- maps ------------------------------------------------------------------------------------------------------------

CITY_FIELDS = {"name": Field(SENTENCE, "as written on the board"), "region": Field(ID, "the id of its region")}
REGION_FIELDS = {
    "id": Field(ID, "the id of the region in files and moves"),
    "name": Field(NAMES_SCHEMA, "its name"),
}
MAP_FIELDS = {"id": Field(ID, "the name of the file"), "name": Field(NAMES_SCHEMA, "the name of the map")}

DRAWING_SCHEMA = Table(
    {
        "rotate": Field(Number(-180, 180), "the central meridian with its sign inverted: -10 for 10° east"),
        "parallels": Field(ListOf(Number(-90, 90), 2, 2), "the two latitudes drawn without distortion"),
        "land": Field(ListOf(Either(Whole(1, 999), SENTENCE), 1), "the countries of the map: ISO 3166 number, or name"),
        "choice": Field(Whole(1, 20), "the number of regions the picture is optimised for; as for four players"),
        "seed": Field(Whole(1, 9999), "any number; a different one places the names of the cities differently"),
        "lakes": optional_field(Whole(0, 1_000_000), "the smallest lake drawn, in square kilometres; by default none"),
        "detail": optional_field(Number(0.5, 20), "the smallest bay drawn, in square pixels; by default 2"),
        "belongs": optional_field(
            ListOf(FixedList(("region", "longitude", "latitude"), (ID, Number(-180, 180), Number(-90, 90)))),
            "points without a city, and the region they belong to",
        ),
        "names": optional_field(
            ListOf(
                Table(
                    {
                        "text": Field(NAMES_SCHEMA, "the text"),
                        "at": Field(ListOf(Number(-180, 180), 2, 2), "longitude and latitude of its centre"),
                        "sea": optional_field(Flag(), "whether it is a sea"),
                    }
                )
            ),
            "the names of neighbouring countries and of seas",
        ),
    }
)

FILE_FORMAT = optional_field(Whole(1, 999), "version of the format; 1 unless given")
MAP_VERSION = 1
"""Version of the format of map files, which is experimental until all maps are there (docs/reference/formats.md)."""

MAP_SCHEMA = Table(
    {
        **MAP_FIELDS,
        "format": FILE_FORMAT,
        "editions": optional_field(
            ListOf(ID), "editions that can be played on it; an edition may also list its maps itself"
        ),
        "connections": Field(
            ListOf(FixedList(("city", "city", "cost"), (ID, ID, Whole(0, 99))), 1), "two cities and the cost, each once"
        ),
        "regions": Field(
            ListOf(
                Table({**REGION_FIELDS, "color": Field(OneOf(COLORS), "its colour on the board, different for each")}),
                1,
                len(COLORS),
            ),
            "the regions; two touch if a connection leads from one to the other",
        ),
        "cities": Field(
            Keyed(
                ID,
                Table(
                    {
                        **CITY_FIELDS,
                        "lat": Field(Number(-90, 90), "latitude, for drawing only"),
                        "lon": Field(Number(-180, 180), "longitude, for drawing only"),
                    }
                ),
                2,
            ),
            "the cities by id",
        ),
        "metropolises": optional_field(
            ListOf(Table({"name": Field(SENTENCE, "its name"), "cities": Field(ListOf(ID, 2), "its parts")})),
            "cities drawn as one",
        ),
        "drawing": optional_field(
            DRAWING_SCHEMA, "how its picture is drawn; without it, the board shows only cities and connections"
        ),
    },
    version=MAP_VERSION,
)

# --- cards -----------------------------------------------------------------------------------------------------------

SPECIAL_CARD_SCHEMA = Table(
    {
        "id": Field(ID, "the id of the card in files and moves"),
        "kind": Field(ID, "what happens when it is drawn"),
        "name": Field(NAMES_SCHEMA, "its name"),
        "minimum_bid": optional_field(ELEKTRO, "if it is auctioned"),
        "back": optional_field(ID, "its back"),
    }
)
_PLANT_SCHEMA = Table(
    {
        "number": Field(Whole(1, 999), "its number, which is its minimum bid"),
        "fuels": Field(ListOf(ID), "what it can burn; two for a hybrid, none for a plant without fuel"),
        "burns": Field(Whole(0, 9), "markers that one run burns"),
        "cities": Field(Whole(1, 20), "cities that one run powers"),
        "kind": optional_field(OneOf(("eco", "fusion")), "the picture for a plant without fuel"),
        "back": optional_field(ID, "its back, if backs differ"),
    }
)
CARDS_SCHEMA = Table(
    {
        "plants": optional_field(ListOf(_PLANT_SCHEMA), "the plants, by number"),
        "special": optional_field(ListOf(SPECIAL_CARD_SCHEMA), "the other cards of the deck"),
    }
)


def promo_card_schema(effects: Mapping[str, Field]) -> Table:
    """Return the schema of a promo card: its names, and one of the effects."""
    return Table(
        {
            "id": Field(ID, "the name of the file"),
            "name": Field(NAMES_SCHEMA, "its name"),
            "about": Field(NAMES_SCHEMA, "a sentence describing its effect"),
            **effects,
            "words": optional_field(WORDS_SCHEMA, "its texts: by language, section and key"),
        },
        exactly_one_of=tuple(effects),
    )


FILE = Text(r"[a-z0-9_]+\.py", "the name of a Python file in the folder")
CODE_SCHEMA = Table(
    {
        "rules": optional_field(FILE, "its changes to the rules"),
        "data": optional_field(FILE, "the format of its own data files"),
        "texts": optional_field(FILE, "its additions to views and texts"),
        "bots": optional_field(FILE, "what the bot `plain` knows about it"),
        "terminal": optional_field(FILE, "its additions to the terminal"),
        "features": optional_field(FILE, "its features for nets, if plants do not simply burn fuel"),
    }
)

PLAYERS_FIELDS = {
    "count": Field(Whole(2, 6), "number of players"),
    "regions": Field(Whole(1, 12), "regions they play in"),
    "plants": optional_field(Whole(1, 20), "plants that each player may own; without it, any number"),
    "step_2": Field(COUNT, "cities that a player must have connected to start step 2"),
    "end": Field(Whole(1, 200), "cities that a player must have connected to end the game"),
    "removed": optional_field(COUNT, "cards removed from the deck unseen"),
    "removed_*": optional_field(COUNT, "cards with this back removed unseen"),
    "unlimited_houses": optional_field(Flag(), "whether players can build more cities than they have houses"),
}
COMMON_FIELDS = {
    "id": Field(ID, "the name of the folder, with hyphens for underscores"),
    "name": Field(NAMES_SCHEMA, "the name of the edition"),
    "year": Field(Whole(1900, 2999), "of publication"),
    "revision": Field(Whole(1, 999), "of the rules; raised when old records would replay differently"),
    "code": optional_field(CODE_SCHEMA, "the Python files in its folder; optional for an edition that extends another"),
    "vocabulary": optional_field(
        ListOf(Text("[a-z]+", "a word in lower case")), "words that only the code of this edition may use"
    ),
    "default": optional_field(Flag(), "whether it is the default edition"),
    "rated_with": optional_field(ID, "the edition with which it shares ratings; without it, it has its own"),
    "rulebook": optional_field(
        ListOf(Text("[A-Z]{1,2}[0-9]*", "the first letters of ids, or the id of a rule that lists others"), 1),
        "the rules that apply to it, by the first letters of their ids; without it, all",
    ),
    "promo": optional_field(Flag(), "whether the promo cards can be added"),
    "money": Field(ELEKTRO, "the money each player starts with"),
    "place_costs": Field(ListOf(ELEKTRO, 3, 3), "of the first, second and third space of a city"),
    "houses": Field(COUNT, "how many each player has"),
    "tie_breaks": Field(ListOf(OneOf(("money", "cities"))), "what decides after the number of cities powered"),
    "always_regions": optional_field(ListOf(ID), "regions used in every game"),
    "modules": optional_field(ListOf(ID), "modules always in play"),
    "modules_for_two": optional_field(ListOf(ID), "modules in play with two players"),
    "about": Field(NAMES_SCHEMA, "a sentence that distinguishes it from the others"),
    "plant_market": Field(
        Table(
            {
                "current": Field(COUNT, "cards in the current market"),
                "places": Field(COUNT, "cards in the whole market in steps 1 and 2"),
                "places_step_3": Field(COUNT, "cards in the whole market in step 3"),
                "opening": optional_field(ListOf(Whole(1, 999)), "the plants in the market at the start"),
                "opening_*": optional_field(COUNT, "cards with this back in the market at the start, drawn at random"),
                "deck_top": optional_field(Whole(1, 999), "the plant on top of the deck"),
                "top_*": optional_field(COUNT, "cards with this back on top of the deck"),
                "step_2_replaces": optional_field(
                    Flag(), "whether the plant that is removed at the start of step 2 is replaced"
                ),
            }
        ),
        "the plant market",
    ),
    "players": Field(ListOf(Table(PLAYERS_FIELDS), 1, 5), "what depends on the number of players"),
    "neutral": optional_field(
        Table(
            {
                "name": Field(NAMES_SCHEMA, "its name"),
                "generators": Field(COUNT, "how many generators it has"),
                "placed": Field(ListOf(COUNT), "how many the players place on the board, turn by turn"),
            }
        ),
        "a neutral company",
    ),
    "instead": optional_field(
        Keyed(LANGUAGE, Keyed(SENTENCE, SENTENCE)), "single words to replace in texts, by language"
    ),
    "words": optional_field(
        WORDS_SCHEMA, "texts of this edition that replace the common ones: by language, section and key"
    ),
}
FUEL_FIELDS = {"id": Field(ID, "its id in files and moves"), "name": Field(NAMES_SCHEMA, "its name")}

EDITION_SCHEMA = Table(
    {
        **COMMON_FIELDS,
        "maps": Field(ListOf(ID), "its maps; the first is the default"),
        "payments": Field(ListOf(ELEKTRO, 2), "income by cities powered, from 0"),
        "scrap_new_plant": Field(Flag(), "whether a player may scrap the plant they just bought"),
        "fuels": Field(
            ListOf(
                Table(
                    {
                        **FUEL_FIELDS,
                        "markers": Field(COUNT, "their number, as many as the spaces hold"),
                        "spaces": Field(
                            ListOf(FixedList(("price", "markers"), (ELEKTRO, Whole(1, 200))), 1),
                            "of the market, cheapest first",
                        ),
                        "start": Field(COUNT, "markers in the market at the start, on the most expensive spaces"),
                        "refill": Field(Keyed(PLAYERS, STEPS), "by number of players: in step 1, 2 and 3"),
                    }
                ),
                1,
                8,
            ),
            "the fuels, in the order of the market",
        ),
        "discount_marker": optional_field(
            Table({"minimum_bid": Field(ELEKTRO, "of the plant it is on")}), "for the module of this name"
        ),
        "short": optional_field(
            Table({"end": Field(Whole(1, 200), "connected cities that end the game")}), "the short first game"
        ),
    }
)

EXTENSION_SCHEMA = Table(
    {
        **{
            key: field if key in ("id", "name", "about", "revision") else optional_field(field.shape, field.about)
            for key, field in EDITION_SCHEMA.fields.items()
        },
        "extends": Field(ID, "the base edition, which provides all values not given here"),
        "refill": optional_field(
            Keyed(ID, Keyed(PLAYERS, STEPS)), "by fuel: rows that replace those of the base edition"
        ),
        "start": optional_field(Keyed(ID, COUNT), "by fuel: markers in the market at the start"),
        "fuel_names": optional_field(
            Keyed(ID, SOME_NAMES_SCHEMA), "by fuel: names that replace those of the base edition"
        ),
    }
)
