"""Mails on their way: a digest at an hour of the person's choosing, then none until they have come."""

import asyncio
import secrets
from collections.abc import Callable
from email.message import EmailMessage

from recif.games.core.contract import Language
from recif.server.notices.causes import deadline_of, path_of, sentence_of
from recif.server.notices.hours import next_hour
from recif.server.notices.letters import DigestLine, Letterhead, confirmation, digest, trial
from recif.server.notices.links import LinkClaim, SecretLinks
from recif.server.notices.notes import Note, Notes
from recif.server.notices.outbox import Sent
from recif.server.notices.posting import Answered
from recif.server.notices.words import hours, say
from recif.server.settings import Smtp
from recif.server.store.interface import Store
from recif.server.store.of_notices import CONFIRMATION, REMINDER
from recif.server.store.rows import LetterboxRow, NoticeRow, PersonRow

SECONDS = 20.0  # for a mail server to take one
AT_ONCE = 4  # connections to it
A_DAY_MS = 20 * 60 * 60 * 1000  # between two digests, at least
MOST_LINES = 50
CONFIRMED_WITHIN_MS = 3 * 24 * 60 * 60 * 1000
TEMPORARY, FOREVER = 400, 500  # answers of a mail server from there on
SILENT = 0
LOOKED_AT = 200  # reminders


class Mailing:
    """A way to tell people."""

    def __init__(
        self, store: Store, smtp: Smtp, links: SecretLinks, notes: Notes, origin: str, now: Callable[[], int]
    ) -> None:
        self._store, self._smtp, self._links, self._notes = store, smtp, links, notes
        self._origin, self._now = origin, now
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def send(self, person: PersonRow, note: Note) -> Sent:
        box = await self._store.letterbox_of(person.id)
        if box is None:
            return Sent()
        if note.row.slot == CONFIRMATION:
            return Sent() if box.confirmed else await self._sent(self._confirmation(box, person.language, note.row))
        return await self._send_digest(box, person, note.row)

    async def _send_digest(self, box: LetterboxRow, person: PersonRow, row: NoticeRow) -> Sent:
        """Not before its hour; of what is still unseen then."""
        if not box.confirmed or box.waits:
            return Sent()
        at = next_hour(max(row.at, box.mailed + A_DAY_MS), box.zone, box.hour)
        if self._now() < at:
            return Sent(put_off=at)
        lines = await self._lines(person)
        if not lines:
            return Sent()
        head = self._head(box, person.language)
        sent = await self._sent(digest(head, person.name, lines, row.key, self._now()))
        if not sent.trouble:
            self._store.mailed(person.id, self._now(), lambda: None)
        return sent

    async def _lines(self, person: PersonRow) -> list[DigestLine]:
        """What has not been seen of the kinds that are wished by mail: those with the least time left first."""
        now, wishes = self._now(), await self._store.wishes_of(person.id)
        wished = {wish.kind for wish in wishes if wish.way == "mail"}
        until = {row.about: deadline_of(row) for row in await self._store.reminders_of(person.id, LOOKED_AT)}
        rows = await self._store.notices_of(person.id, now, MOST_LINES)
        unseen = sorted((row for row in rows if row.kind in wished and not row.seen), key=lambda row: row.slot)
        latest = {row.about: row for row in unseen}.values()
        ordered = sorted(latest, key=lambda row: (until.get(row.about, float("inf")), -row.at))
        notes = [await self._notes.of(row) for row in ordered]
        return [self._line(note, until.get(note.row.about, 0) - now, person.language) for note in notes]

    def _line(self, note: Note, left: int, language: Language) -> DigestLine:
        says = sentence_of(note.row, note.about)
        text = say(says, note.who, left if note.row.slot == REMINDER else note.about.left, language, note.about.name)
        link = f"{self._origin}{path_of(note.row, note.about)}"
        return DigestLine(note.title.say(language), text, link, hours(left, language) if left > 0 else "")

    def _confirmation(self, box: LetterboxRow, language: Language, row: NoticeRow) -> EmailMessage:
        token = self._links.token("confirm", box.person, box.address, box.made)
        return confirmation(self._head(box, language), f"{self._origin}/mail/{token}", row.key, self._now())

    def _head(self, box: LetterboxRow, language: Language) -> Letterhead:
        stop = self._links.token("stop", box.person, box.address)
        return Letterhead(self._smtp.sender, box.address, language, f"{self._origin}/mail/{stop}")

    def is_confirmation(self, claim: LinkClaim, box: LetterboxRow) -> bool:
        """Whether the link was sent to this very letterbox, not long ago."""
        is_fresh = self._now() - box.made <= CONFIRMED_WITHIN_MS
        return claim.purpose == "confirm" and is_fresh and self._links.holds(claim, box.address, box.made)

    def is_stop(self, claim: LinkClaim, box: LetterboxRow) -> bool:
        return claim.purpose == "stop" and self._links.holds(claim, box.address)

    async def send_trial(self, box: LetterboxRow, language: Language) -> Answered:
        return await self.post(trial(self._head(box, language), secrets.token_urlsafe(12), self._now()))

    async def _sent(self, mail: EmailMessage) -> Sent:
        answered = await self.post(mail)
        if answered.is_taken:
            return Sent()
        is_again = answered.status == SILENT or TEMPORARY <= answered.status < FOREVER
        return Sent(answered.trouble, is_again)

    async def post(self, mail: EmailMessage) -> Answered:
        """What the mail server said, as a number of its own."""
        import aiosmtplib  # only where mails are sent

        smtp = self._smtp
        try:
            async with self._turns:
                _, said = await aiosmtplib.send(
                    mail,
                    sender=smtp.sender,
                    hostname=smtp.host,
                    port=smtp.port,
                    username=smtp.user or None,
                    password=smtp.password or None,
                    use_tls=smtp.is_tls,
                    timeout=SECONDS,
                )
            return Answered(250, "", 0) if said is not None else Answered(SILENT, "no answer")
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = error.recipients[0]
            return Answered(refused.code, f"{refused.code} {refused.message}"[:200])
        except aiosmtplib.SMTPResponseException as error:
            return Answered(error.code, f"{error.code} {error.message}"[:200])
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            return Answered(SILENT, type(error).__name__)
