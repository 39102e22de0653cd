"""Notices: what happened while somebody was away, and by which ways they want to be told."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Language
from recif.server.messages.shapes import Person

NoticeKind = Literal["turn", "revealed", "time", "challenge", "sat", "offer", "over"]
NoticeWay = Literal["bell", "push"]


class Notice(Struct):
    """One thing to know; whoever reads makes the sentence of that name."""

    kind: NoticeKind
    says: str
    table: str
    game: str
    at: int  # milliseconds since 1970
    seen: bool
    who: Person | None = None  # did it
    left: int = 0  # milliseconds that are left, of a reminder
    trouble: str = ""  # why it could not be sent


class NoticeDevice(Struct):
    """A browser that gets pushes: the address ends differently for each, and that end is shown."""

    id: str  # to end it by
    made: int


class NoticeList(Struct):
    """The latest first; `unseen` counts up to a hundred. `wishes`: by kind, the ways that are on. `push`: the server's
    public key, to subscribe with."""

    notices: list[Notice]
    unseen: int
    wishes: dict[NoticeKind, list[NoticeWay]]
    devices: list[NoticeDevice]
    push: str


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


class PushAnswer(Struct):
    """What the push service said to a message for this device; 0: it did not answer."""

    id: str
    status: int
    trouble: str = ""


class PushAnswers(Struct):
    answers: list[PushAnswer]
