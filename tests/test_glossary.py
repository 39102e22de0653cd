"""Words that were given up, for one word for one thing, or because no child knows them: nobody reads them any more."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GIVEN_UP = {
    "fr": r"\btas\b|sur-le-champ|d’en face|d’un seul tenant|\bcadence\b|empreinte|jetons|\bnulles?\b"
    r"|\bJSON\b|\bAPI\b|Σ|\d°|\bmatchs?\b|\badverses?\b|\brivaux?\b",
    "en": r"\bJSON\b|\bAPI\b|Σ|\d°|fingerprint|\btokens?\b|\bon the spot\b|\benemy\b"
    r"|\bwhoever\b|\banew\b|\boftener\b|\bbefall\w*|\bpreys\b|\bawaited\b|\b[01]: one a\b",
}

TYPED = ("json", "api", "token")  # what is typed or sent as it is, in what command lines and bots are told


def texts(value: object, language: str) -> Iterator[str]:
    """Every sentence of a language in what a lesson file holds."""
    if isinstance(value, dict):
        yield from (said for key, said in value.items() if key == language and isinstance(said, str))
        yield from (said for inner in value.values() for said in texts(inner, language))
    elif isinstance(value, list):
        yield from (said for inner in value for said in texts(inner, language))


def told(language: str) -> Iterator[tuple[str, str]]:
    """What pages, boards, lessons and rules pages say, and where."""
    for path in sorted((ROOT / "web" / "src").rglob(f"*{language}.json")):
        yield from ((f"{path.parent.name} {key}", said) for key, said in json.loads(path.read_text("utf-8")).items())
    for path in sorted((ROOT / "src" / "recif" / "games").glob("*/lessons.toml")):
        lesson = tomllib.loads(path.read_text("utf-8"))
        yield from ((f"the lesson of {path.parent.name}", said) for said in texts(lesson, language))
    for path in sorted((ROOT / "docs" / "rules").glob(f"*.{language}.md")):
        yield path.name, re.sub(r"<!--.*?-->|\]\([^)]*\)", "", path.read_text("utf-8"), flags=re.DOTALL)


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """What the program itself says: the words of every `Text` in Python, whatever is put into them."""
    for path in sorted((ROOT / "src" / "recif").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Text":
                said = call.args[list(GIVEN_UP).index(language)] if len(call.args) == 2 else None
                yield f"{path.relative_to(ROOT)}:{call.lineno}", "".join(_words(said))


def _words(said: ast.AST | None) -> Iterator[str]:
    nodes = ast.walk(said) if said else ()
    yield from (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def test_the_program_says_nothing_in_words_that_were_given_up() -> None:
    for language, words in GIVEN_UP.items():
        said = list(sentences(language))
        assert len(said) > 500
        found = [(where, word) for where, text in said for word in re.findall(words, text, re.IGNORECASE)]
        assert [one for one in found if one[1].lower() not in TYPED] == []


@pytest.mark.parametrize("language", GIVEN_UP)
def test_words_that_were_given_up_stay_away(language: str) -> None:
    said = list(told(language))
    assert len(said) > 600
    found = [(where, word) for where, text in said for word in re.findall(GIVEN_UP[language], text, re.IGNORECASE)]
    assert found == []


def test_given_up_words_are_found() -> None:
    assert re.findall(GIVEN_UP["fr"], "Un tas à 60°, nulle") == ["tas", "0°", "nulle"]
    assert not re.search(GIVEN_UP["fr"], "la tasse, l’annulation")
