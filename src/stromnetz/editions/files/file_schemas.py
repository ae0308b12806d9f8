"""The schemas of all data files, with a description of each key. ``docs/data-files.md`` is generated from them."""

from __future__ import annotations

from collections.abc import Mapping

from .schema import Either, Field, FixedList, Flag, Keyed, ListOf, Number, OneOf, Shape, Table, Text, Whole

LANGUAGES = ("en", "de", "nl")
ID = Text(r"[a-z0-9]+(-[a-z0-9]+)*", "an id: small letters, digits and hyphens")
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

CITY_FIELDS = {"name": Field(SENTENCE, "as the board writes it"), "region": Field(ID, "the id of its region")}
REGION_FIELDS = {
    "id": Field(ID, "what the region is called in files and moves"),
    "name": Field(NAMES_SCHEMA, "its name"),
}
MAP_FIELDS = {"id": Field(ID, "the name of the file"), "name": Field(NAMES_SCHEMA, "the name of the map")}

DRAWING_SCHEMA = Table(
    {
        "rotate": Field(Number(-180, 180), "the meridian in the middle, with its sign changed: -10 for 10° east"),
        "parallels": Field(ListOf(Number(-90, 90), 2, 2), "the two latitudes that are drawn true"),
        "land": Field(ListOf(Either(Whole(1, 999), SENTENCE), 1), "the countries of the map: ISO 3166 number, or name"),
        "choice": Field(Whole(1, 20), "how many regions the picture should suit best; as many as four players use"),
        "seed": Field(Whole(1, 9999), "any number; another one places the names of the cities differently"),
        "lakes": optional_field(
            Whole(0, 1_000_000), "the smallest lake drawn, in square kilometres; none unless given"
        ),
        "detail": optional_field(Number(0.5, 20), "the smallest bay that is drawn, in square pixels; 2 unless given"),
        "belongs": optional_field(
            ListOf(FixedList(("region", "longitude", "latitude"), (ID, Number(-180, 180), Number(-90, 90)))),
            "places without a city, and the region they belong to",
        ),
        "names": optional_field(
            ListOf(
                Table(
                    {
                        "text": Field(NAMES_SCHEMA, "what is written"),
                        "at": Field(ListOf(Number(-180, 180), 2, 2), "longitude and latitude of its middle"),
                        "sea": optional_field(Flag(), "whether it is a sea"),
                    }
                )
            ),
            "the names of neighbouring countries and of seas",
        ),
    }
)

MAP_SCHEMA = Table(
    {
        **MAP_FIELDS,
        "editions": optional_field(
            ListOf(ID), "editions that can be played on it; an edition may also list its maps itself"
        ),
        "connections": Field(
            ListOf(FixedList(("city", "city", "cost"), (ID, ID, Whole(0, 99))), 1), "two cities and the cost, each once"
        ),
        "regions": Field(
            ListOf(
                Table({**REGION_FIELDS, "color": Field(OneOf(COLORS), "its tint on the board, another for each")}),
                1,
                len(COLORS),
            ),
            "the regions; two touch where a connection leads from one to the other",
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
            "cities that are drawn as one",
        ),
        "drawing": optional_field(
            DRAWING_SCHEMA, "how its picture is made; without it the board shows cities and connections only"
        ),
    }
)

# --- cards -----------------------------------------------------------------------------------------------------------

SPECIAL_CARD_SCHEMA = Table(
    {
        "id": Field(ID, "what the card is called in files and moves"),
        "kind": Field(ID, "what is done with it when it is drawn"),
        "name": Field(NAMES_SCHEMA, "its name"),
        "minimum_bid": optional_field(ELEKTRO, "where it is auctioned"),
        "back": optional_field(ID, "what its back shows"),
    }
)
_PLANT_SCHEMA = Table(
    {
        "number": Field(Whole(1, 999), "its number, which is its minimum bid"),
        "fuels": Field(ListOf(ID), "what it can burn; two for a hybrid, none for a plant without fuel"),
        "burns": Field(Whole(0, 9), "markers that one run burns"),
        "cities": Field(Whole(1, 20), "cities that one run supplies"),
        "kind": optional_field(OneOf(("eco", "fusion")), "the picture of a plant without fuel"),
        "back": optional_field(ID, "what its back shows, where backs differ"),
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
            "about": Field(NAMES_SCHEMA, "a sentence that says what it does"),
            **effects,
            "words": optional_field(WORDS_SCHEMA, "what is said about it: by language, section and key"),
        },
        exactly_one_of=tuple(effects),
    )


FILE = Text(r"[a-z0-9_]+\.py", "the name of a Python file of the folder")
CODE_SCHEMA = Table(
    {
        "rules": optional_field(FILE, "what it changes about the rules"),
        "data": optional_field(FILE, "how its data files differ from those of other editions"),
        "seen": optional_field(FILE, "what it adds to views and texts"),
        "bots": optional_field(FILE, "what the plain bot knows about it"),
        "screen": optional_field(FILE, "what it adds to the terminal"),
        "learning": optional_field(FILE, "what it tells nets about companies whose plants do not simply burn fuel"),
    }
)

PLAYERS_FIELDS = {
    "count": Field(Whole(2, 6), "number of players"),
    "regions": Field(Whole(1, 12), "regions they play in"),
    "plants": optional_field(Whole(1, 20), "plants that each may own; any number without it"),
    "step_2": Field(COUNT, "how many cities one player must have connected for step 2 to begin"),
    "end": Field(Whole(1, 200), "how many cities one player must have connected for the game to end"),
    "removed": optional_field(COUNT, "cards taken out of the deck unseen"),
    "removed_*": optional_field(COUNT, "the same for the cards with this back"),
    "unlimited_houses": optional_field(Flag(), "whether building is not limited by the number of houses"),
}
COMMON_FIELDS = {
    "id": Field(ID, "the name of the folder, with hyphens for underscores"),
    "name": Field(NAMES_SCHEMA, "the name of the edition"),
    "year": Field(Whole(1900, 2999), "of publication"),
    "revision": Field(Whole(1, 999), "of the rules; raised when a legal record would change its meaning"),
    "code": optional_field(
        CODE_SCHEMA, "the Python files of its folder; an edition that extends another may have none"
    ),
    "vocabulary": optional_field(
        ListOf(Text("[a-z]+", "a word in small letters")), "words of the code that belong to this edition alone"
    ),
    "default": optional_field(Flag(), "whether it is played where no edition is named"),
    "rated_with": optional_field(
        ID, "the edition with which it shares the ratings of its players; it has its own without it"
    ),
    "rulebook": optional_field(
        ListOf(Text("[A-Z]{1,2}[0-9]*", "letters with which ids begin, or the id of a rule that lists others"), 1),
        "the rules that hold for it, by the letters of their ids; all without it",
    ),
    "promo": optional_field(Flag(), "whether the promo cards can be added"),
    "money": Field(ELEKTRO, "what each player starts with"),
    "place_costs": Field(ListOf(ELEKTRO, 3, 3), "of the first, second and third place of a city"),
    "houses": Field(COUNT, "how many each player has"),
    "tie_breaks": Field(ListOf(OneOf(("money", "cities"))), "what decides after the cities supplied"),
    "always_regions": optional_field(ListOf(ID), "regions that are in every game"),
    "modules": optional_field(ListOf(ID), "modules that are always in play"),
    "modules_for_two": optional_field(ListOf(ID), "modules that are in play with two players"),
    "about": Field(NAMES_SCHEMA, "a sentence that tells it apart from the others"),
    "plant_market": Field(
        Table(
            {
                "current": Field(COUNT, "cards that can be put up for auction"),
                "places": Field(COUNT, "cards on offer in steps 1 and 2"),
                "places_step_3": Field(COUNT, "cards on offer in step 3"),
                "opening": optional_field(ListOf(Whole(1, 999)), "the plants on offer at first"),
                "opening_*": optional_field(COUNT, "cards with this back that are on offer at first, drawn at random"),
                "deck_top": optional_field(Whole(1, 999), "the plant on top of the deck"),
                "top_*": optional_field(COUNT, "cards with this back on top of the deck"),
                "step_2_replaces": optional_field(
                    Flag(), "whether the plant that leaves when step 2 begins is replaced"
                ),
            }
        ),
        "the market of plants",
    ),
    "players": Field(ListOf(Table(PLAYERS_FIELDS), 1, 5), "what depends on the number of players"),
    "neutral": optional_field(
        Table(
            {
                "name": Field(NAMES_SCHEMA, "its name"),
                "generators": Field(COUNT, "how many generators it has"),
                "placed": Field(ListOf(COUNT), "how many the players put on the board, turn by turn"),
            }
        ),
        "a company that nobody plays",
    ),
    "instead": optional_field(
        Keyed(LANGUAGE, Keyed(SENTENCE, SENTENCE)), "single words to replace in what is said, by language"
    ),
    "words": optional_field(
        WORDS_SCHEMA, "words that this edition uses in place of the common ones: by language, section and key"
    ),
}
FUEL_FIELDS = {"id": Field(ID, "what it is called in files and moves"), "name": Field(NAMES_SCHEMA, "its name")}

EDITION_SCHEMA = Table(
    {
        **COMMON_FIELDS,
        "maps": Field(ListOf(ID), "the maps it is played on; the first is the default"),
        "payments": Field(ListOf(ELEKTRO, 2), "income by cities supplied, from 0"),
        "scrap_new_plant": Field(Flag(), "whether a plant just bought may be scrapped at once"),
        "fuels": Field(
            ListOf(
                Table(
                    {
                        **FUEL_FIELDS,
                        "markers": Field(COUNT, "how many there are, as many as the spaces hold"),
                        "spaces": Field(
                            ListOf(FixedList(("price", "markers"), (ELEKTRO, Whole(1, 200))), 1),
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
        "discount_marker": optional_field(
            Table({"minimum_bid": Field(ELEKTRO, "of the plant it lies on")}), "for the module of this name"
        ),
        "short": optional_field(
            Table({"end": Field(Whole(1, 200), "how many connected cities end it")}), "the short first game"
        ),
    }
)

EXTENSION_SCHEMA = Table(
    {
        **{
            key: field if key in ("id", "name", "about", "revision") else optional_field(field.shape, field.about)
            for key, field in EDITION_SCHEMA.fields.items()
        },
        "extends": Field(ID, "the edition it is laid over; whatever it does not say is taken from there"),
        "refill": optional_field(
            Keyed(ID, Keyed(PLAYERS, STEPS)), "by fuel: rows that replace those of the other edition"
        ),
        "start": optional_field(Keyed(ID, COUNT), "by fuel: markers in the market at first"),
        "fuel_names": optional_field(
            Keyed(ID, SOME_NAMES_SCHEMA), "by fuel: names that replace those of the other edition"
        ),
    }
)
