"""The data files: one shape for each kind, with what every key is for. ``docs/data-files.md`` is made from this."""

from __future__ import annotations

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
MODULES = ("transformer-station", "discount-marker", "trust", "company-trust")
MARKS = Listed(Either(SENTENCE, Whole()))


def _maybe(shape: Shape, about: str) -> Field:
    return Field(shape, about, optional=True)


# --- maps ------------------------------------------------------------------------------------------------------------

_PLACE = {"name": Field(SENTENCE, "as the board writes it"), "region": Field(ID, "the id of its region")}
_REGION = {"id": Field(ID, "what the region is called in files and moves"), "name": Field(NAMES, "its name")}
_MAP = {"id": Field(ID, "the name of the file"), "name": Field(NAMES, "the name of the map")}

DRAWING = Table(
    {
        "rotate": Field(Number(-180, 180), "the meridian in the middle, with its sign changed: -10 for 10° east"),
        "parallels": Field(Listed(Number(-90, 90), 2, 2), "the two latitudes that are drawn true"),
        "land": Field(Listed(Either(Whole(1, 999), SENTENCE), 1), "the countries of the map: ISO 3166 number, or name"),
        "choice": Field(Whole(1, 20), "how many regions the picture should suit best; as many as four players use"),
        "seed": Field(Whole(1, 9999), "any number; another one places the names of the cities differently"),
        "lakes": _maybe(Whole(0, 1_000_000), "the smallest lake drawn, in square kilometres; none unless given"),
        "detail": _maybe(Number(0.5, 20), "the smallest bay that is drawn, in square pixels; 2 unless given"),
        "belongs": _maybe(
            Listed(Row(("region", "longitude", "latitude"), (ID, Number(-180, 180), Number(-90, 90)))),
            "places without a city, and the region they belong to",
        ),
        "names": _maybe(
            Listed(
                Table(
                    {
                        "text": Field(NAMES, "what is written"),
                        "at": Field(Listed(Number(-180, 180), 2, 2), "longitude and latitude of its middle"),
                        "sea": _maybe(Flag(), "whether it is a sea"),
                    }
                )
            ),
            "the names of neighbouring countries and of seas",
        ),
    }
)

MAP = Table(
    {
        **_MAP,
        "editions": _maybe(Listed(ID), "editions that can be played on it; an edition may also list its maps itself"),
        "connections": Field(
            Listed(Row(("city", "city", "cost"), (ID, ID, Whole(0, 99))), 1), "two cities and the cost, each once"
        ),
        "regions": Field(
            Listed(Table({**_REGION, "color": Field(OneOf(COLORS), "its tint on the board")}), 1, 12),
            "the regions; two touch where a connection leads from one to the other",
        ),
        "cities": Field(
            Keyed(
                ID,
                Table(
                    {
                        **_PLACE,
                        "lat": Field(Number(-90, 90), "latitude, for drawing only"),
                        "lon": Field(Number(-180, 180), "longitude, for drawing only"),
                    }
                ),
                2,
            ),
            "the cities by id",
        ),
        "metropolises": _maybe(
            Listed(Table({"name": Field(SENTENCE, "its name"), "cities": Field(Listed(ID, 2), "its parts")})),
            "cities that are drawn as one",
        ),
        "drawing": _maybe(DRAWING, "how its picture is made; without it the board shows cities and connections only"),
    }
)

_OWN_MAP = Table(
    {
        **_MAP,
        "id": Field(ID, "what the map is called in files and commands"),
        "connections": Field(Listed(Row(("city", "city"), (ID, ID)), 1), "two cities; a tile gives the cost"),
        "regions": Field(Listed(Table(_REGION), 1, 12), "the regions"),
        "cities": Field(
            Keyed(
                ID,
                Table(
                    {
                        **_PLACE,
                        "site": Field(OneOf(("plant", "housing")), "what its company place is for"),
                        "x": Field(Number(-5000, 5000), "for drawing only"),
                        "y": Field(Number(-5000, 5000), "for drawing only"),
                    }
                ),
                2,
            ),
            "the cities by id",
        ),
    }
)

# --- cards -----------------------------------------------------------------------------------------------------------

_SPECIAL = Table(
    {
        "id": Field(ID, "what the card is called in files and moves"),
        "kind": Field(ID, "what is done with it when it is drawn"),
        "name": Field(NAMES, "its name"),
        "minimum_bid": _maybe(ELEKTRO, "where it is auctioned"),
        "back": _maybe(ID, "what its back shows"),
    }
)
_PLANT = Table(
    {
        "number": Field(Whole(1, 999), "its number, which is its minimum bid"),
        "fuels": Field(Listed(ID), "what it can burn; two for a hybrid, none for a plant without fuel"),
        "burns": Field(Whole(0, 9), "markers that one run burns"),
        "cities": Field(Whole(1, 20), "cities that one run supplies"),
        "kind": _maybe(OneOf(("eco", "fusion")), "the picture of a plant without fuel"),
        "back": _maybe(ID, "what its back shows, where backs differ"),
    }
)
CARDS = Table(
    {
        "plants": _maybe(Listed(_PLANT), "the plants, by number"),
        "special": _maybe(Listed(_SPECIAL), "the other cards of the deck"),
    }
)
_COMPANY_CARD = {
    "id": _maybe(Text("[0-9]{2}[a-z]", "two digits and a letter"), "tells cards with the same number apart"),
    "number": Field(Whole(1, 999), "its number"),
    "back": Field(ID, "what its back shows"),
    "rulebook": _maybe(MARKS, "the keys that the text of the rulebook gives"),
    "derived": _maybe(MARKS, "the keys that follow from it"),
}
_WORKERS = Field(Whole(0, 20), "workers that run it")
_CITIES = Field(Whole(0, 20), "cities that it supplies")
_PLACES = Field(Whole(0, 20), "permanent workers that it houses")
_PRINTED = _maybe(MARKS, "the numbers that the text of the rulebook gives")
RECONSTRUCTION = Table(
    {
        "notice": Field(NAMES, "shown wherever the edition is offered"),
        "payment": Field(
            Table({"elektro": Field(Listed(ELEKTRO, 2), "income by cities supplied, from 0"), "rulebook": _PRINTED}),
            "the income",
        ),
        "labour": Field(
            Table({"prices": Field(Listed(ELEKTRO, 1), "of its spaces, cheapest first"), "rulebook": _PRINTED}),
            "the labour market",
        ),
        "tiles": Field(
            Table({"costs": Field(Listed(ELEKTRO, 1), "one for each connection"), "rulebook": _PRINTED}),
            "the connection costs that are shuffled",
        ),
        "plants": Field(Listed(Table({**_COMPANY_CARD, "workers": _WORKERS, "cities": _CITIES}), 1), "the plants"),
        "housings": Field(Listed(Table({**_COMPANY_CARD, "places": _PLACES}), 1), "the housings"),
        "technologies": Field(
            Listed(
                Table(
                    {
                        **_COMPANY_CARD,
                        "name": Field(SENTENCE, "as printed"),
                        "effect": Field(ID, "what it does"),
                        "value": _maybe(Whole(0, 99), "how much of it"),
                        "workers": _maybe(_WORKERS.shape, _WORKERS.about),
                        "places": _maybe(_PLACES.shape, _PLACES.about),
                        "cities": _maybe(_CITIES.shape, _CITIES.about),
                    }
                ),
                1,
            ),
            "the technologies",
        ),
        "map": Field(_OWN_MAP, "the board"),
    }
)
PROMO = Table(
    {
        "id": Field(ID, "the name of the file"),
        "name": Field(NAMES, "its name"),
        "about": Field(NAMES, "a sentence that says what it does"),
        "plant": _maybe(
            Table(
                {
                    "number": Field(Whole(1, 999), "its minimum bid"),
                    "printed": _maybe(SENTENCE, "the number as printed, where it differs"),
                    "after": Field(Whole(0, 999), "the number it is sorted behind"),
                    "fuels": Field(Either(OneOf(("any",)), Listed(ID)), "what it can burn"),
                    "burns": Field(Whole(0, 9), "markers that one run burns"),
                    "cities": Field(Whole(1, 20), "cities that one run supplies"),
                    "drives_out_smallest": _maybe(Flag(), "whether the smallest plant on offer goes when it is drawn"),
                }
            ),
            "the card is a plant",
        ),
        "auction": _maybe(
            Table(
                {
                    "minimum_bid": Field(Whole(0, 999), "of its auction"),
                    "on_plant": _maybe(Flag(), "whether it is put on a plant of its owner"),
                    "gains": Field(
                        Table(
                            {
                                "output": _maybe(COUNT, "extra cities that the plant under it supplies"),
                                "cities": _maybe(COUNT, "connected cities that are not on the map"),
                                "places_back": _maybe(COUNT, "places that its owner moves back in player order"),
                                "stores": _maybe(COUNT, "markers of any fuel that it holds"),
                            }
                        ),
                        "what its owner gets from it",
                    ),
                }
            ),
            "the card is auctioned the moment it is drawn",
        ),
        "espionage": _maybe(
            Table({"round": Field(Whole(1, 99), "the round in which the last player gets it")}),
            "its holder may look at the top card of the deck",
        ),
        "taxes": _maybe(
            Table(
                {
                    "part": Field(Whole(1, 100), "one Elektro in so many is paid"),
                    "from_step": Field(Whole(1, 3), "drawn before this step it goes under the deck"),
                }
            ),
            "everybody pays, once a game",
        ),
        "fuel_change": _maybe(
            Table(
                {
                    "which": Field(OneOf(("cheapest", "dearest")), "the fuel that is moved"),
                    "to": Field(OneOf(("supply", "market")), "where it is moved to"),
                    "markers": Field(COUNT, "how many of them"),
                    "few": _maybe(Keyed(ID, COUNT), "how many of a scarcer fuel"),
                }
            ),
            "fuel is moved the moment the card is drawn",
        ),
    },
    exactly_one_of=("plant", "auction", "espionage", "taxes", "fuel_change"),
)
