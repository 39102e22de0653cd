"""A server that is killed, -9, at one step of telling somebody something."""

import os
import signal
import ssl
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from recif.cli.serve import run
from recif.server import app
from recif.server.notices import causes, mailing, outbox
from recif.server.notices.hooking import Hooking
from recif.server.notices.mailing import Mailing
from recif.server.notices.outbox import NoticeOutbox
from recif.server.notices.pushing import Pushing
from recif.server.reach import Reach
from recif.server.settings import Settings, Smtp
from recif.server.store.of_ways import OfWays
from tests.server.live import GENEROUS
from tests.server.push_service import certificate

LEASE_S = 2.0  # nobody waits for long until another server takes over


def die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def before(owner: type, name: str) -> None:
    setattr(owner, name, die)


def after(owner: type, name: str) -> None:
    """When it is done; what has found nothing to do goes on."""
    done = getattr(owner, name)

    async def and_die(*args: Any) -> Any:
        found = await done(*args)
        return found if found == [] else die()

    setattr(owner, name, and_die)


def when_kept(owner: type, name: str) -> None:
    """When what it writes is on disk."""
    written = getattr(owner, name)
    setattr(owner, name, lambda *args: written(*args[:-1], die))


STEPS: dict[str, Callable[[], None]] = {
    "none": lambda: None,
    "committed": lambda: before(app.Server, "_ring"),
    "read": lambda: after(NoticeOutbox, "_next"),
    "leased: push": lambda: before(Pushing, "_posted"),
    "leased: webhook": lambda: before(Hooking, "post"),
    "leased: mail": lambda: before(Mailing, "post"),
    "answered: push": lambda: after(Pushing, "_posted"),
    "answered: webhook": lambda: after(Hooking, "post"),
    "answered: mail": lambda: after(Mailing, "post"),
    "mailed": lambda: when_kept(OfWays, "mailed"),
    "marking": lambda: before(NoticeOutbox, "_write"),
    "marked": lambda: after(NoticeOutbox, "_deliver"),
}


def hurry() -> None:
    """What is due in life after seconds, hours or until the evening is due at once."""
    app.TICK = 0.1
    causes.GRACE_MS = 0
    outbox.PAUSES_S = (1, 1, 1, 1, 1)
    outbox.LEASE_S = app.LEASE_S = LEASE_S  # type: ignore[attr-defined]
    mailing.next_hour = lambda after, zone, hour: after  # type: ignore[attr-defined]


def serve(database: str, folder: Path, service: int, smtp: int, step: str, port: "Connection[int, None]") -> None:
    """`folder`: where the certificate of the push service lies, at whose port."""
    hurry()
    STEPS[step]()
    trusting = ssl.create_default_context(cafile=str(certificate(folder)[0]))
    settings = Settings(
        database,
        port=0,
        limits=GENEROUS,
        workers=1,
        origins=("https://play.example.org",),
        smtp=Smtp("recif@example.org", "127.0.0.1", smtp),
        reach=Reach(lambda address: address == "127.0.0.1", (service,), trusting),
    )
    run(settings, lambda server: port.send(server.port))
