"""Hypothesis without deadlines: the first call of a rule compiles it. And a server without a network."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.server.hall import Hall

settings.register_profile("recif", deadline=None)
settings.load_profile("recif")


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
