"""The tiles for the first city: who chooses where a robot starts, and when (R11 to R16)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from stromnetz.engine.market import DrawAhead
from stromnetz.engine.phases.setup import shuffle
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

from .choices import Bidding, Choosing, Naming, Striking
from .events import StartDrawn
from .tiles import Tile

if TYPE_CHECKING:
    from .made import Robot
    from .module import Robots


def draw_start(robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
    """One of these cities by chance."""
    if p.halt:
        raise DrawAhead
    city = shuffle(p, cities)[0]
    if p.events is not None:
        p.events.append(StartDrawn(robot.seat, robot.first_city.id, rules.city_ids[city]))
    robots.build_first(rules, p, robot, city)


class FirstCityTile(Tile):
    early: ClassVar[bool] = False
    """It is decided before anybody builds."""
    late: ClassVar[bool] = False
    """It is decided after all people have built."""

    @abstractmethod
    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        """Choose one of these cities, or put on the agenda who does."""


class LastChoice(FirstCityTile):
    """R11"""

    id = "last-choice"
    late = True

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        p.agenda.append(Choosing(robots, robot.seat, rules.people(p)[-1]))


class RandomChoice(FirstCityTile):
    """R12"""

    id = "random-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        draw_start(robots, rules, p, robot, cities)


class EarlyChoice(FirstCityTile):
    """R13"""

    id = "early-choice-for-all"
    early = True

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        p.agenda.append(Naming(robots, robot.seat, 0))


class PlayersChoice(FirstCityTile):
    """R14"""

    id = "players-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        p.agenda.append(Choosing(robots, robot.seat, rules.people(p)[0]))


class BiddingChoice(FirstCityTile):
    """R15"""

    id = "bidding-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        people = rules.people(p)
        everybody = sum([1 << seat for seat in people])
        p.agenda.append(Bidding(robots, robot.seat, everybody, 0, NOBODY, people[0]))


class DecidingChoice(FirstCityTile):
    """R16"""

    id = "deciding-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        people = rules.people(p)
        alone = Choosing(robots, robot.seat, people[0])
        p.agenda.append(alone if len(people) == 1 else Striking(robots, robot.seat, 0))


TILES: tuple[FirstCityTile, ...] = (
    LastChoice(),
    RandomChoice(),
    EarlyChoice(),
    PlayersChoice(),
    BiddingChoice(),
    DecidingChoice(),
)
