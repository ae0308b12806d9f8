"""Play one game between bots, in one of several seatings of a deal, and record its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, permutations
from math import factorial, prod
from random import Random
from typing import Any

from stromnetz.bots import Bot, make_bot
from stromnetz.bots.fallback import BotFaults, Crash, play_turn
from stromnetz.engine.events import PlantBought, RoundBegan
from stromnetz.engine.moves import CardRef
from stromnetz.play.catalogue import EditionFacts, editions
from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.play.rulesets import rules_for
from stromnetz.play.variants import freeze, variants_json

from .timed_bots import TimedBot, Times, merge_times

MAX_ROUNDS = 300
"""Longer games are cut, since uniformly random players may never finish."""


@dataclass(slots=True, frozen=True)
class MatchSetup:
    """The setup of one game, as plain values that can be sent to another process."""

    edition: str
    map: str
    players: int
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    regions: str = "random"

    def crash(self, why: str) -> Crash:
        """The crash report of this game."""
        return Crash(f"{self.edition} {self.map}, {self.players} players, seed {self.seed}", self.bots, why)

    def begin(self) -> Game:
        return new_game(self.edition, self.map, self.players, self.seed, self.regions, dict(self.options))


def seats(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A bot for each seat; a single name fills all of them."""
    return tuple(bots) * players if len(bots) == 1 else tuple(bots)


def play(
    setup: MatchSetup,
    watch: Callable[[Game], None] | None = None,
    make: Callable[[str, int], Bot] = make_bot,
    faults: BotFaults | None = None,
) -> Game:
    """Play a game. ``watch`` is called after every move, ``make`` creates a bot from a name and a seed.

    With ``faults``, a bot's failure is recorded there and a legal move is made in its place; otherwise it is raised.
    """
    game = setup.begin()
    bots = [make(name, setup.seed * 8 + seat) for seat, name in enumerate(setup.bots)]
    if watch is not None:
        watch(game)
    while (decision := game.decision) is not None and game.position.round <= MAX_ROUNDS:
        seat = decision.seat
        if faults is None:
            game.apply(bots[seat].choose(game.view(seat)), seat)
        else:
            play_turn(game, bots[seat], partial(faults.note, setup.bots[seat]))
        if watch is not None:
            watch(game)
    return game


@dataclass(slots=True, frozen=True)
class GameKind:
    """A kind of game, as plain values that can be sent to another process.

    >>> GameKind.of("classic-2004", "germany", 2, {"short": True}).places
    2
    """

    edition: str
    map: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()
    regions: str = "random"

    @classmethod
    def of(cls, edition: str, map: str, players: int, options: Mapping[str, Any], regions: str = "random") -> GameKind:
        """Create a kind of game; raises `BadInput` if it does not exist."""
        rules_for(edition, map, players, options)
        return cls(edition, map, players, tuple(sorted((name, freeze(v)) for name, v in options.items())), regions)

    @property
    def places(self) -> int:
        """Seats for bots; the rules play the others."""
        rules, _ = rules_for(self.edition, self.map, self.players, dict(self.options))
        return self.players - len(rules.automatic)

    def to_json(self) -> dict[str, Any]:
        return {
            "edition": self.edition,
            "map": self.map,
            "players": self.players,
            "options": variants_json(dict(self.options)),
            "regions": self.regions,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameKind:
        return cls.of(data["edition"], data["map"], data["players"], data["options"], data["regions"])

    def __str__(self) -> str:
        more = "".join(f", {name} {shown_value(value)}" for name, value in self.options)
        drafted = "" if self.regions == "random" else f", regions {self.regions}"
        return f"{self.edition} {self.map}, {self.players} players{more}{drafted}"


def shown_value(value: Any) -> str:
    if value is True:
        return "yes"
    return "+".join(map(shown_value, value)) if isinstance(value, tuple) else str(value)


def facts_of(edition: str) -> EditionFacts:
    return next(e for e in editions() if e.id == edition)


@dataclass(slots=True, frozen=True)
class Match:
    """A game to play: its number in the plan, its deal, and the bot on each seat."""

    number: int
    kind: GameKind
    deal: int
    seats: Seating

    def setup(self) -> MatchSetup:
        kind = self.kind
        automatic = self.seats[:1] * (kind.players - len(self.seats))  # names for the last seats, which the rules play
        return MatchSetup(
            kind.edition, kind.map, kind.players, (*self.seats, *automatic), self.deal, kind.options, kind.regions
        )


@dataclass(slots=True)
class MatchResult:
    """The stored result of a game. Lists are by seat, for the seats of bots only."""

    number: int
    deal: int
    seats: Seating
    ended: bool
    """False for games cut after `MAX_ROUNDS`; they have no winner and all ranks are equal."""
    rounds: int
    decisions: int
    won: list[float]
    """Shares of the win."""
    ranks: list[float]
    """Equal players share the mean of their ranks."""
    supplied: list[int]
    bought: list[tuple[int, int, CardRef, int]]
    """Seat, round, card and price of every plant."""
    times: dict[str, Times]
    """By bot and kind of decision."""
    faults: BotFaults = field(default_factory=BotFaults)
    """Failures of bots, after which default moves were made."""

    @property
    def cut(self) -> bool:
        """Whether the game was cut after `MAX_ROUNDS`. Crashed games do not count."""
        return not self.ended and not self.faults.crashes

    def to_json(self) -> dict[str, Any]:
        out = {
            "number": self.number,
            "deal": self.deal,
            "seats": list(self.seats),
            "ended": self.ended,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "won": [round(part, 6) for part in self.won],
            "ranks": self.ranks,
            "supplied": self.supplied,
            "bought": [list(one) for one in self.bought],
            "times": {
                bot: {kind: {str(k): n for k, n in sorted(counts.items())} for kind, counts in sorted(kinds.items())}
                for bot, kinds in sorted(self.times.items())
            },
            "faults": {bot: [count, self.faults.first[bot]] for bot, count in sorted(self.faults.counts.items())},
        }
        for crash in self.faults.crashes:
            out["crash"] = [crash.game, crash.why]
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MatchResult:
        times = {
            bot: {kind: Counter({int(k): n for k, n in counts.items()}) for kind, counts in kinds.items()}
            for bot, kinds in data["times"].items()
        }
        bought = [(seat, round, card, price) for seat, round, card, price in data["bought"]]
        faults = BotFaults()
        for bot, (count, first) in data["faults"].items():
            faults.counts[bot], faults.first[bot] = count, first
        if "crash" in data:
            game, why = data["crash"]
            faults.crashes.append(Crash(game, tuple(data["seats"]), why))
        data = {name: value for name, value in data.items() if name != "crash"}
        own = {"seats": tuple(data["seats"]), "bought": bought, "times": times, "faults": faults}
        return cls(**{**data, **own})

    def share(self, bot: str) -> float:
        """A bot's share of the win, over all its seats."""
        return sum(part for part, name in zip(self.won, self.seats, strict=True) if name == bot)


def play_match(match: Match, maker: Callable[[str, int], Bot] = make_bot) -> MatchResult:
    """Play a match. Everything but the times is reproducible."""
    return play_kept_match(match, maker)[0]


def play_kept_match(match: Match, maker: Callable[[str, int], Bot] = make_bot) -> tuple[MatchResult, Game]:
    """Play a match and return its result and the game."""
    timed: list[tuple[str, TimedBot]] = []

    def make(name: str, seed: int) -> TimedBot:
        bot = TimedBot(maker(name, seed))
        timed.append((name, bot))
        return bot

    out = _tied_result(match)
    game = play(match.setup(), make=make, faults=out.faults)
    places, result = len(match.seats), game.result
    out.ended, out.rounds, out.decisions = result is not None, game.position.round, game.version
    out.bought = [one for one in purchases(game) if one[0] < places]
    out.times = {name: merge_times(bot.times for other, bot in timed if other == name) for name in dict(timed)}
    for row in result.ranking if result is not None else []:
        if row.seat < places:
            equal = sum(other.rank == row.rank for other in result.ranking) if result else 1
            out.won[row.seat] = 1 / equal if row.rank == 1 else 0.0
            out.ranks[row.seat] = row.rank + (equal - 1) / 2
            out.supplied[row.seat] = row.supplied
    return out, game


def crashed(match: Match, why: str) -> MatchResult:
    """The result of a match whose process crashed: no winner, all ranks equal."""
    out = _tied_result(match)
    game = f"game {match.number} ({match.kind}, deal {match.deal})"
    out.faults.crashes.append(Crash(game, match.seats, why))
    return out


def _tied_result(match: Match) -> MatchResult:
    """A result without a winner, in which all ranks are equal."""
    places = len(match.seats)
    return MatchResult(
        number=match.number,
        deal=match.deal,
        seats=match.seats,
        ended=False,
        rounds=0,
        decisions=0,
        won=[1 / match.kind.players] * places,
        ranks=[(match.kind.players + 1) / 2] * places,
        supplied=[0] * places,
        bought=[],
        times={},
    )


def all_faults(games: Iterable[MatchResult]) -> BotFaults:
    out = BotFaults()
    for game in games:
        out.add(game.faults)
    return out


def purchases(game: Game) -> list[tuple[int, int, CardRef, int]]:
    """Seat, round, card and price of every plant that was bought."""
    out = []
    number = 0
    for row in game.rows:
        for event in row.events:
            if isinstance(event, RoundBegan):
                number = event.round
            elif isinstance(event, PlantBought):
                out.append((event.seat, number, event.plant, event.price))
    return out


Seating = tuple[str, ...]

MAX_SEATINGS = 6
"""Line-ups with at most this many distinct seatings play all of them."""


def count_seatings(names: Sequence[str]) -> int:
    """The number of distinct seatings of these bots.

    >>> count_seatings(["a", "b", "b", "b"]), count_seatings("abcdef")
    (4, 720)
    """
    return factorial(len(names)) // prod(factorial(count) for count in Counter(names).values())


def seatings(names: Sequence[str], deal: int) -> list[Seating]:
    """All distinct seatings if there are few, otherwise the rotations of an order drawn for each deal.

    Either way, every bot has every seat equally often. The drawn order varies neighbours from deal to deal.

    >>> seatings(["a", "b", "b"], 1)
    [('a', 'b', 'b'), ('b', 'a', 'b'), ('b', 'b', 'a')]
    >>> len(seatings("abcd", 1)), seatings("abcd", 1)[0] == seatings("abcd", 2)[0]
    (4, False)
    """
    if count_seatings(names) <= MAX_SEATINGS:
        return sorted(set(permutations(names)))
    drawn = sorted(names)
    Random(f"seating {deal}").shuffle(drawn)
    return list(dict.fromkeys(tuple(drawn[i:] + drawn[:i]) for i in range(len(drawn))))


def line_ups(names: Sequence[str], places: int) -> list[Seating]:
    """Line-ups in which every bot has the same number of seats; each combination of bots gets the seats left over.

    >>> line_ups(["a", "b", "c"], 2), line_ups(["a", "b"], 3)
    ([('a', 'b'), ('a', 'c'), ('b', 'c')], [('a', 'a', 'b'), ('a', 'b', 'b')])
    """
    times, over = divmod(places, len(names))
    order = list(names)
    return [tuple(sorted([*order * times, *extra], key=order.index)) for extra in combinations(order, over)]
