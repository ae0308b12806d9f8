"""Phase 2 and extra auctions: opening, bidding, the sale and its consequences (A1 to A11, X1, X2)."""

from __future__ import annotations

from bisect import insort
from typing import ClassVar, Final

from stromnetz.engine import events as ev
from stromnetz.engine.agenda import ask
from stromnetz.engine.decisions import Decider, require_int
from stromnetz.engine.errors import BadInput, IllegalMove
from stromnetz.engine.frames import CARD, NUMBER, SEAT, Field, Frame
from stromnetz.engine.market import SETTLE, box, box_smallest, take
from stromnetz.engine.move_ranges import BidRange, FixedMove, MoveRange, OpenRange
from stromnetz.engine.moves import Bid, Move, Open, Pass, SitOut
from stromnetz.engine.options import BidOption, OpenOption, Option, PlainOption
from stromnetz.engine.position import NOBODY, Position, with_item
from stromnetz.engine.rules import Rules

from .scrap import ScrapFrame, SeatCardFrame

SIT_OUT: Final = SitOut()
SIT_OUT_RANGE: Final[MoveRange] = FixedMove(SIT_OUT)
PASS_RANGE: Final[MoveRange] = FixedMove(Pass())


class Auctions(Frame):
    """Asks the first seat in order that has neither bought nor sat out to open an auction or sit out (A1, A7)."""

    __slots__ = ()
    name: ClassVar[str] = "auctions"

    def step(self, rules: Rules, p: Position) -> None:
        for hook in rules.hooks.on_auction_turn:
            if hook(rules, p):
                return
        out = p.bought | p.sat_out
        for seat in p.order:
            if seat < rules.players and not out >> seat & 1:
                if not rules.on_offer(p):
                    break
                ask(rules, p, seat, "auction")
                return
        p.agenda.pop()  # all have bought or sat out, or nothing is on offer (T9)

    def next_seats(self, rules: Rules, p: Position) -> list[int] | None:
        return remaining_openers(rules, p, p.seat)


AUCTIONS: Final = Auctions()


def remaining_openers(rules: Rules, p: Position, without: int) -> list[int]:
    """Return the seats that still have to open an auction or sit out, in order, without the given one."""
    out = p.bought | p.sat_out
    return [s for s in p.order if s < rules.players and s != without and not out >> s & 1]


class Unsold(Frame):
    """Removes the smallest plant from the market if no plant was bought (A10)."""

    __slots__ = ()
    name: ClassVar[str] = "unsold"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        if not p.bought:
            box_smallest(rules, p, "A10")
            p.agenda.append(SETTLE)


UNSOLD: Final = Unsold()


def must_buy(rules: Rules, p: Position, seat: int) -> bool:
    """Whether the seat has to buy: in round 1 everyone does (A3), unless all plants are too expensive (A3a)."""
    if rules.phase(p).must_buy:
        for card in rules.on_offer(p):
            if rules.lowest_bid(p, card) <= rules.max_bid(p, seat):
                return True
    return False


class AuctionDecider(Decider):
    """Open an auction, or sit out."""

    kind: ClassVar[str] = "auction"
    rule: ClassVar[str] = "A1"
    accepts: ClassVar[tuple[type[Move], ...]] = (Open, SitOut)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if isinstance(move, Open):
            card = rules.card(move.plant)
            require_int(move.bid, "bid")
            if card == rules.step_3_card:
                raise IllegalMove("T3", "step-3-offered", {"card": move.plant})
            if card not in p.market:
                raise IllegalMove(
                    "A1", "not-on-offer", {"plant": move.plant, "on_offer": rules.refs(rules.on_offer(p))}
                )
            if card not in rules.on_offer(p):
                raise IllegalMove(
                    "M1", "in-future-market", {"plant": move.plant, "current": rules.refs(rules.on_offer(p))}
                )
            lowest = rules.lowest_bid(p, card)
            if move.bid < lowest:
                raise IllegalMove("A1", "opening-too-low", {"plant": move.plant, "minimum": lowest, "bid": move.bid})
            check_max_bid(rules, p, seat, move.bid)
        elif must_buy(rules, p, seat):
            raise IllegalMove("A3", "must-buy", {"round": p.round})

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if isinstance(move, Open):
            card = rules.card_index[move.plant]
            able = (1 << rules.players) - 1 & ~(p.bought | p.sat_out)
            p.agenda.append(Auction(card, able, move.bid, seat, next_seat(rules, able, seat)))
            if p.events is not None:
                p.events.append(ev.AuctionOpened(seat, move.plant, move.bid))
        else:
            p.sat_out |= 1 << seat
            if p.events is not None:
                p.events.append(ev.SatOut(seat))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        money = rules.max_bid(p, seat)
        out: list[MoveRange] = []
        for card in rules.on_offer(p):
            lowest = rules.lowest_bid(p, card)
            if lowest <= money:
                out.append(OpenRange(rules.card_refs[card], lowest, money))
        if not (out and rules.phase(p).must_buy):
            out.append(SIT_OUT_RANGE)
        return out

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        money = rules.max_bid(p, seat)
        bids = [(c, rules.lowest_bid(p, c)) for c in rules.on_offer(p)]
        out: list[Option] = [OpenOption(rules.card_refs[c], low, money) for c, low in bids if low <= money]
        if not (out and rules.phase(p).must_buy):
            out.append(PlainOption("sit-out"))
        return out


def check_max_bid(rules: Rules, p: Position, seat: int, bid: int) -> None:
    if bid > rules.max_bid(p, seat):
        rebate = rules.rebate(p, seat)
        raise IllegalMove(
            "A5",
            "bid-above-money-and-rebate" if rebate else "bid-above-money",
            {"bid": bid, "money": p.money[seat]} | ({"rebate": rebate} if rebate else {}),
        )


class Auction(Frame):
    """Bidding for one card, clockwise (A4, X2). An extra auction starts without a bid.

    ``able`` is the bit set of the remaining seats, ``high`` the highest bidder, ``turn`` the seat that is asked next.
    """

    __slots__ = ("able", "bid", "card", "high", "turn")
    name: ClassVar[str] = "auction"
    fields: ClassVar[dict[str, Field]] = {"card": CARD, "able": NUMBER, "bid": NUMBER, "high": SEAT, "turn": SEAT}
    transient: ClassVar[bool] = True
    unsettled: ClassVar[bool] = True

    def __init__(self, card: int, able: int, bid: int, high: int, turn: int) -> None:
        self.card = card
        self.able = able
        self.bid = bid
        self.high = high
        self.turn = turn

    def step(self, rules: Rules, p: Position) -> None:
        card, able, bid, high = self.card, self.able, self.bid, self.high
        if not able:
            p.agenda.pop()
            box(rules, p, card, "X2")  # only in an extra auction: elsewhere the opener has bid
        elif bid and able == 1 << high:
            p.agenda.pop()
            if rules.for_sale[card]:
                sell(rules, p, card, high, bid)
            else:
                p.money[high] -= bid
                if p.events is not None:
                    p.events.append(ev.CardWon(high, rules.card_refs[card], bid))
                rules.edition.market.extra_auctions[rules.cards[card].kind].won(rules, p, high, card)
        else:
            ask(rules, p, self.turn, "bid")

    def cards(self, rules: Rules) -> list[int]:
        """Return the card of an extra auction; a plant up for auction is still in the market."""
        return [] if rules.for_sale[self.card] else [self.card]

    def next_seats(self, rules: Rules, p: Position) -> list[int] | None:
        circle = [(p.seat + i) % rules.players for i in range(1, rules.players)]
        return [s for s in circle if self.able >> s & 1]

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        card, able, bid, high, turn = self.card, self.able, self.bid, self.high, self.turn
        facts = {"card": rules.card_refs[card], "bid": bid, "high": high, "turn": turn}
        if able >> rules.players or not able >> max(turn, 0) & 1 or turn == NOBODY:
            raise BadInput("who is asked in an auction must still be in it", facts)
        if rules.for_sale[card]:
            if card not in rules.on_offer(p):
                raise BadInput(f"plant {rules.card_refs[card]} is not in the current market", facts)
            if able & (p.bought | p.sat_out):
                raise BadInput("who has bought or sat out is not in an auction", facts)
        elif rules.cards[card].kind not in rules.edition.market.extra_auctions:
            raise BadInput(f"{rules.card_refs[card]!r} is never auctioned", facts)
        if bid == 0:
            if rules.for_sale[card] or high != NOBODY:
                raise BadInput("only an extra auction has no bid at first", facts)
        elif high in (NOBODY, turn) or not able >> high & 1:
            raise BadInput("the highest bidder is in the auction and is not asked", facts)
        elif not rules.lowest_bid(p, card) <= bid <= rules.max_bid(p, high):
            raise BadInput("the highest bid is less than the minimum or more than its bidder has", facts)


def draw_extra(rules: Rules, p: Position, card: int) -> None:
    """Start the auction of a card that is auctioned when drawn; the draw is resumed afterwards (X1, X2)."""
    extra = rules.edition.market.extra_auctions[rules.cards[card].kind]
    able = 0
    for seat in range(rules.players):
        if extra.may_bid(rules, p, seat):
            able |= 1 << seat
    if p.events is not None:
        p.events.append(ev.ExtraAuctionBegan(rules.card_refs[card]))
    first = p.order[0]
    turn = first if able >> first & 1 else next_seat(rules, able, first)
    p.agenda.append(Auction(card, able, 0, NOBODY, turn))


def next_seat(rules: Rules, among: int, after: int) -> int:
    """Return the next seat clockwise in the bit set ``among``, with ``after`` itself last and as default."""
    n = rules.players
    for i in range(1, n + 1):
        seat = (after + i) % n
        if among >> seat & 1:
            return seat
    return after


def current_auction(p: Position) -> Auction | None:
    """Return the current auction, even if it is interrupted."""
    agenda = p.agenda
    for i in range(len(agenda) - 1, -1, -1):
        frame = agenda[i]
        if isinstance(frame, Auction):
            return frame
    return None


def top_auction(p: Position) -> Auction:
    """Return the auction in which a seat is asked for a bid."""
    auction = p.agenda[-1]
    assert isinstance(auction, Auction)
    return auction


def lowest_raise(rules: Rules, p: Position) -> int:
    """Return the lowest possible bid in the auction on top of the agenda."""
    auction = top_auction(p)
    return auction.bid + 1 if auction.bid else rules.lowest_bid(p, auction.card)


class BidDecider(Decider):
    """Raise the bid, or pass."""

    kind: ClassVar[str] = "bid"
    rule: ClassVar[str] = "A4"
    accepts: ClassVar[tuple[type[Move], ...]] = (Bid, Pass)

    def check(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        if isinstance(move, Bid):
            amount = move.amount
            require_int(amount, "amount")
            lowest = lowest_raise(rules, p)
            if amount < lowest:
                bid = top_auction(p).bid
                facts = {"minimum": lowest, "amount": amount, "high_bid": bid}
                if not bid:
                    raise IllegalMove("X2", "extra-opening-too-low", facts)
                raise IllegalMove("A4", "raise-too-low", facts)
            check_max_bid(rules, p, seat, amount)

    def do(self, rules: Rules, p: Position, seat: int, move: Move) -> None:
        auction = top_auction(p)
        card, able = auction.card, auction.able
        if isinstance(move, Bid):
            amount = move.amount
            p.agenda[-1] = Auction(card, able, amount, seat, next_seat(rules, able, seat))
            if p.events is not None:
                p.events.append(ev.BidMade(seat, amount))
        else:
            able &= ~(1 << seat)
            p.agenda[-1] = Auction(card, able, auction.bid, auction.high, next_seat(rules, able, seat))
            if p.events is not None:
                p.events.append(ev.Passed(seat))

    def ranges(self, rules: Rules, p: Position, seat: int) -> list[MoveRange]:
        lowest = lowest_raise(rules, p)
        money = rules.max_bid(p, seat)
        return [PASS_RANGE, BidRange(lowest, money)] if lowest <= money else [PASS_RANGE]

    def options(self, rules: Rules, p: Position, seat: int) -> list[Option]:
        lowest = lowest_raise(rules, p)
        out: list[Option] = [PlainOption("pass")]
        if lowest <= rules.max_bid(p, seat):
            out.append(BidOption(lowest, rules.max_bid(p, seat)))
        return out


def sell(rules: Rules, p: Position, card: int, seat: int, price: int) -> None:
    """Sell a plant, in this order: payment, the plant, scrapping and its fuel, then the replacement (A6, A11)."""
    if rules.hooks.rebates:
        price = max(0, price - rules.rebate(p, seat))
    for hook in rules.hooks.sale_prices:
        price = hook(rules, p, seat, price)
    p.money[seat] -= price
    take(rules, p, card)
    p.bought |= 1 << seat
    plants = list(p.plants[seat])
    insort(plants, card)
    p.plants = with_item(p.plants, seat, tuple(plants))
    p.caps = with_item(p.caps, seat, rules.storage_caps(p, seat))
    if p.events is not None:
        p.events.append(ev.PlantBought(seat, rules.card_refs[card], price))
    p.agenda.append(SETTLE)
    if rules.hooks.on_bought:
        p.agenda.append(Bought(seat, card))
    if len(plants) > rules.plant_limit:
        p.agenda.append(ScrapFrame(seat, card))


class Bought(SeatCardFrame):
    """Runs the modules' hooks for a purchase, before the replacement is drawn (A11)."""

    __slots__ = ()
    name: ClassVar[str] = "bought"

    def step(self, rules: Rules, p: Position) -> None:
        p.agenda.pop()
        for hook in rules.hooks.on_bought:
            hook(rules, p, self.seat, self.card)

    def check(self, rules: Rules, p: Position, under: Frame) -> None:
        super().check(rules, p, under)
        self.check_owner(rules, p)
