"""Hidden cards: what is known about them, and dealing them at random."""

from __future__ import annotations

from random import Random

from stromnetz.editions.deck import known_top
from stromnetz.engine.position import STEP_3_TO_COME, Position
from stromnetz.engine.rules import Rules
from stromnetz.play.files.position_json import cards_in

from .redaction import UNKNOWN


class FaceDown:
    """Knowledge about hidden cards; computed once per view, however many games are sampled from it."""

    def __init__(self, rules: Rules, p: Position, back: str | None) -> None:
        """Collect the knowledge; ``back`` is the back of the top card."""
        self.rules = rules
        self.cards = _unseen(rules, p)
        """The cards in the deck or removed unseen, except those under the deck."""
        self.deck = _known_deck(rules, p, set(self.cards), back)
        """The deck, top card last, with the cards whose place is known."""
        self.certain = _sure(rules, p, set(self.cards), self.deck)
        """The cards that are certainly in the deck; the other hidden ones may have been removed."""
        placed = set(self.deck)
        self.unplaced = [card for card in self.cards if card not in placed]
        may_be_out = [card for card in self.unplaced if card not in self.certain]
        self.out = _out(rules, len(p.removed), may_be_out, self.unplaced)
        """Numbers of removed cards, each with the cards that they are among."""
        self.backs = [(place, wanted) for place, wanted in _top_backs(rules, p, back) if self.deck[place] == UNKNOWN]
        """Places of the deck with a known back, from the top."""

    def deal(self, p: Position, rng: Random) -> None:
        """Deal the hidden cards; all deals that agree with what is known are equally likely."""
        out = {card for cards, count in self.out for card in rng.sample(cards, count)}
        rest = [card for card in self.unplaced if card not in out]
        deck = self.deck[:]
        for place, wanted in self.backs:
            deck[place] = self._with_back(rest, out, wanted, rng)
        rng.shuffle(rest)
        p.deck = [rest.pop() if card == UNKNOWN else card for card in deck]
        p.removed = sorted(out)

    def _with_back(self, rest: list[int], out: set[int], back: str | None, rng: Random) -> int:
        """Take a card with this back; only handwritten positions may lack one."""
        cards = self.rules.cards
        fit = [card for card in rest if cards[card].back == back]
        if not fit:
            taken_out = [card for card in sorted(out) if cards[card].back == back]
            if taken_out:
                out.remove(taken_out[0])
                out.add(rest.pop())
                return taken_out[0]
            fit = rest
        card = rng.choice(fit)
        rest.remove(card)
        return card


def _unseen(rules: Rules, p: Position) -> list[int]:
    q = p.copy()
    q.deck, q.removed = q.under_deck, []
    seen = set(cards_in(rules, q))
    return [card for card in range(len(rules.cards)) if card not in seen]


def _known_deck(rules: Rules, p: Position, hidden: set[int], back: str | None) -> list[int]:
    """Return the deck with known cards: those put under it openly, and "Step 3" right above them until it is drawn.

    In a handwritten set-up this may be wrong; then the back of the top card decides.
    """
    deck = p.deck[:]
    deck[: len(p.under_deck)] = p.under_deck[::-1]
    step_3 = rules.step_3_card
    if p.step_3 == STEP_3_TO_COME and step_3 in hidden and len(deck) > len(p.under_deck):
        deck[len(p.under_deck)] = step_3
    top = known_top(rules, p)[0]
    if top in hidden and deck[-1:] == [UNKNOWN]:
        deck[-1] = top
    if deck and deck[-1] in hidden and rules.cards[deck[-1]].back != back:
        deck[-1] = UNKNOWN
    return deck


def _sure(rules: Rules, p: Position, hidden: set[int], deck: list[int]) -> set[int]:
    if not p.removed:
        return hidden | set(p.under_deck)
    late = {rules.card_index[ref] for ref in rules.edition.market.late_cards}
    return (hidden & (late | set(p.mixed) | {rules.step_3_card})) | (set(deck) - {UNKNOWN})


def _out(rules: Rules, count: int, cards: list[int], unplaced: list[int]) -> list[tuple[list[int], int]]:
    """Return the numbers of removed cards by back; for handwritten positions, one number for all cards."""
    of_back = rules.row.removed
    out = [([card for card in cards if (rules.cards[card].back or "") == back], n) for back, n in of_back.items()]
    if count == sum(of_back.values()) and all(n <= len(found) for found, n in out):
        return out
    return [(cards if count <= len(cards) else unplaced, count)]


def _top_backs(rules: Rules, p: Position, back: str | None) -> list[tuple[int, str | None]]:
    top = len(p.deck) - 1
    marked = known_top(rules, p)[1]
    more = [(top - i, rules.edition.market.opening_back) for i in range(1, marked) if i <= top]
    return [(top, back), *more] if p.deck else []
