"""What each round brought to each person, in 24ths of a point: tables of two to five share whole numbers."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from recif.events.boards import Board
from recif.events.forms import HALF, WHOLE
from recif.events.live_event import EventRound, LiveEvent
from recif.events.schedule import rounds_of

ScoreKind = Literal["played", "forfeit-win", "forfeit-loss", "bye", "half", "absent", "void"]
UNPLAYED_BY_CHOICE: tuple[ScoreKind, ...] = ("half", "absent", "forfeit-loss")  # FIDE C.07, article 16.1
STREAK = 2  # wins in a row, after which an arena gives the double


class RoundScore(NamedTuple):
    round: int
    kind: ScoreKind
    points: int = 0
    rivals: tuple[str, ...] = ()
    seat: int = -1
    is_win: bool = False  # alone, over the board
    share: tuple[int, int] = (0, 0)  # of the game's own points: mine, everybody's


def scores_of(event: LiveEvent) -> dict[str, list[RoundScore]]:
    """Everybody's rounds so far, in order."""
    if event.settings.form == "arena":
        return _of_arena(event)
    scores: dict[str, list[RoundScore]] = {person: [] for person in event.people}
    for one in event.rounds:
        for person, score in _of_round(event, one):
            scores[person].append(score)
    return scores


def totals(scores: dict[str, list[RoundScore]]) -> dict[str, int]:
    return {person: sum(score.points for score in rounds) for person, rounds in scores.items()}


def place_points(places: tuple[int, ...], seat: int) -> int:
    """(beaten + ½ equal) / (size − 1), so that tables of every size compare.

    >>> [place_points((1, 2, 2, 4), seat) for seat in range(4)]
    [24, 12, 12, 0]
    """
    mine = places[seat]
    beaten = sum(place > mine for place in places)
    equal = sum(place == mine for place in places) - 1
    return HALF * (2 * beaten + equal) // (len(places) - 1)


def is_alone_first(places: tuple[int, ...], seat: int) -> bool:
    return places[seat] == 1 and places.count(1) == 1


def _of_round(event: LiveEvent, one: EventRound) -> Iterator[tuple[str, RoundScore]]:
    for board in one.boards:
        if event.is_decided(board):
            yield from _of_board(event, board)
    free = 0 if event.settings.form == "knock-out" else WHOLE
    yield from ((person, RoundScore(one.number, "bye", free)) for person in one.byes)
    yield from ((person, RoundScore(one.number, "half", HALF)) for person in one.halves)
    for person in event.people.keys() - one.seated - {*one.byes, *one.halves, *one.out}:
        yield person, _of_absence(event, person, one.number)


def _of_absence(event: LiveEvent, person: str, number: int) -> RoundScore:
    """Who comes late to a Swiss has half a point for the first round missed, and nothing for the others."""
    is_late = number == 1 and event.people[person].joined_after >= 1
    if event.settings.form == "swiss" and is_late:
        return RoundScore(number, "half", HALF)
    return RoundScore(number, "absent")


def _of_board(event: LiveEvent, board: Board) -> Iterator[tuple[str, RoundScore]]:
    places = _places(event, board)
    erased = any(_is_erased(event, person) for person in board.people)
    for seat, person in enumerate(board.people):
        rivals = tuple(other for other in board.people if other != person)
        if not places or erased:
            yield person, RoundScore(board.round, "void", 0, rivals, seat)
            continue
        kind = _kind(board, person)
        points = 0 if kind == "forfeit-loss" else place_points(places, seat)
        is_win = kind == "played" and is_alone_first(places, seat)
        yield person, RoundScore(board.round, kind, points, rivals, seat, is_win, _share(board, seat))


def _places(event: LiveEvent, board: Board) -> tuple[int, ...]:
    """Of a board of several games: who goes on is first."""
    if event.best_of and len(board.people) == 2 and not board.is_void:
        winner = board.winner(event.best_of)
        return tuple(1 if person == winner else 2 for person in board.people)
    return board.places()


def _kind(board: Board, person: str) -> ScoreKind:
    if person in board.forfeits:
        return "forfeit-loss"
    return "played" if board.was_played else "forfeit-win"


def _share(board: Board, seat: int) -> tuple[int, int]:
    scores = board.results[-1].scores if board.results else ()
    return (max(scores[seat], 0), sum(max(score, 0) for score in scores)) if scores else (0, 0)


def _is_erased(event: LiveEvent, person: str) -> bool:
    """Who leaves a round-robin before half of it has played for nothing, and so have those they met."""
    if event.settings.form != "round-robin" or event.people[person].left_after is None:
        return False
    played = sum(board.was_played for board in event.boards if person in board.people)
    return 2 * played < rounds_of(len(event.rounds[0].seated | {*event.rounds[0].out}), event.settings.cycles)


def _of_arena(event: LiveEvent) -> dict[str, list[RoundScore]]:
    """In the order in which games ended: streaks follow it."""
    scores: dict[str, list[RoundScore]] = {person: [] for person in event.people}
    streaks = dict.fromkeys(event.people, 0)
    decided = [board for board in event.boards if event.is_decided(board) and not board.is_void]
    for board in sorted(decided, key=lambda board: board.results[-1].version if board.results else 0):
        places = board.places()
        for seat, person in enumerate(board.people):
            points = _arena_points(event, board, seat, streaks[person] >= STREAK)
            won = is_alone_first(places, seat)
            streaks[person] = streaks[person] + 1 if won else 0
            rivals = tuple(other for other in board.people if other != person)
            kind = _kind(board, person)
            scores[person].append(RoundScore(board.round, kind, points, rivals, seat, won and kind == "played"))
    return scores


def _arena_points(event: LiveEvent, board: Board, seat: int, is_hot: bool) -> int:
    """2 for a win, 1 for a draw, twice that on a streak, 1 more for a win with half of the time."""
    places, settings = board.places(), event.settings
    last = board.results[-1] if board.results else None
    if board.people[seat] in board.forfeits or (last and last.is_short and places.count(1) > 1):
        return 0
    points = 2 * place_points(places, seat) * (2 if settings.has_streaks and is_hot else 1)
    has_wagered = settings.has_wagers and last is not None and seat in last.wagers
    return points + (WHOLE if has_wagered and is_alone_first(places, seat) else 0)
