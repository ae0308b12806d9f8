"""Reading the editions' tables: TOML files beside this module, an edition laid over the one it extends."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from stromnetz.engine.board import Board
from stromnetz.engine.edition import HOUSING, NEVER, PLANT, TECHNOLOGY, Card, Edition, FuelTable, PlayersRow
from stromnetz.engine.errors import BadInput

Table = dict[str, Any]
_HERE = files(__package__)
_RANKS = 10
"""Ranks between two numbers, so that a card can be sorted between them."""


@cache
def edition_tables() -> dict[str, Table]:
    """All editions by id, each laid over the one it extends, with its cards under the key ``cards``."""
    own: dict[str, Table] = {}
    for folder in sorted(_HERE.iterdir(), key=lambda f: f.name):
        if folder.joinpath("edition.toml").is_file():
            table = tomllib.loads(folder.joinpath("edition.toml").read_text(encoding="utf-8"))
            if folder.joinpath("cards.toml").is_file():
                table["cards"] = tomllib.loads(folder.joinpath("cards.toml").read_text(encoding="utf-8"))
            else:
                _complete(table, tomllib.loads(folder.joinpath("reconstruction.toml").read_text(encoding="utf-8")))
            own[table["id"]] = table
    return {id: _whole(own, id) for id in own}


def _whole(own: dict[str, Table], id: str) -> Table:
    table = own[id]
    return _over(_whole(own, table["extends"]), table) if "extends" in table else table


def _over(base: Table, table: Table) -> Table:
    """One edition's table over another's: tables are merged, lists of cards joined, everything else replaced."""
    out = {**base, **table}
    out["cards"] = {key: [*base["cards"].get(key, []), *table["cards"].get(key, [])] for key in ("plants", "special")}
    out["fuels"] = [
        {
            **fuel,
            "refill": {**fuel["refill"], **table.get("refill", {}).get(fuel["id"], {})},
            "name": {**fuel["name"], **table.get("fuel_names", {}).get(fuel["id"], {})},
            "start": table.get("start", {}).get(fuel["id"], fuel["start"]),
        }
        for fuel in base["fuels"]
    ]
    return out


def _complete(table: Table, found: Table) -> None:
    """Put what was reconstructed where the other editions have it."""
    table["notice"] = found["notice"]
    table["payments"] = found["payment"]["elektro"]
    table["labour"] = found["labour"]["prices"]
    for fuel in table["fuels"]:
        fuel["spaces_by_players"] = {str(row["count"]): _spaces(table["labour"], row) for row in table["players"]}
    table["tiles"] = found["tiles"]["costs"]
    kinds = (("plants", PLANT), ("housings", HOUSING), ("technologies", TECHNOLOGY))
    cards = [{"type": kind, "fuels": [], "burns": 0, **card} for key, kind in kinds for card in found[key]]
    table["cards"] = {"plants": cards, "special": table["special"]}
    table["own_map"] = found["map"]
    table["maps"] = [found["map"]["id"]]


def _spaces(prices: list[int], row: Table) -> list[list[int]]:
    """The spaces of the labour market with the workers on each, twice as many on the last (L3)."""
    return [[price, row["workers"] * (2 if price == prices[-1] else 1)] for price in prices]


@cache
def map_tables() -> dict[str, Table]:
    """All maps by id."""
    out: dict[str, Table] = {t["own_map"]["id"]: t["own_map"] for t in edition_tables().values() if "own_map" in t}
    for file in sorted(_HERE.joinpath("maps").iterdir(), key=lambda f: f.name):
        if file.name.endswith(".toml"):
            table = tomllib.loads(file.read_text(encoding="utf-8"))
            out[table["id"]] = table
    return out


def edition_table(id: str) -> Table:
    tables = edition_tables()
    if id not in tables:
        raise BadInput(f"there is no edition {id!r}; the editions are {', '.join(tables)}", {"edition": id})
    return tables[id]


@cache
def board(id: str) -> Board:
    table = map_tables()[id]
    regions = [r["id"] for r in table["regions"]]
    cities = list(table["cities"])
    index = {c: i for i, c in enumerate(cities)}
    return Board(
        id,
        regions,
        [(c, regions.index(table["cities"][c]["region"])) for c in cities],
        # where tiles are laid on the connections nothing is printed there
        [(index[a], index[b], cost[0] if cost else 0) for a, b, *cost in table["connections"]],
    )


def _fuel(fuel: Table) -> FuelTable:
    prices = [price for price, markers in fuel["spaces"] for _ in range(markers)]
    return FuelTable(fuel["id"], prices, fuel["start"], {int(n): steps for n, steps in fuel["refill"].items()})


def _labour(fuel: Table, table: Table, players: int) -> FuelTable:
    """Workers lie on their market like fuel, as many on each space as the number of players says (L3)."""
    spaces = fuel["spaces_by_players"][str(players)]
    prices = [price for price, workers in spaces for _ in range(workers)]
    return FuelTable(fuel["id"], prices, len(prices), {row["count"]: [0, 0, 0] for row in table["players"]})


def fill(edition: Edition, table: Table, players: int) -> None:
    """Put an edition's tables into the engine's shapes."""
    edition.money = table["money"]
    edition.place_costs = table["place_costs"]
    edition.payments = table["payments"]
    edition.scrap_new_plant = table.get("scrap_new_plant", False)
    edition.tie_breaks = table["tie_breaks"]
    market = table["plant_market"]
    edition.current = market["current"]
    edition.places = market["places"]
    edition.places_step_3 = market["places_step_3"]
    edition.opening = market.get("opening", [])
    edition.deck_top = market.get("deck_top")
    top = next((key for key in market if key.startswith("top_")), None)
    edition.opening_back = None if top is None else top.removeprefix("top_")
    edition.top_cards = 0 if top is None else market[top]
    edition.step_2_replaces = market.get("step_2_replaces", True)
    edition.tiles = table.get("tiles", [])
    edition.always_regions = table.get("always_regions", [])
    edition.fuels = [_fuel(f) if "spaces" in f else _labour(f, table, players) for f in table["fuels"]]
    for row in table["players"]:
        houses = NEVER if row.get("unlimited_houses") else table["houses"]
        removed = {key.removeprefix("removed").lstrip("_"): n for key, n in row.items() if key.startswith("removed")}
        edition.players[row["count"]] = PlayersRow(
            row["regions"], row.get("plants", NEVER), row["step_2"], row["end"], removed, houses
        )
    bit = {f.id: 1 << i for i, f in enumerate(edition.fuels)}
    for plant in table["cards"]["plants"]:
        number, kind = plant["number"], plant.get("type", PLANT)
        mask = sum(bit[f] for f in plant["fuels"])
        ref = plant.get("id", number)
        card = Card(ref, kind, number * _RANKS, number, mask, plant["burns"], plant.get("cities", 0), number)
        card.back = plant.get("back")
        card.workers = plant.get("workers", 0)
        card.places = plant.get("places", 0)
        card.effect = plant.get("effect", "")
        card.value = plant.get("value", 0)
        edition.cards.append(card)
    for i, special in enumerate(table["cards"]["special"]):
        # cards that are no plants sort after all plants: "Step 3" counts as the largest on offer (T3)
        bid, back = special.get("minimum_bid", 0), special.get("back")
        edition.cards.append(Card(special["id"], special["kind"], NEVER + i, minimum_bid=bid, back=back))
