"""Notices: what happened while somebody was away, and by which ways they want to be told."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Language
from recif.server.messages.shapes import Person

NoticeKind = Literal["turn", "revealed", "time", "challenge", "sat", "offer", "over", "club", "ready", "soon"]
NoticeWay = Literal["bell", "push", "mail", "webhook"]
HookForm = Literal["standard", "discord", "matrix", "ntfy"]


class Notice(Struct):
    """One thing to know; whoever reads makes the sentence of that name. Where no table causes it, `name` is what it is
    about (a club), and `where` the page to go to."""

    kind: NoticeKind
    says: str
    table: str
    game: str
    at: int  # milliseconds since 1970
    seen: bool
    who: Person | None = None  # did it
    left: int = 0  # milliseconds that are left, of a reminder
    trouble: str = ""  # why it could not be sent
    name: str = ""
    where: str = ""


class NoticeDevice(Struct):
    """A browser that gets pushes: the address ends differently for each, and that end is shown."""

    id: str  # to end it by
    made: int


class NoticeMail(Struct):
    """Where a digest goes, at which hour of my day; `trouble`: why the last one did not arrive."""

    address: str
    zone: str
    hour: int
    confirmed: bool  # by the link that was sent there
    trouble: str = ""


class NoticeHook(Struct):
    """A webhook of mine; `secret`, to check signatures with, is told once, when it is made."""

    id: str
    url: str
    form: HookForm
    made: int
    secret: str = ""


class NoticeList(Struct):
    """The latest first; `unseen` counts up to a hundred. `wishes`: by kind, the ways that are on. `push`: the server's
    public key, to subscribe with. `calendar`: the path of the link to my deadlines, if there is one."""

    notices: list[Notice]
    unseen: int
    wishes: dict[NoticeKind, list[NoticeWay]]
    devices: list[NoticeDevice]
    push: str
    can_mail: bool = False  # the server has somebody who takes mails
    mail: NoticeMail | None = None
    hooks: list[NoticeHook] = []
    calendar: str = ""


class WishBody(Struct):
    """Whether I want to be told of such things by this way."""

    kind: NoticeKind
    way: NoticeWay
    on: bool


class DeviceBody(Struct):
    """A subscription, as the browser's push manager gives it."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]
    language: Language = "fr"


class MailBody(Struct):
    """An address for digests; a new one gets a link to confirm it by."""

    address: Annotated[str, Meta(max_length=300)]
    zone: Annotated[str, Meta(max_length=60)]
    hour: Annotated[int, Meta(ge=0, le=23)] = 18


class LinkAnswer(Struct):
    """What a link of a mail has done."""

    did: Literal["confirmed", "stopped"]


class HookBody(Struct):
    """Where my notices are to be posted: signed JSON for a program, or what a channel shows."""

    url: Annotated[str, Meta(max_length=1000)]
    form: HookForm = "standard"
    language: Language = "fr"


class WayAnswer(Struct):
    """What the other side said to a try: a push service or a webhook by its HTTP status, a mail server by its own
    number; 0: it did not answer."""

    id: str
    status: int
    trouble: str = ""


class WayAnswers(Struct):
    answers: list[WayAnswer]
