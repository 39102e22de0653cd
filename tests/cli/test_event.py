"""`recif event`: an evening in a café, from one file."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from recif.cli.main import parser
from recif.games.core.text import Refused


def run(*words: object, language: str = "en") -> int:
    arguments = parser(language).parse_args(["event", *map(str, words)])
    return int(arguments.run(arguments, language))


def verify(file: Path, *more: str) -> int:
    arguments = parser("en").parse_args(["verify", str(file), *more])
    return int(arguments.run(arguments, "en"))


@pytest.fixture
def file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "friday.event"
    run("new", path, "--form", "swiss", "--game", "xok", "--rounds", 3, "--director", "Lou", "--director", "Sam")
    run("join", path, "Ana:1600", "Théo", "Zoé:1500", "Max", "Ida", "--number", "7")
    return path


def boards(file: Path, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    capsys.readouterr()
    run("show", file)
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()[1:]]
    return [line.split("  ", 1)[1].split("   ")[0].split(" – ") for line in lines if line[0].isdigit()]


def test_an_evening_from_the_first_name_to_a_table_that_anybody_can_verify(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert file.stat().st_mode & 0o077 == 0, "the secret is in it"
    key = capsys.readouterr().out.split("key of the signature: ")[1].split()[0]
    for _ in range(3):
        run("pair", file)
        for number, (first, second) in enumerate(boards(file, capsys), 1):
            run("result", file, number, first.upper(), second)
    with pytest.raises(Refused, match="all rounds have been played"):
        run("pair", file)
    run("end", file, "--by", "sam")
    capsys.readouterr()
    run("standings", file, "--explain", language="fr")
    said = capsys.readouterr().out
    assert "Les points de tous vos adversaires." in said
    assert {"Ana", "Théo", "Zoé", "Max", "Ida"} <= {*said.split()}
    for suffix in ("json", "csv", "trf"):
        run("export", file, tmp_path / f"out.{suffix}")
    assert verify(tmp_path / "out.json", "--key", key) == 0
    assert "3, paired again, all of them the same" in capsys.readouterr().out
    assert (tmp_path / "out.csv").read_text("utf-8-sig").startswith("place,name,points,Buchholz cut 1")
    assert "092 Individual: Swiss-System" in (tmp_path / "out.trf").read_text()
    changed = tmp_path / "changed.json"
    changed.write_text((tmp_path / "out.json").read_text().replace('"Max"', '"Ida"', 1))
    assert verify(changed) == 1
    with pytest.raises(Refused, match="director's file"):
        verify(file)


def test_what_a_director_does_is_in_the_log_with_who_and_why(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("pair", file, "--board", "ana,max", "--reason", "they asked", "--by", "Sam")
    run("result", file, 1, "Ana=Max")
    run("correct", file, "--board", 1, "--result", "Max", "Ana", "--reason", "misread")
    run("annul", file, 1, "--reason", "wrong game", "--replay")
    run("result", file, 1, "Max", "Ana", "--scores", "12,9")
    run("forfeit", file, 2, boards(file, capsys)[1][0], "--reason", "not there")
    run("correct", file, "--apart", "Ida", "Théo", "--reason", "brothers")
    run("correct", file, "--person", "Ida", "--rating", 1700, "--name", "Ida B.", "--reason", "new list")
    run("pause", file, "Ana", "--half")
    run("withdraw", file, "Max", "--reason", "ill")
    run("say", file, "soup is ready")
    run("back", file, "Ana")
    run("end", file, "--reason", "the café closes")
    capsys.readouterr()
    run("log", file)
    lines = capsys.readouterr().out.splitlines()
    wanted = {"they asked", "misread", "wrong game", "not there", "brothers", "new list", "ill", "soup", "closes"}
    assert {word for word in wanted if any(word in line for line in lines)} == wanted
    assert sum(line.endswith("[Sam]") for line in lines) == 1
    capsys.readouterr()
    run("log", file, language="fr")
    assert "ronde appariée" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("new", "--form", "swiss", "--game", "xok", "--rounds", "3"), "already exists"),
        (("join", "Ana"), "has joined already"),
        (("join", "Eve:strong"), "a rating is a number"),
        (("show",), "no round has been paired yet"),
        (("result", "1", "Ana", "Max"), "no round has been paired yet"),
        (("pause", "Eve"), "nobody here is called 'Eve'"),
        (("say", "hello", "--by", "Max"), "does not direct"),
        (("correct", "--rounds", "2"), "needs a reason"),
        (("export", "table.pdf"), "the name of the file says the form"),
    ],
)
def test_what_cannot_be_is_refused_and_the_file_stays_as_it_was(file: Path, words: tuple[str, ...], says: str) -> None:
    before = file.read_bytes()
    with pytest.raises(Refused, match=says):
        run(words[0], file, *words[1:])
    assert file.read_bytes() == before


def test_an_event_is_made_of_games_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no game is called 'chess'"):
        run("new", tmp_path / "x.event", "--form", "swiss", "--game", "chess", "--rounds", 3)
    with pytest.raises(Refused, match="takes 2 people at most"):
        run("new", tmp_path / "x.event", "--form", "tables", "--game", "xok", "--rounds", 3)
    assert not (tmp_path / "x.event").exists()
    with pytest.raises(Refused, match="no such file"):
        run("pair", tmp_path / "x.event")


def test_nobody_is_lost_when_several_write_at_once(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = [f"guest{number}" for number in range(8)]
    with ThreadPoolExecutor(len(people)) as desks:
        assert [*desks.map(lambda name: run("join", file, name), people)] == [0] * len(people)
    capsys.readouterr()
    run("standings", file)
    assert {*people} <= {*capsys.readouterr().out.split()}


def test_a_tied_cup_ends_with_a_game_whose_side_the_lower_seed_chooses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cup.event"
    run("new", file, "--form", "knock-out", "--game", "xok")
    run("join", file, "Ana:1600", "Zoe:1500")
    run("pair", file)
    for says in ("a shorter match, Zoe begins", "a shorter match, Ana begins", "last match: Zoe chooses the seat"):
        run("result", file, 1, "Ana=Zoe")
        assert says in capsys.readouterr().out
    run("choose", file, 1, 2)
    assert "a shorter match, Ana begins" in capsys.readouterr().out
    run("result", file, 1, "Ana=Zoe")
    assert "→ Ana" in capsys.readouterr().out
    run("end", file)
    run("log", file)
    assert "chose" in capsys.readouterr().out
    run("export", file, tmp_path / "cup.json")
    assert verify(tmp_path / "cup.json") == 0


def test_what_only_another_form_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="arena only"):
        run("new", tmp_path / "odd.event", "--form", "swiss", "--game", "xok", "--rounds", 3, "--streaks")
    assert not (tmp_path / "odd.event").exists()
