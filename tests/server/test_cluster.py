"""Several servers on one PostgreSQL: whatever is done at one is known at the others, and nobody is bound to any."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from stromnetz.cli import main
from stromnetz.server.bus import News, read_news
from stromnetz.server.live import COOKIE_ENDED
from stromnetz.server.notify import NAME
from tests.server.cluster import Cluster, Json, Person, Refused, wait
from tests.server.postgres import Postgres

OPEN: Json = {"kind": "open", "plant": 4, "bid": 4}
PASS: Json = {"kind": "pass"}


@pytest.fixture(scope="module")
def cluster(postgres_server: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    database = postgres_server.new_database("cluster")
    flags = ("--rate", "0", "--heavy-rate", "0", "--bot-processes", "0", "--database-time", "3")
    with Cluster(database, tmp_path_factory.mktemp("cluster"), 2, flags) as running:
        yield running


@pytest.fixture
def ann(cluster: Cluster) -> Person:
    return cluster.person()


def to_act(person: Person, id: str, at: int) -> int:
    seat: int = person.get(f"/api/tables/{id}", at)["to_act"]
    return seat


def test_a_move_reaches_the_viewers_of_all_servers(ann: Person) -> None:
    id = ann.open("person", "person", at=0)
    first = to_act(ann, id, 1)
    with ann.live(id, 0) as here, ann.live(id, 1) as there:
        here.until_type("state")
        there.until_type("state")
        ann.move(id, first, OPEN, 0, at=0)
        assert here.until_version(1)["rows"] == there.until_version(1)["rows"]
        # what is taken back is taken back for all
        ann.post(f"/api/tables/{id}/undo", {"seat": first, "version": 1, "key": "back"}, at=1)
        assert here.until_version(2)["rows"][-1]["undo"] == there.until_version(2)["rows"][-1]["undo"] == 1
        ann.move(id, first, OPEN, 2, at=1)
        ann.move(id, 1 - first, PASS, 3, at=0)
        assert here.until_version(4)["views"] == there.until_version(4)["views"]
    assert ann.get(f"/api/tables/{id}/view", 0) == ann.get(f"/api/tables/{id}/view", 1)


def test_who_asks_another_server_at_once_is_not_behind(ann: Person) -> None:
    """No pause in between: each request goes to the other server, and finds what the last one did."""
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


def test_the_same_request_at_two_servers_acts_once(ann: Person) -> None:
    id = ann.open("person", "person", at=0)
    body = {"seat": to_act(ann, id, 1), "move": OPEN, "version": 0, "key": "same"}
    made = [ann.post(f"/api/tables/{id}/moves", body, at) for at in (0, 1, 0)]
    assert made[0] == made[1] == made[2]
    assert ann.get(f"/api/tables/{id}/view", 1)["version"] == 1
    with pytest.raises(Refused) as refused:
        ann.post(f"/api/tables/{id}/moves", {**body, "key": "other"}, 1)
    assert refused.value.kind == "version-conflict"


def test_chat_tables_and_logging_out_go_round(ann: Person) -> None:
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
    """Whoever listens is cut off, again and again."""
    ended = threading.Event()

    def cut() -> None:
        with psycopg.connect(database, autocommit=True) as c:
            while not ended.wait(0.02):
                c.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", (NAME,))

    thread = threading.Thread(target=cut)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def test_a_lost_bus_loses_nothing(cluster: Cluster, ann: Person) -> None:
    """Without news viewers are told what the database says, and health says so."""
    id = ann.open("person", "person", at=0)
    first = to_act(ann, id, 0)
    with ann.live(id, 1) as there:
        there.until_type("state")
        with no_bus(cluster.database):
            wait(lambda: ann.get("/readyz", 1)["news"] == "polling", "that the bus is lost")
            wait(lambda: ann.get("/healthz", 1)["bus_up"] is False, "that it is told")
            ann.move(id, first, OPEN, 0, at=0)
            there.until_version(1)
            ann.post(f"/api/tables/{id}/chat", {"text": "hello", "key": "k1"}, 0)
            there.until_type("chat")
        wait(lambda: ann.get("/readyz", 1)["news"] == "bus" and ann.get("/healthz", 0)["bus_up"], "the bus again")
        ann.move(id, 1 - first, PASS, 1, at=0)
        there.until_version(2)


def test_who_is_there_is_known_everywhere(cluster: Cluster, ann: Person) -> None:
    """Also when somebody comes and goes by another server, and when that is killed with its viewers."""
    id = ann.open("person", "open", start=False, at=0)
    bob = Person(*ann.urls)
    bob.post(f"/api/tables/{id}/join", {"name": "Bob"}, 1)
    with ann.live(id, 0) as here:
        with bob.live(id, 1) as there:
            here.until(lambda told: told.get("presence") == {"seats": [0, 1], "spectators": 0}, "that Bob is there")
            there.until(lambda told: told.get("presence") == {"seats": [0, 1], "spectators": 0}, "that Ann is there")
        here.until(lambda told: told.get("presence") == {"seats": [0], "spectators": 0}, "that Bob has gone")


def test_work_is_done_without_a_server(cluster: Cluster, postgres_server: Postgres) -> None:
    """Bots move, time runs out and what was said in advance is answered, though the server leaves it to others."""
    database = postgres_server.new_database("work")
    with Cluster(database, cluster.folder, 1, (*cluster.flags, "--no-work", "--no-clocks")) as served:
        ann = served.person()
        id = ann.open("plain", "random", "person", at=0, options={"short": True})
        with ann.live(id, 0) as there:
            there.until_type("state")
            worker = served.start(command="work")
            try:
                wait(lambda: ann.get(f"/api/tables/{id}", 0)["to_act"] == 2, "Ann's turn")
                version = ann.get(f"/api/tables/{id}", 0)["version"]
                if version:
                    there.until_version(version)
                ann.post(f"/api/tables/{id}/resign", {"seat": 2}, 0)
                wait(lambda: ann.get(f"/api/tables/{id}", 0)["version"] > version + 5, "bots that play on")
            finally:
                worker.stop()


def test_workers_share_a_port_and_replace_each_other(cluster: Cluster, ann: Person) -> None:
    """One port, two processes; one is killed, and whoever asks notices nothing but a cut connection."""
    program = cluster.start("--workers", "2")
    try:
        both = Person(program.url)
        children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children")
        pids = [int(pid) for pid in children.read_text().split()]
        assert len(pids) == 2
        id = both.open("person", "person")
        for version, move in enumerate((OPEN, PASS)):
            both.move(id, to_act(both, id, 0), move, version)
        os.kill(pids[0], signal.SIGKILL)
        wait(lambda: len(children.read_text().split()) == 2 and str(pids[0]) not in children.read_text(), "another")
        assert both.get(f"/api/tables/{id}")["version"] == 2
        assert program.stop() == 0
    finally:
        if program.process.poll() is None:
            program.stop(signal.SIGKILL)


def test_workers_need_postgresql(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--workers", "4", "--database", str(tmp_path / "games.sqlite")]) == 2
    said = capsys.readouterr().err
    assert "PostgreSQL" in said
    assert "--workers 1" in said


def test_news_is_short_and_anything_else_is_none() -> None:
    news = News("rows", "t" * 22, 1234)
    assert read_news(news.text("abcd")) == ("abcd", news)
    assert len(news.text("abcd1234")) < 60
    for text in ("", "rows", "a b c d", "a b c 1 2"):
        assert read_news(text) is None
