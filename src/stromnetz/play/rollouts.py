"""Rollouts and samples, for search and learning, which spend their time here.

A rollout plays a game on without a record, events, checks or copies. A sample is a game that agrees with a view:
everything hidden is drawn at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from stromnetz.engine.agenda import advance
from stromnetz.engine.chance import SEED_BITS
from stromnetz.engine.decisions import check_move
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.move_ranges import MoveList
from stromnetz.engine.moves import Move
from stromnetz.engine.phases.auction import current_auction
from stromnetz.engine.position import NOBODY, Position
from stromnetz.engine.rules import Rules
from stromnetz.play.files.position_json import dump

from .game import Game
from .results import Result, result_of
from .views import View

if TYPE_CHECKING:
    from .policies import Player

UNTIL = ("end", "round")

Policy = Callable[[Position, MoveList], int]
"""Chooses a legal move of the deciding seat (``position.seat``) by its index."""


class Playout:
    """The course of a rollout: its position, and the number of decisions.

    >>> from stromnetz import new_game
    >>> end = rollout(new_game("classic-2004", players=2, seed=7), Random(1))
    >>> end.position.ended, end.decisions > 50
    (True, True)
    """

    __slots__ = ("decisions", "options", "position", "rules")

    def __init__(self, rules: Rules, position: Position, options: Mapping[str, Any]) -> None:
        self.rules = rules
        self.position = position
        self.options = options
        self.decisions = 0

    @property
    def result(self) -> Result | None:
        """The ranking; None if the game is not over."""
        return result_of(self.rules, self.position)

    def play(self, rng: Random, policy: Policy | None, last: int) -> None:
        """Decide until the game is over or a round later than ``last`` begins."""
        rules, p, bits = self.rules, self.position, rng.getrandbits
        count = 0
        while p.seat >= 0 and p.round <= last:
            seat = p.seat
            decider = rules.deciders[p.kind]
            ranges = decider.ranges(rules, p, seat)
            if policy is None:
                size = 0
                for span in ranges:
                    size += span.size
                # like randrange, without its three Python calls
                length = size.bit_length()
                index: int = bits(length)
                while index >= size:
                    index = bits(length)
            else:
                moves = MoveList(ranges)
                index, size = policy(p, moves), len(moves)
                if not 0 <= index < size:
                    raise BadInput(f"a policy chooses one of {size} moves, not number {index}", {"moves": size})
            for span in ranges:
                if index < span.size:
                    move = span.make(span.low + index)
                    break
                index -= span.size
            p.seat = NOBODY
            decider.do(rules, p, seat, move)
            advance(rules, p)
            count += 1
        self.decisions += count
        p.turn += count

    def play_bots(self, bots: Sequence[Player], last: int) -> None:
        """Like `play`, with the moves of a bot for each seat, which gets the view of its seat."""
        rules, p = self.rules, self.position
        while p.seat >= 0 and p.round <= last:
            seat = p.seat
            bot: Any = bots[seat]  # compiled code must not refuse the type of its move first
            move: Any = bot.choose(View(rules, p.copy(), seat, self.options, self.decisions))
            if not isinstance(move, Move):
                raise BadInput(f"a bot returns a move, not {short_repr(move)}", {"move": short_repr(move)})
            check_move(rules, p, move)
            decider = rules.deciders[p.kind]
            p.seat = NOBODY
            decider.do(rules, p, seat, move)
            advance(rules, p)
            self.decisions += 1
            p.turn += 1


def rollout(
    game: Game, rng: Random, policy: Policy | Player | Sequence[Player] | None = None, until: str = "end"
) -> Playout:
    """Play a game at random or by a policy to its end, or until the next round. The game itself does not change.

    The policy is a function that chooses a legal move by its index, a bot for all seats, or a list with a bot for each
    seat. Bots get views, which takes much longer than a function. An illegal move of theirs is an error.

    >>> from random import Random
    >>> from stromnetz.play.new import new_game
    >>> game = new_game("classic-2004", players=3, seed=1)
    >>> end = rollout(game, Random(1))
    >>> end.result.winners, end.position.round > 5, game.version
    ([0], True, 0)
    >>> rollout(game, Random(1), policy=lambda position, moves: len(moves) - 1, until="round").position.round
    2
    >>> from stromnetz import make_bot
    >>> bots = [make_bot("random", 1), make_bot("plain"), make_bot("random", 2)]
    >>> rollout(game, Random(1), bots).result.winners
    [1]
    """
    if until not in UNTIL:
        raise BadInput(
            f"a game is played on until {' or '.join(UNTIL)}, not {short_repr(until)}", {"until": short_repr(until)}
        )
    out = Playout(game.rules, game.position.copy(), game.options)
    last = out.position.round if until == "round" else 1 << 60
    bots = bots_of(policy, game.rules.players)
    if bots:
        out.play_bots(bots, last)
    else:
        given: Any = policy
        out.play(rng, given, last)
    return out


def bots_of(policy: object, players: int) -> list[Player]:
    """Return a bot for each seat if the policy consists of bots, otherwise an empty list."""
    given: Any = policy
    if isinstance(given, list | tuple):
        if len(given) != players or not all(hasattr(bot, "choose") for bot in given):
            raise BadInput(f"a list of bots has one for each of {players} seats", {"players": players})
        return list(given)
    if hasattr(given, "choose"):
        return [given] * players
    if given is not None and not callable(given):
        raise BadInput(f"a policy is a function, a bot or a list of bots, not {short_repr(given)}", {})
    return []


def rollouts(
    games: Iterable[Game],
    rng: Random,
    policy: Policy | Player | Sequence[Player] | None = None,
    until: str = "end",
) -> list[Playout]:
    """Roll out many games, one after another, with one random generator.

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> len({end.result.winners[0] for end in rollouts([game] * 8, Random(1))})
    2
    """
    return [rollout(game, rng, policy, until) for game in games]


def sample(view: View, rng: Random) -> Game:
    """Sample a game; see :meth:`stromnetz.View.sample`."""
    if view.decision is None and view.result is None:
        raise BadInput("this view shows a plan up to a card that is not drawn yet: there is no game to sample", {})
    rules = view._rules
    p = view._p.copy()
    p.seed = rng.getrandbits(SEED_BITS)
    view._face_down.deal(p, rng)
    for seat in [player.seat for player in view.players if player.money is None and not player.neutral]:
        least, most = money_range(rules, p, seat)
        p.money[seat] = rng.randint(least, most)
    for hook in rules.hooks.on_pause:  # seats that may look at a hidden card have done so
        hook(rules, p)
    header = {"players": rules.players, "position": dump(rules, p)}
    return Game(rules, p, view.options, header, since=view.version)


def money_range(rules: Rules, p: Position, seat: int) -> tuple[int, int]:
    """Return the minimum and maximum money that a company may have, given public information.

    The highest bidder can pay its bid. The maximum is the starting money, plus the payment for all its cities in every
    bureaucracy so far, minus the minimum cost of its plants and places.
    """
    auction = current_auction(p)
    least = max(0, auction.bid - rules.rebate(p, seat)) if auction is not None and auction.high == seat else 0
    paid = p.round - 1 + (p.phase == len(rules.phases(p.round)) - 1)  # payments are in the last phase
    most = rules.edition.printed.money + paid * rules.income(p, seat, p.cities[seat])
    if not rules.hooks.minimum_bids and not rules.hooks.rebates:
        most -= sum([rules.minimum_bid[card] for card in p.plants[seat]])
    most -= sum([rules.place_costs[seats.index(seat)] for seats in p.occupants if seat in seats])
    return least, max(least, most)
