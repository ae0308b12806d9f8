"""Invariants of the Trust in every position of a game of two, and what a move may change (K0 to K7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from stromnetz import Event, Game
from stromnetz.engine.position import Position, with_item

TRUST = 2
SET_UP = 6
STOCK = 10


def houses(p: Position) -> tuple[list[int], list[int]]:
    """The cities where it has the first place, and those where it has the second."""
    first = [c for c, seats in enumerate(p.occupants) if seats[:1] == (TRUST,)]
    return first, [c for c, seats in enumerate(p.occupants) if seats[1:2] == (TRUST,)]


def check_trust(game: Game) -> None:
    p = game.position
    assert p.order[1] == TRUST, "it is second in every round (K1)"
    assert (p.money[TRUST], p.cities[TRUST]) == (0, 0), "it has no money, and its cities count for nothing (K0)"
    assert p.seat != TRUST
    assert not p.sat_out >> TRUST & 1
    check_trust_fuel(game)
    check_trust_houses(game)


def check_trust_fuel(game: Game) -> None:
    """From its turn in phase 3 to its turn in phase 5 it holds at most one run for each of its plants (K5, K7)."""
    rules, p = game.rules, game.position
    cards = [rules.cards[c] for c in p.plants[TRUST]]
    assert sum(p.fuel[TRUST]) <= sum(card.burns for card in cards)
    phase = rules.phase(p).id
    before = phase in ("order", "auctions") or (phase == "fuel" and p.seat == p.order[2])
    after = phase == "bureaucracy" and p.seat == p.order[2]
    if before or after:
        assert not any(p.fuel[TRUST])


def check_trust_houses(game: Game) -> None:
    rules, p = game.rules, game.position
    first, second = houses(p)
    assert sum(TRUST in seats for seats in p.occupants) == len(first) + len(second), "it is never third in a city"
    if p.kind in ("region", "place"):
        assert (second, len(first) < SET_UP) == ([], True)
    else:
        assert len(first) == SET_UP
        led = sum(seats[0] < TRUST for seats in p.occupants if seats)
        assert len(second) == min(led, STOCK), "second wherever a player is first, while the stock lasts (K6)"
    # its six are next to each other (K2)
    todo, seen = first[:1], set(first[:1])
    while todo:
        here = todo.pop()
        near = {b for a, b, _ in rules.board.connections if a == here} | {
            a for a, b, _ in rules.board.connections if b == here
        }
        todo += [c for c in near if c in first and c not in seen]
        seen |= near & set(first)
    assert seen == set(first)


def check_trust_move(before: Position, game: Game, events: Sequence[Event]) -> None:
    """Check that its events match the changes of the position."""
    rules, p = game.rules, game.position
    placed, plants, fuel = (
        0,
        [rules.card_refs[c] for c in before.plants[TRUST]],
        Counter(rules.pool_json(before.fuel[TRUST])),
    )
    taken = 0
    for event in events:
        data = event.to_json()
        if event.kind == "phase-began":
            taken = 0
        if data.get("seat") != TRUST:
            continue
        if event.kind == "house-placed":
            placed += 1
        elif event.kind == "plant-taken":
            plants.append(data["plant"])
            taken += 1
        elif event.kind == "plant-scrapped":
            assert data["plant"] == min(plants), "its smallest (K3)"
            plants.remove(data["plant"])
        elif event.kind == "fuel-taken":
            fuel.update(data["fuel"])
        else:
            assert event.kind == "fuel-returned", f"it does not do {event.kind}"
            assert data["fuel"] == dict(fuel)
            fuel.clear()
    assert taken <= 1
    assert sum(map(len, houses(p))) == sum(map(len, houses(before))) + placed
    assert sorted(plants) == [rules.card_refs[c] for c in p.plants[TRUST]]
    assert rules.pool_json(p.fuel[TRUST]) == dict(fuel)


# --- the checks themselves ---


def _first(p: Position) -> None:
    p.order = [p.order[1], p.order[0], *p.order[2:]]


def _pay(p: Position) -> None:
    p.money[TRUST] = 10


def _count(p: Position) -> None:
    p.cities = with_item(p.cities, TRUST, p.cities[TRUST] + 1)


def _leave(p: Position) -> None:
    p.sat_out |= 1 << TRUST


def _hoard(p: Position) -> None:
    p.fuel[TRUST] = (1, 0, 0, 0)
    p.supply[0] -= 1


def _move_away(p: Position) -> None:
    """One of its houses is missing."""
    city = houses(p)[0][0]
    p.occupants = with_item(p.occupants, city, p.occupants[city][1:])


def _follow_late(p: Position) -> None:
    """It did not follow into a city."""
    city = houses(p)[1][0]
    p.occupants = with_item(p.occupants, city, p.occupants[city][:1])


SPOIL_TRUST: list[Callable[[Position], None]] = [_first, _pay, _count, _leave, _hoard, _move_away, _follow_late]
