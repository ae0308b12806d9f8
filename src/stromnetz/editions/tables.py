"""Reading the editions' tables: TOML files beside this module, an edition laid over the one it extends."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from stromnetz.engine.board import Board
from stromnetz.engine.edition import NEVER, PLANT, Card, Edition, FuelTable, PlayersRow
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
            table["cards"] = tomllib.loads(folder.joinpath("cards.toml").read_text(encoding="utf-8"))
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


@cache
def map_tables() -> dict[str, Table]:
    """All maps by id."""
    out: dict[str, Table] = {}
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
        [(index[a], index[b], cost) for a, b, cost in table["connections"]],
    )


def fill(edition: Edition, table: Table) -> None:
    """Put an edition's tables into the engine's shapes."""
    edition.money = table["money"]
    edition.place_costs = table["place_costs"]
    edition.payments = table["payments"]
    edition.scrap_new_plant = table["scrap_new_plant"]
    edition.tie_breaks = table["tie_breaks"]
    market = table["plant_market"]
    edition.current = market["current"]
    edition.places = market["places"]
    edition.places_step_3 = market["places_step_3"]
    edition.opening = market.get("opening", [])
    edition.deck_top = market.get("deck_top")
    edition.opening_back = "dark" if "opening_dark" in market else None
    edition.top_cards = market.get("top_dark", 0)
    edition.step_2_replaces = market.get("step_2_replaces", True)
    edition.fuels = [
        FuelTable(
            f["id"],
            [price for price, markers in f["spaces"] for _ in range(markers)],
            f["start"],
            {int(players): steps for players, steps in f["refill"].items()},
        )
        for f in table["fuels"]
    ]
    for row in table["players"]:
        houses = NEVER if row.get("unlimited_houses") else table["houses"]
        removed = {"": row["removed"]} if "removed" in row else {b: row[f"removed_{b}"] for b in ("dark", "light")}
        edition.players[row["count"]] = PlayersRow(
            row["regions"], row["plants"], row["step_2"], row["end"], removed, houses
        )
    bit = {f.id: 1 << i for i, f in enumerate(edition.fuels)}
    for plant in table["cards"]["plants"]:
        number = plant["number"]
        mask = sum(bit[f] for f in plant["fuels"])
        card = Card(number, PLANT, number * _RANKS, number, mask, plant["burns"], plant["cities"], number)
        card.back = plant.get("back")
        edition.cards.append(card)
    for i, special in enumerate(table["cards"]["special"]):
        # cards that are no plants sort after all plants: "Step 3" counts as the largest on offer (T3)
        bid, back = special.get("minimum_bid", 0), special.get("back")
        edition.cards.append(Card(special["id"], special["kind"], NEVER + i, minimum_bid=bid, back=back))
