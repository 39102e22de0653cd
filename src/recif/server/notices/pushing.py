"""Pushes on their way: to every device of a person, enciphered beside the loop."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
from msgspec import Struct

from recif.games.core.contract import Language
from recif.server.notices.causes import sentence_of
from recif.server.notices.notes import Note
from recif.server.notices.outbox import Sent
from recif.server.notices.posting import FORBIDDEN, Answered, Posting
from recif.server.notices.push import Vouching, encipher
from recif.server.store.interface import Store
from recif.server.store.rows import DeviceRow, PersonRow

log = logging.getLogger("recif.server")

HOUR_MS = 60 * 60 * 1000
KEPT_S = 24 * 60 * 60  # how long a service keeps a message for a device that is off
MOST_REFUSALS = 3  # of a device with 403, one after the other
GONE = (404, 410)


class Pushed(Struct, omit_defaults=True):
    """What a service worker is told: it makes the sentence, in the language of its device."""

    says: str  # the name of the sentence
    table: str
    title: str  # of the game, or the name of what it is about
    key: str
    language: Language
    who: str = ""
    hours: int = 0  # left, of a reminder
    name: str = ""  # of what it is about, where that is no table
    where: str = ""  # the page to go to, likewise


def message_for(note: Note, language: Language) -> bytes:
    row, about = note.row, note.about
    title = note.title.fr if language == "fr" else note.title.en
    says, hours = sentence_of(row, about), about.left // HOUR_MS
    return msgspec.json.encode(
        Pushed(says, row.about, title, row.key, language, note.who, hours, about.name, about.where)
    )


class Pushing:
    """A way to tell people."""

    def __init__(self, store: Store, vouching: Vouching, posting: Posting, now: Callable[[], int]) -> None:
        self._store, self._vouching, self._posting, self._now = store, vouching, posting, now
        self._beside = ThreadPoolExecutor(1, "recif-push")

    async def send(self, person: PersonRow, note: Note) -> Sent:
        """Taken if one device is reached; tried again if one may be reached later."""
        devices = await self._store.devices_of(person.id)
        pushes = (self.push(device, message_for(note, device.language), note.row.key) for device in devices)
        answers = await asyncio.gather(*pushes)
        if any(one.is_taken for one in answers):
            return Sent()
        again = [one for one in answers if one.is_again]
        trouble = "; ".join(one.trouble for one in answers) or "no device"
        return Sent(trouble[:300], bool(again), max((one.after_s for one in again), default=0))

    async def push(self, device: DeviceRow, message: bytes, key: str) -> Answered:
        """One message to one device, and what came of it; a device that is gone is forgotten."""
        answered = await self._posted(device, message, key)
        if answered.status in GONE:
            self._store.end_device(device.person, device.endpoint, lambda: None)
        elif answered.status == FORBIDDEN:
            self._store.device_refused(device.endpoint, MOST_REFUSALS, lambda: None)
        return answered

    async def _posted(self, device: DeviceRow, message: bytes, key: str) -> Answered:
        try:
            origin = "{0.scheme}://{0.netloc}".format(self._posting.reach.check(device.endpoint))
            loop = asyncio.get_running_loop()
            body = await loop.run_in_executor(self._beside, encipher, message, device.agreed, device.secret)
            word = self._vouching.word(origin, self._now() // 1000)  # signed twice a day for each service
        except ValueError as error:  # an endpoint that may not be reached, or keys that are none
            return Answered(FORBIDDEN, str(error))
        headers = {
            "Authorization": word,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_S),
            "Urgency": "normal",
            "Topic": key,
        }
        return await self._posting.post(device.endpoint, body, headers)

    def close(self) -> None:
        self._beside.shutdown(wait=False, cancel_futures=True)
