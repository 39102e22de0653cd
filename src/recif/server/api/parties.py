"""REST: a television and the phones around it."""

from recif.server.api.calls import Page, WrittenOut
from recif.server.api.endpoints import WebCall
from recif.server.api.invitation import as_square
from recif.server.messages.bodies.parties import AnyPartyAct, BeginMatch, EnterBody, Entrance, PartyInfo
from recif.server.messages.refusals import refuse


async def at_screen(call: WebCall) -> Entrance:
    await call.check((call.office.address_tables, call.address))
    return await call.reception.parties.at_screen(call.me.id)


async def enter(call: WebCall) -> Entrance:
    """Only a wrong code counts: a family types theirs as often as it likes, and nobody tries them all."""
    body: EnterBody = call.body
    parties = call.reception.parties
    if body.key:
        row = await parties.kept.of_key(body.party, body.key)
    else:
        if not call.reception.codes.take(call.address, call.now):
            raise refuse("too-many-guesses")
        row = await parties.kept.of_code(body.code)
        if row:
            call.reception.codes.give_back(call.address, call.now)
    if row is None:
        raise refuse("no-such-party")
    return await parties.enter(row.id, call.me.id)


async def look(call: WebCall) -> PartyInfo:
    return await call.reception.parties.look(call.path("party"), call.me.id)


async def act(call: WebCall) -> PartyInfo:
    if isinstance(call.body, BeginMatch):
        await call.check((call.office.address_tables, call.address))
    return await call.reception.parties.act(call.path("party"), call.me.id, call.body)


async def square(call: WebCall) -> WrittenOut:
    """The link that brings a phone here, as a picture; only the television shows it."""
    party = call.path("party")
    entrance = await call.reception.parties.at_screen(call.me.id)
    origin = call.reception.network.origin_for(call.request)
    if entrance.party.party != party:
        raise refuse("no-such-party")
    if not origin:
        raise refuse("not-invited")
    return as_square(f"{origin}/hand/{party}.{entrance.key}")


PAGES = [
    Page(
        "POST",
        "/api/parties",
        at_screen,
        "Be a television: the party of this screen, or a new one.",
        answer=Entrance,
        needs_person=True,
        cost=5,
        is_private=True,
    ),
    Page(
        "POST",
        "/api/parties/guests",
        enter,
        "Come to a party, by the code or the link that its screen shows.",
        EnterBody,
        Entrance,
        needs_person=True,
        cost=2,
        is_private=True,
    ),
    Page(
        "GET",
        "/api/parties/{party}",
        look,
        "A party that I am at.",
        answer=PartyInfo,
        needs_person=True,
        is_private=True,
    ),
    Page(
        "POST",
        "/api/parties/{party}/acts",
        act,
        "Do something there: choose, begin, guess, share a seat, leave.",
        AnyPartyAct,
        PartyInfo,
        needs_person=True,
        cost=2,
        is_private=True,
    ),
    Page(
        "GET",
        "/api/parties/{party}/square",
        square,
        "The link that brings a phone here, as a QR code.",
        answer=bytes,
        needs_person=True,
        cost=2,
        is_private=True,
    ),
]
