"""REST: clubs, their ladders, and the matches between them."""

from recif.school.speeds import SPEEDS
from recif.server.api.calls import Page
from recif.server.api.endpoints import WebCall
from recif.server.api.events import season_table
from recif.server.messages.bodies import clubs as bodies
from recif.server.messages.bodies.events import SeasonTable
from recif.server.messages.refusals import refuse


def _me(call: WebCall) -> str:
    return call.row.id if call.row else ""


async def clubs(call: WebCall) -> bodies.ClubList:
    return await call.reception.clubs.pages.listed(_me(call))


async def found(call: WebCall) -> bodies.ClubPage:
    await call.check((call.reception.foundings, call.me.id))
    return await call.reception.clubs.found(call.me.id, call.body)


async def club(call: WebCall) -> bodies.ClubPage:
    return await call.reception.clubs.look(call.path("club"), _me(call))


async def act(call: WebCall) -> bodies.ClubPage:
    """What others hear of, and what makes tables, is bounded apart; so are wrong codes."""
    office, body, name = call.reception, call.body, call.path("club")
    if isinstance(body, bodies.PublishNews | bodies.InviteMember | bodies.OfferMatch):
        await call.check((office.club_calls, call.me.id))
    if isinstance(body, bodies.ChallengeUp | bodies.StartMatch):
        await call.check((office.address_tables, call.address), (office.challenges, call.me.id))
    if await office.clubs.is_wrong_code(name, call.me.id, body) and not office.codes.take(call.address, call.now):
        raise refuse("too-many-codes")
    return await office.clubs.act(name, call.me.id, body)


async def members(call: WebCall) -> bodies.ClubMembers:
    page = call.path("page")
    if not (page.isascii() and page.isdigit() and len(page) < 4):
        raise refuse("no-such-page")
    clubs = call.reception.clubs
    return await clubs.pages.members(await clubs.named(call.path("club")), _me(call), int(page))


async def ratings(call: WebCall) -> bodies.ClubRatings:
    clubs, speed = call.reception.clubs, call.query("speed", SPEEDS)
    return await clubs.pages.ratings(await clubs.named(call.path("club")), _me(call), call.path("game"), speed)


async def ladder(call: WebCall) -> bodies.LadderPage:
    return await call.reception.clubs.ladder(call.path("club"), call.path("game"), _me(call))


async def season(call: WebCall) -> SeasonTable:
    """Of all events that were held in the club's name."""
    row, events = await call.reception.clubs.seen(call.path("club"), _me(call)), call.reception.events
    is_member = await events.is_member(row.id, _me(call))
    return await season_table(call, await call.reception.leading.seasons.of_club(row.id, is_member))


async def dissolve(call: WebCall) -> None:
    await call.reception.clubs.dissolve(call.path("club"), call.me.id, call.body.name)


PAGES = [
    Page("GET", "/api/clubs", clubs, "My clubs, and those that anybody may see.", None, bodies.ClubList, cost=2),
    Page(
        "POST",
        "/api/clubs",
        found,
        "Found a club.",
        bodies.ClubBody,
        bodies.ClubPage,
        201,
        needs_person=True,
        cost=5,
        is_private=True,
    ),
    Page("GET", "/api/clubs/{club}", club, "A club, by its name.", None, bodies.ClubPage, cost=3),
    Page(
        "POST",
        "/api/clubs/{club}/acts",
        act,
        "Do something there: come in, leave, let somebody in, tell news, challenge, play a match.",
        bodies.AnyClubAct,
        bodies.ClubPage,
        needs_person=True,
        cost=3,
        is_private=True,
    ),
    Page(
        "GET",
        "/api/clubs/{club}/members/{page}",
        members,
        "Members, fifty a page from 0.",
        None,
        bodies.ClubMembers,
        cost=2,
    ),
    Page(
        "GET",
        "/api/clubs/{club}/ratings/{game}",
        ratings,
        "Members by rating.",
        None,
        bodies.ClubRatings,
        query=(("speed", SPEEDS),),
        cost=2,
    ),
    Page(
        "GET",
        "/api/clubs/{club}/season",
        season,
        "What the club's events brought its people, fifty at a time (`?page=`).",
        None,
        SeasonTable,
        cost=3,
    ),
    Page("GET", "/api/clubs/{club}/ladders/{game}", ladder, "A ladder.", None, bodies.LadderPage, cost=2),
    Page(
        "DELETE",
        "/api/clubs/{club}",
        dissolve,
        "End a club, with all that is its own.",
        bodies.DissolveBody,
        status=204,
        needs_person=True,
        cost=5,
        is_private=True,
    ),
]
