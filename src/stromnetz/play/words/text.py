"""Games as plain text: a position in a few lines, a record move by move, for terminals and pipes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stromnetz.engine.moves import CardRef, card_text
from stromnetz.play.edition_parts import edition_texts, player_texts
from stromnetz.play.files.record_types import Row
from stromnetz.play.game import Game
from stromnetz.play.view_parts import FuelView, PlayerView
from stromnetz.play.views import View

from .vocabulary import Words, neutral_name

GLYPHS = "●▲■◆★⬢"
"""One for each seat, so that colours are not needed."""
NEUTRAL_GLYPH = "○"


def seat_names(players: int, names: Sequence[str] | None = None, neutral: Sequence[str] = ()) -> list[str]:
    """Return names for all seats, each with its glyph; seats without a name get their number."""
    given = list(names or [])
    people = [f"{GLYPHS[s]} {given[s] if s < len(given) else s}" for s in range(players)]
    return people + [f"{NEUTRAL_GLYPH} {name}" for name in neutral]


def words_for(game: Game, language: str = "en", names: Sequence[str] | None = None) -> Words:
    """Return the words for a game and its players.

    >>> from stromnetz import new_game
    >>> words_for(new_game("classic-2004", players=2, seed=7), "de", ["Anna", "Ben"]).seat(0)
    '● Anna'
    """
    rules = game.rules
    neutral = [neutral_name(rules.edition.id, language)] * (rules.seats - rules.players)
    given = [rules.automatic.get(seat, str(seat)) for seat in range(rules.players)] if names is None else names
    return Words(rules.edition.id, rules.board.id, seat_names(rules.players, given, neutral), language)


def plant_text(view: View, ref: int | str, words: Words) -> str:
    """Return a plant with what it burns and supplies: ``04 (2 coal > 1)``."""
    facts = view.plant(ref)
    own = edition_texts(view.edition).card_text(view, ref, words)
    if own is not None:
        return f"{card_text(ref)} ({own})"
    fuels = "/".join(map(words.fuel, facts.fuels)) if len(facts.fuels) < len(view.fuels) else "*"
    burns = f"{facts.burns} {fuels} > " if facts.burns else "> "
    return f"{card_text(ref)} ({burns}{facts.cities})"


def offer_text(view: View, ref: CardRef, minimum_bid: int) -> str:
    """Return a card on offer, with its minimum bid if it is not the printed one (``03@1``), and the edition's mark."""
    mark = edition_texts(view.edition).card_mark(view, ref, True)
    return f"{card_text(ref)}{mark}" + ("" if view.plant(ref).minimum_bid == minimum_bid else f"@{minimum_bid}")


def future_text(view: View, ref: CardRef) -> str:
    """Return a card of the future market, with the edition's mark."""
    return card_text(ref) + edition_texts(view.edition).card_mark(view, ref, False)


def decision_text(view: View, words: Words) -> str:
    """Return the current decision."""
    assert view.decision is not None
    if view.decision.kind == "auction" and view.must_buy:
        return words.term("must_buy")
    return words.decision(view.decision.kind)


def refill_text(fuel: FuelView) -> str:
    """Return the next refill: what is certain and, if it is more, what is likely."""
    if fuel.refill is None:
        return ""
    return f"+{fuel.refill}" if fuel.refill == fuel.expected_refill else f"+{fuel.refill}–{fuel.expected_refill}"


def position_lines(view: View, words: Words) -> list[str]:
    """Return a position as plain lines.

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> print(position_lines(game.view(None), words_for(game))[1])
    Current market: 03 04 05 06 | Future market: 07 08 09 10 | Deck 27
    """
    head = f"{words.term('round')} {view.round} · {words.term('step')} {view.step} · {words.phase(view.phase)}"
    if view.decision is not None:
        head += f" · {words.seat(view.decision.seat)}: {decision_text(view, words)}"
    lines = [head]
    market = " ".join(
        offer_text(view, *pair) for pair in zip(view.current, view.minimum_bids, strict=True)
    ) or words.term("empty")
    future = " ".join(future_text(view, ref) for ref in view.future) or words.term("empty")
    deck = f"{words.term('deck')} {view.deck}" + (f" ({words.back(view.deck_back)})" if view.deck_back else "")
    lines.append(f"{words.term('current')}: {market} | {words.term('future')}: {future} | {deck}")
    if view.under_deck:
        lines[-1] += f" (… {' '.join(map(words.short, view.under_deck))})"
    fuels = []
    for id, fuel in view.fuels.items():
        price = words.term("sold_out") if fuel.price is None else f"{fuel.in_market} @{fuel.price}"
        fuels.append(f"{words.fuel(id)} {price}" + ("" if fuel.refill is None else f" ({refill_text(fuel)})"))
    lines.append(f"{words.term('fuel')}: {', '.join(fuels)}")
    if view.auction is not None:
        inside = ", ".join(words.seat(s) for s in view.auction.bidders)
        lines.append(f"{words.card(view.auction.card)}: {view.auction.bid} ({inside})")
    lines += [_player_line(view, view.players[seat], words) for seat in view.order]
    if view.result is not None:
        lines += result_lines(view, words)
    return lines


def _player_line(view: View, player: PlayerView, words: Words) -> str:
    money = words.term("hidden") if player.money is None else f"{player.money} Elektro"
    if player.neutral:
        money = "–"
    plants = ", ".join(plant_text(view, p, words) for p in player.plants) or words.term("empty")
    for held in player.cards:
        plants += f" + {words.card(held.card)}" + (f" ({words.short(held.plant)})" if held.plant is not None else "")
    parts = [
        f"{words.seat(player.seat)}: {money}",
        f"{words.term('cities')} {player.cities}",
        f"{words.term('plants')} {plants}",
    ]
    if player.fuel:
        parts.append(words.fuel(player.fuel))
    parts += player_texts(view, player.seat, words)
    parts += [words.term(name) for name in ("bought", "sat_out") if getattr(player, name)]
    if player.network:
        parts.append(", ".join(words.city(c) for c in player.network))
    return " · ".join(parts)


def result_lines(view: View, words: Words) -> list[str]:
    """Return the ranking of a finished game."""
    assert view.result is not None
    winners = view.result.winners
    title = words.term("winner" if len(winners) == 1 else "shared_win")
    lines = [f"{words.term('game_over')}. {title}: {', '.join(words.seat(s) for s in winners)}"]
    return lines + [
        f"{row.rank}. {words.seat(row.seat)}: {words.term('supplied')} {row.supplied}, "
        f"{row.money} Elektro, {words.term('cities')} {row.cities}"
        for row in view.result.ranking
    ]


def row_lines(row: Row, words: Words) -> Iterator[str]:
    """Yield the lines of a row: the move in notation, then its events in words.

    >>> from stromnetz import new_game
    >>> game = new_game("classic-2004", players=2, seed=7)
    >>> _ = game.apply("open 04@4")
    >>> print(*row_lines(game.rows[1], words_for(game)), sep="\\n")
       1  ▲ 1  open 04@4
            ▲ 1 starts an auction for power plant 04 and bids 4.
    """
    if row.undoes is not None:
        assert row.seat is not None
        yield f"{row.seq:>4}  {words.seat(row.seat)}  undo {row.undoes}"
        return
    if row.move is not None:
        assert row.seat is not None
        yield f"{row.seq:>4}  {words.seat(row.seat)}  {row.move!s}"
    for event in row.events:
        yield f"        {words.event(event)}"
