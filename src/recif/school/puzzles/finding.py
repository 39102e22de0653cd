"""Puzzles of one machine game: every decision is glanced at while it is played, what may be one is searched deeply."""

from recif.games.core.compiled import Numbers
from recif.games.core.contract import Game
from recif.games.core.luck import GOLDEN, M32, below, seeded
from recif.games.core.position import Position, start
from recif.mind.coach.prospects import ponder
from recif.mind.levels import by_feel, chance
from recif.mind.search.think import Thought, View
from recif.school.puzzles.clear import GLANCE, STARE, clearly_best, glance
from recif.school.puzzles.lines import Sequel, follow
from recif.school.puzzles.puzzle import GRADES, Puzzle
from recif.school.puzzles.whole import holds, hundredths, judged, whole

HASTE = 0.4  # how often a player of the game does not look: faultless games have few puzzles
STARES = 0.08  # how often a second, longer look is taken where a glance finds nothing: it finds what is hard
OPENING = 0.75  # of a game, at most, is played by feel before anybody looks
MOST = 3  # puzzles of one game
CROWDS = 2  # numbers of seats tried: the fewest, and one more
DECIDED, LONG_DECIDED = 0.94, 3  # chances with which nothing is left to find, and for how many decisions in a row


def puzzles_in_game(game: Game, seed: int, number: int) -> list[Puzzle]:
    """Play the machine game of a number, and return the puzzles met in it."""
    position, luck = _opened(game, seed, number)
    puzzles: list[Puzzle] = []
    turn, rested, decided = 0, 0, 0
    while not position.is_over and len(puzzles) < MOST and decided < LONG_DECIDED:
        if not position.waiting:
            game.rules.draw(position.state, luck)
            continue
        turn += 1
        own = _mixed(seed, number, turn)
        thoughts = {seat: ponder(View(position, seat), GLANCE, own + seat) for seat in position.waiting}
        decided = decided + 1 if max(max(one.values) for one in thoughts.values()) > DECIDED else 0
        made = _first_puzzle(position, thoughts, own) if turn >= rested else None
        if made:
            puzzles.append(made)
            rested = turn + len(made.line) + 1
        _play(position, thoughts, own)
    return [whole(puzzle) for puzzle in puzzles if holds(puzzle)]


def _opened(game: Game, seed: int, number: int) -> tuple[Position, Numbers]:
    """A game played by feel up to some point, and the luck with which it goes on."""
    crowds = game.seats[:CROWDS]
    first, own = start(game, crowds[number % len(crowds)]), _mixed(seed, number, 0)
    whole = _by_feel(first.copy(), seeded(own), 1 << 30)
    position, luck = first, seeded(own)
    _by_feel(position, luck, int(whole * OPENING * chance(own)))
    return position, luck


def _by_feel(position: Position, luck: Numbers, most: int) -> int:
    """Play on without looking; return how many decisions that took."""
    for decision in range(most):
        while position.is_luck_due:
            position.game.rules.draw(position.state, luck)
        if position.is_over:
            return decision
        seat = position.waiting[0]
        move = by_feel(View(position, seat), below(luck, M32))
        position.go(seat, move)
    return most


def _mixed(seed: int, number: int, turn: int) -> int:
    return ((seed * 1_000_003 + number) * GOLDEN + turn * 64) & M32


def _play(position: Position, thoughts: dict[int, Thought], seed: int) -> None:
    """Every seat decides, by feel now and then, before anything is played."""
    choices = {}
    for seat, thought in thoughts.items():
        is_hasty = chance(seed + 32 + seat) < HASTE
        choices[seat] = (
            by_feel(View(position, seat), seed + seat) if is_hasty else thought.draw(chance(seed + seat)).move
        )
    for seat, move in choices.items():
        position.go(seat, move)


def _first_puzzle(position: Position, thoughts: dict[int, Thought], seed: int) -> Puzzle | None:
    """The puzzle that begins here for one of the seats, if there is one."""
    for seat, thought in thoughts.items():
        finding = clearly_best(position, seat, seed) if _is_promising(position, seat, thought, seed) else None
        if finding:
            return _written(follow(position, seat, finding, seed), seed)
    return None


def _is_promising(position: Position, seat: int, thought: Thought, seed: int) -> bool:
    if glance(position, seat, thought):
        return True
    return chance(seed + 48 + seat) < STARES and glance(position, seat, ponder(View(position, seat), STARE, seed))


def _written(line: Sequel, seed: int) -> Puzzle:
    """A puzzle from its line: as clear as its least clear decision."""
    first = line.asked[0].position
    least = min((asked.finding for asked in line.asked), key=lambda finding: finding.gap)
    puzzle = Puzzle(first.game, GRADES[0], (), line.seat, hundredths(least), str(first), tuple(line.events))
    return judged(puzzle, seed)
