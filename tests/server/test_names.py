"""Names and passwords: lookalikes are one name, and what is wrong is said in plain words."""

import asyncio
from pathlib import Path

import pytest

from recif.games.core.contract import Refused
from recif.server.app import Server
from recif.server.people.accounts import People
from recif.server.people.names import clean_name, likeness
from recif.server.store.rows import PersonRow
from recif.server.store.sqlite import SqliteStore
from recif.server.tasks import at_once
from tests.server.live import live, visiting

PASSWORD = "correct horse"
ALICES = ["ALICE", "Alice\u3164", "Al\u034fice", "Alice\ufe0f", "\u0410lice", "Аlісе", "\uff21lice", "A1ice", "𝓐lice"]


@pytest.mark.parametrize("name", ALICES)
def test_names_that_look_alike_are_one_name(name: str) -> None:
    assert likeness(clean_name(name)) == likeness("Alice")


@pytest.mark.parametrize(
    ("one", "other"), [("Zoé", "Zoe"), ("Bob2", "Bob3"), ("Ana", "Anna"), ("Théo", "Theo"), ("Иван", "Ivan")]
)
def test_names_that_differ_to_the_eye_are_different(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


@pytest.mark.parametrize(("name", "code"), [("", "bad-name"), ("\u3164\u2800", "bad-name"), ("x" * 25, "long-name")])
def test_a_name_that_will_not_do_is_refused_and_not_cut(name: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(name)
    assert refused.value.code == code


@live
async def test_nobody_takes_a_name_that_looks_like_an_accounts(server: Server) -> None:
    async with visiting(server, "Alice") as alice, visiting(server) as eve:
        await alice.call("POST", "/api/account", {"name": "Alice", "password": PASSWORD})
        for name in ALICES:
            status, why = await eve.ask("POST", "/api/guest", {"name": name})
            assert (status, why["code"]) == (409, "name-taken")
        await eve.named("Eve")
        for method, path, body in (
            ("PATCH", "/api/me", {"name": "Аlice"}),
            ("POST", "/api/guest", {"name": "Аlice"}),
            ("POST", "/api/account", {"name": "Аlice", "password": PASSWORD}),
        ):
            assert (await eve.ask(method, path, body))[1]["code"] == "name-taken"
        me = await alice.call("PATCH", "/api/me", {"name": "ALICE", "language": "en"})  # one's own name is one's own
        assert me["person"]["name"] == "ALICE"


@live
async def test_signing_in_cleans_the_name_as_registering_does(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as later:
        await ana.call("POST", "/api/account", {"name": " Ana \u3164 Lu ", "password": PASSWORD})
        me = await later.call("POST", "/api/session", {"name": "  ana   lu", "password": PASSWORD})
        assert me["person"]["name"] == "Ana Lu"


@live
async def test_of_parallel_registrations_one_wins_and_the_others_hear_it(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as later:
        names = [f"Ana {number}" for number in range(2, 8)]
        asked = [ana.ask("POST", "/api/account", {"name": name, "password": PASSWORD}) for name in names]
        answers = await asyncio.gather(*asked)
        assert sorted(status for status, _ in answers) == [201] + [409] * 5
        (won,) = [answer["person"]["name"] for status, answer in answers if status == 201]
        assert (await later.ask("POST", "/api/session", {"name": won, "password": PASSWORD}))[0] == 200
        lost = next(name for name in names if name != won)
        async with visiting(server, "Bea") as bea:
            assert (await bea.ask("POST", "/api/account", {"name": lost, "password": PASSWORD}))[0] == 201


@pytest.mark.parametrize(("password", "code"), [("short", "short-password"), ("x" * 201, "long-password")])
def test_a_password_that_will_not_do_is_refused_in_words(password: str, code: str, tmp_path: Path) -> None:
    @live
    async def story(server: Server) -> None:
        async with visiting(server, "Ana") as ana:
            status, why = await ana.ask("POST", "/api/account", {"name": "Ana", "password": password})
            assert (status, why["code"]) == (400, code)
            assert "$" not in why["en"]

    story(tmp_path)


@live
async def test_a_password_can_be_changed_which_ends_every_other_session(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server) as phone:
        assert (await ana.ask("POST", "/api/password", {"password": "", "new": "another one"}))[0] == 409
        await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
        await phone.call("POST", "/api/session", {"name": "Ana", "password": PASSWORD})
        for body, status in (
            ({"password": "wrong one", "new": "another one"}, 401),
            ({"password": PASSWORD, "new": "short"}, 400),
            ({"password": PASSWORD, "new": "another one"}, 204),
        ):
            assert (await ana.ask("POST", "/api/password", body))[0] == status
        assert (await ana.ask("GET", "/api/me"))[0] == 200
        assert (await phone.ask("GET", "/api/me"))[0] == 401
        assert (await phone.ask("POST", "/api/session", {"name": "Ana", "password": PASSWORD}))[0] == 401
        assert (await phone.ask("POST", "/api/session", {"name": "Ana", "password": "another one"}))[0] == 200


@pytest.mark.one_database("sqlite")
def test_accounts_from_before_are_found_by_likeness_and_none_is_lost(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.db")
    for person, name in (("a", "Alice"), ("b", "Аlice"), ("c", "Bob")):
        store.save_person(PersonRow(person, name, "fr", 0, "hash"), name.casefold(), lambda: None)
    people = People(store)
    at_once(people.open())
    assert [getattr(at_once(people.account(name)), "id", "") for name in ("alice", "Аlice", "B0B")] == ["a", "b", "c"]
    for person in "abc":
        at_once(people.save(at_once(people.known(person)), lambda: None))
    people = People(store)
    at_once(people.open())
    assert [getattr(at_once(people.account(name)), "id", "") for name in ("alice", "Аlice", "B0B")] == ["a", "b", "c"]
