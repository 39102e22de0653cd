"""Tie-breaks by hand: a small event whose sums fit on a napkin."""

from recif.events import entries as of
from recif.events.explained import TIE_BREAKS, USUAL
from recif.events.exports import to_csv
from recif.events.scores import scores_of
from recif.events.standings import standings, values_said
from recif.events.tie_breaks import VALUES, Comparing
from tests.events.evenings import KROC, Evening


def paired(evening: Evening, number: int, *boards: tuple[str, ...], byes: tuple[str, ...] = ()) -> None:
    evening.add(of.RoundPaired(at=0, by="Lou", round=number, game="xok", boards=boards, byes=byes))


def swiss_of_five() -> Evening:
    """Three rounds: p4 has the bye first, p3 forfeits in the second, p3 is away in the third."""
    evening = Evening("swiss", 5, rounds=3)
    paired(evening, 1, ("p0", "p1"), ("p2", "p3"), byes=("p4",))
    evening.play(lambda board: (1, 2))
    paired(evening, 2, ("p0", "p2"), ("p4", "p3"), byes=("p1",))
    evening.finish(evening.event.board(2, 1), (1, 1))
    evening.add(of.SeatForfeited(at=0, by="Lou", round=2, board=2, person="p3"))
    paired(evening, 3, ("p0", "p4"), ("p1", "p2"))
    evening.play(lambda board: (1, 2))
    return evening


def value(evening: Evening, name: str, person: str) -> int:
    return VALUES[name](Comparing(evening.event, scores_of(evening.event)), person, [])


def test_points_and_order_of_a_small_swiss() -> None:
    table = standings(swiss_of_five().event)
    assert [(line.person, line.points / 24) for line in table] == [
        ("p0", 2.5), ("p1", 2), ("p4", 2), ("p2", 1.5), ("p3", 0)
    ]  # fmt: skip


def test_buchholz_counts_opponents_and_a_dummy_for_what_was_not_played() -> None:
    """p3's last absence counts as a draw for others: 0.5; p4's bye is a dummy of 1.5, half of three rounds."""
    evening = swiss_of_five()
    assert value(evening, "buchholz", "p0") / 24 == 2 + 1.5 + 2
    assert value(evening, "buchholz", "p2") / 24 == 0.5 + 2.5 + 2
    assert value(evening, "buchholz", "p4") / 24 == 1.5 + 0.5 + 2.5  # the forfeit: no more than p3 has
    assert value(evening, "buchholz-cut-1", "p4") / 24 == 1.5 + 2.5
    assert value(evening, "buchholz", "p3") / 24 == 1.5 + 0 + 0
    assert value(evening, "buchholz-cut-1", "p3") / 24 == 1.5  # what one chose not to play is cut first


def test_sonneborn_berger_counts_those_who_were_beaten() -> None:
    evening = swiss_of_five()
    assert value(evening, "sonneborn-berger", "p0") / 48 == 2 + 0.75 + 2
    assert value(evening, "sonneborn-berger", "p2") / 48 == 0.5 + 1.25


def test_a_direct_encounter_counts_if_all_who_are_tied_have_met() -> None:
    evening = Evening("round-robin", 4)
    evening.rounds(3, lambda board: (1, 2) if board.people[0] < board.people[1] else (2, 1))
    comparing = Comparing(evening.event, scores_of(evening.event))
    assert [VALUES["direct"](comparing, person, ["p0", "p1", "p2"]) for person in ("p0", "p1", "p2")] == [48, 24, 0]
    evening = swiss_of_five()
    comparing = Comparing(evening.event, scores_of(evening.event))
    assert VALUES["direct"](comparing, "p1", ["p1", "p4"]) == 0


def test_tables_of_different_size_compare() -> None:
    evening = Evening("tables", 7, KROC, rounds=1, seats=4)
    paired(evening, 1, ("p0", "p1", "p2", "p3"), ("p4", "p5", "p6"))
    evening.finish(evening.event.board(1, 1), (1, 2, 2, 4))
    evening.finish(evening.event.board(1, 2), (1, 2, 3))
    points = {line.person: line.points for line in standings(evening.event)}
    assert points == {"p0": 24, "p1": 12, "p2": 12, "p3": 0, "p4": 24, "p5": 12, "p6": 0}
    assert value(evening, "opponents", "p0") == (12 + 12 + 0) * 2520 // 3
    assert value(evening, "opponents", "p4") == (12 + 0) * 2520 // 2


def test_who_leaves_a_table_of_four_comes_last_and_the_others_play_on() -> None:
    evening = Evening("tables", 4, KROC, rounds=1, seats=4)
    paired(evening, 1, ("p0", "p1", "p2", "p3"))
    evening.add(of.PersonWithdrew(at=0, by="Lou", person="p0"))
    board = evening.event.board(1, 1)
    assert not evening.event.is_decided(board)
    evening.finish(board, (4, 1, 2, 3))
    assert [line.points for line in standings(evening.event)] == [24, 16, 8, 0]


def test_a_spreadsheet_gets_numbers_and_no_programs() -> None:
    evening = Evening("swiss", 1, rounds=1)
    evening.join("=1+1", 900)
    evening.pair()
    evening.play(lambda board: (1, 1))
    lines = to_csv(evening.event, standings(evening.event), "en").splitlines()
    assert lines[1] == "1,p0,0.5,0,0.5,0.25,0.5,0.5"
    assert lines[2].startswith("1,'=1+1,0.5")


def test_every_tie_break_can_be_computed_said_and_is_explained_in_both_languages() -> None:
    assert {*VALUES} == {*TIE_BREAKS}
    assert {name for names in USUAL.values() for name in names} <= {*TIE_BREAKS}
    evening = Evening("tables", 9, KROC, rounds=2, seats=4, tie_breaks=tuple(TIE_BREAKS))
    evening.rounds(2)
    for line in standings(evening.event):
        assert all(isinstance(one, int) for one in line.tie_breaks)
        assert len(values_said(evening.event, line, "fr")) == len(TIE_BREAKS)
    assert all(one.sentence.fr != one.sentence.en and one.sentence.en.endswith(".") for one in TIE_BREAKS.values())
