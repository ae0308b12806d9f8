"""Chances and reviews in the process in which bots think: of a view as it was packed, of a record in pieces."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from hashlib import sha256
from typing import Any, BinaryIO

from stromnetz.bots import check_bots, make_bot
from stromnetz.bots.advice import advise
from stromnetz.bots.chances import chances_seen
from stromnetz.bots.review import CHANCE_DIGITS, Moment, Reviewer, turning_points
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.play.files.records import load_game
from stromnetz.play.views import View

_open: dict[str, Reviewer] = {}
"""The game that is looked at now; there is one at most."""


def tell_chances(question: dict[str, Any]) -> Any:
    """How likely each seat wins, by what the seat of the view knows."""
    return [round(one, CHANCE_DIGITS) for one in chances_seen(View.unpacked(question["packed"]))]


def open_review(question: dict[str, Any]) -> Any:
    """Take up a game; how many points its curve has, and the numbers of each seat's moves."""
    _open.clear()
    reviewer = Reviewer(load_game(question["record"]))
    _open[question["key"]] = reviewer
    return {
        "points": len(reviewer.ends) + 1,
        "moves": [reviewer.of(seat) for seat in range(reviewer.game.rules.players)],
    }


def continue_review(question: dict[str, Any]) -> Any:
    """The next points of the curve, or what some moves have cost."""
    reviewer = _open[question["key"]]
    if "points" in question:
        return [reviewer.moment(number)._asdict() for number in range(*question["points"])]
    found = [reviewer.choice(number) for number in question["moves"]]
    return [one.to_json() for one in found if one is not None]


def turning_points_of(curve: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The turning points of a curve that was told in pieces."""
    return [turn._asdict() for turn in turning_points([Moment(**one) for one in curve])]


def mean_cost(choices: list[dict[str, Any]]) -> float:
    return round(sum(one["cost"] for one in choices) / len(choices), CHANCE_DIGITS) if choices else 0.0


def choose(question: dict[str, Any]) -> Any:
    """The move of a bot. All that comes here of its game is the view of its seat; the position stays in the server."""
    return make_bot(question["bot"], question["seed"]).choose(_seen(question)).to_json()


def give_advice(question: dict[str, Any]) -> Any:
    """What somebody might do, or what a bot has thought of, from the view of the seat alone."""
    return advise(_seen(question), question["language"], question["bot"], question["seed"]).to_json()


def _seen(question: dict[str, Any]) -> View:
    """The view of the seat: as it is sent to anybody, or as bots want it that read positions."""
    return View.unpacked(question["packed"]) if "packed" in question else View.from_json(question["view"])


def check_record(question: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """A record that comes from elsewhere, played again: what the server keeps of it, rows and positions as lines."""
    game = load_game(question["raw"])
    if game.decision is not None:
        raise BadInput("the game of this record is not over: only finished games can be taken in", {})
    record = game.to_json()
    rows, snapshots = record.pop("rows"), record.pop("snapshots")
    facts = {
        "digest": sha256(json.dumps([record, rows], sort_keys=True).encode()).hexdigest(),
        "header": record,
        "rows": len(rows),
        "snapshots": [one["seq"] for one in snapshots],
    }
    lines = [*rows, *(one["position"] for one in snapshots)]
    return facts, "\n".join(json.dumps(line, separators=(",", ":")) for line in lines).encode()


def check(question: dict[str, Any]) -> Any:
    """Whether all of these are bots; the first that is none is refused."""
    check_bots(question["bots"])
    return True


def play_match(question: dict[str, Any]) -> Any:
    """A game of a tournament."""
    from .tournament_game import play_number  # noqa: PLC0415  (most processes play none)

    return play_number(question)


RECORD = "record"
OPERATIONS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "choose": choose,
    "advise": give_advice,
    RECORD: check_record,
    "bots": check,
    "chances": tell_chances,
    "open-review": open_review,
    "look-on": continue_review,
    "match": play_match,
}


def handle_request(question: dict[str, Any]) -> dict[str, Any]:
    """What is answered; ``raw`` are bytes that go along with it."""
    try:
        found = OPERATIONS[question["op"]](question)
    except StromnetzError as error:
        return {"refused": error.message, "facts": error.facts}
    except (Exception, SystemExit) as error:
        # a bot may fail in any way; the server then moves for it
        return {"failed": f"{type(error).__name__}: {error}"}
    return {"answer": found[0], "raw": found[1]} if question["op"] == RECORD else {"answer": found}


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    while line := questions.readline():
        question = json.loads(line)
        question["raw"] = questions.read(question.pop("bytes", 0))
        found = handle_request(question)
        raw = found.pop("raw", b"")
        answers.write(json.dumps({**found, "bytes": len(raw)} if raw else found).encode() + b"\n" + raw)
        answers.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this one in order
    if hasattr(os, "nice"):
        # people first, and of bots those that people wait for
        os.nice(19 if "--background" in sys.argv[1:] else 5)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a bot that prints does not disturb the answers
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
