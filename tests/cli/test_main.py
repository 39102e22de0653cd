"""The command line, as a new user meets it."""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from recif import Record, __version__, start
from recif.cli.main import main, parser
from recif.console.language import CATALOGUES, teach_argparse
from recif.games import GAMES


def recif(*arguments: str, typed: str = "", language: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": language}
    command = [sys.executable, "-m", "recif", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=environment)


def test_the_version_is_told() -> None:
    assert recif("--version").stdout == f"recif {__version__}\n"


@pytest.mark.parametrize(("language", "word"), [("fr_FR.UTF-8", "exemples"), ("en_GB.UTF-8", "examples")])
def test_help_teaches_by_examples_in_the_users_language(language: str, word: str) -> None:
    assert word in recif("--help", language=language).stdout


def test_games_are_listed_with_their_options() -> None:
    told = recif("games").stdout
    assert all(game.title.en in told for game in GAMES.values())
    assert "side=5 (5, 4)" in told


def test_perft_counts() -> None:
    assert "15,126" in recif("perft", "xok", "2", "-o", "side=4").stdout


def leave(
    arguments: list[str], language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """How the command ends in this very process: its exit code, and all that it said."""
    monkeypatch.setattr(sys, "argv", ["recif", *arguments])
    monkeypatch.setenv("LANGUAGE", "en")  # put back after the test, whatever the command makes of it
    monkeypatch.setenv("LC_ALL", language)
    with pytest.raises(SystemExit) as left:
        main()
    out, err = capsys.readouterr()
    if isinstance(left.value.code, str):  # a message is printed, and the code is 1, when the interpreter ends
        return 1, left.value.code
    return int(left.value.code or 0), out + err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["perft", "chess", "2"], "no game is called 'chess'"),
        (["perft", "xok", "2", "-o", "side=9"], "option side cannot be 9; choose one of: 5, 4"),
        (["perft", "xok", "2", "-o", "side"], "write an option as name=value"),
        (["perft", "xok", "2", "-o", "colour=red"], "has no option 'colour'"),
        (["perft", "xok", "two"], "depth: a whole number at least 0, not 'two'"),
        (["play", "xok", "--seats", "5"], "is not played by 5"),
        (["play", "xok", "--against", "nobody"], "--against takes"),
    ],
)
def test_a_wrong_argument_says_what_to_do(
    arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left, told = leave(arguments, "en_GB.UTF-8", monkeypatch, capsys)
    assert left != 0
    assert says in told


@pytest.mark.parametrize(
    ("language", "says"), [("en_GB.UTF-8", "inside WSL"), ("fr_FR.UTF-8", "installez-le dans WSL")]
)
def test_windows_is_told_where_it_would_run(
    language: str, says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    left, answer = leave(["games"], language, monkeypatch, capsys)
    assert left != 0
    assert says in answer


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ([], 2, "recif\u00a0: il manque\u00a0: commande"),
        (["dance"], 2, "'dance' n’existe pas\u202f; choisissez parmi\u00a0: 'play'"),
        (["perft", "xok"], 2, "il manque\u00a0: coups"),
        (["perft", "xok", "1", "--loud"], 2, "arguments inconnus\u00a0: --loud"),
        (["perft", "xok", "1", "--seats"], 2, "--seats\u00a0: il faut une valeur"),
        (["perft", "xok", "1", "--seats", "deux"], 2, "\u00a0: il faut un nombre entier, au moins 1, pas 'deux'"),
        (["arena", "xok", "1", "2", "--elo", "a", "b"], 2, "--elo\u00a0: 'a' ne convient pas"),
        (["serve", "--port", "99999"], 2, "--port\u00a0: il faut un nombre entier, de 0 à 65535, pas '99999'"),
        (["serve", "--origin", "play.example.org"], 2, "--origin\u00a0: une origine s’écrit https://"),
        (["serve", "--origin", "https://a.example/b"], 2, "--origin\u00a0: une origine s’écrit https://"),
        (["serve", "--smtp", "smtp.example.org"], 2, "--smtp\u00a0: un serveur de courriel s’écrit smtps://"),
        (["serve", "--smtp", "smtps://a.example"], 1, "avec --smtp il faut --mail-from"),
        (["serve", "--mail-from", "a@b.org\nBcc: c@d.org"], 2, "--mail-from\u00a0: "),
        (["serve", "--workers", "0"], 2, "--workers\u00a0: il faut un nombre entier, au moins 1, pas '0'"),
        (["serve", "--database", "/nowhere/recif.db"], 1, "ce fichier ou ce dossier n’existe pas"),
        (["admin"], 2, "recif admin\u00a0: il manque\u00a0: commande"),
        (["admin", "stats", "--database", "nowhere.db"], 1, "nowhere.db\u00a0: cette base n’existe pas"),
        (["verify", "nowhere.json"], 1, "nowhere.json\u00a0: ce fichier ou ce dossier n’existe pas"),
        (["review", "/"], 1, "/\u00a0: c’est un dossier, pas un fichier"),
        (["play", "échecs"], 1, "aucun jeu ne s’appelle 'échecs'"),
        (["hint", "xok", "rien"], 1, "une position s’écrit"),
    ],
)
def test_a_wrong_argument_says_so_in_french_to_who_speaks_it(
    arguments: list[str],
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    left, told = leave(arguments, "fr_FR.UTF-8", monkeypatch, capsys)
    assert left == code
    assert says in told


def test_help_is_french_to_the_last_word_for_who_speaks_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left, told = leave(["perft", "--help"], "fr_FR.UTF-8", monkeypatch, capsys)
    assert left == 0
    assert "usage\u00a0: recif perft [-h] [--seats PLACES] [-o X=Y] jeu coups" in told
    assert "afficher cette aide" in told
    assert "options\u00a0:" in told


def helps(asked: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A command line and all commands below it."""
    yield asked
    below = [action for action in asked._actions if isinstance(action, argparse._SubParsersAction)]
    yield from (inner for action in below for one in action.choices.values() for inner in helps(one))


def test_every_help_is_in_one_language_and_no_example_runs_into_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """What English leaves in a French help: names of values that the catalogue lacks, and argparse's own words."""
    monkeypatch.setenv("LANGUAGE", "en")  # put back afterwards, whatever is taught here
    pages = {}
    for language in ("en", "fr"):
        teach_argparse(language)
        pages[language] = list(helps(parser(language)))
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "recif.po").open("rb") as file:
        known = {str(message.id) for message in read_po(file)}
    assert len(pages["en"]) > 30
    for english, french in zip(pages["en"], pages["fr"], strict=True):
        named = [action for action in english._actions if action.nargs != 0 and action.choices is None]
        shown = [(one.metavar,) if isinstance(one.metavar, str) else one.metavar or () for one in named]
        values = {word for words in shown for word in words}
        assert values <= known, english.prog
        assert not re.search(r"\b(?:this|the|and|exit|with)\b", french.format_help()), french.prog
        assert not re.search(r"\b(?:le|les|des|une|pour|afficher)\b", english.format_help()), english.prog
        assert "\t" not in french.format_help() + english.format_help()


def test_the_language_can_be_chosen_whatever_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECIF_LANGUAGE", "fr")
    assert "exemples" in recif("--help").stdout


def test_a_reader_who_has_gone_away_gets_no_traceback() -> None:
    run = subprocess.run(f"{sys.executable} -m recif games | true", shell=True, capture_output=True, text=True)
    assert run.stderr == ""


def test_a_game_is_played_from_a_pipe() -> None:
    run = recif("play", "xok", "--against", "random", typed="e5e6\nquit\n")
    assert run.returncode == 0
    assert "White lays two fish on e5 and e6." in run.stdout


def test_play_asks_for_what_is_not_given() -> None:
    run = recif("play", typed="nothing\n2\n2\nquit\n")
    assert "Which game?" in run.stdout
    assert "Answer with a number from the list." in run.stdout
    assert "See you soon!" in run.stdout


def test_lessons_are_checked_and_taken_from_the_command_line() -> None:
    assert recif("learn", "xok", "--check").stdout == "xok: 8 steps, all is well\n"
    told = recif("learn", "crocodiles", typed="a5-a6\nquit\n").stdout
    assert "Into the water!" in told
    assert "2/8" in told
    assert "no game is called 'chess'" in recif("learn", "chess").stderr


@pytest.mark.parametrize("words", [["games"], ["review", "--all", "--nodes", "2"]])
def test_nobody_who_listens_is_no_error_to_speak_of(words: list[str], tmp_path: Path) -> None:
    """As after `| head`: the code is the one by which shells know it."""
    if words[0] == "review":
        position = start("xok", side=4).play(0, "d1d2").play(1, "a1a2")
        (tmp_path / "own.json").write_text(Record.of(position).json)
        words = [*words, str(tmp_path / "own.json")]
    ear, mouth = os.pipe()
    os.close(ear)
    run = subprocess.run([sys.executable, "-m", "recif", *words], stdout=mouth, stderr=subprocess.PIPE, text=True)
    os.close(mouth)
    assert (run.returncode, run.stderr.strip()) == (141, "")
