"""The world that the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serving import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.close()
