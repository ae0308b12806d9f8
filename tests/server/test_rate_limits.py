"""Token buckets alone: refill, sharing between servers, and what counts as one address."""

from __future__ import annotations

import pytest

from stromnetz import BadInput
from stromnetz.server.core import rate_limits
from stromnetz.server.core.rate_limits import ExemptNetworks, ReadBudget, TokenBuckets, network_of


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_bucket_refills_up_to_its_burst() -> None:
    clock = Clock()
    bucket = TokenBuckets(2.0, 10.0, clock)
    assert bucket.try_spend("ann", 9.0) == 0
    assert bucket.try_spend("ann", 1.0) == 0
    assert bucket.try_spend("ann") == 0.5, "a token takes half a second"
    clock.now += 2
    assert bucket.try_spend("ann", 5.0) == 0.5
    assert bucket.try_spend("ann", 4.0) == 0
    clock.now += 3600
    assert bucket.try_spend("ann", 10.0) == 0
    assert bucket.try_spend("ann", 1.0) == 0.5
    unlimited = TokenBuckets(0.0, 1.0, clock)
    assert [unlimited.try_spend("ann", 99.0) for _ in range(3)] == [0, 0, 0]
    assert TokenBuckets(1.0, 1.0, clock, exempt={"ann"}).try_spend("ann", 99.0) == 0
    assert TokenBuckets(1.0, 0.5, clock).try_spend("ann", 99.0) == 0, "what never fits needs a full bucket"


def test_charges_of_other_servers_leave_debts() -> None:
    clock = Clock()
    bucket = TokenBuckets(1.0, 10.0, clock)
    bucket.charge("ann", 4.0)
    assert bucket.try_spend("ann", 7.0) == 1.0
    bucket.charge("ann", 100.0)
    assert bucket.try_spend("ann", 1.0) == 11.0, "at most a burst"


def test_totals_are_shared_from_a_part_of_the_burst_on() -> None:
    bucket = TokenBuckets(1.0, 10.0, Clock())
    bucket.try_spend("ann", 1.0)
    assert bucket.totals(0.0) == {}, "with nobody"
    bucket.share(str.upper)
    bucket.try_spend("ann", 0.5)
    bucket.try_spend("bob", 2.0)
    assert bucket.totals(0.1) == {"BOB": 2.0}
    bucket.try_spend("ann", 0.5)
    bucket.try_spend("bob", 0.5)
    assert bucket.totals(0.1) == {"ANN": 1.0}
    bucket.try_spend("bob", 0.5)
    assert bucket.totals(0.1) == {"BOB": 3.0}
    assert bucket.totals(0.0) == {}
    bucket.try_spend("bob", 9.0)
    assert bucket.totals(0.0) == {}, "a refused request spends nothing"


def test_least_recently_used_buckets_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MAX_BUCKETS", 2)
    bucket = TokenBuckets(1.0, 1.0, Clock())
    bucket.share(str)
    assert [bucket.try_spend(key) for key in ("ann", "bob", "ann", "eve")] == [0, 0, 1, 0]
    assert bucket.totals(0.0) == {"ann": 1.0, "eve": 1.0}
    assert [bucket.try_spend(key) for key in ("ann", "bob")] == [1, 0]
    # what was spent before is forgotten, too
    assert bucket.totals(0.0) == {"bob": 1.0}
    assert [bucket.try_spend(key, 0.6) for key in ("cem", "dora", "eve", "cem")] == [0, 0, 0, 0]
    assert bucket.totals(1.0) == {}


def test_guests_of_an_address_share_a_budget() -> None:
    budget = ReadBudget(1.0, 10.0, exempt={"club"})
    assert [bool(budget.try_spend(None, "home", 10.0)) for _ in range(2)] == [False, True]
    guests = [bool(budget.try_spend(name, "home", 10.0)) for name in ("ann", "bob", "cem", "dora")]
    assert guests == [False, False, False, True], "four budgets, with that of strangers"
    assert budget.buckets.keys() == {"read-guest", "read-stranger", "read-address"}
    assert budget.try_spend("ann", "elsewhere", 5.0) > 0
    assert not any(budget.try_spend(None, "club", 10.0) for _ in range(9))


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_household_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_exempt_networks() -> None:
    club = ExemptNetworks("203.0.113.7, ,2001:db8::/48")
    inside = ("203.0.113.7", "2001:db8:0:9::/64")
    outside = ("203.0.113.8", "2001:db8:1::/64", "unknown", "::/0.0")
    assert all(one in club for one in inside)
    assert not any(one in club for one in outside)
    assert "203.0.113.7" not in ExemptNetworks("")
    with pytest.raises(BadInput, match=r"'203\.0\.113' is not an address or network"):
        ExemptNetworks("203.0.113")
