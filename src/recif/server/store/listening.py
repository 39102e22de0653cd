"""What PostgreSQL notifies of: one connection that listens, and comes back when it is lost."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from recif.server.store.links import PATIENCE, connect, is_passing

log = logging.getLogger("recif.store")

BEAT = 3.0  # seconds after which a connection that says nothing is asked whether it is there
AGAIN = 0.2


class NewsListener:
    """`hear` gets every notification; `look` is called whenever some may have been missed."""

    def __init__(
        self,
        address: str,
        channel: str,
        hear: Callable[[str], None],
        look: Callable[[], None],
        patience: float = PATIENCE,
    ) -> None:
        self._address = address
        self._channel = channel
        self._hear = hear
        self._look = look
        self._patience = patience
        self.is_listening = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            try:
                await self._listen()
            except Exception as error:
                if not is_passing(error):
                    log.exception("listening failed; it is tried again")
            self.is_listening.clear()
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        connection = await connect(self._address, self._patience)
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            async with asyncio.timeout(self._patience):
                await connection.add_listener(self._channel, lambda *args: self._heard(str(args[3])))
            self.is_listening.set()
            self._look()
            while not connection.is_closed():
                with suppress(TimeoutError):
                    await asyncio.wait_for(ended.wait(), BEAT)
                async with asyncio.timeout(self._patience):
                    await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _heard(self, payload: str) -> None:
        try:
            self._hear(payload)
        except Exception:
            log.exception("a notification was not understood: %.200s", payload)

    async def close(self) -> None:
        while not self._task.done():
            self._task.cancel()  # again, should it be swallowed on the way
            await asyncio.wait([self._task], timeout=1)
