"""Import of games from boardgamers.space; every move is checked by our rules.

The site returns a game's data as JSON: options, players, the part of the board in use, and a log of moves and events.
Its moves are smaller than ours (a plant is opened first and bid for afterwards, plants run one by one, everyone runs at
the same time), and it does not log automatic steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NoReturn

from stromnetz.editions.foreign_names import BOARDGAMERS, city_of, region_of
from stromnetz.engine.errors import BadInput, StromnetzError, short_repr
from stromnetz.engine.moves import Bid, Buy, Connect, DiscardFuel, Done, Move, Open, Pass, Run, Scrap, SitOut
from stromnetz.engine.options import DiscardFuelOption
from stromnetz.play.game import Game
from stromnetz.play.new import new_game, parse_json_document

from . import json_values as rd

DRAWN = re.compile(r"Power [Pp]lant (\d+) (?:drawn from the deck|discarded)")
UNDER = re.compile(r"Putting Power Plant (\d+) on the bottom")
PRICE = re.compile(r"\$(\d+)")
STEP_3 = 99
"""The number of the card "Step 3" in the data."""
AUCTION = ("auction", "bid", "scrap", "discard-fuel")
NEXT = {"fuel": "build", "build": "run"}
Item = Mapping[str, Any]


def import_game(data: Any) -> Game:
    """Return the game in the data of boardgamers.space (``/api/gameplay/…/data``), possibly under the key ``data``.

    If our rules refuse a move, the error names the row of the log.
    """
    state = parse_json_document(data, "game")
    if "log" not in state and isinstance(state.get("data"), Mapping):
        state = state["data"]
    for key in ("log", "players", "options", "map"):
        if key not in state:
            raise BadInput(f"this is not a game of boardgamers.space: it has no {key!r}", {"field": key})
    log = [rd.mapping(item, "log") for item in rd.listed(state["log"], "log")]
    follower = LogReplayer(_start_game(state, log), log)
    follower.follow()
    _compare(follower.game, state)
    return follower.game


# --- how it began ---------------------------------------------------------------------------------------------------


def _start_game(state: Item, log: list[Item]) -> Game:
    """Return the game before the first move, with the cards in the order in which they were drawn."""
    given = rd.mapping(state["options"], "options")
    edition = _ours(given.get("variant", "original"), BOARDGAMERS.editions, "variant")
    map = _ours(given.get("map"), BOARDGAMERS.maps, "map")
    if given.get("fastBid"):
        raise BadInput("bids were made in secret there ('fastBid'), which no rules of ours know", {"fastBid": True})
    if given.get("randomizeMap"):
        raise BadInput("the board was changed there ('randomizeMap'), which we do not have", {"randomizeMap": True})
    for item in log:
        if str(item.get("event", "")).endswith("was dropped"):
            raise BadInput(f"{item['event']}: games that somebody left cannot be followed", {"event": item["event"]})
    players = len(rd.listed(state["players"], "players"))
    regions = _regions(map, state["map"])
    options = {"money": "open" if given.get("showMoney") else "hidden"}
    plain = new_game(edition, map, players, 0, regions, options)
    deck, reshuffle = _deck(plain, state, log)
    order = list(range(players))
    return new_game(edition, map, players, 0, regions, options, deck=deck, order=order, reshuffle=reshuffle)


def _ours(value: object, known: Mapping[str, str], name: str) -> str:
    if isinstance(value, str) and value in known:
        return known[value]
    wanted = " or ".join(map(repr, known))
    raise BadInput(f"games of the {name} {wanted} can be imported, not {short_repr(value)}", {name: short_repr(value)})


def _regions(map: str, given: object) -> list[str]:
    """Return our regions, given the cities in play."""
    found: dict[str, None] = {}
    for city in rd.listed(rd.mapping(given, "map").get("cities"), "cities"):
        found[region_of(map, _city(map, rd.mapping(city, "city").get("name")))] = None
    return list(found)


def _city(map: str, name: object) -> str:
    id = city_of(BOARDGAMERS, map, name) if isinstance(name, str) else None
    if id is None:
        raise BadInput(f"there is no city {short_repr(name)} on our board", {"city": short_repr(name)})
    return id


def _deck(game: Game, state: Item, log: list[Item]) -> tuple[list[Any], list[Any] | None]:
    """Return the deck from the top, and the deck after "Step 3", if it was drawn.

    Cards that were never drawn are only in the data of finished games; otherwise any order agrees with the log.
    """
    rules = game.rules
    texts = [str(item.get("event", "")) for item in log if item.get("type") == "event"]
    drawn = [int(found[1]) for text in texts if (found := DRAWN.match(text))]
    under = [int(found[1]) for text in texts if (found := UNDER.match(text))]
    left: list[Any] = [rd.mapping(card, "powerPlantsDeck").get("number") for card in state.get("powerPlantsDeck") or []]
    step_3 = rules.card_refs[rules.step_3_card]
    size = len(game.position.deck) - 1
    first: list[Any] = drawn[:size]
    later = drawn[size:]
    if STEP_3 in left:
        first += left[: left.index(STEP_3)]
    away = {*first, *rules.refs(game.position.market)}
    unseen = [ref for ref in rules.refs(list(range(len(rules.cards)))) if ref not in away and ref != step_3]
    unseen.sort(key=lambda ref: ref != rules.edition.market.deck_top)  # if nothing was drawn, this card is on top
    deck = [*first, *unseen[: size - len(first)], step_3]
    if not later and (STEP_3 in left or len(drawn) < size):
        return deck, None
    rest = left or [card for card in under if card not in later]
    return deck, [*later, *rest]


# --- the log --------------------------------------------------------------------------------------------------------


class LogReplayer:
    """Makes the moves of a log, one after another."""

    def __init__(self, game: Game, log: list[Item]) -> None:
        self.game = game
        self._log = [(row, item) for row, item in enumerate(log) if item.get("type") == "move"]
        self._at = 0
        self._phase = "auction"
        self._to_pass: set[int] = set()
        """Seats that have not passed in the current phase."""
        self._runs: dict[int, tuple[int, list[Any], Counter[str]]] = {}
        """By seat: the row, the plants that it ran, and the fuel burnt."""

    def follow(self) -> None:
        while self._at < len(self._log):
            row, item = self._log[self._at]
            try:
                self._follow(row, item)
            except StromnetzError as error:
                self._refuse(row, item, error)
            self._at += 1
        self._settle()

    def _refuse(self, row: int, item: Item, error: StromnetzError) -> NoReturn:
        move = item.get("move")
        name, data = (move.get("name"), move.get("data")) if isinstance(move, Mapping) else (None, move)
        what = (
            short_repr(item["simple"])
            if isinstance(item.get("simple"), str)
            else f"{short_repr(name)} {short_repr(data)}"
        )
        facts = {**error.facts, "row": row, "player": short_repr(item.get("player"))}
        raise BadInput(f"row {row} of the log ({what}): {error}", facts) from None

    def _follow(self, row: int, item: Item) -> None:
        move = rd.mapping(item.get("move"), "move")
        seat = self.game._seat(item.get("player"))
        name, data = move.get("name"), move.get("data")
        self._out_of_auctions()
        if name == "ChoosePowerPlant":
            self._make(Open(data, self._opening_bid(seat, data)), seat)
        elif name == "Bid":
            self._make(Bid(data), seat)
        elif name == "DiscardPowerPlant":
            self._make(Scrap(data), seat)
            self._discard_fuel(seat, move.get("extra"))
        elif name == "DiscardResources":
            pass  # logged with the plant, or the only possible way
        elif name == "BuyResource":
            fuel = rd.mapping(data, "data").get("resource")
            self._pay(Buy(fuel, 1), seat, PRICE.search(str(item.get("simple", ""))))
        elif name == "Build":
            where = rd.mapping(data, "data")
            self._pay(Connect(_city(self.game.rules.board.id, where.get("name"))), seat, where.get("price"))
        elif name == "UsePowerPlant":
            self._use(row, seat, rd.mapping(data, "data"))
        elif name == "Pass":
            self._pass(row, seat)
        else:
            raise BadInput(f"there is no move {short_repr(name)} in our rules", {"move": short_repr(name)})

    def _make(self, move: Move, seat: int) -> None:
        self.game.apply(move, seat)

    def _asked(self, kind: str, seat: int) -> bool:
        decision = self.game.decision
        return decision is not None and (decision.kind, decision.seat) == (kind, seat)

    def _out_of_auctions(self) -> None:
        """End the auctions on the site when they have ended here: everyone then buys fuel and passes."""
        decision = self.game.decision
        if self._phase == "auction" and (decision is None or decision.kind not in AUCTION):
            self._phase, self._to_pass = "fuel", set(range(self.game.rules.players))

    def _opening_bid(self, seat: int, plant: Any) -> Any:
        """Return the bid that follows in the log; a single bidder makes none and pays the minimum."""
        if self._at + 1 < len(self._log):
            item = self._log[self._at + 1][1]
            move = item.get("move")
            if isinstance(move, Mapping) and move.get("name") == "Bid" and item.get("player") == seat:
                self._at += 1
                return move.get("data")
        return plant

    def _pay(self, move: Move, seat: int, price: Any) -> None:
        """Make a move and check that it costs as much as in the log."""
        before = self.game.position.money[seat]
        self._make(move, seat)
        cost = before - self.game.position.money[seat]
        told = int(price[1]) if isinstance(price, re.Match) else price
        if type(told) is int and told != cost:
            raise BadInput(f"it cost {told} there, {cost} by our rules", {"there": told, "here": cost})

    def _discard_fuel(self, seat: int, extra: Any) -> None:
        """Give up excess fuel: marker by marker in the log, at once here, and only if there is a choice."""
        if not self._asked("discard-fuel", seat):
            return
        given: Counter[str] = Counter()
        if isinstance(extra, list):
            given.update({fuel: n for fuel, n in zip(("coal", "oil"), extra, strict=False) if type(n) is int})
        for _, item in self._log[self._at + 1 :]:
            move = item.get("move")
            if not isinstance(move, Mapping) or move.get("name") != "DiscardResources" or item.get("player") != seat:
                break
            given[str(move.get("data"))] += 1
        decision = self.game.decision
        options = decision.options if decision is not None else None
        ways = [dict(option.fuel) for option in options or () if isinstance(option, DiscardFuelOption)]
        fitting = [way for way in ways if dict(given) == way] or [
            way for way in ways if all(way.get(fuel, 0) >= count for fuel, count in given.items())
        ]
        if len(fitting) != 1:
            raise BadInput(f"the log says that {dict(given)} was given up; by our rules it is one of {ways}", {})
        self._make(DiscardFuel(fitting[0]), seat)

    def _use(self, row: int, seat: int, used: Item) -> None:
        if self._phase != "run":
            raise BadInput(f"plants are run after building; this is the phase {self._phase!r}", {})
        _, plants, burnt = self._runs.setdefault(seat, (row, [], Counter()))
        plants.append(used.get("powerPlant"))
        burnt.update([str(fuel) for fuel in rd.listed(used.get("resourcesSpent"), "resourcesSpent")])

    def _pass(self, row: int, seat: int) -> None:
        if self._phase == "auction":
            self._make(Pass() if self._asked("bid", seat) else SitOut(), seat)
            return
        if seat not in self._to_pass:
            raise BadInput(f"player {seat} has passed in this phase already", {"player": seat})
        self._to_pass.remove(seat)
        if self._phase == "run":
            self._runs.setdefault(seat, (row, [], Counter()))
        elif self._asked(self._phase, seat):
            self._make(Done(), seat)
        if not self._to_pass:
            self._end_phase()

    def _end_phase(self) -> None:
        if self._phase == "run":
            self._settle()
            self._phase, self._runs = "auction", {}
        else:
            self._phase, self._to_pass = NEXT[self._phase], set(range(self.game.rules.players))

    def _settle(self) -> None:
        """Run plants in order as far as the log has them; on the site everyone runs at once."""
        game = self.game
        asked = set()
        while self._phase == "run" and (decision := game.decision) is not None and decision.kind == "run":
            seat = decision.seat
            if seat in self._to_pass or seat in asked:
                return
            asked.add(seat)
            row, plants, burnt = self._runs[seat]
            try:
                game.apply(Run(plants, burnt), seat)
            except StromnetzError as error:
                raise BadInput(f"the run of row {row}: {error}", error.facts) from None
        for seat, (row, plants, _) in self._runs.items():
            if plants and seat not in asked:
                raise BadInput(f"the run of row {row}: player {seat} can run nothing by our rules", {"player": seat})


# --- how it ended ---------------------------------------------------------------------------------------------------


def _compare(game: Game, state: Item) -> None:
    """Check that a finished game has the same result as on the site."""
    if state.get("phase") != "Game End":
        return
    if game.result is None:
        raise BadInput("the game was over there, and is not by our rules", {"round": game.position.round})
    supplied = {row.seat: row.supplied for row in game.result.ranking}
    for seat, player in enumerate(state["players"]):
        told = rd.mapping(player, "player")
        for name, there, here in (
            ("money", told.get("money"), game.position.money[seat]),
            ("cities supplied", told.get("citiesPowered"), supplied[seat]),
        ):
            if type(there) is int and there >= 0 and there != here:
                raise BadInput(
                    f"at the end player {seat} had {there} there and has {here} here ({name})",
                    {"player": seat, "there": there, "here": here},
                )
