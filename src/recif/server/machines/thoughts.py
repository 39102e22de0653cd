"""What machines are asked, as functions of values: they run in a process of their own (`apart.py`), from a view alone.

Each may be run twice: it must do nothing but think. What goes in and what comes out is small.
"""

from typing import NamedTuple

from recif.games import GAMES
from recif.games.core.contract import Text
from recif.games.core.position import Position
from recif.mind import levels, warmup
from recif.mind.coach import hint, review
from recif.mind.coach.judgement import Judgement
from recif.mind.search.think import View
from recif.school.puzzles import judging

DEEPEST = 100_000  # nodes of the longest thought for advice
LOADS = {"feel": warmup.feel_once, "ready": warmup.think_once}  # what machines need of a game, by stage of readiness


class Sighting(NamedTuple):
    """What a seat may know of a position, as a value."""

    game: str
    state: bytes
    seat: int

    @classmethod
    def of(cls, position: Position, seat: int) -> "Sighting":
        return cls(position.game.id, bytes(position.view(seat)), seat)

    @property
    def view(self) -> View:
        return View(position_of(self.game, self.state), self.seat)


def position_of(game: str, state: bytes) -> Position:
    return Position(GAMES[game], state)


def choose(seen: Sighting, level: int, seed: int) -> str:
    """A move of the seat at a level."""
    view = seen.view
    return view.game.words.text(view.state, view.seat, levels.choose(view, level, seed))


def advise(seen: Sighting, level: int, seed: int, names: tuple[Text, ...] = (), least: int = 0) -> hint.Hint:
    """The moves that the machine likes best, the first with a nudge and its reasons, and each seat's chances.

    `least` nodes are looked at, also where the player of the level looks at fewer.
    """
    view = seen.view
    return hint.hint(view, max(nodes_of(view, level), least), seed, names)


def nodes_of(view: View, level: int) -> int:
    """How far the coach looks for a level: as far as its player, and never by the clock."""
    return min(levels.level_of(view, level).nodes, DEEPEST)


def judge(seen: Sighting, index: int, move: int, is_at_once: bool, names: tuple[Text, ...] = ()) -> Judgement:
    """A decision that was made beside the best one; what luck brought before it is for whoever knows the match."""
    return review.judge_decision(seen.view, index, move, is_at_once, seed=index, names=names)


def reply(game: str, state: bytes, seat: int, move: int) -> judging.MachineReply:
    """What the others would answer to a try at a puzzle, and what it is worth."""
    return judging.reply(position_of(game, state), seat, move)


def prepare(game: str, stage: str) -> None:
    """Load what the machines of a stage of readiness need."""
    LOADS[stage](GAMES[game])
