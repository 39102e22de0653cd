"""REST: what happened while I was away, and by which ways I want to be told."""

import hashlib
from functools import partial
from typing import get_args

from recif.server.api.calls import Page
from recif.server.api.endpoints import WebCall
from recif.server.messages.bodies.notices import (
    DeviceBody,
    Notice,
    NoticeDevice,
    NoticeHook,
    NoticeKind,
    NoticeList,
    NoticeMail,
    NoticeWay,
    WishBody,
)
from recif.server.messages.refusals import refuse
from recif.server.notices.causes import KINDS, About, read_about, sentence_of
from recif.server.notices.push import check_keys
from recif.server.store.of_notices import BELL_OFF
from recif.server.store.rows import DeviceRow, NoticeRow, WishRow
from recif.server.views import rendering

WAYS: tuple[NoticeWay, ...] = get_args(NoticeWay)
SHOWN = 50
COUNTED = 100
MOST_DEVICES = 5  # of a person: the newest stay


async def notices(call: WebCall) -> NoticeList:
    store, person = call.registry.store, call.me.id
    rows = await store.notices_of(person, call.now, SHOWN)
    abouts = [read_about(row.body) for row in rows]
    await call.registry.people.know(about.who for about in abouts if about.who)
    return NoticeList(
        [_notice(call, row, about) for row, about in zip(rows, abouts, strict=True)],
        await store.unseen_of(person, call.now, COUNTED),
        _wishes(await store.wishes_of(person)),
        [NoticeDevice(id_of(device), device.made) for device in await store.devices_of(person)],
        call.reception.notices.vouching.public,
        call.reception.notices.mailing is not None,
        await _mail(call),
        [NoticeHook(hook.id, hook.url, hook.form, hook.made) for hook in await store.hooks_of(person)],
        await _calendar(call),
    )


async def _mail(call: WebCall) -> NoticeMail | None:
    """Whoever asks has come: the next digest may follow."""
    store, person = call.registry.store, call.me.id
    box = await store.letterbox_of(person)
    if box is None:
        return None
    if box.waits:
        store.came(person, lambda: None)
    letter = await store.letter_of(person)
    return NoticeMail(box.address, box.zone, box.hour, bool(box.confirmed), letter.trouble if letter else "")


async def _calendar(call: WebCall) -> str:
    serial = await call.registry.store.calendar_of(call.me.id)
    token = call.reception.notices.links.token("calendar", call.me.id, serial)
    return f"/api/calendars/{token}.ics" if serial else ""


def _notice(call: WebCall, row: NoticeRow, about: About) -> Notice:
    who = rendering.person(call.registry.people.row(about.who)) if about.who else None
    kind: NoticeKind = row.kind  # type: ignore[assignment]  # written by us
    says = sentence_of(row, about)
    return Notice(
        kind, says, row.about, about.game, row.at, bool(row.seen), who, about.left, row.trouble, about.name, about.where
    )


def _wishes(rows: list[WishRow]) -> dict[NoticeKind, list[NoticeWay]]:
    """The bell is on until somebody does not wish it, everything else off until somebody does."""
    return {kind: [way for way in WAYS if _is_on(rows, kind, way)] for kind in KINDS}


def _is_on(rows: list[WishRow], kind: NoticeKind, way: NoticeWay) -> bool:
    return (kind, BELL_OFF) not in rows if way == "bell" else (kind, way) in rows


def id_of(device: DeviceRow) -> str:
    """An endpoint is as good as a key: it is not handed out again."""
    return hashlib.sha256(device.endpoint.encode()).hexdigest()[:16]


async def seen(call: WebCall) -> None:
    await call.durable(lambda then: call.registry.store.see_all(call.me.id, call.now, COUNTED, then))


async def wish(call: WebCall) -> NoticeList:
    body: WishBody = call.body
    row, on = WishRow(body.kind, body.way), body.on
    if body.way == "bell":
        row, on = WishRow(body.kind, BELL_OFF), not body.on
    await call.durable(lambda then: call.registry.store.wish(call.me.id, [(row, on)], then))
    return await notices(call)


async def add_device(call: WebCall) -> NoticeList:
    body: DeviceBody = call.body
    try:
        call.reception.settings.reach.check(body.endpoint)
        check_keys(body.p256dh, body.auth)
    except ValueError:
        raise refuse("bad-device") from None
    row = DeviceRow(body.endpoint, call.me.id, body.p256dh, body.auth, body.language, call.now)
    await call.durable(lambda then: call.registry.store.save_device(row, MOST_DEVICES, then))
    return await notices(call)


async def end_device(call: WebCall) -> NoticeList:
    store = call.registry.store
    for device in await store.devices_of(call.me.id):
        if id_of(device) == call.path("device"):
            await call.durable(partial(store.end_device, device.person, device.endpoint))
    return await notices(call)


PAGES = [
    Page(
        "GET",
        "/api/notices",
        notices,
        "What happened while I was away, and how I am told.",
        answer=NoticeList,
        needs_person=True,
        is_private=True,
    ),
    Page("POST", "/api/notices/seen", seen, "I have seen them all.", status=204, needs_person=True, is_private=True),
    Page(
        "PATCH",
        "/api/notices/wishes",
        wish,
        "Be told of such things by a way, or not.",
        WishBody,
        NoticeList,
        needs_person=True,
        is_private=True,
    ),
    Page(
        "POST",
        "/api/notices/devices",
        add_device,
        "Send pushes to this browser; five devices of a person at most, the newest stay.",
        DeviceBody,
        NoticeList,
        needs_person=True,
        cost=5,
        is_private=True,
    ),
    Page(
        "DELETE",
        "/api/notices/devices/{device}",
        end_device,
        "Send no more pushes there.",
        answer=NoticeList,
        needs_person=True,
        is_private=True,
    ),
]
