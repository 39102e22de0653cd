"""One decision of a match beside the best one."""

from msgspec import Struct

from recif.games.core.contract import Bilingual
from recif.mind.coach.reasons import Reason

EVEN = 0.02  # a smaller loss is within what such a search can tell
TURNS = 0.15  # a loss that turns the game
MARKS = ((0.30, "??"), (TURNS, "?"), (0.07, "?!"))  # what a loss is called


class Judgement(Struct, frozen=True):
    """One decision: what was played, what was best, everybody's chances before and after, and what it cost its seat."""

    index: int  # of the event in the record
    seat: int
    text: str
    sentence: Bilingual
    best: str
    best_sentence: Bilingual
    advice: Bilingual  # the best move, said to its seat
    before: tuple[float, ...]
    after: tuple[float, ...]
    loss: float  # of the seat's chances, 0 to 1
    mark: str  # "", "?!", "?", "??"
    is_forced: bool  # no other move was legal
    stake: float = 0.0  # what a move drawn at random would have lost, on average
    luck: tuple[float, ...] = ()  # what draws since the decision before changed of each seat's chances
    why: Reason | None = None  # what the best move is good for, where it was missed or played
    allows: Reason | None = None  # what a marked move lets the next seat do, where nothing is hidden or drawn

    @property
    def is_turning_point(self) -> bool:
        return self.loss >= TURNS


def mark(loss: float) -> str:
    return next((sign for least, sign in MARKS if loss >= least), "")
