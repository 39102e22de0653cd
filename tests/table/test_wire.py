"""The TypeScript types are those of the messages."""

from recif.table import wire, wire_ts


def test_the_typescript_file_is_up_to_date() -> None:
    assert wire_ts.TARGET.read_text() == wire_ts.typescript(), "run: python -m recif.table.wire_ts"


def test_a_message_comes_back_as_it_went() -> None:
    sent = wire.Play(table="t", id="1", seat=0, move="e5e6", at=3)
    assert wire.decode(wire.encode(sent)) == sent
