"""Long tests first. A server without a network. Hypothesis tries the same examples everywhere, without deadlines.

Whoever changes nothing sees no test fail; `pytest --hypothesis-profile chance` looks for what nobody has tried yet.
"""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.server.hall import Hall

settings.register_profile("recif", deadline=None, derandomize=True)
settings.register_profile("chance", deadline=None, print_blob=True)
settings.load_profile("recif")

# What `--quick` leaves out besides: servers that are killed, other processes, whole searches, other people's tools.
LONG = (
    "bots/",
    "cli/",
    "games/crabs/test_features",
    "games/crabs/test_guesses",
    "games/crabs/test_secrets",
    "games/kroc/test_secrets",
    "games/test_cache",
    "games/test_fuzz",
    "games/test_games",
    "games/test_ideas",
    "games/test_keeping",
    "games/test_likeness",
    "games/test_modes",
    "lab/",
    "library/",
    "match/test_referee_games",
    "mind/test_coach",
    "mind/test_mixtures",
    "mind/test_net",
    "school/",
    "server/test_errands",
    "server/test_explorer",
    "server/test_frames",
    "server/test_fuzz",
    "server/test_growth",
    "server/test_kill",
    "server/test_lessons",
    "server/test_machines",
    "server/test_openapi",
    "server/test_ownership",
    "server/test_readiness",
    "server/test_restarts",
    "server/test_rfc6455",
    "server/test_thinker",
    "server/test_work",
    "test_bitboards_agree",
    "test_site",
    "test_unit",
    "test_wheel",
    "vector/",
)
LONGEST = (
    "mind/test_accuracy",
    "storm/",
    "test_adding_a_game",
    "page/test_wasm",
    "lab/test_bulk",
    "lab/test_exact",
    "bridge/",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="no PostgreSQL, no power cuts, nothing that takes long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Those that take longest are begun first, so that no processor is left alone with one at the end."""
    if config.getoption("--quick"):
        parts = ("postgres", *LONG, *LONGEST)
        is_long = {item: any(part in item.nodeid for part in parts) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if is_long[item]])
        items[:] = [item for item in items if not is_long[item]]
    items.sort(key=lambda item: next((at for at, part in enumerate(LONGEST) if part in item.nodeid), len(LONGEST)))


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
