"""Pushes over TLS to a service of our own, which deciphers them with another implementation and answers all it may."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp.resolver import ThreadedResolver

from recif.games.core.contract import Refused
from recif.server.app import Server
from recif.server.notices import outbox
from recif.server.notices.causes import About, encode
from recif.server.notices.push import MOST, encipher, new_key
from recif.server.reach import Looked, Reach, is_public
from recif.server.store.durability import durable
from recif.server.store.rows import DeviceRow, NoticeRow, WishRow
from tests.server.live import Visitor, serving, visiting
from tests.server.push_service import SILENCE, Browser, PushService, b64, push_service

pytestmark = pytest.mark.one_database("sqlite")
DAYS = {"kind": "days", "start": 3 * 24 * 60 * 60 * 1000, "bonus": 0}


@asynccontextmanager
async def told_by_push(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *browsers: Browser
) -> AsyncIterator[tuple[Server, PushService, Visitor, Callable[[], Any]]]:
    """Théo, away with his devices subscribed, and what lets Ana move so that it is his turn."""
    monkeypatch.setattr("recif.server.notices.causes.GRACE_MS", 0)
    async with (
        push_service(folder) as service,
        serving(folder, reach=service.reach) as server,
        visiting(server, "Ana") as ana,
        visiting(server, "Théo") as theo,
    ):
        for browser in browsers:
            await theo.call("POST", "/api/notices/devices", service.subscription(browser))
        await theo.call("PATCH", "/api/notices/wishes", {"kind": "turn", "way": "push", "on": True})
        table = await ana.table("xok", pace=DAYS)
        async with await theo.talk() as talk:
            await talk.follow(table)
            await talk.say("sit", table=table, id="sit", seat=1)
            await talk.hear("ack")

        async def move() -> None:
            await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
            assert (await theo.call("GET", "/api/notices"))["unseen"] == 1

        yield server, service, theo, move


async def rows(server: Server, person: str) -> list[NoticeRow]:
    return await server.store.notices_of(person, server.now(), 10)


async def until(holds: Callable[[], Any]) -> Any:
    """Wait for a state; the server ticks by itself."""
    while not (found := await holds()):
        await asyncio.sleep(0.01)
    return found


def settled(server: Server, person: str) -> Callable[[], Any]:
    """Whether nothing is left to be sent to the person; the notices, if so."""

    async def is_settled() -> list[NoticeRow]:
        found = [row for row in await rows(server, person) if row.kind == "turn"]
        return found if found and all(row.due is None for row in found) else []

    return is_settled


def test_a_push_says_whose_turn_it_is_and_only_the_device_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        phone, laptop = Browser("phone"), Browser("laptop")
        async with told_by_push(tmp_path, monkeypatch, phone, laptop) as (server, service, theo, move):
            await move()
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            await until(settled(server, me))
            (said,) = service.messages(phone)
            assert {"says": "turn", "title": "XOK", "who": "Ana", "language": "en"}.items() <= said.items()
            assert service.messages(laptop) == [said]
            head = service.came[0][1]
            assert head["Content-Encoding"] == "aes128gcm"
            assert head["Topic"] == said["key"]
            assert head["Authorization"].startswith("vapid t=")
            assert b"Ana" not in service.came[0][2]

    asyncio.run(story())


def test_devices_that_are_gone_are_forgotten_and_those_that_refuse_thrice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        gone, lost, forbidden = Browser("gone"), Browser("lost"), Browser("forbidden")
        async with told_by_push(tmp_path, monkeypatch, gone, lost, forbidden) as (server, service, theo, move):
            service.answers = {"gone": [410], "lost": [404], "forbidden": [403]}
            await move()
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            (row,) = await until(settled(server, me))
            assert "403" in row.trouble
            assert len((await theo.call("GET", "/api/notices"))["devices"]) == 1
            for _ in range(2):
                (answer,) = (await theo.call("POST", "/api/notices/test"))["answers"]
                assert answer["status"] == 403
            assert not (await theo.call("GET", "/api/notices"))["devices"]

    asyncio.run(story())


@pytest.mark.parametrize("first", [429, 503, SILENCE])
def test_what_could_not_be_sent_is_sent_again_under_the_same_key(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        phone = Browser("phone")
        monkeypatch.setattr(outbox, "PAUSES_S", (0, 0))
        monkeypatch.setattr("recif.server.notices.posting.LONGEST_WAIT_S", 0)
        monkeypatch.setattr("recif.server.notices.notices.REST_S", 0)
        monkeypatch.setattr("recif.server.reach.SECONDS", 0.5)
        async with told_by_push(tmp_path, monkeypatch, phone) as (server, service, theo, move):
            service.answers = {"phone": [first, 201]}
            await move()
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            (row,) = await until(settled(server, me))
            said = service.messages(phone)
            assert len(said) == 2
            assert said[0] == said[1]
            assert said[0]["key"] == row.key
            assert row.trouble == ""

    asyncio.run(story())


def test_a_service_that_never_answers_well_is_given_up_with_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        phone = Browser("phone")
        monkeypatch.setattr(outbox, "PAUSES_S", (0, 0))
        async with told_by_push(tmp_path, monkeypatch, phone) as (server, service, theo, move):
            service.answers = {"phone": [500]}
            await move()
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            (row,) = await until(settled(server, me))
            assert (row.trouble, row.tries) == ("500", 2)
            assert len(service.came) == 3
            (shown,) = [one for one in (await theo.call("GET", "/api/notices"))["notices"] if one["kind"] == "turn"]
            assert shown["trouble"] == "500"

    asyncio.run(story())


def test_a_person_has_five_devices_and_only_their_own(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            push_service(tmp_path) as service,
            serving(tmp_path, reach=service.reach) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Théo") as theo,
        ):
            for n in range(6):
                told = await ana.call("POST", "/api/notices/devices", service.subscription(Browser(f"b{n}")))
            assert len(told["devices"]) == 5
            (theirs,) = (await theo.call("POST", "/api/notices/devices", service.subscription(Browser("t"))))["devices"]
            await ana.call("DELETE", f"/api/notices/devices/{theirs['id']}")
            assert len((await theo.call("GET", "/api/notices"))["devices"]) == 1
            mine = (await ana.call("GET", "/api/notices"))["devices"][0]["id"]
            assert len((await ana.call("DELETE", f"/api/notices/devices/{mine}"))["devices"]) == 4

    asyncio.run(story())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://2130706433/a",
        "https://push.example.org:22/a",
        "https://somebody@push.example.org/a",
        "https://push.example.org/a\nHost: b",
        "file:///etc/passwd",
        "",
    ],
)
def test_an_endpoint_that_leads_elsewhere_is_refused(endpoint: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            body = {"endpoint": endpoint, "p256dh": b64(Browser("b").public), "auth": b64(b"0" * 16)}
            with pytest.raises(Refused) as refused:
                await ana.call("POST", "/api/notices/devices", body)
            assert refused.value.code == "bad-device"

    asyncio.run(story())


def test_a_name_that_leads_into_the_hosts_own_network_is_not_connected_to(tmp_path: Path) -> None:
    async def story() -> None:
        async with push_service(tmp_path) as service:
            port = int(service.origin.rpartition(":")[2])
            async with Reach(is_public, (port,), service.reach.tls).session() as session:
                with pytest.raises(aiohttp.ClientConnectorDNSError, match="localhost"):
                    await session.post(f"{service.origin}/push/a")
            async with service.reach.session() as session:
                await session.post(f"{service.origin}/push/a")
            assert len(service.came) == 1

    asyncio.run(story())


def test_a_name_that_leads_somewhere_else_the_next_time_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: what was looked at is what is connected to, each time; of several addresses, those of anybody."""
    answers = iter([["8.8.8.8"], ["127.0.0.1"], ["10.0.0.1", "8.8.4.4", "::1"]])

    async def lead(*_: Any) -> list[dict[str, Any]]:
        return [{"host": address} for address in next(answers)]

    async def story() -> None:
        monkeypatch.setattr(ThreadedResolver, "resolve", lead)
        looked = Looked(is_public)
        assert [one["host"] for one in await looked.resolve("hook.example.org", 443)] == ["8.8.8.8"]
        with pytest.raises(OSError, match=r"hook\.example\.org leads nowhere that may be reached"):
            await looked.resolve("hook.example.org", 443)
        assert [one["host"] for one in await looked.resolve("hook.example.org", 443)] == ["8.8.4.4"]

    asyncio.run(story())


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "fc00::1",
        "::",
    ],
)
def test_an_address_that_is_not_anybodys_is_told_apart(address: str) -> None:
    assert not is_public(address)
    assert is_public("8.8.8.8")
    assert is_public("2001:4860:4860::8888")
    assert is_public("64:ff9b::808:808")


def test_a_message_that_is_too_long_is_not_enciphered() -> None:
    browser = Browser("b")
    with pytest.raises(ValueError, match="at most"):
        encipher(b"x" * (MOST + 1), b64(browser.public), b64(browser.secret))
    assert browser.read(encipher(b'"x"', b64(browser.public), b64(browser.secret))) == "x"


def test_the_key_that_devices_agreed_to_stays(tmp_path: Path) -> None:
    async def story() -> list[str]:
        keys = []
        for _ in range(2):
            async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
                keys.append((await ana.call("GET", "/api/notices"))["push"])
        return keys

    first, second = asyncio.run(story())
    assert first == second
    assert len(new_key()) == 64


def test_a_wish_can_be_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana:
            told = await ana.call("GET", "/api/notices")
            assert set(map(tuple, told["wishes"].values())) == {("bell",)}
            for way, on, left in (("push", True, ["bell", "push"]), ("bell", False, ["push"]), ("push", False, [])):
                told = await ana.call("PATCH", "/api/notices/wishes", {"kind": "over", "way": way, "on": on})
                assert told["wishes"]["over"] == left
            me = (await ana.call("GET", "/api/me"))["person"]["id"]
            assert await server.store.wishes_of(me) == [WishRow("over", "no-bell")]

    asyncio.run(story())


def test_a_service_that_is_silent_keeps_nobody_else_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Far more are due for it than may be under way, all of them before those of the other service."""

    async def story() -> None:
        monkeypatch.setattr(outbox, "AT_ONCE", 8)
        monkeypatch.setattr("recif.server.reach.SECONDS", 0.5)
        async with AsyncExitStack() as stack:
            silent, quick = [await stack.enter_async_context(push_service(tmp_path)) for _ in range(2)]
            server = await stack.enter_async_context(serving(tmp_path, reach=replace(silent.reach, ports=())))
            silent.answers = {"a": [SILENCE]}
            owed = [(silent, "a", f"person{n}", n) for n in range(60)] + [(quick, "b", "other", 60)]
            for service, name, person, at in owed:
                await owe(server, service, Browser(name), person, at)
            await until(lambda: arrived(quick))
            assert len(silent.came) <= 12  # as many as may ask it at once

    async def arrived(service: PushService) -> bool:
        return bool(service.came)

    asyncio.run(story())


async def owe(server: Server, service: PushService, browser: Browser, person: str, at: int) -> None:
    """A notice of that instant is due for a person with this browser."""
    told = service.subscription(browser)
    endpoint = f"{told['endpoint']}?{person}"
    device = DeviceRow(endpoint, person, told["p256dh"], told["auth"], "en", at)
    await durable(server.store, lambda then: server.store.save_device(device, 5, then))
    await durable(server.store, lambda then: server.store.wish(person, [(WishRow("turn", "push"), True)], then))
    row = NoticeRow(person, "k3v9m2", 0, "turn", at, encode(About("xok")).decode(), f"key-{person}", at)
    await durable(server.store, lambda then: server.store.save_notices([row], then))
