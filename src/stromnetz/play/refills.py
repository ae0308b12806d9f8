"""The next refill: what is certain to come, and what is likely if this round's fuel is burnt as usual."""

from __future__ import annotations

from functools import lru_cache

from stromnetz.engine.agenda import PhaseTurns
from stromnetz.engine.edition import NEVER, Phase
from stromnetz.engine.phases.fuel import Refill
from stromnetz.engine.position import STEP_3_TO_COME, Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import STORAGE_CACHE_SIZE, Plant, Pool, runs


def refills(rules: Rules, p: Position) -> list[tuple[int, int] | None]:
    """Return for each fuel (certain, likely); None if it is never refilled.

    Certain is what the supply gives now, by the smallest column that may apply. Likely is the column of the current
    step, with the fuel burnt until then back in the supply. Both follow from public information.
    """
    if not any(any(columns) for columns in rules.refill):
        return [None] * len(rules.fuel_ids)
    known = _step(rules, p)
    possible = _steps(rules, p, known)
    burnt = _expected_burn(rules, p)
    out: list[tuple[int, int] | None] = []
    for f, columns in enumerate(rules.refill):
        sure = min([columns[step - 1] for step in possible])
        likely = min(columns[known - 1], p.supply[f] + burnt[f])
        out.append((min(sure, p.supply[f]), likely) if any(columns) else None)
    return out


def _is_refill_pending(p: Position) -> bool:
    """Whether the phase of the refill has begun, with the refill still pending."""
    for frame in p.agenda:
        if isinstance(frame, Refill):
            return True
    return False


def _step(rules: Rules, p: Position) -> int:
    """Return the step of the next refill, as far as it is known."""
    if _is_refill_pending(p):  # no step begins between the start of this phase and the refill
        return p.step
    if p.step_3 != STEP_3_TO_COME:
        return 3
    return 2 if p.step == 1 and max(p.cities) >= rules.step_2_at else p.step


def _steps(rules: Rules, p: Position, known: int) -> list[int]:
    """Return the known step and those that may begin before the refill."""
    if _is_refill_pending(p) or known == 3:
        return [known]
    # one card is drawn for each plant bought, and one for each that becomes obsolete
    near = len(p.deck) - len(p.under_deck) <= rules.players + len(p.market)
    return [*range(known, 3), *([3] if near else [])]


def _expected_burn(rules: Rules, p: Position) -> list[int]:
    """Return the fuel that companies will put back into the supply, if each runs for all cities it can."""
    out = [0] * len(rules.fuel_ids)
    stock = p.stock[:]
    to_run, to_buy, to_build = [_seats_due(rules, p, id) for id in ("run", "fuel", "build")]
    for seat in reversed(p.order):
        if not to_run >> seat & 1:
            continue
        plants = rules.runnable(p, seat)
        fuel = p.fuel[seat]
        caps: Pool | None = p.caps[seat]  # bought fuel can still be stored suitably (P4a)
        if to_buy >> seat & 1:
            fuel, caps = _fuel_after_buying(rules, fuel, plants, stock), None
        # a company that still has to build may grow into its plants; a neutral company runs them all
        grows = seat >= rules.players or to_build >> seat & 1
        for f, n in enumerate(_burn(fuel, plants, caps, NEVER if grows else p.cities[seat])):
            out[f] += n
    return out


@lru_cache(maxsize=STORAGE_CACHE_SIZE)
def _burn(fuel: Pool, plants: tuple[Plant, ...], caps: Pool | None, cities: int) -> Pool:
    """Return the fuel of the run that supplies most, up to the number of cities, with as few markers as possible."""
    return max(runs(fuel, plants, caps), key=lambda run: (min(run[2], cities), -sum(run[1])))[1]


def _seats_due(rules: Rules, p: Position, id: str) -> int:
    """Return the bit set of the seats that still take this turn before the refill."""
    everybody = (1 << rules.seats) - 1
    phases = rules.phases(p.round)
    for i, phase in enumerate(phases):
        if not _has_turns(phase, id):
            continue
        if p.phase < i:
            return everybody
        for frame in p.agenda if p.phase == i else []:
            if isinstance(frame, PhaseTurns) and frame.id == id:
                return everybody & ~frame.acted | 1 << max(p.seat, 0)
    # after this round's refill, the next one counts
    return everybody if p.phase == len(phases) - 1 and not _is_refill_pending(p) else 0


def _has_turns(phase: Phase, id: str) -> bool:
    for frame in phase.frames:
        if isinstance(frame, PhaseTurns) and frame.id == id:
            return True
    return False


def _fuel_after_buying(rules: Rules, fuel: Pool, plants: tuple[Plant, ...], stock: list[int]) -> Pool:
    """Return the fuel of a company after buying for one run of its plants; removes it from ``stock``, the market."""
    left, out = list(fuel), list(fuel)
    for mask, burns, _ in sorted(plants, key=lambda plant: plant[0] & (plant[0] - 1)):  # single-fuel plants first
        need = burns
        takes = [f for f in range(len(left)) if mask >> f & 1]
        for f in takes:
            held = min(left[f], need)
            left[f] -= held
            need -= held
        while need and (there := [f for f in takes if stock[f]]):
            cheapest = (
                min(there, key=lambda f: rules.prices[f][rules.markers[f] - stock[f]]) if len(there) > 1 else there[0]
            )
            more = 1 if len(there) > 1 else min(need, stock[cheapest])
            stock[cheapest] -= more
            out[cheapest] += more
            need -= more
    return tuple(out)
