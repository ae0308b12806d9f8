"""The first city of a robot: its tiles, and people's decisions about it (R10 to R16)."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import PhaseTurns, SeatTurn, ask
from stromnetz.engine.decisions import Decider, require_int
from stromnetz.engine.errors import BadInput, IllegalMove
from stromnetz.engine.frames import NUMBER, SEAT, TURNS, Field, Frame
from stromnetz.engine.market import DrawReached
from stromnetz.engine.move_ranges import BidRange, MoveRange, SingleMove
from stromnetz.engine.moves import Bid, Connect, Move, Pass, Unchecked
from stromnetz.engine.options import BidOption, ConnectOption, Option, PlainOption
from stromnetz.engine.phases.setup import shuffle
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

from .construction import check_area
from .events import ChoiceBought, StartChosen, StartDrawn, StartNamed, StartStruck
from .moves import Strike, StrikeOption, Suggest, SuggestOption
from .tiles import Tile

if TYPE_CHECKING:
    from .module import Robots
    from .robot import Robot


START_KIND, NAME_KIND, STRIKE_KIND, BID_KIND = "robot-start", "robot-name", "robot-strike", "robot-bid"


class RobotDecisionFrame(Frame):
    """Base class of frames in which people decide something for a robot."""

    __slots__ = ("robot", "robots")
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT}
    transient: ClassVar[bool] = True

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
        """Return the cities where the robot could start."""
        return self.robots.starts(rules, p, self.robot)

    def start(self, rules: Rules, p: Position, city: int) -> None:
        """Build in the chosen city and end the decision."""
        p.agenda.pop()
        robot = self.robots.robot(rules, p, self.robot)
        if p.events is not None:
            p.events.append(StartChosen(robot.seat, robot.first_city.id, rules.city_ids[city]))
        self.robots.build_first(rules, p, robot, city)


class ChooseStart(RobotDecisionFrame):
    """Asks one person to choose (R11, R14, R15)."""

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
            ask(rules, p, self.person, START_KIND)

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if self.person not in rules.human_seats(p):
            raise BadInput("a person chooses for a robot", {"seat": self.person})


class NameStart(RobotDecisionFrame):
    """Asks all people, in order, to name a city each; one of them is drawn (R13)."""

    __slots__ = ("asked",)
    name: ClassVar[str] = "robot-naming"
    fields: ClassVar[dict[str, Field]] = {"robot": SEAT, "asked": NUMBER}
    most: ClassVar[int] = 1

    def __init__(self, robots: Robots, robot: int, asked: int) -> None:
        super().__init__(robots, robot)
        self.asked = asked

    def left(self, rules: Rules, p: Position) -> list[int]:
        """Return the cities that have not been named."""
        named = self.robots.state(rules, p).marked
        return [c for c in self.cities(rules, p) if c not in named]

    def step(self, rules: Rules, p: Position) -> None:
        people = rules.human_seats(p)
        if self.asked < len(people) and self.left(rules, p):
            ask(rules, p, people[self.asked], NAME_KIND)
            return
        if p.stop_at_draw and self.asked > 1:
            raise DrawReached
        named = list(self.robots.take_marked(rules, p))
        if len(named) > 1:
            p.agenda.pop()
            self.robots.draw_start(rules, p, self.robot, named)
        else:
            self.start(rules, p, named[0])

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if self.asked != len(self.robots.state(rules, p).marked) or self.asked > len(rules.human_seats(p)):
            raise BadInput("as many cities are named as people were asked", {"asked": self.asked})


class StrikeStart(RobotDecisionFrame):
    """Asks all people, in order, to strike cities until one is left for the robot (R16)."""

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
            people = rules.human_seats(p)
            ask(rules, p, people[self.struck % len(people)], STRIKE_KIND)
        else:
            self.robots.take_marked(rules, p)
            self.start(rules, p, left[0])

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        if self.struck != len(self.robots.state(rules, p).marked) or not self.left(rules, p):
            raise BadInput("one city at least is left when others are struck", {"struck": self.struck})


class BidForStart(RobotDecisionFrame):
    """Asks people, in order, to bid for the right to choose; 0 is a valid bid (R15)."""

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
            ask(rules, p, self.turn, BID_KIND)
            return
        # one person is left: the highest bidder, or the only person
        if self.high != NOBODY:
            p.money[self.turn] -= self.bid
            if p.events is not None:
                p.events.append(ChoiceBought(self.turn, self.robot, self.bid))
        p.agenda[-1] = ChooseStart(self.robots, self.robot, self.turn)

    def after(self, rules: Rules, p: Position, able: int) -> int:
        """Return the seat to ask next, clockwise."""
        people = [seat for seat in rules.human_seats(p) if able >> seat & 1 or seat == self.turn]
        return people[(people.index(self.turn) + 1) % len(people)]

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        people = sum([1 << seat for seat in rules.human_seats(p)])
        facts = {"frame": self.to_json(rules)}
        if self.turn == NOBODY or self.able & ~people or not self.able >> self.turn & 1:
            raise BadInput("who is asked for a bid must still be in", facts)
        if self.high == NOBODY:
            if self.bid:
                raise BadInput("a bid is somebody's", facts)
        elif not self.able >> self.high & 1 or self.high == self.turn or self.bid > p.money[self.high]:
            raise BadInput("who has bid most is in, has the money and is not asked", facts)


class LateTurns(PhaseTurns):
    """Turns of robots that build after all people (R11)."""

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
        for seat in self.acting_order(rules, p):
            if waiting >> seat & 1:
                p.agenda[-1] = LateTurns(self.robots, self.id, self.acted | 1 << seat)
                p.agenda.append(SeatTurn(self.id, seat, 0))
                return
        self.robots.state(rules, p).late = 0
        p.agenda.pop()

    def is_planned_as(self, rules: Rules, plan: Frame) -> bool:
        return isinstance(plan, LateTurns) and self.acted < 1 << rules.seats

    def next_seats(self, rules: Rules, p: Position) -> list[int] | None:
        return [
            seat for seat in self.acting_order(rules, p) if (self.robots.state(rules, p).late & ~self.acted) >> seat & 1
        ]


def check_start(rules: Rules, p: Position, frame: RobotDecisionFrame, id: Unchecked) -> int:
    """Return the index of a city, which must be one where the robot can start."""
    city = check_area(rules, p, id)
    if city not in frame.cities(rules, p):
        facts = {"city": id, "seat": frame.robot}
        raise IllegalMove("R10", "robot-cannot-start", facts)
    return city


class ChooseStartDecider(Decider):
    """Choose the first city of a robot."""

    kind: ClassVar[str] = START_KIND
    rule: ClassVar[str] = "R10"
    accepts: ClassVar[tuple[type[Move], ...]] = (Connect,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def frame(self, p: Position) -> ChooseStart:
        frame = p.agenda[-1]
        assert isinstance(frame, ChooseStart)
        return frame

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        check_start(rules, p, self.frame(p), move.city)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        self.frame(p).start(rules, p, rules.city_index[move.city])

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Connect(rules.city_ids[c])) for c in self.frame(p).cities(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        found = sorted(self.robots.start_sites(rules, p, self.frame(p).robot), key=lambda site: site.city)
        return [ConnectOption(rules.city_ids[s.city], s.place, 0, [rules.city_ids[s.city]]) for s in found]


class NameStartDecider(Decider):
    """Name a city where a robot may start."""

    kind: ClassVar[str] = NAME_KIND
    rule: ClassVar[str] = "R13"
    accepts: ClassVar[tuple[type[Move], ...]] = (Suggest,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def frame(self, p: Position) -> NameStart:
        frame = p.agenda[-1]
        assert isinstance(frame, NameStart)
        return frame

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Suggest)
        frame = self.frame(p)
        if check_start(rules, p, frame, move.city) not in frame.left(rules, p):
            raise IllegalMove("R13", "start-named", {"city": move.city})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Suggest)
        frame = self.frame(p)
        self.robots.mark(rules, p, rules.city_index[move.city])
        p.agenda[-1] = NameStart(self.robots, frame.robot, frame.asked + 1)
        if p.events is not None:
            p.events.append(StartNamed(seat, frame.robot, move.city))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Suggest(rules.city_ids[c])) for c in self.frame(p).left(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [SuggestOption(rules.city_ids[c]) for c in self.frame(p).left(rules, p)]


class StrikeStartDecider(Decider):
    """Strike a city where a robot will not start."""

    kind: ClassVar[str] = STRIKE_KIND
    rule: ClassVar[str] = "R16"
    accepts: ClassVar[tuple[type[Move], ...]] = (Strike,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def frame(self, p: Position) -> StrikeStart:
        frame = p.agenda[-1]
        assert isinstance(frame, StrikeStart)
        return frame

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Strike)
        frame = self.frame(p)
        if check_start(rules, p, frame, move.city) not in frame.left(rules, p):
            raise IllegalMove("R16", "start-struck", {"city": move.city})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Strike)
        frame = self.frame(p)
        self.robots.mark(rules, p, rules.city_index[move.city])
        p.agenda[-1] = StrikeStart(self.robots, frame.robot, frame.struck + 1)
        if p.events is not None:
            p.events.append(StartStruck(seat, frame.robot, move.city))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [SingleMove(Strike(rules.city_ids[c])) for c in self.frame(p).left(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [StrikeOption(rules.city_ids[c]) for c in self.frame(p).left(rules, p)]


class StartBidDecider(Decider):
    """Bid for the right to choose the first city of a robot, or pass."""

    kind: ClassVar[str] = BID_KIND
    rule: ClassVar[str] = "R15"
    accepts: ClassVar[tuple[type[Move], ...]] = (Bid, Pass)

    def frame(self, p: Position) -> BidForStart:
        frame = p.agenda[-1]
        assert isinstance(frame, BidForStart)
        return frame

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        lowest = self.frame(p).lowest
        if isinstance(move, Bid):
            require_int(move.amount, "amount")
            if move.amount < lowest:
                facts = {"minimum": lowest, "amount": move.amount}
                raise IllegalMove("R15", "choice-too-low", facts)
            if move.amount > p.money[seat]:
                facts = {"amount": move.amount, "money": p.money[seat]}
                raise IllegalMove("R15", "choice-above-money", facts)
        elif lowest == 0:
            raise IllegalMove("R15", "choice-opens", {})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        frame = self.frame(p)
        if isinstance(move, Bid):
            able, bid, high = frame.able, move.amount, seat
        else:
            able, bid, high = frame.able & ~(1 << seat), frame.bid, frame.high
        p.agenda[-1] = BidForStart(frame.robots, frame.robot, able, bid, high, frame.after(rules, p, able))
        if p.events is not None:
            p.events.append(ev.BidMade(seat, bid) if isinstance(move, Bid) else ev.Passed(seat))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        lowest = self.frame(p).lowest
        out: list[MoveRange] = [SingleMove(Pass())] if lowest else []
        return [*out, BidRange(lowest, p.money[seat])] if lowest <= p.money[seat] else out

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        lowest = self.frame(p).lowest
        out: list[Option] = [PlainOption("pass")] if lowest else []
        return [*out, BidOption(lowest, p.money[seat])] if lowest <= p.money[seat] else out


def draw_start(robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
    """Draw one of these cities and build there."""
    if p.stop_at_draw:
        raise DrawReached
    city = shuffle(p, cities)[0]
    if p.events is not None:
        p.events.append(StartDrawn(robot.seat, robot.first_city.id, rules.city_ids[city]))
    robots.build_first(rules, p, robot, city)


class FirstCityTile(Tile):
    early: ClassVar[bool] = False
    """Whether the city is chosen before anyone builds."""
    late: ClassVar[bool] = False
    """Whether the city is chosen after all people have built."""

    @abstractmethod
    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        """Choose one of these cities, or put the decision on the agenda."""


class LastChoice(FirstCityTile):
    """A person chooses after all people have built (R11)."""

    id = "last-choice"
    late = True

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        p.agenda.append(ChooseStart(robots, robot.seat, rules.human_seats(p)[-1]))


class RandomChoice(FirstCityTile):
    """The city is drawn (R12)."""

    id = "random-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        draw_start(robots, rules, p, robot, cities)


class EarlyChoice(FirstCityTile):
    """Each person names a city before anyone builds, and one is drawn (R13)."""

    id = "early-choice-for-all"
    early = True

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        p.agenda.append(NameStart(robots, robot.seat, 0))


class PlayersChoice(FirstCityTile):
    """A person chooses (R14)."""

    id = "players-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        p.agenda.append(ChooseStart(robots, robot.seat, rules.human_seats(p)[0]))


class BiddingChoice(FirstCityTile):
    """People bid for the right to choose (R15)."""

    id = "bidding-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        people = rules.human_seats(p)
        everybody = sum([1 << seat for seat in people])
        p.agenda.append(BidForStart(robots, robot.seat, everybody, 0, NOBODY, people[0]))


class DecidingChoice(FirstCityTile):
    """People strike cities until one is left (R16)."""

    id = "deciding-choice"

    def begin(self, robots: Robots, rules: Rules, p: Position, robot: Robot, cities: list[int]) -> None:
        people = rules.human_seats(p)
        alone = ChooseStart(robots, robot.seat, people[0])
        p.agenda.append(alone if len(people) == 1 else StrikeStart(robots, robot.seat, 0))


TILES: tuple[FirstCityTile, ...] = (
    LastChoice(),
    RandomChoice(),
    EarlyChoice(),
    PlayersChoice(),
    BiddingChoice(),
    DecidingChoice(),
)
