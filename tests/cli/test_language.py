"""What argparse says goes through gettext, in the catalogue that the package brings along."""

import argparse
import gettext

import pytest
from babel.messages.pofile import read_po

from recif.console.language import CATALOGUES, teach_argparse

FRENCH = CATALOGUES / "fr" / "LC_MESSAGES"


@pytest.fixture(autouse=True)
def _english_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "en")


def test_the_compiled_catalogue_says_what_the_readable_one_says() -> None:
    with (FRENCH / "recif.po").open("rb") as readable, (FRENCH / "recif.mo").open("rb") as compiled:
        wanted, given = read_po(readable), gettext.GNUTranslations(compiled)
    assert len(wanted) > 10
    assert all(given.gettext(str(message.id)) == message.string for message in wanted if message.id)


def test_argparse_is_taught_and_not_patched() -> None:
    untouched = argparse._  # type: ignore[attr-defined]
    teach_argparse("fr")
    assert argparse._ is untouched is gettext.gettext  # type: ignore[attr-defined]
    assert "afficher cette aide" in argparse.ArgumentParser().format_help()
    teach_argparse("en")
    assert "show this help" in argparse.ArgumentParser().format_help()
