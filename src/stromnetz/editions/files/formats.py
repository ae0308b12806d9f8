"""The data files: one shape for each kind, with what every key is for. ``docs/data-files.md`` is made from this."""

from __future__ import annotations

from collections.abc import Mapping

from .schema import Either, Field, Flag, Keyed, Listed, Number, OneOf, Row, Shape, Table, Text, Whole

LANGUAGES = ("en", "de", "nl")
ID = Text(r"[a-z0-9]+(-[a-z0-9]+)*", "an id: small letters, digits and hyphens")
SENTENCE = Text()
NAMES = Table({lang: Field(SENTENCE, f"in {lang}") for lang in LANGUAGES}, f"a text in each of {', '.join(LANGUAGES)}")
SOME_NAMES = Table({lang: Field(SENTENCE, f"in {lang}", optional=True) for lang in LANGUAGES}, "texts by language")
COLORS = ("green", "brown", "red", "yellow", "blue", "purple", "orange", "cyan")
ELEKTRO = Whole(0, 1000)
COUNT = Whole(0, 200)
PLAYERS = Text("[2-6]", "a number of players, 2 to 6")
STEPS = Listed(COUNT, 3, 3)
LANGUAGE = Text("|".join(LANGUAGES), f"one of {', '.join(LANGUAGES)}")
SENTENCES = Keyed(SENTENCE, Keyed(SENTENCE, SENTENCE))
WORDS = Keyed(LANGUAGE, SENTENCES)


def maybe(shape: Shape, about: str) -> Field:
    return Field(shape, about, optional=True)


# --- maps ------------------------------------------------------------------------------------------------------------

PLACE = {"name": Field(SENTENCE, "as the board writes it"), "region": Field(ID, "the id of its region")}
REGION = {"id": Field(ID, "what the region is called in files and moves"), "name": Field(NAMES, "its name")}
MAP_NAMES = {"id": Field(ID, "the name of the file"), "name": Field(NAMES, "the name of the map")}

DRAWING = Table(
    {
        "rotate": Field(Number(-180, 180), "the meridian in the middle, with its sign changed: -10 for 10° east"),
        "parallels": Field(Listed(Number(-90, 90), 2, 2), "the two latitudes that are drawn true"),
        "land": Field(Listed(Either(Whole(1, 999), SENTENCE), 1), "the countries of the map: ISO 3166 number, or name"),
        "choice": Field(Whole(1, 20), "how many regions the picture should suit best; as many as four players use"),
        "seed": Field(Whole(1, 9999), "any number; another one places the names of the cities differently"),
        "lakes": maybe(Whole(0, 1_000_000), "the smallest lake drawn, in square kilometres; none unless given"),
        "detail": maybe(Number(0.5, 20), "the smallest bay that is drawn, in square pixels; 2 unless given"),
        "belongs": maybe(
            Listed(Row(("region", "longitude", "latitude"), (ID, Number(-180, 180), Number(-90, 90)))),
            "places without a city, and the region they belong to",
        ),
        "names": maybe(
            Listed(
                Table(
                    {
                        "text": Field(NAMES, "what is written"),
                        "at": Field(Listed(Number(-180, 180), 2, 2), "longitude and latitude of its middle"),
                        "sea": maybe(Flag(), "whether it is a sea"),
                    }
                )
            ),
            "the names of neighbouring countries and of seas",
        ),
    }
)

MAP = Table(
    {
        **MAP_NAMES,
        "editions": maybe(Listed(ID), "editions that can be played on it; an edition may also list its maps itself"),
        "connections": Field(
            Listed(Row(("city", "city", "cost"), (ID, ID, Whole(0, 99))), 1), "two cities and the cost, each once"
        ),
        "regions": Field(
            Listed(
                Table({**REGION, "color": Field(OneOf(COLORS), "its tint on the board, another for each")}),
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
                        **PLACE,
                        "lat": Field(Number(-90, 90), "latitude, for drawing only"),
                        "lon": Field(Number(-180, 180), "longitude, for drawing only"),
                    }
                ),
                2,
            ),
            "the cities by id",
        ),
        "metropolises": maybe(
            Listed(Table({"name": Field(SENTENCE, "its name"), "cities": Field(Listed(ID, 2), "its parts")})),
            "cities that are drawn as one",
        ),
        "drawing": maybe(DRAWING, "how its picture is made; without it the board shows cities and connections only"),
    }
)

# --- cards -----------------------------------------------------------------------------------------------------------

SPECIAL = Table(
    {
        "id": Field(ID, "what the card is called in files and moves"),
        "kind": Field(ID, "what is done with it when it is drawn"),
        "name": Field(NAMES, "its name"),
        "minimum_bid": maybe(ELEKTRO, "where it is auctioned"),
        "back": maybe(ID, "what its back shows"),
    }
)
_PLANT = Table(
    {
        "number": Field(Whole(1, 999), "its number, which is its minimum bid"),
        "fuels": Field(Listed(ID), "what it can burn; two for a hybrid, none for a plant without fuel"),
        "burns": Field(Whole(0, 9), "markers that one run burns"),
        "cities": Field(Whole(1, 20), "cities that one run supplies"),
        "kind": maybe(OneOf(("eco", "fusion")), "the picture of a plant without fuel"),
        "back": maybe(ID, "what its back shows, where backs differ"),
    }
)
CARDS = Table(
    {
        "plants": maybe(Listed(_PLANT), "the plants, by number"),
        "special": maybe(Listed(SPECIAL), "the other cards of the deck"),
    }
)


def promo(effects: Mapping[str, Field]) -> Table:
    """A promo card: its names, and one of the effects that there are."""
    return Table(
        {
            "id": Field(ID, "the name of the file"),
            "name": Field(NAMES, "its name"),
            "about": Field(NAMES, "a sentence that says what it does"),
            **effects,
            "words": maybe(WORDS, "what is said about it: by language, section and key"),
        },
        exactly_one_of=tuple(effects),
    )
