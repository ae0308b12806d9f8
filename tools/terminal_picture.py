"""Draw the picture of the terminal game: docs/images/terminal.svg.

    python tools/terminal_picture.py [FILE]

Bots play a fixed game up to a building decision in its middle; rich records how the board is drawn there. The fonts
that rich would fetch from elsewhere are left out: the file names no remote address.
"""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

from rich.console import Console

from stromnetz import Game, new_game
from stromnetz.bots import make_bot
from stromnetz.play.words.text import words_for
from stromnetz.terminal.screen import board

NAMES = ["Anna", "Ben", "Cleo", "Dirk"]
SEED = 29
ROUND = 9
WIDTH = 112
FONTS = "ui-monospace, 'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, 'Liberation Mono', monospace"


def middle_of_a_game() -> Game:
    """A game in its middle, where somebody builds."""
    game = new_game("classic-2009", "germany", len(NAMES), SEED)
    bot = make_bot("plain")
    while (decision := game.decision) is not None:
        if game.position.round == ROUND and decision.kind == "build":
            break
        game.apply(bot.choose(game.view(decision.seat)))
    return game


def picture(game: Game) -> str:
    console = Console(
        record=True,
        width=WIDTH,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
    )
    assert game.decision is not None
    console.print(board(game.view(game.decision.seat), words_for(game, "en", NAMES)))
    svg = console.export_svg(title="stromnetz play", unique_id="stromnetz")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", f"font-family: {FONTS};", svg)
    # rich reckons with columns of 12.2 px; at this size most monospaced fonts are as wide, and lines meet their corners
    svg = svg.replace("font-size: 20px", "font-size: 20.27px")
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.strip().splitlines()) + "\n"


def main(arguments: list[str]) -> int:
    default = Path(__file__).parent.parent / "docs" / "images" / "terminal.svg"
    file = Path(arguments[0]) if arguments else default
    svg = picture(middle_of_a_game())
    remote = [address for address in re.findall(r"[a-z]+://[^\s\"')]+", svg) if "w3.org" not in address]
    if remote:
        print(f"remote addresses in the picture: {', '.join(remote)}", file=sys.stderr)
        return 1
    file.write_text(svg, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
