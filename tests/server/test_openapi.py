"""The OpenAPI document: any request gets a documented response."""

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
from tests.server.local_server import BASE, LocalServer
from tests.tier import NIGHTLY

pytestmark = pytest.mark.slow


def described() -> dict[str, Any]:
    """Return the document, with moves reduced to their kinds: generating every field would take minutes."""
    out = copy.deepcopy(create_app(ServerConfig()).inner.openapi())
    bodies = out["components"]["schemas"]
    move = {"type": "object", "properties": {"kind": {"enum": list(MOVES)}}, "required": ["kind"]}
    bodies["Plan"]["properties"]["moves"]["items"] = move
    bodies["SubmitMoves"]["properties"]["moves"]["items"] = move
    # nobody moves meanwhile, so waiting for a turn would be in vain
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
    # besides one case for every constraint of the document
    max_examples=30 if NIGHTLY else 3,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    file = shutil.copy(migrated_file, tmp_path_factory.mktemp("openapi"))
    with LocalServer(ServerConfig(database=str(file), rate=0.0, heavy_rate=0.0, bot_processes=0)) as server:
        yield server


@pytest.fixture(scope="module")
def tables(server: LocalServer) -> list[str]:
    """Open a table in each state, all owned by Ann."""
    ann = server.ann
    done = ann.open("person", "person", start=True, options={"short": True})
    server.finish(done)
    return [ann.open("person", "open", public=True), ann.open("person", "person", start=True, public=True), done]


def send(server: LocalServer, case: Case[Any]) -> Any:
    request = case.as_transport_kwargs(base_url=BASE)
    request.pop("cookies", None)
    # schemathesis uses the names of requests, which differ from those of httpx
    data = request.pop("data", None)
    if data is not None:
        request["content" if isinstance(data, bytes | str) else "data"] = data
    return server.ann.client.request(**request)


@schema.parametrize()
@BOUNDED
def test_any_request_gets_documented_response(case: Case[Any], server: LocalServer) -> None:
    case.validate_response(send(server, case), checks=PROMISES)


@schema.include(path_regex=r"/api/tables/\{id\}").parametrize()
@BOUNDED
def test_any_request_about_table_gets_documented_response(
    case: Case[Any], server: LocalServer, tables: list[str]
) -> None:
    for id in tables:
        case.path_parameters = {**(case.path_parameters or {}), "id": id}
        case.validate_response(send(server, case), checks=PROMISES)


def test_editions_and_boards_match_document(server: LocalServer) -> None:
    lists: dict[str, type[BaseModel]] = {"editions": EditionShort, "boards": NamedThing}
    facts: dict[str, type[BaseModel]] = {"editions": EditionFacts, "boards": BoardFacts}
    for what, short in lists.items():
        found = server.ann.get(f"/api/{what}")
        assert len(found) >= 4
        for one in found:
            short.model_validate(one)
            whole = server.ann.get(f"/api/{what}/{one['id']}")
            read = facts[what].model_validate(whole).model_dump(mode="json", exclude_unset=True)
            assert read == whole  # optional fields are omitted instead of null, and all types match


def test_document_has_texts_and_examples(server: LocalServer) -> None:
    paths = server.ann.get("/openapi.json")["paths"]
    assert len(paths) > 25
    for path, operations in paths.items():
        for method, operation in operations.items():
            assert operation["description"], (method, path)
            assert operation["tags"]
            if method != "get":
                assert "403" in operation["responses"], (method, path)
    schemas = server.ann.get("/openapi.json")["components"]["schemas"]
    for name in ("NewTable", "SubmitMoves"):
        assert schemas[name]["examples"]


def test_undocumented_response_is_noticed(server: LocalServer) -> None:
    """The same checks fail for a response that the document does not list."""
    operation = schema["/healthz"]["GET"]
    case = operation.Case()
    answer = server.ann.client.get("/api/nothing")
    with pytest.raises(BaseExceptionGroup) as caught:
        case.validate_response(answer, checks=PROMISES)
    assert "Undocumented status code" in str(caught.value.exceptions[0])
