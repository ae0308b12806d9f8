"""What robots keep in a position: their tiles, and how far they are in the turn that is being played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine.agenda import SeatTurn
from stromnetz.engine.errors import BadInput, shown
from stromnetz.engine.modules import ModuleState
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules

from .choices import BUILD, ForRobot, Naming, Striking
from .made import Robot
from .shown import RobotDeciding, RobotsShown

if TYPE_CHECKING:
    from .module import Robots

NAME = "robots"
KEYS = ("tiles", "built", "told", "late", "marked")


@mypyc_attr(allow_interpreted_subclasses=True)
class RobotsState(ModuleState):
    __slots__ = ("built", "late", "marked", "module", "robots", "told")
    shows: ClassVar[Any] = RobotsShown

    def __init__(self, module: Robots) -> None:
        self.module = module
        self.robots: tuple[Robot, ...] = ()
        """In the order of their seats; empty until the tiles are drawn."""
        self.built: tuple[int, ...] = ()
        """How many cities each has connected in this phase."""
        self.told = 0
        """Bit set of those that have said how they bid in the auction that is running."""
        self.late = 0
        """Bit set of those that wait until all people have built."""
        self.marked: tuple[int, ...] = ()
        """Named or struck for the first city that is being decided."""

    def make(self, robots: tuple[Robot, ...]) -> None:
        self.robots = robots
        self.built = (0,) * len(robots)

    def copy(self) -> ModuleState:
        out = RobotsState(self.module)
        out.robots, out.built, out.told = self.robots, self.built, self.told
        out.late, out.marked = self.late, self.marked
        return out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RobotsState):
            return NotImplemented
        mine, theirs = [r.tiles for r in self.robots], [r.tiles for r in other.robots]
        rest = (self.built, self.told, self.late, self.marked)
        return mine == theirs and rest == (other.built, other.told, other.late, other.marked)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def to_json(self, rules: Rules) -> Any:
        return {
            "tiles": [list(robot.tiles) for robot in self.robots],
            "built": list(self.built),
            "told": _listed(self.told),
            "late": _listed(self.late),
            "marked": [rules.city_ids[city] for city in self.marked],
        }

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is None:
            return
        if not isinstance(data, dict) or "tiles" not in data or data.keys() - set(KEYS):
            raise BadInput(f"{NAME!r} is an object of {', '.join(KEYS)}, not {shown(data)}", {})
        for key in data:
            if not isinstance(data[key], list):
                raise BadInput(f"{key!r} of {NAME!r} is a list, not {shown(data[key])}", {})
        self.make(self.module.read_tiles(data["tiles"]))
        self.built = tuple([_count(n) for n in data.get("built", self.built)])
        self.told = _seats(rules, data.get("told", []), "told")
        self.late = _seats(rules, data.get("late", []), "late")
        self.marked = tuple([rules.city(city) for city in data.get("marked", [])])
        if len(self.built) != len(self.robots):
            raise BadInput(f"'built' of {NAME!r} has a number for each of {len(self.robots)} robots", {})

    def fill_in(self, rules: Rules, p: Position) -> None:
        """Nothing is said about them: the tiles that the options name, else drawn by the seed."""
        self.module.fill_in(rules, p)

    def check(self, rules: Rules, p: Position) -> None:
        deciding = [frame for frame in p.agenda if isinstance(frame, Naming | Striking)]
        if self.marked and not deciding and p.agenda:
            raise BadInput("cities are named or struck only while a first city is decided", {})
        if len(set(self.marked)) != len(self.marked) or any(c not in p.area.cities for c in self.marked):
            raise BadInput("cities are named or struck once, in the playing area", {})

    def view(self, rules: Rules, p: Position, seat: int | None) -> RobotsShown:
        """Everything about them is open: the tiles of each, and for which one somebody decides now, by which tile."""
        return {
            "robots": [{"seat": robot.seat, "tiles": list(robot.tiles)} for robot in self.robots],
            "deciding": self._deciding(rules, p),
        }

    def beside_view(self) -> Any:
        return {"built": list(self.built), "told": _listed(self.told), "late": _listed(self.late)}

    def read_view(self, rules: Rules, p: Position, data: Any, beside: Any) -> None:
        """Cities are named or struck only while something is decided."""
        tiles = [robot["tiles"] for robot in data["robots"]]
        marked = data["deciding"]["cities"] if data["deciding"] else []
        self.read_json(rules, {"tiles": tiles, "marked": marked, **beside})

    def _deciding(self, rules: Rules, p: Position) -> RobotDeciding | None:
        top = p.agenda[-1] if p.agenda else None
        if isinstance(top, ForRobot):
            robot = next(robot for robot in self.robots if robot.seat == top.robot)
            cities = [rules.city_ids[city] for city in self.marked]
            return {"seat": robot.seat, "tile": robot.first_city.id, "cities": cities}
        if p.kind == BUILD and isinstance(top, SeatTurn):
            robot = next(robot for robot in self.robots if robot.seat == top.seat)
            return {"seat": robot.seat, "tile": robot.building.id, "cities": []}
        return None


def _listed(seats: int) -> list[int]:
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 99:
        raise BadInput(f"'built' of {NAME!r} is a list of numbers, not {shown(value)}", {})
    return value


def _seats(rules: Rules, value: list[Any], key: str) -> int:
    out = 0
    for seat in value:
        if type(seat) is not int or seat not in rules.automatic:
            raise BadInput(f"{key!r} of {NAME!r} are seats of robots, not {shown(seat)}", {})
        out |= 1 << seat
    return out
