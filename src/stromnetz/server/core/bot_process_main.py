"""The main program of the process in which bots think: requests and responses as JSON lines."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from hashlib import sha256
from itertools import islice
from typing import Any, BinaryIO

from stromnetz.bots import check_bots, make_bot
from stromnetz.bots.advice import advise
from stromnetz.bots.chances import view_chances
from stromnetz.bots.review import CHANCE_DIGITS, Reviewer
from stromnetz.engine.errors import BadInput, StromnetzError
from stromnetz.play.files.game_files import parse_game
from stromnetz.play.views import View

_reviews: dict[str, Reviewer] = {}
"""The review in progress, by its key; one at most."""


def tell_chances(question: dict[str, Any]) -> Any:
    """Return the chance of each seat to win, judged from one seat's view."""
    return [round(one, CHANCE_DIGITS) for one in view_chances(View.unpacked(question["packed"]))]


def open_review(question: dict[str, Any]) -> Any:
    """Start a review; return the length of its curve and the move numbers of each seat by decision."""
    _reviews.clear()
    reviewer = Reviewer(parse_game(question["record"]))
    _reviews[question["key"]] = reviewer
    return {
        "points": len(reviewer.ends) + 1,
        "decisions": [reviewer.decisions_of(seat) for seat in range(reviewer.game.rules.players)],
    }


def continue_review(question: dict[str, Any]) -> Any:
    """Return the next points of the curve, or the cost of some decisions."""
    reviewer = _reviews[question["key"]]
    if "points" in question:
        return [reviewer.moment(number)._asdict() for number in range(*question["points"])]
    found = [reviewer.decision(numbers) for numbers in question["decisions"]]
    return [one.to_json() for one in found if one is not None]


def choose(question: dict[str, Any]) -> Any:
    """Return the move of a bot. It gets only the view of its seat; the position stays in the server."""
    return make_bot(question["bot"], question["seed"]).choose(_seen(question)).to_json()


def give_advice(question: dict[str, Any]) -> Any:
    """Return a hint for a seat, or the reasons of a bot's move, from the view of the seat alone."""
    chosen = question.get("chosen", False)
    return advise(_seen(question), question["language"], question["bot"], question["seed"], chosen).to_json()


def _seen(question: dict[str, Any]) -> View:
    """Read the view of a seat: packed for bots that read positions, else as JSON."""
    return View.unpacked(question["packed"]) if "packed" in question else View.from_json(question["view"])


def check_record(question: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Replay an imported record; return its facts, and its rows and positions as lines."""
    game = parse_game(question["raw"])
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
    """Raise `BadInput` unless all of these are bots."""
    check_bots(question["bots"])
    return True


def play_match(question: dict[str, Any]) -> Any:
    """Play one game of a tournament; the result does not depend on the process."""
    from stromnetz.arena import matches, tournament  # noqa: PLC0415  (most processes play none)

    plan = tournament.TournamentPlan.from_json(question["plan"])
    return matches.play_match(next(islice(plan.matches(), question["number"], None))).to_json()


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
    """Run an operation; ``raw`` in the result are bytes that follow the JSON."""
    try:
        found = OPERATIONS[question["op"]](question)
    except StromnetzError as error:
        return {"refused": error.message, "facts": error.facts}
    except (Exception, SystemExit) as error:
        # a bot may fail in any way; the server then makes a default move
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
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the server, which stops this process
    if hasattr(os, "nice"):
        # requests of players come first, then bots that players wait for
        os.nice(19 if "--background" in sys.argv[1:] else 5)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints must not end up among the responses
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
