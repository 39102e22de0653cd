"""A server on which everything is as large as it may be, and the largest that each page and message accepts of it.

Sizes are those of the types and limits themselves.
"""

import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from recif.events.checking import MOST_PEOPLE
from recif.events.entries import DirectorSaid, PersonJoined, RoundPaired
from recif.games import GAMES
from recif.games.core.contract import LUCK
from recif.match.match import Match
from recif.match.record import record, to_json
from recif.school import study
from recif.school.puzzles import judging
from recif.school.puzzles.files import all_puzzles
from recif.server.api.games import MOST_FRAMES
from recif.server.api.people import MOST_TOKENS
from recif.server.app import Server
from recif.server.clubs.club_matches import MOST_IN_TEAM, MOST_SHOWN
from recif.server.clubs.membership import MOST_ASKING, MOST_MEMBERS
from recif.server.clubs.rungs import MOST_RUNGS
from recif.server.events.judging import Entries
from recif.server.events.plans import RECIF
from recif.server.events.seasons import MOST_EVENTS, PODIUM
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.bodies.clubs import ClubBody, EnterLadder, LadderSettings, SetLadder
from recif.server.messages.bodies.events import EventGame, EventPlan
from recif.server.messages.bodies.school import LearnBody, LessonBody
from recif.server.messages.bodies.studies import Study
from recif.server.messages.bodies.tables import NewTable, SeatWish
from recif.server.parties.acts import MOST_GUESTS
from recif.server.store import of_sums
from recif.server.store.club_rows import ClubBoard, ClubMatchRow, DuelRow, LadderRow
from recif.server.store.durability import durable
from recif.server.store.entries import Begun, Drawn, Played
from recif.server.store.of_tables import LOOKED_AT
from recif.server.store.rows import EventRow, PersonRow
from recif.server.tables import creation
from tests.server.live import Visitor, sqlite_of
from tests.server.push_service import Browser, PushService
from tests.server.test_people import PASSWORD
from tests.server.work import Counted, limit_of

LIFE = 5_000  # matches of somebody who plays much,
SHOWN = 250  # and those of them that an export in a test can wait for
MANY = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT {})"
COPY_TABLE = "INSERT INTO tables {} SELECT id || n, status, 1, made + n, replace(body, id, id || n), owner"
COPY_ENTRIES = """INSERT INTO entries {} SELECT "table" || n, version, at, body, person, id, told"""
COPY_RECORD = "INSERT INTO records {} SELECT id || n, owner, at + n, replace(about, id, id || n), body"
RESULTS = """INSERT INTO results {} SELECT 't' || n, ?1, 'xok', 'quick', n * 30000000, n % 3, n % 2, 1, 1500.0, 60.0,
    0.06, 1.0 FROM numbers"""
Asked = tuple[str, Any]  # where, and the body


@dataclass
class World:
    """Ana has done all that one can; `over` is the table of a long match, `brought` the same as a record, at `running`
    both seats are hers."""

    here: Counted
    ana: Visitor
    me: str
    over: str
    running: str
    brought: str
    studies: list[str]
    tokens: list[str]
    events: list[tuple[int, str]]
    party: str  # of which she is the captain, with as many guests as there may be
    event: str  # that she directs, with as many people and boards as there may be
    club: str  # of which she is an admin, with as many members as there may be
    game: str = "crabs"


def long_match(game: str = "crabs") -> Match:
    chance, match = random.Random(5), Match(GAMES[game])
    while not match.is_over:
        if match.is_luck_due:
            match.draw(chance.randrange)
        else:
            seat = match.waiting[0]
            match.play(seat, chance.choice(list(match.position.moves(seat))))
    return match


async def kept_table(server: Server, owner: str, match: Match) -> str:
    """A match on disk as that of a table, at which one person sat on all seats."""
    wish = NewTable(match.game.id, [SeatWish("me")] * match.seats, match.options)
    live = LiveTable(creation.new_row(GAMES, owner, wish, 0), match.game)
    entries = [creation.made(live, 0)]
    live.apply(entries[0])
    played = [Drawn(text) if seat == LUCK else Played(seat, text) for seat, text in match.log]
    for what in (Begun(), *played):
        entries.append(live.entry(what, 0, owner))
        live.apply(entries[-1])
    await durable(server.store, partial(server.store.save_table, live.row, entries))
    return live.row.id


def _some(new: Entries, _: Any) -> Entries:
    return new


def plans() -> list[list[str]]:
    """As many answers as a message has room for, after the one move that is played at the running table."""
    match, lines = Match(GAMES["xok"]), []
    match.play(0, "e5e6")
    for first in list(match.position.moves(1))[:27]:
        position, line = match.position.copy(), [first]
        position.play(1, first)
        while len(line) < 28 and not position.is_over:
            line.append(next(iter(position.moves(position.waiting[0]))))
            position.play(position.waiting[0], line[-1])
        lines.append(line[: len(line) // 2 * 2])
    return lines


def a_study() -> dict[str, Any]:
    """As many moves as one may have, each with a note, within the bytes that one may have: a comb."""
    moves = [
        {"parent": 0 if n % 2 else n, "seat": n % 2, "text": "c3c4" if n % 2 else "e5e6", "note": "x" * 100}
        for n in range(study.MOST_MOVES)
    ]
    for n, move in enumerate(moves):
        move["parent"] = 0 if n % 2 == 0 else n
    return {"game": "xok", "title": "x" * study.LONGEST_NAME, "moves": moves}


async def furnished(here: Counted, ana: Visitor) -> World:
    await ana.call("POST", "/api/account", {"name": "Ana", "password": PASSWORD})
    me = (await ana.call("GET", "/api/me"))["person"]["id"]
    match = long_match()
    brought = (await ana.call("POST", "/api/records", data=to_json(record(match))))["match"]
    over = await here.on_loop(kept_table(here.server, me, match))
    running = await ana.table("xok", "me", "me", public=True)
    saved = (await ana.call("POST", "/api/studies", {"study": a_study()}))["id"]
    tokens = [(await ana.call("POST", "/api/tokens", {"label": f"{n}"}))["id"] for n in range(MOST_TOKENS)]
    await ana.call("POST", "/api/me/learned", learned())
    await here.on_loop(_fill(here, me, over, running, saved, brought))
    party = await here.on_loop(_invite(here, me))
    events = [(event.seat, event.text) for event in match.log]
    event = await here.on_loop(_announce(here, me))
    club = await here.on_loop(gathered_club(here, me))
    return World(here, ana, me, over, running, brought, [saved], tokens, events, party, event, club)


async def _announce(here: Counted, me: str) -> str:
    """An event as full as it may be, in its first round, with the log of a long one."""
    events = here.server.dispatcher.events
    owner = await here.server.registry.people.known(me)
    begins = here.server.registry.outside.now() + 60 * 60 * 1000
    plan = EventPlan(name="x" * 80, form="arena", games=[EventGame("xok")], weeks=1, zone="Europe/Paris", begins=begins)
    made = await events.make(owner, plan)
    event = made.id
    await _hold_a_season(here, made.row)
    people = [f"p{number}" for number in range(MOST_PEOPLE)]
    joined: Entries = [PersonJoined(at=1, by=one, person=one, name="x" * 24) for one in people]
    talk: Entries = [DirectorSaid(at=2, by=me, text="x" * 500) for _ in range(100)]
    for first in range(0, len(joined), 100):
        await events.change(event, partial(_some, joined[first : first + 100]))
    await events.change(event, lambda _: talk)
    events.when_changed = events._nothing  # five hundred tables are made one by one: tests/server/test_events.py
    boards = tuple(zip(people[::2], people[1::2], strict=True))
    await events.change(event, lambda _: [RoundPaired(at=3, by=RECIF, round=1, game="xok", boards=boards)])
    return event


async def _hold_a_season(here: Counted, row: EventRow) -> None:
    """As many events of a series as count, each with as many people as there may be."""
    store, final = here.server.registry.store, [(place + 1, f"p{place}") for place in range(MOST_PEOPLE)]
    for number in range(MOST_EVENTS):
        podium = final[number : number + PODIUM]
        one = replace(row, id=f"season{number}", follows=f"season{number - 1}", status="over", podium=podium)
        store.save_event(one, "{}", "stamp", [], lambda: None)
        store.save_final(one, msgspec.json.encode(final).decode(), lambda: None)
    await store.event(row.id)


async def _invite(here: Counted, me: str) -> str:
    """A party around a television: Ana's, and full."""
    parties = here.server.dispatcher.parties
    party = (await parties.at_screen("tv")).party.party
    await parties.enter(party, me)
    for number in range(MOST_GUESTS - 1):
        row = PersonRow(f"guest{number}", f"Guest {number}", "en", 0)
        await here.server.registry.people.save(row, lambda: None)
        await parties.enter(party, row.id)
    return party


async def gathered_club(here: Counted, me: str) -> str:
    """A club of Ana's: as many members as there may be, all of them here and rated, on a ladder that is full."""
    server, clubs = here.server, here.server.dispatcher.clubs
    page = await clubs.found(me, ClubBody("Club", "é" * 2000, "e" * 2000))
    await clubs.act("Club", me, SetLadder(LadderSettings(("xok",), 20)))
    await clubs.act("Club", me, EnterLadder("xok"))
    club, database = page.card.club, sqlite_of(server)._database
    for number in range(MOST_MEMBERS - 1):
        await server.registry.people.save(PersonRow(f"m{number}", f"M {number}", "en", 0), lambda: None)
        clubs.presence.come(f"m{number}")
    many = MANY.format(MOST_MEMBERS - 1)
    database.execute(
        f"INSERT INTO members {many} SELECT ?1, 'm' || (n - 1), 'member', n, CASE WHEN n < 30 THEN 'news' ELSE '' END,"
        " 0, '' FROM numbers", (club,))  # fmt: skip
    database.execute("UPDATE clubs SET members = ?1 WHERE id = ?2", (MOST_MEMBERS, club))
    database.execute(
        f"INSERT INTO standings {many} SELECT 'm' || (n - 1), 'xok', 'quick', 1500.0 + n, 60.0, 0.06, 9, 1, 9"
                     " FROM numbers")  # fmt: skip
    database.execute(f"INSERT INTO members {MANY.format(MOST_ASKING)} SELECT ?1, 'a' || n, 'asks', n, '', 0, ''"
                     " FROM numbers", (club,))  # fmt: skip
    database.execute(f"INSERT INTO club_news {MANY.format(50)} SELECT 'n' || n, ?1, n, 'm' || n, ?2, NULL FROM numbers",
                     (club, "é" * 1000))  # fmt: skip
    rungs = (*(f"m{number}" for number in range(MOST_RUNGS - 1)), me)
    row = LadderRow(club, "xok", 2, "stamp", rungs)
    await durable(server.store, partial(server.store.save_ladder, row, "", ()))
    for number in range(0, MOST_RUNGS - 30, 2):
        duel = DuelRow(f"duel{number}", club, "xok", f"m{number + 1}", f"m{number}", 1, None)
        await durable(server.store, partial(server.store.save_duel, duel))
    ours, theirs = (tuple(f"m{first + number}" for number in range(MOST_IN_TEAM)) for first in (0, MOST_IN_TEAM))
    for number in range(MOST_SHOWN):
        boards = tuple(ClubBoard(one, two, f"b{number}") for one, two in zip(ours, theirs, strict=True))[:50]
        match = ClubMatchRow(f"c{number}", club, club, "xok", number, 1, "s", "playing", 50, 2, ours, theirs, boards)
        await durable(server.store, partial(server.store.save_club_match, match, (), ""))
    return "Club"


async def _fill(here: Counted, me: str, over: str, running: str, saved: str, brought: str) -> None:
    server, limits = here.server, here.server.settings.limits
    database = sqlite_of(server)._database

    def run(sql: str, *values: Any) -> None:
        database.execute(sql, values)

    for table, many in ((over, SHOWN), (running, LOOKED_AT)):
        run(f"{COPY_TABLE.format(MANY.format(many))} FROM numbers, tables WHERE id = ?1", table)
    run(f'{COPY_ENTRIES.format(MANY.format(SHOWN))} FROM numbers, entries WHERE "table" = ?1', over)
    run(f"{COPY_RECORD.format(MANY.format(limits.records - 1))} FROM numbers, records WHERE id = ?1", brought)
    for table, many, is_over in ((over, SHOWN, 1), (running, limits.tables - 2, 0)):
        run(f"INSERT INTO players {MANY.format(many)} SELECT ?1, ?2 || n, n, {is_over} FROM numbers", me, table)
    run(RESULTS.format(MANY.format(LIFE)), me)
    for statement in ("DELETE FROM tallies", "DELETE FROM streaks", *of_sums.FILL.split(";")):
        run(statement)
    run(f"INSERT INTO unexplored {MANY.format(100)} SELECT ?1 || n, n FROM numbers", over)
    run(f"INSERT INTO notices {MANY.format(LIFE)} SELECT ?1, 't' || n, 0, 'over', n, ?2, 'k', NULL, n % 2, 0, '', ''"
        " FROM numbers", me, json.dumps({"game": "xok", "who": me}))  # fmt: skip
    run(f"INSERT INTO notices {MANY.format(500)} SELECT ?1, 't' || n, 1, 'time', ?2, ?3, 'k', NULL, 1, 0, '', ''"
        " FROM numbers", me, server.now(), json.dumps({"game": "xok", "left": 10**9}))  # fmt: skip
    run("INSERT INTO calendars VALUES (?1, 1)", me)
    run(f"INSERT INTO mutes {MANY.format(999)} SELECT ?1, 'p' || n FROM numbers", me)
    run(f"INSERT INTO talks {MANY.format(300)} SELECT ?1, n, ?2, 'hello', '', 0 FROM numbers", over, me)
    run(f"INSERT INTO talks {MANY.format(SHOWN)} SELECT 't' || n, n, ?1, 'hello', '', 0 FROM numbers", me)
    run(f"INSERT INTO kept {MANY.format(limits.studies - 1)} SELECT name || n, value FROM numbers, kept"
        " WHERE name = ?1", f"study {saved}")  # fmt: skip
    ids = json.dumps([saved, *(f"{saved}{n}" for n in range(1, limits.studies))])
    run("UPDATE kept SET value = ?1 WHERE name = ?2", ids, f"studies of {me}")


def learned() -> dict[str, Any]:
    names, today = list(all_puzzles()), int(time.time()) // 86_400
    tries = [(names[n % len(names)], bool(n % 2), 10**6 - n) for n in range(limit_of(LearnBody, "tries"))]
    return {"tries": tries, "days": [today - n for n in range(limit_of(LearnBody, "days"))]}


def a_device(number: int) -> dict[str, Any]:
    """That nothing is sent to: its name leads nowhere."""
    browser = Browser(f"{number}" * 900)
    return PushService("https://push.invalid").subscription(browser)


def looked_at(world: World, **more: Any) -> dict[str, Any]:
    """A position after as many events as a match has."""
    assert len(world.events) <= limit_of(Study, "events")
    return {"game": world.game, "events": world.events[:-1], **more}


def too_much(world: World, **more: Any) -> dict[str, Any]:
    """As many events as the type allows: refused, but read."""
    most = limit_of(Study, "events")
    return {"game": world.game, "events": (world.events * most)[:most], **more}


def _seat(world: World) -> int:
    return world.events[-1][0]


def a_plan(**told: Any) -> dict[str, Any]:
    games = [{"game": "xok"}] * limit_of(EventPlan, "games")
    people = ["x" * 24] * limit_of(EventPlan, "people")
    fields = {"name": "x" * 80, "form": "arena", "games": games, "people": people, "entry": "list", "about": "x" * 1000}
    return fields | told


def _puzzle(world: World, is_right: bool) -> Asked:
    puzzle = next(iter(all_puzzles().values()))
    asked = judging.decision(puzzle, 0)
    move = next(one for one in asked.position.moves(asked.seat) if judging.is_right(puzzle, 0, one) == is_right)
    return f"/api/puzzles/{puzzle.name}/tries", {"found": 0, "move": move}


def _puzzle_path(world: World) -> str:
    return f"/api/puzzles/{next(iter(all_puzzles()))}"


def _at(path: str, body: Any = None) -> Callable[[World], list[Asked]]:
    """The same whatever the world is, but for the names of things in it."""

    def asked(world: World) -> list[Asked]:
        names = {"over": world.over, "running": world.running, "study": world.studies[0], "token": world.tokens[0]}
        names["brought"] = world.brought
        names["party"] = world.party
        names["event"] = world.event
        names["club"] = world.club
        return [(path.format(**names), body)]

    return asked


LARGEST: dict[tuple[str, str], Callable[[World], list[Asked]]] = {
    ("GET", "/api/about"): _at("/api/about"),
    ("GET", "/api/games"): _at("/api/games"),
    ("GET", "/api/games/{game}"): _at("/api/games/xok"),
    ("GET", "/api/games/{game}/readiness"): _at("/api/games/xok/readiness"),
    ("GET", "/api/games/{game}/rules"): _at("/api/games/xok/rules"),
    ("GET", "/api/games/{game}/moves/{name}"): _at("/api/games/xok/moves/none"),
    ("POST", "/api/things"): lambda world: [("/api/things", looked_at(world)), ("/api/things", too_much(world))],
    ("POST", "/api/positions"): lambda world: [
        ("/api/positions", looked_at(world)),
        ("/api/positions", too_much(world)),
        ("/api/positions", {"game": "xok"}),
    ],
    ("POST", "/api/frames"): lambda world: [("/api/frames", looked_at(world)), ("/api/frames", too_much(world))],
    ("POST", "/api/evaluations"): lambda world: [
        ("/api/evaluations", too_much(world, seat=0)),
        ("/api/evaluations", {"game": "xok", "seat": 0, "level": 1}),
    ],
    ("GET", "/api/tables"): _at("/api/tables"),
    ("POST", "/api/tables"): _at("/api/tables", {"game": "xok", "seats": [{"kind": "me"}] * 16}),
    ("POST", "/api/commitments"): _at("/api/commitments"),
    ("GET", "/api/tables/{table}"): _at("/api/tables/{over}"),
    ("POST", "/api/tables/{table}/decline"): _at("/api/tables/{running}/decline"),
    ("GET", "/api/key"): _at("/api/key"),
    ("GET", "/api/tables/{table}/draws"): _at("/api/tables/{over}/draws"),
    ("GET", "/api/tables/{table}/qr.svg"): _at("/api/tables/{over}/qr.svg"),
    ("GET", "/api/tables/{table}/record"): lambda world: [
        (f"/api/tables/{world.over}/record?form={form}", None) for form in ("json", "text")
    ],
    ("POST", "/api/tables/{table}/moves"): _at(
        "/api/tables/{running}/moves", {"seat": 0, "move": "e5e6", "id": "x" * 64}
    ),
    ("POST", "/api/records"): lambda world: [("/api/records", to_json(record(long_match())))],
    ("POST", "/api/me/records"): _at("/api/me/records", {"records": [to_json(record(long_match()))] * 20}),
    ("GET", "/api/records"): _at("/api/records"),
    ("GET", "/api/records/{record}"): lambda world: [
        (f"/api/records/{world.brought}?form={form}", None) for form in ("json", "text")
    ],
    ("DELETE", "/api/records/{record}"): _at("/api/records/{brought}9"),
    ("GET", "/api/matches/{match}"): lambda world: [
        (f"/api/matches/{match}", None) for match in (world.over, f"{world.over}2", world.brought, f"{world.brought}2")
    ],
    ("POST", "/api/matches/{match}/frames"): lambda world: [
        (f"/api/matches/{world.brought}/frames", {"since": len(world.events) - MOST_FRAMES}),
        (f"/api/matches/{world.brought}3/frames", {"since": 5_000}),
    ],
    ("POST", "/api/guest"): _at("/api/guest", {"name": "Ana", "language": "en"}),
    ("GET", "/api/me"): _at("/api/me"),
    ("PATCH", "/api/me"): _at("/api/me", {"name": "Ana", "language": "en"}),
    ("GET", "/api/me/export"): _at("/api/me/export"),
    ("POST", "/api/account"): _at("/api/account", {"name": "Ana", "password": "x" * 200}),
    ("POST", "/api/password"): _at("/api/password", {"password": PASSWORD, "new": PASSWORD}),
    ("POST", "/api/session"): _at("/api/session", {"name": "x" * 20, "password": "x" * 200}),
    ("POST", "/api/tokens"): _at("/api/tokens", {"label": "x" * 40}),
    ("GET", "/api/tokens"): _at("/api/tokens"),
    ("DELETE", "/api/tokens/{token}"): _at("/api/tokens/{token}"),
    ("GET", "/api/notices"): _at("/api/notices"),
    ("POST", "/api/notices/seen"): _at("/api/notices/seen"),
    ("PATCH", "/api/notices/wishes"): _at("/api/notices/wishes", {"kind": "turn", "way": "push", "on": True}),
    ("POST", "/api/notices/devices"): lambda world: [("/api/notices/devices", a_device(n)) for n in range(6)],
    ("DELETE", "/api/notices/devices/{device}"): _at("/api/notices/devices/none"),
    ("POST", "/api/notices/mail"): _at(
        "/api/notices/mail", {"address": "a@" + "b" * 298, "zone": "x" * 60, "hour": 23}
    ),
    ("DELETE", "/api/notices/mail"): _at("/api/notices/mail"),
    ("POST", "/mail/{token}"): _at(f"/mail/{'x' * 2000}"),
    ("POST", "/api/notices/hooks"): lambda world: [
        ("/api/notices/hooks", {"url": f"https://hook.invalid/{'x' * 900}{n}", "form": "discord"}) for n in range(6)
    ],
    ("DELETE", "/api/notices/hooks/{hook}"): _at("/api/notices/hooks/none"),
    ("POST", "/api/notices/calendar"): _at("/api/notices/calendar"),
    ("DELETE", "/api/notices/calendar"): _at("/api/notices/calendar"),
    ("GET", "/api/calendars/{file}"): lambda world: [
        (f"/api/calendars/{world.here.server.notices.links.token('calendar', world.me, 1)}.ics", None)
    ],
    ("POST", "/api/notices/test"): lambda world: [
        (f"/api/notices/test?way={way}", None) for way in ("push", "bell", "mail", "webhook")
    ],
    ("GET", "/api/invitation"): _at("/api/invitation"),
    ("POST", "/api/invitation"): _at("/api/invitation"),
    ("DELETE", "/api/invitation"): _at("/api/invitation"),
    ("GET", "/api/parties/{party}"): _at("/api/parties/{party}"),
    ("POST", "/api/parties/{party}/acts"): lambda world: [
        (f"/api/parties/{world.party}/acts", body)
        for body in (
            {"act": "choosegame", "game": "kroc", "machines": 4, "level": 8},
            {"act": "sendaway", "person": "guest1"},
            {"act": "beginmatch"},
        )
    ],
    ("GET", "/api/parties/{party}/square"): _at("/api/parties/{party}/square"),
    ("POST", "/api/parties/guests"): _at("/api/parties/guests", {"code": "x" * 20}),
    ("POST", "/api/parties"): _at("/api/parties"),
    ("GET", "/api/event-choices"): _at("/api/event-choices"),
    ("GET", "/api/events"): _at("/api/events?club=x"),
    ("POST", "/api/events"): lambda world: [
        ("/api/events", a_plan()),
        ("/api/events", a_plan(form="swiss", rounds=50)),
    ],
    ("GET", "/api/events/{event}"): lambda world: [
        (f"/api/events/{world.event}?page={page}&round={page}", None) for page in (0, 1)
    ],
    ("POST", "/api/events/{event}/acts"): lambda world: [
        (f"/api/events/{world.event}/acts", body)
        for body in (
            {"act": "join", "number": "x" * 64},
            {"act": "tellall", "text": "x" * 500},
            {"act": "correctboard", "round": 1, "board": 500, "places": [1, 2], "reason": "x" * 500},
            {"act": "pairround", "boards": [["p1", "p2"]] * 100, "reason": "x" * 500},
            {"act": "endevent", "reason": "x" * 500},
        )
    ],
    ("GET", "/api/events/{event}/log"): _at("/api/events/{event}/log"),
    ("GET", "/api/events/{event}/season"): _at("/api/events/{event}/season"),
    ("GET", "/api/events/{event}/qr.svg"): _at("/api/events/{event}/qr.svg"),
    ("GET", "/api/events/{event}/export"): lambda world: [
        (f"/api/events/{world.event}/export?form={form}", None) for form in ("json", "csv", "trf")
    ],
    ("GET", "/api/clubs"): _at("/api/clubs"),
    ("POST", "/api/clubs"): _at("/api/clubs", {"name": "x" * 40, "about_fr": "é" * 2000, "about_en": "e" * 2000}),
    ("GET", "/api/clubs/{club}"): _at("/api/clubs/{club}"),
    ("GET", "/api/clubs/{club}/season"): _at("/api/clubs/{club}/season"),
    ("GET", "/api/clubs/{club}/members/{page}"): _at("/api/clubs/{club}/members/0"),
    ("GET", "/api/clubs/{club}/ratings/{game}"): _at("/api/clubs/{club}/ratings/xok?speed=quick"),
    ("GET", "/api/clubs/{club}/ladders/{game}"): _at("/api/clubs/{club}/ladders/xok"),
    ("POST", "/api/clubs/{club}/acts"): lambda world: [
        (f"/api/clubs/{world.club}/acts", body)
        for body in (
            {"act": "publishnews", "text": "é" * 1000},
            {"act": "removemember", "person": "m5"},
            {"act": "setroles", "person": "m700", "roles": ["accept", "news"]},
            {"act": "answerrequest", "person": "a1", "yes": True},
            {"act": "challengeup", "game": "xok", "person": f"m{MOST_RUNGS - 2}"},
            {"act": "hideme", "on": True},
            {"act": "joinclub", "code": "x" * 20},
            {"act": "offermatch", "club": "x" * 200, "game": "xok"},
        )
    ],
    ("DELETE", "/api/clubs/{club}"): _at("/api/clubs/{club}", {"name": "x" * 200}),
    ("GET", "/api/lessons"): _at("/api/lessons"),
    ("GET", "/api/lessons/{game}"): _at("/api/lessons/xok"),
    ("POST", "/api/lessons/{game}/{step}"): _at(
        "/api/lessons/xok/1", {"moves": ["x" * 100] * limit_of(LessonBody, "moves")}
    ),
    ("GET", "/api/leaders/{game}"): _at("/api/leaders/xok"),
    ("GET", "/api/people/{name}/profile"): _at("/api/people/Ana/profile"),
    ("POST", "/api/me/learned"): lambda world: [("/api/me/learned", learned())],
    ("GET", "/api/puzzles"): _at("/api/puzzles"),
    ("GET", "/api/puzzles/{puzzle}"): lambda world: [(_puzzle_path(world), None)],
    ("POST", "/api/puzzles/{puzzle}/tries"): lambda world: [_puzzle(world, True), _puzzle(world, False)],
    ("POST", "/api/puzzles/{puzzle}/solution"): lambda world: [(f"{_puzzle_path(world)}/solution", {"found": 0})],
    ("POST", "/api/studies/read"): lambda world: [("/api/studies/read", {"source": json.dumps(a_study())})],
    ("GET", "/api/studies"): _at("/api/studies"),
    ("POST", "/api/studies"): lambda world: [("/api/studies", {"study": a_study(), "id": world.studies[0]})],
    ("GET", "/api/studies/{study}"): lambda world: [
        (f"/api/studies/{world.studies[0]}", None),
        (f"/api/studies/{world.over}", None),
        (f"/api/studies/{world.brought}", None),
    ],
    ("DELETE", "/api/studies/{study}"): _at("/api/studies/none"),
    ("POST", "/api/explorer"): lambda world: [
        ("/api/explorer", looked_at(world, seat=_seat(world))),
        ("/api/explorer", {"game": "xok", "seat": 0}),
        ("/api/explorer", too_much(world, seat=0)),
    ],
    ("GET", "/api/openapi.json"): _at("/api/openapi.json"),
    ("GET", "/ws"): _at("/ws"),
    ("GET", "/health"): _at("/health"),
    ("GET", "/metrics"): _at("/metrics"),
    ("GET", "/{path:.*}"): _at("/t/{over}"),
    ("GET", "/api/turns"): _at("/api/turns"),
    ("POST", "/api/thoughts/{number}"): _at("/api/thoughts/1", "[" * 60_000),
    ("POST", "/api/holidays"): lambda world: [
        ("/api/holidays", {"until": int(time.time() * 1000) + 20 * 86_400_000, "automatic": True}),
        ("/api/holidays", {"until": 0}),
        ("/api/holidays", {"until": 1 << 53}),
    ],
    ("DELETE", "/api/session"): _at("/api/session"),
    ("DELETE", "/api/sessions"): _at("/api/sessions"),
    ("DELETE", "/api/me"): _at("/api/me", {"password": PASSWORD}),
}
LEAVES = (("DELETE", "/api/session"), ("DELETE", "/api/sessions"), ("DELETE", "/api/me"))  # Ana signs in again

ID = "x" * 64
SAID: dict[type, Callable[[World], list[Any]]] = {
    wire.Follow: lambda world: [wire.Follow(table) for table in (world.over, f"{world.over}1", world.running)],
    wire.Leave: lambda world: [wire.Leave(world.running)],
    wire.Look: lambda world: [wire.Look(world.running, 0)],
    wire.Sit: lambda world: [wire.Sit(world.running, ID, 0, ID)],
    wire.Stand: lambda world: [wire.Stand(world.running, ID, 0)],
    wire.Fill: lambda world: [wire.Fill(world.running, ID, 0, 1)],
    wire.Play: lambda world: [wire.Play(world.running, ID, 0, "x" * 100), wire.Play(world.running, "m", 0, "e5e6")],
    wire.Propose: lambda world: [
        wire.Propose(world.running, ID, 0, "draw"),
        wire.Propose(world.running, "swap", 0, "swap", other=1),
        wire.Propose(world.over, "again", 0, "rematch", game="kroc"),
    ],
    wire.Reply: lambda world: [wire.Reply(world.running, ID, 0, "undo", True)],
    wire.Prepare: lambda world: [wire.Prepare(world.running, ID, 0, "x" * 100)],
    wire.Foresee: lambda world: [
        wire.Foresee(world.running, ID, 0, [["x" * 4] * 30] * 30),
        wire.Foresee(world.running, "deep", 0, plans()),
    ],
    wire.Claim: lambda world: [wire.Claim(world.running, ID, 0, 1, "win")],
    wire.Say: lambda world: [wire.Say(world.running, "x" * 300)],
    wire.Mute: lambda world: [wire.Mute("x" * 32)],
    wire.Ask: lambda world: [
        wire.Ask(world.running, ID, "ahead", 0, line=plans()[0]),
        wire.Ask(world.running, ID, "moves", 1),
        wire.Ask(world.over, ID, "picture"),
        wire.Ask(world.over, ID, "again", index=20),
        wire.Ask(world.over, ID, "evaluate", index=20),
        wire.Ask(world.over, ID, "review"),
        wire.Ask(f"{world.brought}4", ID, "review"),
    ],
    wire.Lobby: lambda world: [wire.Lobby()],
    wire.Away: lambda world: [wire.Away(), wire.Away(on=False)],
    wire.Lend: lambda world: [wire.Lend(), wire.Lend(on=False)],
    wire.Attend: lambda world: [wire.Attend(world.party), wire.Attend(world.party, on=False)],
    wire.Cheer: lambda world: [wire.Cheer(world.party, "well-played")],
    wire.FollowEvent: lambda world: [wire.FollowEvent(world.event), wire.FollowEvent(world.event, on=False)],
    wire.Ping: lambda world: [wire.Ping(1 << 62)],
    wire.Resign: lambda world: [wire.Resign(world.running, ID, 0)],
}
