from pathlib import Path

import pytest

from tests.server.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
