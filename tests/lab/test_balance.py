"""What many games say about a game, and two sets of options side by side."""

import dataclasses
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.compiled import from_bytes
from recif.games.core.contract import LUCK, Refused
from recif.games.core.luck import seeded
from recif.games.core.position import Position
from recif.games.kroc import counts, rules
from recif.games.kroc.cards import CARDS
from recif.lab.balance import Balance, balance, decided_at, is_comeback, lead_changes, luck_share, mean, rate
from recif.lab.charts import bins_of, figure, ticks, top_of
from recif.lab.compare import difference, differences, fairness, verdict
from recif.lab.conclusion import conclusion
from recif.lab.pages import comparison, report
from recif.lab.prospects import PLAYOUTS, net_for, prospects
from recif.lab.selfplay import stories_of
from recif.lab.stories import POINTS, Story, StoryPlan, played
from recif.mind.net import net as nets
from recif.mind.search.search import new_desk
from tests.games.setups import Setup, random_game


def story(winners: int = 1, curve: list[int] | None = None, skill: float = -1.0, decisions: int = 30) -> Story:
    chances = [[at, 1000 - at] for at in curve or [500] * POINTS]
    return Story(winners, ["A", "B"], decisions, [4] * POINTS, chances, 2, [0.1, 0.3], {}, {}, skill)


def test_a_game_is_decided_once_its_winner_is_never_in_doubt_again() -> None:
    assert decided_at(story(curve=[500, 900, 700, 850, 900, 900, 900, 900, 900, 900])) == 0.3
    assert decided_at(story(curve=[500] * POINTS)) == 1.0
    assert decided_at(story(winners=2, curve=[100] * POINTS)) == 0.0


def test_a_comeback_is_a_win_from_less_than_half_an_even_chance() -> None:
    assert is_comeback(story(curve=[500, 240, *[900] * 8]))
    assert not is_comeback(story(curve=[500, 260, *[900] * 8]))
    assert lead_changes(story(curve=[600, 400, 600, *[700] * 7])) == 2


def test_an_interval_is_as_wide_as_its_games_are_few() -> None:
    few, many = rate([1.0, 0.0] * 10), rate([1.0, 0.0] * 1000)
    assert few.low < many.low < 0.5 < many.high < few.high
    assert mean([2.0, 4.0]).value == 3.0


def test_luck_is_its_part_of_what_moves_the_chances() -> None:
    share = luck_share([story() for _ in range(10)])
    assert share.value == pytest.approx(0.25)
    assert share.low == share.high == pytest.approx(0.25)
    calm = Story(1, ["A", "B"], 3, [4] * POINTS, [[500, 500]] * POINTS, 0, [0.0, 0.3], {}, {})
    assert luck_share([calm] * 5).games == 0


def test_what_seats_win_by_is_found_again() -> None:
    """A game in which the first seat wins three times in four, and the strong player always."""
    stories = [story(2 if n % 4 == 0 else 1) for n in range(400)] + [story(skill=1.0)] * 100
    found = balance(StoryPlan("xok", 2, games=500), stories)
    assert found.measures["first"].value == 0.75
    assert found.measures["first"].low < 0.75 < found.measures["first"].high
    assert found.measures["skill"].value == 1.0
    assert [share.wins.value for share in found.seats] == [0.75, 0.25]


def test_a_game_that_came_many_times_is_evidence_once() -> None:
    fresh = [msgspec.structs.replace(story(1 + n % 2), mark=f"g{n}") for n in range(100)]
    copied = [msgspec.structs.replace(one, mark=f"g{n % 20}") for n, one in enumerate(fresh)]
    plan = StoryPlan("xok", 2, games=100)
    one, two = balance(plan, fresh), balance(plan, copied)
    assert (one.distinct, two.distinct) == (100, 20)
    assert two.measures["first"].value == one.measures["first"].value == 0.5
    of_twenty = rate([1.0, 0.0] * 10)
    assert two.measures["first"].low == pytest.approx(of_twenty.low)
    assert two.measures["first"].high == pytest.approx(of_twenty.high)
    assert "Of 100 games 20 are different" in conclusion(two).en
    assert "different" not in conclusion(one).en


def test_the_conclusion_says_who_is_better_off_how_sure_that_is_and_whether_it_turns() -> None:
    def found(player: str, wins: int) -> Balance:
        return balance(StoryPlan("xok", 2, player=player), [story(1 if n < wins else 2) for n in range(100)])

    assert "wins 75.0% of the games (65.7% to 82.5%): it is better off." in conclusion(found("3", 75)).en
    assert "is not shown to be better or worse off" in conclusion(found("3", 52)).en
    turned = conclusion(found("3", 75), [found("3", 75), found("7", 20)])
    assert "better off for 3, worse off for 7" in turned.en
    assert "avantagée pour 3, désavantagée pour 7" in turned.fr


def test_games_begin_in_as_many_ways_as_asked_and_every_level_has_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "levels.html"
    words = ["lab", "xok", "-o", "side=4", "--games", "10", "--jobs", "1", "--player", "first", "--strong", "first"]
    words += ["--weak", "first", "--page", str(page)]
    for more, many in (([], 1), (["--opening", "4", "--levels", "first,random"], 9)):
        args = parser("en").parse_args([*words, *more])
        assert args.run(args, "en") == 0
        found = re.search(r"first \(10 games, (\d+) different\)", capsys.readouterr().out)
        assert found
        assert (int(found[1]) == 1) == (many == 1)
    assert "<th>random</th>" in page.read_text()
    assert is_whole(page.read_text())


def test_a_difference_is_clear_only_if_it_is_sure_among_so_many() -> None:
    plan = StoryPlan("xok", 2)
    even = [story(1 + n % 2, decisions=30 + n % 3) for n in range(200)]
    unfair = [story(2 if n % 5 == 0 else 1, decisions=30 + n % 3) for n in range(200)]
    a, b = balance(plan, even), balance(plan, unfair)
    by_name = {one.name: one for one in differences(a, b)}
    assert by_name["first"].is_clear
    assert by_name["first"].low < 0.3 < by_name["first"].high
    assert not by_name["length"].is_clear
    assert "A is fairer" in fairness(a, b).en
    assert "wins of the first seat +30.0 points" in verdict(differences(a, b)).en
    assert "neither is shown to be fairer" in fairness(a, a).en
    assert verdict(differences(a, a)).en == "No difference is sure with this many games."
    assert not difference("first", rate([1.0, 0.0] * 5), rate([1.0, 1.0, 0.0] * 4), 2.5).is_clear


def test_chances_are_what_the_net_says_where_there_is_one() -> None:
    game = GAMES["xok"]
    state = game.parse("5 b e5,e6,e7 a1")
    net, notes = net_for(game, state), cast(Any, game.features)
    desk = new_desk(game.rules, notes, net)
    nets.value(notes, net, state, 1, desk)
    assert prospects(game, state, seeded(1), True) == desk.values.tolist()
    played_out = prospects(game, state, seeded(1), False)[0]
    assert played_out != desk.values[0]
    assert played_out * PLAYOUTS == pytest.approx(round(played_out * PLAYOUTS))
    old = game.new(2, version=1)
    assert net_for(game, old) is None
    assert prospects(game, old, seeded(1), True) == prospects(game, old, seeded(1), False)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_net_says_of_the_seats_adds_up_and_luck_that_is_due_is_drawn(name: str) -> None:
    told, due = 0, 0
    for at, _ in random_game(Setup(GAMES[name], GAMES[name].seats[0], {}), 3):
        if not at.is_over:
            found = prospects(GAMES[name], at.state, seeded(2), True)
            assert sum(found) == pytest.approx(1)
            told, due = told + 1, due + at.is_luck_due
    assert told > 10
    assert bool(due) == (name in ("kroc", "crabs", "crocodiles"))


def test_two_sets_are_judged_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The net does not know the other deck, so playouts tell the chances of both; games told otherwise are others."""
    usual, other = StoryPlan("kroc", 2), StoryPlan("kroc", 2, {"deck": [6, 6, 6, 6, 6, 4, 7, 4, 5]})
    assert (usual.has_net, other.has_net) == (True, False)
    assert usual.asked != dataclasses.replace(usual, by_net=True).asked
    players = ["--player", "random", "--strong", "random", "--weak", "random", "--games", "10", "--jobs", "1"]
    for words, said in ((["--against", "deck=6,6,6,6,6,4,7,4,5"], "games played out by hunch"), ([], "net says")):
        page = tmp_path / f"{len(words)}.html"
        args = parser("en").parse_args(["lab", "kroc", *words, *players, "--page", str(page)])
        assert args.run(args, "en") == 0
        assert said in page.read_text()
    assert capsys.readouterr().out


def test_scales_go_by_round_numbers() -> None:
    assert ticks(0, top_of(212)) == [0, 50, 100, 150, 200, 250]
    assert ticks(0, top_of(2.9)) == [0, 1, 2, 3]
    assert [round(mark, 3) for mark in ticks(0.47, 0.63)] == [0.5, 0.55, 0.6]
    assert top_of(1.0) == 1.0


def test_bars_hold_whole_numbers_and_lose_none() -> None:
    low, step, counts = bins_of([3, 4, 4, 9, 27], 10)
    assert (low, step, sum(counts)) == (3, 3, 5)
    assert counts[0] == 3


def test_numbers_are_written_as_each_language_does() -> None:
    assert figure(-1.25, 2, sign="+") == ("−1,25", "−1.25")
    assert figure(12.5, 1, True) == ("12,5\u00a0%", "12.5%")


class Reader(HTMLParser):
    """What a page shows, and what it would fetch."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass


def is_whole(page: str) -> bool:
    reader = Reader(page)
    return not reader.fetched and "http" not in page and len(page) < 300_000 and not reader.open


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_report_in_both_languages(game: str) -> None:
    plan = StoryPlan(game, GAMES[game].seats[0], {}, "random", "random", "random", games=10)
    stories = stories_of(plan)
    page = report(balance(plan, stories), "recif lab <game>")
    assert is_whole(page)
    assert "&lt;game&gt;" in page
    assert page.count('lang="fr"') == page.count('lang="en"') - 1  # the page itself is in one
    assert GAMES[game].title.fr in page
    assert not re.search(r"\bnan\b|None", page)
    assert is_whole(comparison(balance(plan, stories), balance(plan, stories), "recif lab"))


@pytest.mark.parametrize("game", GAMES)
def test_things_that_are_used_have_names_and_users(game: str) -> None:
    plan = StoryPlan(game, GAMES[game].seats[-1], {}, "random", "random", "random", games=4)
    found = stories_of(plan)
    names = set(GAMES[game].counts.THINGS)
    used = {name for one in found for name in one.used}
    assert used <= names
    assert len(used) > len(names) // 2
    assert all(len(counts) == plan.seats for one in found for counts in one.used.values())


def test_the_cards_that_sharks_keep_are_counted_once() -> None:
    plan = StoryPlan("kroc", 3, {}, "random", "random", "random", games=1)
    position = Position(GAMES["kroc"], GAMES["kroc"].new(3))
    moments = played(plan, 0, position)

    counted: dict[tuple[int, str], int] = {}
    for one in moments:
        before, after = (from_bytes(rules.State, data) for data in (one.before, one.after))
        for who, thing in counts.used(before, one.seat, one.move, after):
            counted[who, thing] = counted.get((who, thing), 0) + 1
    for seat in range(3):
        for kind, name in enumerate(CARDS):
            if kind not in (rules.BOTTLE, rules.BONE, rules.TREASURE):
                assert counted.get((seat, name), 0) == position.state.kept[seat, kind]
    drawn = sum(one.seat == LUCK and one.move == rules.TREASURE for one in moments)
    assert sum(count for (_, name), count in counted.items() if name == "treasure") <= drawn


def test_sides_are_turned_about_the_seats() -> None:
    plan = StoryPlan("crabs", 2, {}, "random", "random", "random", games=10)
    assert {one.sides[0] for one in stories_of(plan)} == {"Crab", "Octopus"}
    fixed = StoryPlan("crabs", 2, {"crabs_seat": 1}, "random", "random", "random", games=10)
    assert {one.sides[0] for one in stories_of(fixed)} == {"Octopus"}


def test_a_study_is_told_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, file = tmp_path / "ab.html", tmp_path / "games.jsonl"
    players = ["--player", "random", "--strong", "random", "--weak", "random"]
    words = ["lab", "xok", "--against", "side=4", "--games", "10", "--jobs", "1", *players]
    args = parser("fr").parse_args([*words, "--page", str(page), "--file", str(file)])
    assert args.run(args, "fr") == 0
    said = capsys.readouterr().out
    assert "victoires de la première place" in said
    assert "coups possibles par décision −" in said
    assert "side=5" in page.read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ab.html", "games-a.jsonl", "games-b.jsonl"]


def test_two_sets_of_options_have_a_row_a_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "pie.html"
    players = ["--player", "random", "--strong", "random", "--weak", "random", "--levels", "first,random"]
    words = ["lab", "xok", "-o", "side=4", "--against", "side=4", "--against", "pie=yes", "--games", "10"]
    args = parser("en").parse_args([*words, "--jobs", "1", *players, "--page", str(page)])
    assert args.run(args, "en") == 0
    said, written = capsys.readouterr().out, page.read_text()
    for name in ("first", "random"):
        assert f"Between players “{name}”, the first seat wins " in said
        assert f"<th>{name}</th>" in written
    assert "pie=no" in written
    assert "pie=yes" in written
    assert is_whole(written)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess"], "no game is called 'chess'"),
        (["xok", "--player", "nobody"], "unknown player"),
        (["xok", "--against", "side=7"], "option side cannot be 7"),
        (["xok", "--page", "/nowhere/x.html"], "there is no such file"),
        (["xok", "--cluster", "slurm"], "--cluster takes local"),
    ],
)
def test_a_wrong_study_says_what_to_do(words: list[str], says: str) -> None:
    args = parser("en").parse_args(["lab", *words])
    with pytest.raises(Refused, match=says):
        args.run(args, "en")
