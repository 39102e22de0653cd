"""The terminal table: whole matches through what a person types and reads."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from recif.games import GAMES
from recif.match.match import Match
from recif.match.record import read
from recif.terminal.table import Quit, TerminalTable, random_player
from recif.terminal.texts import COMMANDS


class Person:
    """Types lines from a list; when it is empty, the first completion (a legal move)."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.questions: list[str] = []

    def __call__(self, question: str, completions: Sequence[str]) -> str:
        self.questions.append(question)
        if self.lines:
            return self.lines.pop(0)
        return completions[len(self.questions) * 7 % (len(completions) - len(COMMANDS))] if completions else ""


def table(name: str, person: Person, machines: int = 1, language: str = "en") -> TerminalTable:
    match = Match(GAMES[name])
    players = dict.fromkeys(range(match.seats - machines, match.seats), random_player)
    return TerminalTable(match, players, language, Console(file=io.StringIO(), width=100), person)


def printed(at: TerminalTable) -> str:
    assert isinstance(at.console.file, io.StringIO)
    return at.console.file.getvalue()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_match_against_a_random_player_is_played_to_its_end(name: str, language: str) -> None:
    at = table(name, Person(), language=language)
    at.play()
    assert at.match.is_over
    assert ("Points\u00a0: " if language == "fr" else "Points: ") in printed(at)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_on_one_screen_is_played_to_its_end(name: str) -> None:
    at = table(name, Person(), machines=0)
    at.play()
    assert at.match.is_over


def test_a_refused_move_says_why_and_asks_again() -> None:
    at = table("xok", Person("a1a3", "quit"))
    with pytest.raises(Quit):
        at.play()
    assert "a1 and a3 do not touch. (rule 1)" in printed(at)
    assert at.match.log == []


def test_undo_takes_back_the_persons_last_move_and_the_answer_to_it() -> None:
    at = table("xok", Person("e5e6", "undo", "quit"))
    with pytest.raises(Quit):
        at.play()
    assert at.match.log == []


def test_undo_with_nothing_played_says_so() -> None:
    at = table("xok", Person("annuler", "quitter"), language="fr")
    with pytest.raises(Quit):
        at.play()
    assert "Vous n’avez encore rien joué." in printed(at)


def test_moves_and_rules_are_shown_on_demand() -> None:
    at = table("xok", Person("moves", "rules", "help", "quit"))
    with pytest.raises(Quit):
        at.play()
    assert "White lays two fish on e5 and e6." in printed(at)
    assert "Ten in a chain" in printed(at)
    assert "undo your last move" in printed(at)


def test_the_screen_is_passed_when_players_choose_at_once() -> None:
    person = Person()
    table("kroc", person, machines=0).play()
    assert any("Pass the screen to" in question for question in person.questions)


def test_the_screen_is_not_passed_when_nothing_is_hidden() -> None:
    person = Person()
    table("xok", person, machines=0).play()
    assert not any("Pass the screen" in question for question in person.questions)


@pytest.mark.parametrize(("language", "word", "where"), [("en", "hint", "around here"), ("fr", "conseil", "par ici")])
def test_a_hint_says_where_to_look_and_asked_again_the_move_and_why(language: str, word: str, where: str) -> None:
    at = table("xok", Person(word, "quit"), language=language)
    with pytest.raises(Quit):
        at.play()
    nudged = printed(at)
    assert where in nudged
    assert "chances" not in nudged
    at.ask = Person(word, "quit")
    with pytest.raises(Quit):
        at.play()
    assert "chances" in printed(at)
    assert at.match.log == []


def test_a_match_is_saved_and_read_again(tmp_path: Path) -> None:
    at = table("xok", Person("e5e6", f"save {tmp_path}/match.json", "quit"))
    with pytest.raises(Quit):
        at.play()
    saved = read((tmp_path / "match.json").read_bytes()).replay(GAMES)
    assert saved.log == at.match.log
    assert f"recif review {tmp_path}/match.json" in printed(at).replace("\n", " ").replace("  ", " ")


def test_at_the_end_the_match_can_be_kept(tmp_path: Path) -> None:
    class Keeper(Person):
        def __call__(self, question: str, completions: Sequence[str]) -> str:
            if "save FILE" in question:
                return f"save {tmp_path}/kept.json"
            return super().__call__(question, completions)

    at = table("xok", Keeper())
    at.play()
    assert read((tmp_path / "kept.json").read_bytes()).replay(GAMES).result == at.match.result


def test_cards_of_earlier_rounds_are_not_saved_before_the_end(tmp_path: Path) -> None:
    at = table("crabs", Person(f"save {tmp_path}/match.json", "quit"))
    with pytest.raises(Quit):
        at.play()
    assert "stay secret until the end" in " ".join(printed(at).split())
    assert not (tmp_path / "match.json").exists()


@pytest.mark.parametrize(("typed", "says"), [("save", "Give a file name too"), ("save /", "Nothing was saved")])
def test_a_match_that_cannot_be_saved_says_why(typed: str, says: str) -> None:
    at = table("xok", Person(typed, "quit"))
    with pytest.raises(Quit):
        at.play()
    assert says in printed(at)
