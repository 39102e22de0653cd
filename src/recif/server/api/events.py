"""REST: events, from the first announcement to the final table."""

from recif.events.explained import TIE_BREAKS, USUAL
from recif.events.exports import to_csv, to_trf
from recif.events.forms import FORMS
from recif.events.live_event import fold
from recif.events.pairing import lots_of
from recif.events.record import EventRecord, Vouches, recorded, to_json
from recif.events.standings import standings
from recif.server.api.calls import Page, WrittenOut
from recif.server.api.endpoints import WebCall
from recif.server.api.invitation import as_square
from recif.server.events import words
from recif.server.events.beside import shown_luck
from recif.server.events.open_event import OpenEvent, decode_entry
from recif.server.events.seasons import SeasonSoFar, added_up
from recif.server.events.showing import explained, summary
from recif.server.messages.bodies.events import (
    AnyEventAct,
    EventChoices,
    EventInfo,
    EventLog,
    EventPlan,
    EventsPage,
    FormChoices,
    NewEventMade,
    SeasonPerson,
    SeasonScore,
    SeasonTable,
)
from recif.server.messages.refusals import refuse

LOG_PAGE = 50
SEASON_PAGE = 50  # people, with what each of up to sixty events brought
KINDS = {"json": "application/json", "csv": "text/csv", "trf": "text/plain"}
LONGEST_NUMBER = 6


async def list_events(call: WebCall) -> EventsPage:
    club = (call.wish("club") or "")[:32]
    return await call.reception.showing.page(call.row.id if call.row else "", club)


async def make_event(call: WebCall) -> NewEventMade:
    await call.check((call.office.address_tables, call.address), (call.office.new_events, call.me.id))
    event = await call.reception.events.make(call.me, call.body)
    return NewEventMade(event.id)


async def event_choices(call: WebCall) -> EventChoices:
    forms = [FormChoices(form, [*USUAL[form]]) for form in FORMS]
    return EventChoices(forms, [explained(name) for name in TIE_BREAKS])


async def look_at_event(call: WebCall) -> EventInfo:
    person = call.row.id if call.row else ""
    return await call.reception.showing.info(call.path("event"), person, _number(call, "page"), _number(call, "round"))


def _number(call: WebCall, name: str) -> int:
    wish = call.wish(name) or "0"
    if not (wish.isascii() and wish.isdigit() and len(wish) <= LONGEST_NUMBER):
        raise refuse("bad-message")
    return int(wish)


async def act_in_event(call: WebCall) -> EventInfo:
    """Wrong codes are bounded as everywhere: nobody tries them all."""
    office, name = call.reception, call.path("event")
    if await office.events.is_wrong_code(name, call.body) and not office.codes.take(call.address, call.now):
        raise refuse("too-many-codes")
    event = await office.leading.act(name, call.me, call.body, call.is_bot)
    return await office.showing.info(event.id, call.me.id)


async def season_of_event(call: WebCall) -> SeasonTable:
    """Of the series that it is one of; of an event by itself, as if it were the only one."""
    return await season_table(call, await call.reception.leading.seasons.of_series(call.path("event")))


async def season_table(call: WebCall, so_far: SeasonSoFar) -> SeasonTable:
    lines = await call.errand(added_up, so_far)
    first = SEASON_PAGE * _number(call, "page")
    shown = lines[first : first + SEASON_PAGE]
    names = await call.reception.showing.named(line.person for line in shown)
    people = [
        SeasonPerson(
            line.place,
            line.person,
            line.points,
            [SeasonScore(one.event, one.place, one.points, one.counts) for one in line.results],
        )
        for line in shown
    ]
    return SeasonTable([summary(row, False) for row in so_far.rows], so_far.best, people, len(lines), names)


async def event_square(call: WebCall) -> WrittenOut:
    """The link to an event as a picture for a telephone."""
    event = await call.reception.events.opened(call.path("event"))
    origin = call.reception.network.origin_for(call.request)
    if not origin:
        raise refuse("not-invited")
    return as_square(f"{origin}/events/{event.id}")


async def event_log(call: WebCall) -> EventLog:
    event = await call.reception.events.opened(call.path("event"))
    found = words.lines_of(event, _number(call, "before"), LOG_PAGE)
    people = [person for _, entry in found for person in words.people_in(event, entry)]
    names = await call.reception.showing.names(event.row.plan, people)
    naming = words.LogNames(event, names, call.registry.games)
    lines = [words.said(number, entry, naming) for number, entry in found]
    return EventLog(lines, names, found[-1][0] if found and found[-1][0] > 1 else 0)


async def export_event(call: WebCall) -> WrittenOut:
    """Written out beside the loop: a long event has thousands of entries."""
    form, language = call.query("form", tuple(KINDS)), call.query("language", ("fr", "en"))
    event = await call.reception.events.opened(call.path("event"))
    signer = call.registry.signer
    return await call.errand(written, event, form, language, signer)


def written(event: OpenEvent, form: str, language: str, signer: Vouches) -> WrittenOut:
    entries = [decode_entry(body) for body in [*event.bodies]]
    luck = shown_luck(event)
    name = f"{event.id}.{form}"
    if form == "json":
        return WrittenOut(to_json(recorded(entries, luck, signer)).encode(), KINDS[form], name)
    live = fold(entries)
    table = standings(live, lots_of(live, luck) if luck else None)
    if form == "csv":
        return WrittenOut(to_csv(live, table, language).encode(), KINDS[form], name)
    if luck is None:
        raise refuse("event-goes-on")
    return WrittenOut(to_trf(live, table, lots_of(live, luck)).encode(), KINDS[form], name)


PAGES = [
    Page(
        "GET",
        "/api/events",
        list_events,
        "Events: mine, those to come, those that go on, those that are over.",
        answer=EventsPage,
        cost=3,
    ),
    Page(
        "POST",
        "/api/events",
        make_event,
        "Announce an event.",
        EventPlan,
        NewEventMade,
        201,
        needs_person=True,
        cost=5,
        is_private=True,
    ),
    Page(
        "GET",
        "/api/event-choices",
        event_choices,
        "What an organiser can choose from: forms with their usual tie-breaks, and all tie-breaks explained.",
        answer=EventChoices,
    ),
    Page(
        "GET",
        "/api/events/{event}",
        look_at_event,
        "An event: who takes part, the boards of a round (`?round=`), the table, a hundred at a time (`?page=`).",
        answer=EventInfo,
        cost=2,
    ),
    Page(
        "POST",
        "/api/events/{event}/acts",
        act_in_event,
        "Join, rest, come back, leave; for directors: pair, forfeit, annul, correct, swap, say, end.",
        AnyEventAct,
        EventInfo,
        needs_person=True,
        cost=3,
    ),
    Page(
        "GET",
        "/api/events/{event}/season",
        season_of_event,
        "The season table of an event's series: points by place, fifty people at a time (`?page=`).",
        answer=SeasonTable,
        cost=3,
    ),
    Page("GET", "/api/events/{event}/qr.svg", event_square, "The link to an event as a QR code.", None, bytes, cost=3),
    Page(
        "GET",
        "/api/events/{event}/log",
        event_log,
        "What happened, the latest first; `?before=` for older entries.",
        answer=EventLog,
        cost=2,
    ),
    Page(
        "GET",
        "/api/events/{event}/export",
        export_event,
        "The event as a file: to verify, for a spreadsheet, or FIDE's report.",
        answer=EventRecord,
        query=(("form", ("json", "csv", "trf")), ("language", ("fr", "en"))),
        cost=10,
    ),
]
