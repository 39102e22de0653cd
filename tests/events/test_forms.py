"""Every form on fields of many sizes: nobody sits twice, nobody is cheated of a match, pairings keep their promises."""

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from recif.events import entries as of
from recif.events.boards import MOST_EXTRA, Board
from recif.events.exports import to_trf
from recif.events.knock_out import bracket
from recif.events.pairing import lots_of, pair_next
from recif.events.record import record_of
from recif.events.schedule import circle, pools
from recif.events.scores import scores_of, totals
from recif.events.seeds import last_met
from recif.events.standings import standings
from recif.events.starting import table_sizes
from recif.events.verification import verify_event
from recif.games.core.text import Refused
from tests.events.dutch import broken
from tests.events.evenings import KROC, LUCK, MEDLEY, Evening

few = settings(max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])  # shrinking takes long
seeds = st.integers(0, 10_000)


def check_seats(evening: Evening) -> None:
    """At most one seat each in a round, and nobody who is there is forgotten."""
    for one in evening.event.rounds:
        listed = [*(person for board in one.boards for person in board.people), *one.byes, *one.halves, *one.out]
        assert len(listed) == len({*listed})


def byes(evening: Evening) -> Counter[str]:
    return Counter(person for one in evening.event.rounds for person in one.byes)


@few
@given(st.integers(10, 25), seeds)
def test_a_swiss_keeps_fides_absolute_rules(people: int, seed: int) -> None:
    """C.1: nobody meets twice; C.2: one bye at most; C.3: no third time on the same seat, nor three more on one."""
    rounds = 5
    evening = Evening("swiss", people, seed=seed, rounds=rounds)
    evening.rounds(2)
    evening.join("late", 1500)
    evening.add(of.PersonWithdrew(at=0, by="Lou", person="p1"))
    played = 2 + evening.rounds(rounds - 2)
    check_seats(evening)
    met = Counter(frozenset(board.people) for board in evening.event.boards)
    assert played == rounds
    assert max(met.values()) == 1
    assert max(byes(evening).values(), default=0) <= 1
    assert all(len(one.byes) <= 1 for one in evening.event.rounds)
    for person in evening.event.people:
        seats = [board.people.index(person) for board in evening.event.boards if person in board.people][: rounds - 1]
        assert abs(2 * sum(seats) - len(seats)) <= 2
        assert not any(a == b == c for a, b, c in zip(seats, seats[1:], seats[2:], strict=False))


def test_every_round_of_a_swiss_of_64_holds_to_fides_criteria_said_a_second_time() -> None:
    """With one who comes late and two who leave; from the second round on, not where two are exchanged."""
    evening, faults = Evening("swiss", 64, rounds=6), 0
    for number in range(6):
        paired = pair_next(evening.event, LUCK, 0, "Lou")
        assert broken(evening.event, paired) == []
        (a, b), *others, (c, d) = paired.boards
        faults += bool(broken(evening.event, structs.replace(paired, boards=((c, b), *others, (a, d)))))
        evening.add(paired)
        evening.play()
        if number == 1:
            evening.join("late", 1500)
            evening.add(of.PersonWithdrew(at=0, by="Lou", person="p1"))
            evening.add(of.PersonWithdrew(at=0, by="Lou", person="p2"))
    assert any(one.byes for one in evening.event.rounds)
    assert faults == 5


def test_a_swiss_begins_with_the_upper_half_against_the_lower() -> None:
    evening = Evening("swiss", 8, rounds=3)
    order = sorted(evening.event.people, key=lambda person: -evening.event.people[person].rating)
    assert [{*board} for board in evening.pair().boards] == [{order[i], order[i + 4]} for i in range(4)]


def test_people_with_the_same_points_meet_if_they_can() -> None:
    evening = Evening("swiss", 16, rounds=3)
    evening.rounds(1, lambda board: (1, 2))
    points = totals(scores_of(evening.event))
    assert all(points[a] == points[b] for a, b in evening.pair().boards)


def test_forbidden_pairs_and_the_directors_boards_are_kept_to() -> None:
    evening = Evening("swiss", 6, rounds=3)
    evening.add(of.EventCorrected(at=0, by="Lou", reason="sisters", apart=("p0", "p1")))
    boards = evening.pair((("p2", "p3"),), "they asked for it").boards
    assert boards[0] == ("p2", "p3")
    evening.play()
    evening.rounds(2)
    assert {"p0", "p1"} not in [{*board.people} for board in evening.event.boards]
    with pytest.raises(Refused, match="needs a reason"):
        Evening("swiss", 6, rounds=3).pair((("p2", "p3"),))


def test_people_of_one_club_do_not_meet_where_that_was_asked() -> None:
    evening = Evening("swiss", 0, rounds=2, clubs_apart=True)
    for number in range(8):
        evening.join(f"p{number}", 1500 + number, "AB"[number % 2])
    evening.rounds(2)
    assert all((int(a[1]) + int(b[1])) % 2 for a, b in (board.people for board in evening.event.boards))


def test_a_report_for_fide_leads_others_to_the_same_next_round(tmp_path: Path) -> None:
    """py4swiss reads the file that we wrote, and pairs from it alone."""
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    evening = Evening("swiss", 11, rounds=5)
    evening.rounds(3)
    lots = lots_of(evening.event, LUCK)
    file = tmp_path / "event.trf"
    file.write_text(to_trf(evening.event, standings(evening.event, lots), lots))
    report = TrfParser.parse(file, strict=True)
    report.validate_contents()
    names = {section.starting_number: section.name for section in report.player_sections}
    found = {(names[pair.white], names.get(pair.black, "")) for pair in DutchEngine.generate_pairings(report)}
    paired = evening.pair()
    assert found == {*paired.boards, *((person, "") for person in paired.byes)}


@pytest.mark.parametrize("people", range(2, 18))
def test_a_round_robin_lets_everybody_meet_everybody_once(people: int) -> None:
    names = [f"p{number}" for number in range(people)]
    rounds = circle(names)
    assert {frozenset(pair) for one in rounds for pair in one} == {*map(frozenset, combinations(names, 2))}
    assert sum(map(len, rounds)) == people * (people - 1) // 2
    assert all(len({person for pair in one for person in pair}) == 2 * len(one) for one in rounds)
    led = Counter(first for one in rounds for first, _ in one)
    assert max(led.values()) - min(led[name] for name in names) <= 2


def test_pools_are_even_and_spread_the_strong() -> None:
    names = [f"p{number}" for number in range(37)]
    dealt = pools(names)
    assert [len(pool) for pool in dealt] == [13, 12, 12]
    assert {pool[0] for pool in dealt} == {*names[:3]}


def test_who_leaves_a_round_robin_early_has_played_for_nothing_and_later_loses_the_rest() -> None:
    for rounds, points in ((1, 0), (4, 24)):
        evening = Evening("round-robin", 6)
        evening.rounds(rounds, lambda board: (1, 2) if board.people[0] != "p0" else (2, 1))
        evening.add(of.PersonWithdrew(at=0, by="Lou", person="p0"))
        evening.rounds(9)
        won = [scores_of(evening.event)[person] for person in evening.event.people if person != "p0"]
        against = [score.points for rounds_ in won for score in rounds_ if score.rivals == ("p0",)]
        assert against == [points] * 5


@few
@given(st.integers(2, 30), seeds, st.booleans())
def test_a_knock_out_ends_with_one_who_lost_nothing(people: int, seed: int, has_consolation: bool) -> None:
    evening = Evening("knock-out", people, seed=seed, has_consolation=has_consolation, best_of=3)
    rounds = evening.rounds(20)
    check_seats(evening)
    table = standings(evening.event)
    assert rounds < 20
    lost = Counter(person for board in evening.event.boards for person in board.people if person != board.winner(3))
    assert [person for person in evening.event.people if not lost[person]] == [table[0].person]
    assert table[1].place == 2
    most = 2 if has_consolation else 1
    assert max(lost.values()) <= most
    assert len([*evening.event.boards]) >= people - 1


def test_the_two_best_meet_in_the_final_only() -> None:
    evening = Evening("knock-out", 11)
    order = sorted(evening.event.people, key=lambda person: -evening.event.people[person].rating)
    evening.rounds(9, lambda board: (1, 2))  # the higher seed sits first
    assert {*evening.event.rounds[-1].boards[0].people} == {*order[:2]}
    assert [line.person for line in standings(evening.event)[:2]] == order[:2]
    assert sorted(bracket(16)) == [*range(16)]


def test_seats_are_exchanged_and_a_tied_board_goes_on() -> None:
    board = Board(1, 1, "xok", ("a", "b"))
    led = []
    evening = Evening("knock-out", 2, best_of=3)
    evening.pair()
    board = evening.event.board(1, 1)
    for places in ((1, 2), (2, 1), (1, 1), (1, 1), (2, 1)):
        led.append(board.leads())
        assert not evening.event.is_decided(board)
        evening.finish(board, places)
    assert evening.event.is_decided(board)
    assert board.winner(3) == board.people[1]
    assert all(a != b for a, b in pairwise(led))


def tied() -> tuple[Evening, Board]:
    """A board before the last game after a tie."""
    evening = Evening("knock-out", 2)
    evening.pair()
    board = evening.event.board(1, 1)
    for extra in range(MOST_EXTRA):
        assert board.extra(1) == extra
        assert not board.chooser(1)
        evening.finish(board, (1, 1))
    return evening, board


@pytest.mark.parametrize("seat", [0, 1])
def test_the_lower_seed_chooses_the_side_of_the_last_game_after_a_tie_and_a_draw_serves_the_higher(seat: int) -> None:
    evening, board = tied()
    higher, lower = board.people
    assert board.chooser(1) == lower
    chose = of.SideChosen(at=0, by=lower, round=1, board=1, person=lower, seat=seat)
    evening.add(chose)
    assert board.seating()[seat] == lower
    assert not board.chooser(1)
    with pytest.raises(Refused, match="lower seed"):
        evening.add(chose)
    evening.finish(board, (1, 1))
    assert board.winner(1) == higher


def test_nobody_else_chooses_and_a_board_that_is_played_again_has_no_side() -> None:
    evening, board = tied()
    higher, lower = board.people
    for by, person, seat in ((higher, higher, 0), (higher, lower, 0), (lower, lower, 2)):
        with pytest.raises(Refused):
            evening.add(of.SideChosen(at=0, by=by, round=1, board=1, person=person, seat=seat))
    evening.add(of.SideChosen(at=0, by="Lou", round=1, board=1, person=lower, seat=0))
    evening.add(of.BoardAnnulled(at=0, by="Lou", round=1, board=1, reason="noise", replay=True))
    assert (board.side, board.extra(1), board.leads()) == (None, 0, higher)


@few
@given(st.integers(3, 40), seeds)
def test_the_best_two_of_each_table_go_on_to_a_final_table(people: int, seed: int) -> None:
    evening = Evening("knock-out", people, KROC, seed, seats=4)
    assert evening.rounds(12) < 12
    check_seats(evening)
    final = evening.event.rounds[-1]
    (board,) = final.boards
    places = board.places()
    assert [line.person for line in standings(evening.event)[: len(places)]] == [
        person for _, person in sorted(zip(places, board.people, strict=True))
    ]


@few
@given(st.integers(3, 24), seeds)
def test_an_arena_never_pairs_the_same_two_twice_in_a_row(people: int, seed: int) -> None:
    evening = Evening("arena", people, seed=seed, has_streaks=True)
    last: dict[str, str] = {}
    for _ in range(8):
        paired = evening.pair()
        assert len(paired.out) <= 1 + (people == 3)
        for a, b in paired.boards:
            assert last.get(a) != b
            assert last.get(b) != a
            last[a], last[b] = b, a
        for board in evening.event.open_boards[: max(1, len(evening.event.open_boards) - 1)]:
            evening.finish(board, evening.by_chance(board))
        if len(evening.event.waiting) < 4:
            evening.play()
    check_seats(evening)


@few
@given(st.sampled_from([16, 20, 24]), seeds)
def test_an_arena_of_kroc_seats_everybody_who_waits_with_others_than_last_time(people: int, seed: int) -> None:
    evening = Evening("arena", people, KROC, seed=seed, seats=4)
    for _ in range(6):
        last = {person: {*last_met(evening.event, person)} for person in evening.event.people}
        paired = evening.pair()
        assert not paired.out
        for board in paired.boards:
            assert len(board) == 4
            assert not any(other in last[one] for one, other in combinations(board, 2))
        evening.play()
    check_seats(evening)


def test_eleven_in_an_arena_of_kroc_come_and_go_and_nobody_is_seated_twice() -> None:
    evening = Evening("arena", 11, KROC, seats=4)
    for _ in range(20):
        waiting = {*evening.event.waiting}
        if len(waiting) >= 2:
            paired = evening.pair()
            assert {person for board in paired.boards for person in board} <= waiting
        board = evening.event.open_boards[0]
        evening.finish(board, evening.by_chance(board))
    assert len({line.points for line in standings(evening.event)}) > 3
    checks = verify_event(record_of(evening.end()))
    assert {check.verdict for check in checks if check.what.en != "key"} == {"holds"}


def test_two_people_alone_in_an_arena_play_on() -> None:
    evening = Evening("arena", 2)
    assert evening.rounds(4) == 4
    led = Counter(board.people[0] for board in evening.event.boards)
    assert {*led.values()} == {2}


def test_an_arena_pays_double_on_a_streak_and_nothing_for_a_draw_of_a_few_moves() -> None:
    evening = Evening("arena", 2, has_streaks=True, has_wagers=True)
    points = []
    for places, has_wagered, is_short in (
        ((1, 2), False, False),
        ((1, 2), False, False),
        ((1, 2), True, False),
        ((1, 1), False, True),
    ):
        (board,) = evening.pair().boards
        seat = board.index("p0")
        turned = places if seat == 0 else places[::-1]
        wagers = (seat,) * has_wagered
        number = len(evening.event.rounds)
        evening.add(
            of.BoardFinished(at=0, by="Lou", round=number, board=1, places=turned, wagers=wagers, is_short=is_short)
        )
        points.append(scores_of(evening.event)["p0"][-1].points // 24)
    assert points == [2, 2, 5, 0]


@pytest.mark.parametrize("people", range(2, 60))
def test_table_sizes_are_as_even_as_the_game_allows(people: int) -> None:
    sizes = table_sizes(people, (2, 3, 4, 5), 4)
    assert sum(sizes) == people
    assert max(sizes) - min(sizes) <= 1
    assert people < 6 or min(sizes) >= 3, "nobody sits at a table of two in a game for four"


@few
@given(st.integers(6, 40), seeds)
def test_tables_mix_people_and_take_turns_at_short_tables(people: int, seed: int) -> None:
    evening = Evening("tables", people, KROC, seed, rounds=5, seats=4)
    assert evening.rounds(5) == 5
    check_seats(evening)
    short: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    for one in evening.event.rounds:
        largest = max(len(board.people) for board in one.boards)
        for board in one.boards:
            met.update(map(frozenset, combinations(board.people, 2)))
            short.update(board.people if len(board.people) < largest else ())
    assert not byes(evening)
    if people >= 25:
        assert max(met.values()) <= 2
        often = [short[person] for person in evening.event.people]
        assert max(often) - min(often) <= 2


@few
@given(st.integers(2, 23), seeds, st.booleans())
def test_a_medley_seats_everybody_whatever_the_game(people: int, seed: int, is_drawn: bool) -> None:
    evening = Evening("tables", people, MEDLEY, seed, rounds=5, seats=4, is_drawn=is_drawn)
    assert evening.rounds(5) == 5
    check_seats(evening)
    assert {one.game for one in evening.event.rounds} == {name for name, _ in MEDLEY}
    allowed = dict(MEDLEY)
    assert all(len(board.people) in allowed[board.game] for board in evening.event.boards)
    assert max(byes(evening).values(), default=0) <= (1 if people > 3 else 2)
