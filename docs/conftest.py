"""The guides may add data files of their own; the next one starts without them."""

from collections.abc import Iterator

import pytest

from stromnetz.editions import tables
from tests.data.folders import forget


@pytest.fixture(autouse=True)
def own_folders() -> Iterator[None]:
    before = tables.FOLDERS[:]
    yield
    if before != tables.FOLDERS:
        tables.FOLDERS[:] = before
        forget()
