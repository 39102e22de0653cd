"""REST: whether others can come to a table here, and by which address."""

import io
from typing import Any

import segno

from recif.server.api.calls import Page, WrittenOut
from recif.server.api.endpoints import WebCall
from recif.server.messages.bodies.tables import Invitation
from recif.server.messages.refusals import refuse


async def invitation(call: WebCall) -> Invitation:
    network = call.reception.network
    request = call.request
    can_open, can_close = network.may_open(request), network.may_close(request)
    return Invitation(network.origin_for(request), can_open and not call.is_bot, can_close and not call.is_bot)


async def invite(call: WebCall) -> Invitation:
    """One click of somebody at this machine: the local network may come, until another click or the server stops."""
    network = call.reception.network
    if not network.is_open:
        if not network.may_open(call.request):
            raise refuse("not-from-here")
        try:
            await network.open()
        except OSError as error:
            raise refuse("no-network") from error
    return await invitation(call)


async def close(call: WebCall) -> Invitation:
    """One more click: nobody else comes in."""
    network = call.reception.network
    if not network.may_close(call.request):
        raise refuse("not-from-here")
    network.close()
    return await invitation(call)


async def code(call: WebCall) -> WrittenOut:
    """The link to a table as a picture for another telephone."""
    audience = await call.registry.audience(call.path("table"))
    origin = call.reception.network.origin_for(call.request)
    if not origin:
        raise refuse("not-invited")
    return as_square(f"{origin}/t/{audience.live.row.id}")


def as_square(link: str) -> WrittenOut:
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, xmldecl=False, border=2)
    return WrittenOut(out.getvalue(), "image/svg+xml")


BY_CLICK: dict[str, Any] = {"answer": Invitation, "needs_person": True, "is_private": True}
PAGES = [
    Page("GET", "/api/invitation", invitation, "Where a link leads that opens on another machine.", None, Invitation),
    Page("POST", "/api/invitation", invite, "Open to the local network.", **BY_CLICK),
    Page("DELETE", "/api/invitation", close, "Close to the local network.", **BY_CLICK),
    Page(
        "GET",
        "/api/tables/{table}/qr.svg",
        code,
        "The link to a table as a QR code.",
        None,
        bytes,
        cost=3,
    ),
]
