"""Everybody has one name: what a game says of its seats is said of those who sit there, and of nothing else."""

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from recif.games import GAMES
from recif.games.core.contract import PAST, REFEREE, SPECTATOR, Bilingual, Game, Text
from recif.match.frame import titles
from recif.match.naming import NOBODY, Naming
from tests.games.setups import Setup, random_game, setups_of

FEWEST = [next(iter(setups_of(game))) for game in GAMES.values()]
MOST = [max(setups_of(game), key=lambda setup: setup.seats) for game in GAMES.values()]
RED, YELLOW = Bilingual("Rouge", "Red"), Bilingual("Jaune", "Yellow")


def told(setup: Setup) -> Iterator[Text]:
    """All that is said of a match, to whoever may hear it."""
    words, last = setup.game.words, None
    for position, (seat, number) in random_game(setup, 3):
        last = position
        for viewer in (0, SPECTATOR, REFEREE, PAST) if setup.game.forgetting else (0, SPECTATOR, REFEREE):
            yield words.sentence(position.state, seat, number, viewer)
    assert last
    yield words.ended(last.state)


def call(monkeypatch: pytest.MonkeyPatch, game: Game, names: tuple[Text, ...]) -> None:
    """The game itself calls its seats so."""
    widest = next(setup for setup in MOST if setup.game is game)
    usual = tuple(Text(title.fr, title.en) for title in titles(widest.start()))
    for module, name, value in parts_of(game):
        if isinstance(value, tuple) and value[: len(usual)] == usual:
            monkeypatch.setattr(module, name, names[: len(value)])
    forget(game)


def forget(game: Game) -> None:
    """The sentences that it keeps."""
    for _, _, value in parts_of(game):
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def parts_of(game: Game) -> list[tuple[ModuleType, str, object]]:
    modules = [one for name, one in sys.modules.items() if name.startswith(f"recif.games.{game.id}.")]
    return [(module, name, value) for module in modules for name, value in vars(module).items()]


@pytest.mark.parametrize("setup", {str(setup): setup for setup in (*FEWEST, *MOST)}.values(), ids=str)
def test_a_sentence_names_people_wherever_the_game_would_name_their_seats(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tuple(Text(f"Zed-{seat}", f"Zed-{seat}") for seat in range(5))
    naming = Naming(titles(setup.start()), [name.bilingual for name in names[: setup.seats]])
    renamed = [naming.of(said) for said in told(setup)]
    with monkeypatch.context() as patched:
        call(patched, setup.game, names)
        by_itself = [said.bilingual for said in told(setup)]
    forget(setup.game)
    assert renamed == by_itself
    assert any("Zed-1" in said.fr for said in renamed)


def test_a_name_may_be_a_title_of_another_seat() -> None:
    naming = Naming([RED, YELLOW], [YELLOW, RED])
    assert naming.of(Text("Rouge mange Jaune.", "Red eats Yellow.")).en == "Yellow eats Red."


def test_a_name_is_taken_as_it_is() -> None:
    odd = r"\1 (.*) <b>"
    naming = Naming([RED, YELLOW], [Bilingual(odd, odd), YELLOW])
    assert naming.of(Text("C’est à Rouge.", "Red is next.")).fr == f"C’est à {odd}."


@pytest.mark.parametrize(
    ("said", "name", "wanted"),
    [
        ("Le bar de Rouge.", "Anne", "Le bar d’Anne."),
        ("Le bar de Rouge.", "Tom", "Le bar de Tom."),
        ("On dit que Rouge dort.", "Éva", "On dit qu’Éva dort."),
    ],
)
def test_french_drops_a_vowel_before_a_name_that_begins_with_one(said: str, name: str, wanted: str) -> None:
    assert Naming([RED], [Bilingual(name, name)]).of(Text(said, "")).fr == wanted


def test_without_people_sentences_stay_as_they_are() -> None:
    assert NOBODY.of(Text("Rouge joue.", "Red plays.")).fr == "Rouge joue."
