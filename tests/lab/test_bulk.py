"""Bulk work: the same numbers whatever the workers, on cores and clusters, and nothing lost with a worker."""

import os
import signal
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from recif.games.core.contract import Refused
from recif.lab import bulk
from recif.lab.bulk import do_all, workers
from recif.lab.ledger import Ledger
from recif.lab.selfplay import stories_of
from recif.lab.stories import StoryPlan

SMALL = StoryPlan("xok", 2, {"side": 4}, "random", "random", "random", games=7)
# clusters open sockets and processes of their own, and close some of them late
clusters = pytest.mark.parametrize("cluster", ["local", "dask", "ray"])
quiet = pytest.mark.filterwarnings("ignore")


def mortal(folder: Path, number: int) -> int:
    """Square a number; whoever is first asked for that of 3 is killed over it."""
    mark = folder / "dead"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def broken(number: int) -> int:
    raise ValueError(f"{number} is not to my taste")


def needed(cluster: str) -> None:
    if cluster != "local":
        pytest.importorskip("distributed" if cluster == "dask" else cluster)


@quiet
@clusters
def test_the_same_games_whatever_the_workers_and_work_goes_on_after_one_is_killed(cluster: str, tmp_path: Path) -> None:
    needed(cluster)
    alone = stories_of(SMALL)
    with workers(cluster, 2):  # one for both: it is long in coming
        assert stories_of(SMALL, 2) == alone
        results = do_all(partial(mortal, tmp_path), 10, Ledger(None, None, int), 2)
    assert (tmp_path / "dead").exists()
    assert results == [number * number for number in range(10)]


def test_work_that_fails_is_not_tried_again() -> None:
    with pytest.raises(ValueError, match="is not to my taste"):
        do_all(broken, 4, Ledger(None, None, int), 1)


def test_workers_that_are_always_lost_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def lost(*_: object) -> list[bulk.Chunk]:
        tries.append(1)
        raise BrokenProcessPool("gone")

    monkeypatch.setattr(bulk, "_wave", lost)
    with pytest.raises(BrokenProcessPool):
        do_all(broken, 4, Ledger(None, None, int), 1)
    assert len(tries) == bulk.LOSSES


def test_chunks_grow_until_they_take_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = []

    def wave(_: object, left: list[int], size: int, __: int) -> list[bulk.Chunk]:
        sizes.append(size)
        return [bulk.Chunk([(number, number) for number in left[:size]], 0.1 * len(left[:size]))]

    monkeypatch.setattr(bulk, "_wave", wave)
    assert do_all(abs, 50, Ledger(None, None, int)) == list(range(50))
    assert sizes == [1, 20, 20, 20]


def test_games_kept_in_a_file_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    stories = stories_of(SMALL, 1, path)
    heard: list[int] = []
    longer = StoryPlan(**{**vars(SMALL), "games": 9})
    assert stories_of(longer, 1, path, heard.append)[:7] == stories
    assert heard[0] == 7


@pytest.mark.parametrize("words", ["slurm", "local:4", ""])
def test_a_cluster_nobody_knows_is_refused(words: str) -> None:
    with pytest.raises(Refused, match="--cluster takes local, dask"), workers(words):
        pass


@quiet
def test_a_cluster_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    config = pytest.importorskip("dask.config")
    with (
        config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(Refused, match="no cluster answers"),
        workers("dask:tcp://127.0.0.1:9"),
    ):
        pass
