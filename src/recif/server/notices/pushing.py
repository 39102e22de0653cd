"""Pushes on their way: to every device of a person, enciphered beside the loop."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import aiohttp
import msgspec
from msgspec import Struct

from recif.games.core.contract import Language
from recif.server.notices.causes import sentence_of
from recif.server.notices.outbox import Note, Sent
from recif.server.notices.push import Vouching, encipher
from recif.server.reach import Reach
from recif.server.store.interface import DeviceRow, PersonRow, Store

log = logging.getLogger("recif.server")

HOUR_MS = 60 * 60 * 1000
KEPT_S = 24 * 60 * 60  # how long a service keeps a message for a device that is off
MOST_REFUSALS = 3  # of a device with 403, one after the other
LONGEST_WAIT_S = 24 * 60 * 60  # that a service may ask for
GONE, FORBIDDEN, TOO_MANY = (404, 410), 403, 429


class Pushed(Struct, omit_defaults=True):
    """What a service worker is told: it makes the sentence, in the language of its device."""

    says: str  # the name of the sentence
    table: str
    title: str  # of the game
    key: str
    language: Language
    who: str = ""
    hours: int = 0  # left, of a reminder


class Answered(NamedTuple):
    """What a push service said; 0: nothing."""

    status: int
    trouble: str = ""
    after_s: int = 0


def message_for(note: Note, language: Language) -> bytes:
    row, about = note.row, note.about
    title = note.title.fr if language == "fr" else note.title.en
    says, hours = sentence_of(row, about), about.left // HOUR_MS
    return msgspec.json.encode(Pushed(says, row.about, title, row.key, language, note.who, hours))


class Pushing:
    """A way to tell people."""

    def __init__(self, store: Store, vouching: Vouching, reach: Reach, now: Callable[[], int]) -> None:
        self._store, self._vouching, self._reach, self._now = store, vouching, reach, now
        self._session: aiohttp.ClientSession | None = None
        self._beside = ThreadPoolExecutor(1, "recif-push")

    async def send(self, person: PersonRow, note: Note) -> Sent:
        """Taken if one device is reached; tried again if one may be reached later."""
        devices = await self._store.devices_of(person.id)
        answers = [await self.push(device, message_for(note, device.language), note.row.key) for device in devices]
        if any(200 <= one.status < 300 for one in answers):
            return Sent()
        again = [one for one in answers if one.status in (0, TOO_MANY) or one.status >= 500]
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
            origin = "{0.scheme}://{0.netloc}".format(self._reach.check(device.endpoint))
            loop = asyncio.get_running_loop()
            body = await loop.run_in_executor(self._beside, encipher, message, device.agreed, device.secret)
            word = await loop.run_in_executor(self._beside, self._vouching.word, origin, self._now() // 1000)
            headers = {
                "Authorization": word,
                "Content-Encoding": "aes128gcm",
                "Content-Type": "application/octet-stream",
                "TTL": str(KEPT_S),
                "Urgency": "normal",
                "Topic": key,
            }
            self._session = self._session or self._reach.session()
            post = self._session.post(device.endpoint, data=body, headers=headers, allow_redirects=False)
            async with post as answer:
                return _answered(answer)
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            return Answered(0, type(error).__name__)
        except ValueError as error:  # an endpoint that may not be reached, or keys that are none
            return Answered(FORBIDDEN, str(error))

    async def close(self) -> None:
        self._beside.shutdown(wait=False, cancel_futures=True)
        if self._session:
            await self._session.close()


def _answered(answer: aiohttp.ClientResponse) -> Answered:
    wait = answer.headers.get("Retry-After", "")
    after = min(int(wait), LONGEST_WAIT_S) if wait.isascii() and wait.isdigit() else 0
    return Answered(answer.status, "" if answer.ok and answer.status < 300 else f"{answer.status}", after)
