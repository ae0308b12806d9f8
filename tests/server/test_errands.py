"""What takes a while, on either database: claimed by one, gone on with by another, never done twice in effect."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import update

from stromnetz.server.core import jobs_store as sql
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import errands
from stromnetz.server.core.database.engine import writing
from stromnetz.server.core.jobs import Job, JobQueue
from stromnetz.server.core.jobs_store import JobRow
from tests.server.house import House
from tests.server.test_reviews import finished, reviewed

pytestmark = pytest.mark.alone  # what is counted or listed is all there is

Make = Callable[..., House]
TWO = (JobRow("a 1", "a", "x", {"to": 3}, total=3), JobRow("a 2", "a", "x", {"to": 3}, total=3))


async def count(job: Job) -> None:
    """Counts as far as it is told, and is broken by odd ends."""
    begun = (job.row.answer or {"all": []})["all"]
    to = job.row.question["to"]
    for number in range(len(begun), to):
        begun = [*begun, number]
        await job.save({"all": begun}, len(begun), to)
    if to % 2 == 0:
        raise ValueError("odd numbers only")


def test_what_a_dead_worker_has_left_is_gone_on_with_and_it_is_too_late_for_it(house: House) -> None:
    engine = house.service(Database).engine
    with writing(engine).begin() as c:
        sql.add_jobs(c, TWO)
        sql.add_jobs(c, TWO[:1])  # asked for once more: there is one all the same
        first, second = sql.claim(c, "dead"), sql.claim(c, "other")
        assert first is not None
        assert second is not None
        assert {first.id, second.id} == {"a 1", "a 2"}
        assert sql.claim(c, "third") is None
        half = replace(first, answer={"all": [0]}, done=1)
        assert sql.save(c, "dead", half)
        c.execute(update(errands).where(errands.c.worker == "dead").values(lease_until=1))
        again = sql.claim(c, "third")
        assert again is not None
        assert (again.id, again.answer, again.done, again.tries) == (first.id, {"all": [0]}, 1, 2)
        late = replace(first, answer={"all": []}, state=sql.DONE)
        assert not sql.save(c, "dead", late)
        assert not sql.renew(c, "dead", first.id)
        sql.give_back(c, "dead", first.id)
        assert sql.renew(c, "third", first.id)
        sql.give_back(c, "third", first.id)
        assert sql.waiting(c, "a") == 2


def test_users_take_turns(house: House) -> None:
    """Who asked for many things first does not keep others waiting for all of them."""
    with writing(house.service(Database).engine).begin() as c:
        sql.add_jobs(c, [JobRow(f"a {number}", "a", "x", {}, asker="ann") for number in range(4)])
        assert (first := sql.claim(c, "here")) is not None
        assert first.id == "a 0"
        sql.add_jobs(c, [JobRow(f"b {number}", "a", "y", {}, asker="ben") for number in range(2)])
        sql.add_jobs(c, [JobRow("c 0", "a", "z", {}, asker="cora")])
        order = [found.id for _ in range(6) if (found := sql.claim(c, "here")) is not None]
        assert {*order[:2]} == {"b 0", "c 0"}, "what others wait for comes before a second one"
        assert {*order[2:4]} == {"a 1", "b 1"}
        assert order[4:] == ["a 2", "a 3"]
        assert [sql.waiting(c, "a", asker) for asker in ("ann", "ben", "dora")] == [4, 2, 0]


def test_errands_are_done_and_those_that_break_are_given_up(house: House) -> None:
    house.service(JobQueue).kinds["a"] = count
    wanted = [*TWO, JobRow("a 3", "a", "y", {"to": 2})]
    house.run(house.service(JobQueue).enqueue, wanted)

    def found() -> dict[str, tuple[str, int]]:
        with house.service(Database).engine.connect() as c:
            every = [*sql.of_subject(c, "a", "x"), *sql.of_subject(c, "a", "y")]
        return {one.id: (one.state, one.done) for one in every}

    house.wait(lambda: all(state != sql.OPEN for state, _ in found().values()), "the end")
    assert found() == {"a 1": (sql.DONE, 3), "a 2": (sql.DONE, 3), "a 3": (sql.FAILED, 2)}


def test_what_ends_its_worker_again_and_again_is_given_up(house: House) -> None:
    house.service(JobQueue).kinds["a"] = count
    with writing(house.service(Database).engine).begin() as c:
        sql.add_jobs(c, TWO[:1])
        c.execute(update(errands).values(tries=sql.TRIES))
    house.run(house.service(JobQueue).enqueue, TWO[1:])

    def states() -> list[str]:
        with house.service(Database).engine.connect() as c:
            return [one.state for one in sql.of_subject(c, "a", "x")]

    house.wait(lambda: sql.OPEN not in states(), "the end")
    assert states() == [sql.FAILED, sql.DONE]


def test_a_review_is_asked_for_at_one_server_and_done_by_another(postgres_database: str, make_house: Make) -> None:
    database = postgres_database
    here, there = make_house(database, no_work=True), make_house(database)
    id = here.ann.post("/api/records", finished(), 201)["table"]["id"]
    found = reviewed(here, id, 0)
    assert found["done"] == found["of"] > 20
    assert found["choices"]
    assert there.ann.get(f"/api/tables/{id}/review", seat=0) == found
    # the curve is worked out once for all seats
    other = reviewed(there, id, 1)
    assert other["curve"] == found["curve"]
    # with its table it goes, too
    with writing(here.service(Database).engine).begin() as c:
        assert len(sql.of_subject(c, "review", id)) == 2
        c.exec_driver_sql("DELETE FROM tables")
        assert sql.of_subject(c, "review", id) == []
