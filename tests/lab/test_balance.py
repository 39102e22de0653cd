"""What many games say about a game, and two sets of options side by side."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from recif.cli.main import parser
from recif.games import GAMES
from recif.games.core.compiled import from_bytes
from recif.games.core.contract import LUCK, Refused
from recif.games.core.position import Position
from recif.games.kroc import counts, rules
from recif.games.kroc.cards import CARDS
from recif.lab.balance import balance, decided_at, is_comeback, lead_changes, luck_share, mean, rate
from recif.lab.charts import bins_of, figure
from recif.lab.compare import difference, differences, fairness, verdict
from recif.lab.pages import comparison, report
from recif.lab.selfplay import stories_of
from recif.lab.stories import POINTS, Story, StoryPlan, played


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
