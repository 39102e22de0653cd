"""Words that were given up, for one word for one thing, or because no child knows them: nobody reads them any more."""

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
OLD = ROOT / "tests" / "old_sentences.txt"
GIVEN_UP = {
    "fr": r"\btas\b|sur-le-champ|d’en face|d’un seul tenant|\bcadence\b|empreinte|jetons|\bnulles?\b"
    r"|\bJSON\b|\bAPI\b|Σ|\d°|\bmatchs?\b|\badverses?\b|\brivaux?\b"
    r"|\btoutes rondes\b|\b(?!coup)\w+\(s\)"
    r"|\bindices?\b|\bsauve[rz]\b|\breprend(?:re|s)? (?:un|votre|son|ton|le|ce) (?:dernier )?coup",
    "en": r"\bJSON\b|\bAPI\b|Σ|\d°|fingerprint|\btokens?\b|\bon the spot\b|\benemy\b"
    r"|\bwhoever\b|\banew\b|\boftener\b|\bbefall\w*|\bpreys\b|\bawaited\b|\b[01]: one a\b"
    r"|\b(?:is|are) told\b|\btakes? back\b|\bgoes on where\b|\bnumber of the list\b"
    r"|\bfish(?:es|ed)\b"
    r"|\bhalf of (?:their|your|my|one’s) time\b|\bpausing\b|\bgoes on with\b|\b(?!move)\w+\(s\)"
    r"|\b(?:game|line|move|request)s? a (?:game|line|move|generation|turn)\b",
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
    """What the program itself says: the words of every `Text` in Python, whatever is put into them, and of every call
    that hands both languages on to one (`def say(fr, en)`), whichever module has it."""
    at = list(GIVEN_UP).index(language)
    yield from ((where, said[at]) for where, said in _said())


@cache
def _said() -> list[tuple[str, tuple[str, str]]]:
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted((ROOT / "src").rglob("*.py"))}
    known = {_module(path): dict(_speakers(tree)) for path, tree in trees.items()}
    return [one for path, tree in trees.items() for one in _calls(path, tree, known)]


def _calls(path: Path, tree: ast.AST, known: dict[str, dict[str, int]]) -> Iterator[tuple[str, tuple[str, str]]]:
    speaks = {"Text": 0, **known[_module(path)], **dict(_imported(tree, known))}
    for call in ast.walk(tree):
        name = _name(call.func) if isinstance(call, ast.Call) else None
        if isinstance(call, ast.Call) and name in speaks and len(call.args) >= speaks[name] + 2:
            fr, en = ("".join(_words(call.args[speaks[name] + at])) for at in range(2))
            yield f"{path.relative_to(ROOT)}:{call.lineno}", (fr, en)


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def _speakers(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Functions that take a sentence in both languages, and as which argument the French one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            taken = [one.arg for one in node.args.args if one.arg != "self"]
            if "fr" in taken and "en" in taken[taken.index("fr") + 1 :]:
                yield node.name, taken.index("fr")


def _imported(tree: ast.AST, known: dict[str, dict[str, int]]) -> Iterator[tuple[str, int]]:
    """Those of other modules, by the names that they have here."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for one in node.names:
                speaks = known.get(node.module or "", {})
                if one.name in speaks:
                    yield one.asname or one.name, speaks[one.name]


def _name(called: ast.expr) -> str | None:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else None


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


def plain(text: str) -> str:
    """The same with plain spaces and one kind of apostrophe, in small letters."""
    return re.sub(r"\s+", " ", text).replace("'", "’").lower()


def old_sentences(language: str) -> list[str]:
    part = OLD.read_text("utf-8").partition(f"[{language}]\n")[2].partition("\n[")[0]
    return [plain(line) for line in part.splitlines()]


def is_old(said: str, old: str) -> bool:
    return said == old[1:] if old.startswith("=") else old in said


@pytest.mark.parametrize("language", GIVEN_UP)
def test_sentences_that_people_stumbled_over_are_not_said_again(language: str) -> None:
    refused = old_sentences(language)
    assert len(refused) > 25
    said = [(where, plain(text)) for where, text in (*told(language), *sentences(language))]
    assert [(where, old) for where, text in said for old in refused if is_old(text, old)] == []


def test_old_sentences_are_found() -> None:
    assert is_old(plain("Il menace de\u00a0prendre 2 pièces"), "menace de prendre")
    assert is_old(plain("Pas de carte"), "=pas de carte")
    assert not is_old(plain("Pas de carte ici"), "=pas de carte")


def test_given_up_words_are_found() -> None:
    assert re.findall(GIVEN_UP["fr"], "Un tas à 60°, nulle") == ["tas", "0°", "nulle"]
    assert re.findall(GIVEN_UP["fr"], "Un indice ? Reprendre votre dernier coup", re.IGNORECASE) == [
        "indice",
        "Reprendre votre dernier coup",
    ]
    assert not re.search(GIVEN_UP["fr"], "la tasse, l’annulation, reprendre la partie")
    assert re.findall(GIVEN_UP["en"], "a request a line; you are told") == ["request a line", "are told"]


def test_sentences_that_are_handed_on_to_a_text_are_heard_too() -> None:
    said = dict(sentences("fr"))
    assert any("tables dans le navigateur" in words for words in said.values()), "say(fr, en) in cli/hosting.py"
    assert any("seul coup possible" in words for words in said.values()), "_sure(idea, fr, en) of the coach"
    assert any("personne n’est inscrit" in words for words in said.values()), "no(code, fr, en) that events import"
