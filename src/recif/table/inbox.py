"""Messages go from aiohttp's parser straight to the desk.

aiohttp would queue each one and wake the task that waits for it, at a tenth of what a move costs. Here a text is handed
over while the bytes are being read; everything else (pings, closing, binary) still goes through the queue.
"""

from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web
from aiohttp._websocket.reader import WebSocketDataQueue, WebSocketReader

OnText = Callable[[bytes], None]


class Inbox(WebSocketDataQueue):
    """The queue of a socket, with a short cut for texts. What came before anybody listened is read first."""

    on_text: OnText | None = None

    def feed_data(self, message: Any, size: int) -> None:
        if self.on_text and message.type is WSMsgType.TEXT and not self._buffer:
            self.on_text(message.data)
        else:
            super().feed_data(message, size)


class OpenSocket(web.WebSocketResponse):
    """aiohttp's, with such an inbox; but a client that spoke before it was answered is read as aiohttp reads it."""

    inbox: Inbox | None = None

    def _post_start(self, request: Any, protocol: Any, writer: Any) -> None:
        spoke_early = bool(request.protocol._message_tail)
        super()._post_start(request, protocol, writer)
        if spoke_early or self._loop is None:
            return
        self.inbox = self._reader = Inbox(request._protocol, 2**16, loop=self._loop)
        self._parser = WebSocketReader(self.inbox, self._max_msg_size, compress=False, decode_text=False)
        request.protocol._payload_parser = self._parser
