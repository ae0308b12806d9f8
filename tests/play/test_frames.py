"""Frames: saved form, sharing between copies, immutability, and frames of modules."""

from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any, ClassVar

import pytest

import stromnetz
from stromnetz import BadInput
from stromnetz.arena.invariants import InvariantError, check_position
from stromnetz.editions.compose import compose, promo_of
from stromnetz.engine.agenda import PhaseTurns, Round, SeatTurn
from stromnetz.engine.frames import NUMBER, Field, Frame
from stromnetz.engine.market import SETTLE
from stromnetz.engine.modules import Module
from stromnetz.engine.phases.auction import AUCTIONS, Auction, Bought
from stromnetz.engine.phases.scrap import AssignFrame, DiscardFuelFrame, ScrapFrame
from stromnetz.engine.phases.setup import bare_position
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules
from stromnetz.play.files.position_json import frame_from_json


@pytest.fixture(scope="module")
def rules() -> Rules:
    return stromnetz.new_game("classic-2009", players=3, seed=1).rules


def saved(rules: Rules) -> list[tuple[Frame, list[Any]]]:
    """A frame of each kind with its own values, and its form in saved games."""
    plant, transformer = rules.card(13), rules.card("transformer-station")
    return [
        (Round(3), ["round", 3]),
        (PhaseTurns("build", 5), ["turns", "build", 5]),
        (SeatTurn("build", 2, 0), ["turn", "build", 2, 0]),
        (AUCTIONS, ["auctions"]),
        (Auction(plant, 5, 20, 0, 2), ["auction", 13, 5, 20, 0, 2]),
        (Auction(transformer, 7, 0, NOBODY, 1), ["auction", "transformer-station", 7, 0, -1, 1]),
        (Bought(1, plant), ["bought", 1, 13]),
        (ScrapFrame(1, plant), ["scrap", 1, 13]),
        (DiscardFuelFrame(1, plant), ["discard-fuel", 1, 13]),
        (AssignFrame(1, transformer), ["assign", 1, "transformer-station"]),
        (SETTLE, ["settle"]),
    ]


def test_frames_are_saved_as_lists_and_read_back(rules: Rules) -> None:
    for frame, data in saved(rules):
        assert frame.to_json(rules) == data
        assert frame_from_json(rules, data) == frame
    assert len({frame for frame, _ in saved(rules)}) == len(saved(rules)), "no two of them are equal"


@pytest.mark.parametrize(("edition", "players"), [("classic-2009", 3), ("deluxe-europe", 2), ("outpost", 2)])
def test_every_frame_of_an_edition_is_registered_under_its_name(edition: str, players: int) -> None:
    rules = stromnetz.new_game(edition, players=players, seed=1).rules
    planned = [frame for n in (1, 2) for phase in rules.phases(n) for frame in phase.frames]
    for name, frame in rules.frames.items():
        assert frame.name == name
    for frame in [*planned, *rules.edition.round.opening_frames]:
        assert frame_from_json(rules, frame.to_json(rules)) == frame


def test_copies_share_frames_and_no_frame_ever_changes() -> None:
    game = stromnetz.new_game("classic-2004", players=3, seed=4)
    rng, kept = Random(4), list[tuple[list[Frame], str]]()
    for _ in range(150):
        agenda = game.position.copy().agenda
        assert all(mine is other for mine, other in zip(agenda, game.position.agenda, strict=True))
        kept.append((agenda, repr(agenda)))
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    assert all(repr(agenda) == was for agenda, was in kept)


@pytest.mark.parametrize("edition", ["classic-2004", "outpost"])
def test_copies_share_the_cards_out_of_the_way_which_never_change(edition: str) -> None:
    game = stromnetz.new_game(edition, players=3, seed=4)
    rng, kept = Random(4), list[tuple[list[int], list[int]]]()
    for _ in range(150):
        p, copy = game.position, game.position.copy()
        assert (copy.deck is p.deck, copy.under_deck is p.under_deck, copy.out_of_game is p.out_of_game) == (
            True,
            True,
            True,
        )
        kept += [(cards, cards[:]) for cards in (p.deck, p.under_deck, p.out_of_game)]
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    assert all(cards == were for cards, were in kept)
    assert len({len(cards) for cards, _ in kept}) > 10


def test_a_frame_about_a_card_is_some_seats_and_for_a_card_of_its_kind(rules: Rules) -> None:
    plant, transformer = rules.card(13), rules.card("transformer-station")
    for frame in (ScrapFrame(NOBODY, plant), ScrapFrame(0, transformer), AssignFrame(0, plant)):
        with pytest.raises(BadInput, match="is some seat's, for a card of the right kind"):
            frame.check(rules, Position(), AUCTIONS)


@pytest.mark.rule("X3")
def test_only_a_card_for_a_plant_is_put_on_one_and_only_where_there_is_one() -> None:
    options = {"promo": ["transformer-station", "warehouse"]}
    rules = stromnetz.new_game("classic-2004", players=3, seed=1, options=options).rules
    transformer, warehouse = rules.card("transformer-station"), rules.card("warehouse")
    p = bare_position(rules)
    p.plants[1] = (rules.card(13),)
    AssignFrame(1, transformer).check(rules, p, AUCTIONS)
    for seat, card in ((0, transformer), (1, warehouse)):
        with pytest.raises(BadInput, match=f"{rules.card_refs[card]!r} cannot lie on a plant of seat {seat}"):
            AssignFrame(seat, card).check(rules, p, AUCTIONS)


@pytest.mark.rule("T3")
def test_the_card_of_step_3_is_never_auctioned(rules: Rules) -> None:
    with pytest.raises(BadInput, match="'step-3' is never auctioned"):
        Auction(rules.card("step-3"), 0b111, 60, 0, 1).check(rules, bare_position(rules), AUCTIONS)


ROBOTS = {"id": "robots", "specs": ("random",), "first_seat": 2}
ALL_PROMO = {"promo": promo_of("classic-2004")}
CONSTANTS = ("module", "robots", "values_by_round", "minimum_bid", "id", "part", "from_step", "specs", "first_seat")


def constants(thing: object) -> dict[str, Any]:
    """The constants of a frame and its module, which are not saved."""
    held = {name: getattr(thing, name) for name in CONSTANTS if hasattr(thing, name)}
    return {name: constants(value) if isinstance(value, Module) else value for name, value in held.items()}


@pytest.mark.parametrize(
    ("edition", "players", "options", "named"),
    [
        ("classic-2004", 3, ALL_PROMO, {"taxes": {"module": {"id": "taxes", "part": 5, "from_step": 2}}}),
        ("classic-2009", 3, {"robots": ["random"]}, {"robot-turns": {"id": "build", "robots": ROBOTS}}),
        ("deluxe-north-america", 3, {}, {"marker-unsold": {"module": {"id": "discount-marker", "minimum_bid": 1}}}),
        ("outpost", 2, {}, {"discounts": {"values_by_round": [1, 2, 3, 4, 5]}}),
    ],
)
def test_frames_are_packed_with_what_is_constant_about_them(
    edition: str, players: int, options: dict[str, Any], named: dict[str, Any]
) -> None:
    frames = stromnetz.new_game(edition, players=players, seed=1, options=options).rules.frames
    for name, frame in frames.items():
        for again in (pickle.loads(pickle.dumps(frame)), copy.deepcopy(frame)):
            assert (type(again), again, constants(again)) == (type(frame), frame, constants(frame)), name
    for name, expected in named.items():
        assert constants(frames[name]) == expected


@pytest.mark.rule("E4")
def test_the_round_after_the_last_in_which_somebody_was_asked_is_the_last(rules: Rules) -> None:
    """A position that was set up counts as asked in round 1."""
    p = bare_position(rules)
    for ended in (False, True):
        p.agenda = [Round(len(rules.phases(p.round)))]
        p.agenda[-1].step(rules, p)
        assert (p.round, p.ended) == (2, ended)


def test_a_market_that_settles_may_have_an_empty_place() -> None:
    game = stromnetz.new_game("classic-2009", players=3, seed=1)
    p = game.position.copy()
    p.deck, p.market = [*p.deck, p.market[-1]], p.market[:-1]
    with pytest.raises(InvariantError, match="a place of the market is empty"):
        check_position(game.rules, p)
    p.agenda.append(SETTLE)
    check_position(game.rules, p)


class Countdown(Frame):
    """A frame of a module that stays on the agenda for a number of steps. ``word`` is constant and not saved."""

    __slots__ = ("left", "word")
    name: ClassVar[str] = "countdown"
    fields: ClassVar[dict[str, Field]] = {"left": NUMBER}
    transient: ClassVar[bool] = True

    def __init__(self, word: str, left: int) -> None:
        self.word = word
        self.left = left

    def filled(self, values: list[Any]) -> Frame:
        return Countdown(self.word, *values)

    def step(self, rules: Rules, p: Position) -> None:
        if self.left:
            p.agenda[-1] = Countdown(self.word, self.left - 1)
        else:
            p.agenda.pop()


def test_a_module_registers_a_frame_of_its_own() -> None:
    rules = compose("classic-2004", None, 3, {})
    with pytest.raises(BadInput, match="frames that begin with one of"):
        frame_from_json(rules, ["countdown", 2])
    rules.edition.round.add_frame(Countdown("now", 0))
    frame = frame_from_json(rules, ["countdown", 2])
    assert isinstance(frame, Countdown)
    assert (frame.word, frame.left) == ("now", 2)
    with pytest.raises(BadInput, match="whole number"):
        frame_from_json(rules, ["countdown", "two"])
    p = Position()
    p.agenda = [frame]
    seen = []
    while p.agenda:
        seen.append(p.agenda[-1].to_json(rules))
        p.agenda[-1].step(rules, p)
    assert seen == [["countdown", 2], ["countdown", 1], ["countdown", 0]]


@pytest.mark.parametrize(
    ("edition", "players", "promo"),
    [("classic-2004", 3, promo_of("classic-2004")), ("deluxe-north-america", 2, []), ("outpost", 2, [])],
)
def test_what_a_module_remembers_equals_its_copy_and_nothing_else(edition: str, players: int, promo: list[str]) -> None:
    options = {"promo": promo} if promo else {}
    states = stromnetz.new_game(edition, players=players, seed=1, options=options).position.modules
    assert len(states) > 1
    for state in states:
        copied = state.copy()
        assert (copied == state, type(copied), state == object()) == (True, type(state), False)
        assert not any(state == other for other in states if type(other) is not type(state))
