"""The decisions of ``plain`` about robots: it places them far away from its own cities."""

from __future__ import annotations

from collections.abc import Sequence

from stromnetz.bots.edition_bots import EditionStrategy
from stromnetz.engine.moves import Bid, Connect, Move
from stromnetz.engine.options import BidOption, ConnectOption, Option
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .construction import BUILD_KIND
from .moves import Strike, StrikeOption, Suggest, SuggestOption
from .start_choice import BID_KIND, NAME_KIND, START_KIND, STRIKE_KIND

UNREACHABLE = 1 << 20


def distances(view: View, me: PlayerView) -> dict[str, int]:
    """Return the distance of each city from the player's own; empty without cities."""
    ways: dict[str, list[tuple[str, int]]] = {city: [] for city in view.cities()}
    for a, b, cost in view.connections():
        ways[a].append((b, cost))
        ways[b].append((a, cost))
    best = dict.fromkeys(me.network, 0)
    todo = list(best)
    while todo:
        here = todo.pop(0)
        for other, cost in ways[here]:
            if best[here] + cost < best.get(other, UNREACHABLE):
                best[other] = best[here] + cost
                todo.append(other)
    return best


class RobotStrategy(EditionStrategy):
    def decide(self, view: View, me: PlayerView, options: Sequence[Option]) -> Move | None:
        assert view.decision is not None
        kind = view.decision.kind
        if kind == BID_KIND:
            bids = [option for option in options if isinstance(option, BidOption)]
            # bidding 0 is free, and so is choosing then; the choice is not worth more
            return Bid(0) if bids and bids[0].minimum == 0 else view.decision.legal_moves[0]
        if kind not in (START_KIND, NAME_KIND, STRIKE_KIND, BUILD_KIND):
            return None
        far = distances(view, me)
        if kind == STRIKE_KIND:
            struck = [option.city for option in options if isinstance(option, StrikeOption)]
            return Strike(min(struck, key=lambda city: (far.get(city, UNREACHABLE), city)))
        if kind == NAME_KIND:
            named = [option.city for option in options if isinstance(option, SuggestOption)]
            return Suggest(max(named, key=lambda city: (far.get(city, UNREACHABLE), city)))
        sites = [option for option in options if isinstance(option, ConnectOption)]
        return Connect(max(sites, key=lambda site: (far.get(site.city, UNREACHABLE), site.cost, site.city)).city)


STRATEGY = RobotStrategy()
