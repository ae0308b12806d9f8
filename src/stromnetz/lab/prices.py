"""What plants are worth in auctions, learned from ``master``: how ``bots/prices.toml`` was found.

    python -m stromnetz.lab.prices gather build/prices.jsonl --games 70 --seed 1300000
    python -m stromnetz.lab.prices fit build/prices.jsonl --write
    python -m stromnetz.lab.prices fit build/prices.jsonl            compare only, on the deals that are held back

``gather`` plays games of one ``hard`` (or ``--bot``) against others, one a deal, and writes down for each of its
decisions in auctions the facts of the plants (``bots.expert.prices``), what it did, and how likely ``master`` would do
what. ``fit`` looks for the prices by which that is told best. Every third deal is held back: how often ``master`` would
have done what was done, and what the prices say, is told on those. Whether agreeing helps only duels can tell.

``hard`` itself goes by the prices that are there. Those of the first file were found in its games before it did.
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
from stromnetz.bots.chances import judge_of
from stromnetz.bots.expert.auction import Market
from stromnetz.bots.expert.board import BoardNumbers
from stromnetz.bots.expert.prices import BID, FIRST, OPEN, worth_of
from stromnetz.bots.parameters import weights_from
from stromnetz.bots.review import Reviewer
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Bid, CardRef, Move, Open
from stromnetz.play.catalogue import editions
from stromnetz.play.views import View

BOT = "hard"
HELD = 3
"""Every so many-th deal is held back."""
RIDGE = 1e-4
"""How much large numbers cost in fitting; facts are brought to the same spread before."""
STEPS = 15
"""Of Newton's method; after ten nothing changes any more."""
UNIT = 8.0
"""What is put up is compared by odds; so much money stands for one of them, about as in bids."""
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
"""The facts that count, by kind of decision."""
Row = dict[str, Any]


# --- what master would do ---


def asked(table: MatchSetup, seat: int) -> Iterator[Row]:
    """The decisions of a seat in the auctions of a game."""
    game = play(table)
    reviewer, judge = Reviewer(game), judge_of(game.rules)
    for number in reviewer.of(seat):
        made = reviewer.moves[number]
        view = View(game.rules, made.position, seat, game.options, made.version - 1)
        if made.position.kind not in ("auction", "bid") or (view.auction is not None and view.auction.extra):
            continue
        judged = judge.judge(*view.known_position())
        shares = dict(zip(judged.moves, judged.shares, strict=True))
        offers: list[Move] = [move for move in judged.moves if isinstance(move, Bid | Open)]
        free = len(offers) < len(judged.moves)  # nobody has to put anything up
        if not offers or not free:
            continue
        prices = Market(BoardNumbers(view, seat), weights_from(None), None).prices()
        yield {
            "deal": table.seed,
            "kind": prices.kind,
            "facts": [prices.facts(_plant(view, move)) for move in offers],
            "least": [move.bid if isinstance(move, Open) else getattr(move, "amount", 0) for move in offers],
            "shares": [round(shares[move], 4) for move in offers],
            "made": offers.index(made.move) if made.move in offers else -1,
        }


def _plant(view: View, move: Move) -> CardRef:
    """The plant that a move is about."""
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
    """Facts of one kind of decision as numbers: a row for each plant; doing nothing is worth 0."""

    kind: str
    rows: Sequence[Row]
    names: Sequence[str]
    """The facts that count; without ``least``, which counts where one bids."""

    def learned(self) -> dict[str, float]:
        """What facts are worth in money, by the rows that are not held back."""
        np: Any = import_module("numpy")
        rows = [row for row in self.rows if row["deal"] % HELD]
        where = np.repeat(np.arange(len(rows)), [len(row["facts"]) for row in rows])
        raw = np.array([self._numbers(facts, least) for row in rows for facts, least in self._plants(row)])
        shares = np.array([share for row in rows for share in row["shares"]])
        spread = raw.std(0)
        spread[spread < 1e-9] = 1.0
        facts = raw / spread
        weights = np.zeros(facts.shape[1])
        pull = RIDGE * len(rows)
        for _ in range(STEPS):
            odds = np.exp(np.clip(facts @ weights, -30, 30))
            chances = odds / (1 + np.bincount(where, odds, len(rows)))[where]
            seen = facts * chances[:, None]
            mean_seen = np.zeros((len(rows), facts.shape[1]))
            np.add.at(mean_seen, where, seen)
            slope = facts.T @ (chances - shares) + pull * weights
            bend = seen.T @ facts - mean_seen.T @ mean_seen + pull * np.eye(len(weights))
            weights -= np.linalg.solve(bend, slope)
        found = dict(zip([*self.names, "least"], (weights / spread).tolist(), strict=True))
        paid = -found.pop("least")
        unit = 1 / UNIT if self.kind == OPEN else paid
        return {name: round(each / unit, 4) for name, each in found.items()}

    def _plants(self, row: Row) -> Iterator[tuple[Mapping[str, float], float]]:
        return zip(row["facts"], row["least"], strict=True)

    def _numbers(self, facts: Mapping[str, float], least: float) -> list[float]:
        return [*(facts[name] for name in self.names), 0.0 if self.kind == OPEN else least]

    def agreed(self, learned: Mapping[str, float]) -> tuple[int, float, float]:
        """Decisions that were held back, and how likely ``master`` does there what was done, and what is learned."""
        held = [row for row in self.rows if not row["deal"] % HELD]
        done = [self._share(row, row["made"]) for row in held]
        new = [self._share(row, self._choice(row, learned)) for row in held]
        return len(held), mean(done), mean(new)

    def _share(self, row: Row, choice: int) -> float:
        return float(row["shares"][choice] if choice >= 0 else 1 - sum(row["shares"]))

    def _choice(self, row: Row, learned: Mapping[str, float]) -> int:
        paid = 0.0 if self.kind == OPEN else 1.0
        scores = [worth_of(facts, learned) - paid * least for facts, least in self._plants(row)]
        best = max(range(len(scores)), key=lambda i: scores[i])
        return best if scores[best] > 0 else -1


# --- the command ---


def _gather(options: argparse.Namespace) -> None:
    options.file.parent.mkdir(parents=True, exist_ok=True)
    with options.file.open("a", encoding="utf-8") as file:
        for deal in range(options.seed, options.seed + options.games):
            seat = deal % options.players
            seats = tuple(options.bot if s == seat else options.others for s in range(options.players))
            for row in asked(MatchSetup(options.edition, options.map, options.players, seats, deal), seat):
                file.write(json.dumps(row) + "\n")


def _fit(options: argparse.Namespace) -> None:
    rows = read(options.file)
    lines: list[str] = []
    for kind, names in FACTS.items():
        fit = Fit(kind, [row for row in rows if row["kind"] == kind], names)
        if not any(row["deal"] % HELD for row in fit.rows) or all(row["deal"] % HELD for row in fit.rows):
            raise BadInput(f"there are too few decisions of the kind {kind}: gather more games", {"kind": kind})
        learned = fit.learned()
        held, before, after = fit.agreed(learned)
        print(f"{kind}: {held} decisions held back; master agrees with {100 * before:.1f} %, now {100 * after:.1f} %")
        lines += ["", f"[{kind}]", *(f"{name} = {each}" for name, each in learned.items())]
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
    gather.set_defaults(do=_gather)
    fit = todo.add_parser("fit", help="what the facts are worth by that")
    fit.add_argument("file", type=Path)
    fit.add_argument("--write", action="store_true", help="into the weights of the bots")
    fit.set_defaults(do=_fit)
    options = parser.parse_args(arguments)
    try:
        options.do(options)
    except (BadInput, OSError, ImportError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
