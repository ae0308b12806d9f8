"""One game of a contest between bots, and what is kept of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stromnetz.bots import Bot, make_bot
from stromnetz.bots.guard import Crash, Faults
from stromnetz.engine.events import PlantBought, RoundBegan
from stromnetz.engine.moves import CardRef
from stromnetz.play.catalogue import EditionFacts, editions
from stromnetz.play.game import Game
from stromnetz.play.rulesets import rules_for
from stromnetz.play.variants import fixed, variants_json

from .playing import Setup, play
from .seatings import Seating
from .times import Timed, Times, together


@dataclass(slots=True, frozen=True)
class Kind:
    """A kind of game: plain values, so that it can travel to another process."""

    edition: str
    map: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()
    regions: str = "random"

    @classmethod
    def of(cls, edition: str, map: str, players: int, options: Mapping[str, Any], regions: str = "random") -> Kind:
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
    def from_json(cls, data: Mapping[str, Any]) -> Kind:
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
    kind: Kind
    deal: int
    seats: Seating

    def setup(self) -> Setup:
        kind = self.kind
        unasked = self.seats[:1] * (kind.players - len(self.seats))  # the last seats, which the rules play
        return Setup(
            kind.edition, kind.map, kind.players, (*self.seats, *unasked), self.deal, kind.options, kind.regions
        )


@dataclass(slots=True)
class Played:
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
    """Who is equal shares the mean of the ranks."""
    supplied: list[int]
    bought: list[tuple[int, int, CardRef, int]]
    """Seat, round, card and price of every plant."""
    times: dict[str, Times]
    """By bot and kind of decision."""
    faults: Faults = field(default_factory=Faults)
    """Of bots that failed: plain moves were made in their place."""

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
    def from_json(cls, data: Mapping[str, Any]) -> Played:
        times = {
            bot: {kind: Counter({int(k): n for k, n in counts.items()}) for kind, counts in kinds.items()}
            for bot, kinds in data["times"].items()
        }
        bought = [(seat, round, card, price) for seat, round, card, price in data["bought"]]
        faults = Faults()
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


def play_match(match: Match, maker: Callable[[str, int], Bot] = make_bot) -> Played:
    """Play one; the same match comes out the same, but for the times."""
    timed: list[tuple[str, Timed]] = []

    def make(name: str, seed: int) -> Timed:
        bot = Timed(maker(name, seed))
        timed.append((name, bot))
        return bot

    out = _level(match)
    game = play(match.setup(), make=make, faults=out.faults)
    places, result = len(match.seats), game.result
    out.ended, out.rounds, out.decisions = result is not None, game.position.round, game.version
    out.bought = [one for one in purchases(game) if one[0] < places]
    out.times = {name: together(bot.times for other, bot in timed if other == name) for name in dict(timed)}
    for row in result.ranking if result is not None else []:
        if row.seat < places:
            equal = sum(other.rank == row.rank for other in result.ranking) if result else 1
            out.won[row.seat] = 1 / equal if row.rank == 1 else 0.0
            out.ranks[row.seat] = row.rank + (equal - 1) / 2
            out.supplied[row.seat] = row.supplied
    return out


def crashed(match: Match, why: str) -> Played:
    """What stands for a game without a result: as for one that was cut, nobody has won and all are equal."""
    out = _level(match)
    game = f"game {match.number} ({match.kind}, deal {match.deal})"
    out.faults.crashes.append(Crash(game, match.seats, why))
    return out


def _level(match: Match) -> Played:
    """A game in which nobody has done anything yet."""
    places = len(match.seats)
    return Played(
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


def all_faults(games: Iterable[Played]) -> Faults:
    out = Faults()
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
