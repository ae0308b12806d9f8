"""Shared parts of the environments: the kind of game, its spaces, observations and rewards, decisions as slots."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from rich.console import Console

from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.engine.move_ranges import MoveList, MoveRange
from stromnetz.engine.moves import Bid, Buy, Move, Open
from stromnetz.engine.position import Position
from stromnetz.learn import OPTION, OPTION_SIZE, Encoder
from stromnetz.play.catalogue import default_edition
from stromnetz.play.game import Game
from stromnetz.play.new import new_game
from stromnetz.play.words.text import position_lines, words_for
from stromnetz.terminal.screen import show

REWARDS = ("win", "rank")
RENDER_MODES = ("ansi", "human")
OBSERVATION_BOUND = 1000.0
"""Bound on the absolute values of observations."""

Numbers = np.ndarray[Any, np.dtype[np.float32]]
Mask = np.ndarray[Any, np.dtype[np.int8]]
ActionMasks = np.ndarray[Any, np.dtype[np.bool_]]
Observation = dict[str, Any]
"""``observation``: the encoded position, then a row for each slot. ``action_mask``: 1 for slots in use."""


class Kind:
    """A kind of game with its spaces, observations and rewards."""

    def __init__(
        self,
        edition: str | None,
        map: str | None,
        players: int,
        options: Mapping[str, Any] | None,
        regions: str | Sequence[str] | None,
        slots: int,
        reward: str,
        max_rounds: int,
        render_mode: str | None,
    ) -> None:
        self.edition = default_edition() if edition is None else edition
        self.map, self.players, self.options, self.regions = map, players, options, regions
        game = self.deal(0)  # raises BadInput if this cannot be played
        _check_integer(slots, "slots", 2)
        _check_integer(max_rounds, "max_rounds", 1)
        _check_choice(reward, "reward", REWARDS)
        if render_mode is not None:
            _check_choice(render_mode, "render_mode", RENDER_MODES)
        self.slots, self.reward, self.max_rounds, self.render_mode = slots, reward, max_rounds, render_mode
        self.rules = game.rules
        self._kind = _kind_of(game)
        self.encoder = Encoder(game.rules, game.options["money"] == "hidden")
        self.state_size = self.encoder.size
        self.seats = [seat for seat in range(game.rules.players) if seat not in game.rules.automatic]
        """The seats without robots."""
        self._rng = Random(secrets.randbits(64))

    def seed(self, seed: object) -> None:
        """Seed all further randomness."""
        if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
            raise BadInput(f"a seed is a whole number of 0 or more, not {short_repr(seed)}", {"seed": short_repr(seed)})
        self._rng = Random(int(seed))

    def draw(self, bits: int = 63) -> int:
        return self._rng.getrandbits(bits)

    def deal(self, seed: int) -> Game:
        return new_game(self.edition, self.map, self.players, seed, self.regions, self.options)

    def begin(self, options: Mapping[str, Any] | None) -> Game:
        """A new game, or a copy of the one in ``options["game"]``."""
        given = (options or {}).get("game")
        if given is None:
            return self.deal(self.draw())
        if not isinstance(given, Game):
            raise BadInput(f"'game' is a game, not {short_repr(given)}", {"game": short_repr(given)})
        if _kind_of(given) != self._kind:
            kind = f"{given.rules.edition.id} on {given.rules.board.id} with {given.rules.players} players"
            raise BadInput(f"this environment plays another kind of game than {kind}", {"game": kind})
        return given.copy()

    # --- spaces and observations ------------------------------------------------------------------------------------

    def observation_space(self) -> Dict:
        size = self.state_size + self.slots * SLOT_SIZE
        return Dict(
            {
                "observation": Box(-OBSERVATION_BOUND, OBSERVATION_BOUND, (size,), np.float32),
                "action_mask": Box(0, 1, (self.slots,), np.int8),
            }
        )

    def action_space(self) -> Discrete:
        return Discrete(self.slots)

    def decision_of(self, game: Game) -> SlotDecision | None:
        if game.position.seat < 0:
            return None
        return SlotDecision(self.encoder, game.position, self.slots)

    def observe(self, game: Game, seat: int, decision: SlotDecision | None) -> Observation:
        """The observation of a seat; it has slots only if the seat has to decide."""
        numbers: Numbers = np.zeros(self.state_size + self.slots * SLOT_SIZE, np.float32)
        mask: Mask = np.zeros(self.slots, np.int8)
        self.encoder.state(game.position, seat, numbers[: self.state_size])
        if decision is not None and game.position.seat == seat:
            decision.write(numbers[self.state_size :].reshape(self.slots, SLOT_SIZE))
            mask[: len(decision)] = 1
        return {"observation": numbers, "action_mask": mask}

    def action_masks(self, decision: SlotDecision | None) -> ActionMasks:
        """For each slot whether it is in use."""
        return np.arange(self.slots) < (0 if decision is None else len(decision))

    def information_state(self, game: Game, seat: int, decision: SlotDecision | None) -> str:
        """What a seat knows: a line for each move as the seat saw it, the position, and the chosen part of a move."""
        lines = [json.dumps(row.seen_by([seat]), separators=(",", ":")) for row in game.rows]
        lines.append(game.view(seat).position_line())
        if decision is not None and decision.depth and game.position.seat == seat:
            lines.append(f"{decision.text(0)} … {decision.text(len(decision) - 1)}")
        return "\n".join([f"seat {seat}", *lines])

    def split(self, observation: Numbers) -> tuple[Numbers, Numbers]:
        """Split an observation into the encoded position and a row for each slot."""
        return observation[: self.state_size], observation[self.state_size :].reshape(self.slots, SLOT_SIZE)

    def refusal(self, decision: SlotDecision, action: object) -> BadInput | None:
        """The error for an invalid action; None if it is valid."""
        if not isinstance(action, bool) and isinstance(action, int | np.integer) and 0 <= action < len(decision):
            return None
        given = short_repr(int(action) if isinstance(action, np.integer) else action)
        legal = ", ".join([f"{i} ({decision.text(i)})" for i in range(min(len(decision), 12))])
        more = f" and so on up to {len(decision) - 1}" if len(decision) > 12 else ""
        return BadInput(f"{given} is not a slot in use; they are {legal}{more}", {"action": given})

    # --- rewards and pictures ---------------------------------------------------------------------------------------

    def rewards(self, game: Game) -> dict[int, float]:
        """Rewards by seat of a finished game; all are equal if it was cut."""
        result, players = game.result, self.rules.players
        if result is None:
            return dict.fromkeys(self.seats, 1 / players if self.reward == "win" else 0.5)
        rank = {row.seat: row.rank for row in result.ranking}
        if self.reward == "win":
            share = 1 / len(result.winners)
            return {seat: share if rank[seat] == 1 else 0.0 for seat in self.seats}
        out = {}
        for seat in self.seats:
            behind = sum([1.0 if other > rank[seat] else 0.5 for other in rank.values() if other >= rank[seat]]) - 0.5
            out[seat] = behind / (players - 1)
        return out

    def facts(self, game: Game, seat: int, decision: SlotDecision | None) -> dict[str, Any]:
        """The ``info`` of a seat."""
        out: dict[str, Any] = {"round": game.position.round}
        if game.position.seat == seat and decision is not None:
            out |= {"decision": game.position.kind, "step": decision.depth, "slots": len(decision)}
        result = game.result
        if result is not None:
            row = next(row for row in result.ranking if row.seat == seat)
            out |= {"rank": row.rank, "supplied": row.supplied, "money": row.money, "cities": row.cities}
        return out

    def render(self, game: Game) -> str | None:
        """Show the public view, as text or on the screen."""
        view, words = game.view(None), words_for(game)
        if self.render_mode == "ansi":
            return "\n".join(position_lines(view, words))
        if self.render_mode == "human":
            show(Console(), view, words)
        return None


def _check_integer(value: object, name: str, least: int) -> None:
    if type(value) is not int or value < least:
        raise BadInput(
            f"{name} is a whole number of {least} or more, not {short_repr(value)}", {name: short_repr(value)}
        )


def _check_choice(value: object, name: str, known: Sequence[str]) -> None:
    if value not in known:
        raise BadInput(f"{name} is {' or '.join(known)}, not {short_repr(value)}", {name: short_repr(value)})


def _kind_of(game: Game) -> tuple[str, str, int, Mapping[str, Any]]:
    """A key that is equal for games of the same kind, even if they do not share the same `Rules`."""
    return (game.rules.edition.id, game.rules.board.id, game.rules.players, game.options)


SLOT = (*OPTION, "further")
"""Columns of a slot: those of an option, and the number of further moves behind it (in hundreds)."""
SLOT_SIZE = len(SLOT)
AMOUNTS = (Open, Bid, Buy)


class SlotDecision:
    """The legal moves of the deciding seat, distributed over slots in their order.

    A slot stands for one move, or for several consecutive ones; choosing it then leads to another choice between them.
    """

    def __init__(self, encoder: Encoder, p: Position, slots: int) -> None:
        self._arguments = (encoder, p, slots)
        self._encoder, self._p, self._most = encoder, p, slots
        rules = encoder.rules
        self._ranges = rules.deciders[p.kind].ranges(rules, p, p.seat)
        self._moves = MoveList(self._ranges)
        self.depth = 0
        """Steps taken in this decision so far."""
        self.slots = _distribute(_units(self._ranges), slots)
        """For each slot, the index of its first move, and its number of moves."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Recreated when copied or pickled, because legal moves hold functions that cannot be pickled."""
        return (SlotDecision, self._arguments, {"depth": self.depth, "slots": self.slots})

    def __len__(self) -> int:
        return len(self.slots)

    def first(self, slot: int) -> Move:
        """The first move of a slot."""
        return self._moves[self.slots[slot][0]]

    def choose(self, slot: int) -> Move | None:
        """The move of a slot; None if it stands for several, which are then on the slots."""
        start, count = self.slots[slot]
        if count == 1:
            return self._moves[start]
        self.depth += 1
        self.slots = _distribute([(start + i, 1) for i in range(count)], self._most)
        return None

    def write(self, rows: np.ndarray[Any, np.dtype[np.float32]]) -> None:
        """Write a row for each slot in use; other rows stay unchanged."""
        for row, (start, count) in zip(rows, self.slots, strict=False):
            row_data = self._encoder.option(self._p, self._moves[start], self._highest(start))
            row[:OPTION_SIZE] = np.frombuffer(row_data, np.float32)
            row[OPTION_SIZE] = (count - 1) / 100

    def text(self, slot: int) -> str:
        """The moves of a slot in notation."""
        start, count = self.slots[slot]
        first = str(self._moves[start])
        return first if count == 1 else f"{first} … {self._moves[start + count - 1]!s}"

    def _highest(self, number: int) -> int:
        """The highest possible amount for a move."""
        for span in self._ranges:
            if number < span.size:
                return span.low + span.size - 1
            number -= span.size
        raise IndexError(number)


def _units(ranges: list[MoveRange]) -> list[tuple[int, int]]:
    """A unit for each move, as (first index, count). Of bids and purchases, the lowest amount is one unit and all
    higher ones another."""
    out: list[tuple[int, int]] = []
    start = 0
    for span in ranges:
        if span.size > 1 and isinstance(span.make(span.low), AMOUNTS):
            out += [(start, 1), (start + 1, span.size - 1)]
        else:
            out += [(start + i, 1) for i in range(span.size)]
        start += span.size
    return out


def _distribute(units: list[tuple[int, int]], slots: int) -> list[tuple[int, int]]:
    """Distribute units over slots: as many as possible have a slot of their own, the last ones share."""
    over = len(units) - slots
    if over <= 0:
        return units
    shared = min(slots, -(-over // (slots - 1)))  # as few as hold the rest in two steps
    alone = slots - shared
    rest = units[alone:]
    out = units[:alone]
    for i in range(shared):
        part = rest[i * len(rest) // shared : (i + 1) * len(rest) // shared]
        out.append((part[0][0], sum([count for _, count in part])))
    return out
