"""Records of finished games that every later version must load, and records of older rules revisions."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import stromnetz
from stromnetz import BadInput, Game, IllegalMove, parse_game, parse_position
from stromnetz.engine.rules import Rules
from stromnetz.play.rulesets import rules_for
from tests.helpers import play_on
from tools import golden

INDEX: dict[str, Any] = json.loads(golden.INDEX.read_text(encoding="utf-8"))
Record = dict[str, Any]
Revise = Callable[..., int]


def kept(name: str) -> Record:
    record: Record = json.loads(gzip.decompress((golden.RECORDS / f"{name}.json.gz").read_bytes()))
    return record


# --- the corpus -----------------------------------------------------------------------------------------------------


def test_every_record_is_in_the_index() -> None:
    files = sorted(path.name for path in golden.RECORDS.iterdir())
    assert files == sorted([golden.INDEX.name, *(f"{name}.json.gz" for name in INDEX)])
    assert len(INDEX) >= 12


def test_the_corpus_has_games_of_all_kinds() -> None:
    records = [kept(name) for name in INDEX]
    classic, new = {"classic-2004", "classic-2009"}, {"deluxe-europe", "deluxe-north-america", "outpost"}
    assert {r["edition"] for r in records} >= classic | new
    assert {r["edition"] for r in records if r["players"] == 2} >= {"classic-2004"} | new
    assert {r["edition"] for r in records if "position" in r} >= {"classic-2004", "outpost"}
    assert {r["players"] for r in records} == {2, 3, 4, 5, 6}
    assert any(r["options"].get("short") for r in records)
    assert any(r["options"]["money"] == "hidden" for r in records)
    assert any("undo" in row for r in records for row in r["rows"])
    assert any("position" in r for r in records)


@pytest.mark.parametrize("name", sorted(INDEX))
def test_a_kept_record_is_loaded(name: str) -> None:
    game = parse_game(kept(name))
    assert game.result is not None
    result: Mapping[str, Any] = game.result.to_json()
    assert {key: result[key] for key in INDEX[name]} == INDEX[name]  # later versions may add to a result
    assert game.version == len(kept(name)["rows"]) - 1


def test_a_record_is_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "RECORDS", tmp_path)
    monkeypatch.setattr(golden, "INDEX", tmp_path / "index.json")
    assert golden.main(["keep", "tie-shared-2009"]) == 0
    (name,) = json.loads((tmp_path / "index.json").read_text(encoding="utf-8"))
    assert parse_game(kept(name)).result is not None
    with pytest.raises(SystemExit, match="kept already"):
        golden.main(["keep", "tie-shared-2009"])


# --- what is written must come out ----------------------------------------------------------------------------------


@pytest.fixture
def finished() -> Record:
    record: Record = through_json(golden.replay(golden.read_text("classic-2009-usa-2"))[0].to_json())
    return record


@pytest.fixture
def unfinished() -> Record:
    """Cut a record in the middle of a building phase."""
    game = stromnetz.new_game("classic-2009", map="usa", players=2, seed=3)
    play_on(game, seed=5, until=lambda rules: rules.position.round == 4 and rules.position.kind == "build")
    record: Record = through_json(game.to_json())
    return record


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def forge(record: Record) -> int:
    """Change an income in the events only; return the row."""
    for row in record["rows"]:
        for event in row.get("events", []):
            if event["kind"] == "plants-ran":
                event["income"] += 7
                return int(row["seq"])
    raise AssertionError("no income in this record")


@pytest.mark.parametrize("which", ["first", "middle", "last"])
@pytest.mark.parametrize("kind", ["finished", "unfinished"])
def test_an_edited_snapshot_is_refused(kind: str, which: str, request: pytest.FixtureRequest) -> None:
    record = through_json(request.getfixturevalue(kind))
    snapshots = record["snapshots"]
    snapshot = snapshots[{"first": 0, "middle": len(snapshots) // 2, "last": -1}[which]]
    snapshot["position"]["players"][0]["money"] += 1
    with pytest.raises(BadInput, match=rf"row {snapshot['seq']}: 'players' of the position kept after it"):
        parse_game(record)


def test_a_position_from_within_a_round_is_refused(finished: Record) -> None:
    record = through_json(finished)
    record["snapshots"][-2]["seq"] += 1
    with pytest.raises(BadInput, match="keeps the first position of each round and the last one"):
        parse_game(record)


def test_an_edited_event_is_refused(finished: Record) -> None:
    row = forge(finished)
    with pytest.raises(BadInput, match=f"row {row}: what it says did not come out"):
        parse_game(finished)


# --- revisions ------------------------------------------------------------------------------------------------------


@pytest.fixture
def revise(monkeypatch: pytest.MonkeyPatch, finished: Record) -> Revise:
    """Raise the revision of the rules, which all games of a kind share."""
    rules = rules_of(finished)

    def to(by: int = 1) -> int:
        revision = rules.edition.revision + by
        monkeypatch.setattr(rules.edition, "revision", revision)
        assert rules_of(finished).edition.revision == revision
        return revision

    return to


def rules_of(record: Record) -> Rules:
    return rules_for(record["edition"], record["map"], record["players"], record["options"])[0]


def rows_of(game: Game) -> Any:
    return [row.to_json() for row in game.rows]


def test_a_newer_revision_is_refused(finished: Record) -> None:
    known = rules_of(finished).edition.revision
    finished["revision"] = known + 1
    with pytest.raises(BadInput, match=rf"is of rules revision {known + 1}; this version knows revision {known}$"):
        parse_game(finished)


def test_a_finished_older_record_is_read_as_it_is_written(finished: Record, revise: Revise) -> None:
    """Nothing is replayed: an income that today's rules would not give is kept."""
    forge(finished)
    revise()
    game = parse_game(finished)
    assert rows_of(game) == finished["rows"]
    assert game.decision is None
    assert game.result is not None
    assert game.result == parse_position(last_position(finished)).result
    assert [seq for seq, _ in game.snapshots] == [s["seq"] for s in finished["snapshots"]]


def test_a_finished_older_record_stays_what_it_is(finished: Record, revise: Revise) -> None:
    """Saved again by a later version, it still has the older revision and can be loaded."""
    forge(finished)
    revise()
    game = parse_game(finished)
    again = through_json(game.to_json())
    assert parse_game(again) == game
    assert again["rows"] == finished["rows"]
    assert parse_game(again).to_json() == again


def last_position(record: Record) -> Record:
    head = {key: record[key] for key in ("edition", "map", "options")}
    return {**head, **record["snapshots"][-1]["position"]}


def test_an_unfinished_older_record_goes_on_from_its_last_position(unfinished: Record, revise: Revise) -> None:
    forge(unfinished)
    last = len(unfinished["rows"]) - 1
    newer = revise()
    game = parse_game(unfinished)
    assert rows_of(game) == unfinished["rows"]
    assert game.position == parse_position(last_position(unfinished)).position
    record = through_json(game.to_json())
    assert record["revision"] == newer
    assert record["since"] == {"seq": last, "revision": newer}
    assert parse_game(record) == game
    play_on(game, seed=7, until=lambda rules: rules.version > last + 40)
    game = parse_game(through_json(game.to_json()))
    assert game.to_json()["since"] == {"seq": last, "revision": newer}
    assert rows_of(game)[: last + 1] == unfinished["rows"]
    play_on(game, seed=8)
    loaded = parse_game(json.dumps(game.to_json()))
    assert loaded == game
    assert loaded.result == game.result
    assert loaded.result is not None


def test_what_was_played_since_must_come_out(unfinished: Record, revise: Revise) -> None:
    last = len(unfinished["rows"]) - 1
    revise()
    record = through_json(play_on(parse_game(unfinished), seed=7).to_json())
    wrong = through_json(record)
    event = next(e for row in wrong["rows"][last + 1 :] for e in row["events"] if e["kind"] == "plants-ran")
    event["income"] += 7
    with pytest.raises(BadInput, match="what it says did not come out"):
        parse_game(wrong)
    assert parse_game(record).result is not None


def test_an_older_move_is_not_taken_back(unfinished: Record, revise: Revise) -> None:
    revise()
    game = parse_game(unfinished)
    with pytest.raises(IllegalMove):
        game.undo(game.rows[-1].seat or 0)


def test_a_record_of_three_revisions(unfinished: Record, revise: Revise) -> None:
    """Begun under the first, continued under the second, loaded under the third: the rows of both are kept."""
    revise()
    game = play_on(parse_game(unfinished), seed=7, until=lambda rules: rules.position.round == 6)
    record = through_json(game.to_json())
    first = len(unfinished["rows"])
    event = next(e for row in record["rows"][first:] for e in row["events"] if e["kind"] == "plants-ran")
    event["income"] += 7  # the second revision paid more
    third = revise()
    game = parse_game(record)
    assert rows_of(game) == record["rows"]
    assert game.to_json()["since"] == {"seq": len(record["rows"]) - 1, "revision": third}
    assert parse_game(through_json(play_on(game, seed=8).to_json())) == game


def test_an_older_record_without_its_last_position(unfinished: Record, revise: Revise) -> None:
    revise()
    del unfinished["snapshots"][-1]
    with pytest.raises(BadInput, match="the position after them is not kept"):
        parse_game(unfinished)


@pytest.mark.rule("P4a")
def test_a_run_that_no_storage_allows_is_read_as_it_was_played() -> None:
    """The first revision let plant 05 burn coal although all oil had to be stored on it; since then that is refused."""
    record = kept("fuel-stored-elsewhere.r1")
    assert record["rows"][1]["move"] == {"kind": "run", "plants": [5], "burn": {"coal": 2}}
    assert rows_of(parse_game(record)) == record["rows"]
    del record["snapshots"][2:]
    cut = {**record, "rows": record["rows"][: record["snapshots"][-1]["seq"] + 1]}
    game = parse_game(cut)
    assert game.view(None).players[0].fuel == {"coal": 2, "oil": 4}
    assert game.decision is not None
    assert parse_game(through_json(play_on(game, seed=1).to_json())).result == game.result
    with pytest.raises(BadInput, match=r"row 1.*P4a"):
        parse_game({**cut, "revision": game.rules.edition.revision})


@pytest.mark.rule("P4a")
def test_a_run_that_did_not_have_to_name_its_fuel_is_read_as_it_was_played() -> None:
    """Until revision 3 plants 26 and 29 could burn only oil; since then 29 may burn coal after 26 has run."""
    record = kept("fuel-one-way.r2")
    assert record["rows"][1]["move"] == {"kind": "run", "plants": [26, 29]}
    assert record["rows"][1]["events"][0]["burn"] == {"oil": 3}
    game = parse_game(record)
    assert rows_of(game) == record["rows"]
    with pytest.raises(BadInput, match=r"row 1.*\(U1\)"):
        parse_game({**record, "revision": game.rules.edition.revision})


@pytest.mark.rule("R54")
def test_a_free_city_that_a_robot_would_not_take_today_is_read_as_it_was_played() -> None:
    """Until revision 3 a robot took Bremen (10 + 11) for nothing instead of Lübeck (15 + 6)."""
    record = kept("robot-free-city.r2")
    assert '"city":"bremen","place_cost":0' in json.dumps(record["rows"][1], separators=(",", ":"))
    assert rows_of(parse_game(record)) == record["rows"]
    with pytest.raises(BadInput, match=r"row 1: what it says did not come out"):
        parse_game({**record, "revision": parse_game(record).rules.edition.revision})
