"""The last look at a puzzle: whether it holds, which more of its decisions are to be found, how hard it is."""

from dataclasses import replace

from recif.school.puzzles.about import themes_of
from recif.school.puzzles.clear import CONFIRMING, Finding, confirmed, is_worth_it
from recif.school.puzzles.grading import grade_of
from recif.school.puzzles.puzzle import MOST_ASKED, Moment, Puzzle


def holds(puzzle: Puzzle) -> bool:
    """Whether every decision to find stands up to the longest search."""
    return all(confirmed(one.position, one.seat, one.number) for one in _asked(puzzle))


def whole(puzzle: Puzzle) -> Puzzle:
    """Where a turn goes on with decisions that are as clear, as the steps of one idea are, they are asked as well."""
    line, asked, goes_on = [], puzzle.decisions, True
    least = puzzle.chances
    for moment in puzzle.moments():
        event = moment.event
        if goes_on and moment.seat == puzzle.seat and not event.is_asked and _has_choice(moment):
            found = _clear(moment) if asked < MOST_ASKED else None
            goes_on = found is not None
            if found:
                event, asked = event._replace(is_asked=True), asked + 1
                least = min(least, hundredths(found), key=lambda chances: chances[0] - chances[1])
        line.append(event)
    longer = replace(puzzle, line=tuple(line), chances=least)
    return judged(longer, CONFIRMING) if asked > puzzle.decisions else puzzle


def judged(puzzle: Puzzle, seed: int) -> Puzzle:
    """The puzzle with its themes, and as hard as its hardest decision."""
    grade = max(grade_of(one.position, one.seat, one.number, seed) for one in _asked(puzzle))
    return replace(with_themes(puzzle), grade=grade)


def with_themes(puzzle: Puzzle) -> Puzzle:
    """The puzzle with the ideas that it turns on."""
    return replace(puzzle, themes=themes_of(puzzle.game, _asked(puzzle)))


def hundredths(finding: Finding) -> tuple[int, int]:
    return round(100 * finding.chances), round(100 * finding.other)


def _asked(puzzle: Puzzle) -> list[Moment]:
    return [moment for moment in puzzle.moments() if moment.event.is_asked]


def _has_choice(moment: Moment) -> bool:
    return len(moment.position.numbers(moment.seat)) > 1


def _clear(moment: Moment) -> Finding | None:
    """The decision of the line, if the longest search prefers it by far."""
    found = confirmed(moment.position, moment.seat, moment.number)
    return found if found and is_worth_it(found) else None
