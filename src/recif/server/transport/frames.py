"""Messages go from aiohttp's parser straight to the dispatcher.

aiohttp would queue each one and wake the task that waits for it, and set the timer of the next ping anew, at a tenth of
what a move costs. Here a text is handed over while the bytes are being read, and the timer asks when it rings whether
anything was heard; everything else (pings, closing, binary) still goes through the queue.
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
    is_heard = False  # since the timer of the next ping was set

    def _on_data_received(self) -> None:
        if self._pong_response_cb is None:
            self.is_heard = True
        else:
            super()._on_data_received()

    def _send_heartbeat(self) -> None:
        if self.is_heard:
            self.is_heard, self._heartbeat_cb = False, None
            self._reset_heartbeat()
        else:
            super()._send_heartbeat()

    def _post_start(self, request: Any, protocol: Any, writer: Any) -> None:
        spoke_early = bool(request.protocol._message_tail)
        super()._post_start(request, protocol, writer)
        if spoke_early or self._loop is None:
            return
        self.inbox = self._reader = Inbox(request._protocol, 2**16, loop=self._loop)
        self._parser = WebSocketReader(self.inbox, self._max_msg_size, compress=False, decode_text=False)
        request.protocol._payload_parser = self._parser
