"""Putting an edition's data into the engine's shapes."""

from __future__ import annotations

from stromnetz.engine.edition import NEVER, PLANT, Card, Edition, PlayersRow, PrintedFuel

from .files.schema import Data

_RANKS = 10
"""Ranks between two numbers, so that a card can be sorted between them."""


def _fuel(fuel: Data) -> PrintedFuel:
    prices = [price for price, markers in fuel["spaces"] for _ in range(markers)]
    return PrintedFuel(fuel["id"], prices, fuel["start"], {int(n): steps for n, steps in fuel["refill"].items()})


def _whole_fuel(fuel: Data, data: Data, players: int) -> PrintedFuel:
    """A fuel of which as much is there as the number of players says: all of it in the market, never refilled."""
    spaces = fuel["spaces_by_players"][str(players)]
    prices = [price for price, markers in spaces for _ in range(markers)]
    return PrintedFuel(fuel["id"], prices, len(prices), {row["count"]: [0, 0, 0] for row in data["players"]})


def fill(edition: Edition, data: Data, players: int) -> None:
    """Put an edition's data into the engine's shapes."""
    edition.printed.money = data["money"]
    edition.printed.place_costs = data["place_costs"]
    edition.printed.payments = data["payments"]
    edition.printed.scrap_new_plant = data.get("scrap_new_plant", False)
    edition.printed.tie_breaks = data["tie_breaks"]
    market = data["plant_market"]
    edition.market.current = market["current"]
    edition.market.places = market["places"]
    edition.market.places_step_3 = market["places_step_3"]
    edition.market.opening = market.get("opening", [])
    edition.market.deck_top = market.get("deck_top")
    top = next((key for key in market if key.startswith("top_")), None)
    edition.market.opening_back = None if top is None else top.removeprefix("top_")
    edition.market.top_cards = 0 if top is None else market[top]
    edition.market.step_2_replaces = market.get("step_2_replaces", True)
    edition.printed.tiles = data.get("tiles", [])
    edition.printed.always_regions = data.get("always_regions", [])
    edition.printed.fuels = [_fuel(f) if "spaces" in f else _whole_fuel(f, data, players) for f in data["fuels"]]
    for row in data["players"]:
        houses = NEVER if row.get("unlimited_houses") else data["houses"]
        removed = {key.removeprefix("removed").lstrip("_"): n for key, n in row.items() if key.startswith("removed")}
        edition.printed.players[row["count"]] = PlayersRow(
            row["regions"], row.get("plants", NEVER), row["step_2"], row["end"], removed, houses
        )
    bit = {f.id: 1 << i for i, f in enumerate(edition.printed.fuels)}
    for plant in data["cards"]["plants"]:
        number, kind = plant["number"], plant.get("type", PLANT)
        mask = sum(bit[f] for f in plant["fuels"])
        ref = plant.get("id", number)
        card = Card(ref, kind, number * _RANKS, number, mask, plant["burns"], plant.get("cities", 0), number)
        card.back = plant.get("back")
        edition.printed.cards.append(card)
    for i, special in enumerate(data["cards"]["special"]):
        # cards that are no plants sort after all plants: "Step 3" counts as the largest on offer (T3)
        bid, back = special.get("minimum_bid", 0), special.get("back")
        edition.printed.cards.append(Card(special["id"], special["kind"], NEVER + i, minimum_bid=bid, back=back))
