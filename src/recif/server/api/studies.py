"""REST: studies. Any text is read and checked by the rules; those that people share are kept, the rest on devices."""

from collections.abc import Mapping

from recif.games.core.contract import Game, Refused
from recif.match.frame import event_line, titles
from recif.match.record import MatchRecord
from recif.school import study as school
from recif.school.study import StudyFile
from recif.school.study_walk import walk
from recif.server.api.calls import Call, Page
from recif.server.api.games import viewer_of
from recif.server.api.matches import finished
from recif.server.api.tables import signed
from recif.server.messages.bodies.studies import OpenStudy, ReadStudy, SavedStudy, SaveStudy, Studies
from recif.server.messages.refusals import refuse
from recif.server.store import studies as shelf
from recif.server.store.studies import StudyRow
from recif.server.views import rendering

MOVES_A_REQUEST = 50  # of a study, that are as much work as a small request


async def read(call: Call) -> OpenStudy:
    """What somebody has pasted or opened; nothing is kept."""
    body: ReadStudy = call.body
    found = await call.errand(school.read, body.source)
    return await _opened(call, found, body.viewer, body.source)


async def study(call: Call) -> OpenStudy:
    """A shared study, or a match that is over."""
    name = call.path("study")
    row = await shelf.study(call.registry.store, name)
    if row is None:
        return await _of_match(call, name)
    opened = await _opened(call, row.study)
    opened.id, opened.mine = row.id, call.row is not None and call.row.id == row.owner
    opened.owner = rendering.person(await call.registry.people.known(row.owner))
    return opened


async def _of_match(call: Call, name: str) -> OpenStudy:
    try:
        found = await finished(call, name)
    except Refused as refused:
        raise refuse("no-such-study") if refused.code != "hidden-until-over" else refused from None
    source = found.source
    record = source if isinstance(source, MatchRecord) else await signed(call.registry, source)
    opened = await _opened(call, school.of_record(record))
    opened.match = name
    return opened


async def _opened(call: Call, found: StudyFile, viewer: int | None = None, source: str = "") -> OpenStudy:
    games = call.registry.games
    if found.game in games:
        await call.registry.readiness.reached(found.game, "rules")
    call.charge(len(found.moves) / MOVES_A_REQUEST)
    return await call.errand(_walked, found, games, viewer, source)


def _walked(found: StudyFile, games: Mapping[str, Game], viewer: int | None, source: str) -> OpenStudy:
    begin = school.begin(found, games)
    eyes, named = viewer_of(viewer, begin), titles(begin.position)
    walked = walk(found, begin, eyes, source)
    return OpenStudy(
        found,
        [event_line(*move) for move in walked.moves],
        named,
        school.to_text(found, begin, walked.is_over),
        school.to_json(found),
        hides=walked.hides,
    )


def _check(study: StudyFile, games: Mapping[str, Game]) -> None:
    """Refused where the rules do not let it be played."""
    walk(study, school.begin(study, games))


async def save(call: Call) -> SavedStudy:
    """Checked by the rules first: nobody opens a study that cannot be."""
    body: SaveStudy = call.body
    await call.check((call.office.study_saves, call.me.id))
    store, limits = call.registry.store, call.office.limits
    row = await shelf.study(store, body.id) if body.id else None
    if body.id and row is None:
        raise refuse("no-such-study")
    if row and row.owner != call.me.id:
        raise refuse("not-your-study")
    if row is None and await shelf.count(store, call.me.id) >= limits.studies:
        raise refuse("too-many-studies")
    school.check(body.study)
    if body.study.game in call.registry.games:
        await call.registry.readiness.reached(body.study.game, "rules")
    call.charge(len(body.study.moves) / MOVES_A_REQUEST)
    await call.errand(_check, body.study, call.registry.games)
    kept = StudyRow(row.id if row else shelf.new_id(), call.me.id, call.now, body.study)
    await call.durable(lambda then: shelf.save(store, kept, then))
    return _saved(kept)


async def mine(call: Call) -> Studies:
    return Studies([_saved(row) for row in await shelf.of_person(call.registry.store, call.me.id)])


async def remove(call: Call) -> None:
    store = call.registry.store
    row = await shelf.study(store, call.path("study"))
    if row is None:
        raise refuse("no-such-study")
    if row.owner != call.me.id:
        raise refuse("not-your-study")
    await call.durable(lambda then: shelf.remove(store, row, then))


def _saved(row: StudyRow) -> SavedStudy:
    return SavedStudy(row.id, row.study.title, row.study.game, row.at)


PAGES = [
    Page(
        "POST",
        "/api/studies/read",
        read,
        "Read a study, a record or a position from a text; nothing is kept.",
        ReadStudy,
        OpenStudy,
        cost=5,
        most_bytes=school.LONGEST + 64 * 1024,
    ),
    Page("GET", "/api/studies", mine, "The studies that I share.", None, Studies, needs_person=True, cost=3),
    Page(
        "POST",
        "/api/studies",
        save,
        "Share a study, or save one of mine again.",
        SaveStudy,
        SavedStudy,
        201,
        needs_person=True,
        cost=5,
        most_bytes=school.LONGEST,
    ),
    Page(
        "GET",
        "/api/studies/{study}",
        study,
        "A shared study, or a match that is over.",
        None,
        OpenStudy,
        cost=3,
    ),
    Page(
        "DELETE",
        "/api/studies/{study}",
        remove,
        "Delete a study of mine.",
        None,
        None,
        204,
        needs_person=True,
        is_private=True,
    ),
]
