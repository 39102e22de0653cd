"""A round-robin by days: two people agree on a time, come, and play; at the deadline what has not begun is void."""

import pytest

from recif.events.record import read_event
from recif.events.verification import verify_event
from recif.server.api.events import written
from recif.server.events.judging import most_stirs
from recif.server.messages import wire
from recif.server.messages.bodies import events as bodies
from recif.server.messages.bodies.events import EventMatchup
from recif.server.messages.shapes import Pace
from recif.server.notices.causes import path_of, read_about, sentence_of
from tests.server.evenings import Evening, plan_of
from tests.server.hall import Hall

HOUR = 60 * 60 * 1000
DAY = 24 * HOUR
THREE = ("ben", "cleo", "dan")


@pytest.fixture
def league(hall: Hall) -> Evening:
    """All three boards are paired; none has begun."""
    evening = Evening(hall, plan_of("round-robin", days=10), *THREE)
    evening.does("ana", bodies.PairRound())
    evening.tick(6)
    return evening


def board_of(league: Evening, one: str, two: str) -> EventMatchup:
    return next(board for board in league.info(one).me.matchups if {*board.people} == {one, two})


def proposes(league: Evening, one: str, two: str, *times: int) -> EventMatchup:
    board = board_of(league, one, two)
    league.does(one, bodies.ProposeTimes(board.round, board.board, [*times]))
    return board_of(league, one, two)


def told(league: Evening, person: str) -> list[tuple[str, str]]:
    hall = league.hall
    rows = hall.wait(hall.store.notices_of(person, hall.world.now, 50))
    return [(sentence_of(row, read_about(row.body)), path_of(row, read_about(row.body))) for row in rows]


def test_boards_are_there_beside_each_other_and_none_begins_by_itself(league: Evening) -> None:
    league.tick(120)
    assert len(league.info("ben").me.matchups) == 2
    assert {board.state for board in league.info("ben").me.matchups} == {"making"}
    assert not league.event.made
    assert league.info().deadline == league.event.row.begins + 10 * DAY


def test_two_proposals_within_a_minute_are_an_appointment_of_which_both_are_reminded_a_day_before(
    league: Evening,
) -> None:
    hall = league.hall
    at = hall.world.now + 3 * DAY
    assert proposes(league, "ben", "cleo", at, at + HOUR).appointment == 0
    assert proposes(league, "cleo", "ben", at + 61_000).appointment == 0
    assert proposes(league, "cleo", "ben", at + HOUR + 59_000).appointment == at + HOUR + 59_000
    assert told(league, "ben") == []
    hall.run(2 * DAY + 2 * HOUR)
    for person in ("ben", "cleo"):
        assert told(league, person) == [("soon.appointment", f"/events/{league.id}")]
    assert told(league, "dan") == []
    hall.run(DAY)
    league.tick(1)
    assert not league.event.made  # an appointment never starts a game by itself


def test_who_takes_their_times_back_has_no_appointment_and_no_reminder(league: Evening) -> None:
    at = league.hall.world.now + 3 * DAY
    proposes(league, "ben", "cleo", at)
    assert proposes(league, "cleo", "ben", at).appointment == at
    assert proposes(league, "ben", "cleo").appointment == 0
    league.hall.run(2 * DAY + HOUR)
    assert told(league, "ben") == told(league, "cleo") == []


def test_the_match_begins_when_both_have_come_within_ten_minutes(league: Evening) -> None:
    board = board_of(league, "ben", "cleo")
    come = bodies.ComeToBoard(board.round, board.board)
    league.does("ben", come)
    league.hall.run(11 * 60_000)
    league.does("cleo", come)
    assert not league.event.made
    assert board_of(league, "ben", "cleo").here == ["ben", "cleo"]
    league.does("ben", come)
    shown = board_of(league, "ben", "cleo")
    assert shown.state == "playing"
    assert league.hall.at(shown.table).live.is_playing
    assert told(league, "cleo") == [("ready", f"/t/{shown.table}")]


def test_at_the_deadline_what_has_not_begun_is_void_and_what_goes_on_may_finish(hall: Hall) -> None:
    league = Evening(hall, plan_of("round-robin", days=10, pace=Pace()), *THREE)
    league.does("ana", bodies.PairRound())
    league.tick(6)
    playing = board_of(league, "ben", "cleo")
    for person in ("ben", "cleo"):
        league.does(person, bodies.ComeToBoard(playing.round, playing.board))
    audience = hall.at(board_of(league, "ben", "cleo").table)
    for _ in range(2):
        (seat,) = audience.live.waiting
        move = next(iter(audience.live.match.position.moves(seat)))
        league.person(audience.live.chairs[seat].person).play(audience, seat, move)
    hall.run(10 * DAY)
    league.tick(1)
    assert [{*board.people} for board in league.open_boards] == [{"ben", "cleo"}]
    assert sum(board.is_void for board in league.event.live.boards) == 2
    league.person("cleo").says(wire.Resign(audience.live.row.id, "resign", audience.live.seats_of("cleo")[0]))
    league.tick(2)
    assert league.info().status == "over"
    assert league.info().lines[0].person == "ben"
    record = read_event(written(league.event, "json", "en", hall.registry.signer).body)
    assert {check.verdict for check in verify_event(record)} == {"holds"}


def test_what_cannot_be_an_appointment_is_refused_with_what_to_do(league: Evening) -> None:
    now, board = league.hall.world.now, board_of(league, "ben", "cleo")

    def refused(name: str, *times: int) -> str:
        return league.refused(name, bodies.ProposeTimes(board.round, board.board, [*times]))

    assert refused("ben", league.event.deadline + 1) == "after-deadline"
    assert refused("ben", now - 1) == "bad-times"
    assert refused("dan", now + HOUR) == "not-your-board"
    assert league.refused("dan", bodies.ComeToBoard(board.round, board.board)) == "not-your-board"
    assert league.refused("ben", bodies.ComeToBoard(9, 1)) == "unknown-board"
    other = Evening(league.hall, plan_of("round-robin"), *THREE)
    other.does("ana", bodies.PairRound())
    assert other.refused("ben", bodies.ComeToBoard(1, 1)) == "no-appointments"


def test_nobody_fills_the_log_with_times(league: Evening) -> None:
    board, at = board_of(league, "ben", "cleo"), league.hall.world.now + DAY
    most = most_stirs(league.event, "ben")
    league.event.stirs["ben"] = most - 1
    proposes(league, "ben", "cleo", at)
    assert league.refused("ben", bodies.ProposeTimes(board.round, board.board, [at])) == "too-many-changes"
