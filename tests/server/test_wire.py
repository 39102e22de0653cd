"""The TypeScript types are those of the messages."""

import pytest

from recif.server.api import typescript
from recif.server.messages import wire

pytestmark = pytest.mark.one_database("sqlite")


def test_the_typescript_file_is_up_to_date() -> None:
    assert typescript.TARGET.read_text() == typescript.typescript(), "run: python -m recif.server.api.typescript"


def test_a_message_comes_back_as_it_went() -> None:
    sent = wire.Play(table="t", id="1", seat=0, move="e5e6", at=3)
    assert wire.decode(wire.encode(sent)) == sent
