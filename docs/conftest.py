"""The guides may add data files of their own; the next one starts without them."""

from collections.abc import Iterator

import pytest

from stromnetz.editions.files import folders
from tests.data.folders import forget


@pytest.fixture(autouse=True)
def own_folders() -> Iterator[None]:
    before = folders.FOLDERS[:]
    yield
    if before != folders.FOLDERS:
        folders.FOLDERS[:] = before
        forget()
