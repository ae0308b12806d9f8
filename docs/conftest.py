"""The guides may add data files and code of their own; the next one starts without them."""

from collections.abc import Iterator

import pytest

from tests.data import folders


@pytest.fixture(autouse=True)
def own_folders() -> Iterator[None]:
    with folders.own_folders():
        yield
