"""Checks of data files beyond their schema: names must exist, entries must be unique, numbers must agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from stromnetz.engine.edition import STEP_3

from .file_schemas import COLORS, LANGUAGES
from .schema import Data, Problem, nearest


def unknown(at: str, what: str, name: object, known: Iterable[object]) -> Problem:
    return at, f"there is no {what} {name!r}; {nearest(name, [str(k) for k in known])}"


def _twice(at: str, what: str, values: Iterable[object]) -> Iterator[Problem]:
    for value, count in Counter(values).items():
        if count > 1:
            yield at, f"{what} {value!r} is there {count} times; each may be there once"


# --- maps ------------------------------------------------------------------------------------------------------------


def map_problems(data: Data) -> Iterator[Problem]:
    regions = [region["id"] for region in data["regions"]]
    cities: dict[str, Data] = data["cities"]
    yield from _twice("regions", "the region", regions)
    for lang in LANGUAGES:
        yield from _twice("regions", f"the {lang} name", [region["name"][lang] for region in data["regions"]])
    yield from _twice("cities", "the name", [city["name"] for city in cities.values()])
    for id, city in cities.items():
        if city["region"] not in regions:
            yield unknown(f"cities.{id}.region", "region", city["region"], regions)
    for region in set(regions) - {city["region"] for city in cities.values()}:
        yield "regions", f"no city lies in {region!r}; every region needs one"
    yield from _connection_problems(data, cities)
    for i, metropolis in enumerate(data.get("metropolises", []), 1):
        for city in metropolis["cities"]:
            if city not in cities:
                yield unknown(f"metropolises #{i}.cities", "city", city, cities)
    for i, (region, *_) in enumerate(data.get("drawing", {}).get("belongs", []), 1):
        if region not in regions:
            yield unknown(f"drawing.belongs #{i}", "region", region, regions)


def map_file_problems(data: Data, editions: Iterable[str]) -> Iterator[Problem]:
    """Check what only map files have: the editions played on the map, and the colors of its regions."""
    for edition in data.get("editions", []):
        if edition not in editions:
            yield unknown("editions", "edition", edition, editions)
    by_color: dict[str, list[str]] = {}
    for region in data["regions"]:
        by_color.setdefault(region["color"], []).append(region["id"])
    free = ", ".join(color for color in COLORS if color not in by_color)
    for color, ids in by_color.items():
        if len(ids) > 1:
            yield (
                "regions",
                f"{color!r} is the color of {', '.join(ids)}; each region needs one of its own ({free} are free)",
            )


def _connection_problems(data: Data, cities: dict[str, Data]) -> Iterator[Problem]:
    seen: dict[frozenset[str], int] = {}
    group = {city: city for city in cities}  # union-find: cities connected so far, each with a representative

    def head(city: str) -> str:
        while group[city] != city:
            city = group[city]
        return city

    for i, (a, b, *_) in enumerate(data["connections"], 1):
        lost = [city for city in (a, b) if city not in cities]
        for city in lost:
            yield unknown(f"connections #{i}", "city", city, cities)
        if lost:
            continue
        if a == b:
            yield f"connections #{i}", f"joins {a!r} to itself; it must join two cities"
        elif seen.setdefault(frozenset((a, b)), i) != i:
            before = seen[frozenset((a, b))]
            yield f"connections #{i}", f"joins {a!r} and {b!r} like #{before}; each connection may be there once"
        group[head(a)] = head(b)
    main = Counter(head(city) for city in cities).most_common(1)[0][0]
    apart = [city for city in cities if head(city) != main]
    if apart:
        yield "connections", f"no connection leads to {', '.join(apart[:8])} from the rest of the map"


# --- editions --------------------------------------------------------------------------------------------------------


def edition_problems(data: Data) -> Iterator[Problem]:
    """Check an edition after it was merged with the one that it extends."""
    counts = [row["count"] for row in data["players"]]
    yield from _twice("players", "the count", counts)
    yield from _fuel_problems(data, counts)
    yield from _market_problems(data)
    if data["payments"] != sorted(data["payments"]):
        yield "payments", "must not fall: more cities never pay less"


def overlay_problems(data: Data, base: Data) -> Iterator[Problem]:
    """Check that the fuels exist which an edition changes in the one it extends."""
    fuels = [fuel["id"] for fuel in base["fuels"]]
    for key in ("refill", "start", "fuel_names"):
        for fuel in data.get(key, {}):
            if fuel not in fuels:
                yield unknown(f"{key}.{fuel}", "fuel", fuel, fuels)


def _fuel_problems(data: Data, counts: list[int]) -> Iterator[Problem]:
    yield from _twice("fuels", "the fuel", [fuel["id"] for fuel in data["fuels"]])
    for fuel in data["fuels"]:
        at = f"fuels.{fuel['id']}"
        if "spaces" not in fuel:  # the spaces depend on the number of players
            continue
        prices = [price for price, _ in fuel["spaces"]]
        room = sum(markers for _, markers in fuel["spaces"])
        if prices != sorted(set(prices)):
            yield f"{at}.spaces", "must go from the lowest price to the highest, each once"
        if room != fuel["markers"]:
            yield f"{at}.markers", f"must be {room}, as many as the spaces hold, not {fuel['markers']}"
        if fuel["start"] > room:
            yield f"{at}.start", f"must be {room} at most, as many as the spaces hold, not {fuel['start']}"
        for count in counts:
            if str(count) not in fuel["refill"]:
                yield f"{at}.refill", f"has no row for {count} players"


def card_problems(data: Data) -> Iterator[Problem]:
    """Check the cards of an edition against its fuels."""
    fuels = [fuel["id"] for fuel in data["fuels"]]
    plants, special = data["cards"]["plants"], data["cards"]["special"]
    yield from _twice("plants", "the card", [plant.get("id", plant["number"]) for plant in plants])
    yield from _twice("special", "the card", [card["id"] for card in special])
    for plant in plants:
        at = f"plants, number {plant['number']}"
        for fuel in plant["fuels"]:
            if fuel not in fuels:
                yield unknown(f"{at}.fuels", "fuel", fuel, fuels)
        if bool(plant["fuels"]) != bool(plant["burns"]):
            yield f"{at}.burns", "must be 0 for a plant without fuels, and 1 or more for any other"
    if sum(card["kind"] == STEP_3 for card in special) != 1:
        yield "special", f"exactly one card must be of the kind {STEP_3!r}"


def _market_problems(data: Data) -> Iterator[Problem]:
    market = data["plant_market"]
    plants = data["cards"]["plants"]
    refs = {plant.get("id", plant["number"]) for plant in plants}
    backs = Counter(plant.get("back") for plant in plants)
    if market["current"] > market["places"]:
        yield "plant_market.current", f"must be {market['places']} at most, as many as the market has places"
    for number in [*market.get("opening", []), *([market["deck_top"]] if "deck_top" in market else [])]:
        if number not in refs:
            yield unknown("plant_market.opening and deck_top", "plant", number, refs)
    if "opening" in market and len(set(market["opening"])) != market["places"]:
        yield "plant_market.opening", f"must be {market['places']} plants, as many as the market has places"
    wanted = Counter({key: n for key, n in market.items() if key.startswith(("top_", "opening_"))})
    for key, number in wanted.items():
        back = key.partition("_")[2]
        if back not in backs or backs[back] < number:
            yield f"plant_market.{key}", f"there are {backs.get(back, 0)} cards with the back {back!r}, not {number}"
    for row in data["players"]:
        for key, number in row.items():
            if key.startswith("removed"):
                there = backs.get(key.removeprefix("removed").lstrip("_") or None, 0)
                if number > there:
                    yield f"players, count {row['count']}.{key}", f"must be {there} at most, not {number}"
