"""Encoded positions and options: independent of hidden facts, cached correctly, and as documented."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from struct import Struct, calcsize
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, Connect, Done, Game, Move, Open, Pass, parse_game
from stromnetz.bots.master import all_weights
from stromnetz.learn import OPTION, OPTION_SIZE, VERSION, Encoder, encode, encoder_of, network
from stromnetz.learn.columns import OPTION_OUTLOOK, OPTION_OUTLOOK_SIZE, OUTLOOK_COMPANY, OUTLOOK_RACE
from stromnetz.learn.option_features import pieces_of
from stromnetz.learn.outlook import Outlook
from stromnetz.learn.position_features import BuildingSites, next_city_costs
from stromnetz.learn.tables import tables_of
from tests.learn.reference_rows import ReferenceRows
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS, game_number, promo_game
from tests.rules.test_robots_first_city import starting

KINDS = [
    *range(0, 20, 3),
    *[start + i for start in (FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS) for i in (0, 3, 7)],
    -1,
    -6,
]
"""Numbers of games with every edition, map, number of players, module and variant."""


def memory(numbers: int) -> array[float]:
    return array("f", bytes(4 * numbers))


def encoder(game: Game) -> Encoder:
    return encoder_of(game.rules, game.options["money"] == "hidden")


def positions_of(game: Game, seed: int, every: int) -> Iterator[Game]:
    """Yield a random game at some of its decisions."""
    rng = Random(seed)
    for number in range(600):
        if game.decision is None:
            break
        if number % every == 0:
            yield game
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    yield game


def cell(game: Game, state: array[float], section: str, column: str, row: int = 0) -> float:
    one = next(one for one in encoder(game).layout if one.name == section)
    return state[one.offset + row * len(one.columns) + one.columns.index(column)]


@pytest.mark.parametrize("number", KINDS)
def test_encoding_depends_only_on_the_view(number: int) -> None:
    """The true position and the position of the view, which has nothing hidden, have the same encoding."""
    first = game_number(number) if number >= 0 else promo_game(-number)
    outlook = Outlook(first.rules, first.options["money"] == "hidden")
    for game in positions_of(first, number, 40):
        size = encoder(game).size
        for seat in {0, game.rules.players - 1, max(game.position.seat, 0)}:
            of_game, of_view = memory(size), memory(size)
            rows, seen = memory(64 * OPTION_SIZE), memory(64 * OPTION_SIZE)
            moves = encode(game, seat, of_game, rows)
            assert encode(game.view(seat), seat, of_view, seen) == moves
            assert (of_game, rows) == (of_view, seen)
            assert all(game.is_legal(move) for move in moves)
            assert bool(moves) == (seat == game.position.seat)
            assert all(-4 <= value <= 12 for value in of_game)
            # the same for the outlook, with an instance that has followed the game and with a new one
            mine, theirs = memory(outlook.size), memory(outlook.size)
            outlooks, seen = memory(64 * OPTION_OUTLOOK_SIZE), memory(64 * OPTION_OUTLOOK_SIZE)
            rules, behind, hidden = game.view(seat).known_position()
            outlook.state(game.position, seat, mine)
            Outlook(rules, hidden).state(behind, seat, theirs)
            if moves:
                before = game.position.copy()
                outlook.options(game.position, moves, outlooks)
                assert game.position == before
                Outlook(rules, hidden).options(behind, moves, seen)
            assert (mine, outlooks) == (theirs, seen)
            assert all(-4 <= value <= 12 for value in (*mine, *outlooks))
            check_rows(game, seat, moves, rows)
            check_next_cities(game, seat, of_game)
        # a new encoder writes the same as one that has seen other positions
        fresh = memory(size)
        Encoder(game.rules, encoder(game).hidden_money).state(game.position, seat, fresh)
        assert fresh == of_game


@pytest.mark.parametrize("number", KINDS)
def test_pieces_of_a_position_fill_the_layout(number: int) -> None:
    """Each piece has the right length: shorter ones would leave zeros, longer ones would be cut."""
    game = game_number(number) if number >= 0 else promo_game(-number)
    one = encoder(game)
    tables = tables_of(game.rules)
    assert calcsize(tables.piece_format) == 4 * one.size
    pieces: list[bytes] = []
    one._pack = lambda out, start, *given: pieces.extend(given)
    try:
        for now in positions_of(game, number, 60):
            pieces.clear()
            one.state(now.position, 0, memory(one.size))
            assert "".join(f"{len(piece)}s" for piece in pieces) == tables.piece_format
    finally:
        one._pack = Struct(tables.piece_format).pack_into


@pytest.mark.parametrize("number", [3, FIRST_DELUXE])
def test_encoder_updates_all_changes_of_a_game(number: int) -> None:
    """It recomputes only what a move has changed: houses, bids, cards."""
    first = game_number(number)
    hidden = first.options["money"] == "hidden"
    following = Encoder(first.rules, hidden)
    kept, fresh = memory(following.size), memory(following.size)
    for i, game in enumerate(positions_of(first, number, 1)):
        p = game.position
        seat = p.seat if p.seat >= 0 and i % 3 else i % game.rules.players
        following.state(p, seat, kept)
        if i % 4 == 0 or p.kind == "build":
            Encoder(game.rules, hidden).state(p, seat, fresh)
            assert kept == fresh


@pytest.mark.parametrize("number", [3, FIRST_DELUXE, FIRST_OUTPOST])
def test_outlook_updates_all_changes_back_and_forth(number: int) -> None:
    """It recomputes only what is affected by changed houses, plants or fuel."""
    first = game_number(number)
    hidden, rng = first.options["money"] == "hidden", Random(number)
    following = Outlook(first.rules, hidden)
    kept, fresh = memory(following.size), memory(following.size)
    seen = []
    for game in positions_of(first, number, 1):
        seen.append(game.position.copy())
        for p in (seen[-1], rng.choice(seen[-8:])):
            seat = rng.randrange(game.rules.players)
            following.state(p, seat, kept)
            Outlook(game.rules, hidden).state(p, seat, fresh)
            assert kept == fresh


@pytest.mark.parametrize("number", [3, FIRST_DELUXE])
def test_outlook_of_building_predicts_the_next_cities(number: int) -> None:
    """Cities that are neither encoded nor affordable are left out of the sums without changing the outlook."""
    outlooks, paid = memory(64 * OPTION_OUTLOOK_SIZE), set()
    for i, moment in enumerate(positions_of(game_number(number), number, 1)):
        moves: list[Move] = [*filter(lambda move: isinstance(move, Connect), moment.legal_moves)][:64]
        if not moves or moment.rules.automatic:
            continue
        game, seat = moment.copy(), moment.position.seat
        if i % 2:  # random players are never rich
            game.position.money = [400] * len(game.position.money)
        Outlook(game.rules, False).options(game.position, moves, outlooks)
        for row, move in enumerate(moves[:3]):
            told = dict(zip(OPTION_OUTLOOK, outlooks[row * OPTION_OUTLOOK_SIZE :], strict=False))
            then = game.copy()
            then.apply(move)
            p = then.position
            sums = (
                next_city_costs(BuildingSites(then.rules, p, seat), 5, [])
                if p.cities[seat] < then.rules.build_limit
                else []
            )
            wanted = [min(total, 1000) / 100 for total in sums[:3]] + [10.0] * (3 - len(sums))
            assert [told[f"next {n + 1}"] for n in range(3)] == pytest.approx(wanted)
            affords = sum(total <= p.money[seat] for total in sums)
            assert told["affords"] == pytest.approx(affords / 5)
            paid.add(affords)
    assert {0, 5} <= paid


def check_rows(game: Game, seat: int, moves: list[Move], rows: array[float]) -> None:
    """Check that rows joined from pieces equal those of `ReferenceRows`."""
    if not moves:
        return
    rules, p = game.rules, game.position
    numbers = ReferenceRows(rules, p, encoder(game).moves)
    highest = {}
    for span in rules.deciders[p.kind].ranges(rules, p, seat):
        for number in range(span.low, span.low + min(span.size, len(moves))):
            highest[span.make(number)] = span.low + span.size - 1
    for i, move in enumerate(moves):
        assert array("f", numbers.of(move, highest[move])) == rows[i * OPTION_SIZE : (i + 1) * OPTION_SIZE], move


def check_next_cities(game: Game, seat: int, state: array[float]) -> None:
    """Check that the next cities found among the nearest ones are those of an exhaustive search."""
    rules, p = game.rules, game.position
    if p.regions and len(p.reach[seat]) and p.cities[seat] < rules.build_limit:
        totals = next_city_costs(BuildingSites(rules, p, seat), 3, [])
        wanted = [min(total, 1000) / 100 for total in totals] + [1.0] * (3 - len(totals))
        assert [cell(game, state, "ahead", f"next {i + 1}") for i in range(3)] == pytest.approx(wanted)


def test_encoding_matches_the_layout() -> None:
    game = stromnetz.new_game("classic-2004", map="germany", players=3, seed=1, options={"money": "hidden"})
    state, rows = memory(encoder(game).size), memory(64 * OPTION_SIZE)
    moves = encode(game, 1, state, rows)
    assert VERSION == 1
    layout = encoder(game).layout
    assert sum(one.rows * len(one.columns) for one in layout) == encoder(game).size == len(state)
    assert moves == [Open(3, 3), Open(4, 4), Open(5, 5), Open(6, 6)]
    first = dict(zip(OPTION, rows[:OPTION_SIZE], strict=True))
    assert first["kind"] == encoder(game).moves.index("open")
    assert game.rules.card_refs[int(first["card"]) - 1] == 3
    assert first["cost"] == pytest.approx(0.03)
    assert first["money left"] == pytest.approx(0.47)
    assert cell(game, state, "companies", "money") == 0.5
    assert [cell(game, state, "companies", "money known", row) for row in range(3)] == [1, 0, 0]
    assert cell(game, state, "table", "asked auction") == cell(game, state, "table", "to decide") == 1
    assert [cell(game, state, "market", "current", row) for row in range(9)] == [1, 1, 1, 1, 0, 0, 0, 0, 0]
    three = game.rules.card_index[3]
    assert (cell(game, state, "cards", "current", three), cell(game, state, "cards", "future", three)) == (1, 0)
    assert cell(game, state, "fuels", "in market") == 1
    for move in (Open(3, 3), Bid(4)):
        game.apply(move)
    encode(game, game.position.seat, state, rows)
    assert cell(game, state, "auction", "running") == 1
    assert cell(game, state, "auction", "bid") == pytest.approx(0.04)
    assert cell(game, state, "auction", "rivals in") == pytest.approx(0.2)


def test_encoding_of_building() -> None:
    game = stromnetz.parse_position(
        {
            "edition": "classic-2004",
            "map": "germany",
            "phase": "building",
            "to_act": 0,
            "players": [{"money": 50, "cities": ["essen", "muenster"]}, {"cities": ["duesseldorf"]}],
        }
    )
    state, rows = memory(encoder(game).size), memory(64 * OPTION_SIZE)
    moves = encode(game, 0, state, rows)
    at = moves.index(Connect("aachen")) * OPTION_SIZE
    told = dict(zip(OPTION, rows[at : at + OPTION_SIZE], strict=True))
    assert told["cost"] == pytest.approx(0.21)
    assert told["place cost"] + 0 == pytest.approx(0.5)
    assert told["connection cost"] == pytest.approx(0.11)
    city = game.rules.city_index["aachen"]
    assert told["city"] == city + 1
    assert cell(game, state, "cities", "connection", city) == pytest.approx(0.11)
    assert cell(game, state, "cities", "own house", game.rules.city_index["essen"]) == 1
    assert cell(game, state, "ahead", "next 1") == min(
        rows[i * OPTION_SIZE + OPTION.index("cost")] for i, move in enumerate(moves) if isinstance(move, Connect)
    )


def test_outlook_of_a_position() -> None:
    """In the west of Germany, with fuel for one plant."""
    game = stromnetz.parse_position(
        {
            "edition": "classic-2004",
            "map": "germany",
            "phase": "building",
            "to_act": 0,
            "players": [
                {"money": 50, "cities": ["essen", "muenster"], "plants": [4, 5], "fuel": {"coal": 2}},
                {"cities": ["duesseldorf"]},
            ],
        }
    )
    outlook = Outlook(game.rules, False)
    state, rows, outlooks = memory(outlook.size), memory(64 * OPTION_SIZE), memory(64 * OPTION_OUTLOOK_SIZE)
    moves = encode(game, 0, memory(encoder(game).size), rows)
    outlook.both(game.position, moves, state, outlooks)
    own = dict(zip(OUTLOOK_COMPANY, state[len(OUTLOOK_RACE) :], strict=False))
    costs = sorted(round(100 * rows[i * OPTION_SIZE + OPTION.index("cost")]) for i in range(1, len(moves)))
    assert round(100 * own["next 1"]) == costs[0]
    assert own["next 1"] < own["next 2"] < own["next 3"]
    assert own["fuel"] > 0  # two of four markers are missing
    affords = sum(round(100 * own[f"next {i}"]) <= 50 for i in range(1, 6))
    assert own["affords"] == pytest.approx(affords / 5)
    at = moves.index(Connect("aachen"))
    then = dict(zip(OPTION_OUTLOOK, outlooks[at * OPTION_OUTLOOK_SIZE :], strict=False))
    assert then["missing fuel"] == pytest.approx(0.2)
    assert then["money after fuel"] == pytest.approx(0.29 - own["fuel"], abs=1e-6)
    assert then["capacity over cities"] == pytest.approx((2 - 3) / 10)
    assert then["lead in cities"] == pytest.approx((3 - 1) / 10)
    game.apply(Connect("aachen"))
    outlook.state(game.position, 0, state)  # as predicted by the row
    assert state[len(OUTLOOK_RACE)] == pytest.approx(then["next 1"])


def test_amounts_share_one_row() -> None:
    """Bids and purchases have a row for the lowest amount, with the highest possible one as a column."""
    game = stromnetz.new_game("classic-2004", players=4, seed=3)
    rng = Random(1)
    met: set[type[Move]] = set()
    state, rows = memory(encoder(game).size), memory(64 * OPTION_SIZE)
    while (decision := game.decision) is not None and len(met) < 3:
        moves = encode(game, decision.seat, state, rows)
        for i, move in enumerate(moves):
            if isinstance(move, Open | Bid | Buy):
                met.add(type(move))
                most = round(rows[i * OPTION_SIZE + OPTION.index("most")] * 100)
                legal = [one._values() for one in game.legal_moves if type(one) is type(move)]
                amounts = [values[-1] for values in legal if values[:-1] == move._values()[:-1]]
                assert (amounts[0], amounts[-1]) == (move._values()[-1], most)
        game.apply(game.legal_moves[rng.randrange(len(game.legal_moves))])
    assert met == {Open, Bid, Buy}


def test_encoding_of_a_bid_without_a_card() -> None:
    game = starting("bidding-choice")
    game.apply(Done())
    assert game.position.kind == "robot-bid"
    rows = memory(64 * OPTION_SIZE)
    assert encode(game, 0, memory(encoder(game).size), rows) == [Bid(0)]
    assert rows[OPTION.index("money left")] == rows[OPTION.index("most")] == pytest.approx(0.5)
    game.apply(Bid(3))
    assert encode(game, 1, memory(encoder(game).size), rows) == [Pass(), Bid(4)]
    assert rows[OPTION_SIZE + OPTION.index("cost")] == pytest.approx(0.04)


@pytest.mark.parametrize(
    ("source", "seat", "out"),
    [
        ("game", 4, memory(2000)),
        ("game", True, memory(2000)),
        ("game", 0, memory(10)),
        ("game", 0, array("d", bytes(8 * 2000))),
        ("game", 0, [0.0] * 2000),
        ("game", 0, memoryview(bytes(8000)).cast("f")),
        ("game", 0, memoryview(memory(4000))[::2]),
        ("view", 1, memory(2000)),
        ("nothing", 0, memory(2000)),
    ],
)
def test_bad_buffers_and_seats_are_refused(source: str, seat: Any, out: Any) -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    before = bytes(out) if isinstance(out, array) else None
    what: Any = {"game": game, "view": game.view(0), "nothing": None}[source]
    with pytest.raises(BadInput):
        encode(what, seat, out)
    assert before is None or bytes(out) == before


def test_any_buffer_of_floats_is_accepted() -> None:
    """Nothing is written beyond the encoding."""
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    size = encoder(game).size
    numbers = memory(size + 1)
    encode(game, 0, numbers)
    for other in (memoryview(bytearray(4 * size + 4)).cast("f"), memoryview(memory(3 * size))[size : 2 * size + 1]):
        encode(game, 0, other)
        assert list(other) == list(numbers)


def test_caches_of_game_kinds_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any combination of options is a kind of game, and a public server is asked for all of them."""
    assert encoder_of.cache_info().maxsize == tables_of.cache_info().maxsize == pieces_of.cache_info().maxsize == 64
    monkeypatch.setattr(network, "TABLES_CACHE_SIZE", 2)
    judge = network.PolicyNetwork(next(all_weights())[1], plain=True)
    for players in (2, 3, 4):
        game = stromnetz.new_game("classic-2004", map="germany", players=players, seed=1)
        assert len(judge.chances(game.rules, game.position, 0, False)) == 2
        assert len(judge._games) <= 2


def test_detached_view_is_refused() -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    with pytest.raises(BadInput, match="was sent"):
        encode(stromnetz.View.from_json(game.view(0).to_json()), 0, memory(2000))


def test_options_beyond_the_buffer_are_left_out() -> None:
    game = parse_game(stromnetz.new_game("classic-2004", players=4, seed=1).to_json())
    state = memory(encoder(game).size)
    assert len(encode(game, game.position.seat, state, memory(2 * OPTION_SIZE))) == 2
    with pytest.raises(BadInput):
        encode(game, game.position.seat, state, memory(OPTION_SIZE - 1))
