"""Webhooks on their way: to every one of a person, signed."""

import asyncio
import base64
import secrets
from collections.abc import Callable

from recif.server.notices.bodies import PREFIX, body_of, said, signed
from recif.server.notices.notes import Note
from recif.server.notices.outbox import Sent
from recif.server.notices.posting import Answered, Posting
from recif.server.store.interface import Store
from recif.server.store.rows import HookRow, PersonRow

GONE = 410
SECRET_BYTES = 24


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


class Hooking:
    """A way to tell people's programs and channels."""

    def __init__(self, store: Store, posting: Posting, origin: str, now: Callable[[], int]) -> None:
        self._store, self._posting, self._origin, self._now = store, posting, origin, now

    async def send(self, person: PersonRow, note: Note) -> Sent:
        """To each once: whoever has taken it is not asked again because another has not."""
        hooks = [hook for hook in await self._store.hooks_of(person.id) if hook.id not in note.done]
        said = await asyncio.gather(*(self.post(hook, note) for hook in hooks))
        answers = {hook.id: answered for hook, answered in zip(hooks, said, strict=True)}
        again = [one for one in answers.values() if one.is_again]
        trouble = "; ".join(one.trouble for one in answers.values() if not one.is_taken)
        done = tuple(id for id, one in answers.items() if not one.is_again)
        return Sent(trouble, bool(again), max((one.after_s for one in again), default=0), done)

    async def post(self, hook: HookRow, note: Note) -> Answered:
        """One notice to one hook, and what came of it; one that says that it is gone is forgotten."""
        body = body_of(said(note, hook, self._origin), hook.form)
        headers = body.headers | signed(hook.secret, note.row.key, self._now() // 1000, body.data)
        answered = await self._posting.post(hook.url, body.data, headers)
        if answered.status == GONE:
            self._store.end_hook(hook.person, hook.id, lambda: None)
        return answered
