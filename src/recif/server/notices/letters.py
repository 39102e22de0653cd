"""Mails: what they say, in plain text and in simple HTML. A header never has anything that a stranger wrote."""

import html
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import NamedTuple

from recif.games.core.contract import Language, Text

LONGEST = 254  # characters of an address
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
                      r"[A-Za-z]{2,63}")  # fmt: skip

CONFIRM = Text("Récif : confirmez votre adresse", "Récif: confirm your address")
CONFIRM_BODY = Text(
    "Quelqu’un, sans doute vous, veut recevoir ici les nouvelles de ses parties sur Récif. Pour confirmer :",
    "Somebody, probably you, wants news of their matches on Récif at this address. To confirm:",
)
CONFIRM_END = Text(
    "Si ce n’est pas vous, ne faites rien : nous n’écrirons plus.",
    "If it was not you, do nothing: we will not write again.",
)
ONE, MANY = (
    Text("Récif : une partie vous attend", "Récif: a match is waiting for you"),
    Text("Récif : {n} parties vous attendent", "Récif: {n} matches are waiting for you"),
)
GREETING = Text("Voici où en sont vos parties, {name} :", "Here is how your matches stand, {name}:")
END = Text("Nous n’écrirons plus avant votre prochaine visite.", "We will not write again before your next visit.")
STOP = Text("Ne plus recevoir ces courriels", "Stop these emails")
TEST = Text("Récif : un essai", "Récif: a test")
TEST_BODY = Text("C’est un essai : vos courriels arrivent bien.", "This is a test: your emails arrive.")


class DigestLine(NamedTuple):
    title: str
    text: str
    link: str
    left: str  # time, if it runs


class Letterhead(NamedTuple):
    """Whom a mail is from and to."""

    sender: str
    to: str
    language: Language
    stop: str  # the link that ends them


def check_address(address: str) -> str:
    """ValueError unless it is one address that a mail can go to: no names, no lists, no line breaks."""
    if len(address) > LONGEST or not _ADDRESS.fullmatch(address) or ".." in address:
        raise ValueError("no mail address")
    return address


def confirmation(head: Letterhead, link: str, key: str, now: int) -> EmailMessage:
    say = head.language
    parts = [CONFIRM_BODY.say(say), link, CONFIRM_END.say(say)]
    shown = [_p(parts[0]), _p(_a(link)), _p(parts[2])]
    return _mail(head, CONFIRM.say(say), parts, shown, key, now)


def digest(head: Letterhead, name: str, lines: Sequence[DigestLine], key: str, now: int) -> EmailMessage:
    say = head.language
    subject = (ONE if len(lines) == 1 else MANY).say(say).format(n=len(lines))
    greeting, end, stop = GREETING.say(say).format(name=name), END.say(say), STOP.say(say)
    written = [f"- {one.title}: {one.text}{f' ({one.left})' if one.left else ''}\n  {one.link}" for one in lines]
    items = "".join(
        f"<li><strong>{html.escape(one.title)}</strong> · {_a(one.link, one.text)}"
        f"{f' <em>({html.escape(one.left)})</em>' if one.left else ''}</li>"
        for one in lines
    )
    parts = [greeting, "\n".join(written), end, f"{stop}: {head.stop}"]
    shown = [
        _p(html.escape(greeting)),
        f"<ul>{items}</ul>",
        _p(html.escape(end)),
        _p(_a(head.stop, stop)),
    ]
    return _mail(head, subject, parts, shown, key, now)


def trial(head: Letterhead, key: str, now: int) -> EmailMessage:
    text = TEST_BODY.say(head.language)
    return _mail(head, TEST.say(head.language), [text], [_p(html.escape(text))], key, now)


def _mail(
    head: Letterhead, subject: str, parts: Sequence[str], shown: Sequence[str], key: str, now: int
) -> EmailMessage:
    """The key is the same each time it is sent: whoever gets it twice can tell."""
    mail = EmailMessage()
    mail["Subject"] = subject
    mail["From"] = Address("Récif", addr_spec=head.sender)
    mail["To"] = Address(addr_spec=check_address(head.to))
    mail["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
    mail["Message-ID"] = f"<{key}@{head.sender.rpartition('@')[2]}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["List-Unsubscribe"] = f"<{head.stop}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail["Content-Language"] = head.language
    mail.set_content("\n\n".join(parts) + "\n")
    page = f'<!doctype html><html lang="{head.language}"><meta charset="utf-8"><body>{"".join(shown)}</body></html>'
    mail.add_alternative(page, subtype="html")
    return mail


def _p(inner: str) -> str:
    return f"<p>{inner}</p>"


def _a(link: str, text: str = "") -> str:
    return f'<a href="{html.escape(link)}">{html.escape(text or link)}</a>'
