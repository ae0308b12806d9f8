"""Rest hours of a person: nights and holidays, in which correspondence clocks stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from stromnetz.engine.errors import BadInput, short_repr

MAX_NIGHT_MINUTES = 12 * 60
MAX_HOLIDAY_DAYS = 40
"""Per calendar year."""
MAX_HOLIDAYS = 60
MAX_DAYS_AHEAD = 800
"""Days for which rest hours are computed."""
ONE_DAY = timedelta(days=1)


class Holiday(NamedTuple):
    """Days off, including the first and the last."""

    first: date
    last: date
    entered_at: int = 0
    """When the holiday was entered: it counts from the next turn on. 0 if that was not recorded."""


class Break(NamedTuple):
    """A holiday in progress."""

    began_at: int
    last: date


@dataclass(frozen=True, slots=True)
class RestHours:
    """Nights and holidays in a time zone.

    Times are minutes since midnight. Holidays are sorted and do not overlap.
    """

    zone: str
    night: tuple[int, int] | None = None
    holidays: tuple[Holiday, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the rest hours as shown to people."""
        night = self.night
        return {
            "zone": self.zone,
            "night": None if night is None else {"from": _clock(night[0]), "to": _clock(night[1])},
            "holidays": [_days_json(one) for one in _merged(self.holidays)],
        }

    def to_stored_json(self) -> dict[str, Any]:
        """Return the rest hours as stored, including when holidays were entered."""
        return {
            **self.to_json(),
            "holidays": [{**_days_json(one), "entered_at": one.entered_at} for one in self.holidays],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RestHours:
        """Read stored or submitted rest hours; refuse invalid ones."""
        if data["zone"] not in _zones():
            raise BadInput(facts={"zone": short_repr(data["zone"])}, case="no-zone")
        wish = data.get("night")
        night = None if wish is None else (_minutes(wish["from"]), _minutes(wish["to"]))
        if night is not None and not 0 < (night[1] - night[0]) % (24 * 60) <= MAX_NIGHT_MINUTES:
            raise BadInput(facts={"most": MAX_NIGHT_MINUTES // 60}, case="long-night")
        days = sorted(
            Holiday(_day(one["from"]), _day(one["to"]), one.get("entered_at", 0)) for one in data.get("holidays", ())
        )
        if any(one.last < one.first for one in days):
            raise BadInput(case="holiday-backwards")
        return cls(data["zone"], night, tuple(days))

    def changed(self, wish: RestHours, now: int) -> RestHours:
        """Replace rest hours. Past days are kept, so that they count only once for the limit."""
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(wish.zone)).date()
        past = [one._replace(last=min(one.last, today - ONE_DAY)) for one in self.holidays if one.first < today]
        past = [one for one in past if one.last.year >= today.year]
        to_come = [one._replace(first=max(one.first, today)) for one in wish.holidays if one.last >= today]
        days = _merged([*past, *to_come])
        _check(days)
        return RestHours(wish.zone, wish.night, tuple(self._entered(days, now)))

    def _entered(self, days: Sequence[Holiday], now: int) -> Iterator[Holiday]:
        """Add to holidays when they were entered; days that were entered before keep their time."""
        known = {day: one.entered_at for one in self.holidays for day in _every_day(one)}
        for one in days:
            for entered_at, group in groupby(_every_day(one), key=lambda day: known.get(day, now)):
                same = list(group)
                yield Holiday(same[0], same[-1], entered_at)

    def holiday(self, now: int, since: int) -> Break | None:
        """Return the current holiday, ignoring days that were entered after ``since``."""
        zone = ZoneInfo(self.zone)
        today = datetime.fromtimestamp(now / 1000, zone).date()
        for one in _merged([one for one in self.holidays if one.entered_at <= since]):
            if one.first <= today <= one.last:
                return Break(_at(one.first, 0, zone), one.last)
        return None

    def pauses(self, start: int) -> Iterator[tuple[int, int]]:
        """Yield start and end of all rest hours that end after ``start``, in order.

        Holidays that are entered later do not count: they do not stop the clock of a running turn.
        """
        zone = ZoneInfo(self.zone)
        holidays = [one for one in self.holidays if one.entered_at <= start]
        day = datetime.fromtimestamp(start / 1000, zone).date() - ONE_DAY
        for _ in range(MAX_DAYS_AHEAD):
            found = []
            if any(one.first <= day <= one.last for one in holidays):
                found.append((_at(day, 0, zone), _at(day + ONE_DAY, 0, zone)))
            if self.night is not None:
                from_, to = self.night
                found.append((_at(day, from_, zone), _at(day if from_ < to else day + ONE_DAY, to, zone)))
            yield from sorted(found)
            day += ONE_DAY


def add_working_time(start: int, seconds: int, rest_hours: RestHours | None) -> int:
    """Return the time after so many seconds outside rest hours, in milliseconds since 1970."""
    left = seconds * 1000
    if rest_hours is None:
        return start + left
    at = start
    for begins, ends in rest_hours.pauses(start):
        if begins - at >= left:
            break
        left -= max(0, begins - at)
        at = max(at, ends)
    return at + left


@cache
def _zones() -> frozenset[str]:
    """Return all time zones, cached because listing them reads hundreds of files."""
    return frozenset(available_timezones())


def _at(day: date, minutes: int, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, time(*divmod(minutes, 60)), zone).timestamp() * 1000)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _minutes(text: str) -> int:
    hours, _, minutes = text.partition(":")
    try:
        return time(int(hours), int(minutes)).hour * 60 + int(minutes)
    except ValueError:
        raise BadInput(case="no-time") from None


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadInput(case="no-day") from None
    if not 2000 <= day.year <= 9000:
        raise BadInput(case="no-day")
    return day


def _days_json(one: Holiday) -> dict[str, str]:
    return {"from": one.first.isoformat(), "to": one.last.isoformat()}


def _every_day(one: Holiday) -> Iterator[date]:
    return (one.first + n * ONE_DAY for n in range((one.last - one.first).days + 1))


def _check(days: Sequence[Holiday]) -> None:
    """Refuse too many holidays."""
    if len(days) > MAX_HOLIDAYS:
        raise BadInput(facts={"most": MAX_HOLIDAYS}, case="many-holidays")
    count: dict[int, int] = {}
    for one in days:
        if (one.last - one.first).days > MAX_DAYS_AHEAD:
            count[one.first.year] = MAX_DAYS_AHEAD
            continue
        for day in _every_day(one):
            count[day.year] = count.get(day.year, 0) + 1
    if any(each > MAX_HOLIDAY_DAYS for each in count.values()):
        raise BadInput(facts={"most": MAX_HOLIDAY_DAYS}, case="long-holidays")


def _merged(days: Iterable[Holiday]) -> list[Holiday]:
    """Merge adjacent and overlapping holidays, regardless of when they were entered."""
    out: list[Holiday] = []
    for one in sorted(days):
        if out and one.first <= out[-1].last + ONE_DAY:
            out[-1] = out[-1]._replace(last=max(out[-1].last, one.last))
        else:
            out.append(one)
    return out
