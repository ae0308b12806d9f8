"""What the plain bot knows about robots: it puts them where they are in nobody's way but the others'."""

from __future__ import annotations

from stromnetz.bots.knowledge import Knowledge
from stromnetz.engine.moves import Bid, Connect, Move
from stromnetz.engine.options import BidOption, ConnectOption, Option
from stromnetz.play.view_parts import PlayerView
from stromnetz.play.views import View

from .choices import BID, BUILD, NAME, START, STRIKE
from .moves import Strike, StrikeOption, Suggest, SuggestOption

AWAY = 1 << 20


def distances(view: View, me: PlayerView) -> dict[str, int]:
    """How far each city lies from the own ones; the same for all where there are none yet."""
    ways: dict[str, list[tuple[str, int]]] = {city: [] for city in view.cities()}
    for a, b, cost in view.connections():
        ways[a].append((b, cost))
        ways[b].append((a, cost))
    best = dict.fromkeys(me.network, 0)
    todo = list(best)
    while todo:
        here = todo.pop(0)
        for other, cost in ways[here]:
            if best[here] + cost < best.get(other, AWAY):
                best[other] = best[here] + cost
                todo.append(other)
    return best


class KnowsRobots(Knowledge):
    def decide(self, view: View, me: PlayerView, options: list[Option]) -> Move | None:
        assert view.decision is not None
        kind = view.decision.kind
        if kind == BID:
            bids = [option for option in options if isinstance(option, BidOption)]
            # nought is free, and so is choosing then; more than that it is not worth
            return Bid(0) if bids and bids[0].minimum == 0 else view.decision.legal_moves[0]
        if kind not in (START, NAME, STRIKE, BUILD):
            return None
        far = distances(view, me)
        if kind == STRIKE:
            struck = [option.city for option in options if isinstance(option, StrikeOption)]
            return Strike(min(struck, key=lambda city: (far.get(city, AWAY), city)))
        if kind == NAME:
            named = [option.city for option in options if isinstance(option, SuggestOption)]
            return Suggest(max(named, key=lambda city: (far.get(city, AWAY), city)))
        sites = [option for option in options if isinstance(option, ConnectOption)]
        return Connect(max(sites, key=lambda site: (far.get(site.city, AWAY), site.cost, site.city)).city)


KNOWLEDGE = KnowsRobots()
