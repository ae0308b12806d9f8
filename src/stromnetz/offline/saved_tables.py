"""Tables as JSON, for storage on the device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stromnetz.engine.errors import BadInput, StromnetzError, short_repr
from stromnetz.play.files.records import parse_record
from stromnetz.tables.events import TableEvent
from stromnetz.tables.move_times import TimedRow
from stromnetz.tables.session import TableSession
from stromnetz.tables.settings import TableSettings
from stromnetz.tables.table import Seat, Table

FORMAT, VERSION = "stromnetz-table", 1

Json = dict[str, Any]

TABLE_FIELDS = (
    *("id", "code", "host", "state", "revision", "commitment", "rematch_of", "rematch", "imported", "ending"),
    *("created_at", "changed_at"),
)
SEAT_FIELDS = (*("seat", "kind", "guest", "name", "bot", "resigned", "resigned_by", "stand_in", "advice", "colour"),)


@dataclass(slots=True)
class SavedTable:
    """A table of this device."""

    session: TableSession
    archived: bool = False
    times: list[TimedRow] = field(default_factory=list)
    """Who made each row, and when."""

    def to_json(self) -> Json:
        table, game = self.session.table, self.session.game
        return {
            "format": FORMAT,
            "version": VERSION,
            "table": {
                **{name: getattr(table, name) for name in TABLE_FIELDS},
                "settings": table.settings.to_json(),
                "seats": [{name: getattr(seat, name) for name in SEAT_FIELDS} for seat in table.seats],
                "events": [event.to_json() for event in table.events],
            },
            "record": None if game is None else game.to_json(),
            "archived": self.archived,
            "times": self.times,
        }

    @classmethod
    def from_json(cls, data: Any) -> SavedTable:
        """Return a saved table; refuse what is no saved table, or is one of a newer version."""
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise BadInput("this is not a table that was saved here")
        if not isinstance(data.get("version"), int) or data["version"] > VERSION:
            raise BadInput(
                f"the table was saved by a newer version of Stromnetz (format {short_repr(data.get('version'))}): "
                "reload the page to get that version",
                {"version": short_repr(data.get("version"))},
            )
        try:
            return cls._read(data)
        except StromnetzError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise BadInput(f"the saved table is damaged: {type(error).__name__} at {error}") from None

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> SavedTable:
        saved = data["table"]
        table = Table(
            settings=TableSettings.from_json(saved["settings"]),
            seats=[Seat(**{name: seat[name] for name in SEAT_FIELDS if name in seat}) for seat in saved["seats"]],
            events=[TableEvent(**event) for event in saved["events"]],
            **{name: saved[name] for name in TABLE_FIELDS if name in saved},
        )
        game = None if data["record"] is None else parse_record(data["record"])
        if game is not None:
            state = table.state
            table.update_from_game(game)
            table.state = state
        times = [TimedRow(seat, at) for seat, at in data.get("times", [])]
        return cls(TableSession(table, game, clocks_run=False), bool(data.get("archived")), times)
