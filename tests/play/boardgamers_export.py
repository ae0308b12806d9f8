"""Our games in the format of boardgamers/powergrid, as boardgamers.space exports them: a log of moves and events.

(engine/src/gamestate.ts, move.ts, log.ts and engine.ts define the format, engine/src/fixtures has games.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from stromnetz import Bid, Buy, Connect, DiscardFuel, Done, Game, Move, Open, Pass, Run, Scrap, SitOut
from stromnetz.engine.board import UNREACHABLE
from stromnetz.engine.events import CardDrawn, CardPutUnder, Event
from stromnetz.play.catalogue import city_names

MAPS = {"germany": "Germany", "usa": "USA"}
CITIES = {"Knoxville": "Knoxvile", "Jacksonville": "Jacksonvile", "Lübeck": "Lubeck", "Nürnberg": "Nurnberg"}


def move(player: int, name: str, data: Any = True, **more: Any) -> dict[str, Any]:
    return {"type": "move", "player": player, "move": {"name": name, "data": data}, **more}


def event(text: str) -> dict[str, Any]:
    return {"type": "event", "event": text}


def city(map: str, id: str) -> str:
    name = city_names(map)[id]
    return CITIES.get(name, name)


def play_there(game: Game, choose: Callable[[Game], Move]) -> dict[str, Any]:
    """Play a game to its end and export it as a finished game."""
    map = game.rules.board.id
    log = [event("Game Start!"), *_log(game, choose)]
    area = [c for c, cost in enumerate(game.position.area.free) if cost < UNREACHABLE]
    cards = [99 if ref == "step-3" else ref for ref in game.rules.refs(game.position.deck[::-1])]
    result = game.result
    assert result is not None
    powered = {row.seat: row.supplied for row in result.ranking}
    return {
        "map": {"name": MAPS[map], "cities": [{"name": city(map, game.rules.city_ids[c])} for c in area]},
        "players": [
            {"id": seat, "money": game.position.money[seat], "citiesPowered": powered[seat]}
            for seat in range(game.rules.players)
        ],
        "powerPlantsDeck": [{"number": number} for number in cards],
        "phase": "Game End",
        "options": {"fastBid": False, "map": MAPS[map], "variant": "original", "showMoney": False},
        "log": log,
    }


def _log(game: Game, choose: Callable[[Game], Move]) -> Iterator[dict[str, Any]]:
    everybody = range(game.rules.players)
    runs: list[dict[str, Any]] = []
    left = {"fuel": [*everybody], "build": [*everybody]}
    while (decision := game.decision) is not None:
        kind, seat, money = decision.kind, decision.seat, game.position.money[decision.seat]
        if kind in ("build", "run"):
            yield from _passes(left["fuel"])  # there everybody passes, whether there was something to do or not
        if kind == "run":
            yield from _passes(left["build"])
        events = game.apply(choose(game))
        made = game.row(game.version).move
        assert made is not None
        if isinstance(made, Done):
            left[kind].remove(seat)
        if isinstance(made, Run):
            runs += _uses(seat, made)
        else:
            yield from _move(game, seat, made, money - game.position.money[seat])
        if kind == "run" and (game.decision is None or game.decision.kind != "run"):
            yield from reversed(runs)  # all of them run at once there, so in any order
            yield from _passes([*everybody])
            runs, left = [], {"fuel": [*everybody], "build": [*everybody]}
        yield from _events(events)
    yield from [*_passes(left["fuel"]), *_passes(left["build"])]


def _passes(seats: list[int]) -> Iterator[dict[str, Any]]:
    while seats:
        yield move(seats.pop(), "Pass")


def _move(game: Game, seat: int, made: Move, cost: int) -> Iterator[dict[str, Any]]:
    if isinstance(made, Open):
        yield move(seat, "ChoosePowerPlant", made.plant)
        if game.position.kind == "bid" or made.bid != made.plant:
            yield move(seat, "Bid", made.bid)
    elif isinstance(made, Bid):
        yield move(seat, "Bid", made.amount)
    elif isinstance(made, Pass | SitOut | Done):
        yield move(seat, "Pass")
    elif isinstance(made, Scrap):
        yield move(seat, "DiscardPowerPlant", made.plant)
    elif isinstance(made, DiscardFuel):
        yield from [move(seat, "DiscardResources", fuel) for fuel, count in made.fuel for _ in range(count)]
    elif isinstance(made, Buy):
        fuel = {"resource": made.fuel}
        price = {"simple": f"somebody buys {made.fuel} for ${cost}"} if made.count == 1 else {}
        yield from [move(seat, "BuyResource", fuel, **price) for _ in range(made.count)]
    elif isinstance(made, Connect):
        yield move(seat, "Build", {"name": city(game.rules.board.id, made.city), "price": cost})


def _uses(seat: int, run: Run) -> list[dict[str, Any]]:
    """All fuel is logged with the first plant, because the game does not say which plant burnt what."""
    spent = [fuel for fuel, count in run.burn or () for _ in range(count)]
    out = []
    for plant in run.plants:
        out.append(move(seat, "UsePowerPlant", {"powerPlant": plant, "resourcesSpent": spent, "citiesPowered": 1}))
        spent = []
    return out


def _events(events: Sequence[Event]) -> Iterator[dict[str, Any]]:
    for one in events:
        if isinstance(one, CardDrawn) and one.card != "step-3":
            yield event(f"Power Plant {one.card} drawn from the deck.")
        elif isinstance(one, CardPutUnder):
            yield event(f"Putting Power Plant {one.card} on the bottom of the deck")
