"""Every test that keeps something runs on both databases, unless it is about one of them (`one_database`)."""

from collections.abc import Iterator

import pytest

from tests.server import databases
from tests.server.hall import end_tasks


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    databases.kind = request.param
    yield databases.kind
    databases.kind = "sqlite"
    while databases.to_close:
        databases.to_close.pop()()
    end_tasks()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is not about the store runs once."""
    one = metafunc.definition.get_closest_marker("one_database")
    keeps = {"hall", "tmp_path"} & set(metafunc.fixturenames)
    names = list(one.args) if one else ["sqlite", "postgres"] if keeps else ["sqlite"]
    metafunc.parametrize("database", names, indirect=True)
