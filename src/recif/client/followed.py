"""A table over as many connections as it takes.

What was sent and not acknowledged is sent again under the same id after the connection was lost: it happens once.
"""

import secrets
from dataclasses import dataclass, field
from typing import Any

from recif.client.conversation import Conversation, JsonMessage


@dataclass
class Followed:
    """What we were told of a table, and what it has not acknowledged."""

    code: str
    info: JsonMessage = field(default_factory=dict)
    mine: list[int] = field(default_factory=list)
    now: JsonMessage = field(default_factory=dict)
    log: list[JsonMessage] = field(default_factory=list)
    cuts: int = 0
    version: int = 0  # the last that we were told of
    unsure: dict[str, JsonMessage] = field(default_factory=dict)  # sent and not acknowledged, by id

    async def join(self, talk: Conversation, detail: str = "texts", language: str = "en") -> None:
        """Follow it from where we were, and send again what may be lost."""
        known = {"seen": len(self.log), "cuts": self.cuts, "version": self.version}
        await talk.follow(self.code, detail, language=language, **known)
        for message in self.unsure.values():
            await talk.send(message)

    async def once(self, talk: Conversation, kind: str, /, **fields: Any) -> str:
        """Send what must happen once, even if the connection is lost before it is acknowledged; its id."""
        id = secrets.token_hex(8)
        self.unsure[id] = {"type": kind, "table": self.code, "id": id, **fields}
        await talk.send(self.unsure[id])
        return id

    def hear(self, message: JsonMessage) -> JsonMessage | None:
        """Take in what concerns this table; the message of ours that it acknowledges or refuses."""
        if message["type"] in ("ack", "refusal"):
            return self._answered(message)
        if message["type"] in ("table", "changed", "around") and message["table"] == self.code:
            self._see(message)
        return None

    def _answered(self, message: JsonMessage) -> JsonMessage | None:
        if message["type"] == "ack" and message["table"] == self.code:
            self.version = max(self.version, message["version"])
        return self.unsure.pop(message["id"], None)

    def _see(self, message: JsonMessage) -> None:
        self.info, self.mine = message.get("info", self.info), message.get("mine", self.mine)
        if "now" in message:
            self.now, self.cuts = message["now"], message["cuts"]
            self.version = max(self.version, self.now["version"])
            self.log[message["log_from"] :] = message["log"]
