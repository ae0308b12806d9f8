"""What people decide for a robot: frames that ask them, each for the robot it names (R10 to R16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from stromnetz.engine.agenda import PhaseTurns, SeatTurn, ask
from stromnetz.engine.errors import BadInput
from stromnetz.engine.frames import NUMBER, SEAT, TURNS, Field, Frame
from stromnetz.engine.market import DrawAhead
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

from .events import ChoiceBought, StartChosen

if TYPE_CHECKING:
    from .module import Robots

START, NAME, STRIKE, BID, BUILD = "robot-start", "robot-name", "robot-strike", "robot-bid", "robot-build"


class ForRobot(Frame):
    """Somebody decides something for a robot. ``robots``, the module, is constant."""

    __slots__ = ("robot", "robots")
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT}
    passing: ClassVar[bool] = True

    def __init__(self, robots: Robots, robot: int) -> None:
        self.robots = robots
        self.robot = robot

    def filled(self, values: list[Any]) -> Frame:
        return type(self)(self.robots, *values)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.robots, *self.values()))

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        if self.robot not in rules.automatic or p.cities[self.robot]:
            facts = {"frame": self.to_json(rules)}
            raise BadInput("a first city is chosen for a robot that has none yet", facts)
        there = self.cities(rules, p)
        if not there or any(city not in there for city in self.robots.state(rules, p).marked):
            raise BadInput("a first city is chosen where the robot can start", {"seat": self.robot})

    def cities(self, rules: Rules, p: Position) -> list[int]:
        """Where the robot could start."""
        return self.robots.starts(rules, p, self.robot)

    def start(self, rules: Rules, p: Position, city: int) -> None:
        """It is decided: the robot builds there."""
        p.agenda.pop()
        robot = self.robots.robot(rules, p, self.robot)
        if p.events is not None:
            p.events.append(StartChosen(robot.seat, robot.first_city.id, rules.city_ids[city]))
        self.robots.build_first(rules, p, robot, city)


class Choosing(ForRobot):
    """One person chooses (R11, R14, R15)."""

    __slots__ = ("person",)
    name: ClassVar[str] = "robot-choosing"
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT, "person": SEAT}

    def __init__(self, robots: Robots, robot: int, person: int) -> None:
        super().__init__(robots, robot)
        self.person = person

    def step(self, rules: Rules, p: Position) -> None:
        cities = self.cities(rules, p)
        if len(cities) == 1:
            self.start(rules, p, cities[0])
        else:
            ask(rules, p, self.person, START)

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if self.person not in rules.people(p):
            raise BadInput("a person chooses for a robot", {"seat": self.person})


class Naming(ForRobot):
    """All people in their order name a city each; one of these is drawn (R13)."""

    __slots__ = ("asked",)
    name: ClassVar[str] = "robot-naming"
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT, "asked": NUMBER}
    most: ClassVar[int] = 1

    def __init__(self, robots: Robots, robot: int, asked: int) -> None:
        super().__init__(robots, robot)
        self.asked = asked

    def left(self, rules: Rules, p: Position) -> list[int]:
        """The cities that nobody has named."""
        named = self.robots.state(rules, p).marked
        return [c for c in self.cities(rules, p) if c not in named]

    def step(self, rules: Rules, p: Position) -> None:
        people = rules.people(p)
        if self.asked < len(people) and self.left(rules, p):
            ask(rules, p, people[self.asked], NAME)
            return
        if p.halt and self.asked > 1:
            raise DrawAhead
        named = list(self.robots.take_marked(rules, p))
        if len(named) > 1:
            p.agenda.pop()
            self.robots.draw_start(rules, p, self.robot, named)
        else:
            self.start(rules, p, named[0])

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if self.asked != len(self.robots.state(rules, p).marked) or self.asked > len(rules.people(p)):
            raise BadInput("as many cities are named as people were asked", {"asked": self.asked})


class Striking(ForRobot):
    """All people in their order strike one city after another; the last one is the robot's (R16)."""

    __slots__ = ("struck",)
    name: ClassVar[str] = "robot-striking"
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT, "struck": NUMBER}

    def __init__(self, robots: Robots, robot: int, struck: int) -> None:
        super().__init__(robots, robot)
        self.struck = struck

    def left(self, rules: Rules, p: Position) -> list[int]:
        struck = self.robots.state(rules, p).marked
        return [c for c in self.cities(rules, p) if c not in struck]

    def step(self, rules: Rules, p: Position) -> None:
        left = self.left(rules, p)
        if len(left) > 1:
            people = rules.people(p)
            ask(rules, p, people[self.struck % len(people)], STRIKE)
        else:
            self.robots.take_marked(rules, p)
            self.start(rules, p, left[0])

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if self.struck != len(self.robots.state(rules, p).marked) or not self.left(rules, p):
            raise BadInput("one city at least is left when others are struck", {"struck": self.struck})


class Bidding(ForRobot):
    """People bid for the right to choose, in their order; nought is a bid too (R15)."""

    __slots__ = ("able", "bid", "high", "turn")
    name: ClassVar[str] = "robot-bidding"
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT, "able": NUMBER, "bid": NUMBER, "high": SEAT, "turn": SEAT}

    def __init__(self, robots: Robots, robot: int, able: int, bid: int, high: int, turn: int) -> None:
        super().__init__(robots, robot)
        self.able = able
        self.bid = bid
        self.high = high
        self.turn = turn

    @property
    def lowest(self) -> int:
        return self.bid + 1 if self.high != NOBODY else 0

    def step(self, rules: Rules, p: Position) -> None:
        if self.able != 1 << self.turn:
            ask(rules, p, self.turn, BID)
            return
        # one person is left: who has bid most, or the only one there is
        if self.high != NOBODY:
            p.money[self.turn] -= self.bid
            if p.events is not None:
                p.events.append(ChoiceBought(self.turn, self.robot, self.bid))
        p.agenda[-1] = Choosing(self.robots, self.robot, self.turn)

    def after(self, rules: Rules, p: Position, able: int) -> int:
        """Who is asked next, in the order of the table."""
        people = [seat for seat in rules.people(p) if able >> seat & 1 or seat == self.turn]
        return people[(people.index(self.turn) + 1) % len(people)]

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        people = sum([1 << seat for seat in rules.people(p)])
        facts = {"frame": self.to_json(rules)}
        if self.turn == NOBODY or self.able & ~people or not self.able >> self.turn & 1:
            raise BadInput("who is asked for a bid must still be in", facts)
        if self.high == NOBODY:
            if self.bid:
                raise BadInput("a bid is somebody's", facts)
        elif not self.able >> self.high & 1 or self.high == self.turn or self.bid > p.money[self.high]:
            raise BadInput("who has bid most is in, has the money and is not asked", facts)


class LateTurns(PhaseTurns):
    """Robots that have waited for all people build now (R11)."""

    __slots__ = ("robots",)
    name: ClassVar[str] = "robot-turns"
    fields: ClassVar[dict[str, Field]] = {"id": TURNS, "acted": NUMBER}

    def __init__(self, robots: Robots, id: str, acted: int = 0) -> None:
        super().__init__(id, acted)
        self.robots = robots

    def filled(self, values: list[Any]) -> Frame:
        return LateTurns(self.robots, *values)

    def __reduce__(self) -> tuple[Any, ...]:
        return (LateTurns, (self.robots, *self.values()))

    def step(self, rules: Rules, p: Position) -> None:
        waiting = self.robots.state(rules, p).late & ~self.acted
        for seat in self.way(rules, p):
            if waiting >> seat & 1:
                p.agenda[-1] = LateTurns(self.robots, self.id, self.acted | 1 << seat)
                p.agenda.append(SeatTurn(self.id, seat, 0))
                return
        self.robots.state(rules, p).late = 0
        p.agenda.pop()

    def is_planned_as(self, rules: Rules, plan: Frame) -> bool:
        return isinstance(plan, LateTurns) and self.acted < 1 << rules.seats

    def to_come(self, rules: Rules, p: Position) -> list[int] | None:
        return [seat for seat in self.way(rules, p) if (self.robots.state(rules, p).late & ~self.acted) >> seat & 1]
