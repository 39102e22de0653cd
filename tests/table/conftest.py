from pathlib import Path

import pytest

from tests.table.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
