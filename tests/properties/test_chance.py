"""Random streams: uniform, and reproducible in every language with SHA-256."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest

import stromnetz
from stromnetz.engine.chance import Stream, shuffled
from stromnetz.engine.phases.setup import bare_position

WORDS = 1 << 32


def given(*words: int) -> Stream:
    """Create a stream with these words."""
    stream = Stream(0, 0)
    stream.words = [*reversed(words)]
    return stream


@pytest.mark.parametrize("n", [3, 6, 7, 42, (1 << 31) + 1, WORDS - 1])
def test_words_past_the_last_whole_multiple_are_thrown_away(n: int) -> None:
    limit = WORDS // n * n
    assert given(limit - 1, 0).below(n) == n - 1, "the last word that counts"
    stream = given(limit, WORDS - 1, limit, 2, 1)
    assert stream.below(n) == 2, "all that lie past it are skipped, however many"
    assert stream.words == [1]


@pytest.mark.parametrize("n", [1, 2, 32, 1 << 31, WORDS])
def test_a_power_of_two_throws_nothing_away(n: int) -> None:
    assert given(WORDS - 1).below(n) == n - 1


def test_no_number_is_likelier_than_another() -> None:
    """In a range of three quarters of the words, the first third would otherwise come half of the time."""
    n, draws = 3 * (WORDS >> 2), 3000
    stream = Stream(7, 0)
    thirds = Counter(3 * stream.below(n) // n for _ in range(draws))
    assert set(thirds) == {0, 1, 2}
    assert all(abs(count - draws / 3) < 100 for count in thirds.values()), thirds


def test_every_order_comes_as_often_as_another() -> None:
    orders = Counter(tuple(shuffled([1, 2, 3], 5, number)) for number in range(3000))
    assert len(orders) == 6
    assert all(abs(count - 500) < 80 for count in orders.values()), orders


def test_the_words_are_those_of_sha_256_in_counter_mode() -> None:
    seed, shuffle = 0xC0FFEE, 3
    prefix = seed.to_bytes(32, "big") + shuffle.to_bytes(4, "big")
    digests = b"".join(sha256(prefix + block.to_bytes(4, "big")).digest() for block in range(3))
    stream = Stream(seed, shuffle)
    assert [stream.below(WORDS) for _ in range(24)] == [
        int.from_bytes(digests[i : i + 4], "big") for i in range(0, 96, 4)
    ]


def test_a_shuffle_leaves_the_cards_it_is_given_alone() -> None:
    cards = list(range(40))
    dealt = shuffled(cards, 1, 0)
    assert cards == list(range(40))
    assert sorted(dealt) == cards
    assert dealt != cards
    assert dealt != shuffled(cards, 1, 1) != shuffled(cards, 2, 1)
    assert dealt == shuffled(cards, 1, 0)


def test_a_bare_table_has_drawn_nothing() -> None:
    p = bare_position(stromnetz.new_game("classic-2004", players=3, seed=7).rules)
    assert (p.seed, p.shuffles, p.reshuffle) == (0, 0, None)
