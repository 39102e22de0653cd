"""French as people read it, whatever says it: sentences of the program, its catalogue, its lessons."""

import io
import re
import tokenize
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import recif
from recif.console.language import CATALOGUES

SOURCES = Path(recif.__file__).parent
STRAIGHT = re.compile(
    r"\b(?:[ldjmtscn]|qu|jusqu|lorsqu|puisqu|quelqu|presqu|aujourd)'(?=[\wàâéèêëîïôûùœ«{])\S*", re.IGNORECASE
)


def strings(source: str) -> list[str]:
    """Literals between double quotes: those between single ones are SQL and the like inside others."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [one.string for one in tokens if one.type == tokenize.STRING and not re.match(r"\w*'", one.string)]


def straight(text: str) -> list[str]:
    """Where something is left out and a straight apostrophe stands for it; English does that elsewhere."""
    return STRAIGHT.findall(text)


def test_sentences_of_the_program_have_the_apostrophe_of_print() -> None:
    found = [
        f"{path.relative_to(SOURCES)}: {said}"
        for path in sorted(SOURCES.rglob("*.py"))
        for text in strings(path.read_text(encoding="utf-8"))
        for said in straight(text)
    ]
    assert found == []


def test_the_catalogue_has_it_too() -> None:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "recif.po").open("rb") as readable:
        assert [said for message in read_po(readable) for said in straight(str(message.string))] == []


@pytest.mark.parametrize("path", sorted(SOURCES.rglob("lessons.toml")), ids=lambda path: path.parent.name)
def test_lessons_have_it_too(path: Path) -> None:
    french = [line for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"\s*fr\s*=", line)]
    assert french
    assert [said for line in french for said in straight(line)] == []


def test_straight_ones_are_found_and_english_is_let_be() -> None:
    assert straight("l'eau qu'il n’a pas, s'il {d'ici}") == ["l'eau", "qu'il", "s'il", "d'ici}"]
    assert straight("the seat's, don't, it's, players' {move!r}") == []
    assert strings("""a = "l'eau"\nb = f"c'est {x}"\n""") == ['"l\'eau"', 'f"c\'est {x}"']
