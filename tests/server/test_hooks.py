"""Webhooks over TLS to a service of our own, checked by another implementation; calendars read by another program."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import icalendar
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from recif.server.notices import outbox
from tests.server.live import Visitor, serving, visiting
from tests.server.push_service import push_service
from tests.server.test_push import DAYS, settled, until

pytestmark = pytest.mark.one_database("sqlite")
ORIGIN = "https://play.example.org"


async def told_by_hook(ana: Visitor, theo: Visitor) -> str:
    await theo.call("PATCH", "/api/notices/wishes", {"kind": "turn", "way": "webhook", "on": True})
    table = await ana.table("xok", pace=DAYS)
    async with await theo.talk() as talk:
        await talk.follow(table)
        await talk.say("sit", table=table, id="sit", seat=1)
        await talk.hear("ack")
    await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
    return table


def test_webhooks_are_signed_and_say_what_a_channel_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr("recif.server.notices.causes.GRACE_MS", 0)
        monkeypatch.setattr(outbox, "PAUSES_S", (0, 0))
        async with (
            push_service(tmp_path) as service,
            serving(tmp_path, reach=service.reach, origins=(ORIGIN,)) as server,
            visiting(server, "An_a") as ana,
            visiting(server, "Théo") as theo,
        ):
            secrets: dict[str, str] = {}
            for form in ("standard", "discord", "matrix", "ntfy"):
                body = {"url": f"{service.origin}/push/{form}", "form": form, "language": "fr"}
                secrets[form] = (await theo.call("POST", "/api/notices/hooks", body))["secret"]
            service.answers = {"matrix": [503, 200]}
            table = await told_by_hook(ana, theo)
            me = (await theo.call("GET", "/api/me"))["person"]["id"]
            await until(settled(server, me))
            came = [name for name, _, __ in service.came]
            assert sorted(came[:4]) == ["discord", "matrix", "ntfy", "standard"]  # made in one instant, in any order
            assert came[4:] == ["matrix"]  # only what failed is tried again
            for name, headers, data in service.came:
                if name == "ntfy":  # a sentence: the checker reads JSON
                    continue
                Webhook(secrets[name]).verify(data, headers)
                with pytest.raises(WebhookVerificationError):
                    Webhook(secrets[name]).verify(data + b" ", headers)
            assert len({headers["webhook-id"] for _, headers, __ in service.came}) == 1
            bodies = {name: data for name, _, data in service.came}
            link, says = f"{ORIGIN}/t/{table}", "An_a a joué. À vous\u202f!"
            standard = json.loads(bodies["standard"])
            assert standard["type"] == "notice.turn"
            assert {"says": "turn", "text": says, "table": table, "url": link}.items() <= standard["data"].items()
            discord = json.loads(bodies["discord"])
            assert discord == {
                "content": f"**XOK** · An\\_a a joué. À vous\u202f! {link}",
                "allowed_mentions": {"parse": []},
            }
            assert json.loads(bodies["matrix"])["text"] == f"XOK · {says} {link}"
            assert bodies["ntfy"].decode() == says
            assert next(headers for name, headers, _ in service.came if name == "ntfy")["Click"] == link

    asyncio.run(story())


def test_a_try_shows_what_the_other_side_said_and_nothing_is_followed(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            push_service(tmp_path) as service,
            serving(tmp_path, reach=service.reach) as server,
            visiting(server, "Ana") as ana,
        ):
            for name in ("well", "moved", "gone"):
                await ana.call("POST", "/api/notices/hooks", {"url": f"{service.origin}/push/{name}"})
            service.answers = {"moved": [307], "gone": [410]}
            answers = (await ana.call("POST", "/api/notices/test?way=webhook"))["answers"]
            # hooks that were made in one instant are tried in any order
            assert sorted((one["status"], one["trouble"]) for one in answers) == [
                (201, ""),
                (307, "307: a redirect, which is not followed"),
                (410, "410"),
            ]
            assert len((await ana.call("GET", "/api/notices"))["hooks"]) == 2  # what is gone is forgotten
            assert {one["secret"] for one in (await ana.call("GET", "/api/notices"))["hooks"]} == {""}

    asyncio.run(story())


def test_hooks_are_few_and_lead_to_public_addresses(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path) as server, visiting(server, "Ana") as ana, visiting(server, "Théo") as theo:
            for url in (
                "http://hook.example.org/",
                "https://127.0.0.1/",
                "https://[::1]/",
                "https://hook.example.org:22/",
            ):
                status, why = await ana.ask("POST", "/api/notices/hooks", {"url": url})
                assert (status, why["code"]) == (400, "bad-hook")
            for n in range(5):
                made = await ana.call("POST", "/api/notices/hooks", {"url": f"https://hook.example.org/{n}"})
            status, why = await ana.ask("POST", "/api/notices/hooks", {"url": "https://hook.example.org/6"})
            assert (status, why["code"]) == (429, "too-many")
            await theo.call("DELETE", f"/api/notices/hooks/{made['id']}")
            assert len((await ana.call("GET", "/api/notices"))["hooks"]) == 5
            assert len((await ana.call("DELETE", f"/api/notices/hooks/{made['id']}"))["hooks"]) == 4
            assert len((await ana.call("GET", "/api/me/export"))["hooks"]) == 4

    asyncio.run(story())


def test_a_calendar_has_my_deadlines_and_only_its_own_link_opens_it(tmp_path: Path) -> None:
    async def read(visitor: Visitor, path: str) -> tuple[int, Any]:
        async with visitor.session.get(visitor.origin + path, headers={}) as answer:
            return answer.status, await answer.read()

    async def story() -> None:
        async with (
            serving(tmp_path, origins=(ORIGIN,)) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Théo") as theo,
            visiting(server) as program,
        ):
            table = await told_by_hook(ana, theo)
            assert not (await theo.call("GET", "/api/notices"))["calendar"]
            path = (await theo.call("POST", "/api/notices/calendar"))["calendar"]
            status, data = await read(program, path)
            assert status == 200
            (event,) = icalendar.Calendar.from_ical(data).walk("VEVENT")
            left = event.decoded("dtstart") - datetime.fromtimestamp(server.now() / 1000, UTC)
            assert abs(left.total_seconds() - DAYS["start"] / 1000) < 3600  # type: ignore[operator]
            assert str(event["url"]) == f"{ORIGIN}/t/{table}"
            mine = (await ana.call("POST", "/api/notices/calendar"))["calendar"]
            assert not icalendar.Calendar.from_ical((await read(program, mine))[1]).walk("VEVENT")  # it is not my turn
            swapped = path.rsplit("-", 1)[0] + "-" + mine.rsplit("-", 1)[1]
            renewed = (await theo.call("POST", "/api/notices/calendar"))["calendar"]
            await theo.call("DELETE", "/api/notices/calendar")
            again = (await theo.call("POST", "/api/notices/calendar"))["calendar"]
            for bad in (path, swapped, renewed, "/api/calendars/nonsense.ics", path.replace("calendar-", "stop-")):
                assert (await read(program, bad))[0] == 404
            assert (await read(program, again))[0] == 200

    asyncio.run(story())


def test_a_calendar_has_events_that_i_have_joined_and_appointments_until_i_leave(tmp_path: Path) -> None:
    plan = {"name": "Friday", "games": [{"game": "xok"}], "listed": True}

    async def story() -> None:
        async with (
            serving(tmp_path, origins=(ORIGIN,)) as server,
            visiting(server, "Ana") as ana,
            visiting(server, "Théo") as theo,
        ):
            path = (await theo.call("POST", "/api/notices/calendar"))["calendar"]

            async def act(who: Visitor, event: str, name: str, **told: Any) -> Any:
                return await who.call("POST", f"/api/events/{event}/acts", {"act": name, **told})

            async def dates() -> set[tuple[int, str, str]]:
                async with theo.session.get(theo.origin + path) as answer:
                    found = icalendar.Calendar.from_ical(await answer.read()).walk("VEVENT")
                return {(int(one.decoded("dtstart").timestamp()), one["summary"], one["url"]) for one in found}

            begins, meets = server.now() // 1000 + 3600, server.now() // 1000 + 2 * 86_400
            swiss = {"form": "swiss", "rounds": 3, "begins": 1000 * begins}
            evening = (await ana.call("POST", "/api/events", plan | swiss))["event"]
            league = (await ana.call("POST", "/api/events", plan | {"form": "round-robin", "days": 7}))["event"]
            for who in (ana, theo):
                await act(who, league, "join")
            await act(theo, evening, "join")
            await act(ana, league, "pairround")
            for who in (ana, theo):
                await act(who, league, "proposetimes", round=1, board=1, times=[1000 * meets])
            event = (begins, "Friday\xa0: le tournoi commence", f"{ORIGIN}/events/{evening}")
            match = (meets, "Friday\xa0: partie contre Ana", f"{ORIGIN}/events/{league}")
            assert await dates() == {event, match}
            await act(theo, evening, "quit")
            assert await dates() == {match}

    asyncio.run(story())
