"""Plans: several moves at once, all or none, undone together."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Bid, Buy, Connect, Done, Game, IllegalMove, Move, NotYourTurn, Open, StromnetzError
from stromnetz.play.files.record_text import row_text
from stromnetz.play.files.stored_games import resume
from stromnetz.play.words.text import words_for
from tests.helpers import position, refused

MARKET = [6, 7, 8, 9, 10, 11, 12, 14]
CITIES = [Connect("essen"), Connect("duisburg"), Connect("duesseldorf"), Done()]


def building(**fields: Any) -> Game:
    seats: list[dict[str, Any]] = [{"plants": [5], "money": 80}, {"plants": [4]}]
    return position(
        "building", seats, **{"order": [1, 0], "round": 3, "market": MARKET, "deck": [20, 25, 30], **fields}
    )


def reloaded(game: Game) -> Game:
    """The game from its record, and from the rows that a server stores; both must be equal to it."""
    record = game.to_json()
    read = stromnetz.parse_game(record)
    kept = [(one["seq"], one["position"]) for one in record["snapshots"][:1]]
    assert read == game
    resumed = resume(record, record["rows"], kept, record["snapshots"][-1]["position"])
    assert resumed == game
    assert read.undo_seats == resumed.undo_seats == game.undo_seats
    return read


def test_a_plan_is_the_same_as_its_moves() -> None:
    one, other = building(), building()
    events = one.play(CITIES, seat=0)
    assert events == [event for move in CITIES for event in other.apply(move)]
    assert one.position == other.position
    assert [row._replace(plan=None) for row in one.rows] == list(other.rows)
    assert [row.plan for row in one.rows] == [None, None, 1, 1, 1]
    assert one.rows[2].to_json()["plan"] == 1
    assert "plan" not in one.rows[1].to_json()
    assert [row_text(row) for row in one.rows] == [json.dumps(row.to_json()) for row in one.rows]


def nearly_full() -> tuple[Game, str]:
    """One city of the only region is free; once it is connected, there is nothing left to build."""
    everywhere = building().view(None).cities_by_region()["northwest"]
    *taken, last = everywhere
    seats: list[dict[str, Any]] = [{"plants": [5], "money": 300, "cities": taken}, {"plants": [4], "money": 50}]
    fields = {"order": [1, 0], "round": 3, "market": MARKET, "deck": [20, 25, 30], "regions": ["northwest"]}
    return position("building", seats, **fields), last


def test_a_turn_that_ends_by_itself_needs_no_done() -> None:
    """If nothing more can be bought or built, no decision is left; a plan may still end with ``Done``."""
    (said, last), (unsaid, _) = nearly_full(), nearly_full()
    said.play([Connect(last), Done()], seat=0)
    unsaid.play([Connect(last)], seat=0)
    assert said == unsaid
    assert said.view(None).phase != "building"
    assert reloaded(said).rows[-1].move == Connect(last)
    # nothing but that it is over
    for more in ([Connect(last), Done()], [Done(), Done()]):
        game, _ = nearly_full()
        with pytest.raises(StromnetzError):
            game.play([Connect(last), *more], seat=0)
        assert game == nearly_full()[0]


@pytest.mark.rule("G1")
def test_one_undo_takes_a_plan_back() -> None:
    game = building()
    before = game.position
    game.play(CITIES)
    assert game.undo_seats == [0]
    game = reloaded(game)
    game.undo(0)
    assert game.position == before
    assert game.rows[-1].to_json() == {"seq": 5, "seat": 0, "undo": 1}
    assert game.undo_seats == []
    with refused("G1", game):
        game.undo(0)
    game = reloaded(game)
    game.play(CITIES[:2])
    assert [row.plan for row in game.rows[6:]] == [None, 6]
    reloaded(game).undo(0)


@pytest.mark.rule("G1")
def test_moves_and_plans_are_taken_back_one_after_another() -> None:
    game = building()
    before = [game.position]
    for plan in (CITIES[:1], CITIES[1:3], CITIES[3:]):
        game.play(plan)
        before.append(game.position)
    game = reloaded(game)
    for n in (2, 1, 0):
        game.undo(0)
        assert game.position == before[n]
        game = reloaded(game)


@pytest.mark.parametrize(
    ("plan", "kind", "number"),
    [
        ([CITIES[0], CITIES[1], Connect("essen")], IllegalMove, 2),
        ([CITIES[0], {"kind": "connect", "city": "atlantis"}], BadInput, 1),
        ([CITIES[0], {"kind": "dig"}], BadInput, 1),
        ([CITIES[0], "essen"], BadInput, 1),
        ([CITIES[0], Buy("oil", 1)], StromnetzError, 1),
        ([CITIES[0], Done(), CITIES[1]], NotYourTurn, 2),
        ([Connect("atlantis"), Done()], BadInput, 0),
    ],
)
def test_what_is_refused_midway_leaves_nothing(plan: list[Any], kind: type[StromnetzError], number: int) -> None:
    game = building()
    before, rows, undo = game.position.copy(), list(game.rows), game.undo_seats
    with pytest.raises(kind) as caught:
        game.play(plan, seat=0)
    assert caught.value.move == number
    assert caught.value.to_json()["move"] == number
    assert str(caught.value).startswith(f"move {number + 1} of the plan: ")
    assert (game.position, list(game.rows), game.undo_seats) == (before, rows, undo)


def test_a_refusal_names_the_move_in_every_language() -> None:
    game = building()
    with pytest.raises(IllegalMove) as caught:
        game.play([CITIES[0], CITIES[0]])
    said = [words_for(game, language).refusal(caught.value) for language in ("en", "de", "nl")]
    assert [text.split(":")[0] for text in said] == ["Move 2 of the plan", "Zug 2 des Plans", "Zet 2 van het plan"]


@pytest.mark.parametrize("plan", [[], {}, {"kind": "done"}, "done", None, 3])
def test_what_is_no_plan_is_refused(plan: Any) -> None:
    game = building()
    with pytest.raises(BadInput, match="a plan"):
        game.play(plan)
    assert game.version == 0


def test_a_plan_of_another_seat_is_refused() -> None:
    game = building()
    with pytest.raises(NotYourTurn):
        game.play(CITIES, seat=1)
    assert game.version == 0


@pytest.mark.rule("G1")
def test_a_plan_ends_with_the_move_that_turns_up_a_card() -> None:
    """A move that is refused after it would have revealed the card for nothing. Ending the turn reveals nothing."""
    cities = ["essen", "duisburg", "duesseldorf", "dortmund", "muenster", "koeln"]
    game = building(houses={city: [0] for city in cities[:5]})
    drawing = Connect(cities[5])  # the sixth city: plant 6 is obsolete, another card comes
    for plan in ([drawing, Connect("aachen")], [drawing, Connect("atlantis")], [drawing, Done(), Done()]):
        with refused("G1", game) as refusal:
            game.play(plan)
        assert refusal.error is not None
        assert (refusal.error.move, refusal.error.case) == (0, "plan-past-a-card")
    split = game.copy()
    game.play([drawing, Done()])
    assert game.undo_seats == []
    with refused("G1", game):
        game.undo(0)
    reloaded(game)
    split.play([drawing])
    split.play([Done()])
    assert reloaded(split).undo_seats == [0]
    for more in (Done(), Connect("aachen")):
        record = game.to_json()
        record["rows"].append({**record["rows"][2], "seq": 3, "move": more.to_json()})
        with pytest.raises(BadInput, match="row 3"):
            stromnetz.parse_game(record)


def test_a_record_whose_plan_does_not_hang_together_is_refused() -> None:
    game = building()
    game.play(CITIES)
    record = game.to_json()
    for row, plan in ((1, 0), (2, 2), (3, 2), (3, 0), (3, "1"), (2, 1.5), (3, None), (3, [1])):
        bad = {**record, "rows": [dict(one) for one in record["rows"]]}
        bad["rows"][row]["plan"] = plan
        with pytest.raises(BadInput, match=f"row {row}"):
            stromnetz.parse_game(bad)


def test_whole_games_of_plans_are_kept_and_taken_back() -> None:
    """Random moves, in plans where the turn and the cards allow it, sometimes undone."""
    rng = random.Random(5)
    game = stromnetz.new_game("classic-2004", players=3, seed=4, options={"short": True})
    plans = undone = 0
    while game.decision is not None and game.version < 400:
        draft, moves = game.copy(), list[Move]()
        while draft.position.seat == game.position.seat and len(moves) < 4:
            move = rng.choice(list(draft.legal_moves)[:40])
            asked = draft.position.kind
            if move == Done() and moves and {"buy": "fuel", "connect": "build"}.get(moves[-1].kind, asked) != asked:
                break  # it would be the one of the turn before, which has ended by itself
            draft.apply(move)
            moves.append(move)
            if any(event.reveals for event in draft.rows[-1].events):
                break
        before = game.position
        game.play(moves)
        assert game.position == draft.position
        plans += len(moves) > 1
        if game.undo_seat is not None and rng.random() < 0.3:
            game.undo(game.undo_seat)
            assert game.position == before
            undone += 1
    assert plans > 20
    assert undone > 10
    reloaded(game)


def test_a_bid_after_an_opening_belongs_to_another() -> None:
    game = position("auctions", [{"plants": [5]}, {"plants": [4]}], market=MARKET, deck=[20, 25, 30])
    with pytest.raises(NotYourTurn) as caught:
        game.play([Open(6, 6), Bid(7)])
    assert caught.value.move == 1
