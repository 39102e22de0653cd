"""Cards, pieces and places explain themselves, with the options of the table."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from recif.games import GAMES, start
from recif.games.core.contract import LANGUAGES, Thing
from recif.games.core.pages import rules_page

every_game = pytest.mark.parametrize("game", [id for id, game in GAMES.items() if hasattr(game.words, "things")])
BOARDS = Path(__file__).parents[2] / "web" / "src" / "boards"


def things(game: str, **options: Any) -> dict[str, Thing]:
    told: dict[str, Thing] = getattr(GAMES[game].words, "things")(start(game, **options).state)  # noqa: B009
    return told


@every_game
def test_everything_that_explains_itself_has_words_in_both_languages_and_a_section(game: str) -> None:
    for thing in things(game).values():
        assert all((*thing.name, *thing.says))
        assert thing.says.fr != thing.says.en or thing.says.fr in ("1 point.", "2 points.")
        for language in LANGUAGES:
            assert f"\n### {thing.rule}. " in rules_page(GAMES[game], language)


@every_game
def test_french_explanations_keep_french_typography(game: str) -> None:
    said = " | ".join(text.fr for thing in things(game).values() for text in (thing.name, thing.says))
    assert re.findall(r"\w'\w| [;:!?»]|« ", said) == []


def test_every_card_of_crabs_is_explained_as_this_table_plays_it() -> None:
    assert len(things("crabs")) == 24
    assert things("crabs")["8c"].says.en == "The next card must be lower than 8."
    changed = things("crabs", effects={"9": "steal draw"})["9p"].says
    assert changed.en == "Steal a card from the other player at random, then draw a card."
    assert things("crabs", mode="asymmetric")["2c"].name.fr.endswith("Pincer")


def test_biting_cards_change_what_cards_are_worth() -> None:
    plain, hungry = things("kroc"), things("kroc", biting=["appetite"])
    assert plain["platter"].says != hungry["platter"].says
    assert plain["bone"].says == hungry["bone"].says


def test_a_bar_says_whose_it_is_and_who_may_enter() -> None:
    assert things("crocodiles")["bar:0"].name.en == "Red's bar"
    assert "two tiles or more" in things("crocodiles")["bar:1"].says.en


def test_the_banquet_tells_where_points_come_from() -> None:
    count = "3 - 4,3,3,3,4,1,2,1,2 0,0,0,0,0,1,1,0,0 5 over:1 -/-/-/O PPYYS/PYBBBS/PLLLSSTT - 1/2/3 -/-/-"
    words = GAMES["kroc"].words
    seats = words.scene(words.parse(count))["seats"]
    assert [seat["worth"] for seat in seats] == [
        {"platter": 3, "yellow": 3, "salad": 2},
        {"platter": 3, "blue": 4, "salad": 2},
        {"platter": 3, "lollipop": 3, "salad": 4},
    ]
    assert [sum(seat["worth"].values()) for seat in seats] == [seat["points"] for seat in seats]


@every_game
def test_what_a_board_asks_about_can_be_answered(game: str) -> None:
    asked = "".join(path.read_text(encoding="utf-8") for path in (BOARDS / game).glob("*.svelte"))
    assert re.search(r"\babout=|\{about\}", asked)
    known = json.dumps(sorted(things(game)))
    for name in re.findall(r'about="([a-z:]+)"', asked):
        assert f'"{name}"' in known
