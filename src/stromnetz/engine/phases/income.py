"""Phase 5: running plants for income (U1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mypy_extensions import mypyc_attr

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import finish_stage
from stromnetz.engine.decisions import Decider
from stromnetz.engine.errors import IllegalMove
from stromnetz.engine.move_ranges import MoveRange
from stromnetz.engine.moves import Fuel, Move, Run, run_with_fuel
from stromnetz.engine.options import Option, RunOption
from stromnetz.engine.position import Position
from stromnetz.engine.rules import Rules
from stromnetz.engine.storage import Pool, Runs, minus, possible_burns

from .scrap import to_pool


def collect(rules: Rules, p: Position, seat: int, plants: Sequence[int], burn: Pool) -> None:
    """Burn the fuel, supply cities and pay the income."""
    output = 0
    for card in plants:
        output += rules.output(p, seat, card)
    if burn != rules.no_fuel:
        p.fuel[seat] = minus(p.fuel[seat], burn)
        for f, n in enumerate(burn):
            p.supply[f] += n
    supplied = min(output, p.cities[seat])
    income = rules.income(p, seat, supplied)
    p.money[seat] += income
    if p.events is not None:
        p.events.append(ev.PlantsRan(seat, rules.refs(tuple(plants)), rules.pool_json(burn), supplied, income))


@mypyc_attr(acyclic=True)
class RunRange(MoveRange):
    """The possible runs of a company."""

    __slots__ = ("plants", "rules", "runs")

    def __init__(self, rules: Rules, plants: tuple[int, ...], runs: Runs) -> None:
        super().__init__(None, 0, len(runs) - 1)
        self.rules = rules
        self.plants = plants
        self.runs = runs

    def make(self, number: int) -> Move:
        bits, burn, _ = self.runs[number]
        rules = self.rules
        plants = tuple([rules.card_refs[c] for k, c in enumerate(self.plants) if bits >> k & 1])
        return run_with_fuel(plants, rules.to_fuel(burn))


class RunDecider(Decider):
    """Run any of the own plants exactly once, or none."""

    kind: ClassVar[str] = "run"
    rule: ClassVar[str] = "U1"
    accepts: ClassVar[tuple[type[Move], ...]] = (Run,)

    def has_choice(self, rules: Rules, p: Position, seat: int) -> bool:
        fuel = p.fuel[seat]
        for card in p.plants[seat]:
            mask, held = rules.mask[card], 0
            for f, n in enumerate(fuel):
                if mask >> f & 1:
                    held += n
            if held >= rules.cards[card].burns:
                return True
        return False

    def auto(self, rules: Rules, p: Position, seat: int) -> None:
        collect(rules, p, seat, (), rules.no_fuel)

    def chosen(self, rules: Rules, p: Position, seat: int, move: Run) -> list[int]:
        """Return the plants of a run, sorted by number."""
        cards: list[int] = []
        for ref in move.plants:
            card = rules.card(ref)
            if card not in p.plants[seat]:
                facts = {"plant": ref, "plants": rules.refs(p.plants[seat])}
                raise IllegalMove("U1", "not-your-plant", facts)
            if card in cards:
                raise IllegalMove("P2", "runs-once", {"plant": ref})
            cards.append(card)
        cards.sort()
        return cards

    def burn(self, rules: Rules, p: Position, seat: int, cards: list[int], named_burn: Fuel | None) -> Pool:
        """Return the fuel of a run: as named, or the only possible way."""
        bits = 0
        for k, card in enumerate(p.plants[seat]):
            if card in cards:
                bits |= 1 << k
        if named_burn is not None:
            burn = to_pool(rules, named_burn)
            if rules.is_possible_run(p, seat, bits, burn):
                return burn
        ways = [burn for run, burn, _ in rules.possible_runs(p, seat) if run == bits]
        return self.find_burn(rules, p.fuel[seat], cards, named_burn, ways)

    def find_burn(self, rules: Rules, held: Pool, cards: list[int], named_burn: Fuel | None, ways: list[Pool]) -> Pool:
        """Find the only way to fuel the plants, or raise the reason why the named one is refused."""
        plants = [(rules.mask[c], rules.cards[c].burns, 0) for c in cards]
        need = sum(n for _, n, _ in plants)
        facts = {"plants": rules.refs(cards), "need": need, "fuel": rules.pool_json(held)}
        if named_burn is None:
            if not ways:
                raise IllegalMove("P2", "fuel-lacking", facts)
            if len(ways) > 1:
                facts["ways"] = [rules.pool_json(v) for v in ways]
                raise IllegalMove("U1", "several-ways", facts)
            return ways[0]
        burn = to_pool(rules, named_burn)
        facts["burn"] = rules.pool_json(burn)
        if sum(burn) != need:
            facts["given"] = sum(burn)
            raise IllegalMove("P2", "burns-exactly", facts)
        if any(b > h for b, h in zip(burn, held, strict=True)):
            raise IllegalMove("P2", "burns-too-much", facts)
        if burn in possible_burns(held, plants):
            facts["ways"] = [rules.pool_json(v) for v in ways]
            raise IllegalMove("P4a", "stored-elsewhere", facts)
        raise IllegalMove("P3", "burns-other-fuel", facts)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Run)
        for id in move.unused:
            rules.fuel(id)
        self.burn(rules, p, seat, self.chosen(rules, p, seat, move), move.burn)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        assert isinstance(move, Run)
        cards = sorted([rules.card_index[ref] for ref in move.plants])
        burn = self.burn(rules, p, seat, cards, None) if move.burn is None else to_pool(rules, move.burn)
        finish_stage(rules, p)
        collect(rules, p, seat, cards, burn)

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        return [RunRange(rules, p.plants[seat], rules.possible_runs(p, seat))]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        out: list[Option] = []
        for bits, burn, output in rules.possible_runs(p, seat):
            plants = [rules.card_refs[c] for k, c in enumerate(p.plants[seat]) if bits >> k & 1]
            supplied = min(output, p.cities[seat])
            out.append(RunOption(plants, rules.pool_json(burn), output, supplied, rules.income(p, seat, supplied)))
        return out
