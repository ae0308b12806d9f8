"""Games and positions in notation: what is written, what is read, and what hidden information stays out."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from stromnetz import BadInput, Game, View, load_game, new_game, parse_game, parse_position
from stromnetz.play.files.plain_values import ValueReader, value_text
from stromnetz.play.files.records import commitment
from tests.helpers import play_on, position


@pytest.fixture(scope="module")
def short() -> Game:
    """A short game with undone moves and moves made together, to its end."""
    game = new_game("classic-2004", players=2, seed=3, options={"short": True})
    game.names = ["Ann", 'Ben "B." Bär']
    game.apply("open 04@4")
    game.undo(1 - game.position.seat if game.undo_seat is None else game.undo_seat)
    return play_on(game)


def built() -> Game:
    game = position(
        "building",
        [{"plants": [5], "money": 60}, {"plants": [4]}],
        round=3,
        order=[1, 0],
        market=[6, 7, 8, 9, 10, 11, 12, 14],
        deck=[20, 25, 30],
    )
    game.play(["connect essen", "connect duisburg", "done"], seat=0)
    return game


# --- values ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-12, "-12"),
        (None, "null"),
        (True, "true"),
        ("west", "west"),
        ("05a", "05a"),
        ("05", '"05"'),
        ("-1", '"-1"'),
        ("true", '"true"'),
        ("", '""'),
        ("München, Süd", '"München, Süd"'),
        ('a"b\\c\n', r'"a\"b\\c\n"'),
        ([], "[]"),
        ({}, "{}"),
        ([[1, "a"], {"b": []}], "[[1,a],{b:[]}]"),
        ({"a b": 1, "7": 2}, '{"a b":1,"7":2}'),
    ],
)
def test_values_have_one_text(value: object, text: str) -> None:
    assert value_text(value) == text
    reader = ValueReader(text)
    assert reader.value() == value
    reader.end()


@pytest.mark.parametrize(
    "text", ["", "[", "[1", "[1,", "[1 2]", "{a}", "{a:}", "{a:1,a:2}", '"', '"\\x"', "ä", "[" * 99]
)
def test_texts_that_are_no_values(text: str) -> None:
    with pytest.raises(BadInput, match=r"column \d+: there must be"):
        ValueReader(text).value()


def test_fractions_cannot_be_written() -> None:
    with pytest.raises(BadInput, match="cannot be written in notation"):
        value_text([1.5])


# --- games ----------------------------------------------------------------------------------------------------------


def test_a_game_in_notation_is_a_header_and_its_moves() -> None:
    game = new_game("classic-2004", players=2, seed=7, regions=["west", "southwest", "south"])
    game.names = ["Ann", "Ben B."]
    for move in ("open 04@4", "bid 5"):
        game.apply(move)
    game.undo(0)
    game.apply("pass")
    assert game.to_notation() == (
        "stromnetz-game 1\n"
        "edition: classic-2004\n"
        "map: germany\n"
        f"revision: {game.rules.edition.revision}\n"
        "players: 2\n"
        'names: [Ann,"Ben B."]\n'
        "seed: 0x7\n"
        "regions: [west,southwest,south]\n"
        "final: {round:1,money:[50,46],cities:[0,0],plants:[[],[4]]}\n"
        "\n"
        "# round 1, auctions\n"
        "1 open 04@4\n"
        "0 bid 5\n"
        "0 undo\n"
        "0 pass\n"
    )
    again = parse_game(game.to_notation())
    assert again == game
    assert again.names == ["Ann", "Ben B."]


def test_a_finished_game_comes_back(short: Game, tmp_path: Path) -> None:
    text = short.to_notation()
    for again in (parse_game(text), parse_game(text.encode()), parse_game(text.replace("\n", "\r\n"))):
        assert again == short
        assert again.to_text() == short.to_text()
    assert any(row.undoes is not None for row in short.rows)
    short.save(tmp_path / "game.txt")
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == text
    assert load_game(tmp_path / "game.txt") == short
    with pytest.raises(BadInput, match=r"ends in \.json \(a record\) or \.txt"):
        short.save(tmp_path / "game.pgn")


def test_moves_made_together_and_the_position_of_the_start_come_back() -> None:
    game = built()
    text = game.to_notation()
    assert "\n0 connect essen\n+ connect duisburg\n+ done\n" in text
    assert "\nposition: {phase:building," in text
    assert parse_game(text) == game
    game.undo(seat=0)
    assert parse_game(game.to_notation()) == game


def test_a_move_that_its_notation_does_not_give_back_is_written_as_json() -> None:
    game = new_game("classic-2004", players=2, seed=7)
    play_on(game, until=lambda game: game.decision is not None and game.decision.kind == "run")
    game.apply({"kind": "run", "plants": [], "burn": {}})
    assert '\n{"kind":"run","plants":[],"burn":{}}' not in game.to_notation()
    assert re.search(r'\n\d \{"kind":"run","plants":\[\],"burn":\{\}\}\n', game.to_notation())
    assert parse_game(game.to_notation()) == game


def test_commitments_are_kept() -> None:
    game = new_game("classic-2004", players=2, seed=7)
    game.header |= {"commitment": commitment(7, "1" * 32), "salt": "1" * 32}
    assert parse_game(game.to_notation()) == game
    with pytest.raises(BadInput, match="the commitment of this record is not that of its seed"):
        parse_game(game.to_notation().replace("seed: 0x7", "seed: 0x8"))


def test_people_may_write_a_game_by_hand() -> None:
    text = """
        stromnetz-game 1
        # a remark
        edition: classic-2004
        map: germany
        players: 2
        revision: 3
        seed: 7
        event: "a field of a later version"

        # seats may be left out
        open 4@4
        0 BID 5
        pass
    """
    game = parse_game(text)
    assert [str(row.move) for row in game.rows[1:]] == ["open 04@4", "bid 5", "pass"]
    assert game.seed == "0x7"


GOOD = """stromnetz-game 1
edition: classic-2004
map: germany
revision: 3
players: 2
seed: 0x7
final: {money:[50,50]}

1 open 04@4
0 bid 5
"""


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        (
            "stromnetz-game 1",
            "stromnetz-game 2",
            "line 1: a game begins with 'stromnetz-game 1', not 'stromnetz-g",
        ),
        ("map: germany\n", "", "the header has no 'map'"),
        ("map: germany", "map germany", "line 3: a line of the header is 'NAME: VALUE', not 'map germany'"),
        ("map: germany", "map: germany\nmap: usa", "line 4: 'map' is there twice"),
        (
            "map: germany",
            "map: [germany",
            r"line 3: 'map': column 9: there must be ',' or '\]', not the end of",
        ),
        ("map: germany", "map: germany usa", "line 3: 'map': column 8: there must be the end of the line, not ' usa'"),
        ("map: germany", "map: mars", "the header: .*mars"),
        ("players: 2", "players: two", "the header: .*two"),
        ("revision: 3", "revision: 99", "the game is of rules revision 99; this version knows revision 3"),
        ("seed: 0x7\n", "", "exported without its hidden part"),
        ("seed: 0x7", "seed: 0x7\nnames: [Ann]", "the header: 'names' must be 2 texts"),
        ("1 open 04@4", "1 opne 04@4", "line 9: 'opne 04@4' isn't a move. Did you mean open?"),
        ("1 open 04@4", "0 open 04@4", "line 9: .*seat"),
        ("0 bid 5", "0 bid 4", r"line 10: the high bid is 4: bid 5 or more \(A4\)"),
        ("0 bid 5", "+ bid 5", "line 10: it does not go on with a plan"),
        ("0 bid 5", "0 {}", "line 10: unknown kind of move None"),
        ("0 bid 5", "0 {", "line 10: '{' is not JSON"),
        ("0 bid 5", "+ undo", "line 10: a seat is a number"),
        ("money:[50,50]", "money:[50,51]", r"at the end of the moves money is \[50, 50\], but 'final' says \[50, 51\]"),
        ("final: {money:[50,50]}", "final: 3", "'final' must be an object, not 3"),
    ],
)
def test_errors_say_what_is_wrong_and_where(old: str, new: str, error: str) -> None:
    assert parse_game(GOOD).version == 2
    assert GOOD.count(old) == 1
    with pytest.raises(BadInput, match=error):
        parse_game(GOOD.replace(old, new))


def test_errors_in_games_of_older_rules_name_the_revisions() -> None:
    older = GOOD.replace("revision: 3", "revision: 2")
    assert parse_game(older).version == 2
    with pytest.raises(BadInput, match=r"bid 5 or more \(A4\) \(the game is of rules revision 2, this version has 3\)"):
        parse_game(older.replace("bid 5", "bid 4"))


@pytest.mark.parametrize("text", ["", "hello", "stromnetz", '[Event "?"]\n\n1. e4', "stromnetz-position 1 edition=x"])
def test_other_texts_are_no_games(text: str) -> None:
    with pytest.raises(BadInput):
        parse_game(text)


def test_rows_of_older_rules_are_only_in_records() -> None:
    game = new_game("classic-2004", players=2, seed=1)
    game.apply("open 3@3")
    older = parse_game({**game.to_json(), "revision": game.rules.edition.revision - 1})
    with pytest.raises(BadInput, match="the rows up to 1 were played by older rules, which only a record keeps"):
        older.to_notation()


# --- positions ------------------------------------------------------------------------------------------------------


def test_a_position_line_restores_the_position_and_what_comes(short: Game) -> None:
    for number in range(0, short.version, 23):
        game = short.at(number)
        line = game.position_line()
        assert "\n" not in line
        again = parse_position(line)
        assert again == parse_position(game.position_json())
        assert again.position == game.position
        assert play_on(again, seed=5).position == play_on(game.copy(), seed=5).position


def test_a_handwritten_position_fits_on_a_line() -> None:
    line = "stromnetz-position 1 edition=classic-2004 phase=fuel players=[{money:20,plants:[4]},{}]  remark=unknown"
    game = parse_position(f" {line}\n")
    assert game == parse_position(line.encode())
    assert game.decision is not None
    assert [player.money for player in game.view(None).players] == [20, 50]
    assert parse_position(line, seed=1).position.deck != parse_position(line, seed=2).position.deck


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("stromnetz-position 2 edition=classic-2004", "a position begins with 'stromnetz-position 1'"),
        ("stromnetz-position 1", "a position begins with 'stromnetz-position 1'"),
        ("stromnetz-position 1 edition", "column 29: there must be '=', not the end of the line"),
        ("stromnetz-position 1 edition=classic-2004", "a position needs the field 'players'"),
        ("stromnetz-position 1 phase=fuel phase=fuel", "'phase' is there twice"),
        ("stromnetz-position 1 phase=[fuel", r"column 33: there must be ',' or '\]'"),
        ("stromnetz-position 1 phase=fuel,", "column 32: there must be a space or the end of the line, not ','"),
        ("stromnetz-position 1 edition=classic-2004 phase=fuel players=[{plants:[99]},{}]", "99"),
    ],
)
def test_lines_that_are_no_positions(line: str, error: str) -> None:
    with pytest.raises(BadInput, match=error):
        parse_position(line)


# --- what a seat may see --------------------------------------------------------------------------------------------


def seen(view: View) -> dict[str, object]:
    return {key: value for key, value in view.to_json().items() if key != "version"}


@pytest.mark.parametrize(
    "edition", ["classic-2004", "classic-2009", "deluxe-europe", "deluxe-north-america", "outpost"]
)
@pytest.mark.parametrize("money", ["open", "hidden"])
def test_the_position_of_a_view_gives_the_same_view_and_hides_the_rest(edition: str, money: str) -> None:
    game = new_game(edition, players=3, seed=11, options={"money": money})
    for rounds in (0, 2, 4, 6):
        play_on(game, seed=rounds, rounds=rounds)
        for seat in (None, 0, 1, 2):
            view = game.view(seat)
            line = view.position_line()
            drawn = [parse_position(line, seed=number) for number in (1, 1, 2)]
            for one in drawn:
                assert seen(one.view(seat)) == seen(view)
            assert drawn[0] == drawn[1]
            assert drawn[0].position.deck != drawn[2].position.deck
            assert parse_position(view.position_json(), seed=1) == drawn[0]
            facts = view.position_json()
            assert {"seed", "shuffles", "reshuffle"}.isdisjoint(facts)
            assert (facts["deck"], facts["removed"]) == (view.deck, view.removed)
            assert not re.search(r"seed|shuffle", line)
            shown = [player.get("money") for player in facts["players"]]
            assert shown == [player.money for player in view.players if not player.neutral]
            if money == "hidden" and game.decision is not None:
                assert sum(amount is not None for amount in shown) == (seat is not None)


def test_a_view_received_as_json_has_a_position_too() -> None:
    view = play_on(new_game("classic-2009", players=3, seed=11), rounds=3).view(1)
    assert View.from_json(view.to_json()).position_line() == view.position_line()


def test_a_card_that_a_seat_has_looked_at_is_in_its_position_only() -> None:
    game = new_game("classic-2009", players=4, seed=2, options={"promo": ["industrial-espionage"]})
    play_on(game, seed=4, until=lambda game: any("deck_top" in game.view(seat).position_json() for seat in range(4)))
    lookers = [seat for seat in range(4) if "deck_top=" in game.view(seat).position_line()]
    assert len(lookers) == 1
    view = game.view(lookers[0])
    for seed in range(5):
        assert seen(parse_position(view.position_line(), seed).view(view.seat)) == seen(view)
        assert parse_position(view.position_line(), seed).position.deck[-1] == game.position.deck[-1]


def test_without_a_seed_hidden_cards_are_drawn_anew() -> None:
    line = new_game("classic-2004", players=3, seed=1).view(0).position_line()
    assert parse_position(line).position.deck != parse_position(line).position.deck


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("deck=27", "deck=26", "35 cards are hidden: they cannot be 26 in the deck and 8 removed"),
        ("deck=27", "deck=27 deck_top=4", "35 cards are hidden"),
        ("deck=27", "deck=27 deck_back=blue", "no card has the back 'blue'"),
        ("deck=27", "deck=900", "deck"),
        ("removed=8", "removed=-8", "removed"),
    ],
)
def test_hidden_cards_must_add_up(old: str, new: str, error: str) -> None:
    line = new_game("classic-2004", players=2, seed=1).view(0).position_line()
    assert line.count(old) == 1
    with pytest.raises(BadInput, match=error):
        parse_position(line.replace(old, new))


@pytest.mark.parametrize("edition", ["classic-2004", "outpost"])
def test_the_public_text_of_a_running_game_has_no_secret(edition: str) -> None:
    game = play_on(new_game(edition, players=3, seed=0xC0FFEE, options={"money": "hidden"}), rounds=3)
    assert game.decision is not None
    text = game.to_notation(hidden=False)
    header = text.split("\n\n")[0]
    assert [line.split(":")[0] for line in header.splitlines()] == [
        "stromnetz-game 1", "edition", "map", "revision", "players", "options",
    ]  # fmt: skip
    secrets = ["c0ffee", json.dumps(game.position.deck), repr(game.seed)]
    for shown in (text, repr(game), repr(game.view(0)), game.view(0).position_line(), json.dumps(game.to_json(False))):
        assert not any(secret in shown.lower() for secret in secrets)
    with pytest.raises(BadInput, match="it can be read, but not played again"):
        parse_game(text)


def test_the_public_text_of_a_set_up_game_hides_its_position() -> None:
    text = built().to_notation(hidden=False)
    assert "position" not in text
    assert "final" not in text
