"""REST: who I am: a name, a face, my tables. Passwords and sessions are in `people.py`."""

from collections import defaultdict

from recif.games.core.contract import Language
from recif.server.api.calls import Call, Page
from recif.server.messages.bodies.people import GuestBody, HolidayBody, Holidays, Me, ProfileBody
from recif.server.people import holidays
from recif.server.store.rows import PersonRow
from recif.server.views import rendering


async def guest(call: Call) -> Me:
    """A name is enough. Somebody who has a session keeps it."""
    body: GuestBody = call.body
    if call.row:
        return await change(call, call.row, body.name, body.language, body.face or None)
    await call.check((call.office.new_people, call.address))
    row = await call.durably(
        lambda then: call.registry.people.new_guest(body.name, body.language, call.now, then, body.face)
    )
    await call.sign_in(row)
    return await me_of(call, row)


async def me(call: Call) -> Me:
    return await me_of(call, call.me)


async def me_of(call: Call, row: PersonRow) -> Me:
    registry = call.registry
    tables = await registry.lists.infos(await registry.store.tables_of(row.id, 30))
    others = await registry.people.know(await registry.people.muted(row.id))
    muted = sorted(map(rendering.person, others), key=lambda one: one.name)
    beaten: dict[str, list[int]] = defaultdict(list)
    for game, level in await registry.store.beaten(row.id) if row.password else ():
        beaten[game].append(level)
    return Me(
        rendering.person(row),
        row.language,
        row.made,
        row.named,
        tables,
        muted,
        dict(beaten),
        holidays.shown(row, call.now),
    )


async def profile(call: Call) -> Me:
    body: ProfileBody = call.body
    return await change(call, call.me, body.name, body.language, body.face, body.named)


async def change(
    call: Call,
    row: PersonRow,
    name: str | None,
    language: Language | None,
    face: int | None = None,
    named: bool | None = None,
) -> Me:
    new = row.name if name is None else name
    wishes = (new, language or row.language, row.face if face is None else face)
    await call.durably(lambda then: call.registry.people.change(row, *wishes, then, named))
    return await me_of(call, row)


async def rest(call: Call) -> Holidays:
    """The tables by days at which I sit hear of it at once; in the others it counts from when I sit there."""
    body: HolidayBody = call.body
    row, now = call.me, call.now
    if body.until is not None:
        row.holidays = holidays.taken(row, now, body.until)
    row.rests = row.rests if body.automatic is None else body.automatic
    await call.durably(lambda then: call.registry.people.save(row, then))
    if body.until is not None:
        await call.registry.excuse(row.id)
    return holidays.shown(row, call.now)


PAGES = [
    Page("POST", "/api/guest", guest, "Be a guest under a name.", GuestBody, Me, is_private=True),
    Page("GET", "/api/me", me, "Who I am, and my tables.", None, Me, needs_person=True),
    Page(
        "PATCH",
        "/api/me",
        profile,
        "Change my name or language.",
        ProfileBody,
        Me,
        needs_person=True,
        cost=2,
        is_private=True,
    ),
    Page(
        "POST",
        "/api/holidays",
        rest,
        "Go on holiday from games by days, come back, or have it begin by itself.",
        HolidayBody,
        Holidays,
        needs_person=True,
        cost=10,
        is_private=True,
    ),
]
