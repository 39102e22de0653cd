"""Hypothesis without deadlines: the first call of a rule compiles it. Long tests first. A server without a network."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.server.hall import Hall

settings.register_profile("recif", deadline=None)
settings.load_profile("recif")

LONGEST = ("mind/test_accuracy", "storm/", "test_adding_a_game", "lab/test_bulk", "lab/test_exact", "bridge/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that take longest are begun first, so that no processor is left alone with one at the end."""
    items.sort(key=lambda item: next((at for at, part in enumerate(LONGEST) if part in item.nodeid), len(LONGEST)))


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
