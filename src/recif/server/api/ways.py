"""REST: the ways by which I am told besides the bell and my devices, and a try of each."""

import asyncio
import secrets
from functools import partial
from typing import Any

from recif.games.core.contract import Language
from recif.server.api.calls import Page, WrittenOut
from recif.server.api.endpoints import WebCall
from recif.server.api.notices import id_of, notices
from recif.server.messages.bodies.notices import (
    HookBody,
    LinkAnswer,
    MailBody,
    NoticeHook,
    NoticeList,
    NoticeWay,
    WayAnswer,
    WayAnswers,
)
from recif.server.messages.refusals import refuse
from recif.server.notices.calendars import BEGINS, MEETS, PLAY_BY, Deadline, calendar
from recif.server.notices.causes import About, deadline_of, path_of
from recif.server.notices.hooking import new_secret
from recif.server.notices.hours import check_zone
from recif.server.notices.letters import check_address
from recif.server.notices.mailing import Mailing
from recif.server.notices.notes import RECIF, Note
from recif.server.notices.posting import Answered
from recif.server.notices.pushing import message_for
from recif.server.people.accounts import digest, new_id
from recif.server.store.of_notices import CONFIRMATION
from recif.server.store.rows import HookRow, LetterboxRow, NoticeRow

MOST_HOOKS = 5  # of a person
MOST_DEADLINES = 200
TRIED: tuple[NoticeWay, ...] = ("push", "bell", "mail", "webhook")
TRY = "test"  # the kind of a notice that is one
PASSED_MS = 24 * 60 * 60 * 1000  # how long a calendar shows what is over


def _mailing(call: WebCall) -> Mailing:
    if call.reception.notices.mailing is None:
        raise refuse("no-mails")
    return call.reception.notices.mailing


async def set_mail(call: WebCall) -> NoticeList:
    """A new address gets a link to confirm it by; nothing else goes there before."""
    body: MailBody = call.body
    _mailing(call)
    address, zone = _checked(body)
    old = await call.registry.store.letterbox_of(call.me.id)
    is_known = old is not None and old.address == address and bool(old.confirmed)
    letters = []
    if not is_known:
        by_address = digest(address.lower())
        await call.check((call.reception.letters, call.me.id), (call.reception.address_letters, by_address))
        letters = [NoticeRow(call.me.id, "", CONFIRMATION, "confirm", call.now, "", _key(), call.now)]
    box = LetterboxRow(call.me.id, address, zone, body.hour, call.now, int(is_known))
    await call.durable(partial(call.registry.store.save_letterbox, box, letters))
    return await notices(call)


def _checked(body: MailBody) -> tuple[str, str]:
    try:
        return check_address(body.address), check_zone(body.zone)
    except ValueError as error:
        raise refuse("bad-zone" if "zone" in str(error) else "bad-mail") from None


async def end_mail(call: WebCall) -> NoticeList:
    await call.durable(partial(call.registry.store.end_letterbox, call.me.id))
    return await notices(call)


async def follow_link(call: WebCall) -> LinkAnswer:
    """What a link in a mail is for. Whoever has it need not be signed in: mail programs use it, too (RFC 8058)."""
    mailing, store = _mailing(call), call.registry.store
    claim = call.reception.notices.links.read(call.path("token"))
    box = await store.letterbox_of(claim.person)
    if box and mailing.is_confirmation(claim, box):
        await call.durable(partial(store.confirm_letterbox, box.person, box.address))
        return LinkAnswer("confirmed")
    if box and mailing.is_stop(claim, box):
        await call.durable(partial(store.end_letterbox, box.person))
        return LinkAnswer("stopped")
    raise refuse("dead-link")


async def add_hook(call: WebCall) -> NoticeHook:
    """The secret is shown once, here."""
    body: HookBody = call.body
    try:
        call.reception.settings.reach.check(body.url)
    except ValueError:
        raise refuse("bad-hook") from None
    if len(await call.registry.store.hooks_of(call.me.id)) >= MOST_HOOKS:
        raise refuse("too-many")
    row = HookRow(new_id(), call.me.id, body.url, body.form, new_secret(), body.language, call.now)
    await call.durable(partial(call.registry.store.save_hook, row))
    return NoticeHook(row.id, row.url, row.form, row.made, row.secret)


async def end_hook(call: WebCall) -> NoticeList:
    await call.durable(partial(call.registry.store.end_hook, call.me.id, call.path("hook")))
    return await notices(call)


async def renew_calendar(call: WebCall) -> NoticeList:
    """Whoever has the old link sees nothing any more."""
    await call.durable(partial(call.registry.store.renew_calendar, call.me.id))
    return await notices(call)


async def end_calendar(call: WebCall) -> NoticeList:
    await call.durable(partial(call.registry.store.end_calendar, call.me.id))
    return await notices(call)


async def read_calendar(call: WebCall) -> WrittenOut:
    """By its link alone: calendar programs have no session."""
    office, store = call.reception.notices, call.registry.store
    claim = office.links.read(call.path("file").removesuffix(".ics"))
    serial = await store.calendar_of(claim.person)
    if claim.purpose != "calendar" or not serial or not office.links.holds(claim, serial):
        raise refuse("dead-link")
    person = await call.registry.people.known(claim.person)
    rows = [
        *await store.reminders_of(claim.person, MOST_DEADLINES),
        *await store.dates_of(claim.person, MOST_DEADLINES),
    ]
    deadlines = [
        _deadline(call, until, await office.notes.of(row), person.language)
        for until, row in sorted((deadline_of(row), row) for row in rows)
        if until > call.now - PASSED_MS
    ]
    return WrittenOut(calendar(deadlines, person.language), "text/calendar", "recif.ics")


def _deadline(call: WebCall, at: int, note: Note, language: Language) -> Deadline:
    row, about, origin = note.row, note.about, call.reception.notices.origin
    link = f"{origin}{path_of(row, about)}" if origin else ""
    says = PLAY_BY if row.kind != "soon" else MEETS if about.what == "appointment" else BEGINS
    return Deadline(row.about, note.title.say(language), at, min(row.at, call.now), link, says, note.who)


async def send_one(call: WebCall) -> WayAnswers:
    """One to me by a way, now, and the real answer of the other side."""
    await call.check((call.reception.pushes, call.me.id), (call.reception.address_pushes, call.address))
    way = call.query("way", TRIED)
    return WayAnswers(await {"push": _push, "bell": _bell, "mail": _letter, "webhook": _hook}[way](call))


async def _push(call: WebCall) -> list[WayAnswer]:
    pushing, note = call.reception.notices.trying[0], _try(call)
    devices = await call.registry.store.devices_of(call.me.id)
    tries = [pushing.push(device, message_for(note, device.language), note.row.key) for device in devices]
    return _answers([id_of(device) for device in devices], await asyncio.gather(*tries))


async def _bell(call: WebCall) -> list[WayAnswer]:
    call.registry.committing.ring(call.me.id, "")
    return [WayAnswer("", 200)]


async def _letter(call: WebCall) -> list[WayAnswer]:
    mailing, box = _mailing(call), await call.registry.store.letterbox_of(call.me.id)
    if box is None or not box.confirmed:
        return []
    return _answers([""], [await mailing.send_trial(box, call.me.language)])


async def _hook(call: WebCall) -> list[WayAnswer]:
    hooking, note = call.reception.notices.trying[1], _try(call)
    hooks = await call.registry.store.hooks_of(call.me.id)
    return _answers([hook.id for hook in hooks], await asyncio.gather(*(hooking.post(hook, note) for hook in hooks)))


def _try(call: WebCall) -> Note:
    return Note(NoticeRow(call.me.id, "", 0, TRY, call.now, key=_key()), About(""), RECIF, {})


def _answers(ids: list[str], answers: list[Answered]) -> list[WayAnswer]:
    return [WayAnswer(id, one.status, one.trouble) for id, one in zip(ids, answers, strict=True)]


def _key() -> str:
    return secrets.token_urlsafe(12)


MINE: dict[str, Any] = {"needs_person": True, "is_private": True}
CHANGED: dict[str, Any] = {"answer": NoticeList, **MINE}
PAGES = [
    Page("POST", "/api/notices/mail", set_mail, "Send digests to this address.", MailBody, cost=5, **CHANGED),
    Page("DELETE", "/api/notices/mail", end_mail, "Send no more mails; forget the address.", **CHANGED),
    Page("POST", "/mail/{token}", follow_link, "Confirm an address, or stop mails.", answer=LinkAnswer, cost=5),
    Page("POST", "/api/notices/hooks", add_hook, "Post my notices there, signed.", HookBody, NoticeHook, 201, **MINE),
    Page("DELETE", "/api/notices/hooks/{hook}", end_hook, "Post no more there.", **CHANGED),
    Page("POST", "/api/notices/calendar", renew_calendar, "A new secret link to my deadlines.", **CHANGED),
    Page("DELETE", "/api/notices/calendar", end_calendar, "No such link any more.", **CHANGED),
    Page("GET", "/api/calendars/{file}", read_calendar, "My deadlines, by a secret link.", answer=bytes, cost=5),
    Page(
        "POST",
        "/api/notices/test",
        send_one,
        "Send me one by this way, now, and tell what was answered.",
        answer=WayAnswers,
        query=(("way", TRIED),),
        cost=20,
        **MINE,
    ),
]
