"""Bulk work through joblib: the cores of this machine, or a Dask or Ray cluster, by the same code.

A task is a picklable function of a number, and its seeds come from that number: results are the same whatever the
workers, the chunks and the order. Work is cut into chunks of seconds; when a worker is lost, what it had not
brought is done again by others.
"""

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import joblib
from joblib.parallel import get_active_backend

from recif.games.core.contract import Refused, Text
from recif.lab.ledger import Ledger

SECONDS = 2.0  # of work in a chunk
CHUNKS = 12  # of each worker before chunks are measured anew
LOSSES = 5  # in a row, with nothing brought in between, before we give up
LOST = ("ray.", "distributed.")  # modules whose exceptions tell of lost workers, not of the work
HOSTS = ("local", "dask", "ray")
R = TypeVar("R")


class Chunk(NamedTuple):
    """What a worker brings."""

    rows: list[Any]  # number and result
    seconds: float


def work(task: Callable[[int], Any], numbers: list[int]) -> Chunk:
    began = time.perf_counter()
    rows = [(number, task(number)) for number in numbers]
    return Chunk(rows, time.perf_counter() - began)


def do_all(
    task: Callable[[int], R],
    total: int,
    ledger: Ledger[R],
    jobs: int = 1,
    heed: Callable[[int], None] = lambda done: None,
) -> list[R]:
    """The results of every number below `total`, in order; `heed` hears how many there are."""
    size, losses = 1, 0
    while left := ledger.left(total):
        heed(len(ledger.results))
        spent, done = 0.0, 0
        try:
            for chunk in _wave(task, left, size, jobs):
                ledger.add(chunk.rows)
                spent, done = spent + chunk.seconds, done + len(chunk.rows)
                heed(len(ledger.results))
        except Exception as error:
            losses = losses + 1 if not done else 0
            if not _is_loss(error) or losses == LOSSES:
                raise
        if done:
            size = max(1, int(SECONDS * done / max(spent, 1e-9)))
    return ledger.in_order(total)


def _wave(task: Callable[[int], Any], left: list[int], size: int, jobs: int) -> Iterator[Chunk]:
    count = joblib.effective_n_jobs(jobs) * CHUNKS
    size = max(1, min(size, -(-len(left) // joblib.effective_n_jobs(jobs))))
    parts = [left[i : i + size] for i in range(0, len(left), size)][:count]
    streams = get_active_backend()[0].supports_return_generator
    parallel = joblib.Parallel(n_jobs=jobs, batch_size=1, return_as="generator_unordered" if streams else "list")
    yield from parallel(joblib.delayed(work)(task, part) for part in parts)


def _is_loss(error: Exception) -> bool:
    """Whether a worker was lost: killed, out of memory, or gone with its machine."""
    return isinstance(error, BrokenProcessPool) or type(error).__module__.startswith(LOST)


@contextmanager
def workers(words: str = "local", jobs: int = -1) -> Iterator[None]:
    """Where the work is done: `local`, `dask` or `ray` (a cluster of its own here), `dask:ADDRESS`, `ray:ADDRESS`."""
    host, _, address = words.partition(":")
    if host not in HOSTS or (host == "local" and address):
        raise Refused(
            "bad-cluster",
            Text(
                f"--cluster attend local, dask, dask:ADRESSE, ray ou ray:ADRESSE, pas {words!r}",
                f"--cluster takes local, dask, dask:ADDRESS, ray or ray:ADDRESS, not {words!r}",
            ),
        )
    if host == "local":
        yield
    elif host == "dask":
        with _dask(address, jobs), joblib.parallel_config(backend="dask"):
            yield
    else:
        with _ray(address, jobs), joblib.parallel_config(backend="ray"):
            yield


@contextmanager
def _dask(address: str, jobs: int) -> Iterator[None]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise _missing("dask", "dask distributed") from None
    if address:
        try:
            client = Client(address)
        except (OSError, ValueError) as error:
            raise _no_cluster(address, error) from error
        with client:
            yield
        return
    count = joblib.cpu_count() if jobs < 1 else jobs
    with LocalCluster(n_workers=count, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        yield


@contextmanager
def _ray(address: str, jobs: int) -> Iterator[None]:
    try:
        import ray
        from ray.util.joblib import register_ray
    except ImportError:
        raise _missing("ray", "ray") from None
    count = joblib.cpu_count() if jobs < 1 else jobs
    where: dict[str, Any] = {"address": address} if address else {"num_cpus": count, "include_dashboard": False}
    try:
        ray.init(log_to_driver=False, logging_level=logging.ERROR, **where)
    except (ConnectionError, ValueError) as error:
        raise _no_cluster(address, error) from error
    register_ray()
    try:
        yield
    finally:
        ray.shutdown()


def _missing(name: str, packages: str) -> Refused:
    return Refused(
        f"no-{name}",
        Text(f"--cluster {name} demande : pip install {packages}", f"--cluster {name} needs: pip install {packages}"),
    )


def _no_cluster(address: str, error: Exception) -> Refused:
    return Refused(
        "no-cluster",
        Text(f"aucun cluster ne répond à {address} : {error}", f"no cluster answers at {address}: {error}"),
    )
