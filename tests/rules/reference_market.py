"""A second, slow implementation of draws: the effects of promo cards on market, deck and box."""

from __future__ import annotations

from tests.rules.tables import Cards

Card = int | str

FLUX = "flux-generator"
STATION = "transformer-station"
PARK = "theme-park"
CONTRACT = "supply-contract"
TAXES = "taxes"
WAREHOUSE = "warehouse"
SHORTAGE = "shortage"
SURPLUS = "surplus"
STEP_3 = "step-3"
SPY = "industrial-espionage"

AUCTIONED = (STATION, PARK, CONTRACT, WAREHOUSE)
# Every card of the deck, and another one that lies under it.
UNDER_IT = {
    FLUX: WAREHOUSE,
    STATION: PARK,
    PARK: CONTRACT,
    CONTRACT: WAREHOUSE,
    TAXES: SHORTAGE,
    WAREHOUSE: STATION,
    SHORTAGE: SURPLUS,
    SURPLUS: TAXES,
}
MARKET = [11, 12, 14, 15, 16, 19, 20, 21]
PLANTS = [[4, 13], [5, 18], [3, 22]]
FUEL = {"coal": 5, "oil": 6, "garbage": 4, "uranium": 2}
REFILL = [{"coal": 4, "oil": 2, "garbage": 1, "uranium": 1}, {"coal": 5, "oil": 3, "garbage": 2, "uranium": 1}]
"""Refills for three players, in step 1 and in step 2 (C5)."""
LEADER = 10


def number(card: Card) -> float:
    """The sort key: the Flux Generator is 33 1/3, "Step 3" larger than any plant."""
    return card if isinstance(card, int) else {FLUX: 33 + 1 / 3, STEP_3: 99}[card]


class ReferenceMarket:
    """The expected state after a series of draws."""

    def __init__(self, cards: Cards, reshuffle: Cards, step: int, winner: int, won: bool) -> None:
        self.market: list[Card] = list(MARKET)
        self.deck = list(cards)
        self.reshuffle = list(reshuffle)
        self.step = step
        self.winner, self.won = winner, won
        self.places = 8
        self.leader = LEADER
        self.order = [0, 1, 2]
        self.stock = dict(FUEL)
        self.drawn: list[Card] = []
        self.out_of_game: list[tuple[Card, str]] = []
        self.held: list[Card] = []
        self.beside = False
        self.defers = False
        """Phase 2: "Step 3" stays on offer until the phase ends (T3a)."""

    def box_smallest(self, rule: str) -> None:
        if self.market and self.market[0] != STEP_3:
            self.out_of_game.append((self.market.pop(0), rule))

    def fill(self) -> None:
        """Draw until every place is filled (M5)."""
        while True:
            if self.market and number(self.market[0]) <= self.leader:
                self.box_smallest("M3")
            elif len(self.market) < self.places and self.deck:
                self.draw()
            else:
                return

    def draw(self) -> None:
        card = self.deck.pop(0)
        self.drawn.append(card)
        if isinstance(card, int) and card <= self.leader:
            self.out_of_game.append((card, "M3"))
        elif isinstance(card, int) or card == FLUX:
            self.market = sorted([*self.market, card], key=number)
            if card == FLUX:
                self.box_smallest("Q2")
        elif card in AUCTIONED:
            self.auction(card)
        elif card == TAXES:
            if self.step == 1:
                self.deck.append(card)
            else:
                self.beside = True
        elif card == STEP_3:
            self.draw_step_3()
        else:
            fuel, count = ("coal", -3) if card == SHORTAGE else ("uranium", 1)
            self.stock[fuel] += count
            self.out_of_game.append((card, "Q9" if card == SHORTAGE else "Q10"))

    def auction(self, card: Card) -> None:
        if not self.won:
            self.out_of_game.append((card, "X2"))
            return
        self.held.append(card)
        if card == PARK:
            self.leader += 1
        elif card == CONTRACT:
            self.move_back()

    def move_back(self) -> None:
        i = self.order.index(self.winner)
        if i < 2:
            self.order[i : i + 2] = self.order[i + 1], self.winner

    def draw_step_3(self) -> None:
        self.deck = list(self.reshuffle)
        if self.defers:
            self.market.append(STEP_3)
        else:
            self.out_of_game.append((STEP_3, "T3"))
            self.change()

    def change(self) -> None:
        """Make the step 3 change, after that of step 2 if it has not been made (T3, T5)."""
        if self.step == 1:
            self.box_smallest("T5")
            self.places = len(self.market) + 1
            self.fill()
        if STEP_3 in self.market:
            self.market.remove(STEP_3)
            self.out_of_game.append((STEP_3, "T3"))
        self.box_smallest("T3")
        self.places = 6

    def gone(self) -> bool:
        """Whether the step 3 change has been made."""
        return (STEP_3, "T3") in self.out_of_game
