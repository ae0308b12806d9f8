"""Positions of games of every kind, with the move that the nets choose and digests of all that they reckon.

    python -m tests.learn.choices

plays the games again and writes ``choices.json``: only for a change of the rules, the features or the nets on purpose.
The games were stored with the code of 0.2.0 and the rules of 0.3.0.
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
from stromnetz.learn.columns import LOOK_SIZE, OPTION_SIZE
from stromnetz.learn.encoder import Encoder
from stromnetz.learn.network import PolicyNetwork
from stromnetz.learn.outlook import Outlook

FILE = Path(__file__).with_name("choices.json")
GAMES = 140
POSITIONS_PER_GAME = 72
SEED = 42
RANDOM_MOVES = 0.12
"""How many moves are made at random instead of by the net."""
MAX_DECISIONS = 700
CHANCE_DIGITS = 8
"""Digits of chances that count: beyond them ``exp`` may differ between machines."""
FEATURE_DIGITS, REPLY_DIGITS = 4, 4
"""Hexadecimal digits per position of the two digests."""


@dataclass(slots=True)
class StoredGame:
    """A game by its moves, and what the net chose and reckoned in some of its positions."""

    edition: str
    map: str
    players: int
    seed: int
    options: dict[str, Any]
    regions: str
    moves: list[int]
    """Numbers of the moves in ``legal_moves``."""
    at: list[int]
    """Moves after which the position is compared."""
    chosen: list[int]
    """Per position the number of the option that the net chooses."""
    features: str = ""
    """Per position a digest of the encoded position and options."""
    replies: str = ""
    """Per position a digest of shares and chances."""

    def begin(self) -> Game:
        return new_game(self.edition, self.map, self.players, self.seed, self.regions, self.options)

    def positions(self) -> Iterator[Game]:
        """The game in each of the positions that are compared."""
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
    """Digests what the encoders of one game write."""

    def __init__(self, game: Game) -> None:
        hidden = game.options["money"] == "hidden"
        self._encoder, self._outlook = Encoder(game.rules, hidden), Outlook(game.rules, hidden)

    def __call__(self, game: Game) -> str:
        p = game.position
        state, rows = array("f", bytes(4 * self._encoder.size)), array("f", bytes(4 * 256 * OPTION_SIZE))
        self._encoder.state(p, p.seat, state)
        moves = self._encoder.options(p, rows)
        ahead, looks = array("f", bytes(4 * self._outlook.size)), array("f", bytes(4 * len(moves) * LOOK_SIZE))
        self._outlook.state(p, p.seat, ahead)
        self._outlook.options(p, moves, looks)
        rows = rows[: len(moves) * OPTION_SIZE]
        return digest(b"".join([one.tobytes() for one in (state, rows, ahead, looks)]), FEATURE_DIGITS)


def reply(network: PolicyNetwork, game: Game) -> tuple[int, str]:
    """The option that a net chooses, and a digest of shares and chances, the next seat's too."""
    seat = game.position.seat
    rules, p, hidden = game.view(seat).known_position()
    judged = network.judge(rules, p, hidden)
    other = network.chances(game.rules, game.position, (seat + 1) % game.rules.players, hidden)
    told = [round(one, CHANCE_DIGITS) for one in (*judged.shares, *judged.chances, *other)]
    return judged.best, digest(repr(told).encode(), REPLY_DIGITS)


def digest(data: bytes, digits: int) -> str:
    return blake2b(data, digest_size=8).hexdigest()[:digits]


def played(edition: str, board: str, players: int, seed: int, options: dict[str, Any], regions: str) -> StoredGame:
    """A game that the net plays with itself, mostly."""
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
        best, told = reply(network, now)
        out.chosen.append(best)
        out.features += features(now)
        out.replies += told
    return out


def main() -> None:
    games = []
    for setup in setups(GAMES, SEED):
        one = (setup.edition, setup.map, setup.players, setup.seed % (1 << 32), dict(setup.options), setup.regions)
        games.append(asdict(played(*one)))
    rows = ",\n".join(json.dumps(one, separators=(",", ":")) for one in games)
    FILE.write_text(f"[\n{rows}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
