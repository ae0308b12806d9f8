"""Rest hours without a server: limits, changed holidays, and how long clocks stop."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from stromnetz import BadInput
from stromnetz.tables.rest_hours import Break, Holiday, RestHours, add_working_time
from stromnetz.tables.time import DAY_MS

HOUR = 3600
AUGUST = ("2030-08-01", "2030-08-20")


def ms(text: str) -> int:
    """Milliseconds since 1970 of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


NOW = ms("2030-03-17T12:00")


def day(number: int) -> date:
    return date(2030, 3, number)


def rest(*holidays: tuple[str, str], night: tuple[str, str] | None = None, zone: str = "UTC") -> RestHours:
    data: dict[str, Any] = {"zone": zone, "holidays": [{"from": first, "to": last} for first, last in holidays]}
    if night is not None:
        data["night"] = {"from": night[0], "to": night[1]}
    return RestHours.from_json(data)


def single_days(count: int) -> list[tuple[str, str]]:
    """Every other day from April on, half of them a year later."""
    half = (count + 1) // 2
    days = [date(2030 + n // half, 4, 2) + timedelta(2 * (n % half)) for n in range(count)]
    return [(one.isoformat(), one.isoformat()) for one in days]


def test_a_day_in_milliseconds() -> None:
    assert ms("2030-03-18") - ms("2030-03-17") == DAY_MS


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (rest(night=("20:00", "08:00")), {"night": ("20:00", "08:01")}),
        (rest(night=("00:30", "00:31")), {"night": ("00:30", "00:30")}),
        (rest(("2000-01-01", "2000-01-01")), {"holidays": [("1999-12-31", "2000-01-01")]}),
        (rest(("9000-12-31", "9000-12-31")), {"holidays": [("9001-01-01", "9001-01-01")]}),
        (rest(("2030-08-01", "2030-08-01")), {"holidays": [("2030-08-02", "2030-08-01")]}),
    ],
)
def test_limits_of_nights_and_days(good: RestHours, bad: dict[str, Any]) -> None:
    assert RestHours.from_json(good.to_json()) == good
    with pytest.raises(BadInput) as refused:
        rest(*bad.get("holidays", ()), night=bad.get("night"))
    assert refused.value.facts == ({"most": 12} if "night" in bad else {})


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ([("2030-08-01", "2030-09-09")], [("2030-08-01", "2030-09-10")]),
        ([AUGUST, ("2030-10-01", "2030-10-20")], [AUGUST, ("2030-10-01", "2030-10-21")]),
        ([("2030-11-22", "2031-02-09")], [("2030-11-22", "2031-02-10")]),
        (single_days(60), single_days(61)),
    ],
    ids=["one", "two", "new year", "many"],
)
def test_holidays_are_limited_by_year(good: list[tuple[str, str]], bad: list[tuple[str, str]]) -> None:
    assert len(rest().changed(rest(*good), NOW).holidays) == len(good)
    with pytest.raises(BadInput):
        rest().changed(rest(*bad), NOW)


def test_past_days_are_kept_and_days_remember_when_they_were_entered() -> None:
    before = RestHours("UTC", None, (Holiday(date(2029, 12, 1), date(2029, 12, 9), 4), Holiday(day(10), day(20), 5)))
    longer = before.changed(rest(("2030-03-15", "2030-03-25")), NOW)
    assert longer.holidays == (Holiday(day(10), day(20), 5), Holiday(day(21), day(25), NOW))
    assert RestHours.from_json(longer.to_stored_json()) == longer
    assert longer.to_json()["holidays"] == [{"from": "2030-03-10", "to": "2030-03-25"}]
    assert before.changed(rest(), NOW).holidays == (Holiday(day(10), day(16), 5),)
    # today can be given up; it ends at midnight where the person lives
    today = RestHours("UTC", None, (Holiday(day(17), day(17), 5),))
    assert today.changed(rest(), NOW).holidays == ()
    assert len(today.changed(rest(*single_days(60)), NOW).holidays) == 60
    assert today.changed(rest(zone="Pacific/Auckland"), NOW).holidays == today.holidays
    # days that are over cannot be entered
    wish = rest(("2030-03-14", "2030-03-16"), ("2030-03-17", "2030-03-17"), ("2030-03-19", "2030-03-19"))
    assert [one.first for one in rest().changed(wish, NOW).holidays] == [day(17), day(19)]


def test_holiday_of_today_begins_with_the_first_adjacent_day() -> None:
    out = RestHours(
        "UTC", None, (Holiday(day(17), day(18), 5), Holiday(day(19), day(20), 6), Holiday(day(22), day(22)))
    )

    def holiday(text: str, since: int = NOW) -> Break | None:
        return out.holiday(ms(text), since)

    assert holiday("2030-03-16T23:59") is None
    assert holiday("2030-03-17T00:00") == holiday("2030-03-20T23:59") == Break(ms("2030-03-17"), day(20))
    assert holiday("2030-03-21T00:00") is None
    # days that were entered during a turn do not count for it
    assert holiday("2030-03-18T12:00", since=5) == Break(ms("2030-03-17"), day(18))
    assert holiday("2030-03-20T12:00", since=5) is None


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2030-03-17T12:00", 9, "2030-03-17T21:00"),
        ("2030-03-17T12:00", 10, "2030-03-17T22:00"),
        ("2030-03-17T12:00", 11, "2030-03-18T07:00"),
        ("2030-03-17T23:00", 1, "2030-03-18T07:00"),
        ("2030-03-17T05:00", 1, "2030-03-17T07:00"),
        ("2030-03-17T06:00", 17, "2030-03-18T07:00"),
        # a holiday of two days, and the night before and after it
        ("2030-03-19T21:00", 2, "2030-03-22T07:00"),
        ("2030-03-20T12:00", 1, "2030-03-22T07:00"),
        ("2030-03-17T12:00", 10 + 2 * 16 + 1, "2030-03-22T07:00"),
    ],
)
def test_clock_stops_in_rest_hours(start: str, hours: int, end: str) -> None:
    hours_off = rest(("2030-03-20", "2030-03-21"), night=("22:00", "06:00"))
    assert add_working_time(ms(start), hours * HOUR, hours_off) == ms(end)
    assert add_working_time(ms(start), hours * HOUR, None) == ms(start) + hours * HOUR * 1000


def test_night_after_midnight_and_holiday_entered_later() -> None:
    nap = rest(night=("01:00", "05:30"))
    assert add_working_time(ms("2030-03-17T00:00"), 2 * HOUR, nap) == ms("2030-03-17T06:30")
    assert add_working_time(ms("2030-03-17T03:00"), HOUR, nap) == ms("2030-03-17T06:30")
    assert add_working_time(ms("2030-03-16T23:00"), 26 * HOUR, nap) == ms("2030-03-18T10:00")
    for entered_at, end in ((NOW, "2030-03-19T01:00"), (NOW + 1, "2030-03-18T01:00")):
        late = RestHours("UTC", None, (Holiday(day(18), day(18), entered_at),))
        assert add_working_time(NOW, 13 * HOUR, late) == ms(end)


def test_clock_stops_at_night_where_the_person_lives() -> None:
    # 22:00 to 6:00 in New York, four hours behind UTC
    assert add_working_time(NOW, 15 * HOUR, rest(night=("22:00", "06:00"), zone="America/New_York")) == ms(
        "2030-03-18T11:00"
    )
