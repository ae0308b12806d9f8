"""Nights and holidays of a person: hours in which no clock by correspondence runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from stromnetz.engine.errors import BadInput, shown

MOST_NIGHT = 12 * 60
"""Minutes of a night."""
MOST_DAYS = 40
"""Days of holidays in a calendar year."""
MOST_HOLIDAYS = 60
"""Holidays that are kept."""
FAR = 800
"""Days after which nobody looks any further."""
ONE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rest:
    """Times of day are minutes since midnight in the zone; a holiday goes from its first day to the end of its last."""

    zone: str
    night: tuple[int, int] | None = None
    holidays: tuple[tuple[date, date], ...] = ()

    def to_json(self) -> dict[str, Any]:
        night = self.night
        return {
            "zone": self.zone,
            "night": None if night is None else {"from": _clock(night[0]), "to": _clock(night[1])},
            "holidays": [{"from": first.isoformat(), "to": last.isoformat()} for first, last in self.holidays],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rest:
        """As it was kept, or as somebody wishes it; what means nothing is refused."""
        if data["zone"] not in _zones():
            raise BadInput(facts={"zone": shown(data["zone"])}, case="no-zone")
        wish = data.get("night")
        night = None if wish is None else (_minutes(wish["from"]), _minutes(wish["to"]))
        if night is not None and not 0 < (night[1] - night[0]) % (24 * 60) <= MOST_NIGHT:
            raise BadInput(facts={"most": MOST_NIGHT // 60}, case="long-night")
        days = sorted((_day(one["from"]), _day(one["to"])) for one in data.get("holidays", ()))
        if any(last < first for first, last in days):
            raise BadInput(case="holiday-backwards")
        return cls(data["zone"], night, tuple(days))

    def changed(self, wish: Rest, now: int) -> Rest:
        """What somebody wishes instead. Days that are past stay, so that nobody counts them twice."""
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(wish.zone)).date()
        past = [(first, min(last, today - ONE)) for first, last in self.holidays if first < today]
        past = [one for one in past if one[1].year >= today.year]
        to_come = [(max(first, today), last) for first, last in wish.holidays if last >= today]
        out = Rest(wish.zone, wish.night, _merged([*past, *to_come]))
        out.check()
        return out

    def check(self) -> None:
        if len(self.holidays) > MOST_HOLIDAYS:
            raise BadInput(facts={"most": MOST_HOLIDAYS}, case="many-holidays")
        count: dict[int, int] = {}
        for first, last in self.holidays:
            if (last - first).days > FAR:
                count[first.year] = FAR
                continue
            for n in range((last - first).days + 1):
                year = (first + n * ONE).year
                count[year] = count.get(year, 0) + 1
        if any(days > MOST_DAYS for days in count.values()):
            raise BadInput(facts={"most": MOST_DAYS}, case="long-holidays")

    def pauses(self, start: int) -> Iterator[tuple[int, int]]:
        """(from, to) of all rests that are not over at a time, in their order."""
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(start / 1000, zone).date() - ONE
        for _ in range(FAR):
            found = []
            if any(first <= day <= last for first, last in self.holidays):
                found.append((_at(day, 0, zone), _at(day + ONE, 0, zone)))
            if self.night is not None:
                from_, to = self.night
                found.append((_at(day, from_, zone), _at(day if from_ < to else day + ONE, to, zone)))
            yield from sorted(found)
            day += ONE


def after(start: int, seconds: int, rest: Rest | None) -> int:
    """When so many seconds have passed that were no rest; times are milliseconds since 1970."""
    left = seconds * 1000
    if rest is None:
        return start + left
    at = start
    for begins, ends in rest.pauses(start):
        if ends <= at:
            continue
        if begins - at >= left:
            break
        left -= max(0, begins - at)
        at = ends
    return at + left


@cache
def _zones() -> frozenset[str]:
    """To list them reads hundreds of files."""
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


def _merged(days: list[tuple[date, date]]) -> tuple[tuple[date, date], ...]:
    """The same days, none of them twice."""
    out: list[tuple[date, date]] = []
    for first, last in sorted(days):
        if out and first <= out[-1][1] + ONE:
            out[-1] = (out[-1][0], max(out[-1][1], last))
        else:
            out.append((first, last))
    return tuple(out)
