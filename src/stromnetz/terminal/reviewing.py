"""A game looked at when it is over: the chances by rounds, turning points, and what decisions cost."""

from __future__ import annotations

import argparse

from stromnetz.bots.review import SLIP, Choice, Moment, Review, Reviewer, pieces, put_together
from stromnetz.engine.errors import BadInput
from stromnetz.play.words.text import words_for
from stromnetz.play.words.wording import Words

from .answers import progress, say, say_json
from .commands import load_file

SECTION = "page_review"


def review(args: argparse.Namespace) -> int:
    game = load_file(args.file)
    if not game.version:
        raise BadInput(f"{args.file} is a position: a review needs the record of a game", {"file": args.file})
    winners = game.result.winners if game.result is not None else [0]
    seat = winners[0] if args.seat is None else args.seat
    game.view(seat)  # refuses what is no seat
    reviewer = Reviewer(game)
    found: list[Moment | Choice | None] = []
    with progress(len(reviewer.ends) + 1 + len(reviewer.of(seat)), "positions") as bar:
        for piece in pieces(reviewer, seat):
            found.append(piece)
            bar(len(found))
    told = put_together(seat, found)
    if args.json:
        say_json(told.to_json())
    else:
        _tell(told, words_for(game, args.lang), args.all)
    return 0


def _tell(told: Review, words: Words, everything: bool) -> None:
    say(_word(words, "curve"))
    last = {moment.round: moment for moment in told.curve}
    for number, moment in last.items():
        chances = "  ".join(f"{words.seat(s)} {100 * one:3.0f} %" for s, one in enumerate(moment.chances))
        say(f"  {words.term('round')} {number:>2}  {chances}")
    say(f"\n{_word(words, 'turns')}")
    for turn in told.turns:
        shares = {"before": round_of(turn.before), "after": round_of(turn.after)}
        say(f"  {_where(words, turn.round, turn.phase)}: {_word(words, 'turn', name=words.seat(turn.of), **shares)}")
    if not told.turns:
        say(f"  {_word(words, 'turns_none')}")
    say(f"\n{_word(words, 'choices')}: {words.seat(told.seat)}")
    same = sum(one.cost == 0 for one in told.choices)
    say(f"  {_word(words, 'cost_mean', n=f'{100 * told.cost:.1f}')}")
    say(f"  {_word(words, 'same', n=same, of=len(told.choices))}")
    for one in told.choices:
        if one.better is not None and (everything or one.name):
            name = f": {_word(words, f'name_{one.name}')}" if one.name else ""
            say(f"  -{100 * one.cost:4.1f} %  {_where(words, one.round, one.phase)}{name} (#{one.version})")
            say(f"           {words.move(one.move)}. {_word(words, 'better', move=words.move(one.better))}")
    if not any(one.name for one in told.choices):
        say(f"  {_word(words, 'none', n=round(100 * SLIP))}")


def _word(words: Words, key: str, **values: object) -> str:
    return words.named(SECTION, key).format(**values)


def _where(words: Words, round: int, phase: str) -> str:
    return _word(words, "where", round=round, phase=words.phase(phase))


def round_of(share: float) -> str:
    return f"{100 * share:.0f}"
