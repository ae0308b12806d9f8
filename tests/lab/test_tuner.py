"""Tuning runs: reproducible, resumable, and validated on deals not used for tuning."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from stromnetz.arena.matches import GameKind
from stromnetz.arena.statistics import mean_interval
from stromnetz.bots import BOTS, Bot, make_bot
from stromnetz.bots.parameters import load
from stromnetz.cli import main
from stromnetz.engine.errors import BadInput
from stromnetz.engine.moves import Move
from stromnetz.lab import tuner
from stromnetz.lab.tuner import (
    CANDIDATE,
    Run,
    count_games,
    make_optimizer,
    read_weights,
    run_in,
    tune,
    weights_of,
    weights_toml,
)
from stromnetz.play.views import View
from tests.tier import every


class WaveringBot(Bot):
    """Plays like ``plain`` with the probability ``sense``, and at random otherwise."""

    name = "wavering"
    WEIGHTS: Mapping[str, float] = {"sense": 0.5, "nothing": -1.0}

    def __init__(self, seed: int = 0, weights: Mapping[str, float] | None = None) -> None:
        super().__init__(seed)
        self.weights = weights or self.WEIGHTS
        self._rng = Random(seed)
        self._plain, self._random = make_bot("plain", seed), make_bot("random", seed)

    def choose(self, view: View) -> Move:
        return (self._plain if self._rng.random() < self.weights["sense"] else self._random).choose(view)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "wavering", WaveringBot)


RUN = Run(
    bot="wavering",
    against=("wavering",),
    kinds=(GameKind("classic-2009", "germany", 2, (("short", True),)),),
    start=tuple(WaveringBot.WEIGHTS.items()),
    only=("sense", "nothing"),
    deals=2,
    generations=3,
    population=5,
    sigma=0.6,
    validate=10,
    seed=2,
)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(BOTS, "wavering", WaveringBot)
        path = tmp_path_factory.mktemp("tuning") / "run.jsonl"
        tuned = tune(path, RUN)
    return path.read_bytes(), tuned.to_json()


def test_run_finds_better_weights_and_stores_candidates(finished: tuple[bytes, Any]) -> None:
    data, tuned = finished
    assert tuned["weights"]["sense"] > 0.6
    assert tuned["validation"]["better"] is True
    assert tuned["validation"]["gain"]["low"] > 0
    head, *rows = [json.loads(line) for line in data.splitlines()]
    assert head["plan"] == tuned["run"]
    candidates = [row for row in rows if "candidate" in row]
    assert len(candidates) == 15
    assert sum(row["games"] for row in rows if "games" in row) == count_games(RUN)
    assert rows[-1]["result"]["weights"] == tuned["weights"]


def test_validation_uses_other_deals_than_tuning(finished: tuple[bytes, Any]) -> None:
    rows = [json.loads(line) for line in finished[0].splitlines()]
    tuned = {deal for row in rows if "candidate" in row for deal in range(row["deals"][0], row["deals"][1] + 1)}
    validated = {row["deal"] for row in rows if "validated" in row}
    assert (len(tuned), len(validated)) == (6, 10)
    assert not tuned & validated
    assert rows[0]["plan"]["tuned_on"] == [min(tuned), max(tuned)] == [1_002_000_000, 1_002_000_005]
    assert rows[0]["plan"]["validated_on"] == [min(validated), max(validated)] == [2_002_000_000, 2_002_000_009]
    runs = [Run(**{**_fields(), "seed": seed}) for seed in range(4)]
    spans = [deals for run in runs for deals in (run.tuning_deals(), run.validation_deals())]
    assert all(a.stop <= b.start or b.stop <= a.start for a in spans for b in spans if a is not b)


def test_file_tuned_on_validation_deals_is_refused(finished: tuple[bytes, Any], tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    rows = [json.loads(line) for line in finished[0].splitlines()]
    rows[1]["deals"] = [2_002_000_004, 2_002_000_005]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows[:16]))
    with pytest.raises(BadInput, match="used for tuning cannot judge"):
        tune(path, RUN)


@pytest.mark.parametrize("kept", every(2, [0.45, 0.8]))
def test_resumed_run_gives_the_same_result(finished: tuple[bytes, Any], tmp_path: Path, kept: float) -> None:
    data, tuned = finished
    path = tmp_path / "run.jsonl"
    path.write_bytes(data[: int(kept * len(data))])
    assert tune(path, RUN).to_json() == tuned
    assert path.read_bytes() == data


def test_candidates_of_a_generation_play_the_same_deals_on_every_seat() -> None:
    matches = list(RUN.matches(RUN.deals_of(1)))
    assert {match.deal for match in matches} == {1_002_000_002, 1_002_000_003}
    assert [match.seats.index(CANDIDATE) for match in matches] == [0, 1, 0, 1]
    assert run_in_json() == RUN
    assert RUN.weights([0.0, 0.0]) == dict(WaveringBot.WEIGHTS)
    assert RUN.weights([-5.0, 0.5])["sense"] > 0
    assert RUN.weights([0.0, 0.5])["nothing"] == -0.5


def run_in_json() -> Run:
    return Run.from_json(json.loads(json.dumps(RUN.to_json())))


def test_run_of_another_cma_version_is_not_resumed(finished: tuple[bytes, Any], tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    rows = [json.loads(line) for line in finished[0].splitlines()]
    rows[1]["weights"]["sense"] += 0.1
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(BadInput, match="another version of cma"):
        tune(path, RUN)


def test_missing_cma_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuner, "cma", None)
    with pytest.raises(BadInput, match=r"stromnetz\[lab\]"):
        make_optimizer(RUN)


def test_default_weights_of_bots() -> None:
    assert weights_of("hard") == load()
    assert weights_of("wavering") == WaveringBot.WEIGHTS


def test_mean_interval() -> None:
    middle, low, high = mean_interval([0.0, 1.0, 0.0, 1.0])
    assert middle == 0.5
    assert [low, high] == pytest.approx([0.5 - 0.9187, 0.5 + 0.9187], abs=1e-3)


# --- the command ---


def _fields() -> dict[str, Any]:
    return {name: getattr(RUN, name) for name in RUN.__dataclass_fields__}


def test_command_resumes_and_writes_weights(
    finished: tuple[bytes, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, weights = tmp_path / "run.jsonl", tmp_path / "weights.toml"
    path.write_bytes(finished[0])
    assert run_in(path) == RUN
    assert main(["tune", str(path), "--write", str(weights)]) == 0
    assert "better" in capsys.readouterr().out
    assert read_weights(weights, WaveringBot.WEIGHTS) == finished[1]["weights"]
    assert weights.read_text().startswith("# Found by `stromnetz tune run.jsonl` for wavering; validated on deals 2002")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"sense": 1}', "lacks the weight nothing"),
        ('{"sense": 1, "nothing": 2, "luck": 3}', "a weight 'luck' that the bot does not know"),
        ('{"sense": "much", "nothing": 2}', "the weight sense in .* must be a number, not 'much'"),
        ('{"sense": NaN, "nothing": 2}', "must be a number, not nan"),
        ("[]", "must hold weights by name"),
        ("{", "is neither TOML nor JSON"),
    ],
)
def test_invalid_weight_files_are_refused(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        read_weights(path, WaveringBot.WEIGHTS)


def test_weight_files_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    path.write_text(weights_toml({"sense": 0.1 + 0.2, "nothing": -7}, "two lines\nof text"))
    assert read_weights(path, WaveringBot.WEIGHTS) == {"sense": 0.1 + 0.2, "nothing": -7.0}


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        ([], "does not exist: a new run needs --bot"),
        (["--bot", "clever"], "there is no bot 'clever'"),
        (["--bot", "random"], "the bot 'random' has no weights that could be tuned"),
        (
            ["--bot", "wavering", "--only", "luck,sense"],
            "wavering has no weight 'luck'; its weights are sense, nothing",
        ),
        (["--bot", "wavering", "--only", "sense"], "two weights or more"),
        (["--bot", "wavering", "--against", "clever"], "there is no bot 'clever'"),
        (["--bot", "wavering", "--seed", "1000"], "--seed must be 0 to 999"),
        (["--bot", "wavering", "--deals", "1000000"], "a run has 1,000,000 deals for tuning"),
        (["--bot", "wavering", "--sigma", "0"], "--sigma must be more than 0"),
        (["--bot", "wavering", "--validate", "1"], "--validate must be 2 or more"),
        (["--bot", "wavering", "--start", "none.toml"], "cannot read none.toml"),
        (["--bot", "wavering", "--write", "/"], "cannot write /"),
        (["--bot", "wavering", "--players", "9"], "is for 2 to 6 players, not 9"),
    ],
)
def test_bad_input_is_refused_before_playing(
    argv: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "run.jsonl"
    assert main(["tune", str(path), *argv]) == 2
    assert words in capsys.readouterr().err
    assert not path.exists()
