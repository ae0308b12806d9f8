"""Offers: the options of a decision as a numbered list, and typed answers."""

from __future__ import annotations

from collections.abc import Sequence

from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import (
    CITY,
    MOVES,
    WHOLE,
    Assign,
    Bid,
    Buy,
    ChooseRegion,
    Connect,
    DiscardFuel,
    Move,
    Open,
    Run,
    Scrap,
    move_from_json,
)
from stromnetz.engine.options import (
    AssignOption,
    BidOption,
    BuyOption,
    ChooseRegionOption,
    CityOption,
    ConnectOption,
    DiscardFuelOption,
    OpenOption,
    Option,
    PlainOption,
    RunOption,
    ScrapOption,
)
from stromnetz.play.views import View
from stromnetz.play.words.text import plant_text
from stromnetz.play.words.vocabulary import Words

from .edition_terminal import EditionTerminal, Offer, all_terminals, path_text, price_text

MAX_LISTED_OFFERS = 15
"""Maximum number of listed offers; the cheapest and best come first. Others can still be typed."""


def offers(view: View, words: Words) -> list[Offer]:
    """The offers of the deciding seat."""
    assert view.decision is not None
    assert view.decision.options is not None
    money = view.players[view.decision.seat].money or 0
    able = [o for o in view.decision.options if not isinstance(o, BuyOption) or o.costs]
    terminals = all_terminals(view.edition)
    return [_own_offer(option, view, words, money, terminals) for option in _sorted(able, terminals[0])]


def _own_offer(option: Option, view: View, words: Words, money: int, terminals: list[EditionTerminal]) -> Offer:
    for terminal in terminals:
        own = terminal.offer(option, view, words, money)
        if own is not None:
            return own
    return _offer(option, view, words, money)


def _sorted(options: Sequence[Option], terminal: EditionTerminal) -> list[Option]:
    def key(option: Option) -> tuple[int, int]:
        if isinstance(option, ConnectOption):
            return (1, option.cost)
        if isinstance(option, RunOption):
            return (-option.income, sum(option.burn.values()))
        return terminal.rank(option, options) or (0, 0)

    return sorted(options, key=key)


def _offer(option: Option, view: View, words: Words, money: int) -> Offer:
    match option:
        case PlainOption():
            return Offer(move_from_json({"kind": option.kind}), "")
        case ChooseRegionOption():
            return Offer(ChooseRegion(option.region), words.region(option.region))
        case OpenOption():
            note = f"{plant_text(view, option.plant, words)}, {option.minimum}…{option.maximum}"
            return Offer(Open(option.plant, option.minimum), note, (option.minimum, option.maximum))
        case BidOption():
            return Offer(Bid(option.minimum), f"{option.minimum}…{option.maximum}", (option.minimum, option.maximum))
        case ScrapOption():
            lost = " / ".join(words.fuel(way) for way in option.lost)
            return Offer(Scrap(option.plant), plant_text(view, option.plant, words) + (f", - {lost}" if lost else ""))
        case DiscardFuelOption():
            return Offer(DiscardFuel(option.fuel), words.fuel(option.fuel))
        case AssignOption():
            return Offer(Assign(option.plant), plant_text(view, option.plant, words))
        case BuyOption():
            prices = ", ".join(f"{n}: {cost}" for n, cost in enumerate(option.costs, 1))
            return Offer(Buy(option.fuel, 1), prices, (1, len(option.costs)))
        case ConnectOption():
            note = f"{words.city(option.city)}: {price_text(option.place_cost, option.connection_cost, words, money)}"
            return Offer(Connect(option.city), note + path_text(option.path, words))
        case CityOption():
            (span,) = option.ranges()
            return Offer(span.make(span.low), words.city(option.city))
        case RunOption():
            note = words.terminal("run", supplied=option.supplied, output=option.output, income=option.income)
            return Offer(Run(option.plants, option.burn), note)
        case _:
            # an edition's option without an offer of its own: its first move
            span = option.ranges()[0]
            move = span.make(span.low)
            amounts = span.size > 1 and move.forms[-1:] == (WHOLE,)
            return Offer(move, "", (span.low, span.low + span.size - 1) if amounts else None)


def read_answer(text: str, listed: list[Offer], view: View, words: Words) -> Move:
    """Read a typed answer: the number of an offer (and an amount), or a move in notation."""
    parts = text.split()
    if parts and parts[0].isascii() and parts[0].isdigit():
        number = int(parts[0])
        if not 1 <= number <= len(listed):
            facts = {"number": number, "most": len(listed)}
            raise BadInput(facts=facts, case="no-offer")
        offer = listed[number - 1]
        if len(parts) == 1:
            return offer.move
        if offer.amounts is None or len(parts) > 2 or not parts[1].isdigit():
            if offer.amounts:
                raise BadInput(facts={"number": number}, case="offer-with-amount")
            raise BadInput(facts={"number": number}, case="offer-without-amount")
        return _with_amount(offer.move, int(parts[1]))
    return _with_city_name(parts, view, words) or Move.parse(text)


def _with_city_name(parts: list[str], view: View, words: Words) -> Move | None:
    """A move that ends in a city, which may be given by its name, of several words too."""
    cls = MOVES.get(parts[0].lower()) if parts else None
    if cls is None or cls.forms[-1:] != (CITY,):
        return None
    before = len(cls.fields)  # the kind, and the fields in front of the city
    wanted = " ".join(parts[before:]).casefold()
    for city in view.cities():
        if wanted in (city, words.city(city).casefold()):
            return Move.parse(" ".join([*parts[:before], city]))
    return None


def _with_amount(move: Move, amount: int) -> Move:
    if move.forms[-1:] != (WHOLE,):
        raise BadInput(f"{move!s} takes no amount")
    return move_from_json({**move.to_json(), move.fields[-1]: amount})
