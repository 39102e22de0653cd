"""What is posted to a webhook: a body that programs read, or one that a channel shows as it is."""

import base64
import hashlib
import hmac
import html
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from recif.server.messages.bodies.notices import HookForm
from recif.server.notices.causes import path_of, sentence_of
from recif.server.notices.notes import Note
from recif.server.notices.words import say
from recif.server.store.rows import HookRow

PREFIX = "whsec_"
JSON = "application/json"


class Worded(NamedTuple):
    """A notice in words."""

    title: str  # of the game, or the name of what it is about
    text: str
    link: str  # to the table, or the page; empty where the server does not know its own address
    note: Note


class Body(NamedTuple):
    data: bytes
    headers: dict[str, str]


def said(note: Note, hook: HookRow, origin: str) -> Worded:
    about, row = note.about, note.row
    text = say(sentence_of(row, about), note.who, about.left, hook.language, about.name)
    link = f"{origin}{path_of(row, about)}" if origin and row.about else origin
    return Worded(note.title.say(hook.language), text, link, note)


def body_of(said: Worded, form: HookForm) -> Body:
    return FORMS[form](said)


def signed(secret: str, key: str, now_s: int, data: bytes) -> dict[str, str]:
    """As Standard Webhooks has it: the key is the same each time, so that the receiver can drop a double."""
    known = base64.b64decode(secret.removeprefix(PREFIX))
    made = hmac.new(known, f"{key}.{now_s}.".encode() + data, hashlib.sha256).digest()
    return {
        "webhook-id": key,
        "webhook-timestamp": str(now_s),
        "webhook-signature": f"v1,{base64.b64encode(made).decode()}",
    }


def _standard(said: Worded) -> Body:
    row, about = said.note.row, said.note.about
    data = {
        "says": sentence_of(row, about),
        "text": said.text,
        "game": about.game,
        "table": "" if about.where else row.about,
        "name": about.name,
        "url": said.link,
        "who": said.note.who,
        "left": about.left,
    }
    at = datetime.fromtimestamp(row.at / 1000, UTC).isoformat().replace("+00:00", "Z")
    return _json({"type": f"notice.{row.kind}", "timestamp": at, "data": data})


def _discord(said: Worded) -> Body:
    """Names are what people chose: nobody is called by them, and nothing in them is markup."""
    line = f"**{_plain(said.title)}** · {_plain(said.text)}"
    return _json({"content": " ".join(filter(None, [line, said.link])), "allowed_mentions": {"parse": []}})


def _matrix(said: Worded) -> Body:
    """As the incoming webhooks of matrix-hookshot want it."""
    line = f"{said.title} · {said.text}"
    shown = f"<strong>{html.escape(said.title)}</strong> · {html.escape(said.text)}"
    link = f' <a href="{html.escape(said.link)}">{html.escape(said.link)}</a>' if said.link else ""
    return _json({"text": " ".join(filter(None, [line, said.link])), "html": shown + link, "username": "Récif"})


def _ntfy(said: Worded) -> Body:
    title = f"=?utf-8?b?{base64.b64encode(said.title.encode()).decode()}?="
    headers = {"Title": title, "Content-Type": "text/plain; charset=utf-8"}
    return Body(said.text.encode(), headers | ({"Click": said.link} if said.link else {}))


def _plain(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@" else letter for letter in text)


def _json(body: object) -> Body:
    return Body(msgspec.json.encode(body), {"Content-Type": JSON})


FORMS: dict[HookForm, Callable[[Worded], Body]] = {
    "standard": _standard,
    "discord": _discord,
    "matrix": _matrix,
    "ntfy": _ntfy,
}
