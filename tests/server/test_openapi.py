"""Schemathesis over the OpenAPI page: whatever it makes up, the answers are those that the page promises."""

import asyncio
from collections.abc import Iterator
from typing import Any

import aiohttp
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from recif.games import GAMES
from recif.mind.warmup import think_once
from recif.server.api import openapi
from recif.server.app import PAGES
from tests.patience import PATIENCE
from tests.server.processes import bare_server

pytestmark = pytest.mark.one_database("sqlite")

schema = schemathesis.openapi.from_dict(openapi.describe(PAGES))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in a process of its own; its address. Threads of one here would parse Python beside Schemathesis."""
    think_once(GAMES["urchins"])  # compiled now, not while a page is asked for
    with bare_server(tmp_path_factory.mktemp("openapi") / "o.db") as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def token(base: str) -> str:
    """A person with a bot's token, whom deleting and signing out do not touch: those need the cookie."""

    async def make() -> str:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            await session.post(f"{base}/api/guest", json={"name": "Ana"})
            async with session.post(f"{base}/api/tokens", json={"label": "fuzz"}) as answer:
                return str((await answer.json())["secret"])

    return asyncio.run(make())


def think_shortly(body: dict[str, Any]) -> None:
    """Level 1 thinks for milliseconds, level 8 for seconds. A made-up name would never get as far as thinking."""
    if isinstance(body.get("level", 5), int) and 1 <= body.get("level", 5) <= 20:
        body["level"] = 1
    if isinstance(body.get("game"), str) and len(body["game"]) % 2 == 0:
        body |= {"game": "urchins", "options": {}, "events": [], "seat": 0}


@schema.parametrize()  # type: ignore[untyped-decorator]
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_page_keeps_its_promises(case: schemathesis.Case, base: str, token: str) -> None:
    if case.path == "/api/evaluations" and isinstance(case.body, dict):
        think_shortly(case.body)
    headers = {} if case.path == "/api/me" and case.method == "DELETE" else {"Authorization": f"Bearer {token}"}
    case.call_and_validate(base_url=base, headers=headers, checks=CHECKS, timeout=PATIENCE)
