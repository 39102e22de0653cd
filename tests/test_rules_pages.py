"""The rules pages say what the rules do: every drawn example loads, and what it claims is so."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from recif.games import GAMES
from recif.games import position as position_of
from recif.games.core.contract import LANGUAGES
from recif.games.core.examples import Example, examples
from recif.games.core.pages import rules_page
from recif.games.core.position import Position
from recif.games.crocodiles import pool
from tests.pictures import NOTE, PAGES, sources
from tests.reading import passages, sentences

EXAMPLES = [
    pytest.param(game, example, id=f"{game}-{language}-{Path(example.picture).stem}")
    for game in GAMES
    for language in LANGUAGES
    for example in examples(rules_page(GAMES[game], language))
]
MOST_WORDS, MEAN_WORDS = 22, 12  # of a sentence, as in lessons
WATER = [pool.name(cell) for cell in pool.WATER]
each_example = pytest.mark.parametrize(("game", "example"), EXAMPLES)


def played(game: str, example: Example) -> Position:
    return example.steps(GAMES[game])[-1].position


def last_parts(game: str, example: Example) -> Mapping[str, object]:
    """The last decision of the show, taken apart by the rules."""
    events = [event for step in example.steps(GAMES[game]) for event in step.events]
    return next(event.parts for event in reversed(events) if event.seat >= 0)


def part(game: str, example: Example, name: str) -> int:
    """A part as a number: of things, if it lists them."""
    value = last_parts(game, example).get(name, 0)
    return len(value) if isinstance(value, list) else int(str(value or 0))


def numbers(value: str) -> list[int]:
    return [int(word) for word in value.split()]


def otherwise(game: str, example: Example, value: str) -> bool:
    """`position | play | eats`: with this one thing changed it would be eaten, so that is the reason why it is not."""
    changed, play, eats = (word.strip() for word in value.split("|"))
    plays = (tuple(play.split()),) if play else example.plays
    other = Example(**{**vars(example), "position": changed or example.position, "plays": plays})
    return part(game, other, "eats") == int(eats) > 0


def is_so(game: str, example: Example, claim: str, value: str) -> bool:
    """What the rules say about a claim: of the first position for what may be played, of the last for the rest."""
    now, before = played(game, example), example.steps(GAMES[game])[0].position
    seat = before.waiting[0] if before.waiting else 0
    if claim == "eats":  # cells or tiles; fish, for XOK
        return part(game, example, "eats") == int(value)
    if claim == "catch":
        return part(game, example, "catch") == int(value)
    if claim == "refused":
        text, code = value.split()
        refusal = before.why(seat, text)
        return refusal is not None and refusal.code == code
    if claim == "legal":
        return all(before.why(seat, text) is None for text in value.split())
    if claim == "choices":
        return len(before.moves(seat)) == int(value)
    if claim == "scores":
        return list(now.scores) == numbers(value)
    if claim == "winners":
        return now.is_over and list(now.winners) == numbers(value)
    if claim == "then":
        return str(now) == value
    return claim == "otherwise" and otherwise(game, example, value)


@each_example
def test_every_example_loads_and_plays(game: str, example: Example) -> None:
    now = example.steps(GAMES[game])[example.rest].position
    assert str(position_of(game, example.position)) == example.position
    assert [text for text in example.tries if now.why(now.waiting[0], text) is not None] == []


@each_example
def test_what_an_example_claims_is_what_the_rules_say(game: str, example: Example) -> None:
    assert [(claim, value) for claim, value in example.claims if not is_so(game, example, claim, value)] == []


@each_example
def test_what_an_example_marks_and_shows_is_there(game: str, example: Example) -> None:
    scene = GAMES[game].words.scene(played(game, example).state)
    cells = WATER if game == "crocodiles" else scene.get("cells")
    if cells:
        assert {*example.mark, *example.show} - {*cells, "reserve", "all", "wide"} == set()


def told(example: Example) -> dict[str, object]:
    """All of an example but its words."""
    return {key: value for key, value in vars(example).items() if key not in ("alt", "picture")}


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_show_the_same_examples(game: str) -> None:
    shown = [
        [
            (one.position, one.plays, one.tries, one.show, one.mark, one.claims)
            for one in examples(rules_page(GAMES[game], language))
        ]
        for language in LANGUAGES
    ]
    assert shown[0] == shown[1]
    assert shown[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_block_of_a_page_is_an_example_with_a_picture(game: str, language: str) -> None:
    page = rules_page(GAMES[game], language)
    assert page.count("```position") == len(examples(page))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_links_to_sections_lead_to_sections(game: str, language: str) -> None:
    page = rules_page(GAMES[game], language)
    headings = {slug(heading) for heading in re.findall(r"^#+ (.+)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page)) <= headings


def sections(game: str, language: str) -> list[str]:
    return re.findall(r"^### (\d+)\. ", rules_page(GAMES[game], language), re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_sections_are_numbered_alike_and_hold_all_that_the_code_refers_to(game: str) -> None:
    code = "".join(
        path.read_text(encoding="utf-8") for path in Path(GAMES[game].rules.__file__ or "").parent.glob("*.py")
    )
    named = {*re.findall(r"§(\d+)", code), *re.findall(r'Why\([^()]*?, "(\d+)"', code)}
    assert sections(game, "fr") == sections(game, "en") == [str(n + 1) for n in range(len(sections(game, "en")))]
    assert named <= {*sections(game, "en")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_two_layers_and_nothing_for_programmers(game: str, language: str) -> None:
    """Options, notation and what the rulebooks leave open are in docs/options.md and docs/notation.md."""
    first, curious = {"fr": ("## Le jeu", "## Pour les curieux"), "en": ("## The game", "## For the curious")}[language]
    page = rules_page(GAMES[game], language)
    assert re.findall(r"^## .+$", page, re.MULTILINE) == [first, curious]
    family = re.sub(r"<!--.*?-->", "", page, flags=re.DOTALL)
    assert "`" not in family
    assert not re.search(r"°|JSON|rulebook|notre lecture|ne savons pas", family)
    assert not re.search(r"(?:place|seat) \d|\{", family)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_sentences_of_a_page_are_short(game: str, language: str) -> None:
    said = [words for text in passages(rules_page(GAMES[game], language)) for words in sentences(text)]
    assert len(said) > 50
    assert [" ".join(words) for words in said if len(words) > MOST_WORDS] == []
    assert sum(map(len, said)) / len(said) <= MEAN_WORDS


def test_a_page_is_taken_apart_as_it_is_read() -> None:
    page = "# A\n\nTwo [lines](#b)\nof one.\n- **An** item\n"
    page += "<!--\n```x\nhidden\n```\n-->\n![Alt](p.svg)\\\nBelow.\n\n| c | d |"
    assert passages(page) == ["A", "Two [lines\nof one.", "An item", "Below.", "c", "d"]


def slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.lower()))


def french(text: str) -> list[str]:
    """What offends French typography: a straight apostrophe, an ordinary space before ; : ! ? » or after «."""
    return re.findall(r"\w*'\w+|\S* [;:!?»]|« \S+", text)


def prose(page: str) -> str:
    """A page without its code and its examples."""
    return re.sub(r"```.*?```|`[^`\n]*`|\]\([^)]*\)", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("page", sorted(PAGES.glob("*.fr.md")), ids=lambda page: page.name)
def test_french_pages_keep_french_typography(page: Path) -> None:
    assert french(prose(page.read_text(encoding="utf-8"))) == []


WEB_TEXTS = [path for path in (PAGES.parents[1] / "web" / "src").rglob("*.json") if path.stem in ("fr", "texts.fr")]


@pytest.mark.parametrize("texts", sorted(WEB_TEXTS), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_french_texts_of_the_pages_keep_french_typography(texts: Path) -> None:
    assert [said for text in json.loads(texts.read_text(encoding="utf-8")).values() for said in french(text)] == []


def test_typography_is_looked_at() -> None:
    assert french("l'eau : « oui » !") == ["l'eau", " :", "« oui", " »", " !"]
    assert len(WEB_TEXTS) > len(GAMES)


def test_pictures_are_of_the_examples_as_they_are() -> None:
    """If this fails: `make pictures` draws them anew."""
    assert sources() == json.loads(NOTE.read_text(encoding="utf-8"))


def test_every_picture_is_drawn_without_script_or_style() -> None:
    for name in sources():
        drawn = (PAGES / name).read_text(encoding="utf-8")
        assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
        assert not re.search(r"<script|<style|class=|on\w+=|foreignObject", drawn)
