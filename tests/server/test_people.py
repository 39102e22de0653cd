"""Guests, accounts, sessions and tokens, over HTTP."""

from unittest.mock import patch

import pytest

from recif.server.api import export as exports
from recif.server.api.export import PAGE
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.store.rows import TalkRow
from tests.server.hall import copy_table
from tests.server.live import Line, Visitor, live, sqlite_of, visiting

PASSWORD = "une longue phrase"


@live
async def test_a_name_is_enough_to_play(server: Server) -> None:
    async with visiting(server) as ana:
        status, why = await ana.ask("GET", "/api/me")
        assert (status, why["code"]) == (401, "no-session")
        await ana.named("  Ana\u202e  Belle ")
        me = await ana.call("GET", "/api/me")
        assert me["person"]["name"] == "Ana Belle"
        assert me["person"]["guest"] is True


@live
async def test_the_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(server: Server) -> None:
    async with (
        visiting(server) as ana,
        ana.session.post(f"{ana.origin}/api/guest", json={"name": "Ana"}, headers={"Origin": ana.origin}) as answer,
    ):
        cookie = answer.cookies["recif"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        assert cookie["path"] == "/"


@live
async def test_a_guest_becomes_an_account_and_keeps_the_games(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as elsewhere:
        table = await ana.table()
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        me = await elsewhere.call("POST", "/api/session", {"name": "ANA", "password": PASSWORD})
        assert [info["table"] for info in me["tables"]] == [table]
        assert me["person"]["guest"] is False


@live
async def test_one_is_told_whom_one_has_muted(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo, ana.connect() as socket:
        other = (await theo.call("GET", "/api/me"))["person"]
        line = Line(socket)
        await line.send(wire.Mute(other["id"]))
        await line.send(wire.Ping())
        await line.next(wire.Pong)
        assert (await ana.call("GET", "/api/me"))["muted"] == [other]
        assert (await theo.call("GET", "/api/me"))["muted"] == []


@live
async def test_signing_in_makes_the_cookie_before_worthless(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as thief:
        stolen = {cookie.key: cookie.value for cookie in ana.session.cookie_jar}
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        assert (await thief.ask("GET", "/api/me", cookies=stolen))[0] == 401
        assert (await ana.ask("GET", "/api/me"))[0] == 200


@live
async def test_a_forged_cookie_is_nobody(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as thief:
        token, _, signature = next(iter(ana.session.cookie_jar)).value.partition(".")
        for forged in (f"{token}.{'0' * 32}", f"{token[:-1]}x.{signature}", token, ".", f"é.{signature}", "x" * 5000):
            assert (await thief.ask("GET", "/api/me", cookies={"recif": forged}))[0] == 401, forged


@live
async def test_signing_out_everywhere_closes_every_socket(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as other:
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        await other.call("POST", "/api/session", {"name": "Ana", "password": PASSWORD})
        async with other.connect() as socket:
            await ana.call("DELETE", "/api/sessions")
            assert await Line(socket).closed() == 4001
        assert (await other.ask("GET", "/api/me"))[0] == 401


@live
async def test_signing_out_leaves_other_sessions(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as other:
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        await other.call("POST", "/api/session", {"name": "Ana", "password": PASSWORD})
        await ana.call("DELETE", "/api/session")
        assert (await ana.ask("GET", "/api/me"))[0] == 401
        assert (await other.ask("GET", "/api/me"))[0] == 200


@live
async def test_a_name_belongs_to_one_account(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        status, why = await eve.ask("POST", "/api/account", {"name": "aNA", "password": PASSWORD})
        assert (status, why["code"]) == (409, "name-taken")
        assert (await eve.ask("POST", "/api/session", {"name": "Ana", "password": "not the one"}))[0] == 401
        assert (await eve.ask("POST", "/api/session", {"name": "Nobody", "password": PASSWORD}))[0] == 401


@live
async def test_name_and_language_change_together_or_not_at_all(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
        await eve.call("POST", "/api/account", {"name": "Eve", "password": PASSWORD})
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        for name, code in (("Eve", "name-taken"), ("☃", "bad-name")):
            _, why = await ana.ask("PATCH", "/api/me", {"name": name, "language": "en"})
            me = await ana.call("GET", "/api/me")
            assert (why["code"], me["person"]["name"], me["language"]) == (code, "Ana", "fr")
        me = await ana.call("PATCH", "/api/me", {"name": "Anaïs", "language": "en"})
        assert (me["person"]["name"], me["language"]) == ("Anaïs", "en")
        assert (await eve.ask("POST", "/api/session", {"name": "Ana", "password": PASSWORD}))[0] == 401
        assert (await eve.ask("POST", "/api/session", {"name": "anaïs", "password": PASSWORD}))[0] == 200


@live
async def test_an_account_is_made_once(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        status, why = await ana.ask("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        assert (status, why["code"]) == (409, "has-account")
        assert (await ana.ask("POST", "/api/account", {"name": "Ana", "password": "short"}))[0] == 400


@live
async def test_deleting_an_account_leaves_a_dash(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve:
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        table = await ana.table()
        assert (await ana.ask("DELETE", "/api/me", {"password": "wrong one"}))[0] == 401
        await ana.call("DELETE", "/api/me", {"password": PASSWORD})
        assert (await ana.ask("GET", "/api/me"))[0] == 401
        info = await eve.call("GET", f"/api/tables/{table}")
        assert info["owner"]["name"] == "—"
        assert (await eve.ask("POST", "/api/session", {"name": "Ana", "password": PASSWORD}))[0] == 401


@live
async def test_who_is_deleted_leaves_nobody_waiting(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Eve") as eve, eve.connect() as socket:
        playing, waiting = await ana.table("xok"), await ana.table("xok")
        among_three, line = await ana.table("kroc", "me", "open", "open"), Line(socket)
        for table in (playing, among_three):
            await line.send(wire.Sit(table, f"sit at {table}", 1))
            await line.next(wire.Ack)
        await ana.call("DELETE", "/api/me", {})
        info = {table: await eve.call("GET", f"/api/tables/{table}") for table in (playing, waiting, among_three)}
        assert (info[playing]["result"]["winners"], info[playing]["result"]["reason"]) == ([1], "resigned")
        assert [seat["kind"] for seat in info[waiting]["seats"]] == ["open", "open"]
        assert [seat["kind"] for seat in info[among_three]["seats"]] == ["open", "person", "open"]


@live
async def test_everything_kept_about_me_can_be_taken_away(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo:
        table = await ana.table("xok")
        async with theo.connect() as socket:
            await socket.send_json({"type": "sit", "table": table, "id": "s", "seat": 1})
            await socket.send_json({"type": "resign", "table": table, "id": "r", "seat": 1})
            while (await socket.receive_json()).get("id") != "r":
                pass
        exported = await ana.call("GET", "/api/me/export")
        assert exported["records"][0]["result"]["winners"] == [0]
        assert exported["person"]["name"] == "Ana"


@live
async def test_a_bot_plays_by_its_token_alone(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as bot:
        token = await ana.call("POST", "/api/tokens", {"label": "my bot"})
        headers = {"Authorization": f"Bearer {token['secret']}"}
        assert (await bot.call("GET", "/api/me", headers=headers))["person"]["name"] == "Ana"
        listed = await ana.call("GET", "/api/tokens")
        assert [(one["label"], one["secret"]) for one in listed["tokens"]] == [("my bot", "")]
        await ana.call("DELETE", f"/api/tokens/{token['id']}")
        assert (await bot.ask("GET", "/api/me", headers=headers))[0] == 401


async def a_long_life(server: Server, ana: Visitor, games: int) -> str:
    """A person with many finished games, and much said."""
    table = await ana.table("xok", "me", "me")
    async with ana.connect() as socket:
        line = Line(socket)
        await line.play(table, 0, "e5e6")
        await line.send(wire.Resign(table, "r", 0))
        await line.next(wire.Ack)
    copy_table(sqlite_of(server)._database, table, games - 1)
    person = (await ana.call("GET", "/api/me"))["person"]["id"]
    for number in range(games):
        server.store.save_talk(TalkRow(table, number, person, f"line {number}", "", False), lambda: None)
    sqlite_of(server)._flush()
    server.registry.audiences.clear()
    return str(person)


@pytest.mark.one_database("sqlite")
@live
async def test_others_have_half_of_the_loop_while_somebody_takes_a_long_life_away(server: Server) -> None:
    """After each record the export rests as long as the record took; the clock here takes 1, 2, 3… ms for them."""
    games, now, rested = 30, 0.0, list[float]()

    def clock() -> float:
        nonlocal now
        now += (len(rested) + 1) / 1000
        return now

    async def rest(seconds: float) -> None:
        rested.append(seconds)

    async with visiting(server, "Ana") as ana:
        await a_long_life(server, ana, games)
        with patch.object(exports, "perf_counter", clock), patch.object(exports, "rest", rest):
            await ana.call("GET", "/api/me/export")
    assert rested == pytest.approx([number / 1000 for number in range(1, games + 1)])


@pytest.mark.one_database("sqlite")
@live
async def test_a_long_life_is_taken_away_whole_and_loads_no_table(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        await a_long_life(server, ana, PAGE + 50)
        exported = await ana.call("GET", "/api/me/export")
        assert len(exported["records"]) == PAGE + 50
        assert all(record["names"] == ["Ana", "Ana"] for record in exported["records"])
        assert [talk["text"] for talk in exported["talks"]] == [f"line {number}" for number in range(PAGE + 50)]
        assert server.registry.audiences == {}


@pytest.mark.one_database("sqlite")
@live
async def test_a_long_life_is_forgotten_in_slices_and_loads_no_finished_table(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo:
        person, running = await a_long_life(server, ana, 2 * PAGE + 50), await ana.table("xok", "me", "me")
        server.registry.audiences.clear()
        commits = server.store.commits
        await ana.call("DELETE", "/api/me", {})
        assert server.store.commits - commits >= 3
        assert list(server.registry.audiences) == [running]
        for name in ("players", "talks", "sessions"):
            assert await sqlite_of(server).rows(f"SELECT count(*) FROM {name} WHERE person = ?1", person) == [(0,)]
        assert (await theo.call("GET", f"/api/tables/{running}"))["result"]["reason"] == "resigned"
        assert (await ana.ask("GET", "/api/me"))[0] == 401
