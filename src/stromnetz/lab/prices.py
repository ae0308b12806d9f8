"""Fit auction prices of plants to the decisions of ``master``; this produced ``bots/prices.toml``.

    python -m stromnetz.lab.prices gather build/prices.jsonl --games 70 --seed 1300000
    python -m stromnetz.lab.prices fit build/prices.jsonl --write
    python -m stromnetz.lab.prices fit build/prices.jsonl            only report, on the held-out deals

``gather`` plays games of one ``hard`` (or ``--bot``) against others, one per deal. For each of its auction decisions it
stores the facts of the plants (``bots.expert.prices``), its choice, and the policy of ``master``. ``fit`` finds the
prices that predict the policy best. Every third deal is held out; for those it reports how often ``master`` agrees with
the old choices and with the new prices. Only duels show whether agreeing makes ``hard`` stronger.

``hard`` itself uses the current prices. Those of the first file came from games that it played without any.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from stromnetz.arena.matches import MatchSetup, play
from stromnetz.arena.statistics import mean
from stromnetz.bots.chances import net_for
from stromnetz.bots.expert.auction import PlantValues
from stromnetz.bots.expert.board import BoardNumbers
from stromnetz.bots.expert.prices import BID, FIRST, OPEN, worth_of
from stromnetz.bots.parameters import weights_from
from stromnetz.bots.review import Reviewer
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Bid, CardRef, Move, Open
from stromnetz.play.catalogue import editions
from stromnetz.play.views import View

BOT = "hard"
HELD_OUT_EVERY = 3
"""One deal in this many is held out."""
RIDGE = 1e-4
"""Strength of the ridge penalty; facts are scaled to the same spread before."""
NEWTON_STEPS = 15
"""Steps of Newton's method; it converges in ten."""
MONEY_PER_LOG_ODDS = 8.0
"""Money equivalent to one unit of log odds when plants are put up, about as in bids."""
FILE = Path(__file__).resolve().parents[1] / "bots" / "prices.toml"
COMMON = (
    "one",
    "progress",
    "money",
    "money_late",
    "short",
    "room",
    "soon",
    "last",
    "step_3",
    "number",
    "number_late",
    "cities",
    "cities_late",
    "share",
    "share_squared",
    "gain",
    "gain_late",
    "gain_soon",
    "gain_last",
    "needed",
    "run",
    "run_late",
    "better",
)
FACTS: Mapping[str, Sequence[str]] = {
    FIRST: ("one", "number", "cities", "run", "waiting", "better"),
    BID: (*COMMON, "waiting"),
    OPEN: COMMON,
}
"""The facts that are fitted, by kind of decision."""
Row = dict[str, Any]


# --- decisions of master ---


def auction_decisions(table: MatchSetup, seat: int) -> Iterator[Row]:
    """Play a game; yields the seat's auction decisions."""
    game = play(table)
    reviewer, judge = Reviewer(game), net_for(game.rules)
    for number in reviewer.moves_of(seat):
        made = reviewer.moves[number]
        view = View(game.rules, made.position, seat, game.options, made.version - 1)
        if made.position.kind not in ("auction", "bid") or (view.auction is not None and view.auction.extra):
            continue
        judged = judge.judge(*view.known_position())
        shares = dict(zip(judged.moves, judged.shares, strict=True))
        offers: list[Move] = [move for move in judged.moves if isinstance(move, Bid | Open)]
        free = len(offers) < len(judged.moves)  # passing or leaving is allowed
        if not offers or not free:
            continue
        prices = PlantValues(BoardNumbers(view, seat), weights_from(None), None).prices()
        yield {
            "deal": table.seed,
            "kind": prices.kind,
            "facts": [prices.facts(_plant(view, move)) for move in offers],
            "least": [move.bid if isinstance(move, Open) else getattr(move, "amount", 0) for move in offers],
            "shares": [round(shares[move], 4) for move in offers],
            "made": offers.index(made.move) if made.move in offers else -1,
        }


def _plant(view: View, move: Move) -> CardRef:
    """The plant that a move opens or bids for."""
    if isinstance(move, Open):
        plant: CardRef = move.plant
        return plant
    assert view.auction is not None
    return view.auction.card


def read(path: Path) -> list[Row]:
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    except ValueError as error:
        raise BadInput(f"{path} does not hold what gather writes: {error}", {"file": str(path)}) from None


# --- fitting ---


@dataclass(slots=True)
class Fit:
    """The fit of one kind of decision: logistic choice between its plants and doing nothing, which is worth 0."""

    kind: str
    rows: Sequence[Row]
    names: Sequence[str]
    """The fitted facts, without ``least``, which is added for bids."""

    def fit_worths(self) -> dict[str, float]:
        """Fit the worth of each fact in money, on the rows that are not held out."""
        np: Any = import_module("numpy")
        rows = [row for row in self.rows if row["deal"] % HELD_OUT_EVERY]
        where = np.repeat(np.arange(len(rows)), [len(row["facts"]) for row in rows])
        raw = np.array([self._numbers(facts, least) for row in rows for facts, least in self._plants(row)])
        shares = np.array([share for row in rows for share in row["shares"]])
        spread = raw.std(0)
        spread[spread < 1e-9] = 1.0
        facts = raw / spread
        weights = np.zeros(facts.shape[1])
        ridge = RIDGE * len(rows)
        for _ in range(NEWTON_STEPS):
            odds = np.exp(np.clip(facts @ weights, -30, 30))
            chances = odds / (1 + np.bincount(where, odds, len(rows)))[where]
            seen = facts * chances[:, None]
            mean_seen = np.zeros((len(rows), facts.shape[1]))
            np.add.at(mean_seen, where, seen)
            gradient = facts.T @ (chances - shares) + ridge * weights
            hessian = seen.T @ facts - mean_seen.T @ mean_seen + ridge * np.eye(len(weights))
            weights -= np.linalg.solve(hessian, gradient)
        found = dict(zip([*self.names, "least"], (weights / spread).tolist(), strict=True))
        paid = -found.pop("least")
        unit = 1 / MONEY_PER_LOG_ODDS if self.kind == OPEN else paid
        return {name: round(each / unit, 4) for name, each in found.items()}

    def _plants(self, row: Row) -> Iterator[tuple[Mapping[str, float], float]]:
        return zip(row["facts"], row["least"], strict=True)

    def _numbers(self, facts: Mapping[str, float], least: float) -> list[float]:
        return [*(facts[name] for name in self.names), 0.0 if self.kind == OPEN else least]

    def agreement(self, worths: Mapping[str, float]) -> tuple[int, float, float]:
        """The number of held-out decisions, and the probability that ``master`` agrees with the old and with the new
        choices."""
        held = [row for row in self.rows if not row["deal"] % HELD_OUT_EVERY]
        done = [self._share(row, row["made"]) for row in held]
        new = [self._share(row, self._choice(row, worths)) for row in held]
        return len(held), mean(done), mean(new)

    def _share(self, row: Row, choice: int) -> float:
        return float(row["shares"][choice] if choice >= 0 else 1 - sum(row["shares"]))

    def _choice(self, row: Row, worths: Mapping[str, float]) -> int:
        paid = 0.0 if self.kind == OPEN else 1.0
        scores = [worth_of(facts, worths) - paid * least for facts, least in self._plants(row)]
        best = max(range(len(scores)), key=lambda i: scores[i])
        return best if scores[best] > 0 else -1


# --- the command ---


def gather_decisions(options: argparse.Namespace) -> None:
    options.file.parent.mkdir(parents=True, exist_ok=True)
    with options.file.open("a", encoding="utf-8") as file:
        for deal in range(options.seed, options.seed + options.games):
            seat = deal % options.players
            seats = tuple(options.bot if s == seat else options.others for s in range(options.players))
            for row in auction_decisions(MatchSetup(options.edition, options.map, options.players, seats, deal), seat):
                file.write(json.dumps(row) + "\n")


def fit_prices(options: argparse.Namespace) -> None:
    rows = read(options.file)
    lines: list[str] = []
    for kind, names in FACTS.items():
        fit = Fit(kind, [row for row in rows if row["kind"] == kind], names)
        if len({row["deal"] % HELD_OUT_EVERY == 0 for row in fit.rows}) < 2:
            raise BadInput(f"there are too few decisions of the kind {kind}: gather more games", {"kind": kind})
        worths = fit.fit_worths()
        held, before, after = fit.agreement(worths)
        print(f"{kind}: {held} decisions held back; master agrees with {100 * before:.1f} %, now {100 * after:.1f} %")
        lines += ["", f"[{kind}]", *(f"{name} = {each}" for name, each in worths.items())]
    if options.write:
        head = FILE.read_text(encoding="utf-8").partition("\n[")[0]  # what it is, and where it is used
        FILE.write_text("\n".join([head.rstrip(), *lines, ""]), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Learn from master what plants go for.")
    todo = parser.add_subparsers(required=True)
    gather = todo.add_parser("gather", help="play games and write down what master would have done in their auctions")
    gather.add_argument("file", type=Path)
    gather.add_argument("--bot", default=BOT, help="the bot whose decisions are looked at")
    gather.add_argument("--others", default=BOT, help="the bot on all other seats")
    gather.add_argument("--games", type=int, default=40)
    gather.add_argument("--seed", type=int, default=1_300_000, help="of the first deal")
    first = editions()[0]
    gather.add_argument("--edition", default=first.id)
    gather.add_argument("--map", default=first.maps[0])
    gather.add_argument("--players", type=int, default=4)
    gather.set_defaults(do=gather_decisions)
    fit = todo.add_parser("fit", help="what the facts are worth by that")
    fit.add_argument("file", type=Path)
    fit.add_argument("--write", action="store_true", help="into the weights of the bots")
    fit.set_defaults(do=fit_prices)
    options = parser.parse_args(arguments)
    try:
        options.do(options)
    except (BadInput, OSError, ImportError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
