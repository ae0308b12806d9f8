"""Outpost, phase 3 b): who decides about the company board, and all possible arrangements."""

from itertools import chain, combinations, permutations

import pytest

from stromnetz import Done
from stromnetz.editions.outpost.moves import Arrange
from tests.helpers import asked
from tests.rules.outpost_companies import LABORATORIES, LIBRARY, MOON_BASE, at, turn
from tests.rules.outpost_tables import Card

# --- whether there is a choice ---


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("cards", "placed", "slots", "choice"),
    [
        ([], [], (4, 4), False),
        ([12, "16a"], [], (0, 0), False),
        ([12], [], (0, 4), False),
        (["16a"], [], (4, 0), False),
        ([LIBRARY, "32a", LABORATORIES], [], (4, 4), False),
        ([], [12, "16a"], (1, 1), False),
        ([], [12, "16a"], (4, 4), False),
        ([LIBRARY], [12], (1, 0), False),
        (["16a"], [12], (1, 0), False),
        ([13], [12], (1, 0), True),
        ([13], [12], (2, 0), True),
        ([12], [], (1, 0), True),
        (["16a"], [], (0, 1), True),
        (["05a"], ["05b"], (0, 1), True),
        ([MOON_BASE], [], (1, 0), True),
        ([MOON_BASE], [], (0, 1), True),
        ([MOON_BASE], [12], (1, 0), True),
        ([MOON_BASE], [], (0, 0), False),
        ([], [MOON_BASE], (1, 1), False),
    ],
)
def test_who_can_change_nothing_is_not_asked(
    cards: list[Card], placed: list[Card], slots: tuple[int, int], choice: bool
) -> None:
    game = turn(cards, placed, slots)
    game.apply(Done())
    assert (asked(game) == (0, "company")) == choice


# --- every arrangement, worked out another way ---

Board = tuple[Card | None, ...]


def fits(card: Card | None, slot: int, plant_slots: int) -> bool:
    kind = "plant" if slot < plant_slots else "housing"
    housing = isinstance(card, str) and card[:2] in ("05", "16", "26", "38")
    return card in (None, MOON_BASE) or kind == ("housing" if housing else "plant")


def reachable(cards: list[Card], placed: list[Card], slots: tuple[int, int]) -> set[frozenset[Card]]:
    """Slot by slot: cards are put on free slots or exchanged with one beside the board, any number of times."""
    count = sum(slots)
    lying: list[Card | None] = [*placed, *[None] * (count - len(placed))]
    todo = {board for board in permutations(lying) if all(fits(c, i, slots[0]) for i, c in enumerate(board))}
    seen: set[Board] = set()
    while todo:
        board = todo.pop()
        seen.add(board)
        for slot in range(count):
            for card in {*cards, *placed} - set(board):
                if fits(card, slot, slots[0]):
                    todo |= {(*board[:slot], card, *board[slot + 1 :])} - seen
    return {frozenset(card for card in board if card is not None) for board in seen}


@pytest.mark.rule("L15", "L14", "L31a")
@pytest.mark.parametrize(
    ("cards", "placed", "slots"),
    [
        ([12, 13, "16a", "16b"], [], (1, 1)),
        ([12, 13, "16a", "16b"], [], (2, 2)),
        ([13, 14, "16b"], [12, "16a"], (2, 2)),
        ([13, "16b"], [12, "16a"], (1, 1)),
        (["26a"], ["16a", "16b"], (1, 2)),
        ([12, "16a", MOON_BASE], [], (1, 1)),
        ([12, "16a", MOON_BASE], [], (2, 1)),
        ([12, "16a"], [MOON_BASE], (1, 1)),
        ([12, 13, "16a"], [MOON_BASE], (1, 0)),
        ([12, "16a", "16b"], [MOON_BASE], (0, 2)),
        ([13, "16b"], [12, MOON_BASE], (2, 0)),
        ([13, "16b"], [12, "16a", MOON_BASE], (2, 1)),
        ([13, MOON_BASE], [12, "16a"], (1, 1)),
    ],
)
def test_every_arrangement_that_exchanges_lead_to(
    cards: list[Card], placed: list[Card], slots: tuple[int, int]
) -> None:
    game = at("company", [*cards, LIBRARY], placed, slots)
    wanted = reachable(cards, placed, slots)
    moves = list(game.legal_moves)
    laid = [move.cards for move in moves if isinstance(move, Arrange)]
    assert moves.count(Done()) == 1
    assert len(laid) == len(moves) - 1 == len(wanted)
    assert {frozenset(one) for one in laid} == wanted
    own: list[Card] = [*cards, *placed, LIBRARY]
    for subset in chain.from_iterable(combinations(own, n) for n in range(len(own) + 1)):
        assert game.is_legal(Arrange(subset)) == (frozenset(subset) in wanted)
