"""What somebody has learned: rows of the store from what a device tells, and what devices and profiles are told."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from recif.games.core.contract import Game
from recif.match.clock import DAY
from recif.school.lessons import lesson_of
from recif.school.puzzles.files import all_puzzles
from recif.server.messages.bodies.school import LearnBody, Schooling, Tried, TriedPuzzle
from recif.server.store.of_school import DAY as SOLVED_DAY
from recif.server.store.of_school import JUDGED, LESSON, MISSED, PUZZLE, STORM
from recif.server.store.rows import LearnedRow

YEARS = 3_650  # days back that a device may tell of


def rows(body: LearnBody, games: Mapping[str, Game], now: int) -> Iterator[LearnedRow]:
    """Only what there is: a device may know lessons and puzzles from before they were changed. Nobody learns later
    than now."""
    lengths, puzzles = _lengths(games), all_puzzles()
    for game, steps in body.lessons.items():
        yield from (LearnedRow(LESSON, f"{game}/{step}", 1, now) for step in steps if step <= lengths.get(game, 0))
    for puzzle, is_solved, at in body.tries:
        if puzzle in puzzles:
            yield LearnedRow(PUZZLE, puzzle, int(is_solved), min(at, now))
    today = now // DAY + 1  # already tomorrow somewhere
    for day in body.days:
        if today - YEARS <= day <= today:
            yield LearnedRow(SOLVED_DAY, str(day), 1, min(day * DAY, now))
    for game, score in body.storms.items():
        if game in games or not game:
            yield LearnedRow(STORM, game, score, now)


def schooling_of(found: Sequence[LearnedRow]) -> Schooling:
    learned = Schooling(defaultdict(list), [], [], {})
    known = all_puzzles()
    for row in found:
        if row.kind == LESSON:
            game, _, step = row.name.rpartition("/")
            learned.lessons[game].append(int(step))
        elif row.kind == SOLVED_DAY:
            learned.days.append(int(row.name))
        elif row.kind == STORM:
            learned.storms[row.name] = row.value
        elif row.kind == PUZZLE and row.name in known:
            one = known[row.name]
            learned.tries.append(TriedPuzzle(one.game.id, one.grade, one.decisions, bool(row.value), row.name, row.at))
    learned.lessons = {game: sorted(steps) for game, steps in learned.lessons.items()}
    return learned


def judged(found: Sequence[LearnedRow]) -> list[Tried]:
    """Puzzles as the server has judged them: found to the end, or missed."""
    tries, known = [], all_puzzles()
    for row in found:
        one = known.get(row.name) if row.kind == JUDGED else None
        if one and row.value in (MISSED, one.decisions):
            tries.append(Tried(one.game.id, one.grade, one.decisions, row.value == one.decisions))
    return tries


def lessons(learned: Schooling, games: Mapping[str, Game]) -> dict[str, tuple[int, int]]:
    """Steps done, of how many, by game, where any is."""
    lengths = _lengths(games)
    done = {game: sum(step <= lengths.get(game, 0) for step in steps) for game, steps in learned.lessons.items()}
    return {game: (count, lengths[game]) for game, count in done.items() if count}


def _lengths(games: Mapping[str, Game]) -> dict[str, int]:
    found = {game: lesson_of(one) for game, one in games.items()}
    return {game: len(lesson) for game, lesson in found.items() if lesson}
