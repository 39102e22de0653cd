"""Mails and webhooks say what the page says, word for word."""

import json
from pathlib import Path
from typing import get_args

import pytest

from recif.games.core.contract import Text
from recif.server.messages.bodies.notices import NoticeKind
from recif.server.messages.shapes import Kind
from recif.server.notices.words import HOURS, SAID, SOMEBODY

TEXTS = Path(__file__).parents[2] / "web" / "src" / "notices"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_and_the_mail_say_the_same(language: str) -> None:
    page = json.loads((TEXTS / f"texts.{language}.json").read_text())
    ours = {"somebody": SOMEBODY, "hours.one": HOURS[1], "hours.many": HOURS[2]} | {
        f"said.{name}": text for name, text in SAID.items()
    }
    assert {name: Text.say(text, language) for name, text in ours.items()} == {name: page.get(name) for name in ours}
    assert {name for name in page if name.startswith("said.")} == {name for name in ours if name.startswith("said.")}


def test_every_kind_and_every_offer_has_its_sentence() -> None:
    clubs = {f"club.{what}" for what in ("accepted", "invited", "asks", "news", "overtaken")}
    kinds = {"offer": {f"offer.{kind}" for kind in get_args(Kind)}, "club": clubs}
    for kind in get_args(NoticeKind):
        assert kinds.get(kind, {kind}) <= set(SAID)
