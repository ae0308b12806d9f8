"""Companies: buildings beside houses, the slots they unlock, the cards on the board, workers and robots (L12 to L18).

Workers are stored like fuel, in the market and with their owners; this state says which of them are seasonal.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from stromnetz.engine.edition import Edition
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.modules import Module, ModuleState
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules

from .company_rules import DATA_LIBRARY, NODULE, SITES, CompanyRules, company_rules
from .slots import fit
from .view_types import CompaniesView

NAME: Final = "company"


NAMES = ("card_seat", "made", "on_card", "placed", "robots", "seasonal", "sites", "unlocked")
"""Attributes that are compared."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CompanyState(ModuleState):
    """State of all company boards. Lists are per seat, unless noted otherwise."""

    __slots__ = ("card_seat", "made", "on_card", "placed", "plan", "robots", "seasonal", "sites", "unlocked")
    view_type: ClassVar[Any] = CompaniesView

    def set_up(self, rules: Rules) -> None:
        self.plan: CompanyRules = company_rules(rules)
        self.sites = [NOBODY] * len(rules.city_ids)
        """Per city: the seat that occupies its company place."""
        self.on_card = [0] * len(self.plan.outposts)
        """Per Outpost card: its buildings, a bit for each of SITES."""
        self.card_seat = [NOBODY] * len(self.plan.outposts)
        """Per Outpost card: the seat that owns the buildings on it."""
        self.unlocked = [(0, 0)] * rules.seats
        """Plant and housing slots: one for each building of that kind, on the map or on a card (L14)."""
        self.placed: list[tuple[int, ...]] = [()] * rules.seats
        """The cards on the board, sorted by number."""
        self.seasonal = [0] * rules.seats
        """Number of seasonal workers; all others are permanent."""
        self.robots = [0] * rules.seats
        self.made = 0
        """Bit set of the seats that made a robot in this round."""

    def copy(self) -> ModuleState:
        out = CompanyState()
        out.plan = self.plan
        out.sites = self.sites[:]
        out.on_card = self.on_card[:]
        out.card_seat = self.card_seat[:]
        out.unlocked = self.unlocked[:]
        out.placed = self.placed[:]
        out.seasonal = self.seasonal[:]
        out.robots = self.robots[:]
        out.made = self.made
        return out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CompanyState):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in NAMES)

    __hash__ = None  # type: ignore[assignment]  # mutable

    # --- what the rest of the game asks ---

    def cities(self, seat: int) -> int:
        """Return the number of houses on Outpost cards, which count as cities (L29)."""
        return sum(bits & 1 for bits, owner in zip(self.on_card, self.card_seat, strict=True) if owner == seat)

    def presence(self, seat: int) -> list[int]:
        return [city for city, owner in enumerate(self.sites) if owner == seat]

    def pieces_left(self, seat: int, site: str) -> int:
        """Return the number of plant or housing buildings that a seat has not built yet."""
        return self.plan.pieces - self.unlocked[seat][SITES.index(site) - 1]

    def unlock(self, seat: int, site: str) -> None:
        """Add a slot for a new plant or housing building (L14)."""
        plants, housings = self.unlocked[seat]
        self.unlocked[seat] = (plants + (site == SITES[1]), housings + (site == SITES[2]))

    # --- JSON ---

    def to_json(self, rules: Rules) -> Any:
        return {
            "sites": {rules.city_ids[city]: owner for city, owner in enumerate(self.sites) if owner != NOBODY},
            "on_cards": [
                {
                    "card": rules.card_refs[card],
                    "seat": owner,
                    "sites": [s for k, s in enumerate(SITES) if bits >> k & 1],
                }
                for card, owner, bits in zip(self.plan.outposts, self.card_seat, self.on_card, strict=True)
                if bits
            ],
            "seats": [
                {"placed": rules.refs(self.placed[s]), "seasonal": self.seasonal[s], "robots": self.robots[s]}
                for s in range(rules.seats)
            ],
            "made": [s for s in range(rules.seats) if self.made >> s & 1],
        }

    def read_json(self, rules: Rules, data: Any) -> None:
        if data is None:
            return
        keys = {"sites", "on_cards", "seats", "made"}
        if not isinstance(data, dict) or not data.keys() <= keys:
            raise BadInput(f"{NAME!r} is an object of {', '.join(sorted(keys))}, not {short_repr(data)}", {})
        try:
            for id, owner in data.get("sites", {}).items():
                city = rules.city(id)
                self.sites[city] = _seat(owner, rules)
                self.unlock(owner, self.plan.site[city])
            for row in data.get("on_cards", []):
                k = self.plan.outposts.index(rules.card(row["card"]))
                self.card_seat[k] = _seat(row["seat"], rules)
                self.on_card[k] = sum(1 << SITES.index(site) for site in set(row["sites"]))
                for site in set(row["sites"]):
                    self.unlock(row["seat"], site)
            for seat, row in enumerate(data.get("seats", [])):
                if not row.keys() <= {"placed", "seasonal", "robots"}:
                    raise ValueError("seats")
                self.placed[seat] = tuple(sorted({rules.card(ref) for ref in row.get("placed", [])}))
                self.seasonal[seat] = _count(row.get("seasonal", 0))
                self.robots[seat] = _count(row.get("robots", 0))
            self.made = sum(1 << _seat(seat, rules) for seat in set(data.get("made", [])))
        except (AttributeError, KeyError, IndexError, TypeError, ValueError):
            raise BadInput(
                f"{NAME!r} is 'sites' (city: seat), 'on_cards' (card, seat, sites), 'seats' (placed, seasonal, robots) "
                "and 'made' (seats); something in it is not",
                {"part": NAME},
            ) from None

    def check(self, rules: Rules, p: Position) -> None:
        for seat in range(rules.seats):
            self._check_seat(rules, p, seat)
        for city, owner in enumerate(self.sites):
            if owner != NOBODY and city not in p.area.cities:
                raise BadInput(f"{rules.city_ids[city]} lies outside the playing area", {"city": rules.city_ids[city]})
        if sum(self.robots) > self.plan.robots:
            raise BadInput(f"there are {self.plan.robots} robots, not {sum(self.robots)}", {})
        for card, owner, bits in zip(self.plan.outposts, self.card_seat, self.on_card, strict=True):
            if bits and card not in p.plants[owner]:
                raise BadInput(
                    f"seat {owner} has buildings on a card of somebody else", {"card": rules.card_refs[card]}
                )

    def _check_seat(self, rules: Rules, p: Position, seat: int) -> None:
        facts = {"seat": seat, "placed": rules.refs(self.placed[seat])}
        if not set(self.placed[seat]) <= {c for c in p.plants[seat] if self.plan.placeable(c)}:
            raise BadInput(f"seat {seat} has cards on its board that it does not own or cannot lay there", facts)
        if not fits_board(self.plan, self.placed[seat], self.unlocked[seat]):
            raise BadInput(f"the unlocked slots of seat {seat} do not hold these cards", facts)
        if self.seasonal[seat] > p.fuel[seat][0]:
            raise BadInput(f"seat {seat} has {p.fuel[seat][0]} workers, not {self.seasonal[seat]} seasonal ones", facts)
        if any(n > self.plan.pieces for n in self.unlocked[seat]):
            raise BadInput(f"a company has {self.plan.pieces} buildings of each kind", facts)

    def view(self, rules: Rules, p: Position, seat: int | None) -> CompaniesView:
        """Return all state, which is public, with derived values."""
        out: CompaniesView = self.to_json(rules)
        for s, row in enumerate(out["seats"]):
            row["plant_slots"], row["housing_slots"] = self.unlocked[s]
            row["permanent"] = permanent(rules, p, s)
            row["places"] = places(rules, p, s)
            row["need"] = workers_needed(self, s)
        return out

    def read_view(self, rules: Rules, p: Position, data: Any, beside: Any) -> None:
        own = ("placed", "seasonal", "robots")
        self.read_json(rules, {**data, "seats": [{key: row[key] for key in own} for row in data["seats"]]})


def _seat(value: Any, rules: Rules) -> int:
    if type(value) is not int or not 0 <= value < rules.seats:
        raise ValueError(value)
    return value


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(value)
    return value


class Companies(Module[CompanyState]):
    """The module of the company boards. ``bureaucracy`` computes what their plants supply."""

    def new_state(self) -> CompanyState:
        return CompanyState()

    def join(self, edition: Edition) -> None:
        edition.hooks.more_stores.append(self.everywhere)
        edition.hooks.rebates.append(self.rebate)

    def everywhere(self, rules: Rules, p: Position, seat: int) -> list[tuple[int, int]]:
        """Let workers be stored without limit: hiring limits their number (L16)."""
        return [(1, rules.markers[0])]

    def rebate(self, rules: Rules, p: Position, seat: int) -> int:
        """Return the rebate of Data Library (L25)."""
        if not has_technology(rules, p, seat, DATA_LIBRARY):
            return 0
        plan = company_rules(rules)
        return plan.value[plan.effects[DATA_LIBRARY]]


COMPANIES: Final = Companies(NAME)


def state(rules: Rules, p: Position) -> CompanyState:
    """Return the company boards of a position. Faster than ``COMPANIES.state``, because it is called often."""
    out = p.modules[rules.module_slot[NAME]]
    assert isinstance(out, CompanyState)
    return out


def has_technology(rules: Rules, p: Position, seat: int, effect: str) -> bool:
    """Whether a seat has a technology, from the moment it is bought; neutral companies use none."""
    if seat >= rules.players:
        return False
    return state(rules, p).plan.effects.get(effect, -1) in p.plants[seat]


def counts(plan: CompanyRules, cards: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the number of plants, of housings, and of cards that are both."""
    plants = housings = both = 0
    for c in cards:
        plants += plan.is_plant[c]
        housings += plan.is_housing[c]
        both += plan.is_base[c]
    return plants, housings, both


def fits_board(plan: CompanyRules, cards: tuple[int, ...], slots: tuple[int, int]) -> bool:
    return fit(counts(plan, cards), slots)


# --- workers ---


def permanent(rules: Rules, p: Position, seat: int) -> int:
    """Return the number of workers who live in the housings, without robots."""
    return p.fuel[seat][0] - state(rules, p).seasonal[seat]


def places(rules: Rules, p: Position, seat: int) -> int:
    """Return the number of places in the placed housings."""
    return sum([places_on(rules, p, seat, c) for c in state(rules, p).placed[seat]])


def places_on(rules: Rules, p: Position, seat: int, card: int) -> int:
    """Return the places of a placed card, with one more per housing if the seat has Nodule (L16, L28, L31a)."""
    plan = state(rules, p).plan
    if not plan.places[card]:
        return 0
    return plan.places[card] + (plan.value[plan.effects[NODULE]] if has_technology(rules, p, seat, NODULE) else 0)


def workers_needed(company: CompanyState, seat: int) -> int:
    """Return the workers that all placed plants need, minus the robots (L16, L16a)."""
    workers = sum([company.plan.workers[c] for c in company.placed[seat]])
    return max(0, workers - company.robots[seat])
