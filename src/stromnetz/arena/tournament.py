"""Tournaments: bots play the same deals in every seating, game by game into a result file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stromnetz.bots import check_bots
from stromnetz.engine.errors import BadInput, short_repr
from stromnetz.play.catalogue import EditionFacts, editions

from .matches import GameKind, Match, MatchResult, crashed, line_ups, play_match, seatings
from .processes import each
from .result_file import ResultFile, read_lines

FILE_KIND = "tournament"


@dataclass(slots=True, frozen=True)
class TournamentPlan:
    """The bots, kinds of games and deals of a tournament. The same plan plays the same games."""

    bots: tuple[str, ...]
    kinds: tuple[GameKind, ...]
    deals: int
    """Deals per game kind and line-up."""
    seed: int = 0
    """Seed of the first deal; the following deals count up from it."""

    def to_json(self) -> dict[str, Any]:
        return {
            "bots": list(self.bots),
            "kinds": [kind.to_json() for kind in self.kinds],
            "deals": self.deals,
            "seed": self.seed,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> TournamentPlan:
        kinds = tuple(GameKind.from_json(kind) for kind in data["kinds"])
        return cls(tuple(data["bots"]), kinds, data["deals"], data["seed"])

    def check(self) -> None:
        """Raise `BadInput` if the tournament cannot be played, before any process starts."""
        if len(self.bots) < 2:
            raise BadInput("a tournament needs two bots or more", {"bots": list(self.bots)})
        check_bots(self.bots)
        for name in self.bots:
            if self.bots.count(name) > 1:
                raise BadInput(f"the bot {short_repr(name)} is named twice", {"bots": list(self.bots)})
        for kind in self.kinds:
            if kind.places < 2:
                raise BadInput(f"a tournament needs two seats for bots, and {kind} has {kind.places}", {})
            for deal in (self.seed, self.seed + self.deals - 1):
                Match(0, kind, deal, self.bots[:1] * kind.places).setup().begin()

    def matches(self) -> Iterator[Match]:
        """All matches, deal by deal, so that every part of the run has all kinds and line-ups."""
        number = 0
        for deal in range(self.seed, self.seed + self.deals):
            for kind in self.kinds:
                for names in line_ups(self.bots, kind.places):
                    for seats in seatings(names, deal):
                        yield Match(number, kind, deal, seats)
                        number += 1


def kinds_of(
    names: Sequence[str],
    maps: Sequence[str],
    players: Sequence[str],
    options: Callable[[str], dict[str, Any]],
    regions: str = "random",
) -> tuple[GameKind, ...]:
    """All combinations of these editions, maps and numbers of players. ``all`` means all that fit together; without a
    map, the edition's first.

    Maps or numbers of players that fit nowhere raise `BadInput`.
    """
    known = {e.id: e for e in editions()}
    chosen = list(known) if "all" in names else list(names)
    for name in chosen:
        if name not in known:
            raise BadInput(f"there is no edition {short_repr(name)}; the editions are {', '.join(known)}")
    out = []
    for name in chosen:
        for board in _boards(known[name], maps):
            counts = known[name].players_on[board] if "all" in players else [_count(n) for n in players]
            out += [GameKind.of(name, board, count, options(name), regions) for count in counts]
    for board in maps:
        if board != "all" and not any(board in known[name].maps for name in chosen):
            there = ", ".join(dict.fromkeys(map for name in chosen for map in known[name].maps))
            raise BadInput(
                f"{', '.join(chosen)} has no map {short_repr(board)}; there are {there}", {"map": short_repr(board)}
            )
    return tuple(out)


def _boards(edition: EditionFacts, maps: Sequence[str]) -> Sequence[str]:
    if not maps:
        return edition.maps[:1]
    found = edition.maps if "all" in maps else tuple(map for map in edition.maps if map in maps)
    if not found:
        raise BadInput(
            f"{edition.id} has no map {' or '.join(map(short_repr, maps))}; its maps are {', '.join(edition.maps)}",
            {"edition": edition.id},
        )
    return found


def _count(text: str) -> int:
    if not text.isdecimal():
        raise BadInput(f"--players takes numbers or 'all', not {short_repr(text)}", {"players": short_repr(text)})
    return int(text)


def plan_in(path: Path) -> TournamentPlan:
    """The plan in the result file of a tournament."""
    head, _, _ = read_lines(path, FILE_KIND)
    try:
        return TournamentPlan.from_json(head["plan"])
    except (KeyError, TypeError) as error:
        raise BadInput(f"the plan in {path} cannot be read: {error}", {"file": str(path)}) from None


def tournament(
    path: Path,
    plan: TournamentPlan,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> list[MatchResult]:
    """Play the games missing in the file; returns all games in the order of the plan."""
    matches = list(plan.matches())
    with ResultFile(path, FILE_KIND, plan.to_json()) as file:
        found = {game.number: game for game in (_stored_result(path, row, matches) for row in file.rows)}
        todo = [match for match in matches if match.number not in found]
        if progress is not None:
            progress(len(found))
        for game in each(play_match, todo, jobs, chunk=1, in_order=False, cluster=cluster, crashed=crashed):
            file.add(game.to_json())
            found[game.number] = game
            if progress is not None:
                progress(len(found))
    return [found[match.number] for match in matches]


def _stored_result(path: Path, row: dict[str, Any], matches: list[Match]) -> MatchResult:
    """The result in a row of the file; raises `BadInput` if it is not a game of the plan."""
    try:
        game = MatchResult.from_json(row)
        match = matches[game.number]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        raise BadInput(
            f"{path} holds a row that is no game of its plan: {short_repr(row)}", {"file": str(path)}
        ) from None
    if (match.deal, match.seats) != (game.deal, game.seats):
        raise BadInput(f"game {game.number} in {path} is not the one of its plan", {"file": str(path)})
    return game
