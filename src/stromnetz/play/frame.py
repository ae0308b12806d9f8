"""Games as a table: moves, purchases, builds and income with named columns (the extra ``frame``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stromnetz.engine.errors import BadInput
from stromnetz.engine.events import Event
from stromnetz.engine.moves import card_text
from stromnetz.engine.value_classes import field_names
from stromnetz.extras import install_command

from .files.game_files import load_game
from .files.record_types import effective_rows
from .game import Game

if TYPE_CHECKING:
    import polars

COLUMNS: dict[str, type] = {
    "game": str,
    "edition": str,
    "map": str,
    "players": int,
    "row": int,
    "round": int,
    "phase": str,
    "seat": int,
    "player": str,
    "kind": str,
    "move": str,
    "item": str,
    "count": int,
    "paid": int,
    "income": int,
    "supplied": int,
    "rank": int,
}
MOVE = "move"
"""The kind of the lines for moves; those of events have the kind of the event."""
ITEMS = ("plant", "card", "city", "fuel")
"""Fields of events that say what was bought or built."""
PAYMENTS = ("price", "cost", "place_cost", "connection_cost", "tax")
"""Fields of events that add up to what a company paid."""
INCOME = "income"


def frame(games: Game | str | PathLike[str] | Iterable[Game | str | PathLike[str]]) -> polars.DataFrame:
    """Return the moves, purchases, builds and income of games as a polars table; ``.to_pandas()`` converts it.

    A path is a file with a game, or a folder with such files. There is a line for each move (``kind`` is ``move``) and
    one for each event in which a company pays or earns something (``kind`` is that of the event, such as
    ``plant-bought``, ``fuel-bought``, ``city-connected`` and ``plants-ran``). Moves that were taken back are left out.
    ``rank`` is the final rank of the seat.

    >>> from stromnetz import frame, make_bot, new_game  # doctest: +SKIP
    >>> table = frame("games")  # doctest: +SKIP
    >>> table.filter(kind="plant-bought").select("round", "seat", "item", "paid")  # doctest: +SKIP
    """
    try:
        import polars  # noqa: PLC0415  (an extra)
    except ImportError:
        raise ImportError(f"tables of games need polars: {install_command('frame')}") from None
    given = [games] if isinstance(games, Game | str | PathLike) else games
    lines: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    for name, game in _named(given):
        for line in _lines(name, game):
            for column, values in lines.items():
                values.append(line.get(column))
    return polars.DataFrame(lines, schema=COLUMNS)


def _named(games: Iterable[Game | str | PathLike[str]]) -> Iterator[tuple[str, Game]]:
    """Yield games with their names: those of their files, or their numbers."""
    for number, one in enumerate(games):
        if isinstance(one, Game):
            yield str(number), one
            continue
        path = Path(one)
        files = sorted(file for file in path.iterdir() if file.suffix in (".txt", ".json")) if path.is_dir() else [path]
        if not files:
            raise BadInput(f"{path} has no games: they are files that end in .txt or .json", {"folder": str(path)})
        for file in files:
            yield file.stem, load_game(file)


def _lines(name: str, game: Game) -> Iterator[dict[str, Any]]:
    same = {"game": name, "edition": game.edition, "map": game.map, "players": game.players}
    names = game.names
    ranks = {row.seat: row.rank for row in game.result.ranking} if game.result is not None else {}

    def line(seat: int | None, **more: Any) -> dict[str, Any]:
        player = names[seat] if names is not None and seat is not None and seat < len(names) else None
        return {**same, "seat": seat, "player": player, "rank": ranks.get(-1 if seat is None else seat), **more}

    for row in effective_rows(game.rows):
        where = {"row": row.seq, "round": row.round, "phase": row.phase}
        if row.move is not None:
            yield line(row.seat, kind=MOVE, move=str(row.move), **where)
        for event in row.events:
            fields = field_names(type(event))
            if "seat" in fields and (INCOME in fields or any(one in fields for one in PAYMENTS)):
                yield line(event.to_json()["seat"], **where, **_amounts(event))


def _amounts(event: Event) -> dict[str, Any]:
    """Return the columns of an event in which a company pays or earns something."""
    facts = event.to_json()
    item = next((facts[one] for one in ITEMS if one in facts), None)
    paid = [facts[one] for one in PAYMENTS if one in facts]
    return {
        "kind": event.kind,
        "item": None if item is None else card_text(item),
        "count": facts.get("count"),
        "paid": sum(paid) if paid else None,
        "income": facts.get(INCOME),
        "supplied": facts.get("supplied"),
    }
