"""Companies: buildings beside houses, the slots they unlock, the cards on the board, workers and robots (L12 to L18).

Workers lie on their market and with their owners like fuel; which of them are seasonal is kept here.
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
from .view_types import CompaniesShown

NAME: Final = "company"


NAMES = ("card_seat", "made", "on_card", "placed", "robots", "seasonal", "sites", "unlocked")
"""What two equal company boards have in common."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CompanyState(ModuleState):
    """Lists are per seat, unless said otherwise."""

    __slots__ = ("card_seat", "made", "on_card", "placed", "plan", "robots", "seasonal", "sites", "unlocked")
    shows: ClassVar[Any] = CompaniesShown

    def begin(self, rules: Rules) -> None:
        self.plan: CompanyRules = company_rules(rules)
        self.sites = [NOBODY] * len(rules.city_ids)
        """Per city the seat that has its company place."""
        self.on_card = [0] * len(self.plan.outposts)
        """Per Outpost card what stands on it, a bit for each of SITES."""
        self.card_seat = [NOBODY] * len(self.plan.outposts)
        """Per Outpost card whose buildings stand on it."""
        self.unlocked = [(0, 0)] * rules.seats
        """The plant and housing slots: one for each building of that kind, wherever it stands (L14)."""
        self.placed: list[tuple[int, ...]] = [()] * rules.seats
        """The cards on the board, in order of their numbers."""
        self.seasonal = [0] * rules.seats
        """How many of the workers are seasonal; the others are permanent."""
        self.robots = [0] * rules.seats
        self.made = 0
        """Bit set of the seats that have made a robot in this round."""

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
        """Houses on Outpost cards: each is a city more (L29)."""
        return sum(bits & 1 for bits, owner in zip(self.on_card, self.card_seat, strict=True) if owner == seat)

    def presence(self, seat: int) -> list[int]:
        return [city for city, owner in enumerate(self.sites) if owner == seat]

    def pieces_left(self, seat: int, site: str) -> int:
        """Plant or housing buildings that a seat has still to build."""
        return self.plan.pieces - self.unlocked[seat][SITES.index(site) - 1]

    def unlock(self, seat: int, site: str) -> None:
        """A plant or housing building stands: one more slot of that kind (L14)."""
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

    def view(self, rules: Rules, p: Position, seat: int | None) -> CompaniesShown:
        """All of it is open, with what follows from it."""
        out: CompaniesShown = self.to_json(rules)
        for s, row in enumerate(out["seats"]):
            row["plant_slots"], row["housing_slots"] = self.unlocked[s]
            row["permanent"] = permanent(rules, p, s)
            row["places"] = places(rules, p, s)
            row["need"] = need(self, s)
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
    """The company boards; what their plants supply is a matter of the bureaucracy."""

    def new_state(self) -> CompanyState:
        return CompanyState()

    def join(self, edition: Edition) -> None:
        edition.hooks.more_stores.append(self.everywhere)
        edition.hooks.rebates.append(self.rebate)

    def everywhere(self, rules: Rules, p: Position, seat: int) -> list[tuple[int, int]]:
        """Workers need no store: how many a company can have is a matter of hiring (L16)."""
        return [(1, rules.markers[0])]

    def rebate(self, rules: Rules, p: Position, seat: int) -> int:
        """Data Library (L25)."""
        if not owns(rules, p, seat, DATA_LIBRARY):
            return 0
        plan = company_rules(rules)
        return plan.value[plan.effects[DATA_LIBRARY]]


COMPANIES: Final = Companies(NAME)


def state(rules: Rules, p: Position) -> CompanyState:
    """The company boards of a position (as ``COMPANIES.state`` gives them, but called directly: it is asked often)."""
    out = p.modules[rules.module_slot[NAME]]
    assert isinstance(out, CompanyState)
    return out


def owns(rules: Rules, p: Position, seat: int, effect: str) -> bool:
    """Whether a technology works for a seat: from the moment it is bought; companies that nobody plays use none."""
    if seat >= rules.players:
        return False
    return state(rules, p).plan.effects.get(effect, -1) in p.plants[seat]


def counts(plan: CompanyRules, cards: tuple[int, ...]) -> tuple[int, int, int]:
    """Plants, housings, and cards that are both."""
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
    """Workers that live in the housings; robots are not among them."""
    return p.fuel[seat][0] - state(rules, p).seasonal[seat]


def places(rules: Rules, p: Position, seat: int) -> int:
    """The workers that the placed housings hold."""
    return sum([places_on(rules, p, seat, c) for c in state(rules, p).placed[seat]])


def places_on(rules: Rules, p: Position, seat: int, card: int) -> int:
    """The workers that a placed card holds, one more in each housing with Nodule (L16, L28, L31a)."""
    plan = state(rules, p).plan
    if not plan.places[card]:
        return 0
    return plan.places[card] + (plan.value[plan.effects[NODULE]] if owns(rules, p, seat, NODULE) else 0)


def need(company: CompanyState, seat: int) -> int:
    """The workers that all placed plants need, less the robots (L16, L16a)."""
    workers = sum([company.plan.workers[c] for c in company.placed[seat]])
    return max(0, workers - company.robots[seat])
