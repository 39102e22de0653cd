"""REST: what can be done here, so that pages offer nothing else."""

from recif import __version__
from recif.server.api.calls import Call, Page
from recif.server.messages.bodies.games import House


async def about(call: Call) -> House:
    return House(__version__, not call.office.is_alone, call.office.elsewhere, call.office.has_device)


PAGES = [Page("GET", "/api/about", about, "What can be done here.", None, House, is_kept=True)]
