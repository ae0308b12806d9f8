"""Promo cards wherever cards are drawn: draws are interrupted and resumed, and nothing is drawn twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

from stromnetz import Bid, Connect, Done, Event, Game, Move, Open, Pass, Run, SitOut, parse_position
from stromnetz.arena.invariants import check_position
from tests.helpers import decision, position, to_act
from tests.rules.reference_market import (
    AUCTIONED,
    CONTRACT,
    FLUX,
    FUEL,
    LEADER,
    MARKET,
    PARK,
    PLANTS,
    REFILL,
    SPY,
    STATION,
    STEP_3,
    SURPLUS,
    TAXES,
    UNDER_IT,
    WAREHOUSE,
    Card,
    ReferenceMarket,
)
from tests.rules.tables import CITIES, Cards, boxed, deck, market, stock

# --- the places where cards are drawn -------------------------------------------------------------------------------


class Site:
    """A position, the moves that lead to the draw, the winner of auctions, and what follows."""

    def __init__(
        self,
        phase: str,
        moves: Sequence[Move],
        expected_draws: Callable[[ReferenceMarket], None],
        winner: int = 0,
        **fields: Any,
    ) -> None:
        self.phase, self.moves, self.expected_draws, self.winner, self.fields = (
            phase,
            moves,
            expected_draws,
            winner,
            fields,
        )


def sale(book: ReferenceMarket) -> None:
    """Seat 2 bought what seat 0 had opened."""
    book.defers = True
    book.market.remove(12)
    book.fill()


def unsold(book: ReferenceMarket) -> None:
    """Nobody bought: A10, and at the end of the phase the effects of "Step 3" (T8)."""
    book.defers = True
    book.box_smallest("A10")
    book.fill()
    if STEP_3 in book.market:
        book.change()


def chain(book: ReferenceMarket) -> None:
    """The leader has connected another city: 11 is obsolete, and so is the plant drawn in its place."""
    book.leader += 1
    book.fill()


def step_2(book: ReferenceMarket) -> None:
    book.step = 2
    book.box_smallest("T2")
    book.fill()


def update(book: ReferenceMarket) -> None:
    book.stock = {fuel: n + REFILL[book.step - 1][fuel] for fuel, n in book.stock.items()}
    book.deck.append(book.market.pop())
    book.reshuffle.append(21)  # it lies under the deck when "Step 3" comes
    book.fill()
    book.order = [0, 2, 1]  # the next round: most cities, then the highest plant (O1)
    if CONTRACT in book.held:
        book.move_back()


SOLD = [Open(12, 12), Pass(), Bid(13), Pass()]
SITES = {
    "sale": Site("auctions", SOLD, sale),
    "unsold": Site("auctions", [SitOut(), SitOut(), SitOut()], unsold),
    "chain": Site("building", [Connect(CITIES[LEADER])], chain, winner=1, to_act=1),
    "step 2": Site("building", [Done()], step_2, to_act=0),
    "update": Site("bureaucracy", [Run()], update, to_act=2),
}


def after(name: str, book: ReferenceMarket) -> tuple[str, int, str, int, int]:
    """Phase, seat, decision, step and round after all draws."""
    step = 3 if book.gone() else book.step
    if name == "sale":
        return "auctions", next(seat for seat in book.order if seat != 2), "auction", book.step, 5
    if name == "unsold":
        return "fuel", book.order[-1], "fuel", step, 5
    if name == "chain":
        return "building", 1, "build", book.step, 5
    if name == "step 2":
        return "bureaucracy", book.order[0], "run", 2, 5
    return "auctions", book.order[0], "auction", step, 6


def begin(site: Site, step: int, cards: Cards, reshuffle: Cards) -> Game:
    """The winner leads with ten cities and has two plants, like everyone."""
    seats: list[dict[str, Any]] = [{"money": 200, "plants": plants} for plants in PLANTS]
    seats[site.winner]["cities"] = CITIES[:LEADER]
    return position(
        site.phase,
        seats,
        options={"promo": [*UNDER_IT, SPY]},
        market=MARKET,
        deck=list(cards),
        reshuffle=list(reshuffle),
        fuel_market=FUEL,
        order=[0, 1, 2],
        round=5,
        step=step,
        **site.fields,
    )


class Table:
    """Plays, saves and loads in the middle of every extra auction, and checks after every move."""

    def __init__(self, game: Game, winner: int, won: bool) -> None:
        self.game, self.winner, self.won = game, winner, won
        self.events: list[Event] = []
        self.auctions: list[Card] = []

    def apply(self, move: Move) -> None:
        self.events += self.game.apply(move)
        check_position(self.game.rules, self.game.position)
        assert len(self.game.legal_moves) > 0

    def drawn(self) -> list[Card]:
        return [e.to_json()["card"] for e in self.events if e.kind == "card-drawn"]

    def play_out(self) -> None:
        """Finish all extra auctions."""
        while (auction := self.game.view(None).auction) is not None and auction.extra:
            assert self.drawn()[-1] == auction.card, "nothing is drawn below a card that is auctioned"
            assert (auction.bid, auction.high, auction.bidders) == (0, None, [0, 1, 2])
            assert to_act(self.game) == self.game.view(None).order[0]
            self.auctions.append(auction.card)
            before = market(self.game), deck(self.game)
            first = len(self.events)
            while decision(self.game) == "bid" and self.drawn()[-1] == auction.card:
                assert (market(self.game), deck(self.game)) == before
                self.save_and_load()
                view = self.game.view(None).auction
                assert view is not None
                bids = self.won and to_act(self.game) == self.winner and not view.bid
                self.apply(Bid(10) if bids else Pass())
            if decision(self.game) == "assign":
                self.save_and_load()
                self.apply(self.game.legal_moves[0])
            wins = [e.to_json() for e in self.events[first:] if e.kind == "card-won"]
            assert wins == [{"kind": "card-won", "seat": self.winner, "card": auction.card, "price": 10}] * self.won

    def save_and_load(self) -> None:
        text = json.dumps(self.game.position_json())
        loaded = parse_position(json.loads(text))
        assert loaded.position == self.game.position
        assert json.dumps(loaded.position_json()) == text
        self.game = loaded


def decks(card: str, below: str, step: int, site: str) -> tuple[list[Card], list[Card]]:
    """The deck, and its order after the shuffle of "Step 3"; cards drawn before that may be auctioned again."""
    other = UNDER_IT[card]
    cards: list[Card] = [card, 24, 25, 26, 28, STEP_3]
    again: list[Card] = []
    if below == "promo":
        cards = [card, other, 24, 25, 26, 28, STEP_3]
    elif below == STEP_3:
        cards = [card, STEP_3, 24, other, 25, 26, 28]
        again = [other, 26, 25, 28, 24]
        if card == TAXES and step == 1 and site != "step 2":
            again.append(TAXES)  # it has gone under the deck
    return [7, *cards] if site == "chain" else cards, again


def cases() -> Iterator[Any]:
    # with ten cities step 2 begins before the first turn of phase 5 (T2)
    steps = {"step 2": (1,), "update": (2,)}
    for site in SITES:
        for step in steps.get(site, (1, 2)):
            for card in UNDER_IT:
                for below in ("plant", "promo", STEP_3):
                    both = card in AUCTIONED or (below != "plant" and UNDER_IT[card] in AUCTIONED)
                    for won in (True, False) if both else (False,):
                        how = ["won" if won else "passed"] * both
                        yield pytest.param(
                            site, step, card, below, won, id="-".join([site, str(step), card, below, *how])
                        )


@pytest.mark.rule("Q1", "Q1a", "X1")
@pytest.mark.parametrize(("name", "step", "card", "below", "won"), list(cases()))
def test_a_draw_goes_on(name: str, step: int, card: str, below: str, won: bool) -> None:
    site = SITES[name]
    cards, reshuffle = decks(card, below, step, name)
    book = ReferenceMarket(cards, reshuffle, step, site.winner, won)
    site.expected_draws(book)
    game = begin(site, step, cards, book.reshuffle)
    table = Table(game, site.winner, won)
    for move in site.moves:
        table.apply(move)
    money = table.game.view(None).players[site.winner].money
    first = next((c for c in book.drawn if c in AUCTIONED), None)
    auction = table.game.view(None).auction
    assert (auction and auction.card) == first, "a card that is auctioned interrupts, and nothing else does"
    table.play_out()
    game = table.game
    assert table.drawn() == book.drawn
    assert table.auctions == [c for c in book.drawn if c in AUCTIONED]
    assert market(game) == book.market
    assert (game.position_json()["places"], deck(game)) == (book.places, book.deck)
    assert boxed(table.events) == book.out_of_game
    assert stock(game) == book.stock
    assert game.position_json()["modules"][TAXES] == ("beside the market" if book.beside else "in the deck or gone")
    held = [[held.card for held in player.cards if held.card != SPY] for player in game.view(None).players]
    assert {s: sorted(map(str, cards)) for s, cards in enumerate(held) if cards} == (
        {site.winner: sorted(map(str, book.held))} if book.held else {}
    )
    assert money is not None
    assert game.view(None).players[site.winner].money == money - 10 * len(book.held)
    assert game.view(None).players[site.winner].cities == book.leader
    assert game.view(None).order == book.order
    view = game.view(None)
    assert (view.phase, to_act(game), decision(game), view.step, view.round) == after(name, book)
    if name == "chain":  # the builder's turn goes on; then whoever has not built yet
        table.apply(Connect(CITIES[LEADER + 1]))
        table.play_out()
        assert (to_act(table.game), decision(table.game)) == (1, "build")
        table.apply(Done())
        assert (to_act(table.game), decision(table.game)) == (0, "build")


@pytest.mark.rule("Q1a", "Q4")
@pytest.mark.parametrize(
    ("name", "card", "below", "won", "offer", "drawn"),
    [
        ("sale", WAREHOUSE, "plant", True, [11, 14, 15, 16, 19, 20, 21, 24], [WAREHOUSE, 24]),
        ("sale", PARK, "plant", True, [14, 15, 16, 19, 20, 21, 24, 25], [PARK, 24, 25]),
        ("unsold", FLUX, "plant", False, [14, 15, 16, 19, 20, 21, 24, FLUX], [FLUX, 24]),
        ("chain", PARK, "plant", True, [14, 15, 16, 19, 20, 21, 24, 25], [7, PARK, 24, 25]),
        ("chain", PARK, STEP_3, True, [15, 16, 19, 20, 21, 26], [7, PARK, STEP_3, CONTRACT, 26]),
        ("step 2", STATION, STEP_3, True, [14, 15, 16, 19, 20, 21], [STATION, STEP_3]),
        ("update", SURPLUS, "promo", False, [11, 12, 14, 15, 16, 19, 20, 24], [SURPLUS, TAXES, 24]),
    ],
)
def test_the_book_says_what_one_works_out_by_hand(
    name: str, card: str, below: str, won: bool, offer: list[Card], drawn: list[Card]
) -> None:
    book = ReferenceMarket(*decks(card, below, 2, name), 2, SITES[name].winner, won)
    SITES[name].expected_draws(book)
    assert (book.market, book.drawn) == (offer, drawn)
