"""Games on a Ray cluster of several nodes on this machine, with crashes of nodes and workers."""

from __future__ import annotations

import builtins
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from stromnetz.arena import ray_cluster
from stromnetz.arena.matches import MatchSetup
from stromnetz.arena.processes import WorkerPool
from stromnetz.arena.tournament import TournamentPlan, kinds_of, tournament
from stromnetz.cli import main
from stromnetz.engine.errors import BadInput
from stromnetz.lab.tuner import weights_of
from tests.helpers import needed

T = TypeVar("T")

pytestmark = [
    pytest.mark.subprocess,
    pytest.mark.xdist_group("ray"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
NODE = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_log_monitor": False, "no_monitor": True}


def retrying(start: Callable[[], T]) -> T:
    """Retry: on a busy machine, a node gives up if its helpers do not start within 15 seconds."""
    for _ in range(3):
        with suppress(Exception):
            return start()
    return start()


class Nodes:
    """A cluster whose nodes can be killed one by one, with a server for outside clients."""

    def __init__(self) -> None:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        os.environ["RAY_raylet_start_wait_time_s"] = "120"  # noqa: SIM112  (so it is called)
        # read when Ray is imported: on a busy machine five seconds are not enough
        os.environ["RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S"] = os.environ["RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S"] = "60"
        from ray.cluster_utils import Cluster  # noqa: PLC0415  (its start takes seconds)

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        head = {
            **NODE,
            "include_dashboard": False,
            "ray_client_server_port": port,
            "_system_config": {"health_check_period_ms": 1000},
        }
        self._cluster: Any = retrying(lambda: Cluster(initialize_head=True, head_node_args=head))
        self.address: str = self._cluster.address
        self.client_address = f"ray://127.0.0.1:{port}"

    def add(self) -> Any:
        return retrying(lambda: self._cluster.add_node(**NODE))

    def kill(self, node: Any) -> None:
        self._cluster.remove_node(node, allow_graceful=False)

    def processors(self) -> float:
        """Processors of all nodes, as seen by the connected client."""
        import ray  # noqa: PLC0415

        return float(ray.cluster_resources()["CPU"])

    def stop(self) -> None:
        self._cluster.shutdown()


@pytest.fixture(scope="module")
def nodes() -> Iterator[Nodes]:
    needed("ray")
    out = Nodes()
    yield out
    out.stop()


def without_times(games: list[Any]) -> list[Any]:
    """Results without the times of bots."""
    return [{**game.to_json(), "times": None} for game in games]


def test_killing_a_node_does_not_change_the_results(nodes: Nodes, tmp_path: Path) -> None:
    """The unfinished games of the node are replayed elsewhere; each game is in the file once."""
    plan = TournamentPlan(
        ("plain", "random"), kinds_of(["classic-2004"], [], ["2"], lambda edition: {"short": True}), deals=12
    )
    alone = tournament(tmp_path / "alone.jsonl", plan)
    victim = nodes.add()
    killed: list[float] = []

    def watch(done: int) -> None:
        if done >= 6 and not killed:
            killed.append(nodes.processors())
            nodes.kill(victim)

    there = tournament(tmp_path / "there.jsonl", plan, progress=watch, cluster=nodes.address)
    assert killed == [2.0]
    assert without_times(there) == without_times(alone)
    lines = [json.loads(line) for line in (tmp_path / "there.jsonl").read_text().splitlines()[1:]]
    assert sorted(line["number"] for line in lines) == [game.number for game in alone]


def test_commands_with_a_cluster(nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--games", "6", "--seed", "3", "--json"]
    for command in (["simulate", "--bots", "random", "--players", "2", "--short"], ["soak", "--bots", "random"]):
        found = []
        for more in ([], ["--cluster", nodes.address, "--out", str(tmp_path / command[0])]):
            assert main([*command, *common, *more]) == 0
            found.append(json.loads(capsys.readouterr().out))
        timed = {"seconds", "games_per_s", "decisions_per_s"}
        here, there = ({key: value for key, value in one.items() if key not in timed} for one in found)
        assert here == there
        assert json.loads((tmp_path / command[0]).read_text()) == found[1]


@pytest.mark.nightly
def test_tuning_on_a_cluster_equals_local_tuning(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Candidates, scores and result are the same line by line; a second call has nothing left to play."""
    asked = ["--bot", "easy", "--against", "random", "--players", "2", "--short", "--only", "city,cash"]
    asked += ["--deals", "1", "--generations", "2", "--population", "4", "--validate", "2", "--json"]
    found, files = [], []
    for name, more in (("here", []), ("there", ["--cluster", nodes.address]), ("there", ["--cluster", nodes.address])):
        code = main(["tune", str(tmp_path / name), *asked, *more])
        found.append((code, json.loads(capsys.readouterr().out)))
        files.append((tmp_path / name).read_text())
    assert found[0] == found[1] == found[2]
    assert files[0] == files[1] == files[2]


@pytest.mark.nightly
def test_outside_clients_use_the_cluster(nodes: Nodes, capsys: pytest.CaptureFixture[str]) -> None:
    """Through Ray's client server (ray://): results, errors, and nothing else on the output."""
    wait_for(nodes.client_address)
    command = ["simulate", "--bots", "random", "--players", "2", "--short", "--games", "6", "--seed", "3", "--json"]
    found = []
    for more in ([], ["--cluster", nodes.client_address]):
        assert main([*command, *more]) == 0
        found.append(json.loads(capsys.readouterr().out))
    timed = {"seconds", "games_per_s", "decisions_per_s"}
    here, there = ({key: value for key, value in one.items() if key not in timed} for one in found)
    assert here == there
    with WorkerPool(0, nodes.client_address) as pool:
        with pytest.raises(BadInput, match="no weights that could be tuned"):
            list(pool.each(weights_of, ["random"]))
        with pytest.raises(BadInput, match="is the same Stromnetz installed there"):
            list(pool.each(_raise_code_mismatch, ["a module that nodes do not have"]))
        assert sorted(pool.each(len, (("a",) * n for n in range(50)), in_order=False)) == list(range(50))


@pytest.mark.parametrize(
    ("deaths", "connects"), [(ray_cluster.CONNECT_TRIES - 1, True), (ray_cluster.CONNECT_TRIES, False)]
)
def test_connecting_is_retried_if_the_client_server_dies(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch, deaths: int, connects: bool
) -> None:
    import ray  # noqa: PLC0415

    begun, left = ray.init, [deaths]

    def init(*args: Any, **more: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise ConnectionAbortedError(f"Initialization failure from server: {ray_cluster.CLIENT_START_FAILED}.")
        return begun(*args, **more)

    monkeypatch.setattr(ray, "init", init)
    if connects:
        with WorkerPool(0, nodes.address) as pool:
            assert list(pool.each(len, ["abc"])) == [3]
    else:
        with pytest.raises(BadInput, match=ray_cluster.CLIENT_START_FAILED):
            WorkerPool(0, nodes.address).__enter__()
    assert left == [0]


def test_other_connection_errors_are_not_retried(nodes: Nodes, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray  # noqa: PLC0415

    asked = []

    def init(*args: Any, **more: Any) -> Any:
        asked.append(more["address"])
        raise ConnectionError("no way")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(BadInput, match="cannot be used: no way"):
        WorkerPool(0, nodes.address).__enter__()
    assert asked == [nodes.address]


def wait_for(address: str) -> None:
    """Wait for the client server, which starts after the node."""
    host, _, port = address.removeprefix("ray://").partition(":")
    end = time.monotonic() + 120
    while True:
        try:
            return socket.create_connection((host, int(port)), 5).close()
        except OSError:
            assert time.monotonic() < end, f"nobody answers at {address}"
            time.sleep(0.2)


def test_output_of_ray_goes_to_stderr(nodes: Nodes, capsys: pytest.CaptureFixture[str]) -> None:
    with WorkerPool(0, nodes.address):
        sys.stdout.write("a machine is lost\n")  # as Ray does, by a thread of its own
    sys.stdout.write("results\n")
    said = capsys.readouterr()
    assert said.out == "results\n"
    assert "a machine is lost" in said.err


def _die_at_4(number: int) -> int:
    if number == 4:
        os._exit(3)
    return number


def test_items_are_retried_when_their_worker_dies(nodes: Nodes) -> None:
    """Three retries, as in local processes; other items of the same piece are done."""
    with WorkerPool(0, nodes.address) as pool:
        found = list(pool.each(_die_at_4, range(7), chunk=3, crashed=lambda number, why: (number, why)))
    assert found == [0, 1, 2, 3, (4, "its process died 4 times, at last it crashed"), 5, 6]


def _raise_bad_input(setup: MatchSetup) -> None:
    raise BadInput(f"seed {setup.seed}", {})


def _raise_code_mismatch(name: str) -> None:
    raise ray_cluster.CodeMismatch(f"{name} has another Stromnetz")


def test_errors_on_nodes_are_raised_locally(nodes: Nodes) -> None:
    with WorkerPool(0, nodes.address) as pool:
        with pytest.raises(BadInput, match="seed 7"):
            list(pool.each(_raise_bad_input, [MatchSetup("classic-2004", "germany", 2, ("random",) * 2, 7)]))
        with pytest.raises(BadInput, match="another Stromnetz"):
            list(pool.each(_raise_code_mismatch, ["node"]))
        assert list(pool.each(len, (("a",) * n for n in range(50)), chunk=3)) == list(range(50))
        assert sorted(pool.each(len, (("a",) * n for n in range(50)), in_order=False)) == list(range(50))


@pytest.mark.parametrize(
    "address", ["somewhere", "ray://", "http://localhost:1", "localhost:x", "ray://localhost:99999999"]
)
def test_invalid_addresses_are_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    needed("ray")
    assert main(["simulate", "--games", "1", "--cluster", address]) == 2
    assert "a cluster is at host:port" in capsys.readouterr().err


def test_unreachable_address_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # it does not listen
        port = free.getsockname()[1]
        assert main(["soak", "--games", "1", "--cluster", f"127.0.0.1:{port}"]) == 2
    assert "nobody answers at" in capsys.readouterr().err


def test_missing_ray_is_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    real: Callable[..., Any] = builtins.__import__

    def none(name: str, *more: Any) -> Any:
        if name.partition(".")[0] == "ray":
            raise ImportError(name)
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", none)
    assert main(["soak", "--games", "1", "--cluster"]) == 2
    assert 'pip install "stromnetz[cluster]"' in capsys.readouterr().err


def test_unwritable_output_is_refused_before_playing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--out", "/nowhere/at/all.json"]) == 2
    assert "cannot write /nowhere/at/all.json" in capsys.readouterr().err
