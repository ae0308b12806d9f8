"""The state of a game with robots, derived from events only."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stromnetz import Game
from stromnetz.editions.files.loader import edition_data

Json = dict[str, Any]
FAR = 1 << 20


class Table:
    """The state according to the events."""

    def __init__(self, game: Game) -> None:
        data = edition_data(game.rules.edition.id)
        self.board, self.regions = game.rules.board, frozenset[int]()
        self.plants_data: dict[int, Json] = {plant["number"]: plant for plant in data["cards"]["plants"]}
        self.fuels: list[str] = [fuel["id"] for fuel in data["fuels"]]
        self.prices = {f["id"]: [price for price, n in f["spaces"] for _ in range(n)] for f in data["fuels"]}
        self.stock: dict[str, int] = {fuel["id"]: fuel["start"] for fuel in data["fuels"]}
        self.payments: list[int] = data["payments"]
        row = next(row for row in data["players"] if row["count"] == game.rules.players)
        self.plant_limit: int = row["plants"]
        self.houses_each: int = 99 if row.get("unlimited_houses") else data["houses"]
        if game.options.get("short"):
            self.houses_each = data["short"]["end"]
        self.money = [50] * game.rules.players
        self.plants: list[list[int]] = [[] for _ in self.money]
        self.fuel: list[Counter[str]] = [Counter() for _ in self.money]
        self.houses: dict[str, list[int]] = {}
        self.market: list[int] = list(data["plant_market"]["opening"])
        self.tiles: dict[int, list[str]] = {}
        self.order: list[int] = []
        self.step, self.round, self.phase = 1, 1, ""
        self.auction: tuple[int, int] | None = None
        self.out: set[int] = set()
        """Who has bought or left in this phase."""
        self.built: Counter[int] = Counter()
        self.stocking: tuple[int, Counter[str], Counter[str]] | None = None
        """Who is buying fuel, what it must buy, and what it has bought so far."""
        self.builder: int | None = None
        self.counted: Counter[str] = Counter()

    # --- reading the game ---

    def follow(self, game: Game) -> Counter[str]:
        for row in game.rows:
            for event in row.events:
                self.event(event.to_json())
        assert self.money == game.position.money, "the ledger has followed everything"
        return self.counted

    def event(self, e: Json) -> None:
        handler = getattr(self, "on_" + e["kind"].replace("-", "_"), None)
        if handler is not None:
            handler(e)

    def robot(self, seat: int) -> bool:
        return seat in self.tiles

    def cities(self, seat: int) -> int:
        return sum(seat in seats for seats in self.houses.values())

    def people(self) -> list[int]:
        return [seat for seat in self.order if not self.robot(seat)]

    def on_robot_seated(self, e: Json) -> None:
        self.tiles[e["seat"]] = [e[key] for key in ("first_city", "auction", "resources", "building", "ability")]
        if e["ability"] == "starts-with-100-elektro":
            self.money[e["seat"]] = 100

    def on_order_set(self, e: Json) -> None:
        self.order = e["order"]
        for seat, tiles in self.tiles.items():
            assert tiles[4] != "always-last" or self.order[-1] == seat

    def on_regions_chosen(self, e: Json) -> None:
        self.regions = frozenset(self.board.region_ids.index(region) for region in e["regions"])

    def on_round_began(self, e: Json) -> None:
        self.round = e["round"]

    def on_step_began(self, e: Json) -> None:
        self.step = e["step"]

    def on_phase_began(self, e: Json) -> None:
        self.phase = e["phase"]
        self.out, self.built, self.builder = set(), Counter(), None

    def on_card_drawn(self, e: Json) -> None:
        if isinstance(e["card"], int):
            self.market = sorted([*self.market, e["card"]])

    def on_card_boxed(self, e: Json) -> None:
        if e["card"] in self.market:
            self.market.remove(e["card"])

    on_card_put_under = on_card_boxed

    def on_card_won(self, e: Json) -> None:
        assert not self.robot(e["seat"])
        self.money[e["seat"]] -= e["price"]

    def on_choice_bought(self, e: Json) -> None:
        self.money[e["seat"]] -= e["price"]

    def on_fuel_refilled(self, e: Json) -> None:
        for fuel, n in e["fuel"].items():
            self.stock[fuel] += n

    def on_fuel_discarded(self, e: Json) -> None:
        self.fuel[e["seat"]].subtract(e["fuel"])

    def on_plant_scrapped(self, e: Json) -> None:
        own = self.plants[e["seat"]]
        assert not self.robot(e["seat"]) or e["plant"] == min(own)
        own.remove(e["plant"])
