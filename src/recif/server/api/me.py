"""REST: who I am: a name, a face, my tables. Passwords and sessions are in `people.py`."""

from collections import defaultdict

from recif.games.core.contract import Language
from recif.server.api.calls import Call, Page
from recif.server.messages.bodies.people import GuestBody, Me, ProfileBody
from recif.server.store.interface import PersonRow
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
    return Me(rendering.person(row), row.language, row.made, row.named, tables, muted, dict(beaten))


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
]
