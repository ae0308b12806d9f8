"""People's decisions about robots in the terminal: the cities with the robot's costs."""

from __future__ import annotations

from stromnetz.engine.moves import Connect
from stromnetz.engine.options import ConnectOption, Option
from stromnetz.play.views import View
from stromnetz.play.words.vocabulary import Words
from stromnetz.terminal.edition_terminal import EditionTerminal, Offer, path_text, price_text

from .moves import Strike, StrikeOption, Suggest, SuggestOption
from .texts import deciding_for


class RobotTerminal(EditionTerminal):
    def offer(self, option: Option, view: View, words: Words, money: int) -> Offer | None:
        match option:
            case SuggestOption():
                return Offer(Suggest(option.city), words.city(option.city))
            case StrikeOption():
                return Offer(Strike(option.city), words.city(option.city))
            case ConnectOption():
                robot = deciding_for(view)
                if robot is not None:
                    own = view.players[robot].money or 0
                    price = price_text(option.place_cost, option.connection_cost, words, own)
                    note = f"{words.seat(robot)}, {words.city(option.city)}: {price}"
                    return Offer(Connect(option.city), note + path_text(option.path, words))
        return None


TERMINAL = RobotTerminal()
