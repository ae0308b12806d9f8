"""The description of the interface holds: requests of every shape get the answers that it promises."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from pydantic import BaseModel
from schemathesis import Case, checks

from stromnetz.engine.moves import MOVES
from stromnetz.server.app import create_app
from stromnetz.server.catalogue.schema import BoardFacts, EditionFacts, EditionShort, NamedThing
from stromnetz.server.core.config import ServerConfig
from tests.server.house import BASE, House

pytestmark = pytest.mark.slow


def described() -> dict[str, Any]:
    """The description, with moves of requests by their kinds alone: to draw each field by its type takes minutes."""
    out = copy.deepcopy(create_app(ServerConfig()).inner.openapi())
    bodies = out["components"]["schemas"]
    move = {"type": "object", "properties": {"kind": {"enum": list(MOVES)}}, "required": ["kind"]}
    bodies["Plan"]["properties"]["moves"]["items"] = move
    bodies["SubmitMoves"]["properties"]["moves"]["items"] = move
    # nobody moves meanwhile: to wait for a turn would be to wait in vain
    (wait,) = (one for one in out["paths"]["/api/tables/{id}/turn"]["get"]["parameters"] if one["name"] == "wait")
    wait["schema"]["maximum"] = 0
    return out


schema = schemathesis.openapi.from_dict(described())

PROMISES = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
BOUNDED = settings(
    max_examples=8,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def house(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("openapi"))
    with House(ServerConfig(database=str(file), rate=0.0, heavy_rate=0.0, bot_processes=0)) as house:
        yield house


@pytest.fixture(scope="module")
def tables(house: House) -> list[str]:
    """A table in each of its states, all Ann's."""
    ann = house.ann
    done = ann.open("person", "person", start=True, options={"short": True})
    house.finish(done)
    return [ann.open("person", "open", public=True), ann.open("person", "person", start=True, public=True), done]


def send(house: House, case: Case[Any]) -> Any:
    request = case.as_transport_kwargs(base_url=BASE)
    request.pop("cookies", None)
    # the names of requests, which schemathesis is built on, are not those of httpx
    data = request.pop("data", None)
    if data is not None:
        request["content" if isinstance(data, bytes | str) else "data"] = data
    return house.ann.client.request(**request)


@schema.parametrize()
@BOUNDED
def test_any_request_gets_an_answer_that_is_promised(case: Case[Any], house: House) -> None:
    case.validate_response(send(house, case), checks=PROMISES)


@schema.include(path_regex=r"/api/tables/\{id\}").parametrize()
@BOUNDED
def test_any_request_about_a_real_table_too(case: Case[Any], house: House, tables: list[str]) -> None:
    for id in tables:
        case.path_parameters = {**(case.path_parameters or {}), "id": id}
        case.validate_response(send(house, case), checks=PROMISES)


def test_editions_and_boards_are_as_described(house: House) -> None:
    lists: dict[str, type[BaseModel]] = {"editions": EditionShort, "boards": NamedThing}
    facts: dict[str, type[BaseModel]] = {"editions": EditionFacts, "boards": BoardFacts}
    for what, short in lists.items():
        found = house.ann.get(f"/api/{what}")
        assert len(found) >= 4
        for one in found:
            short.model_validate(one)
            whole = house.ann.get(f"/api/{what}/{one['id']}")
            read = facts[what].model_validate(whole).model_dump(mode="json", exclude_unset=True)
            assert read == whole  # nothing is null that could be left out, and nothing is of another type


def test_the_description_has_words_and_examples(house: House) -> None:
    paths = house.ann.get("/openapi.json")["paths"]
    assert len(paths) > 25
    for path, operations in paths.items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            assert operation["tags"]
            if method != "get":
                assert "403" in operation["responses"], (method, path)
    schemas = house.ann.get("/openapi.json")["components"]["schemas"]
    for name in ("NewTable", "SubmitMoves"):
        assert schemas[name]["examples"]


def test_the_control_a_broken_promise_is_noticed(house: House) -> None:
    """The same checks, held against an answer that the description does not know."""
    operation = schema["/healthz"]["GET"]
    case = operation.Case()
    answer = house.ann.client.get("/api/nothing")
    with pytest.raises(BaseExceptionGroup) as caught:
        case.validate_response(answer, checks=PROMISES)
    assert "Undocumented status code" in str(caught.value.exceptions[0])
