"""The module ``robots``: plays the seats of robots by their tiles, and keeps their state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine.agenda import PhaseTurns, SeatTurn, ask, finish_stage, make_automatic_move
from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.moves import Bid, Buy, DiscardFuel, Done, Open, Pass, Run, Scrap, SitOut
from stromnetz.engine.phases.auction import Auction, must_buy, top_auction
from stromnetz.engine.phases.construction import EndCheck, connect
from stromnetz.engine.phases.scrap import DiscardFuelFrame, scrappable
from stromnetz.engine.phases.setup import shuffle
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, runs

from . import auction as auctions
from .construction import BUILD_KIND, RobotBuildDecider, Site, TiledBuildDecider, sites
from .events import (
    RobotBids,
    RobotBidsByCities,
    RobotBuilds,
    RobotBuildsMost,
    RobotDeclines,
    RobotLeaves,
    RobotSeated,
    RobotStocks,
    RobotTakes,
    RobotUses,
    RobotWaits,
)
from .robot import BY_SLOT, RANDOM, Robot, RobotSpec, check_tiles, read_robot
from .start_choice import (
    BidForStart,
    ChooseStart,
    ChooseStartDecider,
    LateTurns,
    NameStart,
    NameStartDecider,
    RobotDecisionFrame,
    StartBidDecider,
    StrikeStart,
    StrikeStartDecider,
    draw_start,
)
from .tiles import SLOTS
from .view_types import RobotDecisionView, RobotsView

NAME = "robots"
KEYS = ("tiles", "built", "told", "late", "marked")


@mypyc_attr(allow_interpreted_subclasses=True)
class RobotsState(ModuleState):
    __slots__ = ("built", "late", "marked", "module", "robots", "told")
    view_type: ClassVar[Any] = RobotsView

    def __init__(self, module: Robots) -> None:
        self.module = module
        self.robots: tuple[Robot, ...] = ()
        """The robots, sorted by seat; empty until their tiles are drawn."""
        self.built: tuple[int, ...] = ()
        """Number of cities that each robot has connected in this phase."""
        self.told = 0
        """Bit set of the seats whose highest bid was announced in the current auction."""
        self.late = 0
        """Bit set of the seats that build after all people."""
        self.marked: tuple[int, ...] = ()
        """Cities named or struck so far in the current choice of a first city."""

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
            raise BadInput(f"{NAME!r} is an object of {', '.join(KEYS)}, not {short_repr(data)}", {})
        for key in data:
            if not isinstance(data[key], list):
                raise BadInput(f"{key!r} of {NAME!r} is a list, not {short_repr(data[key])}", {})
        self.make(self.module.read_tiles(data["tiles"]))
        self.built = tuple([_count(n) for n in data.get("built", self.built)])
        self.told = _seats(rules, data.get("told", []), "told")
        self.late = _seats(rules, data.get("late", []), "late")
        self.marked = tuple([rules.city(city) for city in data.get("marked", [])])
        if len(self.built) != len(self.robots):
            raise BadInput(f"'built' of {NAME!r} has a number for each of {len(self.robots)} robots", {})

    def infer(self, rules: Rules, p: Position) -> None:
        """Seat the robots if the position does not mention them: tiles as in the options, the others drawn."""
        self.module.infer(rules, p)

    def check(self, rules: Rules, p: Position) -> None:
        deciding = [frame for frame in p.agenda if isinstance(frame, NameStart | StrikeStart)]
        if self.marked and not deciding and p.agenda:
            raise BadInput("cities are named or struck only while a first city is decided", {})
        if len(set(self.marked)) != len(self.marked) or any(c not in p.area.cities for c in self.marked):
            raise BadInput("cities are named or struck once, in the playing area", {})

    def view(self, rules: Rules, p: Position, seat: int | None) -> RobotsView:
        """Return the tiles of each robot and the current decision about one; all of it is public."""
        return {
            "robots": [{"seat": robot.seat, "tiles": list(robot.tiles)} for robot in self.robots],
            "deciding": self._deciding(rules, p),
        }

    def extra_view_json(self) -> Any:
        return {"built": list(self.built), "told": _listed(self.told), "late": _listed(self.late)}

    def read_view(self, rules: Rules, p: Position, data: Any, beside: Any) -> None:
        """Restore the state from a view."""
        tiles = [robot["tiles"] for robot in data["robots"]]
        marked = data["deciding"]["cities"] if data["deciding"] else []
        self.read_json(rules, {"tiles": tiles, "marked": marked, **beside})

    def _deciding(self, rules: Rules, p: Position) -> RobotDecisionView | None:
        top = p.agenda[-1] if p.agenda else None
        if isinstance(top, RobotDecisionFrame):
            robot = next(robot for robot in self.robots if robot.seat == top.robot)
            cities = [rules.city_ids[city] for city in self.marked]
            return {"seat": robot.seat, "tile": robot.first_city.id, "cities": cities}
        if p.kind == BUILD_KIND and isinstance(top, SeatTurn):
            robot = next(robot for robot in self.robots if robot.seat == top.seat)
            return {"seat": robot.seat, "tile": robot.building.id, "cities": []}
        return None


def _listed(seats: int) -> list[int]:
    return [seat for seat in range(seats.bit_length()) if seats >> seat & 1]


def _count(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= 99:
        raise BadInput(f"'built' of {NAME!r} is a list of numbers, not {short_repr(value)}", {})
    return value


def _seats(rules: Rules, value: list[Any], key: str) -> int:
    out = 0
    for seat in value:
        if type(seat) is not int or seat not in rules.automatic:
            raise BadInput(f"{key!r} of {NAME!r} are seats of robots, not {short_repr(seat)}", {})
        out |= 1 << seat
    return out


BUILDING_PHASE = "building"


class Robots(Module[RobotsState]):
    """The module ``robots``: makes the decisions of robots' seats.

    ``specs`` has the tiles of each robot, or says that they are drawn.
    """

    def __init__(self, specs: tuple[RobotSpec, ...], players: int) -> None:
        super().__init__(NAME)
        self.specs = specs
        self.first_seat = players - len(specs)
        self._acts: dict[str, Callable[[Rules, Position, Robot], None]] = {
            "auction": self.open,
            "bid": self.bid,
            "scrap": self.scrap,
            "discard-fuel": self.discard_fuel,
            "fuel": self.stock_up,
            "build": self.expand,
            "run": self.run,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return (Robots, (self.specs, self.first_seat + len(self.specs)))

    def new_state(self) -> RobotsState:
        return RobotsState(self)

    def join(self, edition: Edition) -> None:
        edition.printed.automatic = {self.first_seat + i: f"Robo {i + 1}" for i in range(len(self.specs))}
        for frame in (
            ChooseStart(self, NOBODY, NOBODY),
            NameStart(self, NOBODY, 0),
            StrikeStart(self, NOBODY, 0),
            BidForStart(self, NOBODY, 0, 0, NOBODY, NOBODY),
        ):
            edition.round.add_frame(frame)
        building = edition.round.phase_frames[BUILDING_PHASE]
        turns = next(frame for frame in building if isinstance(frame, PhaseTurns))
        late = LateTurns(self, turns.id)
        edition.round.add_frame(late)
        building.insert(building.index(EndCheck()), late)
        for decider in (
            ChooseStartDecider(self),
            NameStartDecider(self),
            StrikeStartDecider(self),
            StartBidDecider(),
            RobotBuildDecider(self),
            TiledBuildDecider(self),
        ):
            edition.round.add_decider(decider)
        hooks = edition.hooks
        hooks.on_set_up.append(self.sit_down)
        hooks.on_order_set.append(self.go_last)
        hooks.on_phase_began.append(self.begin_phase)
        hooks.on_bought.append(self.bought)
        hooks.on_connected.append(self.connected)
        hooks.sale_prices.append(self.sale_price)
        hooks.paid_cities.append(self.paid_cities)
        hooks.automatic_moves.append(self.automatic_moves)

    # --- making them ---

    def draw(self, p: Position) -> tuple[Robot, ...]:
        """Create the robots with the named tiles, the others drawn by slot; no tile is used twice (R1, R3)."""
        several = len(self.specs) > 1
        drawn: dict[str, list[str]] = {}
        if RANDOM in self.specs:
            taken = {id for spec in self.specs if spec != RANDOM for id in spec}
            for slot, tiles in BY_SLOT.items():
                left = [tile.id for tile in tiles if tile.id not in taken and not (several and tile.alone)]
                drawn[slot] = shuffle(p, left)
        made = [tuple([drawn[slot].pop() for slot in SLOTS]) if spec == RANDOM else tuple(spec) for spec in self.specs]
        return tuple([Robot(self.first_seat + i, tiles) for i, tiles in enumerate(made)])

    def sit_down(self, rules: Rules, p: Position) -> None:
        mine = self.state(rules, p)
        mine.make(self.draw(p))
        for robot in mine.robots:
            p.money[robot.seat] = robot.ability.money(p.money[robot.seat])
            if p.events is not None:
                p.events.append(RobotSeated(robot.seat, *robot.tiles))

    def infer(self, rules: Rules, p: Position) -> None:
        """Seat the robots of a handwritten position that does not mention them."""
        self.state(rules, p).make(self.draw(p))
        self.go_last(rules, p)

    def read_tiles(self, data: list[Any]) -> tuple[Robot, ...]:
        """Return the robots of a saved position; their tiles must match the options."""
        specs = [read_robot(tiles) for tiles in data]
        if len(specs) != len(self.specs) or any(w not in (RANDOM, t) for w, t in zip(self.specs, specs, strict=True)):
            raise BadInput(f"'tiles' of {NAME!r} are the five tiles of each robot that the options name", {})
        check_tiles(specs)
        return tuple([Robot(self.first_seat + i, tiles) for i, tiles in enumerate(specs)])

    def robot(self, rules: Rules, p: Position, seat: int) -> Robot:
        return self.state(rules, p).robots[seat - self.first_seat]

    def report_ability(self, p: Position, robot: Robot) -> None:
        """Report that the robot's ability made a difference."""
        if p.events is not None:
            p.events.append(RobotUses(robot.seat, robot.ability.id))

    # --- hooks ---

    def go_last(self, rules: Rules, p: Position) -> None:
        """Move a robot with this ability to the end of the order (R51)."""
        for robot in self.state(rules, p).robots:
            if robot.ability.last and p.order[-1] != robot.seat:
                p.order = [*[seat for seat in p.order if seat != robot.seat], robot.seat]
                self.report_ability(p, robot)

    def begin_phase(self, rules: Rules, p: Position) -> None:
        mine = self.state(rules, p)
        mine.told = mine.late = 0
        mine.built = (0,) * len(mine.robots)
        if rules.phase(p).id == BUILDING_PHASE:
            for robot in reversed(mine.robots):
                cities = self.starts(rules, p, robot.seat)
                if robot.first_city.early and not p.cities[robot.seat] and cities:
                    robot.first_city.begin(self, rules, p, robot, cities)

    def bought(self, rules: Rules, p: Position, seat: int, card: int) -> None:
        self.state(rules, p).told = 0

    def connected(self, rules: Rules, p: Position, seat: int, city: int) -> None:
        if seat in rules.automatic:
            mine = self.state(rules, p)
            mine.built = tuple([n + (i == seat - self.first_seat) for i, n in enumerate(mine.built)])

    def sale_price(self, rules: Rules, p: Position, seat: int, price: int) -> int:
        if seat not in rules.automatic:
            return price
        robot = self.robot(rules, p, seat)
        paid = robot.ability.pays(price)
        if paid != price:
            self.report_ability(p, robot)
        return paid

    def paid_cities(self, rules: Rules, p: Position, seat: int, supplied: int) -> int:
        return self.robot(rules, p, seat).ability.more_income if seat in rules.automatic else 0

    def automatic_moves(self, rules: Rules, p: Position, seat: int, kind: str) -> bool:
        if kind == "bid" and self.sold_to_taker(rules, p):
            return True
        if seat not in rules.automatic:
            return False
        act = self._acts.get(kind)
        if act is not None:
            act(rules, p, self.robot(rules, p, seat))
        else:
            ask(rules, p, self.next_person(rules, seat), kind)  # people decide what the tiles do not (R5)
        return True

    def next_person(self, rules: Rules, seat: int) -> int:
        """Return the next person clockwise from a seat."""
        circle = [(seat + i) % rules.players for i in range(1, rules.players)]
        return next(other for other in circle if other not in rules.automatic)

    # --- phase 2 ---

    def refusal_reason(self, rules: Rules, p: Position, robot: Robot, card: int) -> str | None:
        """Return why the robot does not bid on a plant; None if it does (R20)."""
        why = auctions.fixed_refusal(rules, p, robot.seat, card)
        if why is not None:
            return why
        if card not in robot.auction.wants(rules, p, robot.seat, rules.on_offer(p)):
            return auctions.NOT_WANTED
        return auctions.TOO_DEAR if rules.lowest_bid(p, card) > p.money[robot.seat] else None

    def limit(self, rules: Rules, p: Position, robot: Robot, card: int) -> int:
        """Return the robot's highest bid on a plant (R27)."""
        return min(p.money[robot.seat], rules.lowest_bid(p, card) + robot.auction.above(p, robot.seat))

    def tell_limit(self, rules: Rules, p: Position, robot: Robot, card: int) -> None:
        mine = self.state(rules, p)
        if mine.told >> robot.seat & 1:
            return
        mine.told |= 1 << robot.seat
        if p.events is None:
            return
        why, ref = self.refusal_reason(rules, p, robot, card), rules.card_refs[card]
        if why is not None:
            p.events.append(RobotDeclines(robot.seat, robot.auction.id, ref, why))
            return
        minimum, above = rules.lowest_bid(p, card), robot.auction.above(p, robot.seat)
        limit = self.limit(rules, p, robot, card)
        told = RobotBidsByCities if robot.auction.by_cities else RobotBids
        p.events.append(told(robot.seat, robot.auction.id, ref, minimum, above, limit))

    def open(self, rules: Rules, p: Position, robot: Robot) -> None:
        wanted = robot.auction.wants(rules, p, robot.seat, rules.on_offer(p))
        good = [card for card in wanted if self.refusal_reason(rules, p, robot, card) is None]
        if good:
            self.tell_limit(rules, p, robot, good[0])
        elif must_buy(rules, p, robot.seat):
            good = [min(rules.on_offer(p), key=lambda card: rules.lowest_bid(p, card))]  # R28
        if good:
            move = Open(rules.card_refs[good[0]], rules.lowest_bid(p, good[0]))
            make_automatic_move(rules, p, robot.seat, "auction", move)
            return
        if p.events is not None:
            p.events.append(RobotLeaves(robot.seat, robot.auction.id))
        make_automatic_move(rules, p, robot.seat, "auction", SitOut())

    def bid(self, rules: Rules, p: Position, robot: Robot) -> None:
        auction = top_auction(p)
        self.tell_limit(rules, p, robot, auction.card)
        wanted = self.refusal_reason(rules, p, robot, auction.card) is None
        raises = wanted and auction.bid < self.limit(rules, p, robot, auction.card)
        make_automatic_move(rules, p, robot.seat, "bid", Bid(auction.bid + 1) if raises else Pass())

    def sold_to_taker(self, rules: Rules, p: Position) -> bool:
        """Sell the auctioned plant to a robot that takes the first one for the minimum (R25); False if none does."""
        auction = top_auction(p)
        card = auction.card
        if not rules.for_sale[card]:
            return False
        for robot in self.state(rules, p).robots:
            if robot.auction.takes_first_plant and auction.able >> robot.seat & 1:
                if self.refusal_reason(rules, p, robot, card) is not None:
                    continue
                lowest = rules.lowest_bid(p, card)
                if p.events is not None:
                    p.events.append(RobotTakes(robot.seat, robot.auction.id, rules.card_refs[card], lowest))
                p.agenda[-1] = Auction(card, 1 << robot.seat, lowest, robot.seat, robot.seat)
                return True
        return False

    def scrap(self, rules: Rules, p: Position, robot: Robot) -> None:
        """Scrap the smallest plant (R29)."""
        card = min(scrappable(rules, p, robot.seat))
        make_automatic_move(rules, p, robot.seat, "scrap", Scrap(rules.card_refs[card]))

    def discard_fuel(self, rules: Rules, p: Position, robot: Robot) -> None:
        """Give up the fuel that is cheapest in the market (R29)."""
        frame = p.agenda[-1]
        assert isinstance(frame, DiscardFuelFrame)
        way = min(frame.ways(rules, p), key=lambda pool: self.worth(rules, p, pool))
        make_automatic_move(rules, p, robot.seat, "discard-fuel", DiscardFuel(rules.to_fuel(way)))

    def worth(self, rules: Rules, p: Position, pool: Pool) -> int:
        """Return the value of fuel at the price of the next marker; sold-out fuel at the highest price."""
        return sum([n * rules.prices[f][-max(1, p.stock[f])] for f, n in enumerate(pool)])

    # --- phases 3 to 5 ---

    def stock_up(self, rules: Rules, p: Position, robot: Robot) -> None:
        if p.events is not None:
            way = robot.resources.buying_mode(p, robot.seat)
            p.events.append(RobotStocks(robot.seat, robot.resources.id, way))
        bought = robot.resources.fill(rules, p, robot.seat).bought
        for fuel in dict.fromkeys(bought):
            make_automatic_move(rules, p, robot.seat, "fuel", Buy(rules.fuel_ids[fuel], bought.count(fuel)))
        make_automatic_move(rules, p, robot.seat, "fuel", Done())

    def run(self, rules: Rules, p: Position, robot: Robot) -> None:
        """Supply as many cities as possible with as little fuel as possible, the cheapest fuel (R60)."""
        seat = robot.seat
        possible = runs(p.fuel[seat], rules.runnable(p, seat), p.caps[seat])
        bits, burnt, _ = max(
            possible,
            key=lambda run: (min(run[2], p.cities[seat]), -sum(run[1]), -self.worth(rules, p, run[1]), -run[0]),
        )
        plants = [rules.card_refs[card] for k, card in enumerate(p.plants[seat]) if bits >> k & 1]
        if robot.ability.more_income:
            self.report_ability(p, robot)
        make_automatic_move(rules, p, seat, "run", Run(plants, rules.to_fuel(burnt)))

    # --- building ---

    def sites(self, rules: Rules, p: Position, robot: Robot) -> list[Site]:
        """Return the cities where the robot can build and pay now, cheapest first."""
        built = self.state(rules, p).built[robot.seat - self.first_seat]
        return sites(rules, p, robot.seat, robot.ability, built, robot.building)

    def start_sites(self, rules: Rules, p: Position, seat: int) -> list[Site]:
        return self.sites(rules, p, self.robot(rules, p, seat))

    def starts(self, rules: Rules, p: Position, seat: int) -> list[int]:
        """Return the cities where the robot could start, in the order of the board."""
        return sorted([site.city for site in self.start_sites(rules, p, seat)])

    def mark(self, rules: Rules, p: Position, city: int) -> None:
        mine = self.state(rules, p)
        mine.marked = (*mine.marked, city)

    def take_marked(self, rules: Rules, p: Position) -> tuple[int, ...]:
        """Remove and return the cities that were named or struck."""
        mine = self.state(rules, p)
        marked, mine.marked = mine.marked, ()
        return marked

    def draw_start(self, rules: Rules, p: Position, seat: int, cities: list[int]) -> None:
        draw_start(self, rules, p, self.robot(rules, p, seat), cities)

    def build_first(self, rules: Rules, p: Position, robot: Robot, city: int) -> None:
        self.build(rules, p, robot, next(s for s in self.sites(rules, p, robot) if s.city == city))

    def build(self, rules: Rules, p: Position, robot: Robot, site: Site) -> None:
        if site.cost != site.usual:
            self.report_ability(p, robot)
        path = site.path_ids(rules, p, robot.seat) if p.events is not None else []
        connect(rules, p, robot.seat, site.city, site.place, site.connection, path)

    def expand(self, rules: Rules, p: Position, robot: Robot) -> None:
        """Take a turn in phase 4: the first city by its tile, then as many as the building tile allows (R10, R40)."""
        found = self.sites(rules, p, robot)
        if not p.cities[robot.seat]:
            if not found:
                finish_stage(rules, p)
            elif not self.waits(rules, p, robot):
                robot.first_city.begin(self, rules, p, robot, self.starts(rules, p, robot.seat))
            return
        built = self.state(rules, p).built[robot.seat - self.first_seat]
        most = robot.building.max_cities(rules, p, robot.seat, built)
        if p.events is not None and (not built or p.cities[robot.seat] == 1):
            tile = robot.building.id
            told = RobotBuilds(robot.seat, tile) if most is None else RobotBuildsMost(robot.seat, tile, most)
            p.events.append(told)
        if not found or most == 0:
            finish_stage(rules, p)
        elif robot.building.chosen_by_people and len(found) > 1:
            ask(rules, p, rules.human_seats(p)[-1], BUILD_KIND)
        else:
            self.build(rules, p, robot, found[0])

    def waits(self, rules: Rules, p: Position, robot: Robot) -> bool:
        """Postpone the robot's turn until all people have built, if its tile says so; True if postponed (R11)."""
        turns = p.agenda[-2]
        if not robot.first_city.late or isinstance(turns, LateTurns):
            return False
        assert isinstance(turns, PhaseTurns)
        if all(turns.acted >> seat & 1 for seat in rules.human_seats(p)):
            return False
        assert isinstance(p.agenda[-1], SeatTurn)
        p.agenda.pop()
        self.state(rules, p).late |= 1 << robot.seat
        if p.events is not None:
            p.events.append(RobotWaits(robot.seat, robot.first_city.id))
        return True
