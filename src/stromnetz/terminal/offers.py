"""The offers of a decision as a numbered list: what can be done, at which price, and the move that it stands for."""

from __future__ import annotations

from dataclasses import dataclass

from stromnetz.engine.errors import BadInput
from stromnetz.engine.move_json import move_from_json
from stromnetz.engine.moves import (
    Arrange,
    Assign,
    Bid,
    Build,
    Buy,
    Connect,
    GiveUp,
    Hire,
    Move,
    Open,
    Place,
    Region,
    Run,
    Scrap,
)
from stromnetz.engine.options import (
    ArrangeOption,
    AssignOption,
    BidOption,
    BuildOption,
    BuyOption,
    ConnectOption,
    GiveUpOption,
    HireOption,
    OpenOption,
    Option,
    PlaceOption,
    PlainOption,
    RegionOption,
    RunOption,
    ScrapOption,
)
from stromnetz.play.companies import laid_out
from stromnetz.play.views import View
from stromnetz.play.words.notation import format_move, parse_move
from stromnetz.play.words.text import plant_text
from stromnetz.play.words.wording import Words

SHOWN = 15
"""Cities and runs beyond that are not listed, the cheapest and the best come first; any can still be typed."""


@dataclass(slots=True)
class Offer:
    """One line of the list: the move it stands for (with its lowest amount), and what to know about it."""

    move: Move
    note: str
    amounts: tuple[int, int] | None = None
    """The lowest and highest amount, where an amount can be chosen."""


def offers(view: View, words: Words) -> list[Offer]:
    """All that the deciding seat can do."""
    assert view.decision is not None
    assert view.decision.options is not None
    money = view.players[view.decision.seat].money or 0
    able = [o for o in view.decision.options if not isinstance(o, BuyOption) or o.costs]
    return [_offer(option, view, words, money) for option in _sorted(able)]


def _sorted(options: list[Option]) -> list[Option]:
    costs: dict[str, list[int]] = {}
    for option in options:
        if isinstance(option, BuildOption):
            costs.setdefault(option.site, []).append(option.cost)

    def key(option: Option) -> tuple[int, int]:
        if isinstance(option, BuildOption):  # the cheapest of each kind first, then the second cheapest, and so on
            return (1, sum(cost < option.cost for cost in costs[option.site]))
        if isinstance(option, ConnectOption):
            return (1, option.cost)
        if isinstance(option, RunOption):
            return (-option.income, sum(option.burn.values()))
        return (0, 0)

    return sorted(options, key=key)


def _offer(option: Option, view: View, words: Words, money: int) -> Offer:
    match option:
        case PlainOption():
            return Offer(move_from_json({"kind": option.kind}), "")
        case RegionOption():
            return Offer(Region(option.region), words.region(option.region))
        case OpenOption():
            note = f"{plant_text(view, option.plant, words)}, {option.minimum}…{option.maximum}"
            return Offer(Open(option.plant, option.minimum), note, (option.minimum, option.maximum))
        case BidOption():
            return Offer(Bid(option.minimum), f"{option.minimum}…{option.maximum}", (option.minimum, option.maximum))
        case ScrapOption():
            lost = " / ".join(words.fuel(way) for way in option.lost)
            return Offer(Scrap(option.plant), plant_text(view, option.plant, words) + (f", - {lost}" if lost else ""))
        case GiveUpOption():
            return Offer(GiveUp(option.fuel), words.fuel(option.fuel))
        case AssignOption():
            return Offer(Assign(option.plant), plant_text(view, option.plant, words))
        case BuyOption():
            prices = ", ".join(f"{n}: {cost}" for n, cost in enumerate(option.costs, 1))
            return Offer(Buy(option.fuel, 1), prices, (1, len(option.costs)))
        case ConnectOption():
            note = f"{words.city(option.city)}: {_price(option, words, money)}"
            return Offer(Connect(option.city), note + _way(option, words))
        case PlaceOption():
            return Offer(Place(option.city), words.city(option.city))
        case RunOption():
            note = words.terminal("run", supplied=option.supplied, output=option.output, income=option.income)
            return Offer(Run(option.plants, option.burn), note)
        case _:
            return _company_offer(option, view, words, money)


def _company_offer(option: Option, view: View, words: Words, money: int) -> Offer:
    """What only editions with companies offer."""
    match option:
        case BuildOption():
            where = words.place(option.city)
            note = f"{words.site(option.site)}, {where}: {_price(option, words, money)}"
            return Offer(Build(option.site, option.city), note + _way(option, words))
        case ArrangeOption():
            cards = laid_out(view, option)
            slots = f"{words.term('slots')} {option.plant_slots}/{option.housing_slots}"
            return Offer(Arrange(cards), ", ".join([*(plant_text(view, c, words) for c in cards), slots]))
        case HireOption():
            prices = ", ".join(
                f"{n}: {cost} (+{free} {words.term('permanent')})"
                for n, (cost, free) in enumerate(zip(option.costs, option.permanent, strict=True))
            )
            return Offer(Hire(0), prices, (0, len(option.costs) - 1))
        case _:
            raise TypeError(f"no words for {option!r}")


def _price(option: ConnectOption | BuildOption, words: Words, money: int) -> str:
    return words.terminal(
        "price",
        place=option.place_cost,
        connection=option.connection_cost,
        total=option.cost,
        left=money - option.cost,
    )


def _way(option: ConnectOption | BuildOption, words: Words) -> str:
    """The cities of a path that passes through others."""
    return f" ({' - '.join(words.city(c) for c in option.path)})" if len(option.path) > 2 else ""


def read_answer(text: str, listed: list[Offer], view: View, words: Words) -> Move:
    """A typed answer: the number of an offer (and an amount), or a move in the notation, cities also by their names."""
    parts = text.split()
    if parts and parts[0].isascii() and parts[0].isdigit():
        number = int(parts[0])
        if not 1 <= number <= len(listed):
            facts = {"number": number, "most": len(listed)}
            raise BadInput(f"there is no offer {number}: choose 1 to {len(listed)}", facts, "no-offer")
        offer = listed[number - 1]
        if len(parts) == 1:
            return offer.move
        if offer.amounts is None or len(parts) > 2 or not parts[1].isdigit():
            if offer.amounts:
                raise BadInput(f"offer {number} takes an amount", {"number": number}, "offer-with-amount")
            raise BadInput(f"offer {number} takes no amount", {"number": number}, "offer-without-amount")
        return _with_amount(offer.move, int(parts[1]))
    if len(parts) > 1 and parts[0].lower() in ("connect", "place"):
        wanted = " ".join(parts[1:]).casefold()
        for city in view.cities():
            if wanted in (city, words.city(city).casefold()):
                return Connect(city) if parts[0].lower() == "connect" else Place(city)
    if len(parts) > 2 and parts[0].lower() == "build":
        wanted = " ".join(parts[2:]).casefold()
        for city in view.cities():
            if wanted in (city, words.city(city).casefold()):
                return Build(parts[1].lower(), city)
    return parse_move(text)


def _with_amount(move: Move, amount: int) -> Move:
    match move:
        case Open():
            return Open(move.plant, amount)
        case Bid():
            return Bid(amount)
        case Buy():
            return Buy(move.fuel, amount)
        case Hire():
            return Hire(amount)
        case _:
            raise BadInput(f"{format_move(move)} takes no amount")
