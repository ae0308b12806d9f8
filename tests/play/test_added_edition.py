"""An edition in an added folder, with its own rule, move, map, promo cards and effect.

The folder consists of the examples of the guides. 20 games are played with it, in the library, in the terminal and on a
server, without changing anything else.
"""

from __future__ import annotations

import io
import json
import random
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import stromnetz
from stromnetz import Done, Game, IllegalMove, View, parse_game
from stromnetz.bots import make_bot
from stromnetz.cli import main
from stromnetz.editions.files import loader
from stromnetz.engine.events import PlantBought
from stromnetz.engine.moves import Move
from stromnetz.play.words.text import words_for
from stromnetz.play.words.vocabulary import LANGUAGES
from stromnetz.server.core.config import ServerConfig
from tests.data.folders import own_folders
from tests.server.local_server import LocalServer, choose

ROOT = Path(__file__).parents[2]
EXAMPLES, GUIDE = ROOT / "examples" / "editions", ROOT / "docs" / "guides" / "add-a-map.md"
CLASSIC = ROOT / "src" / "stromnetz" / "editions" / "classic_2004"
SELL = {"kind": "ship", "count": 1}
TIDE_MILL = """
id = "tide-mill"
name = { en = "Tide mill", de = "Gezeitenmühle", nl = "Getijdenmolen" }
about = { en = "A plant of the coast.", de = "Ein Kraftwerk der Küste.", nl = "Een centrale aan de kust." }
plant = { number = 19, after = 19, printed = "19T", fuels = [], burns = 0, cities = 3 }
"""
CARDS = ["lottery", "tide-mill"]


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    root = tmp_path_factory.mktemp("elsewhere")
    shutil.copytree(EXAMPLES, root, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    # the map of the guide: one file, with its hints for drawing
    found = re.search(r"text = '''\n(.*?)'''", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    (root / "maps").mkdir()
    text = "\n".join(line.removeprefix("...").removeprefix(" ") for line in found[1].splitlines())
    (root / "maps" / "denmark.toml").write_text(text, encoding="utf-8")
    # a promo card of one file, with an effect that there is; the lottery of the examples is two
    (root / "promo" / "cards" / "tide-mill.toml").write_text(TIDE_MILL, encoding="utf-8")
    # an edition that extends no other
    (root / "old_port").mkdir()
    for name in ("edition.toml", "cards.toml"):
        text = (CLASSIC / name).read_text(encoding="utf-8").replace("classic-2004", "old-port")
        (root / "old_port" / name).write_text(text, encoding="utf-8")
    rules = (CLASSIC / "rules.py").read_text(encoding="utf-8")
    (root / "old_port" / "rules.py").write_text(f"{rules}    edition.printed.money = 60\n", encoding="utf-8")
    with own_folders():
        loader.add_folder(root)
        yield root
    assert "harbour" not in loader.all_editions()


def begin(seed: int, edition: str = "harbour", players: int = 3) -> Game:
    map = "denmark" if edition == "harbour" else None
    return stromnetz.new_game(edition, map, players, seed=seed, options={"promo": CARDS})


def test_everything_in_the_folder_is_found() -> None:
    assert loader.broken() == []
    assert {"harbour", "old-port"} <= loader.all_editions().keys()
    assert "denmark" in loader.edition_data("harbour")["maps"]
    assert set(CARDS) <= loader.promo_cards().keys()
    assert begin(1, "old-port").view(None).players[0].money == 60, "its own rules.py is played"


def test_ten_games_in_the_library() -> None:
    """Plain and random bots use everything in the folder."""
    played: Counter[str] = Counter()
    for seed in range(10):
        events = [event for row in played_out(seed).rows for event in row.events]
        played.update(event.kind for event in events)
        played["tide-mill"] += sum(isinstance(event, PlantBought) and event.plant == "tide-mill" for event in events)
    assert played["coal-shipped"] > 5
    assert played["gift-made"] > 5
    assert played["tide-mill"] > 2


def played_out(seed: int) -> Game:
    """Play a whole game; its record replays identically, and every event has words."""
    game = begin(seed, "old-port" if seed == 9 else "harbour", 2 + seed % 2)
    rng, bot = random.Random(seed), make_bot("plain")
    while game.decision is not None:
        moves = game.legal_moves
        lucky = kind_of(game) == "ship" or (rng.random() < 0.1 and len(moves) < 50)
        move = moves[rng.randrange(len(moves))] if lucky else bot.choose(game.view(game.decision.seat))
        assert str(Move.parse(str(move))) == str(move)
        game.apply(move)
    again = parse_game(json.dumps(game.to_json()))
    assert again.position == game.position
    for language in LANGUAGES:
        words = words_for(game, language)
        assert all(words.event(event) for row in game.rows for event in row.events)
    return game


def kind_of(game: Game) -> str:
    """The kind of the decision, which may be one that only the added edition has."""
    return game.decision.kind if game.decision is not None else ""


def asked_by_the_ships() -> Game:
    game = begin(1)
    rng = random.Random(1)
    while game.decision is not None and kind_of(game) != "ship":
        moves = game.legal_moves
        game.apply(moves[rng.randrange(len(moves))])
    return game


def test_its_move_is_offered_refused_and_sent_like_any_other() -> None:
    game = asked_by_the_ships()
    assert game.decision is not None
    view = game.view(game.decision.seat)
    assert view.decision is not None
    assert view.decision.options is not None
    most = view.players[view.decision.seat].fuel["coal"]
    assert [option.to_json() for option in view.decision.options] == [
        {"kind": "done"},
        {"kind": "ship", "most": most, "price": 2},
    ]
    sent = View.from_json(json.loads(json.dumps(view.to_json())))
    assert sent.decision is not None
    assert list(sent.decision.legal_moves) == list(game.legal_moves)
    with pytest.raises(IllegalMove) as refused:
        game.apply({"kind": "ship", "count": most + 1})
    assert refused.value.rule == "H1"
    assert words_for(game, "de").refusal(refused.value) == (
        f"Die Schiffe nehmen dir 1 bis {most} Kohle ab, nicht {most + 1}."
    )
    (event,) = game.apply({"kind": "ship", "count": most})[:1]
    assert (
        words_for(game, "nl", ["A", "B", "C"])
        .event(event)
        .endswith(f"{most} kolen aan de schepen voor {2 * most} Elektro.")
    )


def run(monkeypatch: pytest.MonkeyPatch, line: str, typed: str = "") -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main(line.split())


@pytest.mark.parametrize("seed", range(5))
def test_five_games_of_bots_in_the_terminal(
    seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = f"play --edition harbour --map denmark --promo lottery,tide-mill --players 3 --people 0 --seed {seed}"
    assert run(monkeypatch, f"{line} --lang {LANGUAGES[seed % 3]}") == 0
    out = capsys.readouterr()
    assert not out.err
    assert "Elektro" in out.out


def test_its_move_at_the_keyboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Selling is a numbered option with an amount, and a line that can be typed."""
    game = asked_by_the_ships()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.to_json()), encoding="utf-8")
    assert run(monkeypatch, f"play --load {file} --people 3", "help\nship 99\n2 1\nquit\n") == 0
    out = capsys.readouterr().out
    assert "ship 1" in out
    assert "2 Elektro each" in out
    assert re.search(r"sells 1 coal to the ships for 2 Elektro", out)
    assert "You can sell the ships 1 to" in out


@pytest.mark.subprocess
def test_five_games_on_a_server(tmp_path: Path) -> None:
    """People make its moves over HTTP; bots in other processes know the folder too."""
    with LocalServer(
        ServerConfig(database=str(tmp_path / "games.sqlite"), rate=0.0, heavy_rate=0.0, bot_processes=1)
    ) as server:
        assert server.ann.get("/api/editions/harbour")["words"]["en"]["web"]["asked_ship"] == "sell coal"
        settings = {"edition": "harbour", "map": "denmark", "options": {"promo": CARDS, "short": True}}
        for kinds in (("person", "plain"), *[("person", "person")] * 4):
            id = server.ann.open(*kinds, start=True, **settings)
            ships = play(server, id)
            events = [str(event.kind) for row in server.game(id).rows for event in row.events]
            assert events.count("coal-shipped") >= ships > 0


def play(server: LocalServer, id: str) -> int:
    """Play a whole game in which people always sell a coal; return the number of sales."""
    rng, ships = random.Random(1), 0
    while (table := server.wait_for_people(id))["to_act"] is not None:
        game = server.game(id)
        assert game.decision is not None
        sells = kind_of(game) == "ship"
        ships += sells
        server.ann.move(id, table["to_act"], SELL if sells else choose(game, rng), game.version)
    assert table["state"] == "finished"
    return ships


def test_code_that_cannot_be_loaded_is_told_and_the_rest_is_played(folder: Path) -> None:
    rules = folder / "harbour" / "rules.py"
    good = rules.read_text(encoding="utf-8")
    try:
        rules.write_text("import nothing_of_that_name\n", encoding="utf-8")
        loader.add_folder(folder)
        assert [str(error) for error in loader.broken()] == [
            "harbour/rules.py: cannot be loaded: ModuleNotFoundError: No module named 'nothing_of_that_name'"
        ]
        assert "old-port" in loader.all_editions()
        assert "harbour" not in loader.all_editions()
    finally:
        rules.write_text(good, encoding="utf-8")
        loader.add_folder(folder)
    assert loader.broken() == []
    assert Done() in asked_by_the_ships().legal_moves
