"""Positions and options as numbers: the same for all that a seat cannot tell apart, and what the layout says."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from struct import Struct, calcsize
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, Connect, Done, Game, Move, Open, Pass, load_game
from stromnetz.bots.master import all_weights
from stromnetz.learn import OPTION, OPTION_SIZE, VERSION, Encoder, encode, encoder_of, network
from stromnetz.learn.city_features import Sites, next_cities
from stromnetz.learn.columns import LOOK, LOOK_SIZE, OUTLOOK_COMPANY, OUTLOOK_RACE
from stromnetz.learn.option_features import pieces_of
from stromnetz.learn.outlook import Outlook
from stromnetz.learn.tables import tables_of
from tests.learn.reference_rows import ReferenceRows
from tests.properties.games import FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS, game_number
from tests.properties.promo_games import promo_game
from tests.rules.test_robots_first_city import starting

KINDS = [
    *range(0, 20, 3),
    *[start + i for start in (FIRST_DELUXE, FIRST_OUTPOST, FIRST_ROBOTS) for i in (0, 3, 7)],
    -1,
    -6,
]
"""Games of every edition, map, number of players, module and variant."""


def memory(numbers: int) -> array[float]:
    return array("f", bytes(4 * numbers))


def encoder(game: Game) -> Encoder:
    return encoder_of(game.rules, game.options["money"] == "hidden")


def moments(game: Game, seed: int, every: int) -> Iterator[Game]:
    """A game at some of its decisions, played at random."""
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
def test_a_seat_is_told_what_its_view_tells(number: int) -> None:
    """The position of a view has nothing hidden in it: what comes out of the true one must be the same."""
    first = game_number(number) if number >= 0 else promo_game(-number)
    ahead = Outlook(first.rules, first.options["money"] == "hidden")
    for game in moments(first, number, 40):
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
            # the outlook too, be it of one that has followed the game or of one that has just come
            mine, theirs = memory(ahead.size), memory(ahead.size)
            looks, seen = memory(64 * LOOK_SIZE), memory(64 * LOOK_SIZE)
            rules, behind, hidden = game.view(seat).known_position()
            ahead.state(game.position, seat, mine)
            Outlook(rules, hidden).state(behind, seat, theirs)
            if moves:
                before = game.position.copy()
                ahead.options(game.position, moves, looks)
                assert game.position == before
                Outlook(rules, hidden).options(behind, moves, seen)
            assert (mine, looks) == (theirs, seen)
            assert all(-4 <= value <= 12 for value in (*mine, *looks))
            told_apart(game, seat, moves, rows)
            told_ahead(game, seat, of_game)
        # an encoder that has just come writes what one writes that has seen other positions
        fresh = memory(size)
        Encoder(game.rules, encoder(game).hidden_money).state(game.position, seat, fresh)
        assert fresh == of_game


@pytest.mark.parametrize("number", KINDS)
def test_the_pieces_of_a_position_fill_its_layout(number: int) -> None:
    """Each piece is as long as its place: a shorter one would leave zeros, a longer one would lose its end."""
    game = game_number(number) if number >= 0 else promo_game(-number)
    one = encoder(game)
    tables = tables_of(game.rules)
    assert calcsize(tables.form) == 4 * one.size
    pieces: list[bytes] = []
    one._pack = lambda out, start, *given: pieces.extend(given)
    try:
        for now in moments(game, number, 60):
            pieces.clear()
            one.state(now.position, 0, memory(one.size))
            assert "".join(f"{len(piece)}s" for piece in pieces) == tables.form
    finally:
        one._pack = Struct(tables.form).pack_into


@pytest.mark.parametrize("number", [3, FIRST_DELUXE])
def test_an_encoder_that_follows_a_game_forgets_nothing(number: int) -> None:
    """It works out again only what a move has changed: another house, another bid, a card that was sold."""
    first = game_number(number)
    hidden = first.options["money"] == "hidden"
    following = Encoder(first.rules, hidden)
    kept, fresh = memory(following.size), memory(following.size)
    for i, game in enumerate(moments(first, number, 1)):
        p = game.position
        seat = p.seat if p.seat >= 0 and i % 3 else i % game.rules.players
        following.state(p, seat, kept)
        if i % 4 == 0 or p.kind == "build":
            Encoder(game.rules, hidden).state(p, seat, fresh)
            assert kept == fresh


@pytest.mark.parametrize("number", [3, FIRST_DELUXE, FIRST_OUTPOST])
def test_an_outlook_that_goes_to_and_fro_forgets_nothing(number: int) -> None:
    """It works out again only what other houses, plants or fuel can change, whether there are more of them or fewer."""
    first = game_number(number)
    hidden, rng = first.options["money"] == "hidden", Random(number)
    following = Outlook(first.rules, hidden)
    kept, fresh = memory(following.size), memory(following.size)
    seen = []
    for game in moments(first, number, 1):
        seen.append(game.position.copy())
        for p in (seen[-1], rng.choice(seen[-8:])):
            seat = rng.randrange(game.rules.players)
            following.state(p, seat, kept)
            Outlook(game.rules, hidden).state(p, seat, fresh)
            assert kept == fresh


@pytest.mark.parametrize("number", [3, FIRST_DELUXE])
def test_an_option_to_build_says_what_comes_next(number: int) -> None:
    """Cities that are neither shown nor paid for are left out of the sums, and nothing is different for it."""
    looks, paid = memory(64 * LOOK_SIZE), set()
    for i, moment in enumerate(moments(game_number(number), number, 1)):
        moves: list[Move] = [*filter(lambda move: isinstance(move, Connect), moment.legal_moves)][:64]
        if not moves or moment.rules.automatic:
            continue
        game, seat = moment.copy(), moment.position.seat
        if i % 2:  # nobody who plays at random is ever rich
            game.position.money = [400] * len(game.position.money)
        Outlook(game.rules, False).options(game.position, moves, looks)
        for row, move in enumerate(moves[:3]):
            told = dict(zip(LOOK, looks[row * LOOK_SIZE :], strict=False))
            then = game.copy()
            then.apply(move)
            p = then.position
            sums = next_cities(Sites(then.rules, p, seat), 5, []) if p.cities[seat] < then.rules.build_limit else []
            wanted = [min(total, 1000) / 100 for total in sums[:3]] + [10.0] * (3 - len(sums))
            assert [told[f"next {n + 1}"] for n in range(3)] == pytest.approx(wanted)
            affords = sum(total <= p.money[seat] for total in sums)
            assert told["affords"] == pytest.approx(affords / 5)
            paid.add(affords)
    assert {0, 5} <= paid


def told_apart(game: Game, seat: int, moves: list[Move], rows: array[float]) -> None:
    """Rows are put together from pieces: they hold what is worked out number by number."""
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


def told_ahead(game: Game, seat: int, state: array[float]) -> None:
    """The next cities are found among the nearest ones: they cost what looking at all of them finds."""
    rules, p = game.rules, game.position
    if p.regions and len(p.reach[seat]) and p.cities[seat] < rules.build_limit:
        totals = next_cities(Sites(rules, p, seat), 3, [])
        wanted = [min(total, 1000) / 100 for total in totals] + [1.0] * (3 - len(totals))
        assert [cell(game, state, "ahead", f"next {i + 1}") for i in range(3)] == pytest.approx(wanted)


def test_the_numbers_are_what_the_layout_says() -> None:
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


def test_building_and_fuel_tell_prices() -> None:
    game = stromnetz.load_position(
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


def test_the_outlook_says_what_a_player_works_out() -> None:
    """West of Germany: coal for plant 4 at hand, 37 missing two markers; the cities around with their prices."""
    game = stromnetz.load_position(
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
    ahead = Outlook(game.rules, False)
    state, rows, looks = memory(ahead.size), memory(64 * OPTION_SIZE), memory(64 * LOOK_SIZE)
    moves = encode(game, 0, memory(encoder(game).size), rows)
    ahead.both(game.position, moves, state, looks)
    own = dict(zip(OUTLOOK_COMPANY, state[len(OUTLOOK_RACE) :], strict=False))
    costs = sorted(round(100 * rows[i * OPTION_SIZE + OPTION.index("cost")]) for i in range(1, len(moves)))
    assert round(100 * own["next 1"]) == costs[0]
    assert own["next 1"] < own["next 2"] < own["next 3"]
    assert own["fuel"] > 0  # two of four markers are missing
    affords = sum(round(100 * own[f"next {i}"]) <= 50 for i in range(1, 6))
    assert own["affords"] == pytest.approx(affords / 5)
    at = moves.index(Connect("aachen"))
    then = dict(zip(LOOK, looks[at * LOOK_SIZE :], strict=False))
    assert then["missing fuel"] == pytest.approx(0.2)
    assert then["money after fuel"] == pytest.approx(0.29 - own["fuel"], abs=1e-6)
    assert then["capacity over cities"] == pytest.approx((2 - 3) / 10)
    assert then["lead in cities"] == pytest.approx((3 - 1) / 10)
    game.apply(Connect("aachen"))
    ahead.state(game.position, 0, state)  # what the row foresaw is what is the case then
    assert state[len(OUTLOOK_RACE)] == pytest.approx(then["next 1"])


def test_amounts_are_one_row() -> None:
    """A bid, an opening bid or a purchase is told at its lowest, with the highest that is possible."""
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


def test_a_bid_for_something_else_than_a_card_is_told() -> None:
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
def test_bad_memory_and_seats_are_refused(source: str, seat: Any, out: Any) -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    before = bytes(out) if isinstance(out, array) else None
    what: Any = {"game": game, "view": game.view(0), "nothing": None}[source]
    with pytest.raises(BadInput):
        encode(what, seat, out)
    assert before is None or bytes(out) == before


def test_memory_of_any_make_is_written_to() -> None:
    """And no further than the numbers go."""
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    size = encoder(game).size
    numbers = memory(size + 1)
    encode(game, 0, numbers)
    for other in (memoryview(bytearray(4 * size + 4)).cast("f"), memoryview(memory(3 * size))[size : 2 * size + 1]):
        encode(game, 0, other)
        assert list(other) == list(numbers)


def test_kinds_of_games_are_forgotten_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are as many as mixtures of options, and a public server is asked for any of them."""
    assert encoder_of.cache_info().maxsize == tables_of.cache_info().maxsize == pieces_of.cache_info().maxsize == 64
    monkeypatch.setattr(network, "TABLES_CACHE_SIZE", 2)
    judge = network.PolicyNetwork(next(all_weights())[1], plain=True)
    for players in (2, 3, 4):
        game = stromnetz.new_game("classic-2004", map="germany", players=players, seed=1)
        assert len(judge.chances(game.rules, game.position, 0, False)) == 2
        assert max(len(judge._mappings), len(judge._encoders)) <= 2


def test_a_view_that_was_sent_is_refused() -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    with pytest.raises(BadInput, match="was sent"):
        encode(stromnetz.View.from_json(game.view(0).to_json()), 0, memory(2000))


def test_options_without_room_are_left_out() -> None:
    game = load_game(stromnetz.new_game("classic-2004", players=4, seed=1).to_json())
    state = memory(encoder(game).size)
    assert len(encode(game, game.position.seat, state, memory(2 * OPTION_SIZE))) == 2
    with pytest.raises(BadInput):
        encode(game, game.position.seat, state, memory(OPTION_SIZE - 1))
