"""Background jobs on both databases: claimed by one worker, continued by another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import update

from stromnetz.server.core import jobs_store as sql
from stromnetz.server.core.database.database import Database
from stromnetz.server.core.database.db_schema import jobs
from stromnetz.server.core.database.engine import writing
from stromnetz.server.core.jobs import Job, JobQueue
from stromnetz.server.core.jobs_store import JobRow
from tests.server.local_server import LocalServer, MakeServer
from tests.server.test_reviews import finished, reviewed

pytestmark = pytest.mark.alone  # these tests list everything on the server

TWO = (JobRow("a 1", "a", "x", {"to": 3}, total=3), JobRow("a 2", "a", "x", {"to": 3}, total=3))


async def count(job: Job) -> None:
    """A job that counts to its target, and fails at odd ones."""
    begun = (job.row.answer or {"all": []})["all"]
    to = job.row.question["to"]
    for number in range(len(begun), to):
        begun = [*begun, number]
        await job.save({"all": begun}, len(begun), to)
    if to % 2 == 0:
        raise ValueError("odd numbers only")


def test_job_of_dead_worker_is_continued(server: LocalServer) -> None:
    engine = server.service(Database).engine
    with writing(engine).begin() as c:
        sql.add_jobs(c, TWO)
        sql.add_jobs(c, TWO[:1])  # adding it again changes nothing
        first, second = sql.claim(c, "dead"), sql.claim(c, "other")
        assert first is not None
        assert second is not None
        assert {first.id, second.id} == {"a 1", "a 2"}
        assert sql.claim(c, "third") is None
        half = replace(first, answer={"all": [0]}, done=1)
        assert sql.save(c, "dead", half)
        c.execute(update(jobs).where(jobs.c.worker == "dead").values(lease_until=1))
        again = sql.claim(c, "third")
        assert again is not None
        assert (again.id, again.answer, again.done, again.tries) == (first.id, {"all": [0]}, 1, 2)
        late = replace(first, answer={"all": []}, state=sql.DONE)
        assert not sql.save(c, "dead", late)
        assert not sql.renew(c, "dead", first.id)
        sql.release(c, "dead", first.id)
        assert sql.renew(c, "third", first.id)
        sql.release(c, "third", first.id)
        assert sql.waiting(c, "a") == 2
        # a released claim does not count as an attempt
        assert [row.tries for row in sql.of_subject(c, "a", "x") if row.id == first.id] == [1]


def test_only_the_named_job_is_removed(server: LocalServer) -> None:
    with server.transaction() as c:
        sql.add_jobs(c, TWO)
        sql.remove(c, "a 1")
        assert [row.id for row in sql.of_subject(c, "a", "x")] == ["a 2"]


def test_users_take_turns(server: LocalServer) -> None:
    """Someone with many jobs does not delay others by all of them."""
    with server.transaction() as c:
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


def test_asker_of_many_jobs_waits_for_later_askers(server: LocalServer) -> None:
    with server.transaction() as c:
        for asker, number in (("ann", 1), ("ann", 2), ("ann", 3), ("bob", 4), ("ann", 5), ("bob", 6)):
            sql.add_jobs(c, [JobRow(f"job {number}", "a", str(number), {}, asker=asker)])
        sql.add_jobs(c, [JobRow(f"job {number}", "a", str(number), {}, asker="eve") for number in (7, 8)])
        claimed = [sql.claim(c, f"worker {number}") for number in range(8)]
        # turn after turn: ann, bob and eve have waited equally long
        order = [f"job {number}" for number in (1, 4, 7, 2, 6, 8, 3, 5)]
        assert [one.id for one in claimed if one is not None] == order


def test_jobs_finish_or_fail(server: LocalServer) -> None:
    server.service(JobQueue).kinds["a"] = count
    wanted = [*TWO, JobRow("a 3", "a", "y", {"to": 2})]
    server.run(server.service(JobQueue).enqueue, wanted)

    def found() -> dict[str, tuple[str, int]]:
        with server.service(Database).engine.connect() as c:
            every = [*sql.of_subject(c, "a", "x"), *sql.of_subject(c, "a", "y")]
        return {one.id: (one.state, one.done) for one in every}

    server.wait(lambda: all(state != sql.OPEN for state, _ in found().values()), "the end")
    assert found() == {"a 1": (sql.DONE, 3), "a 2": (sql.DONE, 3), "a 3": (sql.FAILED, 2)}


def test_job_that_kills_its_worker_fails(server: LocalServer) -> None:
    server.service(JobQueue).kinds["a"] = count
    with server.transaction() as c:
        sql.add_jobs(c, TWO[:1])
        c.execute(update(jobs).values(tries=sql.MAX_ATTEMPTS))
    server.run(server.service(JobQueue).enqueue, TWO[1:])

    def states() -> list[str]:
        with server.service(Database).engine.connect() as c:
            return [one.state for one in sql.of_subject(c, "a", "x")]

    server.wait(lambda: sql.OPEN not in states(), "the end")
    assert states() == [sql.FAILED, sql.DONE]


def test_review_requested_on_one_server_is_computed_on_another(postgres_database: str, make_server: MakeServer) -> None:
    database = postgres_database
    here, there = make_server(database, no_work=True), make_server(database)
    id = here.ann.post("/api/records", finished(), 201)["table"]["id"]
    found = reviewed(here, id, 0)
    assert found["done"] == found["of"] > 20
    assert found["choices"]
    assert there.ann.get(f"/api/tables/{id}/review", seat=0) == found
    # the curve is computed once for all seats
    other = reviewed(there, id, 1)
    assert other["curve"] == found["curve"]
    # jobs are deleted with their table
    with here.transaction() as c:
        assert len(sql.of_subject(c, "review", id)) == 2
        c.exec_driver_sql("DELETE FROM tables")
        assert sql.of_subject(c, "review", id) == []
