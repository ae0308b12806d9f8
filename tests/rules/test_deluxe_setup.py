"""Setting up the deluxe boards (D1 to D5), scripted set-ups, numbers by players, and card backs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Connect, Done, Game, Open, Pass, Run, ScriptMismatch
from stromnetz.editions.files.loader import board
from stromnetz.engine.events import CardDrawn
from stromnetz.play.variants import variants_of
from tests.helpers import decision, position
from tests.rules.tables import deck, market, stock

EUROPE, AMERICA = "deluxe-europe", "deluxe-north-america"
MAPS = {EUROPE: "europe", AMERICA: "north-america"}
DARK = list(range(3, 16))
LIGHT = [*range(16, 41), 42, 44, 46, 50]
NO_FUEL = {"coal": 0, "gas": 0, "oil": 0, "uranium": 0}

# size: cards in the deck in Europe; in North America there is one more
COLUMNS = ("players", "regions", "step_2", "end", "dark", "light", "size")
BY_PLAYERS = [
    (2, 3, 7, 18, 1, 5, 28),
    (3, 3, 7, 17, 2, 6, 26),
    (4, 4, 7, 17, 1, 3, 30),
    (5, 5, 7, 15, 0, 0, 34),
    (6, 5, 6, 14, 0, 0, 34),
]
# D6: coal, gas, oil, uranium in steps 1, 2, 3
REFILL = {
    (EUROPE, 2): [(2, 2, 2, 1), (6, 3, 2, 1), (2, 5, 3, 2)],
    (EUROPE, 3): [(2, 2, 2, 1), (6, 3, 2, 1), (2, 5, 3, 2)],
    (EUROPE, 4): [(3, 3, 3, 1), (7, 4, 3, 2), (4, 5, 4, 2)],
    (EUROPE, 5): [(3, 3, 4, 2), (8, 5, 3, 3), (4, 7, 5, 3)],
    (EUROPE, 6): [(5, 4, 4, 2), (10, 6, 5, 3), (5, 8, 6, 4)],
    (AMERICA, 2): [(2, 2, 3, 2), (5, 2, 1, 1), (2, 4, 3, 2)],
    (AMERICA, 3): [(2, 2, 3, 2), (5, 2, 1, 1), (2, 4, 3, 2)],
    (AMERICA, 4): [(3, 3, 3, 2), (6, 3, 2, 1), (3, 5, 4, 2)],
    (AMERICA, 5): [(4, 3, 4, 3), (7, 3, 2, 2), (4, 6, 5, 3)],
    (AMERICA, 6): [(5, 4, 5, 3), (8, 4, 3, 2), (5, 7, 6, 4)],
}
# A set-up for three players: 14 and 15 and the six largest are out.
MARKET = {EUROPE: DARK[:9], AMERICA: DARK[:8]}
DECK: dict[str, list[int | str]] = {
    EUROPE: [16, 12, *LIGHT[1:23], 13, "step-3"],
    AMERICA: [11, 16, 12, *LIGHT[1:23], 13, "step-3"],
}
both = pytest.mark.parametrize("edition", [EUROPE, AMERICA])


def by_players(*columns: str) -> pytest.MarkDecorator:
    """These columns of the table above."""
    names = ("players", *columns)
    return pytest.mark.parametrize(names, [[row[COLUMNS.index(n)] for n in names] for row in BY_PLAYERS])


def new(edition: str, players: int = 3, **settings: Any) -> Game:
    return stromnetz.new_game(edition, players=players, **{"seed": 1, **settings})


def scripted(edition: str, **settings: Any) -> Game:
    return new(edition, **{"market": MARKET[edition], "deck": DECK[edition], **settings})


def table(edition: str, phase: str, players: list[dict[str, Any]], **fields: Any) -> Game:
    return position(phase, players, edition=edition, map=MAPS[edition], **{"round": 5, **fields})


def removed(game: Game) -> list[Any]:
    cards: list[Any] = game.position_json()["removed"]
    return cards


# --- regions, fuel, numbers by players -------------------------------------------------------------------------------


@pytest.mark.rule("D1")
@by_players("regions")
@both
def test_number_of_regions(edition: str, players: int, regions: int) -> None:
    game = new(edition, players)
    assert len(game.view(None).regions) == regions
    assert len(game.position.area.cities) == 7 * regions


@pytest.mark.rule("D1", "S1")
@both
def test_another_number_of_regions_is_refused(edition: str) -> None:
    more = {EUROPE: ["west", "southwest", "south", "central"], AMERICA: ["west", "southwest", "south", "midwest"]}
    for count in (2, 4):
        with pytest.raises(BadInput, match="3 players use 3 regions"):
            new(edition, 3, regions=more[edition][:count])
    assert new(edition, 3, regions=more[edition][:3]).view(None).regions == more[edition][:3]


@pytest.mark.rule("D2")
@pytest.mark.parametrize(
    ("edition", "there", "supply", "prices"),
    [(EUROPE, (23, 18, 16, 4), (4, 6, 4, 8), (2, 3, 3, 8)), (AMERICA, (23, 18, 14, 2), (4, 6, 6, 10), (2, 3, 4, 9))],
)
def test_start_of_the_fuel_market(
    edition: str, there: tuple[int, ...], supply: tuple[int, ...], prices: tuple[int, ...]
) -> None:
    fuels = new(edition).view(None).fuels
    assert list(fuels) == ["coal", "gas", "oil", "uranium"]
    assert tuple(f.in_market for f in fuels.values()) == there
    assert tuple(f.supply for f in fuels.values()) == supply
    assert tuple(f.price for f in fuels.values()) == prices


@pytest.mark.rule("D6", "U2")
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@both
def test_refill_by_board_players_and_step(edition: str, players: int, step: int) -> None:
    seats: list[dict[str, Any]] = [{"plants": [11]}, *({} for _ in range(players - 1))]
    order = [*range(1, players), 0]  # seat 0 is the last to run
    game = table(edition, "bureaucracy", seats, step=step, fuel_market=NO_FUEL, order=order, to_act=0)
    game.apply(Run())
    assert tuple(stock(game).values()) == REFILL[edition, players][step - 1]


@pytest.mark.rule("D2", "D6", "U2")
@both
def test_the_supply_limits_the_first_refill(edition: str) -> None:
    """Four coal and six gas are in the supply at the start; six players would refill five and four."""
    seats: list[dict[str, Any]] = [{"plants": [11]}, *({} for _ in range(5))]
    game = table(edition, "bureaucracy", seats, order=[1, 2, 3, 4, 5, 0], to_act=0)
    game.apply(Run())
    assert (stock(game)["coal"], stock(game)["gas"]) == (27, 22)


@pytest.mark.rule("D9", "T2")
@by_players("step_2")
@both
def test_step_2_begins(edition: str, players: int, step_2: int) -> None:
    for count, step in ((step_2 - 1, 1), (step_2, 2)):
        cities = board(MAPS[edition]).city_ids[:count]
        seats: list[dict[str, Any]] = [{"cities": cities, "plants": [11]}, *({} for _ in range(players - 1))]
        game = table(edition, "bureaucracy", seats)
        assert (game.view(None).step, game.view(None).step_2_at) == (step, step_2)


@pytest.mark.rule("D9", "E1")
@by_players("end")
@both
def test_the_game_ends(edition: str, players: int, end: int) -> None:
    cities = board(MAPS[edition]).city_ids
    for count, over in ((end - 2, False), (end - 1, True)):
        seats: list[dict[str, Any]] = [{"cities": cities[:count], "money": 200}, *({} for _ in range(players - 1))]
        game = table(edition, "building", seats, step=2, order=list(range(players)), to_act=0)
        assert game.view(None).end_at == end
        game.apply(Connect(cities[count]))
        game.apply(Done())
        assert (game.result is not None) == over


@pytest.mark.rule("Y1")
@both
def test_there_is_no_short_game(edition: str) -> None:
    for short in (True, False):
        with pytest.raises(BadInput, match="no option 'short'"):
            new(edition, options={"short": short})
    assert list(variants_of(edition)) == ["money"]


# --- market and deck, as drawn ---------------------------------------------------------------------------------------


@pytest.mark.rule("D3")
@both
def test_plants_up_to_15_have_dark_backs(edition: str) -> None:
    backs = []
    for plant in (*DARK, *LIGHT):
        on_offer = [n for n in (3, 50) if n != plant]
        game = table(edition, "building", [{}, {}, {}], market=on_offer, places=len(on_offer), deck=[plant, "step-3"])
        backs.append(game.view(None).deck_back)
    assert backs == ["dark"] * 13 + ["light"] * 29


@pytest.mark.rule("D4")
@pytest.mark.parametrize(("edition", "future"), [(EUROPE, 5), (AMERICA, 4)])
def test_the_market_is_drawn_from_the_dark_cards(edition: str, future: int) -> None:
    seen: Counter[Any] = Counter()
    for seed in range(100):
        game = new(edition, 4, seed=seed)
        view = game.view(None)
        assert (len(view.current), len(view.future)) == (4, future)
        assert market(game) == sorted(int(card) for card in market(game))
        seen.update(market(game))
    assert sorted(seen) == DARK
    assert min(seen.values()) > 40  # 62 or 69 of 100 on average


@pytest.mark.rule("D5")
@by_players("dark", "light", "size")
@both
def test_cards_taken_out_and_the_rest(edition: str, players: int, dark: int, light: int, size: int) -> None:
    for seed in range(30):
        game = new(edition, players, seed=seed)
        out, cards = removed(game), deck(game)
        assert (len([c for c in out if c in DARK]), len([c for c in out if c in LIGHT])) == (dark, light)
        assert len(cards) == size + (edition == AMERICA)
        assert cards[-1] == "step-3"
        assert sorted([*market(game), *out, *cards[:-1]]) == [*DARK, *LIGHT]
        assert (game.view(None).deck, game.view(None).removed) == (len(cards), dark + light)


@pytest.mark.rule("D4", "D5")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_in_north_america_a_dark_card_lies_on_top(players: int) -> None:
    tops = {deck(new(AMERICA, players, seed=seed))[0] for seed in range(150)}
    assert tops == set(DARK)


@pytest.mark.rule("D5")
@pytest.mark.parametrize(("edition", "first"), [(EUROPE, 0), (AMERICA, 1)])
def test_dark_and_light_cards_are_shuffled_together(edition: str, first: int) -> None:
    places = {i for seed in range(200) for i, card in enumerate(deck(new(edition, seed=seed))[first:]) if card in DARK}
    assert places == set(range(25))


# --- as scripted -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("D4", "D5")
@both
def test_a_scripted_set_up_is_followed(edition: str) -> None:
    game = scripted(edition)
    assert (market(game), deck(game)) == (MARKET[edition], DECK[edition])
    assert removed(game) == [*(c for c in DARK if c > 13), *LIGHT[23:]]
    assert stromnetz.parse_game(game.to_json()) == game


@pytest.mark.rule("D4", "D5")
@both
def test_a_scripted_market_alone_leaves_the_deck_to_chance(edition: str) -> None:
    left = [c for c in DARK if c not in MARKET[edition]]
    games = [new(edition, market=MARKET[edition], seed=seed) for seed in range(60)]
    assert {c for game in games for c in (*deck(game), *removed(game)) if c in DARK} == set(left)
    assert {len([c for c in removed(game) if c in DARK]) for game in games} == {2}
    if edition == AMERICA:
        assert {deck(game)[0] for game in games} == set(left)


@pytest.mark.rule("D4", "D5")
@pytest.mark.parametrize(
    ("edition", "market", "cards", "word"),
    [
        (EUROPE, None, DECK[EUROPE], "market must be scripted"),
        (AMERICA, None, DECK[AMERICA], "market must be scripted"),
        (EUROPE, [*DARK[:8], 16], DECK[EUROPE], "dark backs"),
        (AMERICA, [*DARK[:7], 50], None, "dark backs"),
        (EUROPE, DARK[:8], DECK[EUROPE], "9 plants"),
        (AMERICA, DARK[:9], DECK[AMERICA], "8 plants"),
        (EUROPE, DARK[:9], [12, 13, 14, *LIGHT[:22], "step-3"], "3 cards with dark backs"),  # as many as it should
        (AMERICA, DARK[:8], [11, 12, *LIGHT[:24], "step-3"], "1 cards with dark backs"),
        (EUROPE, DARK[:9], [12, 13, *LIGHT[:24], "step-3"], "24 cards with light backs"),
        (AMERICA, DARK[:8], [11, 12, 13, *LIGHT[:22], "step-3"], "22 cards with light backs"),
        (AMERICA, DARK[:8], [16, 11, 12, 13, *LIGHT[1:23], "step-3"], "dark back lies on top"),
        (AMERICA, DARK[:8], ["step-3", 11, 12, 13, *LIGHT[:23]], "dark back lies on top"),
        (EUROPE, DARK[:9], ["step-3", 12, 13, *LIGHT[:23]], "bottom"),
        (AMERICA, DARK[:8], [11, 12, 13, *LIGHT[:22], "step-3", LIGHT[22]], "bottom"),
        (EUROPE, DARK[:9], [12, 13, *LIGHT[:23]], "cannot be among the cards taken out"),
        (EUROPE, DARK[:9], [11, 12, *LIGHT[:23], "step-3"], "not in the deck"),  # 11 lies in the market
        (AMERICA, DARK[:8], [3, 11, 12, 13, *LIGHT[:23], "step-3"], "cannot be followed"),  # so does 3
        (AMERICA, DARK[:8], [11, 12, 13, 13, *LIGHT[:22], "step-3"], "different cards"),
        (AMERICA, DARK[:8], [], "cannot be among the cards taken out"),
    ],
)
def test_a_set_up_that_cannot_be_is_not_followed(edition: str, market: Any, cards: Any, word: str) -> None:
    with pytest.raises(ScriptMismatch, match=word):
        new(edition, market=market, deck=cards)


# --- the back of the top card ----------------------------------------------------------------------------------------


@pytest.mark.rule("I2")
@pytest.mark.parametrize("seat", [None, 0, 1])
@both
def test_the_back_of_the_top_card_is_open(edition: str, seat: int | None) -> None:
    top = DECK[edition][0]
    assert scripted(edition).view(seat).deck_back == ("dark" if top in DARK else "light")


@pytest.mark.rule("I2")
@both
def test_it_changes_with_every_card_drawn(edition: str) -> None:
    """Three plants are sold: a dark card is drawn, a light one, then "Step 3", whose back counts as light."""
    seats = [{"money": 99}, {"money": 99}, {"money": 99}]
    on_offer = [*DARK[:8], 30] if edition == EUROPE else DARK[:8]
    game = table(edition, "auctions", seats, market=on_offer, deck=[12, 16, "step-3"], order=[0, 1, 2], reshuffle=[])
    seen = [game.view(None).deck_back]
    drawn = []
    for plant in (4, 5, 6):
        events = game.apply(Open(plant, plant))
        while decision(game) == "bid":
            events = game.apply(Pass())
        drawn += [e.card for e in events if isinstance(e, CardDrawn)]
        seen.append(game.view(None).deck_back)
    assert drawn == [12, 16, "step-3"]
    assert seen == ["dark", "light", "light", None]


@pytest.mark.rule("I2", "I1")
@both
def test_what_lies_below_stays_hidden(edition: str) -> None:
    """It looks the same for every order of the deck with the same back on top; otherwise only that back differs."""
    (top, second, *rest), seats = DECK[edition], (None, 0, 1, 2)
    third = next(c for c in rest if (c in DARK) == (top in DARK))
    twin = [third, second, *(top if c == third else c for c in rest)]
    assert [scripted(edition).view(s) for s in seats] == [scripted(edition, deck=twin).view(s) for s in seats]


@pytest.mark.rule("I2", "I1")
def test_another_back_is_all_that_is_seen_of_another_top_card() -> None:
    light, dark = [16, 12, *LIGHT[1:23], 13, "step-3"], [12, 16, *LIGHT[1:23], 13, "step-3"]
    one, other = (scripted(EUROPE, deck=cards).view(0).to_json() for cards in (light, dark))
    assert (one.pop("deck_back"), other.pop("deck_back")) == ("light", "dark")
    assert one == other
