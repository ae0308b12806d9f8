"""``stromnetz serve``: start, settings, and shutdown without losing moves."""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from stromnetz import BadInput, parse_game
from stromnetz.cli import main, parser
from stromnetz.server import serve
from stromnetz.server.core.config import (
    ADVANCED,
    SECRET,
    ServerConfig,
    data_directory,
    database_url,
    flag_name,
    read_config,
)
from tests.helpers import lacking
from tests.server.server_process import ServerProcess, running

ROOT = Path(__file__).parents[2]


def example() -> Any:
    """Return the example client as a module."""
    spec = importlib.util.spec_from_file_location("client_example", ROOT / "examples" / "client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.subprocess
def test_example_plays_a_whole_game(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    with running(database, tmp_path, "--rate", "0", "--log-json") as program:
        assert example().main([program.url, "--save", str(file)]) == 0
        with urllib.request.urlopen(f"{program.url}/healthz", timeout=30) as answer:
            assert answer.status == 200
            assert "server" not in answer.headers
        assert program.stop() == 0
    out = capsys.readouterr().out
    assert "1. seat" in out
    assert main(["verify", str(file), "--commitment", out.split()[5]]) == 0
    lines = [json.loads(line) for line in program.log.read_text().splitlines()]
    assert {"method": "POST", "route": "/api/tables/{id}/moves", "status": 200}.items() <= next(
        line for line in lines if line.get("route") == "/api/tables/{id}/moves"
    ).items()
    assert not any(line["level"] == "error" for line in lines)


def open_game(client: Any) -> str:
    seats = [{"kind": "person"}, {"kind": "person"}]
    id: str = client.call("POST", "/api/tables", {"seats": seats})["table"]["id"]
    client.call("POST", f"/api/tables/{id}/start")
    return id


def move(client: Any, id: str) -> int:
    """Make the first legal move; return the version."""
    table = client.call("GET", f"/api/tables/{id}")
    view = client.call("GET", f"/api/tables/{id}/view?seat={table['to_act']}")
    chosen, version = example().choose(view), view["version"]
    body = {"seat": table["to_act"], "moves": [chosen], "version": version, "key": f"k{version}"}
    made: int = client.call("POST", f"/api/tables/{id}/moves", body)["version"]
    return made


@pytest.mark.subprocess
@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_shutdown_with_open_sockets(sqlite_file: str, tmp_path: Path, sign: int) -> None:
    """Viewers who never disconnect do not keep the server alive, and acknowledged moves are there after a restart."""
    database = sqlite_file
    client = example().Client("")
    with running(database, tmp_path) as program, ExitStack() as stack:
        client.server = program.url
        id = open_game(client)
        for _ in range(5):
            viewer = stack.enter_context(client.live(id))
            viewer.close_timeout = 0.1  # nobody reads what it would wait for
            assert json.loads(viewer.recv())["type"] == "hello"
        for _ in range(12):
            version = move(client, id)
        assert program.stop(sign) == 0
    with running(database, tmp_path) as program:
        client.server = program.url
        assert client.call("GET", f"/api/tables/{id}")["version"] == version == 12
        assert move(client, id) == 13


@pytest.mark.subprocess
def test_killed_server_continues_the_game(tmp_path: Path) -> None:
    database = str(tmp_path / "games.sqlite")
    client = example().Client("")
    id = ""
    for version in (3, 6):
        with running(database, tmp_path) as program:
            client.server = program.url
            id = id or open_game(client)
            for _ in range(3):
                made = move(client, id)
            assert made == version
            program.stop(signal.SIGKILL)
            Path(database).chmod(0o640)
    assert f"run chmod 600 {database}" in (tmp_path / "log.txt").read_text()


@pytest.mark.subprocess
def test_game_of_bots_ends_although_server_is_killed(sqlite_file: str, tmp_path: Path) -> None:
    database = sqlite_file
    client = example().Client("")
    id, versions = "", []
    for _ in range(2):
        with running(database, tmp_path) as program:
            client.server = program.url
            if not id:
                seats = [{"kind": "bot"}, {"kind": "bot", "bot": "random"}]
                id = client.call("POST", "/api/tables", {"seats": seats, "options": {"short": True}})["table"]["id"]
                client.call("POST", f"/api/tables/{id}/start")
            with client.live(id) as live:
                for _ in range(20):
                    message = json.loads(live.recv())
            versions.append(message.get("version", 0))
            program.stop(signal.SIGKILL)
    with running(database, tmp_path) as program:
        client.server = program.url
        with client.live(id) as live:
            while client.call("GET", f"/api/tables/{id}")["state"] != "finished":
                live.recv()
        parse_game(client.call("GET", f"/api/tables/{id}/record"))
    assert versions == sorted(versions)


def test_port_in_use_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "cannot listen" in capsys.readouterr().err


@pytest.mark.subprocess
def test_database_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "no.sqlite"
    file.write_text("this is no database, but a text that is long enough to be taken for one" * 20)
    done = subprocess.run(
        [sys.executable, "-m", "stromnetz.cli", "serve", "--port", "0", "--database", str(file)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.subprocess
def test_output_before_the_processes_start_appears_once() -> None:
    program = (
        "from stromnetz.server.multiprocess.processes import ProcessManager\n"
        "class Observer:\n"
        "    def began(self, number, pid): pass\n"
        "    def ended(self, number): pass\n"
        "print('listening')\n"
        "ProcessManager(2, lambda number, ready: 0, lambda: None, Observer()).run()\n"
    )
    buffered = {**os.environ, "PYTHONUNBUFFERED": ""}
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=60, env=buffered
    )
    assert done.stdout == "listening\n"


def test_soft_limit_of_open_files_is_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        serve.allow_many_sockets()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (65_536 if hard == -1 else min(hard, 65_536), hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_old_objects_are_not_collected_automatically(monkeypatch: pytest.MonkeyPatch) -> None:
    before = gc.get_threshold()
    monkeypatch.setattr("gc.freeze", lambda: None)  # it could not be undone for this process only
    try:
        serve.collect_rarely()
        assert gc.get_threshold()[2] >= 1_000_000
    finally:
        gc.set_threshold(*before)


@pytest.mark.parametrize("command", ["serve", "work"])
def test_bot_that_cannot_be_loaded_is_refused_at_start(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    shared = ["--database", "postgresql://nobody@localhost:1/none", "--bots", "nowhere:Bot"]
    assert main([command, *shared]) == 2
    assert "nowhere" in capsys.readouterr().err


@pytest.mark.parametrize(
    "flags", [["--port", "70000"], ["--bot-time", "0"], ["--public-url", "play.example.org"], ["--rate", "-1"]], ids=str
)
def test_invalid_settings_are_refused(flags: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *flags]) == 2
    assert capsys.readouterr().err.startswith("stromnetz: ")


def test_flags_override_variables_and_defaults() -> None:
    environ = {"STROMNETZ_PORT": "9000", "STROMNETZ_BOT_TIME": "1.5", "STROMNETZ_LOG_JSON": "yes", "OTHER": "x"}
    config = read_config({"port": 9100, "host": None}, environ)
    assert config == ServerConfig(port=9100, bot_time=1.5, log_json=True)
    for name, text in (("STROMNETZ_PORT", "many"), ("STROMNETZ_LOG_JSON", "maybe"), ("STROMNETZ_LOG_LEVEL", "loud")):
        with pytest.raises(BadInput):
            read_config({}, {name: text})


def test_settings_and_secrets_come_from_files(tmp_path: Path) -> None:
    def file(name: str, text: str) -> str:
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    environ = {
        "STROMNETZ_DATABASE": "/data/stromnetz.sqlite",
        "STROMNETZ_DATABASE_FILE": file("database", "postgresql://ann@db/games\n"),
        "STROMNETZ_DATABASE_PASSWORD_FILE": file("password", "p@ss/word\n"),
        "STROMNETZ_METRICS_TOKEN_FILE": file("token", "watcher"),
        "STROMNETZ_SMTP_PASSWORD_FILE": file("smtp", "letters"),
        "STROMNETZ_WORKERS_FILE": file("workers", " 2\n"),
    }
    config = read_config({}, environ)
    assert config.database_url == "postgresql+psycopg://ann:p%40ss%2Fword@db/games"
    assert (config.metrics_token, config.smtp_password, config.processes) == ("watcher", "letters", 2)
    assert "p@ss" not in repr(config)
    assert read_config({"database": "x.sqlite", "processes": 1}, environ).database_url == "sqlite:///x.sqlite"
    for name, text in (("empty", " \n"), ("many", "many")):
        with pytest.raises(BadInput, match="STROMNETZ_WORKERS"):
            read_config({}, {"STROMNETZ_WORKERS_FILE": file(name, text)})
    with pytest.raises(BadInput, match=r"STROMNETZ_BUS_FILE: .*nowhere cannot be read"):
        read_config({}, {"STROMNETZ_BUS_FILE": str(tmp_path / "nowhere")})


def test_default_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_directory("linux", {}) == tmp_path / ".local" / "share" / "stromnetz"
    assert data_directory("linux", {"XDG_DATA_HOME": "/data"}) == Path("/data/stromnetz")
    assert data_directory("darwin", {}) == tmp_path / "Library" / "Application Support" / "Stromnetz"
    assert data_directory("win32", {"LOCALAPPDATA": "/local"}) == Path("/local/Stromnetz")
    assert database_url("games.db") == "sqlite:///games.db"
    assert database_url("postgresql://me@host/games") == "postgresql+psycopg://me@host/games"


def test_without_command_it_serves_and_opens_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[tuple[ServerConfig, bool]] = []

    def note(config: ServerConfig, browser: bool) -> int:
        called.append((config, browser))
        return 0

    monkeypatch.setattr(serve, "serve", note)
    monkeypatch.setenv("STROMNETZ_PORT", "9001")
    assert main([]) == 0
    assert main(["serve", "--port", "9002"]) == 0
    assert main(["serve", "--browser"]) == 0
    assert [(config.port, browser) for config, browser in called] == [(9001, True), (9002, False), (9001, True)]


def test_other_commands_load_nothing_of_the_server() -> None:
    code = (
        "import sys; from stromnetz.cli import main; main(['editions']); import stromnetz.terminal.game; "
        "print(sorted({'fastapi', 'sqlalchemy', 'uvicorn', 'alembic', 'psycopg', 'websockets'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.subprocess
def test_stopped_server_leaves_no_processes(sqlite_file: str, tmp_path: Path) -> None:
    """Bot processes end with the server, even if it is killed.

    They notice it when they read the next question: after loading, and after the move they are thinking about. Those
    of the background get little time on a busy machine.
    """
    program = ServerProcess(sqlite_file, tmp_path / "log.txt")
    client = example().Client(program.url)
    seats = [{"kind": "bot"}, {"kind": "bot"}]
    id = client.call("POST", "/api/tables", {"seats": seats})["table"]["id"]
    client.call("POST", f"/api/tables/{id}/start")
    with client.live(id) as live:
        for _ in range(5):
            live.recv()
        children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children")
        if not children.exists():
            program.stop(signal.SIGKILL)
            lacking("this system does not list the children of a process")
        pids = children.read_text().split()
        program.stop(signal.SIGKILL)
    assert pids
    for pid in pids:
        status = Path(f"/proc/{pid}/stat")
        for _ in range(6000):
            if not status.exists() or status.read_text().split()[2] == "Z":
                break
            time.sleep(0.01)
        else:
            pytest.fail(f"process {pid} is still there a minute after its server was killed")


@pytest.mark.parametrize(
    # secrets are never on a command line, which all users of the machine can read
    ("flag", "left_out"),
    [("--help", (SECRET, ADVANCED)), ("--help-all", (SECRET,))],
)
def test_every_setting_is_a_flag(flag: str, left_out: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", flag])
    said = capsys.readouterr().out
    assert "--rate " not in said.partition("advanced:")[0], "what few hosts change comes last"
    for one in fields(ServerConfig):
        assert (f"{flag_name(one)} " in said) is (one.metadata["group"] not in left_out)


def test_settings_are_read_from_flags() -> None:
    given = parser().parse_args(
        ["serve", "--lobby-days", "3", "--archive", "none", "--finished-days", "1", "--log-json"]
    )
    config = read_config(vars(given), {})
    assert (config.lobby_days, config.archive, config.finished_days, config.log_json) == (3, "none", 1, True)
