"""What people can be asked about a robot: its first city, the bid for choosing it, and where it builds."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import SeatTurn
from stromnetz.engine.board import FAR
from stromnetz.engine.decisions import Decider, whole
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.moves import Bid, Connect, Given, Move, Pass
from stromnetz.engine.options import BidOption, ConnectOption, Option, PlainOption
from stromnetz.engine.phases.building import BuildDecider
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.spans import Bids, Span, single

from .building import Site
from .choices import BID, BUILD, NAME, START, STRIKE, Bidding, Choosing, ForRobot, Naming, Striking
from .events import StartNamed, StartStruck
from .moves import Strike, StrikeOption, Suggest, SuggestOption

if TYPE_CHECKING:
    from .module import Robots


def check_area(rules: Rules, p: Position, id: Given) -> int:
    """The city of this name, which must lie in the playing area."""
    city = rules.city(id)
    if p.area.free[city] == FAR:
        raise IllegalMove("S1", "outside-area", {"city": id})
    return city


def check_start(rules: Rules, p: Position, frame: ForRobot, id: Given) -> int:
    """A city in which the robot can start."""
    city = check_area(rules, p, id)
    if city not in frame.cities(rules, p):
        facts = {"city": id, "seat": frame.robot}
        raise IllegalMove("R10", "robot-cannot-start", facts)
    return city


class StartDecider(Decider):
    """Choose the first city of a robot."""

    kind: ClassVar[str] = START
    rule: ClassVar[str] = "R10"
    accepts: ClassVar[tuple[type[Move], ...]] = (Connect,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def frame(self, p: Position) -> Choosing:
        frame = p.agenda[-1]
        assert isinstance(frame, Choosing)
        return frame

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        check_start(rules, p, self.frame(p), move.city)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        self.frame(p).start(rules, p, rules.city_index[move.city])

    def spans(self, rules: Rules, p: Position, seat: int) -> list[Span]:
        return [single(Connect(rules.city_ids[c])) for c in self.frame(p).cities(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        found = sorted(self.robots.start_sites(rules, p, self.frame(p).robot), key=lambda site: site.city)
        return [ConnectOption(rules.city_ids[s.city], s.place, 0, [rules.city_ids[s.city]]) for s in found]


class NameDecider(Decider):
    """Name a city in which a robot may start."""

    kind: ClassVar[str] = NAME
    rule: ClassVar[str] = "R13"
    accepts: ClassVar[tuple[type[Move], ...]] = (Suggest,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def frame(self, p: Position) -> Naming:
        frame = p.agenda[-1]
        assert isinstance(frame, Naming)
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
        p.agenda[-1] = Naming(self.robots, frame.robot, frame.asked + 1)
        if p.events is not None:
            p.events.append(StartNamed(seat, frame.robot, move.city))

    def spans(self, rules: Rules, p: Position, seat: int) -> list[Span]:
        return [single(Suggest(rules.city_ids[c])) for c in self.frame(p).left(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [SuggestOption(rules.city_ids[c]) for c in self.frame(p).left(rules, p)]


class StrikeDecider(Decider):
    """Strike a city in which a robot will not start."""

    kind: ClassVar[str] = STRIKE
    rule: ClassVar[str] = "R16"
    accepts: ClassVar[tuple[type[Move], ...]] = (Strike,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def frame(self, p: Position) -> Striking:
        frame = p.agenda[-1]
        assert isinstance(frame, Striking)
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
        p.agenda[-1] = Striking(self.robots, frame.robot, frame.struck + 1)
        if p.events is not None:
            p.events.append(StartStruck(seat, frame.robot, move.city))

    def spans(self, rules: Rules, p: Position, seat: int) -> list[Span]:
        return [single(Strike(rules.city_ids[c])) for c in self.frame(p).left(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        return [StrikeOption(rules.city_ids[c]) for c in self.frame(p).left(rules, p)]


class ChoiceBidDecider(Decider):
    """Bid for the right to choose the first city of a robot, or pass."""

    kind: ClassVar[str] = BID
    rule: ClassVar[str] = "R15"
    accepts: ClassVar[tuple[type[Move], ...]] = (Bid, Pass)

    def frame(self, p: Position) -> Bidding:
        frame = p.agenda[-1]
        assert isinstance(frame, Bidding)
        return frame

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        lowest = self.frame(p).lowest
        if isinstance(move, Bid):
            whole(move.amount, "amount")
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
        p.agenda[-1] = Bidding(frame.robots, frame.robot, able, bid, high, frame.after(rules, p, able))
        if p.events is not None:
            p.events.append(ev.BidMade(seat, bid) if isinstance(move, Bid) else ev.Passed(seat))

    def spans(self, rules: Rules, p: Position, seat: int) -> list[Span]:
        lowest = self.frame(p).lowest
        out = [single(Pass())] if lowest else []
        return [*out, Bids(lowest, p.money[seat])] if lowest <= p.money[seat] else out

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        lowest = self.frame(p).lowest
        out: list[Option] = [PlainOption("pass")] if lowest else []
        return [*out, BidOption(lowest, p.money[seat])] if lowest <= p.money[seat] else out


class TiledBuildDecider(BuildDecider):
    """Phase 4 beside robots: their tiles say where they could build, and at what price. Nobody asks them."""

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        """For a robot in the order in which it connects them (R40)."""
        if seat not in rules.automatic:
            return super().options(rules, p, seat)
        found = self.robots.sites(rules, p, self.robots.robot(rules, p, seat))
        return [ConnectOption(rules.city_ids[s.city], s.place, s.connection, s.way(rules, p, seat)) for s in found]

    def can_expand(self, rules: Rules, p: Position, seat: int) -> bool:
        if not super().can_expand(rules, p, seat):
            return False
        return seat not in rules.automatic or self.robots.robot(rules, p, seat).building.can_expand(rules, p, seat)


class RobotBuildDecider(Decider):
    """Choose the next city that a robot connects; the robot pays."""

    kind: ClassVar[str] = BUILD
    rule: ClassVar[str] = "R44"
    accepts: ClassVar[tuple[type[Move], ...]] = (Connect,)

    def __init__(self, robots: Robots) -> None:
        self.robots = robots

    def builder(self, p: Position) -> int:
        turn = p.agenda[-1]
        assert isinstance(turn, SeatTurn)
        return turn.seat

    def sites(self, rules: Rules, p: Position) -> list[Site]:
        return self.robots.sites(rules, p, self.robots.robot(rules, p, self.builder(p)))

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        city = check_area(rules, p, move.city)
        if city not in [site.city for site in self.sites(rules, p)]:
            facts = {"city": move.city, "seat": self.builder(p)}
            raise IllegalMove("R44", "robot-cannot-build", facts)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Connect)
        city = rules.city_index[move.city]
        site = next(site for site in self.sites(rules, p) if site.city == city)
        self.robots.build(rules, p, self.robots.robot(rules, p, self.builder(p)), site)

    def spans(self, rules: Rules, p: Position, seat: int) -> list[Span]:
        return [single(Connect(rules.city_ids[site.city])) for site in self.sites(rules, p)]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        builder = self.builder(p)
        return [
            ConnectOption(rules.city_ids[s.city], s.place, s.connection, s.way(rules, p, builder))
            for s in self.sites(rules, p)
        ]
