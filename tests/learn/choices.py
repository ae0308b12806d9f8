"""Stored positions of all kinds of games, with the nets' choices and digests of their encodings and outputs.

    python -m tests.learn.choices

replays the games and rewrites ``choices.json``; only after intended changes of rules, features or nets. The games were
stored with the code of 0.2.0 and the rules of 0.3.0.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from stromnetz import Game, new_game
from stromnetz.arena.soak import setups
from stromnetz.bots.master import judge_for
from stromnetz.learn.columns import OPTION_OUTLOOK_SIZE, OPTION_SIZE
from stromnetz.learn.encoder import Encoder
from stromnetz.learn.network import PolicyNetwork
from stromnetz.learn.outlook import Outlook

FILE = Path(__file__).with_name("choices.json")
GAMES = 140
POSITIONS_PER_GAME = 72
SEED = 42
RANDOM_MOVES = 0.12
"""Share of moves made at random instead of by the net."""
MAX_DECISIONS = 700
CHANCE_DIGITS = 8
"""Compared digits of chances; beyond them, ``exp`` may differ between machines."""
FEATURE_DIGITS, REPLY_DIGITS = 4, 4
"""Hexadecimal digits of each digest per position."""


@dataclass(slots=True)
class StoredGame:
    """A game by its moves, with the net's choices and outputs in some of its positions."""

    edition: str
    map: str
    players: int
    seed: int
    options: dict[str, Any]
    regions: str
    moves: list[int]
    """Indices into ``legal_moves``."""
    at: list[int]
    """Numbers of moves before the compared positions."""
    chosen: list[int]
    """The net's choice in each position, as an index of an option."""
    features: str = ""
    """Digests of the encoded positions and options."""
    replies: str = ""
    """Digests of the policies and chances."""

    def begin(self) -> Game:
        return new_game(self.edition, self.map, self.players, self.seed, self.regions, self.options)

    def positions(self) -> Iterator[Game]:
        """Yield the game in each compared position."""
        game, wanted = self.begin(), set(self.at)
        for number, move in enumerate(self.moves):
            if number in wanted:
                yield game
            game.apply(game.legal_moves[move])


def stored_games() -> list[StoredGame]:
    return [StoredGame(**one) for one in json.loads(FILE.read_text(encoding="utf-8"))]


def network_for(game: Game) -> PolicyNetwork:
    network = judge_for(game.rules.edition.id, game.rules.board.id, game.rules.players)
    assert network is not None
    return network


class FeatureDigest:
    """Digests the encodings of one game."""

    def __init__(self, game: Game) -> None:
        hidden = game.options["money"] == "hidden"
        self._encoder, self._outlook = Encoder(game.rules, hidden), Outlook(game.rules, hidden)

    def __call__(self, game: Game) -> str:
        p = game.position
        state, rows = array("f", bytes(4 * self._encoder.size)), array("f", bytes(4 * 256 * OPTION_SIZE))
        self._encoder.state(p, p.seat, state)
        moves = self._encoder.options(p, rows)
        ahead, outlooks = (
            array("f", bytes(4 * self._outlook.size)),
            array("f", bytes(4 * len(moves) * OPTION_OUTLOOK_SIZE)),
        )
        self._outlook.state(p, p.seat, ahead)
        self._outlook.options(p, moves, outlooks)
        rows = rows[: len(moves) * OPTION_SIZE]
        return digest(b"".join([one.tobytes() for one in (state, rows, ahead, outlooks)]), FEATURE_DIGITS)


def reply(network: PolicyNetwork, game: Game) -> tuple[int, str]:
    """The net's choice, and a digest of its policy and chances, including the next seat's."""
    seat = game.position.seat
    rules, p, hidden = game.view(seat).known_position()
    judged = network.judge(rules, p, hidden)
    other = network.chances(game.rules, game.position, (seat + 1) % game.rules.players, hidden)
    outputs = [round(one, CHANCE_DIGITS) for one in (*judged.shares, *judged.chances, *other)]
    return judged.best, digest(repr(outputs).encode(), REPLY_DIGITS)


def digest(data: bytes, digits: int) -> str:
    return blake2b(data, digest_size=8).hexdigest()[:digits]


def record_game(edition: str, board: str, players: int, seed: int, options: dict[str, Any], regions: str) -> StoredGame:
    """Store a game of mostly the net against itself."""
    rng = Random(seed)
    out = StoredGame(edition, board, players, seed, options, regions, [], [], [])
    game = out.begin()
    network = network_for(game)
    while game.decision is not None and len(out.moves) < MAX_DECISIONS:
        legal = game.legal_moves
        if rng.random() < RANDOM_MOVES:
            number = rng.randrange(len(legal))
        else:
            judged = network.judge(*game.view(game.position.seat).known_position())
            number = legal.index(judged.moves[judged.best])
        out.moves.append(number)
        game.apply(legal[number])
    out.at = sorted(rng.sample(range(len(out.moves)), min(POSITIONS_PER_GAME, len(out.moves))))
    features = FeatureDigest(game)
    for now in out.positions():
        best, outputs = reply(network, now)
        out.chosen.append(best)
        out.features += features(now)
        out.replies += outputs
    return out


def main() -> None:
    games = []
    for setup in setups(GAMES, SEED):
        one = (setup.edition, setup.map, setup.players, setup.seed % (1 << 32), dict(setup.options), setup.regions)
        games.append(asdict(record_game(*one)))
    rows = ",\n".join(json.dumps(one, separators=(",", ":")) for one in games)
    FILE.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
