"""Applies the events of Outpost to plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stromnetz import Event, Game
from tests.properties.outpost_games import FACTS, PRINTED, Data, Seat, State, number


class Follower:
    """A state that follows events; each method is named after a kind of event."""

    def __init__(self, state: State) -> None:
        self.seats = state.seats
        self.off = state.off
        self.stock = state.stock
        self.round: int = state.data["round"]

    def hear(self, event: Event) -> None:
        method = getattr(self, event.kind.replace("-", "_"), None)
        if method is not None:
            data = event.to_json()
            method(self.seats[data["seat"]] if "seat" in data else None, data)

    def round_began(self, _: None, data: Data) -> None:
        self.round = data["round"]

    def phase_began(self, _: None, data: Data) -> None:
        if data["phase"] == "order":  # the bureaucracy is over
            for seat in self.seats:
                seat.seasonal, seat.made = 0, False

    # --- cards ---

    def plant_bought(self, seat: Seat, data: Data) -> None:
        seat.money -= data["price"]
        self.plant_taken(seat, data)

    def plant_taken(self, seat: Seat, data: Data) -> None:
        seat.cards = [*seat.cards, data["plant"]]
        self.off.pop(data["plant"], None)

    def card_boxed(self, _: None, data: Data) -> None:
        self.off.pop(data["card"], None)

    card_put_under = card_boxed

    def card_piled(self, _: None, data: Data) -> None:
        self.off[data["card"]] = self.off.pop(data["on"], 0) + self.off.pop(data["card"], 0)

    def marker_laid(self, _: None, data: Data) -> None:
        card = data["plant"]
        self.off[card] = self.off.get(card, 0) + self.round
        assert data["minimum_bid"] == max(1, number(card) - self.off[card])
        assert self.round <= 5

    # --- buildings ---

    def house_placed(self, seat: Seat, data: Data) -> None:
        seat.houses = [*seat.houses, data["city"]]

    def city_connected(self, seat: Seat, data: Data) -> None:
        seat.money -= data["place_cost"] + data["connection_cost"]
        self.house_placed(seat, data)

    def building_built(self, seat: Seat, data: Data) -> None:
        seat.money -= data["place_cost"] + data["connection_cost"]
        seat.sites = [*seat.sites, data["city"]]

    def built_on_card(self, seat: Seat, data: Data) -> None:
        seat.on_cards = [*seat.on_cards, (data["card"], data["site"])]

    # --- companies ---

    def company_arranged(self, seat: Seat, data: Data) -> None:
        seat.placed = data["cards"]

    def workers_hired(self, seat: Seat, data: Data) -> None:
        self.stock -= data["seasonal"] + data["permanent"]
        seat.workers += data["seasonal"] + data["permanent"]
        seat.seasonal += data["seasonal"]
        seat.money -= data["cost"]

    def robot_made(self, seat: Seat, data: Data) -> None:
        seat.robots, seat.made = seat.robots + 1, True
        assert seat.robots == data["robots"]

    def plants_ran(self, seat: Seat, data: Data) -> None:
        assert data["supplied"] == seat.supply(), "the most that any set of plants can do (L17)"
        assert data["income"] == PRINTED["payments"][data["supplied"]]
        assert sum(FACTS[card]["workers"] for card in data["plants"]) == data["burn"].get("workers", 0)
        seat.money += data["income"]

    def workers_kept(self, seat: Seat, data: Data) -> None:
        assert 0 < data["count"] <= seat.seasonal, "they were seasonal (L18a)"
        seat.seasonal -= data["count"]

    def workers_dismissed(self, seat: Seat, data: Data) -> None:
        self.stock += data["count"]
        seat.workers -= data["count"]


def follow(before: State, game: Game, events: Sequence[Event]) -> None:
    """Check that the events of a move, applied to the state before it, give the state after it."""
    told = Follower(before)
    for event in events:
        told.hear(event)
    after = State(game)
    assert ({card: n for card, n in told.off.items() if n}, told.stock) == (after.off, after.stock)
    for was, now in zip(told.seats, after.seats, strict=True):
        for name in vars(was):
            assert plain(getattr(was, name)) == plain(getattr(now, name)), (name, was.seat)


def plain(value: Any) -> Any:
    """Return data without the order of lists."""
    return sorted(value, key=str) if isinstance(value, list) else value
