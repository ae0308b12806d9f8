"""Plays with an installed package. tools/release_check runs it in an empty environment from standard input, so that no
source file is next to it.

    python -I - SOURCE CLIENT < play.py     (SOURCE must not be used; CLIENT is the example that plays over HTTP)
"""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import stromnetz
from stromnetz.bots import make_bot

source, client = sys.argv[1], sys.argv[2]
command = [sys.executable, "-I", "-m", "stromnetz.cli"]


def library() -> None:
    game = stromnetz.new_game("classic-2004", players=4, seed=1)
    bots = [make_bot("normal", seed=seat) for seat in range(4)]
    while (decision := game.decision) is not None:
        game.apply(bots[decision.seat].choose(game.view(decision.seat)))
    again = stromnetz.parse_game(game.to_text())
    assert again.result == game.result, "a saved game ends in another way than it was played"
    print("library:", game.result)
    borrowed = [m.__file__ for m in sys.modules.values() if str(getattr(m, "__file__", "")).startswith(source)]
    assert not borrowed, f"not from the package: {borrowed[:3]}"


def terminal() -> None:
    typed = "1\n" * 2000
    arguments = ["play", "--short", "--players", "3", "--seed", "7"]
    done = subprocess.run([*command, *arguments], input=typed, capture_output=True, text=True, check=True, timeout=300)
    ranking = done.stdout.rstrip().splitlines()[-4:]
    assert "Traceback" not in done.stderr, done.stderr
    assert any("1." in line for line in ranking), ranking
    print("terminal:", ranking[-1].strip())


def server() -> None:
    arguments = ["serve", "--port", "0", "--database", "games.sqlite", "--bot-pace", "0"]
    with subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, text=True) as serving:
        try:
            assert serving.stdout
            address = next(found[1] for line in serving.stdout if (found := re.search(r"Stromnetz is at (\S+)", line)))
            for path, inside in {"/": "<title>", "/help/": "<title>", "/healthz": '"ok"'}.items():
                answer = _get(address + path)
                assert inside in answer, f"{path} answers {answer[:200]}"
            done = subprocess.run(
                [sys.executable, "-I", client, address], capture_output=True, text=True, check=True, timeout=300
            )
            print("server:", done.stdout.strip().splitlines()[-1])
        finally:
            serving.terminate()
    assert serving.returncode == 0, f"the server ended with {serving.returncode}"


def _get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())


library()
terminal()
server()
version = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True).stdout.strip()
print("version:", version)
print("in:", Path(stromnetz.__file__).parent)
