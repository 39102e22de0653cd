"""REST: whether others can come to a table here, and by which address."""

from recif.server.api.endpoints import Call, Page
from recif.server.messages.bodies import Invitation
from recif.server.messages.refusals import refuse


async def invitation(call: Call) -> Invitation:
    network = call.reception.network
    return Invitation(network.origin_for(call.request), network.may_open(call.request))


async def invite(call: Call) -> Invitation:
    """One click of somebody at this machine: the local network may come, until the server stops."""
    network = call.reception.network
    if not network.is_open:
        if not network.may_open(call.request):
            raise refuse("not-from-here")
        try:
            await network.open()
        except OSError as error:
            raise refuse("no-network") from error
    return await invitation(call)


PAGES = [
    Page("GET", "/api/invitation", invitation, "Where a link leads that opens on another machine.", None, Invitation),
    Page("POST", "/api/invitation", invite, "Open to the local network.", None, Invitation, needs_person=True),
]
