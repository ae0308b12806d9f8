"""The golden games: which there must be, what each one shows, and how a missing one is played.

A game is played once, by bots from the first seed that shows what it has to show, and then kept as it is: its file in
``games`` is the record. Only the set-up of an entry may be written by hand (``position``), and its first moves.
"""

from __future__ import annotations

from typing import Any

from stromnetz.editions.files.loading import board

from . import outpost, robots, shows
from .entries import MIXED, RANDOM, Entry
from .shows import STEP_3, TRANSFORMER, Claim, both, boxed, drawn, steps

OLD, NEW = "classic-2004", "classic-2009"
EUROPE, AMERICA = ("deluxe-europe", "europe"), ("deluxe-north-america", "north-america")
CITIES = board("germany").city_ids


def _plain_games() -> list[Entry]:
    """Both editions on both maps with every number of players; in every second game a seat moves at random."""
    out = []
    for i in range(20):
        edition, map, players = (OLD, NEW)[i // 10], ("germany", "usa")[i // 5 % 2], 2 + i % 5
        guest = i // 2 % players if i % 2 else -1
        bots = tuple("random" if seat == guest else "plain" for seat in range(players))
        why = f"A whole game of {players}" + (f"; seat {guest} moves at random." if i % 2 else ".")
        out.append(Entry(f"{edition}-{map}-{players}", why, edition, map, players, bots=bots))
    return out


def _deluxe_games() -> list[Entry]:
    """Both deluxe boards with every number of players; in every second game a seat moves at random."""
    out = []
    for i in range(10):
        (edition, map), players = (EUROPE, AMERICA)[i // 5], 2 + i % 5
        guest = i // 2 % players if i % 2 else -1
        bots = tuple("random" if seat == guest else "plain" for seat in range(players))
        why = f"A whole game of {players}" + (" against the Trust" if players == 2 else "")
        why += f"; seat {guest} moves at random." if i % 2 else "."
        out.append(Entry(f"{edition}-{players}", why, edition, map, players, bots=bots))
    return out


def _transformer(name: str, why: str, phase: str, cause: str, **more: Any) -> Entry:
    """Somebody buys the transformer station when it is drawn like this."""
    claim = both(drawn(TRANSFORMER, phase, cause), shows.transformer_won)
    return Entry(f"transformer-{name}", why, NEW, shows=claim, **{"bots": MIXED, **more})


def _step_3(name: str, why: str, claim: Claim, **more: Any) -> Entry:
    return Entry(f"step-3-{name}", why, shows=claim, **{"bots": MIXED, **more})


# --- positions written by hand --------------------------------------------------------------------------------------


def _early(phase: str, leader: int, **fields: Any) -> dict[str, Any]:
    """Step 1 of two players, the leader with so many cities and in no hurry; "Step 3" lies on top of the deck."""
    players = [
        {"money": 90, "plants": [20, 13], "fuel": {"coal": 6}, "cities": CITIES[:leader]},
        {"money": 80, "plants": [21, 18], "fuel": {"oil": 4}, "cities": CITIES[20:23]},
    ]
    deck = [STEP_3, 24, 25, 26, 28, 30, 31, 33, 35, 36, 39, 42, 44]
    return {"phase": phase, "round": 5, "step": 1, "players": players, "deck": deck, **fields}


def _last_round(cities: int, money: int) -> dict[str, Any]:
    """The last round of three; all that is left to do for seat 0 is its seventeenth city, which costs 17 Elektro."""
    players = [
        {"money": 100, "plants": [33, 37, 44], "cities": CITIES[:16]},
        {"money": money, "plants": [36, 50], "fuel": {"coal": 3}, "cities": CITIES[-cities:]},
        {"money": 50, "plants": [18, 22, 27], "cities": CITIES[10:22]},
    ]
    market = [23, 24, 25, 26, 28, 29]
    order = [0, 1, 2]
    return {"phase": "building", "round": 11, "step": 3, "players": players, "order": order, "market": market}


def _crowded() -> dict[str, Any]:
    """A buyer with a full store: of the fuel of a hybrid only some finds room elsewhere."""
    players = [
        {"money": 150, "plants": [5, 12, 33], "fuel": {"coal": 4, "oil": 4}, "cities": CITIES[:14]},
        {"money": 60, "plants": [25, 26, 13], "cities": CITIES[14:26]},
        {"money": 60, "plants": [20, 21, 18], "cities": CITIES[26:38]},
    ]
    cards = {"market": [22, 27, 28, 29, 37, 38, 42, 44], "deck": [31, 23, 40, 24, 36, 30, STEP_3, 34, 39, 46]}
    return {"phase": "auctions", "round": 9, "step": 2, "players": players, **cards}


def _rich() -> dict[str, Any]:
    """Three players before the last round; seat 0 can pay for more cities than it has houses."""
    players = [
        {"money": 400, "plants": [36, 38, 50], "fuel": {"coal": 3, "garbage": 3}, "cities": CITIES[:15]},
        {"money": 60, "plants": [25, 26, 13], "cities": CITIES[14:26]},
        {"money": 60, "plants": [20, 21, 18], "cities": CITIES[26:38]},
    ]
    cards = {"market": [17, 19, 22, 23, 24, 27, 28, 29], "deck": [31, 40, 30, STEP_3, 34, 39, 46]}
    return {"phase": "fuel", "round": 9, "step": 2, "players": players, **cards}


# --- the games ------------------------------------------------------------------------------------------------------


def _options() -> list[Entry]:
    short = {"short": True}
    return [
        Entry("short-2", "The short game of two (Y1).", OLD, "germany", 2, shows.short, options=short),
        Entry("short-4", "The short game of four (Y1).", NEW, "usa", 4, shows.short, options=short),
        Entry(
            "short-deck",
            "A long short game: without Step 3 the deck goes round (Y2).",
            shows=both(shows.short, shows.deck_goes_round),
            bots=RANDOM,
            options=short,
        ),
        Entry("draft-2", "Two players name three regions (S1).", OLD, "usa", 2, shows.drafted, MIXED, regions="draft"),
        Entry("draft-6", "Six players, five regions (S1).", NEW, "germany", 6, shows.drafted, regions="draft"),
        Entry(
            "money-hidden",
            "Nobody sees the others' money; this record does (I1).",
            players=3,
            shows=shows.money_hidden,
            bots=MIXED,
            options={"money": "hidden"},
        ),
        Entry("undo", "Moves are taken back, also two in a row (G1).", NEW, players=3, shows=shows.undos, undo=True),
    ]


def _transformers() -> list[Entry]:
    return [
        _transformer("sale", "Drawn in phase 2 for a plant sold (X1).", "auctions", "sale"),
        _transformer("unsold", "Drawn at the end of phase 2 because nobody bought (X1, A10).", "auctions", "A10"),
        _transformer("obsolete", "Drawn in phase 4 for a plant that became obsolete (X1, M3).", "building", "M3"),
        _transformer("update", "Drawn in phase 5 by the market update (X1, U3).", "bureaucracy", "U3"),
        _transformer("step-2", "Drawn in phase 5 when step 2 begins (X1, T2).", "bureaucracy", "T2"),
        Entry(
            "transformer-nobody",
            "Everybody passes: it goes to the box (X2).",
            NEW,
            shows=boxed(TRANSFORMER, "X2"),
            bots=RANDOM,
        ),
        Entry(
            "transformer-scrapped",
            "Scrapped together with its plant (X4).",
            NEW,
            "usa",
            shows=boxed(TRANSFORMER, "X4"),
            bots=MIXED,
        ),
    ]


def _steps() -> list[Entry]:
    normal, early = steps(2, 3), both(steps(3), boxed(None, "T5"))

    def after_2(phase: str, cause: str) -> Claim:
        return both(normal, drawn(STEP_3, phase, cause, step=2))

    def before_2(phase: str) -> Claim:
        return both(early, drawn(STEP_3, phase, step=1))

    market = [6, 7, 8, 9, 10, 11, 12, 14]
    building = _early("building", 5, market=market, order=[0, 1])
    return [
        _step_3("sale", "Step 3 drawn in phase 2 for a plant sold (T3a).", after_2("auctions", "sale")),
        _step_3("unsold", "Step 3 drawn at the end of phase 2: nobody bought (T8).", after_2("auctions", "A10")),
        _step_3("obsolete", "Step 3 drawn in phase 4 for an obsolete plant (T3b).", after_2("building", "M3")),
        _step_3("update", "Step 3 drawn in phase 5 by the market update (T3c).", after_2("bureaucracy", "U3")),
        _step_3("step-2", "Step 3 drawn when step 2 begins (T6).", after_2("bureaucracy", "T2"), players=4),
        _step_3("first", "Step 3 before step 2, in a whole game (T5).", early, bots=RANDOM),
        _step_3(
            "first-auctions",
            "Step 3 before step 2, drawn in phase 2 (T5).",
            before_2("auctions"),
            position=_early("auctions", 5),
        ),
        _step_3(
            "first-building", "Step 3 before step 2, drawn in phase 4 (T5).", before_2("building"), position=building
        ),
        _step_3(
            "first-bureaucracy",
            "Step 3 before step 2, drawn in phase 5 (T5).",
            before_2("bureaucracy"),
            position=_early("bureaucracy", 5),
        ),
        Entry("deck-empty", "The deck runs out: plants are sold and not replaced (M2).", shows=shows.deck_empty),
    ]


def _ends() -> list[Entry]:
    return [
        Entry(
            "tie-shared-2004",
            "Equal in cities supplied and money: the win is shared, whoever has more cities (C7).",
            players=3,
            shows=shows.shared_win,
            position=_last_round(13, 83),
            moves=("done", "done", "connect dortmund", "done"),
        ),
        Entry(
            "tie-cities-2009",
            "The same by the rules of 2009: more cities connected wins (C7).",
            NEW,
            players=3,
            shows=shows.tie_broken("cities"),
            position=_last_round(13, 83),
            moves=("done", "done", "connect dortmund", "done"),
        ),
        Entry(
            "tie-shared-2009",
            "Equal in cities supplied, money and cities connected: the win is shared (E2).",
            NEW,
            players=3,
            shows=shows.shared_win,
            position=_last_round(16, 101),
            moves=("done", "connect fulda", "done", "connect dortmund", "done"),
        ),
        Entry("tie-money", "Equal in cities supplied: more money wins (E2).", shows=shows.tie_broken("money")),
        Entry(
            "give-up",
            "The owner chooses which fuel of the scrapped plant to give up (A9).",
            players=3,
            shows=shows.gives_up,
            position=_crowded(),
            moves=("open 28@28", "pass", "pass", "scrap 05", "give-up coal 3 oil 1"),
        ),
        Entry(
            "houses",
            "A player builds all 20 houses and has to stop (S2).",
            players=3,
            shows=shows.all_houses,
            position=_rich(),
        ),
        Entry(
            "houses-2",
            "Two players know no limit of houses (S2).",
            shows=shows.more_houses,
            position={**_rich(), "players": _rich()["players"][:2]},
        ),
    ]


def _deluxe() -> list[Entry]:
    early = both(steps(3), shows.not_replaced("T5"))
    return [
        Entry("marker-outdone", "A smaller plant removes the marker (N2).", *AMERICA, 3, shows.marker_outdone, MIXED),
        Entry(
            "marker-outdone-trust",
            "A smaller plant drawn for the Trust's removes the marker (K9).",
            *AMERICA,
            shows=shows.marker_outdone_by_the_trust,
            bots=("plain", "random"),
        ),
        Entry("marker-unsold", "The marked plant is unsold: it goes (N3).", *AMERICA, 4, boxed(None, "N3")),
        Entry("trust-replaces", "The Trust scraps one for a better one (K3).", *EUROPE, 2, boxed(None, "K3"), MIXED),
        Entry("trust-declines", "The Trust has three better plants (K3).", *AMERICA, shows=shows.trust_declines),
        Entry(
            "trust-hybrid",
            "The Trust finds too little gas or oil for its hybrid (K5, K10).",
            *EUROPE,
            shows=shows.trust_short_of_gas_or_oil,
            bots=MIXED,
        ),
        Entry(
            "trust-unsold",
            "Both leave, the Trust takes none (K4).",
            *EUROPE,
            shows=boxed(None, "A10"),
            bots=("plain", "random"),
        ),
        Entry("trust-draft", "Regions are named before the Trust's houses (K2).", *EUROPE, regions="draft"),
        Entry("step-2-europe", "Step 2 without a replacement (W1).", *EUROPE, 3, shows.not_replaced("T2")),
        Entry("step-3-first-europe", "Step 3 before step 2 in Europe (T5, W1).", *EUROPE, shows=early, bots=RANDOM),
    ]


PROMO_CARDS = (
    *("flux-generator", "industrial-espionage", "shortage", "supply-contract", "surplus", "taxes", "theme-park"),
    *("transformer-station", "warehouse"),
)


def _promo() -> list[Entry]:
    """All the promo cards of the rules (Q1 to Q10) that an edition can take."""
    cards = sorted(PROMO_CARDS)
    out = []
    for edition, map, players in ((OLD, "germany", 3), (OLD, "usa", 5), (NEW, "germany", 4), (NEW, "usa", 2)):
        chosen = [card for card in cards if edition == OLD or card != "transformer-station"]
        why = "All promo cards come up (Q0 to Q10)."
        name = f"promo-{edition.removeprefix('classic-')}-{players}"
        out.append(
            Entry(name, why, edition, map, players, shows.all_promo_cards, options={"promo": chosen}, bots=MIXED)
        )
    return out


_ALL = [*_promo(), *_plain_games(), *_options(), *_transformers(), *_steps(), *_ends(), *_deluxe_games(), *_deluxe()]
_ALL += [*outpost.games(), *robots.games()]
WANTED = {entry.name: entry for entry in _ALL}
