"""One game between bots, and what is recorded of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from stromnetz.bots import Bot, make_bot
from stromnetz.bots.fallback import BotFaults, Crash, play_turn
from stromnetz.engine.events import PlantBought, RoundBegan
from stromnetz.engine.moves import CardRef
from stromnetz.play.catalogue import EditionFacts, editions
from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.play.rulesets import rules_for
from stromnetz.play.variants import fixed, variants_json

from .seatings import Seating
from .timed_bots import TimedBot, Times, merge_times

MAX_ROUNDS = 300
"""A game that is not over by then is cut: uniformly random players can go on for very long."""


@dataclass(slots=True, frozen=True)
class MatchSetup:
    """What one game of a series is: plain values, so that it can travel to another process."""

    edition: str
    map: str
    players: int
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, Any], ...] = ()
    regions: str = "random"

    def crash(self, why: str) -> Crash:
        """What is told of the game where it has no result."""
        return Crash(f"{self.edition} {self.map}, {self.players} players, seed {self.seed}", self.bots, why)

    def begin(self) -> Game:
        return new_game(self.edition, self.map, self.players, self.seed, self.regions, dict(self.options))


def seats(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """One name fills every seat; a list names each."""
    return tuple(bots) * players if len(bots) == 1 else tuple(bots)


def play(
    setup: MatchSetup,
    watch: Callable[[Game], None] | None = None,
    make: Callable[[str, int], Bot] = make_bot,
    faults: BotFaults | None = None,
) -> Game:
    """Play a game; ``watch`` sees it after every move, ``make`` makes a bot of a name and a seed.

    With ``faults`` a bot that fails is noted there, and a legal move is made in its place; without, the game breaks.
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
    """A kind of game: plain values, so that it can travel to another process."""

    edition: str
    map: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()
    regions: str = "random"

    @classmethod
    def of(cls, edition: str, map: str, players: int, options: Mapping[str, Any], regions: str = "random") -> GameKind:
        """Refused if there is no such game."""
        rules_for(edition, map, players, options)
        return cls(edition, map, players, tuple(sorted((name, fixed(v)) for name, v in options.items())), regions)

    @property
    def places(self) -> int:
        """How many seats are for bots: the others are played by the rules."""
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
    """A game to be played: which it is in its plan, the deal, and who sits where."""

    number: int
    kind: GameKind
    deal: int
    seats: Seating

    def setup(self) -> MatchSetup:
        kind = self.kind
        unasked = self.seats[:1] * (kind.players - len(self.seats))  # the last seats, which the rules play
        return MatchSetup(
            kind.edition, kind.map, kind.players, (*self.seats, *unasked), self.deal, kind.options, kind.regions
        )


@dataclass(slots=True)
class MatchResult:
    """What is kept of a game. Lists are by seat, and hold the seats of bots only."""

    number: int
    deal: int
    seats: Seating
    ended: bool
    """Not, if it was cut after very many rounds; then nobody has won and all are equal."""
    rounds: int
    decisions: int
    won: list[float]
    """A shared win counts in parts."""
    ranks: list[float]
    """Equal players share the mean of their ranks."""
    supplied: list[int]
    bought: list[tuple[int, int, CardRef, int]]
    """Seat, round, card and price of every plant."""
    times: dict[str, Times]
    """By bot and kind of decision."""
    faults: BotFaults = field(default_factory=BotFaults)
    """Failures of bots; default moves were made instead."""

    @property
    def cut(self) -> bool:
        """Whether it went on for too long; a game without a result did not."""
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
        """The part of the win that went to a bot, on whichever seats."""
        return sum(part for part, name in zip(self.won, self.seats, strict=True) if name == bot)


def play_match(match: Match, maker: Callable[[str, int], Bot] = make_bot) -> MatchResult:
    """Play one; the same match comes out the same, but for the times."""
    timed: list[tuple[str, TimedBot]] = []

    def make(name: str, seed: int) -> TimedBot:
        bot = TimedBot(maker(name, seed))
        timed.append((name, bot))
        return bot

    out = _level(match)
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
    return out


def crashed(match: Match, why: str) -> MatchResult:
    """What stands for a game without a result: as for one that was cut, nobody has won and all are equal."""
    out = _level(match)
    game = f"game {match.number} ({match.kind}, deal {match.deal})"
    out.faults.crashes.append(Crash(game, match.seats, why))
    return out


def _level(match: Match) -> MatchResult:
    """A game in which nobody has done anything yet."""
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
