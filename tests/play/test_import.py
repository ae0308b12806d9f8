"""Import from boardgamers.space: what is imported, what is refused, and that refused games write nothing."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Game, Move, parse_game
from stromnetz.bots import make_bot
from stromnetz.cli import main
from stromnetz.editions.foreign_names import BOARDGAMERS, city_of
from stromnetz.engine.events import CardDrawn, FuelRefilled
from stromnetz.play.catalogue import city_names
from stromnetz.play.files.boardgamers import LogReplayer, import_game
from tests.play.boardgamers_export import event, move, play_there
from tests.rules.test_scrap import bought, holds

# A real game to its end, with what everybody had then (boardgamers/powergrid, engine/src/fixtures/USAOriginal.json):
# a row for each entry of the log, [player, move, data, price], or an event.
HEAD, *ROWS = map(json.loads, Path(__file__).with_name("games").joinpath("usa-original.jsonl").read_text().splitlines())
TWO_ROUNDS = 80
"""Up to the middle of the run in the second round."""


def real_game(rows: int = TWO_ROUNDS) -> dict[str, Any]:
    over = rows == len(ROWS)
    return {
        "map": {"name": HEAD["map"], "cities": [{"name": name} for name in HEAD["cities"]]},
        "players": [{"id": one["seat"], "money": one["money"] if over else -1} for one in HEAD["final"]],
        "phase": HEAD["phase_at_the_end"] if over else "Bureaucracy",
        "options": HEAD["options"],
        "log": [entry(*row) for row in ROWS[:rows]],
    }


def entry(who: int | str, what: Any = None, data: Any = None, price: int = 0, *_: int) -> dict[str, Any]:
    if isinstance(who, int):
        told = {"simple": f"somebody buys {data['resource']} for ${price}"} if what == "BuyResource" else {}
        return move(who, what, data, **told)
    if who == "drawn":
        return event(f"Power Plant {what} drawn from the deck.")
    if who == "under-the-deck":
        return event(f"Putting Power Plant {what} on the bottom")
    return event(who)


def item(line: str) -> dict[str, Any]:
    player, name, *rest = line.split()
    if name == "pass":
        return entry(int(player), "Pass", True)
    if name == "buy":
        return entry(int(player), "BuyResource", {"resource": rest[0]}, int(rest[1]))
    if name == "build":
        return entry(int(player), "Build", {"name": rest[0], "price": int(rest[1])})
    if name == "use":
        used = {"powerPlant": int(rest[0]), "resourcesSpent": rest[1:], "citiesPowered": 1}
        return entry(int(player), "UsePowerPlant", used)
    return entry(int(player), {"choose": "ChoosePowerPlant", "bid": "Bid"}[name], int(rest[0]))


def row_of(data: dict[str, Any], line: str) -> int:
    rows: list[Any] = data["log"]
    return rows.index(item(line))


def played(seed: int, map: str, players: int) -> tuple[Game, dict[str, Any]]:
    """A whole game, partly random, and its export."""
    order = list(range(players))
    game = stromnetz.new_game(
        "classic-2004", map=map, players=players, seed=seed, order=order, options={"money": "hidden"}
    )
    rng, bots = random.Random(seed), [make_bot("plain"), make_bot("random", seed)]

    def choose(game: Game) -> Move:
        return bots[rng.random() < 0.12].choose(game.view(game.position.seat))

    return game, play_there(game, choose)


def test_a_real_game_is_followed() -> None:
    game = import_game(real_game())
    p = game.position
    assert (game.rules.edition.id, game.rules.board.id, p.round) == ("classic-2004", "usa", 2)
    assert game.options["money"] == "hidden"
    assert sorted(game.rules.board.region_ids[r] for r in p.regions) == ["midwest", "northwest", "southeast"]
    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (1, "run")
    assert game.rules.refs(p.plants[0]) == [7, 10]
    assert [game.rules.city_ids[c] for c, there in enumerate(p.occupants) if there == (2,)] == [
        "norfolk",
        "raleigh",
        "atlanta",
    ]
    assert game.rules.refs(p.market) == [4, 9, 16, 17, 21, 26, 33, 37]


@pytest.mark.rule("P4a")
def test_a_real_game_ends_as_it_did() -> None:
    """In round 8, plant 26 burns oil first, which makes room for the oil on 29, and 29 burns coal."""
    game = import_game(real_game(len(ROWS)))
    p, players = game.position, game.view(None).players
    assert game.result is not None
    assert [row.seat for row in game.result.ranking] == [0, 2, 1]
    assert (p.round, p.step) == (HEAD["round_at_the_end"], HEAD["step_at_the_end"])
    for one in HEAD["final"]:
        seat = one["seat"]
        assert p.money[seat] == one["money"]
        assert set(players[seat].plants) == set(one["plants"])
        assert players[seat].fuel == {fuel: count for fuel, count in one["fuel"].items() if count}
        cities = {game.rules.city_ids[c] for c, there in enumerate(p.occupants) if seat in there}
        assert cities == {city_of(BOARDGAMERS, "usa", name) for name in one["cities"]}
    events = [one for row in game.rows for one in row.events]
    refills = [one.fuel for one in events if isinstance(one, FuelRefilled)]
    assert refills == [
        dict(zip(("coal", "oil", "garbage", "uranium"), row[1:], strict=True)) for row in ROWS if row[0] == "refill"
    ]
    drawn = [one.card for one in events if isinstance(one, CardDrawn) and one.card != "step-3"]
    assert drawn == [row[1] for row in ROWS if row[0] == "drawn"]
    assert parse_game(game.to_json()) == game


@pytest.mark.parametrize(
    ("seed", "map", "players"), [(0, "germany", 2), (1, "usa", 3), (2, "germany", 4), (3, "usa", 5), (4, "germany", 6)]
)
def test_whole_games_end_as_they_did(seed: int, map: str, players: int) -> None:
    game, data = played(seed, map, players)
    hidden = {**data, "powerPlantsDeck": []}
    for one in (data, {"game": "powergrid", "data": data}, json.dumps(data), hidden):
        got = import_game(one)
        assert got.result == game.result
        assert got.position.money == game.position.money
        assert got.position.occupants == game.position.occupants
        assert got.position.fuel == game.position.fuel
    assert parse_game(got.to_json()) == got


def test_the_deck_after_step_3_is_known() -> None:
    game, data = played(6, "germany", 3)
    assert game.position.step == 3
    assert import_game(data).position.deck == game.position.deck


@pytest.mark.parametrize(
    ("given", "extra", "kept"),
    [
        (["coal", "oil", "coal", "oil"], None, {"coal": 1, "oil": 1}),  # marker by marker
        (["oil", "oil", "oil"], None, {"coal": 2}),  # the last one went by itself there
        ([], [3, 1], {"oil": 2}),  # said with the plant
    ],
)
def test_fuel_is_given_up_as_it_was(given: list[str], extra: Any, kept: dict[str, int]) -> None:
    game = bought(11, [12, 13, 29], {"coal": 3, "oil": 3})
    scrapped = move(0, "DiscardPowerPlant", 12)
    if extra:
        scrapped["move"]["extra"] = extra
    follower = LogReplayer(game, [scrapped, *[move(0, "DiscardResources", fuel) for fuel in given]])
    follower.follow()
    assert holds(game) == kept


def test_fuel_that_cannot_be_given_up_so_is_refused() -> None:
    game = bought(11, [12, 13, 29], {"coal": 3, "oil": 3})
    with pytest.raises(BadInput, match=r"row 0 .*was given up; by our rules it is one of"):
        LogReplayer(game, [move(0, "DiscardPowerPlant", 12)]).follow()


def test_every_city_is_known() -> None:
    for map in BOARDGAMERS.maps.values():
        assert {city_of(BOARDGAMERS, map, name) for name in city_names(map).values()} == set(city_names(map))
    names = ("Lubeck", "Nurnberg", "Dusseldorf", "Köln", "Frankfurt-O", "Frankfurt-M", "Würzburg")
    assert None not in [city_of(BOARDGAMERS, "germany", name) for name in names]
    assert city_of(BOARDGAMERS, "germany", "Knoxville") is None


@pytest.mark.parametrize(
    ("line", "instead", "why"),
    [
        ("1 bid 6", "1 bid 5", r"row {row} of the log \('Bid' 5\): the high bid is 5: bid 6 or more \(A4\)"),
        ("1 bid 6", "2 bid 6", "row {row} .*it is seat 1's turn"),
        ("0 choose 7", "0 choose 9", r"row {row} .*plant 9 is in the future market; .* \(M1\)"),
        ("1 build Minneapolis 10", "1 build Minneapolis 12", "row {row} .*it cost 12 there, 10 by our rules"),
        ("1 build Minneapolis 10", "1 build Utopia 10", "row {row} .*there is no city 'Utopia' on our board"),
        ("0 build Jacksonvile 10", "0 build Savannah 10", r"row {row} .*\(B4\)"),
        ("2 buy coal 3", "2 buy uranium 3", r"row {row} .*room for 0 more \(P3\)"),
        ("1 buy coal 2", "1 buy coal 7", "row {row} .*it cost 7 there, 2 by our rules"),
        ("1 use 5 coal coal", "1 use 6 garbage", r"the run of row {row}: "),
        ("2 build Raleigh 10", "2 use 8 coal coal coal", "row {row} .*plants are run after building"),
        ("2 choose 8", "2 pass", r"row {row} .*\(A3\)"),
    ],
)
def test_what_the_rules_refuse_is_told_by_row(line: str, instead: str, why: str) -> None:
    data = real_game()
    row = row_of(data, line)
    data["log"][row] = item(instead)
    with pytest.raises(BadInput, match=why.replace("{row}", str(row))):
        import_game(data)


def test_a_game_that_ended_otherwise_is_refused() -> None:
    _, data = played(0, "germany", 2)
    richer = deepcopy(data)
    richer["players"][1]["money"] += 1
    with pytest.raises(BadInput, match=r"at the end player 1 had \d+ there and has \d+ here \(money\)"):
        import_game(richer)
    shorter = {**data, "log": data["log"][:-3]}
    with pytest.raises(BadInput, match="was over there, and is not by our rules"):
        import_game(shorter)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"options": {"map": "USA", "variant": "recharged"}}, "games of the variant 'original' can be imported"),
        ({"options": {"map": "China"}}, "games of the map 'Germany' or 'USA' can be imported, not 'China'"),
        ({"options": {"map": "USA", "fastBid": True}}, "bids were made in secret"),
        ({"options": {"map": "USA", "randomizeMap": True}}, "the board was changed"),
        ({"options": 3}, "options"),
        ({"log": [3]}, "'log' must be an object"),
        ({"log": [{"type": "move", "player": 0}]}, "row 0 .*'move' must be an object"),
        ({"log": [move(7, "Pass")]}, "row 0 .*a seat is a number"),
        ({"log": [move(0, "Undo")]}, "row 0 .*there is no move 'Undo'"),
        ({"log": [move(0, "Build", 3)]}, "row 0 .*'data' must be an object"),
        ({"log": [move(0, "ChoosePowerPlant", {"a": 1})]}, "row 0 "),
        ({"log": [event("Player 2 was dropped")]}, "games that somebody left"),
        ({"log": [event("Power Plant 2 drawn from the deck.")]}, "2"),
        ({"map": {"cities": [{"name": 3}]}}, "there is no city 3"),
        ({"map": {"cities": [{"name": "Seattle"}]}}, "3 players use 3 regions, not 1"),
        ({"players": []}, "players"),
        ({"powerPlantsDeck": [3]}, "powerPlantsDeck"),
    ],
)
def test_what_cannot_be_imported_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(stromnetz.StromnetzError, match=why):
        import_game({**real_game(), **change})


@pytest.mark.parametrize("data", ["{", "[]", {}, {"data": {}}, {"log": []}, None])
def test_what_is_no_game_is_refused(data: Any) -> None:
    with pytest.raises(BadInput):
        import_game(data)


class TestCommand:
    def files(self, folder: Path, data: Any) -> tuple[str, Path]:
        source = folder / "there.json"
        source.write_text(json.dumps(data), encoding="utf-8")
        return str(source), folder / "here.json"

    def test_it_writes_a_record(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        source, record = self.files(tmp_path, real_game())
        assert main(["import", source, str(record)]) == 0
        told = capsys.readouterr().out
        assert "57 moves of 3 players, checked; round 2, unfinished" in told
        assert "never drawn" in told
        assert main(["replay", str(record), "--quiet"]) == 0
        assert main(["import", source, str(record)]) == 2
        assert "already exists" in capsys.readouterr().err

    def test_what_it_wrote_can_be_reviewed(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        source, record = self.files(tmp_path, real_game())
        assert main(["import", source, str(record)]) == 0
        capsys.readouterr()
        assert main(["review", str(record), "--seat", "2", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert [sum(one["chances"]) for one in found["curve"]] == pytest.approx([1] * len(found["curve"]), abs=0.001)
        assert (found["curve"][0]["version"], found["curve"][-1]["round"]) == (0, 2)
        # every decision stands for one of the log, and what was played there is not what master would play
        own = {row.seq: row.move for row in import_game(real_game()).rows if row.seat == 2 and row.move is not None}
        told = {one["version"]: one["move"] for one in found["choices"]}
        assert len(told) > 8
        assert told == {version: own[version].to_json() for version in told}
        assert any(one["better"] for one in found["choices"])
        assert found["cost"] > 0

    def test_nothing_is_written_where_a_move_is_refused(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        data = real_game()
        data["log"][row_of(data, "1 bid 6")] = item("1 bid 5")
        source, record = self.files(tmp_path, data)
        assert main(["import", source, str(record)]) == 2
        assert "row 3 of the log" in capsys.readouterr().err
        assert not record.exists()
