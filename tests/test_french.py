"""French as people read it, whatever says it: sentences of the program, its catalogue, its lessons."""

import io
import re
import tokenize
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import recif
from recif.console.language import CATALOGUES
from recif.games.core.contract import Text
from recif.games.core.typography import printed

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


def test_a_text_says_its_french_with_the_spaces_of_print() -> None:
    said = Text("« Un » : 12 % ; quoi ?", "“One”: 12%; what?")
    assert said == ("«\u00a0Un\u00a0»\u00a0: 12\u00a0%\u202f; quoi\u202f?", "“One”: 12%; what?")
    assert Text(f"{said.fr} !", "") == (f"{said.fr}\u202f!", "")
    assert said.bilingual.fr == said.say("fr") == said.fr


def test_a_part_of_a_sentence_has_them_too() -> None:
    assert Text(" ; la suite", "").fr == "\u202f; la suite"


def test_notation_and_drawings_keep_their_spaces() -> None:
    for text in ("5 w e5,e6 ?1", "r 0 d2:r,b4:yr4 - -", "  1   ?    ?    :", "a ?x !y :z", "x := y"):
        assert Text(text, text).fr == text


def test_what_is_written_beside_the_program_has_the_spaces_of_print() -> None:
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "recif.po").open("rb") as readable:
        catalogue = [str(message.string) for message in read_po(readable)]
    lessons = " ".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("lessons.toml"))
    said = re.findall(r"""\bfr\s*=\s*"([^"]+)""", lessons)
    assert len(catalogue) > 10
    assert len(said) > 100
    assert [text for text in [*catalogue, *said] if printed(text) != text] == []


def test_straight_ones_are_found_and_english_is_let_be() -> None:
    assert straight("l'eau qu'il n’a pas, s'il {d'ici}") == ["l'eau", "qu'il", "s'il", "d'ici}"]
    assert straight("the seat's, don't, it's, players' {move!r}") == []
    assert strings("""a = "l'eau"\nb = f"c'est {x}"\n""") == ['"l\'eau"', 'f"c\'est {x}"']
