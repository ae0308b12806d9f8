"""The guides may add data files of their own; the next one starts without them."""

from collections.abc import Iterator

import pytest

from stromnetz.editions.files import loading
from tests.data.folders import forget


@pytest.fixture(autouse=True)
def own_folders() -> Iterator[None]:
    before = loading.FOLDERS[:]
    yield
    if before != loading.FOLDERS:
        loading.FOLDERS[:] = before
        forget()
