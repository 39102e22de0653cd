"""Two servers give one name to two people in the same instant: one has it, one is told so, and nobody else suffers."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
import uvloop

from recif.games.core.contract import Refused
from recif.server.people.accounts import People
from recif.server.people.names import likeness
from recif.server.store.durability import durable
from recif.server.store.rows import PersonRow
from tests.patience import PATIENCE, until
from tests.server.hall import Hall
from tests.server.live import serving, visiting

pytestmark = pytest.mark.one_database("postgres")
PASSWORD = "correct horse"


def hold(hall: Hall) -> asyncio.Event:
    """Nothing it writes gets through until the event."""
    gate, real = asyncio.Event(), hall.store._writer.use

    async def use(ask: Any) -> Any:
        await gate.wait()
        return await real(ask)

    hall.store._writer.use = use
    return gate


def test_of_two_people_who_register_one_name_at_two_servers_one_wins_and_the_other_hears_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(tmp_path) as one,
            serving(tmp_path) as two,
            visiting(one, "Ana") as ana,
            visiting(two, "Bea") as bea,
        ):
            for name in ("Zoé", "Alice", "Bob 2"):
                body = {"name": name, "password": PASSWORD}
                async with asyncio.timeout(PATIENCE):
                    answers = await asyncio.gather(*(who.ask("POST", "/api/account", body) for who in (ana, bea)))
                assert sorted(status for status, _ in answers) == [201, 409]
                ((winner, won), (loser, lost)) = sorted(
                    zip((ana, bea), answers, strict=True), key=lambda one: int(one[1][0])
                )
                assert (won[1]["person"]["name"], lost[1]["code"]) == (name, "name-taken")
                me = await loser.call("GET", "/api/me")
                assert me["person"]["guest"]
                assert me["person"]["name"] != name
                await loser.call("POST", "/api/account", {"name": f"{name} bis", "password": PASSWORD})
                for person in (winner, loser):  # guests again, for the next name
                    await person.call("DELETE", "/api/session")
                    await person.named("Guest")

    uvloop.run(story())


def test_of_two_accounts_that_take_one_name_at_two_servers_one_keeps_its_own(hall: Hall) -> None:
    other, changed = hall.beside(), list[str]()
    for one, name in ((hall, "ana"), (other, "bea")):
        account = PersonRow(name, name.title(), "fr", 0, "hash")
        one.wait(one.registry.people.save(account, lambda: None))

    async def rename(one: Hall, person: str, name: str) -> str:
        row = await one.registry.people.known(person)
        try:
            await one.registry.people.change(row, name, "en", 3, lambda: changed.append(person))
        except Refused as refused:
            return refused.code
        return "kept"

    async def both() -> list[str]:
        gates = [hold(hall), hold(other)]
        asked = [asyncio.create_task(rename(hall, "ana", "Zoé")), asyncio.create_task(rename(other, "bea", "Z0É"))]
        await until(lambda: hall.store.pending and other.store.pending)  # both have asked whether it is free: it is
        for gate in gates:
            gate.set()
        return list(await asyncio.gather(*asked))

    answers = hall.wait(both())
    assert sorted(answers) == ["kept", "name-taken"]
    lost, server = (("ana", hall), ("bea", other))[answers.index("name-taken")]
    row = server.registry.people.row(lost)
    assert (row.name, row.language, row.face) == (lost.title(), "fr", 0)
    assert changed == [{"ana": "bea", "bea": "ana"}[lost]]
    assert not hall.registry.people._claimed | other.registry.people._claimed
    for one in (hall, other):
        holder = one.wait(one.registry.people.account("Zoé"))
        assert holder
        assert holder.id == changed[0]


def test_a_name_given_away_while_a_password_is_hashed_is_not_given_twice(hall: Hall) -> None:
    other = hall.beside()
    people: list[People] = [hall.registry.people, other.registry.people]
    rows = [PersonRow(name, name.title(), "fr", 0) for name in ("ana", "bea")]
    for one, row in zip((hall, other), rows, strict=True):
        one.wait(one.registry.people.save(row, lambda: None))
        one.wait(one.registry.people.claim("Zoé 1"))
    hall.wait(people[0].make_account(rows[0], "Zoé 1", "hash", lambda: None))
    with pytest.raises(Refused) as refused:
        other.wait(people[1].make_account(rows[1], "Zoé 1", "hash", lambda: None))
    assert refused.value.code == "name-taken"
    kept = other.wait(other.store.person("bea"))
    assert kept
    assert (kept.name, kept.password) == ("Bea", "")


def test_who_is_beaten_to_a_name_costs_the_others_of_its_batch_nothing(hall: Hall) -> None:
    hall.wait(hall.registry.people.save(PersonRow("ana", "Ana", "fr", 0, "hash"), lambda: None))
    told, before = list[str](), hall.store.commits

    def write() -> None:
        hall.store.keep("one", "1", lambda: told.append("one"))
        bea = PersonRow("bea", "Ana", "fr", 0, "hash")
        hall.store.save_person(bea, likeness("Ana"), lambda: told.append("kept"), lambda: told.append("lost"))
        hall.store.keep("two", "2", lambda: told.append("two"))

    hall.do(write)
    assert told == ["one", "lost", "two"]
    assert hall.store.commits == before + 1
    assert [hall.wait(hall.store.kept(name)) for name in ("one", "two")] == ["1", "2"]
    assert hall.store.failure is None


def test_who_is_beaten_to_a_name_hears_it_even_if_the_answer_was_lost_on_the_way(hall: Hall) -> None:
    hall.wait(hall.registry.people.save(PersonRow("ana", "Ana", "fr", 0, "hash"), lambda: None))
    calls, told = hall.lose_first_answer(), list[str]()
    bea = PersonRow("bea", "Ana", "fr", 0, "hash")
    hall.do(lambda: hall.store.save_person(bea, "ana", lambda: told.append("kept"), lambda: told.append("lost")))
    assert len(calls) >= 2
    assert told == ["lost"]


def test_whoever_waits_for_something_that_cannot_be_kept_is_told_so(hall: Hall) -> None:
    async def ask() -> None:
        async with asyncio.timeout(PATIENCE):
            await durable(hall.store, lambda then: hall.store.write([("INSERT INTO nowhere VALUES (1)", ())], then))

    with pytest.raises(Refused) as refused:
        hall.wait(ask())
    assert refused.value.code == "defect"
