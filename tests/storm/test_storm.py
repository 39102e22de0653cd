"""The short part of the storm."""

import asyncio
from pathlib import Path

import pytest

from tests.storm import powercuts, told
from tests.storm.powercuts import Disk


@pytest.mark.skipif(not powercuts.can_trace(), reason="nothing can be traced here (strace)")
def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    states, said = powercuts.run(tmp_path, 60)
    assert states == 60
    assert said > 60


@pytest.mark.skipif(not powercuts.can_trace(), reason="nothing can be traced here (strace)")
def test_a_store_that_does_not_sync_would_be_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that says it is done and is not."""
    monkeypatch.setattr(Disk, "sync", lambda disk: None)
    with pytest.raises(Exception):  # noqa: B017, PT011 - lost, or broken altogether
        powercuts.run(tmp_path, 60)


def test_what_somebody_is_owed_comes_though_the_server_is_killed_before_it_is_told(tmp_path: Path) -> None:
    found = asyncio.run(told.tell(str(tmp_path / "told.db"), tmp_path, told.A_FEW))
    print(found)
    assert found.acknowledged == 3 * len(told.A_FEW)
