"""Views, rows and their parts conform to the published schemas, in every edition."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from stromnetz import Game, new_game, parse_game
from stromnetz.editions.compose import compose
from stromnetz.editions.files.loader import all_editions, edition_variants
from stromnetz.engine.events import EVENTS
from stromnetz.engine.modules import ModuleState
from stromnetz.engine.moves import MOVES
from stromnetz.engine.options import OPTIONS
from stromnetz.play.files import position_json
from stromnetz.play.json_schemas import SchemaBuilder, all_schemas, everything
from tests.helpers import play_on
from tools import golden

HOME = {"components": {"schemas": all_schemas()}}
EDITIONS = sorted(all_editions())


def validator(name: str) -> Any:
    return jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{name}", **HOME})


VIEW, ROW, RECORD = validator("View"), validator("Row"), validator("GameRecord")


def games(edition: str) -> Iterator[Game]:
    """Games with the fewest and the most players, with every card that can be added."""
    counts = [row["count"] for row in all_editions()[edition]["players"]]
    for players in (counts[0], counts[-1]):
        options = {"money": "hidden", **everything(edition, players)}
        yield new_game(edition, players=players, seed=players, options=options)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_view_and_row_of_a_game_has_the_promised_shape(edition: str) -> None:
    for game in games(edition):

        def look(now: Game) -> bool:
            if now.version % 13 == 0 or now.result is not None:
                seat = now.decision.seat if now.decision is not None else 0
                for eyes in (None, seat):
                    VIEW.validate(json.loads(json.dumps(now.view(eyes).to_json())))
            return False

        play_on(game, seed=3, until=look)
        look(game)
        assert game.result is not None
        for row in game.rows:
            ROW.validate(row.seen_by([0]))
        for hidden in (False, True):
            RECORD.validate(json.loads(json.dumps(game.to_json(hidden))))


def test_a_view_of_another_shape_is_noticed() -> None:
    view = new_game("classic-2004", players=3, seed=1).view(None).to_json()
    VIEW.validate(view)
    for wrong in (
        {"version": "1"},
        {"more": 1},
        {"modules": {"taxes": 3}},
        {"decision": {"seat": 0, "kind": "auction"}},
    ):
        assert not VIEW.is_valid(view | wrong), wrong
    assert not VIEW.is_valid({key: value for key, value in view.items() if key != "order"})
    assert not ROW.is_valid({"seq": 1, "move": {"kind": "open", "plant": 4}})
    assert not ROW.is_valid({"seq": 1, "events": [{"kind": "nothing"}]})


def test_records_of_older_revisions_have_the_promised_shape_when_they_are_exported() -> None:
    """Their positions lack later keys, and they say up to which row the older revision applies."""
    files = sorted(golden.RECORDS.glob("*.r1.json.gz"))[::6]
    assert len(files) > 2
    for file in files:
        written = json.loads(gzip.decompress(file.read_bytes()))
        RECORD.validate(written)
        RECORD.validate(parse_game(written).to_json())


def test_a_record_of_another_shape_is_noticed() -> None:
    record = new_game("classic-2004", players=3, seed=1).to_json()
    position = record["snapshots"][0]["position"]
    for wrong in (
        {"version": 2},
        {"more": 1},
        {"setup": {"seed": "0x1"}},
        {"rows": [{"seq": 0, "move": "pass"}]},
        {"snapshots": [{"seq": 0, "position": {**position, "deck": None}}]},
        {"snapshots": [{"seq": 0, "position": {key: value for key, value in position.items() if key != "order"}}]},
    ):
        assert not RECORD.is_valid(record | wrong), wrong


def test_a_position_is_kept_with_the_fields_that_are_described() -> None:
    described = all_schemas()["KeptPosition"]
    assert tuple(described["properties"]) == position_json.KEYS
    assert tuple(described["required"]) == position_json.NEEDED_KEYS
    assert set(position_json.KEYS) - set(position_json.NEEDED_KEYS) == {"asked_in", "mixed", "neutral", "tiles"}


def test_every_kind_has_a_shape() -> None:
    found = all_schemas()
    for name, kinds in (("Move", MOVES), ("GameEvent", EVENTS)):
        members = [found[one["$ref"].rsplit("/", 1)[-1]] for one in found[name]["anyOf"]]
        assert [one["properties"]["kind"]["const"] for one in members] == list(kinds)
    assert len(found["Option"]["anyOf"]) == len(OPTIONS) + 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_module_says_what_it_shows(edition: str) -> None:
    counts = [row["count"] for row in all_editions()[edition]["players"]]
    for players in (counts[0], counts[-1]):
        rules = compose(edition, None, players, everything(edition, players))
        for module in rules.edition.modules.values():
            assert module.new_state().view_type is not ModuleState.view_type, module.id
    for variant in edition_variants(edition).values():
        validator(variant.offers.__name__).validate(variant.facts())


def test_what_has_no_form_in_json_is_refused() -> None:
    with pytest.raises(TypeError, match="no schema for"):
        SchemaBuilder().of(set[int])


def test_descriptions_are_written_by_hand() -> None:
    """Dataclasses without a docstring get their signature as one, which says nothing new."""
    said = {name: one["description"] for name, one in all_schemas().items() if "description" in one}
    assert len(said) > 20
    assert [name for name, text in said.items() if re.match(r"\w*(\(|$)", text)] == []
