"""Events on a server: people join by themselves, tables are made for them, results come from those tables."""

import secrets
from functools import partial
from itertools import combinations, pairwise
from typing import Any

import pytest

from recif.events.record import read_event
from recif.events.verification import verify_event
from recif.games.core.contract import Refused
from recif.school.speeds import speed_of
from recif.server.api.events import written
from recif.server.events.judging import MOST_STIRS
from recif.server.events.showing import Showing
from recif.server.events.words import LogNames, lines_of, people_in, said
from recif.server.live.table import LiveTable
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.shapes import Pace
from recif.server.notices.causes import path_of, read_about, soon
from recif.server.store.durability import durable
from tests.server.evenings import Evening, plan_of
from tests.server.hall import Hall
from tests.server.test_challenges import account, stands

FOUR = ("ben", "cleo", "dan", "eva")


def test_a_swiss_evening_goes_from_the_first_round_to_the_final_table_by_itself(hall: Hall) -> None:
    evening = Evening(hall, plan_of(begins=hall.world.now + 60_000), *FOUR)
    assert evening.info("ben").me.state == "joined"
    assert evening.info().next_is == "start"
    evening.tick(59)
    assert not evening.event.live.rounds
    evening.tick(6)
    for number in (1, 2, 3):
        assert len(evening.event.live.rounds) == number
        assert len(evening.open_boards) == 2
        evening.play_round()
        evening.tick(2)
    info = evening.info("ben")
    assert info.status == "over"
    assert [line.person for line in info.lines] == [*FOUR]
    assert [line.points.en for line in info.lines] == ["3", "2", "1", "0"]


def test_a_table_is_made_for_every_board_and_people_are_told_where(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    shown = evening.info("ben").me.matchup
    assert shown is not None
    assert shown.state == "playing"
    live = hall.at(shown.table).live
    assert [chair.person for chair in live.chairs] == shown.people
    assert live.row.event == evening.id
    assert live.is_playing


def test_nobody_but_a_director_pairs(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    assert evening.refused("ben", bodies.PairRound()) == "not-a-director"


@pytest.mark.parametrize("people", [0, 1])
def test_too_few_people_are_told_so_before_the_start(hall: Hall, people: int) -> None:
    evening = Evening(hall, plan_of(), *FOUR[:people])
    assert evening.refused("ana", bodies.PairRound()) == "too-few-people"


def test_a_result_counts_once_and_comes_from_the_table(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    table = evening.loses("ben")
    board = next(board for board in evening.event.live.boards if "ben" in board.people)
    assert board.places()[board.people.index("ben")] == 2
    live, version = hall.at(table).live, evening.event.version
    hall.wait(hall.dispatcher.leading._note(live))
    assert evening.event.version == version


def test_who_leaves_loses_the_board_and_the_match_ends(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    (board,) = evening.event.boards_of("ben")
    table = evening.event.table_of(board)
    evening.does("ben", bodies.QuitEvent())
    assert hall.at(table).live.row.reason == "resigned"
    assert evening.event.live.is_decided(board)
    assert evening.info("ben").me.state == "left"


def test_at_a_table_of_four_a_machine_plays_on_for_who_leaves_who_comes_last(hall: Hall) -> None:
    evening = Evening(hall, plan_of("tables", "kroc", seats=4, pace=Pace()), *FOUR)
    evening.does("ana", bodies.PairRound())
    (board,) = evening.open_boards
    table = evening.event.table_of(board)
    for name in ("ben", "cleo", "dan"):
        evening.does(name, bodies.QuitEvent())
    live = hall.at(table).live
    assert [chair.kind for chair in live.chairs].count("machine") == 3
    assert evening.event.live.is_decided(board)
    assert dict(zip(board.people, board.places(), strict=True))["eva"] == 1


def test_who_does_not_begin_loses_the_board_and_rests_until_they_are_back(hall: Hall) -> None:
    evening = Evening(hall, plan_of(patience=30, pause=-1), *FOUR)
    evening.does("ana", bodies.PairRound())
    first = [board.people[0] for board in evening.open_boards]
    evening.tick(45)
    assert not evening.open_boards
    assert {name: evening.info(name).me.state for name in FOUR} == {
        name: "paused" if name in first else "joined" for name in FOUR
    }
    evening.does(first[0], bodies.ComeBack())
    assert evening.info(first[0]).me.state == "joined"


def test_nobody_is_late_because_the_server_was_down(hall: Hall) -> None:
    evening = Evening(hall, plan_of(patience=30, pause=-1), *FOUR)
    evening.does("ana", bodies.PairRound())
    hall.world.now += 60 * 60 * 1000
    evening.again()
    evening.tick(20)
    assert len(evening.open_boards) == 2
    evening.tick(25)
    assert not evening.open_boards


def test_a_board_that_was_decided_while_its_table_was_to_be_made_has_none(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    (board,) = evening.event.boards_of("ben")
    evening.loses("ben")
    assert not hall.wait(hall.dispatcher.leading.tables.make(evening.event, board))
    assert hall.wait(hall.store.rows("SELECT count(*) FROM tables"))[0][0] == 2


def test_who_has_begun_is_not_taken_for_absent(hall: Hall) -> None:
    evening = Evening(hall, plan_of(patience=30, pause=-1, pace=Pace()), *FOUR)
    evening.does("ana", bodies.PairRound())
    for board in evening.open_boards:
        for person in board.people:
            evening.move(person)
    evening.tick(60)
    assert len(evening.open_boards) == 2


def test_a_director_annuls_a_match_which_is_played_again_at_another_table(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    first = evening.loses("ben")
    board = next(board for board in evening.event.live.boards if "ben" in board.people)
    assert evening.refused("ana", bodies.AnnulBoard(1, board.number, " ")) == "no-reason"
    evening.does("ana", bodies.AnnulBoard(1, board.number, "a cat on the board", replay=True))
    second = evening.info("ben").me.matchup
    assert second is not None
    assert second.table not in ("", first)
    assert hall.at(second.table).live.is_playing


def test_a_match_that_goes_on_is_called_off_with_its_board(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    (board,) = evening.event.boards_of("ben")
    table = evening.event.table_of(board)
    evening.does("ana", bodies.AnnulBoard(1, board.number, "wrong round"))
    assert hall.at(table).live.row.reason == "aborted"
    shown = evening.info().round
    assert shown is not None
    assert shown.boards[board.number - 1].state == "void"


def test_two_people_are_swapped_before_they_have_finished(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    one, two = evening.open_boards
    old = evening.event.table_of(one)
    people = (one.people[1], two.people[1])
    evening.does("ana", bodies.SwapPeople(*people, "they are a couple"))
    assert (evening.open_boards[0].people[1], evening.open_boards[1].people[1]) == people[::-1]
    assert hall.at(old).live.row.reason == "aborted"
    shown = evening.info(people[0]).me.matchup
    assert shown is not None
    assert people[0] in [chair.person for chair in hall.at(shown.table).live.chairs]


def test_an_event_stands_still_and_goes_on_by_a_directors_word(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    evening.does("ana", bodies.HoldEvent(True, "pizza"))
    evening.play_round()
    evening.tick(5)
    assert evening.info().held
    assert len(evening.event.live.rounds) == 1
    evening.does("ana", bodies.HoldEvent(False, "all eaten"))
    evening.tick(3)
    assert len(evening.event.live.rounds) == 2


def test_a_machine_fills_the_odd_table_and_rests_when_nobody_is_over(hall: Hall) -> None:
    evening = Evening(hall, plan_of(machine=1), *FOUR[:3])
    evening.does("ana", bodies.PairRound())
    assert any("machine" in board.people for board in evening.event.live.boards)
    assert evening.event.row.many == 3
    evening.does("eva", bodies.JoinEvent())
    evening.play_round()
    evening.tick(3)
    assert len(evening.event.live.rounds) == 2
    assert all("machine" not in board.people for board in evening.event.live.rounds[1].boards)


def test_a_knock_out_goes_on_until_one_is_left(hall: Hall) -> None:
    evening = Evening(hall, plan_of("knock-out", best_of=3), *FOUR)
    evening.does("ana", bodies.PairRound())
    for _ in range(12):
        evening.play_round()
        evening.tick(2)
    info = evening.info()
    assert info.status == "over"
    assert info.lines[0].person == "ben"
    assert len(evening.event.made) >= 6  # two games of three matches at least, each at its own table


def drawn(evening: Evening) -> None:
    """The open board's match ends in a draw that both agree to."""
    (board,) = evening.open_boards
    table = evening.event.table_of(board)
    live = hall_at(evening, table)
    first, second = (chair.person for chair in live.chairs)
    evening.person(first).says(wire.Propose(table, "draw", 0, "draw"))
    evening.person(second).says(wire.Reply(table, "yes", 1, "draw", True))
    assert live.row.reason == "agreed"


def hall_at(evening: Evening, table: str) -> LiveTable:
    return evening.hall.at(table).live


def test_a_tied_cup_goes_on_with_shorter_games_and_the_lower_seed_chooses_the_last_side(hall: Hall) -> None:
    evening = Evening(hall, plan_of("knock-out", pace=Pace("increment", 300_000, 4_000)), "ben", "cleo")
    evening.does("ana", bodies.PairRound())
    paces = []
    for _ in range(3):
        (board,) = evening.open_boards
        paces.append(hall_at(evening, evening.event.table_of(board)).row.pace[1:3])
        drawn(evening)
    assert paces == [(300_000, 4_000), (150_000, 2_000), (150_000, 2_000)]
    (board,) = evening.open_boards
    higher, lower = board.people
    shown = evening.info(lower).me.matchup
    assert shown is not None
    assert (shown.extra, shown.chooses, shown.state) == (3, lower, "making")
    assert evening.refused(higher, bodies.ChooseSide(1, 1, 0)) == "no-side-to-choose"
    evening.does(lower, bodies.ChooseSide(1, 1, 1))
    live = hall_at(evening, evening.event.table_of(board))
    assert [chair.person for chair in live.chairs] == [higher, lower]
    assert live.row.pace[1:3] == (75_000, 1_000)
    drawn(evening)
    evening.tick(2)
    assert evening.info().lines[0].person == higher


def test_who_does_not_choose_a_side_in_time_begins(hall: Hall) -> None:
    evening = Evening(hall, plan_of("knock-out", patience=30), "ben", "cleo")
    evening.does("ana", bodies.PairRound())
    for _ in range(3):
        drawn(evening)
    evening.tick(24)
    (board,) = evening.open_boards
    assert board.chooser(1)
    evening.tick(12)
    assert board.side == 0
    live = hall_at(evening, evening.event.table_of(board))
    assert [chair.person for chair in live.chairs] == [*reversed(board.people)]


def test_in_a_round_robin_everybody_meets_everybody(hall: Hall) -> None:
    evening = Evening(hall, plan_of("round-robin"), *FOUR)
    evening.does("ana", bodies.PairRound())
    for _ in range(3):
        evening.play_round()
        evening.tick(2)
    info = evening.info()
    assert info.status == "over"
    assert {frozenset(board.people) for board in evening.event.live.boards} == {
        frozenset(pair) for pair in combinations(FOUR, 2)
    }
    assert [line.person for line in info.lines] == [*FOUR]


def test_boards_by_days_go_on_beside_each_other_and_who_leaves_ends_theirs(hall: Hall) -> None:
    evening = Evening(hall, plan_of("round-robin", pace=Pace("days", 86_400_000), patience=604_800), *FOUR)
    evening.does("ana", bodies.PairRound())
    evening.tick(6)
    assert len(evening.open_boards) == 6
    tables = [evening.event.table_of(board) for board in evening.event.boards_of("ben")]
    evening.does("ben", bodies.QuitEvent())
    assert [hall.at(table).live.row.reason for table in tables] == ["resigned"] * 3
    assert len(evening.open_boards) == 3


def test_a_medley_plays_another_game_each_round(hall: Hall) -> None:
    evening = Evening(hall, plan_of("tables", "xok", "kroc", "crabs", seats=2, pace=Pace()), *FOUR)
    evening.does("ana", bodies.PairRound())
    for _ in range(3):
        evening.play_round()
        evening.tick(2)
    assert [one.game for one in evening.event.live.rounds] == ["xok", "kroc", "crabs"]
    assert evening.info().status == "over"


def test_an_arena_pairs_who_waits_and_ends_when_its_time_is_over(hall: Hall) -> None:
    pace = Pace("increment", 60_000, 0)
    evening = Evening(hall, plan_of("arena", minutes=5, pace=pace), *FOUR)
    evening.does("ana", bodies.PairRound())
    met: dict[str, list[str]] = {name: [] for name in FOUR}
    while not evening.event.live.is_over:
        for board in evening.open_boards:
            for person in board.people:
                met[person] += [other for other in board.people if other != person and met[person][-1:] != [other]]
        evening.play_round()
        evening.tick(5)
    assert hall.world.now >= evening.event.ends_at
    assert len(evening.event.live.rounds) > 5
    last = max(evening.event.paired_at)
    assert last <= evening.event.ends_at - 30_000
    for name in FOUR:
        boards = evening.event.live.boards_of[name]
        rivals = [next(one for one in board.people if one != name) for board in boards]
        assert all(one != two for one, two in pairwise(rivals))


@pytest.mark.parametrize(("moves", "points"), [(5, "3"), (1, "2")])
def test_half_of_the_time_is_worth_a_point_in_a_real_match(hall: Hall, moves: int, points: str) -> None:
    pace = Pace("increment", 60_000, 0)
    evening = Evening(hall, plan_of("arena", minutes=5, pace=pace, has_wagers=True), "ben", "cleo")
    evening.does("ana", bodies.PairRound())
    (board,) = evening.open_boards
    assert evening.info("ben").me.wager == "open"
    evening.does("ben", bodies.Wager())
    evening.does("ben", bodies.Wager())  # again is the same
    assert evening.info("ben").me.wager == "made"
    live = hall_at(evening, evening.event.table_of(board))
    (seat,) = live.seats_of("ben")
    assert live.clock.left_at(seat, hall.world.now) == 30_000
    assert live.clock.left_at(1 - seat, hall.world.now) == 60_000
    for _ in range(moves):
        for person in board.people:
            evening.move(person)
    assert evening.info("cleo").me.wager == ""
    assert evening.refused("cleo", bodies.Wager()) == "too-late-to-wager"
    evening.loses("cleo")
    assert evening.info("ben").lines[0].points.en == points


def test_nobody_gives_up_time_where_that_brings_nothing(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    assert evening.refused("ben", bodies.Wager()) == "no-wagers"
    evening = Evening(hall, plan_of("arena", has_wagers=True), *FOUR)
    assert evening.refused("ben", bodies.Wager()) == "no-open-board"


def test_a_file_of_an_event_that_has_ended_is_verified(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    early = written(evening.event, "json", "en", hall.registry.signer)
    assert evening.event.row.luck.secret not in early.body.decode()
    for _ in range(3):
        evening.play_round()
        evening.tick(2)
    record = read_event(written(evening.event, "json", "en", hall.registry.signer).body)
    checks = verify_event(record, hall.registry.signer.public)
    assert [check.verdict for check in checks] == ["holds"] * 6
    assert b"ben" in written(evening.event, "csv", "en", hall.registry.signer).body.lower()
    assert written(evening.event, "trf", "en", hall.registry.signer).body.startswith(b"012 Friday")


@pytest.mark.parametrize(
    ("plan", "who", "code"),
    [
        ({"guests": False}, "ben", "event-accounts"),
        ({"entry": "code", "code": "crabe"}, "ben", "event-wrong-code"),
        ({"entry": "list", "people": ["Cleo"]}, "ben", "event-not-listed"),
        ({"least": 1600}, "ben", "event-too-weak"),
    ],
)
def test_who_may_not_come_in_is_told_why(hall: Hall, plan: dict[str, Any], who: str, code: str) -> None:
    evening = Evening(hall, plan_of(**plan))
    assert evening.refused(who, bodies.JoinEvent()) == code


@pytest.mark.parametrize(
    ("least", "most", "code"), [(1400, 1600, ""), (1501, 0, "event-too-weak"), (0, 1499, "event-too-strong")]
)
def test_who_is_on_the_list_and_neither_too_weak_nor_too_strong_comes_in(
    hall: Hall, least: int, most: int, code: str
) -> None:
    account(hall, "cleo")
    evening = Evening(hall, plan_of(entry="list", people=["cleo"], least=least, most=most))
    stands(hall, "cleo", 1500, speed_of(evening.event.pace, 2))
    if code:
        assert evening.refused("cleo", bodies.JoinEvent()) == code
    else:
        evening.does("cleo", bodies.JoinEvent())
        assert evening.info("cleo").me.state == "joined"


def test_the_code_lets_people_in_and_only_directors_are_shown_it(hall: Hall) -> None:
    evening = Evening(hall, plan_of(entry="code", code="Crabe"))
    evening.does("ben", bodies.JoinEvent(code=" crabe "))
    assert evening.info("ben").me.code == ""
    assert evening.info("ben").plan.code == ""
    assert evening.info("ana").me.code == "Crabe"


@pytest.mark.parametrize(
    ("told", "code"),
    [
        ({"games": [bodies.EventGame("chess")]}, "no-such-game"),
        ({"seats": 4}, "bad-seats"),
        ({"rounds": 0}, "bad-rounds"),
        ({"rated": True}, "rated-accounts"),
        ({"form": "arena", "pace": Pace()}, "arena-clock"),
        ({"begins": 1}, "event-begins"),
        ({"least": 1800, "most": 1500}, "event-bounds"),
        ({"pace": Pace("rounds", 86_400_000)}, "event-pace"),
        ({"entry": "list"}, "event-list"),
        ({"entry": "list", "people": [" "]}, "event-list"),
        ({"has_streaks": True}, "arena-only"),
        ({"has_wagers": True}, "arena-only"),
        ({"best_of": 3}, "knock-out-only"),
        ({"form": "round-robin", "has_consolation": True}, "knock-out-only"),
        ({"form": "knock-out", "best_of": 2}, "bad-numbers"),
        ({"form": "knock-out", "games": [bodies.EventGame("kroc")], "seats": 4, "best_of": 3}, "bracket-only"),
        ({"form": "knock-out", "tie_breaks": ["wins"]}, "no-tie-breaks"),
        ({"cycles": 2}, "round-robin-only"),
        ({"tie_breaks": ["coin"]}, "bad-tie-break"),
        ({"tie_breaks": ["wins", "wins"]}, "tie-break-twice"),
    ],
)
def test_what_cannot_become_an_event_is_refused_with_what_to_change(
    hall: Hall, told: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        Evening(hall, plan_of(**told))
    assert refused.value.code == code


def test_too_many_rounds_for_so_few_people_are_refused_before_the_start(hall: Hall) -> None:
    evening = Evening(hall, plan_of(rounds=7), *FOUR)
    assert evening.refused("ana", bodies.PairRound()) == "too-many-rounds"
    evening.does("ana", bodies.ChangeRounds(3, "we are few"))
    evening.does("ana", bodies.PairRound())


@pytest.mark.parametrize("people", [2, 3])
def test_two_or_three_people_hold_an_event_to_its_end(hall: Hall, people: int) -> None:
    evening = Evening(hall, plan_of(rounds=1), *FOUR[:people])
    evening.does("ana", bodies.PairRound())
    evening.play_round()
    evening.tick(2)
    info = evening.info()
    assert info.status == "over"
    assert len(info.lines) == people


@pytest.mark.parametrize("form", ["swiss", "round-robin", "knock-out", "arena", "tables"])
def test_an_event_that_everybody_has_left_ends_by_itself(hall: Hall, form: str) -> None:
    pace = Pace("increment", 60_000, 0)
    evening = Evening(hall, plan_of(form, pace=pace, minutes=2), *FOUR)
    evening.does("ana", bodies.PairRound())
    for name in FOUR:
        evening.does(name, bodies.QuitEvent())
    evening.tick(3 if form != "arena" else 130)
    assert evening.info().status == "over"
    assert not evening.open_boards


def test_a_clock_that_is_set_back_holds_nobody_up(hall: Hall) -> None:
    evening = Evening(hall, plan_of(pause=30), *FOUR)
    evening.does("ana", bodies.PairRound())
    evening.play_round()
    hall.world.now -= 60 * 60 * 1000
    evening.tick(2)
    assert len(evening.event.live.rounds) == 2
    assert len(evening.open_boards) == 2
    evening.play_round()
    evening.tick(31)
    assert len(evening.event.live.rounds) == 3


def test_directors_are_shown_people_of_one_browser_and_nobody_else_is(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    assert evening.info("ana").me.flagged == []
    for name in ("cleo", "eva"):
        hall.do(partial(hall.store.save_browser, "the same", name, hall.world.now, lambda: None))
    assert evening.info("ana").me.flagged == [["cleo", "eva"]]
    assert evening.info("ben").me.flagged == []


def test_there_is_no_rematch_and_no_calling_off_at_an_events_table(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    (board,) = evening.event.boards_of("ben")
    table = evening.event.table_of(board)
    (refusal,) = evening.person("ben").says(wire.Propose(table, "x", hall.at(table).live.seats_of("ben")[0], "abort"))
    assert refusal.code == "event-match"


def test_everybody_who_follows_hears_that_it_changed(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    eve = hall.person("eve")
    eve.says(wire.FollowEvent(evening.id))
    before = evening.event.version
    evening.does("ana", bodies.TellAll("Pizza is here"))
    hall.run(1000)
    assert eve.last(wire.EventChanged).version > before
    assert evening.info().says[-1].text == "Pizza is here"


def test_the_log_is_read_in_sentences_with_who_and_why(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    evening.does("ana", bodies.PairRound())
    (board,) = evening.event.boards_of("ben")
    evening.does("ana", bodies.ForfeitSeat(1, board.number, "ben", "came an hour late"))
    other = next(board for board in evening.open_boards)
    evening.loses(max(other.people))
    found = lines_of(evening.event, 0, 50)
    people = [person for _, entry in found for person in people_in(evening.event, entry)]
    names = hall.wait(Showing(hall.dispatcher.events).names(evening.event.row.plan, people))
    first, *lines = [
        said(number, entry, LogNames(evening.event, names, hall.registry.games)) for number, entry in found
    ]
    winner, loser = sorted(other.people)
    assert first.text.en == f"Round 1, table {other.number}: {winner.title()}, {loser.title()}."
    assert any(line.text.en == "Round 1, XOK: 2 tables." for line in lines)
    assert lines[0].text.en == f"Ben forfeits match 1.{board.number}."
    assert lines[0].reason == "came an hour late"
    assert {line.kind for line in lines} == {"made", "joined", "paired", "forfeited"}


def test_who_has_joined_is_reminded_before_the_start_and_told_that_the_table_is_ready(hall: Hall) -> None:
    evening = Evening(hall, plan_of(begins=hall.world.now + 20 * 60_000), *FOUR)
    evening.does("eva", bodies.QuitEvent())
    evening.does("finn", bodies.JoinEvent())
    assert kinds(hall, "ben") == []
    hall.run(11 * 60_000)
    assert kinds(hall, "ben") == [("soon", f"/events/{evening.id}")]
    assert kinds(hall, "eva") == []
    evening.tick(1)
    evening.does("ana", bodies.PairRound())
    shown = evening.info("ben").me.matchup
    assert shown is not None
    assert kinds(hall, "ben")[0] == ("ready", f"/t/{shown.table}")
    evening.person("ben").follow(hall.at(shown.table))
    assert hall.wait(hall.store.unseen_of("ben", hall.world.now, 50)) == 1  # the table is in front of Ben


def test_a_reminder_is_on_disk_with_the_entry_that_causes_it_or_not_at_all(hall: Hall) -> None:
    evening = Evening(hall, plan_of(begins=hall.world.now + 20 * 60_000), "ben")
    late = secrets.token_urlsafe(9)
    told = soon(["cleo"], evening.id, "Friday", hall.world.now, hall.world.now)
    joined = '{"type":"joined","at":1,"by":"cleo","person":"cleo","name":"Cleo"}'
    row, store = evening.event.row, hall.store
    hall.wait(durable(store, lambda then: store.append_event(row, row.version - 1, [joined], late, [], then, told)))
    hall.run(11 * 60_000)
    assert kinds(hall, "cleo") == []  # somebody else was quicker: the entry is not there, and neither is the reminder
    assert kinds(hall, "ben") == [("soon", f"/events/{evening.id}")]


def test_a_list_names_who_won_even_if_the_server_died_in_that_moment(hall: Hall) -> None:
    evening = Evening(hall, plan_of(rounds=1), *FOUR)
    evening.does("ana", bodies.PairRound())
    evening.play_round()
    evening.tick(2)
    (shown,) = listed(evening).past
    assert [one.place for one in shown.winners] == [1, 2, 3]
    assert {one.person for one in shown.winners} <= {*listed(evening).names}
    row = evening.event.row
    row.podium = []
    hall.wait(durable(hall.store, lambda then: hall.store.save_final(row, "", then)))
    evening.again()
    evening.tick(1)
    assert [one.person for one in listed(evening).past[0].winners] == [one.person for one in shown.winners]


def listed(evening: Evening) -> bodies.EventsPage:
    return evening.hall.wait(Showing(evening.hall.dispatcher.events).page(""))


def test_nobody_fills_the_log_alone(hall: Hall) -> None:
    evening = Evening(hall, plan_of(), *FOUR)
    for _ in range(MOST_STIRS // 2):
        evening.does("ben", bodies.TakeRest())
        if evening.event.stirs["ben"] < MOST_STIRS:
            evening.does("ben", bodies.ComeBack())
    assert evening.refused("ben", bodies.ComeBack()) == "too-many-changes"
    evening.does("ben", bodies.QuitEvent())


def kinds(hall: Hall, person: str) -> list[tuple[str, str]]:
    rows = hall.wait(hall.store.notices_of(person, hall.world.now, 50))
    return [(row.kind, path_of(row, read_about(row.body))) for row in rows]
