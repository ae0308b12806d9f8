"""Several servers on one PostgreSQL: changes on one are visible on the others."""

from __future__ import annotations

import os
import signal
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from stromnetz.cli import main
from stromnetz.server.live.viewers import COOKIE_ENDED
from stromnetz.server.multiprocess.postgres_bus import CONNECTION_NAME
from tests.load.chaos_processes import free_port
from tests.server.cluster import SOON, Cluster, Json, Person, Refused, wait
from tests.server.postgres import Postgres
from tests.server.server_process import ServerProcess
from tests.server.test_metrics import samples_in

pytestmark = [pytest.mark.subprocess, pytest.mark.xdist_group("cluster")]

OPEN: Json = {"kind": "open", "plant": 4, "bid": 4}
PASS: Json = {"kind": "pass"}


@pytest.fixture(scope="module")
def cluster(
    postgres_server: Postgres, migrated_name: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Cluster]:
    database = postgres_server.new_database("cluster", migrated_name)
    flags = ("--rate", "0", "--heavy-rate", "0", "--bot-processes", "0", "--database-time", "3")
    with Cluster(database, tmp_path_factory.mktemp("cluster"), 2, flags) as running:
        yield running


@pytest.fixture
def ann(cluster: Cluster) -> Person:
    return cluster.person()


def to_act(person: Person, id: str, at: int) -> int:
    seat: int = person.get(f"/api/tables/{id}", at)["to_act"]
    return seat


def test_move_reaches_viewers_of_all_servers(ann: Person) -> None:
    id = ann.open("person", "person", at=0)
    first = to_act(ann, id, 1)
    with ann.live(id, 0) as here, ann.live(id, 1) as there:
        here.until_type("state")
        there.until_type("state")
        ann.move(id, first, OPEN, 0, at=0)
        assert here.until_version(1)["rows"] == there.until_version(1)["rows"]
        # so does an undo
        ann.post(f"/api/tables/{id}/undo", {"seat": first, "version": 1, "key": "back"}, at=1)
        assert here.until_version(2)["rows"][-1]["undo"] == there.until_version(2)["rows"][-1]["undo"] == 1
        ann.move(id, first, OPEN, 2, at=1)
        ann.move(id, 1 - first, PASS, 3, at=0)
        assert here.until_version(4)["views"] == there.until_version(4)["views"]
    assert ann.get(f"/api/tables/{id}/view", 0) == ann.get(f"/api/tables/{id}/view", 1)


def test_next_request_to_other_server_is_not_stale(ann: Person) -> None:
    """Without a pause, each request goes to the other server and finds the result of the last one."""
    id = ann.open("person", "open", start=False, at=0)
    ann.get(f"/api/tables/{id}", 1)
    bob = Person(*ann.urls)
    for server in (0, 1):
        assert bob.get(f"/api/tables/{id}", server)["state"] == "lobby"
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"}, 0)
    bob.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k"}, 1)
    ann.post(f"/api/tables/{id}/start", at=1)
    seats = {seat["seat"]: ann if seat["mine"] else bob for seat in ann.get(f"/api/tables/{id}", 0)["seats"]}
    version = 0
    for _ in range(3):
        server = version % 2
        seat = to_act(ann, id, 1 - server)
        view = seats[seat].get(f"/api/tables/{id}/view?seat={seat}", 1 - server)
        assert view["version"] == version
        plant = next((option for option in view["decision"]["options"] if option["kind"] == "open"), None)
        move = {"kind": "open", "plant": plant["plant"], "bid": plant["minimum"]} if plant else PASS
        version = seats[seat].move(id, seat, move, version, server)["version"]


def test_same_request_to_two_servers_acts_once(ann: Person) -> None:
    id = ann.open("person", "person", at=0)
    body = {"seat": to_act(ann, id, 1), "moves": [OPEN], "version": 0, "key": "same"}
    made = [ann.post(f"/api/tables/{id}/moves", body, at) for at in (0, 1, 0)]
    assert made[0] == made[1] == made[2]
    assert ann.get(f"/api/tables/{id}/view", 1)["version"] == 1
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/tables/{id}/moves", {**body, "key": "other"}, 1)
    assert refused.value.kind == "version-conflict"


def test_chat_tables_and_log_outs_are_shared(ann: Person) -> None:
    id = ann.open("person", "person", at=0)
    bob = Person(*ann.urls)
    bob.post("/api/me", {"name": "Bob"}, 1)
    with ann.live(id, 1) as there, bob.live(id, 0) as looks:
        there.until_type("state")
        looks.until_type("state")
        ann.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k1"}, 0)
        there.until_type("chat")
        assert [line["text"] for line in ann.get(f"/api/tables/{id}/chat", 1)["lines"]] == ["hello"]
        ann.post(f"/api/tables/{id}/resign", {"seat": 1}, 0)
        told = there.until_type("table")["table"]
        assert told["seats"][1]["resigned"]
        cookie = bob.cookie
        bob.post("/api/me/log-out", at=1)
        with pytest.raises(ConnectionClosed) as ended:
            looks.until(lambda told: False, "the end")
        assert ended.value.rcvd is not None
        assert ended.value.rcvd.code == COOKIE_ENDED
    bob.cookie = cookie
    assert bob.get("/api/me", 0)["unreadable"]


@contextmanager
def no_bus(database: str) -> Iterator[None]:
    """Disconnect all listeners, again and again."""
    ended = threading.Event()

    def cut() -> None:
        with psycopg.connect(database, autocommit=True) as c:
            while not ended.wait(0.02):
                c.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s",
                    (CONNECTION_NAME,),
                )

    thread = threading.Thread(target=cut)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_lost_bus_loses_nothing(cluster: Cluster, ann: Person) -> None:
    """Without messages, viewers are updated from the database, and /healthz reports it."""
    id = ann.open("person", "person", at=0)
    first = to_act(ann, id, 0)
    with ann.live(id, 1) as there:
        there.until_type("state")
        with no_bus(cluster.database):
            wait(lambda: ann.get("/readyz", 1)["updates"] == "polling", "that the bus is lost")
            wait(lambda: ann.get("/healthz", 1)["bus_up"] is False, "that it is told")
            ann.move(id, first, OPEN, 0, at=0)
            there.until_version(1)
            ann.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k1"}, 0)
            there.until_type("chat")
        wait(lambda: ann.get("/readyz", 1)["updates"] == "bus" and ann.get("/healthz", 0)["bus_up"], "the bus again")
        ann.move(id, 1 - first, PASS, 1, at=0)
        there.until_version(2)


def test_presence_is_shared(cluster: Cluster, ann: Person) -> None:
    """Also when viewers come and go on another server, and when that server is killed."""
    id = ann.open("person", "open", start=False, at=0)
    bob = Person(*ann.urls)
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"}, 1)
    with ann.live(id, 0) as here:
        with bob.live(id, 1) as there:
            here.until(lambda told: told.get("presence") == {"seats": [0, 1], "spectators": 0}, "that Bob is there")
            there.until(lambda told: told.get("presence") == {"seats": [0, 1], "spectators": 0}, "that Ann is there")
        here.until(lambda told: told.get("presence") == {"seats": [0], "spectators": 0}, "that Bob has gone")


def test_worker_does_the_work(cluster: Cluster, postgres_server: Postgres) -> None:
    """Bots move, turns expire and pre-set moves are made, though the server leaves its work to a worker."""
    database = postgres_server.new_database("work")
    with Cluster(database, cluster.folder, 1, (*cluster.flags, "--no-work", "--no-clocks")) as served:
        ann = served.person()
        id = ann.open("plain", "random", "person", at=0, options={"short": True})
        with ann.live(id, 0) as there:
            there.until_type("state")
            port = free_port()
            worker = served.start("--watch-port", str(port), command="work")
            try:
                wait(lambda: ann.get(f"/api/tables/{id}", 0)["to_act"] == 2, "Ann's turn")
                version = ann.get(f"/api/tables/{id}", 0)["version"]
                if version:
                    there.until_version(version)
                ann.post(f"/api/tables/{id}/resign", {"seat": 2}, 0)
                wait(lambda: ann.get(f"/api/tables/{id}", 0)["version"] > version + 5, "bots that play on")
                # the worker's port shows its metrics, and nothing else
                window = f"http://127.0.0.1:{port}"
                assert scrape(window)["stromnetz_moves_total", (("by", "bot"),)] > 0
                watcher = Person(window)
                assert watcher.get("/readyz") == {"status": "ready", "updates": "bus"}
                with pytest.raises(urllib.error.HTTPError, match="404"):
                    urllib.request.urlopen(f"{window}/api/tables/{id}", timeout=SOON)
            finally:
                assert worker.stop() == 0


def test_processes_share_port_and_are_replaced(cluster: Cluster, ann: Person) -> None:
    """One of two processes is killed; clients only notice a closed connection."""
    with workers(cluster, 2) as (program, pids):
        both = Person(program.url)
        first, _ = pids()
        id = both.open("person", "person")
        for version, move in enumerate((OPEN, PASS)):
            both.move(id, to_act(both, id, 0), move, version)
        os.kill(first, signal.SIGKILL)
        wait(lambda: len(pids()) == 2 and first not in pids(), "another")
        assert both.get(f"/api/tables/{id}")["version"] == 2
        assert program.stop() == 0


def test_each_process_returns_metrics_of_all(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process makes a move while the other is stopped; then one is killed."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with workers(cluster, 2) as (program, pids):
        both = Person(program.url)
        id = both.open("person", "person")
        for version, move in enumerate((OPEN, PASS)):
            seat = to_act(both, id, 0)
            with halted(pids()[version]):
                both.move(id, seat, move, version)
        first, second = pids()
        moved = (("method", "POST"), ("route", "/api/tables/{id}/moves"), ("status", "200"))
        # a request is counted after its response
        wait(lambda: scrape(program.url)["stromnetz_request_seconds_count", moved] == 2, "two requests")
        for pid in (first, second):
            with halted(pid):
                found = scrape(program.url)
                assert found["stromnetz_moves_total", (("by", "person"),)] == 2
                assert found["stromnetz_request_seconds_bucket", (("le", "+Inf"), *moved)] == 2
                assert found["stromnetz_bus_up", ()] == found["stromnetz_database_up", ()] == 1
                for worker in ("0", "1"):
                    assert found["process_resident_memory_bytes", (("worker", worker),)] > 1_000_000
        with ExitStack() as stack:
            with halted(first):
                stack.enter_context(both.live(id, 0)).until_type("state")
            wait(lambda: scrape(program.url)["stromnetz_sockets", ()] == 1, "a socket")
            with halted(second):
                assert scrape(program.url)["stromnetz_sockets", ()] == 1
            os.kill(second, signal.SIGKILL)
            wait(lambda: len(pids()) == 2 and second not in pids(), "another")
            wait(lambda: scrape(program.url)["stromnetz_sockets", ()] == 0, "no socket of who is dead")
        # counts remain when their process is gone, and continue
        version = both.get(f"/api/tables/{id}")["version"]
        both.move(id, to_act(both, id, 0), OPEN | {"plant": 3, "bid": 3}, version)
        assert scrape(program.url)["stromnetz_moves_total", (("by", "person"),)] == 3
        assert list(tmp_path.iterdir())
        assert program.stop() == 0
    assert not list(tmp_path.iterdir())


def test_processes_serve_without_metrics(cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the library for metrics is not installed, nothing is counted, and processes are replaced all the same."""
    hiding = "import sys\n\nsys.modules['prometheus_client'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(hiding, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with workers(cluster, 2) as (program, pids):
        first, _ = pids()
        os.kill(first, signal.SIGKILL)
        wait(lambda: len(pids()) == 2 and first not in pids(), "another")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{program.url}/metrics", timeout=SOON)
        assert program.stop() == 0


@contextmanager
def workers(cluster: Cluster, count: int) -> Iterator[tuple[ServerProcess, Callable[[], list[int]]]]:
    """Yield a program with several processes, and a function that lists them."""
    program = cluster.start("--workers", str(count))
    children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children")
    try:
        yield program, lambda: [int(pid) for pid in children.read_text().split()]
    finally:
        if program.process.poll() is None:
            program.stop(signal.SIGKILL)


@contextmanager
def halted(pid: int) -> Iterator[None]:
    """Stop a process, so that the other one accepts connections."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def scrape(url: str) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    with urllib.request.urlopen(f"{url}/metrics", timeout=SOON) as answer:
        return samples_in(answer.read().decode())


def test_workers_need_postgresql(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--workers", "4", "--database", str(tmp_path / "games.sqlite")]) == 2
    said = capsys.readouterr().err
    assert "PostgreSQL" in said
    assert "--workers 1" in said
