"""Mails to a mail server of our own: confirmed by a link, one digest at one's hour, stopped by one click."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recif.client import Client, new_session
from recif.server.app import Server
from recif.server.cluster.postgres import free_port
from recif.server.notices import outbox
from recif.server.notices.hours import next_hour
from recif.server.notices.letters import check_address
from recif.server.store.rows import NoticeRow
from tests.server.live import GENEROUS, Visitor, let_pass, serving, visiting
from tests.server.mail_server import DELAYED, DROPPED, REFUSED, TAKEN, MailServer, mail_server, page, plain
from tests.server.test_push import DAYS, until

pytestmark = pytest.mark.one_database("sqlite")
ORIGIN = "https://play.example.org"
BOX = {"address": "theo@example.org", "zone": "Europe/Paris", "hour": 18}
HOUR = 60 * 60 * 1000


@asynccontextmanager
async def mailed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, limits: Any = GENEROUS
) -> AsyncIterator[tuple[Server, MailServer, Visitor, Visitor]]:
    monkeypatch.setattr("recif.server.notices.causes.GRACE_MS", 0)
    monkeypatch.setattr(outbox, "PAUSES_S", (0, 0))
    async with (
        mail_server() as post,
        serving(folder, limits, smtp=post.smtp, origins=(ORIGIN,)) as server,
        visiting(server, "Ana") as ana,
        visiting(server, "Théo") as theo,
    ):
        yield server, post, ana, theo


def link_in(text: str, purpose: str) -> str:
    found = re.search(rf"{ORIGIN}(/mail/{purpose}-\S+)", text)
    assert found
    return found[1]


async def confirmed(post: MailServer, theo: Visitor) -> None:
    await theo.call("POST", "/api/notices/mail", BOX)
    await until(lambda: soon(post.taken))
    (link,) = [link_in(plain(post.taken.pop()), "confirm")]
    assert await theo.call("POST", link) == {"did": "confirmed"}
    for kind in ("turn", "challenge"):
        await theo.call("PATCH", "/api/notices/wishes", {"kind": kind, "way": "mail", "on": True})


async def soon(found: Any) -> Any:
    return found


async def my_turn(ana: Visitor, theo: Visitor, days: int) -> str:
    """It is Théo's turn at a table of so many days."""
    table = await ana.table("xok", pace={**DAYS, "start": days * 24 * HOUR})
    async with await theo.talk() as talk:
        await talk.follow(table)
        await talk.say("sit", table=table, id="sit", seat=1)
        await talk.hear("ack")
    await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
    return table


def go_to_the_hour(server: Server) -> None:
    let_pass(server, next_hour(server.now(), BOX["zone"], BOX["hour"]) - server.now() + 1000)  # type: ignore[arg-type]


def letter(server: Server, person: str, is_so: Callable[[NoticeRow], bool]) -> Callable[[], Any]:
    async def look() -> bool:
        row = await server.store.letter_of(person)
        return row is not None and is_so(row)

    return look


def test_a_digest_comes_at_ones_hour_by_time_left_and_then_none_until_one_has_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with mailed(tmp_path, monkeypatch) as (server, post, ana, theo):
            await confirmed(post, theo)
            slow, quick = await my_turn(ana, theo, 7), await my_turn(ana, theo, 2)
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            await until(letter(server, me, lambda row: row.kind == "digest" and (row.due or 0) > server.now()))
            assert not post.taken
            go_to_the_hour(server)
            (mail,) = await until(lambda: soon(post.taken))
            text = plain(mail)
            assert mail["To"] == BOX["address"]
            assert mail["Subject"] == "Récif\u00a0: 2 parties vous attendent"
            assert text.index(quick) < text.index(slow)
            assert "Ana a joué. À vous\u202f!" in text
            assert f'<a href="{ORIGIN}/t/{quick}">' in page(mail)
            await until(letter(server, me, lambda row: row.due is None))
            await my_turn(ana, theo, 3)
            row = await server.store.letter_of(me)
            assert row
            assert row.due is None  # he has not come since
            await theo.call("GET", "/api/notices")
            await my_turn(ana, theo, 3)
            await until(letter(server, me, lambda row: row.due is not None))

    asyncio.run(story())


def test_one_click_stops_mails_and_forgets_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with mailed(tmp_path, monkeypatch) as (server, post, _, theo):
            await confirmed(post, theo)
            (answer,) = (await theo.call("POST", "/api/notices/test?way=mail"))["answers"]
            assert answer["status"] == 250
            mail = post.taken[-1]
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            stop = mail["List-Unsubscribe"].strip("<>").removeprefix(ORIGIN)
            async with visiting(server) as program:  # without a session, with a form, as mail programs do
                form = {"Content-Type": "application/x-www-form-urlencoded"}
                where = program.origin + stop
                async with program.session.post(where, data="List-Unsubscribe=One-Click", headers=form) as answered:
                    assert await answered.json() == {"did": "stopped"}
                status, why = await program.ask("POST", stop)
                assert (status, why["code"]) == (404, "dead-link")
            assert (await theo.call("GET", "/api/notices"))["mail"] is None
            assert (await theo.call("GET", "/api/me/export"))["mail"] == ""

    asyncio.run(story())


def test_the_address_is_in_the_export_and_goes_with_the_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with mailed(tmp_path, monkeypatch) as (server, post, _, theo):
            await confirmed(post, theo)
            assert (await theo.call("GET", "/api/me/export"))["mail"] == BOX["address"]
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            await theo.call("DELETE", "/api/me", {})
            assert await server.store.letterbox_of(me) is None
            assert await server.store.letter_of(me) is None

    asyncio.run(story())


def test_a_mail_server_that_delays_and_hangs_up_is_asked_again_with_the_same_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with mailed(tmp_path, monkeypatch) as (_, post, __, theo):
            post.answers = [DELAYED, DROPPED, TAKEN]
            await theo.call("POST", "/api/notices/mail", BOX)
            await until(lambda: soon(post.taken))
            assert len(post.came) == 3
            assert len({mail["Message-ID"] for mail in post.came}) == 1

    asyncio.run(story())


def test_a_mail_that_is_refused_is_given_up_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with mailed(tmp_path, monkeypatch) as (server, post, _, theo):
            post.answers = [REFUSED]
            await theo.call("POST", "/api/notices/mail", BOX)
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            await until(letter(server, me, lambda row: row.due is None))
            told = (await theo.call("GET", "/api/notices"))["mail"]
            assert (told["confirmed"], told["trouble"]) == (False, "550 no such box")
            assert len(post.came) == 1
            assert (await theo.call("POST", "/api/notices/test?way=mail"))["answers"] == []

    asyncio.run(story())


def test_nobody_is_written_to_often_and_nobody_but_to_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        limits = replace(GENEROUS, letters=(0.0001, 3))
        async with mailed(tmp_path, monkeypatch, limits) as (_, __, ana, theo):
            for address in (
                "a@b",
                "a@example.org\nBcc: eve@example.org",
                "a@example.org, b@example.org",
                "Eve <a@b.org>",
            ):
                status, why = await theo.ask("POST", "/api/notices/mail", {**BOX, "address": address})
                assert (status, why["code"]) == (400, "bad-mail")
            status, why = await theo.ask("POST", "/api/notices/mail", {**BOX, "zone": "Mars/Crater"})
            assert (status, why["code"]) == (400, "bad-zone")
            for _ in range(3):
                await theo.call("POST", "/api/notices/mail", BOX)
            for who in (theo, ana):  # the person has asked too often, and the address was asked for
                status, why = await who.ask("POST", "/api/notices/mail", BOX)
                assert (status, why["code"]) == (429, "flood")

    asyncio.run(story())


def test_where_no_mail_server_is_set_none_is_offered(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, origins=(ORIGIN,)) as server, visiting(server, "Ana") as ana:
            assert not (await ana.call("GET", "/api/notices"))["can_mail"]
            status, why = await ana.ask("POST", "/api/notices/mail", BOX)
            assert (status, why["code"]) == (409, "no-mails")

    asyncio.run(story())


@pytest.mark.parametrize(
    "address", ["a@b.org\r\nX: y", "a b@c.org", "é@c.org", "a..b@c.org", "a@-c.org", "a@c", "x" * 255]
)
def test_what_is_no_address_is_none(address: str) -> None:
    with pytest.raises(ValueError, match="no mail address"):
        check_address(address)


def at(zone_hour: tuple[str, int], after: str) -> str:
    """The next such hour after an instant, both in UTC."""
    ms = int(datetime.fromisoformat(after).replace(tzinfo=UTC).timestamp() * 1000)
    return datetime.fromtimestamp(next_hour(ms, *zone_hour) / 1000, UTC).strftime("%Y-%m-%dT%H:%M")


@pytest.mark.parametrize(
    ("zone", "hour", "after", "comes"),
    [
        ("Europe/Paris", 18, "2026-07-01T15:00", "2026-07-01T16:00"),
        ("Europe/Paris", 18, "2026-07-01T16:00", "2026-07-02T16:00"),
        ("Europe/Paris", 2, "2026-03-28T12:00", "2026-03-29T01:00"),  # two o'clock does not exist: it is three
        ("Europe/Paris", 2, "2026-10-24T12:00", "2026-10-25T00:00"),  # it comes twice: the first counts
        ("Europe/Paris", 2, "2026-10-25T00:00", "2026-10-26T01:00"),
        ("Pacific/Kiritimati", 0, "2026-01-01T09:00", "2026-01-01T10:00"),  # Kiribati, fourteen hours ahead
        ("Pacific/Apia", 8, "2011-12-29T20:00", "2011-12-30T18:00"),  # Samoa had no 30 December
        ("Pacific/Apia", 8, "2011-12-30T18:00", "2011-12-31T18:00"),
    ],
)
def test_an_hour_of_the_day_is_that_of_the_zone(zone: str, hour: int, after: str, comes: str) -> None:
    assert at((zone, hour), after) == comes


@asynccontextmanager
async def served(folder: Path, *arguments: str, **environment: str) -> AsyncIterator[str]:
    """The command itself, as a host starts it, and where it is."""
    port = free_port()
    command = [sys.executable, "-m", "recif", "serve", "--port", str(port), "--database", str(folder / "mail.db")]
    server = subprocess.Popen([*command, *arguments], env=os.environ | environment, stderr=subprocess.DEVNULL)
    try:
        await until(lambda: is_open(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


async def is_open(port: int) -> bool:
    try:
        (await asyncio.open_connection("127.0.0.1", port))[1].close()
    except OSError:
        return False
    return True


def test_a_host_sets_mails_up_by_the_command(tmp_path: Path) -> None:
    """With a name and a password, which is not in the list of processes."""

    async def story() -> None:
        async with mail_server("p@ss word") as post:
            asked = ["--smtp", f"smtp://recif@127.0.0.1:{post.smtp.port}", "--mail-from", "club@example.org"]
            asked += ["--origin", ORIGIN]
            async with served(tmp_path, *asked, RECIF_SMTP_PASSWORD="p@ss word") as origin, new_session() as session:
                theo = await Client(origin, session).named("Théo")
                assert (await theo.call("GET", "/api/notices"))["can_mail"]
                await theo.call("POST", "/api/notices/mail", BOX)
                (mail,) = await until(lambda: soon(post.taken))
                assert mail["From"].endswith("<club@example.org>")
                assert await theo.call("POST", link_in(plain(mail), "confirm")) == {"did": "confirmed"}

    asyncio.run(story())
