"""Putting an edition's tables into the engine's shapes."""

from __future__ import annotations

from typing import Any

from stromnetz.engine.edition import NEVER, PLANT, Card, Edition, FuelTable, PlayersRow

Table = dict[str, Any]
_RANKS = 10
"""Ranks between two numbers, so that a card can be sorted between them."""


def _fuel(fuel: Table) -> FuelTable:
    prices = [price for price, markers in fuel["spaces"] for _ in range(markers)]
    return FuelTable(fuel["id"], prices, fuel["start"], {int(n): steps for n, steps in fuel["refill"].items()})


def _whole_fuel(fuel: Table, table: Table, players: int) -> FuelTable:
    """A fuel of which as much is there as the number of players says: all of it in the market, never refilled."""
    spaces = fuel["spaces_by_players"][str(players)]
    prices = [price for price, markers in spaces for _ in range(markers)]
    return FuelTable(fuel["id"], prices, len(prices), {row["count"]: [0, 0, 0] for row in table["players"]})


def fill(edition: Edition, table: Table, players: int) -> None:
    """Put an edition's tables into the engine's shapes."""
    edition.tables.money = table["money"]
    edition.tables.place_costs = table["place_costs"]
    edition.tables.payments = table["payments"]
    edition.tables.scrap_new_plant = table.get("scrap_new_plant", False)
    edition.tables.tie_breaks = table["tie_breaks"]
    market = table["plant_market"]
    edition.market.current = market["current"]
    edition.market.places = market["places"]
    edition.market.places_step_3 = market["places_step_3"]
    edition.market.opening = market.get("opening", [])
    edition.market.deck_top = market.get("deck_top")
    top = next((key for key in market if key.startswith("top_")), None)
    edition.market.opening_back = None if top is None else top.removeprefix("top_")
    edition.market.top_cards = 0 if top is None else market[top]
    edition.market.step_2_replaces = market.get("step_2_replaces", True)
    edition.tables.tiles = table.get("tiles", [])
    edition.tables.always_regions = table.get("always_regions", [])
    edition.tables.fuels = [_fuel(f) if "spaces" in f else _whole_fuel(f, table, players) for f in table["fuels"]]
    for row in table["players"]:
        houses = NEVER if row.get("unlimited_houses") else table["houses"]
        removed = {key.removeprefix("removed").lstrip("_"): n for key, n in row.items() if key.startswith("removed")}
        edition.tables.players[row["count"]] = PlayersRow(
            row["regions"], row.get("plants", NEVER), row["step_2"], row["end"], removed, houses
        )
    bit = {f.id: 1 << i for i, f in enumerate(edition.tables.fuels)}
    for plant in table["cards"]["plants"]:
        number, kind = plant["number"], plant.get("type", PLANT)
        mask = sum(bit[f] for f in plant["fuels"])
        ref = plant.get("id", number)
        card = Card(ref, kind, number * _RANKS, number, mask, plant["burns"], plant.get("cities", 0), number)
        card.back = plant.get("back")
        edition.tables.cards.append(card)
    for i, special in enumerate(table["cards"]["special"]):
        # cards that are no plants sort after all plants: "Step 3" counts as the largest on offer (T3)
        bid, back = special.get("minimum_bid", 0), special.get("back")
        edition.tables.cards.append(Card(special["id"], special["kind"], NEVER + i, minimum_bid=bid, back=back))
