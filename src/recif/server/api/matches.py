"""REST: matches that are over, to look back at; records that people bring."""

from collections.abc import Callable

from recif.games.core.contract import REFEREE, Refused
from recif.match.frame import Frame, Line, frame, line, walked
from recif.match.match import Match
from recif.match.record import MatchRecord, read
from recif.server.api.calls import Call, Page, WrittenOut
from recif.server.api.games import MOST_FRAMES
from recif.server.api.tables import written
from recif.server.messages.bodies.matches import AskSteps, BringBody, Brought, MatchInfo, MatchPage, Records
from recif.server.messages.bodies.studies import Frames
from recif.server.messages.refusals import NotNow, refuse
from recif.server.store.rows import RecordRow
from recif.server.tables import imports
from recif.server.tables.archive import Finished

NO_MORE = ("too-many-records", "flood")  # the next record would be refused too
LINES_A_REQUEST = 100  # of a log, that are as much work as a small request


async def finished(call: Call, match: str) -> Finished:
    """What a match hides can be read when it is over."""
    try:
        return await call.registry.archive.match(match, call.address, call.row.id if call.row else "")
    except Refused as refused:
        raise refuse("hidden-until-over") if refused.code == "not-over" else refused from None


async def match(call: Call) -> MatchPage:
    found = await finished(call, call.path("match"))
    call.charge(len(found.match.log) / LINES_A_REQUEST)
    return MatchPage(found.info, [*found.seats_of(call.row.id if call.row else "")], await call.errand(_lines, found))


def _lines(found: Finished) -> list[Line]:
    return [line(found.match, index, REFEREE, naming=found.naming) for index in range(len(found.match.log))]


async def steps(call: Call) -> Frames:
    """Many at once: whoever walks through a match asks once for many steps."""
    body: AskSteps = call.body
    found = (await finished(call, call.path("match"))).match
    if body.since > len(found.log) or (body.instead and not body.since):
        raise refuse("no-such-event")
    job: Callable[..., list[Frame]] = _instead if body.instead else _steps
    return Frames(body.since, await call.errand(job, found, body))


def _steps(found: Match, body: AskSteps) -> list[Frame]:
    return walked(found, body.since, min(len(found.log), body.since + MOST_FRAMES), REFEREE)


def _instead(found: Match, body: AskSteps) -> list[Frame]:
    """Of choices made at once one alone shows nothing."""
    index = body.since - 1
    position = found.position_at(index)
    if not found.at_once[index]:
        position = position.copy().play(found.log[index].seat, body.instead)
    return [frame(position, REFEREE)]


async def bring(call: Call) -> MatchInfo:
    """A record from outside, to look at and to review. It is played once, beside the loop."""
    await call.check((call.office.imports, call.me.id), (call.office.address_imports, call.address))
    return await call.registry.archive.info(await _kept(call, call.body))


async def _kept(call: Call, text: str) -> RecordRow:
    archive, owner = call.registry.archive, call.me.id
    record = await call.errand(read, text)
    imports.check(record)
    played = await archive.replayed(record, call.address, owner)
    await call.registry.fair_play.check_record(owner, call.address, played)
    most, now = call.office.limits.records, call.now
    return await call.durably(lambda then: archive.bring(record, played, owner, now, most, then))


async def join(call: Call) -> Brought:
    """What somebody played in a page joins their account: one record after the other, each played as any that comes."""
    if not call.me.password:
        raise refuse("no-account")
    await call.check((call.office.joins, call.me.id), (call.office.address_imports, call.address))
    body: BringBody = call.body
    kept = 0
    for text in body.records:
        try:
            await _kept(call, text)
        except Refused as refused:
            if refused.code in NO_MORE or isinstance(refused, NotNow):
                raise
        else:
            kept += 1
    return Brought(kept, len(body.records) - kept)


async def brought(call: Call) -> Records:
    registry = call.registry
    rows = await registry.store.records_of(call.me.id, call.office.limits.records)
    return Records([await registry.archive.info(row) for row in rows if row.game in registry.games])


async def record(call: Call) -> WrittenOut:
    """As it came."""
    kept = await call.registry.store.record(call.path("record"))
    if kept is None:
        raise refuse("no-such-match")
    row, made = kept
    return written(made, call.query("form", ("json", "text")), f"{row.game}-{row.id}")


async def remove(call: Call) -> None:
    row = await _mine(call)
    await call.durable(lambda then: call.registry.archive.remove(row, then))


async def _mine(call: Call) -> RecordRow:
    row = await call.registry.store.record_row(call.path("record"))
    if row is None:
        raise refuse("no-such-match")
    if row.owner != call.me.id:
        raise refuse("not-your-match")
    return row


PAGES = [
    Page("GET", "/api/matches/{match}", match, "A match that is over, with its log.", None, MatchPage, cost=5),
    Page(
        "POST",
        "/api/matches/{match}/frames",
        steps,
        "What is seen through a match that is over, many steps at once.",
        AskSteps,
        Frames,
        cost=5,
    ),
    Page(
        "POST",
        "/api/records",
        bring,
        "Import a record.",
        str,
        MatchInfo,
        201,
        needs_person=True,
        cost=20,
        most_bytes=imports.LONGEST,
    ),
    Page(
        "POST",
        "/api/me/records",
        join,
        "Bring the matches that I played in a page.",
        BringBody,
        Brought,
        needs_person=True,
        cost=60,
        most_bytes=imports.LONGEST,
        is_private=True,
    ),
    Page("GET", "/api/records", brought, "The matches that I imported.", None, Records, needs_person=True, cost=3),
    Page(
        "GET",
        "/api/records/{record}",
        record,
        "A record that was imported, as it came.",
        None,
        MatchRecord,
        query=(("form", ("json", "text")),),
        cost=3,
    ),
    Page(
        "DELETE",
        "/api/records/{record}",
        remove,
        "Delete a match that I imported.",
        None,
        None,
        204,
        needs_person=True,
        is_private=True,
    ),
]
