"""A mail server of our own: it takes mails, refuses, delays, and hangs up in the middle."""

import asyncio
import email
import email.policy
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from recif.server.settings import Smtp

TAKEN, DELAYED, REFUSED, DROPPED, SILENT = "250 taken", "451 later", "550 no such box", "drop", "silence"


class MailServer:
    """`answers`: what it says to the mails to come, the last one for ever."""

    def __init__(self, password: str = "") -> None:
        self.password = password  # that it asks for
        self.came: list[EmailMessage] = []  # whatever it said to them
        self.taken: list[EmailMessage] = []
        self.answers = [TAKEN]
        self.smtp: Any = None
        self.on_taken: Callable[[], None] = lambda: None  # before anything is answered

    def check(self, server: SMTP, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        return AuthResult(success=data == LoginPassword(b"recif", self.password.encode()))

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:  # noqa: N802 (aiosmtpd's name)
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.came.append(mail)
        self.on_taken()
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer == DROPPED:
            server.transport.abort()
        if answer == SILENT:
            await asyncio.Event().wait()
        if answer == TAKEN:
            self.taken.append(mail)
        return answer


def plain(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part
    return str(part.get_content())


def page(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part
    return str(part.get_content())


@asynccontextmanager
async def mail_server(password: str = "") -> AsyncIterator[MailServer]:
    server, loop = MailServer(password), asyncio.get_running_loop()

    def talk() -> SMTP:
        asks = {"authenticator": server.check, "auth_required": bool(server.password), "auth_require_tls": False}
        with warnings.catch_warnings(action="ignore"):  # a password without TLS, on this machine
            return SMTP(server, enable_SMTPUTF8=False, loop=loop, **asks)

    listening = await loop.create_server(talk, "127.0.0.1", 0)
    server.smtp = Smtp("recif@example.org", "127.0.0.1", listening.sockets[0].getsockname()[1])
    try:
        yield server
    finally:
        listening.close()
