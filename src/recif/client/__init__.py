"""One client of the public protocol (docs/protocol.md), for bots, tests and benches."""

from recif.client.conversation import Conversation, JsonMessage
from recif.client.followed import Followed
from recif.client.pages import Client, new_session

__all__ = ["Client", "Conversation", "Followed", "JsonMessage", "new_session"]
