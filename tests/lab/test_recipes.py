"""Recipes: training plans as TOML files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stromnetz import BadInput, cli
from stromnetz.lab.training.arrays import arrays_on
from stromnetz.lab.training.league import League
from stromnetz.lab.training.run import WIDTHS, Run, TrainingPlan, load, read_recipe, save
from stromnetz.lab.training.trainer import Trainer
from stromnetz.learn.net_file import read_net

KIND = """
[[kinds]]
edition = "classic-2004"
map = "germany"
players = [2, 3]
"""
WHOLE = f"""
games = 4
steps = 8
batch = 32
rival = "plain"
lessons = 80
wide = "middle"
alone = 0.5
half = 0.25
mean = 0.5
[guests]
easy = 0.25
{KIND}
times = 2
[[kinds]]
edition = "classic-2009"
map = "usa"
players = [4]
options = {{ money = "hidden" }}
"""
RECIPES = sorted((Path(__file__).parents[2] / "docs" / "strength" / "recipes").glob("*.toml"))


def write_recipe(folder: Path, text: str) -> Path:
    path = folder / "recipe.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_recipe_is_read_as_a_plan(tmp_path: Path) -> None:
    plan = read_recipe(write_recipe(tmp_path, WHOLE), 7)
    assert sorted(map(str, plan.kinds)) == [
        "classic-2004 germany, 2 players",
        "classic-2004 germany, 2 players",
        "classic-2004 germany, 3 players",
        "classic-2004 germany, 3 players",
        "classic-2009 usa, 4 players, money hidden",
    ]
    wide, guests = WIDTHS["middle"], (("easy", 0.25),)
    usual = TrainingPlan(plan.kinds, 7, 4, 8, rival="plain", lessons=80, batch=32, wide=wide, guests=guests)
    assert (plan.alone, plan.half, plan.mean) == (0.5, 0.25, 0.5)
    assert plan == TrainingPlan.from_json({**usual.to_json(), "alone": 0.5, "half": 0.25, "mean": 0.5})


@pytest.mark.parametrize("path", RECIPES, ids=[path.stem for path in RECIPES])
def test_recipes_of_the_docs_are_valid(path: Path) -> None:
    assert read_recipe(path, 1).games > 1


def test_command_trains_by_a_recipe_and_exports_the_average(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stromnetz.terminal.train_commands.SAVE_SECONDS", 0.0)
    file, net = tmp_path / "run.npz", tmp_path / "run.net"
    command = ["train", str(file), "--seconds", "0", "--recipe", str(write_recipe(tmp_path, WHOLE))]
    assert cli.main(command) == 0
    trainer = Trainer(arrays_on("numpy", 1), load(file), 0, lambda _: None)
    trainer.play(lambda: trainer.run.turns == 2)
    save(trainer.snapshot(), file)
    assert cli.main([*command[:4], "--export", str(net)]) == 0
    run = load(file)
    assert run.taught  # from its rival
    assert run.turns == 2
    assert not np.array_equal(run.average["choice"], run.weights["choice"])
    weights = read_net(net.read_bytes(), "net")
    assert weights.card["bits"] == 8  # the middle size is too large for 16 bits
    _, numbers = weights.arrays()["choice"]
    unit = abs(run.average["choice"]).max() / 127
    assert np.abs(np.array(numbers) - run.average["choice"][:, 0]).max() <= unit
    assert cli.main(command) == 2
    assert "already exists and keeps its settings" in capsys.readouterr().err


def test_average_follows_the_weights(tmp_path: Path) -> None:
    text = f"games = 4\nsteps = 8\nbatch = 32\nmean = 0.25\n{KIND}"
    run = Run.begin(read_recipe(write_recipe(tmp_path, text), 3))
    trainer = Trainer(arrays_on("numpy", 3), run, 0, lambda _: None)
    seen: list[Any] = []
    trainer.play(lambda: run.turns >= 3, lambda _: seen.append(trainer.w["choice"] * 1))
    wanted = (seen[0] * 0.75 + seen[1] * 0.25) * 0.75 + seen[2] * 0.25
    assert np.allclose(trainer.snapshot().average["choice"], wanted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("games = ", "is no TOML"),
        ("games = 4", "a recipe has at least one [[kinds]]"),
        (f"gmaes = 4\n{KIND}", "there is no 'gmaes'; there are kinds, wide, guests, games"),
        (f"games = 0\n{KIND}", "games is a whole number above 0, not 0"),
        (f"games = true\n{KIND}", "games is a whole number above 0, not True"),
        (f"rate = 3\n{KIND}", "rate is a number from 0 to 1, not 3"),
        (f"rival = 7\n{KIND}", "rival is the name of a bot, not 7"),
        (f"wide = [1]\n{KIND}", "wide, not [1]"),
        (f"{KIND}[guests]\neasy = nan", "guests are bots with their shares"),
        (f'wide = "huge"\n{KIND}', "a net is small, middle, large wide, not 'huge'"),
        (f'rival = "plain"\n{KIND}', "to copy a bot takes lessons"),
        (f'rival = "plain"\nteacher = "easy"\nlessons = 9\n{KIND}', "say one of them"),
        (f'rival = "nobody"\nlessons = 9\n{KIND}', "nobody"),
        (f"alone = 0.7\nhalf = 0.4\n{KIND}", "alone and half make at most 1 together"),
        (f"{KIND}[guests]\neasy = 0.6\nplain = 0.6", "the shares of the guests make at most 1"),
        (f"{KIND}[guests]\neasy = 0", "guests are bots with their shares"),
        (f"{KIND}times = 0", "times at least 1"),
        (f"{KIND}colour = 3", "a kind of game has no 'colour' that is 3"),
        (f'{KIND}regions = "mine"', "regions are random or draft, not 'mine'"),
        ('[[kinds]]\nedition = "classic-2004"', "a kind has an edition, a map and a list of players"),
        ('[[kinds]]\nedition = "chess"\nmap = "usa"\nplayers = [2]', "chess"),
        ('[[kinds]]\nedition = "classic-2004"\nmap = "usa"\nplayers = [9]', "2 to 6 players, not 9"),
    ],
)
def test_invalid_recipes_are_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BadInput) as error:
        read_recipe(write_recipe(tmp_path, text), 1)
    assert str(error.value).startswith(str(tmp_path / "recipe.toml"))
    assert message in str(error.value)


def test_recipe_excludes_other_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write_recipe(tmp_path, WHOLE)
    for more, message in (
        (["--guests", "easy=0.1", "--with", "money=hidden"], "from the file: leave out --with, --guests"),
        (
            ["--players", "3", "--wide", "large", "--games", "9"],
            "from the file: leave out --players, --games, --wide",
        ),
        (["--distil", "other.npz"], "from the other run: leave out --recipe"),
    ):
        assert cli.main(["train", str(tmp_path / "new.npz"), "--recipe", str(path), *more]) == 2
        assert message in capsys.readouterr().err
    assert cli.main(["train", str(tmp_path / "new.npz"), "--recipe", str(tmp_path / "none.toml")]) == 2
    assert "none.toml cannot be read" in capsys.readouterr().err
    assert not (tmp_path / "new.npz").exists()


def test_interrupted_run_is_kept_as_last_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stromnetz.terminal.train_commands.SAVE_SECONDS", 0.0)
    turn = Trainer.turn

    def stopped(trainer: Trainer, league: League) -> None:
        if trainer.run.turns == 2:
            raise KeyboardInterrupt
        turn(trainer, league)

    monkeypatch.setattr(Trainer, "turn", stopped)
    file = tmp_path / "run.npz"
    assert cli.main(["train", str(file), "--seconds", "600", "--games", "2", "--steps", "6", "--batch", "8"]) == 130
    assert load(file).turns == 2
