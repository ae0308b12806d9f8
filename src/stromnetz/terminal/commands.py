"""The subcommands of the command line."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stromnetz.arena.timed_bots import make_time_limited
from stromnetz.bots import bot_names, check_bots
from stromnetz.bots.review import SLIP, Moment, Review, ReviewedMove, Reviewer, combine_steps, review_steps
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import card_text
from stromnetz.play import catalogue
from stromnetz.play.files.boardgamers import import_game
from stromnetz.play.files.game_files import parse_game
from stromnetz.play.files.game_notation import is_game_notation
from stromnetz.play.files.position_line import is_position_line
from stromnetz.play.files.records import is_dealt_by_seed
from stromnetz.play.game import Game
from stromnetz.play.new import new_game, parse_position
from stromnetz.play.pictures.board import svg
from stromnetz.play.words import rulebook, vocabulary
from stromnetz.play.words.sentences import Amount
from stromnetz.play.words.text import position_lines, row_lines, words_for
from stromnetz.play.words.vocabulary import Words

from .game import TerminalGame
from .output import (
    as_text,
    check_writable,
    edition_and_map,
    make_console,
    positive,
    processes_in,
    progress,
    say,
    say_json,
    split,
    variants_in,
    write,
)
from .screen import show


def run(args: argparse.Namespace) -> int:
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "play": play,
        "simulate": simulate,
        "soak": soak,
        "replay": replay,
        "verify": verify,
        "convert": convert,
        "import": import_file,
        "show": show_file,
        "rules": rules,
        "editions": editions,
        "bench": bench,
    }
    return commands[args.command](args)


# --- playing ---


def play(args: argparse.Namespace) -> int:
    console = make_console(args)
    if args.load:
        game = load_file(args.load)
    else:
        edition, board = edition_and_map(args)
        variants = variants_in(args, edition) | ({"money": "hidden"} if args.hidden_money else {})
        regions = args.regions if args.regions in ("random", "draft") else split(args.regions)
        game = new_game(edition, board, args.players, args.seed, regions, variants)
    players, automatic = game.rules.players, game.rules.automatic
    people, most = args.people, players - len(automatic)
    if not 0 <= people <= most:
        raise BadInput(f"--people must be 0 to {most}, not {people}", {"people": people})
    bots = split(args.bots)
    if not bots:
        raise BadInput(f"--bots needs a name; the bots are {', '.join(bot_names())}")
    check_bots(bots)
    seats = [seat for seat in range(people, players) if seat not in automatic]
    others = {seat: make_time_limited(bots[(seat - people) % len(bots)], seat) for seat in seats}
    given = split(args.names)
    person = vocabulary.common_words(args.lang)["terms"]["player"]
    called = {s: f"{others[s].name} {s + 1}" for s in others} | automatic
    names = [given[s] if s < len(given) else called.get(s, f"{person} {s + 1}") for s in range(players)]
    TerminalGame(game, others, names, args.lang, console, quiet=args.quiet).run()
    return 0


def simulate(args: argparse.Namespace) -> int:
    from stromnetz.arena import simulate as arena

    edition, board = edition_and_map(args)
    bots = split(args.bots)
    check_bots(bots)
    if len(bots) not in (1, args.players):
        raise BadInput(f"--bots names one bot for all seats or {args.players}, not {len(bots)}", {"bots": bots})
    games, (jobs, cluster) = positive(args.games, "games"), processes_in(args)
    variants = variants_in(args, edition)
    new_game(edition, board, args.players, 0, options=variants)  # raises BadInput before any process starts
    if args.out:
        check_writable(Path(args.out))
    with progress(args, games, "games") as bar:
        summary = arena.simulate(
            edition, board, args.players, bots, games, args.seed, jobs, variants, bar, cluster, args.keep
        )
    if args.out:
        write(Path(args.out), as_text(summary.to_json()))
    if args.json:
        say_json(summary.to_json())
    else:
        say(f"{summary.games} games, {summary.finished} finished, {summary.cut} cut")
        say(
            f"{summary.decisions} decisions in {summary.seconds:.1f} s: {summary.decisions_per_s:.0f} decisions/s, "
            f"{summary.games_per_s:.1f} games/s"
        )
        say(f"mean rounds {summary.mean_rounds:.1f}; wins by seat {', '.join(f'{w:g}' for w in summary.wins_by_seat)}")
        say(f"cities powered at the end, by rank: {', '.join(f'{n:.1f}' for n in summary.supplied_by_rank)}")
        rows = [
            f"{card_text(u.card)} {u.bought}x" + (f" @{u.mean_price:.1f}" if u.bought else "") for u in summary.cards
        ]
        say("cards bought, with the mean price paid:")
        for i in range(0, len(rows), 6):
            say("  " + "  ".join(f"{row:<18}" for row in rows[i : i + 6]).rstrip())
        for line in summary.faults.lines():
            say(line)
    return 0


def soak(args: argparse.Namespace) -> int:
    from stromnetz.arena import soak as arena

    games, (jobs, cluster) = positive(args.games, "games"), processes_in(args)
    bots = split(args.bots)
    check_bots(bots)
    if args.out:
        check_writable(Path(args.out))
    with progress(args, games, "soak") as bar:
        summary = arena.soak(games, args.seed, args.check, jobs, bar, bots, cluster)
    if args.out:
        write(Path(args.out), as_text(summary.to_json()))
    if args.json:
        say_json(summary.to_json())
    else:
        for name, row in sorted(summary.combinations.items()):
            say(f"{name}: {row.ended} ended, {row.cut} cut")
        say(
            f"{summary.games} games, {summary.ended} ended, {summary.cut} cut, {len(summary.failures)} broken, "
            f"{summary.decisions} decisions in {summary.seconds:.1f} s"
        )
        for failure in summary.failures[:20]:
            say(f"BROKEN {failure.error} in {failure.setup}")
        for line in summary.faults.lines():
            say(line)
    return 0 if summary.ok else 1


# --- files ---


def read_text(name: str) -> str:
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"cannot read {name}: {reason}", {"file": name}) from None


def read_json(name: str) -> Any:
    try:
        return json.loads(read_text(name))
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{name} is not JSON: {error}", {"file": name}) from None


def load_file(name: str) -> Game:
    """Load a game or a position, in JSON or in notation."""
    text = read_text(name)
    if is_game_notation(text):
        return parse_game(text)
    if is_position_line(text):
        return parse_position(text)
    data = read_json(name)
    if isinstance(data, dict) and "rows" not in data:
        return parse_position(data)
    return parse_game(data)


def replay(args: argparse.Namespace) -> int:
    start = time.perf_counter()
    game = load_file(args.file)
    seconds = time.perf_counter() - start
    facts = {
        "rows": game.version,
        "rounds": game.position.round,
        "ended": game.position.ended,
        "winners": game.result.winners if game.result else [],
        "seconds": round(seconds, 4),
    }
    if args.json:
        say_json(facts)
        return 0
    words = words_for(game, args.lang)
    if not args.quiet:
        number = 0
        starts = dict(game.snapshots)
        for row in game.rows:
            position = starts.get(row.seq)
            if args.round in (None, number):
                for line in row_lines(row, words):
                    say(line)
            if position is not None:
                number = position.round
                if args.round in (None, number):
                    view = type(game)(game.rules, position, {**game.options, "money": "open"}, {}).view(None)
                    say()
                    for line in position_lines(view, words):
                        say(f"    {line}")
                    say()
        if game.result is not None:
            for line in position_lines(game.view(None), words):
                say(f"    {line}")
    state = "finished" if game.position.ended else "unfinished"
    rows = Amount(game.version)
    say(f"{args.file}: {rows:row|rows} verified in {seconds * 1000:.0f} ms; round {game.position.round}, {state}")
    return 0


def verify(args: argparse.Namespace) -> int:
    text = read_text(args.file)
    why: str | None = None
    rows, promised, by_seed = 0, None, False
    try:
        game = parse_game(text)
        rows, promised, by_seed = game.version, game.header.get("commitment"), is_dealt_by_seed(game.header)
    except BadInput as error:
        why = error.message
    if why is None:
        published = (args.commitment or "").strip().lower()
        if promised is None:
            why = "the record has no commitment: nothing was promised"
        elif not by_seed:
            why = "the deal was scripted: it does not come from the seed"
        elif published and published != promised:
            why = f"the record has a different commitment: {promised}"
    facts = {"ok": why is None, "rows": rows, "commitment": promised, "why": why}
    if args.json:
        say_json(facts)
    elif why is None:
        say(f"{args.file}: the deal matches commitment {promised}, {Amount(rows):row|rows} replayed")
    else:
        say(f"{args.file}: not verified: {why}")
    return 0 if why is None else 1


def import_file(args: argparse.Namespace) -> int:
    game = import_game(read_json(args.file))
    state = "finished" if game.position.ended else "unfinished"
    facts = {"moves": game.version, "players": game.rules.players, "rounds": game.position.round, "state": state}
    _write_new(args.record, game.to_text())
    if args.json:
        say_json(facts)
        return 0
    moves, players = Amount(game.version), Amount(game.rules.players)
    say(f"{args.record}: {moves:move|moves} of {players:player|players}, checked; round {game.position.round}, {state}")
    if not game.position.ended:
        say("The file does not contain cards that were never drawn: their order in the deck is made up.")
    return 0


def _write_new(name: str, text: str) -> None:
    """Write a file that does not exist yet."""
    try:
        with Path(name).open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput(f"{name} already exists; choose another file", {"file": name}) from None
    except OSError as error:
        raise BadInput(f"cannot write {name}: {error.strerror}", {"file": name}) from None


def convert(args: argparse.Namespace) -> int:
    suffix = Path(args.out).suffix
    if suffix not in (".json", ".txt"):
        raise BadInput(f"{args.out} must end in .json (JSON) or .txt (notation)", {"file": args.out})
    game = load_file(args.file)
    if game.version:
        text = game.to_notation() if suffix == ".txt" else f"{game.to_text()}\n"
    else:
        text = game.position_line() if suffix == ".txt" else json.dumps(game.position_json())
        text += "\n"
    _write_new(args.out, text)
    facts = {"rows": game.version, "bytes": len(text.encode())}
    if args.json:
        say_json(facts)
    else:
        content = f"{Amount(game.version):row|rows}" if game.version else "a position"
        say(f"{args.out}: {content}, {facts['bytes']} bytes")
    return 0


def show_file(args: argparse.Namespace) -> int:
    game = load_file(args.file)
    view = game.view(args.seat)
    if args.svg:
        say(svg(view, names=game.names, language=args.lang))
    elif args.line:
        say(view.position_line())
    elif args.json:
        say_json(view.to_json())
    else:
        show(make_console(args), view, words_for(game, args.lang))
    return 0


# --- looking things up ---


def rules(args: argparse.Namespace) -> int:
    if args.id:
        text = rulebook.rule(args.id, args.lang)
        if args.json:
            say_json({"id": args.id.upper(), "text": text})
        else:
            say(text)
    elif args.json:
        say_json(rulebook.rules(args.lang))
    else:
        for title, ids in rulebook.headings(args.lang):
            say(f"\n{title}")
            for id in ids:
                say(f"  {rulebook.rules(args.lang)[id]}")
    return 0


def editions(args: argparse.Namespace) -> int:
    facts = catalogue.editions()
    if args.json:
        say_json(
            [
                {
                    "id": e.id,
                    "name": e.name,
                    "year": e.year,
                    "maps": list(e.maps),
                    "players": list(e.players),
                    "players_on": {map: list(counts) for map, counts in e.players_on.items()},
                    "about": e.about,
                    "notice": e.notice,
                }
                for e in facts
            ]
        )
        return _report_broken_files()
    for e in facts:
        maps = ", ".join(_map_text(e, m) for m in e.maps)
        say(f"{e.id}  {e.name['en']}: {e.players[0]} to {e.players[-1]} players; maps {maps}")
        say(f"    {e.about['en']}")
        if e.notice:
            say(f"    {e.notice['en']}")
    say(f"bots: {', '.join(bot_names())}")
    return _report_broken_files()


def _map_text(e: catalogue.EditionFacts, map: str) -> str:
    """A map with its name, and its numbers of players if they are fewer than the edition's."""
    counts = e.players_on[map]
    fewer = "" if counts == e.players else f", {' or '.join(str(n) for n in counts)} players"
    return f"{map} ({catalogue.map_name(map)['en']}{fewer})"


def _report_broken_files() -> int:
    """Report unusable data files; returns the exit status."""
    broken = catalogue.broken()
    for message in broken.values():
        print(f"stromnetz: left out: {message}", file=sys.stderr)
    return 1 if broken else 0


def bench(args: argparse.Namespace) -> int:
    from stromnetz.arena.speed import measure

    if args.seconds <= 0:
        raise BadInput(f"--seconds must be more than 0, not {args.seconds}")
    edition, board = edition_and_map(args)
    rows = measure(edition, board, args.seconds)
    if args.json:
        say_json(rows)
    else:
        for name, value in rows.items():
            say(f"{name:<34}{value:>14,.1f}")
    return 0


SECTION = "page_review"


def review(args: argparse.Namespace) -> int:
    game = load_file(args.file)
    if not game.version:
        raise BadInput(f"{args.file} is a position: a review needs the record of a game", {"file": args.file})
    winners = game.result.winners if game.result is not None else [0]
    seat = winners[0] if args.seat is None else args.seat
    game.view(seat)  # raises BadInput for an invalid seat
    reviewer = Reviewer(game)
    found: list[Moment | ReviewedMove | None] = []
    with progress(args, len(reviewer.ends) + 1 + len(reviewer.decisions_of(seat)), "positions") as bar:
        for piece in review_steps(reviewer, seat):
            found.append(piece)
            bar(len(found))
    result = combine_steps(seat, found)
    if args.json:
        say_json(result.to_json())
    else:
        _print_review(result, words_for(game, args.lang), args.all)
    return 0


def _print_review(result: Review, words: Words, everything: bool) -> None:
    say(_text(words, "curve"))
    last = {moment.round: moment for moment in result.curve}
    for number, moment in last.items():
        chances = "  ".join(f"{words.seat(s)} {100 * one:3.0f} %" for s, one in enumerate(moment.chances))
        say(f"  {words.term('round')} {number:>2}  {chances}")
    say(f"\n{_text(words, 'turns')}")
    for turn in result.turns:
        shares = {"before": _percent(turn.before), "after": _percent(turn.after)}
        say(f"  {_moment(words, turn.round, turn.phase)}: {_text(words, 'turn', name=words.seat(turn.of), **shares)}")
    if not result.turns:
        say(f"  {_text(words, 'turns_none')}")
    say(f"\n{_text(words, 'choices')}: {words.seat(result.seat)}")
    same = sum(one.cost == 0 for one in result.choices)
    say(f"  {_text(words, 'cost_mean', n=f'{100 * result.cost:.1f}')}")
    say(f"  {_text(words, 'same', n=same, of=len(result.choices))}")
    for one in result.choices:
        if one.better is not None and (everything or one.name):
            name = f": {_text(words, f'name_{one.name}')}" if one.name else ""
            say(f"  -{100 * one.cost:4.1f} %  {_moment(words, one.round, one.phase)}{name} (#{one.version})")
            move, better = words.move(one.move), words.move(one.better)
            if one.auction is None:
                say(f"           {move}. {_text(words, 'better', move=better)}")
            else:
                said = words.reviewed_auction(one.auction._asdict())
                say(f"           {said}. {_text(words, 'better_in_auction', move=better, played=move)}")
    if not any(one.name for one in result.choices):
        say(f"  {_text(words, 'none', n=round(100 * SLIP))}")


def _text(words: Words, key: str, **values: object) -> str:
    return words.named(SECTION, key).format(**values)


def _moment(words: Words, round: int, phase: str) -> str:
    return _text(words, "where", round=round, phase=words.phase(phase))


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
