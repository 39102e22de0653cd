"""What a public server must not do: believe headers, hand out files, be guessed at or filled up."""

import asyncio
from collections.abc import Awaitable, Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from multidict import CIMultiDict
from yarl import URL

from recif.server.app import Server
from recif.server.limits import Limits
from recif.server.messages import wire
from recif.server.tables.imports import LONGEST
from recif.server.transport.security import HEADERS
from tests.server.live import GENEROUS, Line, Visitor, live, serving, visiting

pytestmark = pytest.mark.one_database("sqlite")

SELDOM = 1e-6  # a second: no more than what is allowed at once
HTTPS = {"X-Forwarded-Proto": "https"}


def tell(folder: Path, story: Callable[[Visitor], Awaitable[None]], limits: Limits = GENEROUS, **settings: Any) -> None:
    """A story about a visitor without a name, on a server with these settings."""

    async def tell() -> None:
        async with serving(folder, limits, **settings) as server, visiting(server) as visitor:
            await story(visitor)

    asyncio.run(tell())


async def cookie_set(visitor: Visitor, headers: dict[str, str]) -> tuple[str, str, bool]:
    """The name, the sameness and the secrecy of the cookie that a new guest is given."""
    async with visitor.session.post(f"{visitor.origin}/api/guest", json={"name": "Ana"}, headers=headers) as answer:
        (cookie,) = answer.cookies.values()
        assert cookie["httponly"]
        assert cookie["path"] == "/"
        return cookie.key, cookie["samesite"], bool(cookie["secure"])


def test_over_https_the_cookie_is_bound_to_the_host_and_never_sent_in_clear(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert await cookie_set(visitor, HTTPS) == ("__Host-recif", "Lax", True)

    tell(tmp_path, story, is_behind_proxy=True)


def test_without_a_proxy_nobody_believes_that_it_was_https(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert await cookie_set(visitor, HTTPS) == ("recif", "Lax", False)

    tell(tmp_path, story)


async def is_let_in(visitor: Visitor, forwarded: str) -> bool:
    return (await visitor.ask("GET", "/api/games/xok", headers={"X-Forwarded-For": forwarded}))[0] == 200


def test_behind_a_proxy_the_last_hop_is_who_asks(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert [await is_let_in(visitor, f"10.0.0.{n}, 192.0.2.1") for n in range(3)] == [True, True, False]
        assert await is_let_in(visitor, "192.0.2.1, 192.0.2.2")

    tell(tmp_path, story, Limits(requests=(SELDOM, 2)), is_behind_proxy=True)


def test_of_several_lines_the_last_one_is_the_proxys(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        answers = []
        for number in range(3):
            headers = CIMultiDict([("X-Forwarded-For", f"10.0.0.{number}"), ("X-Forwarded-For", "192.0.2.1")])
            async with visitor.session.get(f"{visitor.origin}/api/games/xok", headers=headers) as answer:
                answers.append(answer.status)
        assert answers == [200, 200, 429]

    tell(tmp_path, story, Limits(requests=(SELDOM, 2)), is_behind_proxy=True)


def test_a_household_of_ipv6_addresses_counts_as_one(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert [await is_let_in(visitor, f"2001:db8:1:2:{n}::7") for n in range(3)] == [True, True, False]
        assert await is_let_in(visitor, "2001:db8:1:3::7")
        assert await is_let_in(visitor, "::ffff:192.0.2.9")
        assert await is_let_in(visitor, "::ffff:192.0.2.8")

    tell(tmp_path, story, Limits(requests=(SELDOM, 2)), is_behind_proxy=True)


def test_a_page_that_costs_more_counts_for_several(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        study = {"game": "xok"}
        assert [(await visitor.ask("POST", "/api/positions", study))[0] for _ in range(3)] == [200, 200, 429]

    tell(tmp_path, story, Limits(requests=(SELDOM, 12)))


def test_without_a_proxy_nobody_claims_another_address(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert [await is_let_in(visitor, f"192.0.2.{n}") for n in range(3)] == [True, True, False]

    tell(tmp_path, story, Limits(requests=(SELDOM, 2)))


def test_an_origin_can_be_allowed_by_name(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        for origin, status in (("https://play.example.org", 200), ("https://play.example.org.evil.example", 403)):
            assert (await visitor.ask("POST", "/api/guest", {"name": "Ana"}, headers={"Origin": origin}))[0] == status

    tell(tmp_path, story, origins=("https://play.example.org",))


TRAVERSALS = [
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e%2fsecret.txt",
    "/..%5csecret.txt",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/link.txt",
    "/%00",
    f"/{'a' * 3000}.js",
]


@pytest.mark.parametrize("path", TRAVERSALS)
def test_only_the_clients_files_are_served(path: str, tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("client")
    (tmp_path / "secret.txt").write_text("secret")
    (static / "link.txt").symlink_to(tmp_path / "secret.txt")

    async def story(visitor: Visitor) -> None:
        # As they are written: the client of aiohttp would tidy such paths up, a burglar would not.
        async with visitor.session.get(URL(visitor.origin + path, encoded=True)) as answer:
            body = await answer.text()
            assert answer.url.raw_path == path
            assert (answer.status, body) == (200, "client") or (answer.status == 404 and '"no-such-page"' in body)

    tell(tmp_path, story, static=static)


@live
async def test_every_answer_carries_the_headers_that_keep_pages_apart(server: Server) -> None:
    async with visiting(server) as visitor:
        for path in ("/", "/t/abc", "/api/games", "/api/nothing", "/api/me", "/health", "/metrics"):
            async with visitor.session.get(visitor.origin + path) as answer:
                assert HEADERS.items() <= answer.headers.items(), path


@live
async def test_what_people_write_is_never_a_page(server: Server) -> None:
    name = "<script>x</script>"
    async with visiting(server, name) as eve:
        async with eve.session.get(f"{eve.origin}/api/me") as answer:
            assert answer.content_type == "application/json"
            assert (await answer.json())["person"]["name"] == name
        table = await eve.table("xok", "me", "me")
        async with eve.connect() as socket:
            line = Line(socket)
            await line.send(wire.Resign(table, "r", 0))
            await line.next(wire.Ack)
        for form, kind in (("json", "application/json"), ("text", "text/plain")):
            async with eve.session.get(f"{eve.origin}/api/tables/{table}/record?form={form}") as answer:
                assert answer.content_type == kind
                assert answer.headers["Content-Disposition"].startswith("attachment")


@pytest.mark.parametrize("name", ["<>", "\u202e", " \t ", "☃", "\0"])
def test_a_name_has_letters_or_figures(name: str, tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        status, why = await visitor.ask("POST", "/api/guest", {"name": name})
        assert (status, why["code"]) == (400, "bad-name")

    tell(tmp_path, story)


@live
async def test_a_body_too_large_is_refused(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        body = BytesIO(b"x" * (LONGEST + 1))
        status, why = await ana.ask("POST", "/api/records", data=body, headers={"Content-Type": "text/plain"})
        assert (status, why["code"]) == (413, "too-large")


def test_a_host_too_long_for_a_picture_is_refused(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        await visitor.named("Ana")
        path = f"/api/tables/{await visitor.table()}/qr.svg"
        status, why = await visitor.ask("GET", path, headers={"Host": "x" * 4000})
        assert (status, why["code"]) == (413, "too-large")

    tell(tmp_path, story, is_behind_proxy=True)


def test_passwords_cannot_be_tried_without_end_from_one_address_and_elsewhere_nobody_is_locked_out(
    tmp_path: Path,
) -> None:
    async def story(visitor: Visitor) -> None:
        async def sign_in(address: str, password: str = "guessing") -> int:
            body, headers = {"name": "Ana", "password": password}, {"X-Forwarded-For": address}
            return (await visitor.ask("POST", "/api/session", body, headers=headers))[0]

        await visitor.named("Ana")
        await visitor.call("POST", "/api/account", {"name": "Ana", "password": "the right one"})
        assert [await sign_in("192.0.2.1") for _ in range(3)] == [401, 401, 429]
        assert [await sign_in(f"2001:db8::{n}") for n in range(3)] == [401, 401, 429]  # one household
        assert await sign_in("192.0.2.2", "the right one") == 200

    tell(tmp_path, story, Limits(passwords=(SELDOM, 2)), is_behind_proxy=True)


def test_guests_are_not_made_without_end(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        answers = []
        for name in ("Ana", "Bob", "Eve"):
            visitor.session.cookie_jar.clear()
            answers.append((await visitor.ask("POST", "/api/guest", {"name": name}))[0])
        assert answers == [200, 200, 429]

    tell(tmp_path, story, Limits(people=(SELDOM, 2)))


async def refused_socket(visitor: Visitor, **headers: str) -> int:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await visitor.connect(**headers)
    return refused.value.status


@pytest.mark.parametrize("limits", [Limits(sockets=2), Limits(addresses=2)])
def test_sockets_are_counted(limits: Limits, tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        await visitor.named("Ana")
        async with visitor.connect(), visitor.connect() as second:
            assert await refused_socket(visitor) == 429
            await second.close()
            async with visitor.connect() as third:
                await Line(third).next(wire.Welcome)

    tell(tmp_path, story, limits)


def test_a_socket_follows_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        await visitor.named("Ana")
        tables = [await visitor.table() for _ in range(3)]
        async with visitor.connect() as socket:
            line = Line(socket)
            for table in (*tables[:2], tables[0], tables[2]):
                await line.send(wire.Follow(table))
            assert (await line.next(wire.Refusal)).code == "too-many"
            await line.send(wire.Leave(tables[0]))
            await line.send(wire.Follow(tables[2]))
            assert (await line.next(wire.Table)).table == tables[2]

    tell(tmp_path, story, Limits(follows=2))


@pytest.mark.parametrize("token", ["nonsense", "recif_" + "x" * 43, "é", "x" * 4000])
def test_a_wrong_token_is_nobody_even_beside_a_cookie(token: str, tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        await visitor.named("Ana")
        headers = {"Authorization": f"Bearer {token}"}
        assert (await visitor.ask("GET", "/api/me", headers=headers))[0] == 401
        assert await refused_socket(visitor, **headers) == 401

    tell(tmp_path, story)


@live
async def test_a_token_that_is_no_text_is_nobodys(server: Server) -> None:
    for path in ("/ws", "/api/me"):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n".encode() + b"Authorization: Bearer \xff\xfe\r\n\r\n")
        assert b" 401 " in await reader.readline()
        writer.close()


@live
async def test_a_token_plays_but_does_not_make_tokens_nor_change_the_account(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as bot:
        headers = {"Authorization": f"Bearer {(await ana.call('POST', '/api/tokens', {'label': 'bot'}))['secret']}"}
        table = await bot.call("POST", "/api/tables", {"game": "xok", "seats": [{"kind": "me"}] * 2}, headers=headers)
        assert table["owner"]["name"] == "Ana"
        for method, path, body in (
            ("POST", "/api/tokens", {"label": "another"}),
            ("GET", "/api/tokens", None),
            ("POST", "/api/account", {"name": "Ana", "password": "a good one"}),
            ("POST", "/api/password", {"password": "x", "new": "another one"}),
            ("PATCH", "/api/me", {"name": "Eve"}),
            ("DELETE", "/api/me", {}),
            ("GET", "/api/me/export", None),
            ("DELETE", "/api/sessions", None),
            ("POST", "/api/invitation", None),
            ("DELETE", "/api/invitation", None),
        ):
            status, why = await bot.ask(method, path, body, headers=headers)
            assert (status, why["code"]) == (403, "not-for-bots"), path


@live
async def test_a_token_that_reads_follows_its_owner_s_tables_and_changes_nothing(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        table = await ana.table("xok", "me", "me")
        made = await ana.call("POST", "/api/tokens", {"label": "mirror", "scope": "read"})
        assert [(one["id"], one["scope"]) for one in (await ana.call("GET", "/api/tokens"))["tokens"]] == [
            (made["id"], "read")
        ]
        headers = {"Authorization": f"Bearer {made['secret']}"}
        assert (await ana.call("GET", "/api/me", headers=headers))["person"]["name"] == "Ana"
        move = {"id": "m", "seat": 0, "move": "e5e6"}
        for path, body in ((f"/api/tables/{table}/moves", move), ("/api/tables", {"game": "xok", "seats": []})):
            status, why = await ana.ask("POST", path, body, headers=headers)
            assert (status, why["code"]) == (403, "only-reads"), path
        async with ana.connect(**headers) as socket:
            line = Line(socket)
            await line.send(wire.Follow(table))
            assert (await line.next(wire.Table)).now.moves["0"]
            for said in (wire.Play(table, "m", 0, "e5e6"), wire.Resign(table, "r", 0), wire.Say(table, "hello")):
                await line.send(said)
                assert (await line.next(wire.Refusal)).code == "only-reads"
        assert (await server.registry.audience(table)).live.match.log == []


@live
async def test_an_ended_token_ends_its_sockets_and_no_others(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as bot, ana.connect() as own:
        made = await ana.call("POST", "/api/tokens", {"label": "bot"})
        async with bot.connect(Authorization=f"Bearer {made['secret']}") as socket:
            await Line(socket).next(wire.Welcome)
            await ana.call("DELETE", f"/api/tokens/{made['id']}")
            assert await Line(socket).closed() == 4001
        await own.send_json({"type": "ping", "t": 3})
        assert (await Line(own).next(wire.Pong)).t == 3


@live
async def test_signing_out_everywhere_ends_tokens_too(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as bot:
        headers = {"Authorization": f"Bearer {(await ana.call('POST', '/api/tokens', {'label': 'bot'}))['secret']}"}
        assert (await bot.ask("GET", "/api/me", headers=headers))[0] == 200
        await ana.call("DELETE", "/api/sessions")
        assert (await bot.ask("GET", "/api/me", headers=headers))[0] == 401


def test_commitments_are_for_people_and_counted(tmp_path: Path) -> None:
    async def story(visitor: Visitor) -> None:
        assert (await visitor.ask("POST", "/api/commitments"))[0] == 401
        await visitor.named("Ana")
        assert [(await visitor.ask("POST", "/api/commitments"))[0] for _ in range(3)] == [200, 200, 429]

    tell(tmp_path, story, Limits(commitments=(SELDOM, 2)))


@live
async def test_tokens_end_and_are_counted(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
        made = [await ana.call("POST", "/api/tokens", {"label": f"bot {n}"}) for n in range(20)]
        status, why = await ana.ask("POST", "/api/tokens", {"label": "one more"})
        assert (status, why["code"]) == (429, "too-many")
        for visitor, token in ((ana, "nothing"), (eve, made[0]["id"])):
            status, why = await visitor.ask("DELETE", f"/api/tokens/{token}")
            assert (status, why["code"]) == (404, "no-such-token")
        headers = {"Authorization": f"Bearer {made[0]['secret']}"}
        assert (await eve.call("GET", "/api/me", headers=headers))["person"]["name"] == "Ana"


@live
async def test_a_deleted_persons_token_is_nobodys(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as bot:
        headers = {"Authorization": f"Bearer {(await ana.call('POST', '/api/tokens', {'label': 'bot'}))['secret']}"}
        await ana.call("DELETE", "/api/me", {})
        assert (await bot.ask("GET", "/api/me", headers=headers))[0] == 401
