"""Training in its smallest form, without a graphics card."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stromnetz import BadInput, cli
from stromnetz.arena.matches import GameKind
from stromnetz.lab.training.arrays import NumpyArrays, arrays_on
from stromnetz.lab.training.distill import distil_trainer, new_distilled_run
from stromnetz.lab.training.export import export_net
from stromnetz.lab.training.network import Adam, BatchReader, Decisions, backward, forward, init_weights
from stromnetz.lab.training.ppo import Step, advantages
from stromnetz.lab.training.run import Run, TrainedNet, TrainingPlan, load, save, transfer_weights
from stromnetz.lab.training.self_play import Batch, BatchPlan
from stromnetz.lab.training.trainer import Trainer
from stromnetz.learn.input_layout import OPTION_INPUTS
from stromnetz.learn.net_file import NetSizes, read_net

TWO = GameKind.of("classic-2004", "germany", 2, {})


def smallest(seed: int = 3, teacher: str = "") -> TrainingPlan:
    return TrainingPlan((TWO,), seed, games=4, steps=10, teacher=teacher, lessons=160 if teacher else 0, batch=32)


def turns(run: Run, count: int) -> tuple[Run, list[dict[str, Any]]]:
    told: list[dict[str, Any]] = []
    trainer = Trainer(arrays_on("numpy", run.plan.seed), run, 0, told.append)
    if run.plan.lessons and not run.cloned:
        trainer.imitate_teacher()
    last = run.turns + count
    trainer.play(lambda: run.turns >= last)
    return trainer.snapshot(), told


def test_run_copies_its_teacher_learns_and_is_resumed(tmp_path: Path) -> None:
    run, told = turns(Run.begin(smallest(teacher="plain")), 1)
    copied = [row["agreed"] for row in told if row["what"] == "clone"]
    assert copied[-1] > copied[0]
    before = run.weights["choice"].copy()
    save(run, tmp_path / "run.npz")
    loaded = load(tmp_path / "run.npz")
    assert loaded.plan == run.plan
    assert (loaded.turns, loaded.decisions, loaded.taught) == (1, run.decisions, True)
    resumed, told = turns(loaded, 1)
    assert [row["turn"] for row in told] == [2]
    assert resumed.decisions > run.decisions - 1
    assert not np.array_equal(resumed.weights["choice"], before)
    assert all(np.isfinite(array).all() for array in resumed.weights.values())
    weights = read_net(export_net(resumed, [], [], "today"), "run")
    assert weights.card["turns"] == 2
    assert len(weights.numbers) == sum(array.size for array in resumed.weights.values())


def test_distilling_a_large_net_into_a_small_one() -> None:
    xp = arrays_on("numpy", 1)
    large = Trainer(xp, Run.begin(replace(smallest(), wide=(24, 8, 16, 12, 8, 12, 8))), 0, lambda _: None)
    small = Trainer(xp, new_distilled_run(large.snapshot(), (24, 12, 16, 16, 8, 16, 12)), 0, lambda _: None)
    large.w["choice"] = large.w["choice"] * 300  # one that knows what it wants
    agreed = distil_trainer(large, small, turns=3, epochs=60)
    assert agreed[-1] > agreed[0]
    assert small.pool.nets[-1]["state"].shape == large.w["state"].shape  # it plays on against the large one
    run, told = small.run, small.run.turns
    small.play(lambda: run.turns > told)
    assert np.isfinite(small.w["state"]).all()


def test_weights_are_transferred_to_another_game() -> None:
    """Rows of the same name and layers of the same size are transferred; other rows are fresh."""
    one = Run.begin(smallest())
    plan = replace(smallest(seed=9), kinds=(GameKind.of("deluxe-europe", "europe", 2, {}),))
    other, new = transfer_weights(TrainedNet.of_run(one), plan), Run.begin(plan)
    assert np.array_equal(other.weights["core"], one.weights["core"])
    assert np.array_equal(other.weights["places"], new.weights["places"])
    before, then = one.plan.shape().words, plan.shape().words
    for word, same in (("move open", True), ("fuel coal", True), ("fuel gas", False)):
        row = other.weights["words"][then.index(word)]
        assert np.array_equal(row, one.weights["words"][before.index(word)] if same else row)
        assert np.array_equal(row, new.weights["words"][then.index(word)]) != same
    run, told = turns(other, 1)
    assert (run.turns, told[0]["what"]) == (1, "turn")


def test_weights_are_transferred_to_a_wider_net() -> None:
    narrow = Run.begin(replace(smallest(), wide=(24, 8, 16, 12, 8, 12, 8)))
    wide = transfer_weights(TrainedNet.of_run(narrow), replace(narrow.plan, seed=9, wide=(30, 11, 19, 14, 9, 15, 12)))
    xp = NumpyArrays(1)
    with Batch(BatchPlan((TWO,), 8, seed=5)) as batch:
        reader = BatchReader(xp, narrow.plan.shape(), batch)
        for _ in range(30):  # the map counts when cities are there
            group = batch.group(0)
            d, _ = reader.read(0, group)
            one, other = (forward(xp, run.weights, run.plan.sizes(), d) for run in (narrow, wide))
            assert np.allclose(other.scores, one.scores, atol=1e-5)
            assert np.allclose(other.chances, one.chances, atol=1e-5)
            group.actions[:] = 0
            batch.go(0)
    assert wide.weights["state"][:, 24:].any()  # and has room for more
    run, told = turns(wide, 1)
    assert (run.turns, told[0]["what"]) == (1, "turn")
    with pytest.raises(BadInput, match="does not fit into one of"):
        transfer_weights(TrainedNet.of_run(wide), narrow.plan)


def test_run_is_reproducible() -> None:
    one, _ = turns(Run.begin(smallest()), 1)
    other, _ = turns(Run.begin(smallest()), 1)
    assert all(np.array_equal(one.weights[name], other.weights[name]) for name in one.weights)


def test_gradients_match_finite_differences() -> None:
    sizes = NetSizes(10, 6, 9, state=5, map=4, trunk=6, core=5, value=3, option=5, choice=4)
    rng = np.random.default_rng(0)
    w = {name: array + rng.standard_normal(array.shape) * 0.3 for name, array in init_weights(sizes, 1).items()}
    counts = np.array([2, 3, 1, 4])
    segments, starts = np.repeat(np.arange(4), counts), np.cumsum(counts) - counts
    words = rng.integers(0, 9, (10, 4))
    d = Decisions(rng.standard_normal((4, 16)), rng.standard_normal((10, OPTION_INPUTS)), words, segments, starts)
    xp = NumpyArrays(0)
    by_score, by_chance = rng.standard_normal(10), rng.standard_normal((4, 2))

    def loss() -> float:
        p = forward(xp, w, sizes, d)
        return float((p.scores * by_score).sum() + (np.log(p.chances / (1 - p.chances)) * by_chance).sum())

    found = backward(xp, w, sizes, d, forward(xp, w, sizes, d), by_score, by_chance)
    for name, array in w.items():
        at = tuple(rng.integers(0, size) for size in array.shape)
        old, step = array[at], 1e-6
        array[at] = old + step
        high = loss()
        array[at] = old - step
        low = loss()
        array[at] = old
        assert found[name][at] == pytest.approx((high - low) / 2 / step, abs=1e-4), name


def test_adam_is_resumed() -> None:
    """The first step has the size of the rate; long gradients are clipped."""
    xp, sizes = arrays_on("numpy", 1), NetSizes(10, 6, 9, state=5, map=4, trunk=6, core=5, value=3, option=5, choice=4)
    rng = np.random.default_rng(0)
    w, other, short = (init_weights(sizes, 1) for _ in range(3))
    by = [{name: rng.choice((-2.0, -1.0, 1.0), array.shape) for name, array in w.items()} for _ in range(2)]
    one, shortened = Adam(xp, w), Adam(xp, short)
    one.step(w, by[0], 0.01)
    for name, array in init_weights(sizes, 1).items():
        assert np.allclose(w[name] - array, -0.01 * np.sign(by[0][name]), atol=1e-4), name
    shortened.step(short, {name: 1000 * array for name, array in by[0].items()}, 0.01)
    assert np.allclose(shortened.moments[0]["core"], one.moments[0]["core"])
    for name in other:
        other[name] = w[name] * 1
    loaded = Adam(xp, other)
    loaded.restore(*one.moments, one.steps)
    one.step(w, by[1], 0.01)
    loaded.step(other, by[1], 0.01)
    assert all(np.array_equal(w[name], other[name]) for name in w)
    assert np.linalg.norm(np.concatenate([array.reshape(-1) for array in one.moments[0].values()])) <= 0.19 + 1e-6


def test_advantages_use_the_seats_next_choice_or_the_result() -> None:
    """One game: seats 0, 1, 0 choose, the last choice ends it; then seat 1 chooses in the next game."""
    xp = NumpyArrays(0)
    nothing = np.zeros(1)
    steps = []
    for seat, chance, done in ((0, 0.5, 0), (1, 0.4, 0), (0, 0.6, 1), (1, 0.3, 0)):
        rewards = np.zeros((1, 6, 2))
        rewards[0, 0] = (1.0, 1.0)
        chances = np.full((1, 2), chance)
        d: Any = None
        steps.append(Step(d, nothing, nothing, nothing, chances, np.array([seat]), nothing, np.array([done]), rewards))
    gains, known = advantages(xp, steps, 1.0, whole=False)
    assert [bool(one[0]) for one in known] == [True, True, True, False]
    assert [float(one[0, 0]) for one in gains[:3]] == pytest.approx([0.5, -0.4, 0.4])
    gains, known = advantages(xp, steps, 0.0, whole=False)
    assert float(gains[0][0, 0]) == pytest.approx(0.1)  # only from the value of its next choice


def test_command_trains_and_draws_the_curve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "try.npz"
    small = ["--players", "2", "--games", "2", "--steps", "6", "--batch", "8", "--seconds", "0"]
    assert cli.main(["train", str(file), *small, "--tries", "1", "--against", "random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == 1
    rows = [json.loads(line) for line in (tmp_path / "try.jsonl").read_text().splitlines()]
    assert [row["what"] for row in rows] == ["try", "turn", "try"]
    assert (rows[0]["decisions"], rows[0]["fair"]) == (0, 0.5)
    assert all(row["low"] <= row["share"] <= row["high"] for row in (rows[0], rows[2]))
    assert "<path" in (tmp_path / "try.svg").read_text()
    once = ["train", str(tmp_path / "copy.npz"), "--distil", str(file), "--seconds", "0", "--json"]
    assert cli.main([*once, "--teacher", "plain"]) == 2
    assert "--distil takes its settings from the other run: leave out --teacher" in capsys.readouterr().err
    assert cli.main(["train", str(file), "--seconds", "0", "--export", str(tmp_path / "try.net"), "--json"]) == 0
    assert read_net((tmp_path / "try.net").read_bytes(), "try").card["turns"] == 1
    capsys.readouterr()
    assert cli.main(["train", str(file), "--edition", "classic-2009"]) == 2
    assert "already exists and keeps its settings" in capsys.readouterr().err
    assert cli.main(["train", str(tmp_path / "new.npz"), "--device", "abacus"]) == 2
    assert "not on abacus" in capsys.readouterr().err


def test_command_says_in_words_what_it_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "try.npz"
    small = ["--players", "2", "--short", "--games", "2", "--steps", "6", "--batch", "8", "--seconds", "0"]
    taught = ["--teacher", "plain", "--lessons", "20", "--tries", "2", "--against", "random"]
    assert cli.main(["train", str(file), *small, *taught]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Training a new net with ")
    assert "plain plays 20 decisions to imitate" in lines[0]
    assert lines[1].startswith("before training: won ")
    assert "of 2 games against random (95 % interval " in lines[1]
    assert " decisions of plain collected, after " in lines[2]
    assert [line.split(":")[0] for line in lines[3:9]] == [f"imitation {n}" for n in range(1, 7)]
    assert lines[9].startswith("self-play 1: ")
    assert lines[10].startswith("after ")
    assert lines[11].startswith(f"{file}: 1 step of self-play, ")
    assert cli.main(["train", str(file), "--seconds", "0", "--quiet"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2  # the result
    assert cli.main(["train", str(file), "--seconds", "0"]) == 0
    assert capsys.readouterr().out.startswith(f"Continuing {file} after ")


def test_command_with_guests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, net = tmp_path / "try.npz", tmp_path / "try.net"
    small = ["--players", "2", "--games", "2", "--steps", "4", "--batch", "8", "--seconds", "0", "--json"]
    asked = ["--guests", "plain=0.75,random=0.25", "--tries", "1", "--against", "random"]
    assert cli.main(["train", str(file), *small, *asked, "--export", str(net)]) == 0
    assert load(file).plan.guests == (("plain", 0.75), ("random", 0.25))
    assert read_net(net.read_bytes(), "try").card["turns"] == 1
    for wrong, why in [
        (["--guests", "plain"], "such as hard=0.05, not plain"),
        (["--guests", "plain=0.7,random=0.7"], "at most 1 together"),
        (["--guests", "nobody=0.1"], "no bot"),
    ]:
        capsys.readouterr()
        assert cli.main(["train", str(tmp_path / "new.npz"), *small, *wrong]) == 2
        assert why in capsys.readouterr().err
        assert not (tmp_path / "new.npz").exists()


def test_training_a_bots_net_against_the_copy_of_a_rival(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, net = tmp_path / "first.npz", tmp_path / "second.npz", tmp_path / "first.net"
    small = ["--players", "2", "--games", "4", "--steps", "8", "--batch", "32", "--json"]
    assert cli.main(["train", str(first), *small, "--seconds", "0", "--export", str(net)]) == 0
    known = TrainedNet.from_file(net)
    run = transfer_weights(known, replace(load(first).plan, rival="plain", lessons=160))
    assert np.array_equal(run.weights["trunk"], load(first).weights["trunk"].astype("<f2"))  # as it was export_net
    told: list[dict[str, Any]] = []
    trainer = Trainer(arrays_on("numpy", 1), run, 0, told.append)
    trainer.add_rival()
    assert [row["what"] for row in told] == ["lessons"] + ["clone"] * 6
    assert all(np.array_equal(trainer.w[name], known.weights[name]) for name in known.weights)
    assert trainer.pool.taught
    (rival,) = trainer.pool.nets
    assert not np.array_equal(rival["choice"], known.weights["choice"])
    asked = ["--seconds", "0", "--like", str(net), "--rival", "plain", "--lessons", "160"]
    assert cli.main(["train", str(second), *small, *asked]) == 0
    after = load(second)
    assert (after.plan.rival, after.plan.teacher, after.taught, len(after.pool)) == ("plain", "", True, 1)
    for wrong, why in [
        (["--rival", "plain", "--teacher", "plain"], "say --teacher or --rival"),
        (["--rival", "nobody"], "no bot"),
        (["--like", str(tmp_path / "gone.net")], "cannot be read: No such file"),
        (["--like", str(tmp_path / "gone.npz")], "is no run of training"),
    ]:
        capsys.readouterr()
        assert cli.main(["train", str(tmp_path / "new.npz"), *small, *wrong]) == 2
        assert why in capsys.readouterr().err


def test_files_and_bots_are_checked_before_training(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Trainer, "play", lambda *_: pytest.fail("it trains"))
    new, gone, folder = tmp_path / "new.npz", tmp_path / "gone", tmp_path / "folder.jsonl"
    folder.mkdir()
    small = ["--players", "2", "--games", "2", "--seconds", "0"]
    for asked, why in [
        ([str(gone / "x.npz")], f"cannot write {gone / 'x.npz'}: there is no folder {gone}, make it first"),
        ([str(new), "--export", str(gone / "x.net")], f"there is no folder {gone}"),
        ([str(tmp_path / "folder.npz")], f"cannot write {folder}: Is a directory"),
        ([str(new), "--tries", "2", "--against", "nobody"], "no bot"),
    ]:
        assert cli.main(["train", *asked, *small]) == 2
        assert why in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == [folder.name], "nothing is left behind"


def test_damaged_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.npz"
    file.write_text("nothing")
    with pytest.raises(BadInput, match="is no run of training"):
        load(file)
