"""What happened in an event, as it is kept. Each entry says who did it; what a director decides has a reason, too."""

from msgspec import Struct

from recif.events.forms import Form
from recif.match.provable import Luck


class GameOfEvent(Struct, frozen=True):
    """A game that is played here, and by how many it can be."""

    game: str
    seats: tuple[int, ...]


class EventSettings(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What everybody can read before they join."""

    name: str
    form: Form
    games: tuple[GameOfEvent, ...]  # several: a medley, one per round
    rounds: int = 0  # 0: as many as the form takes
    seats: int = 2  # wanted at a table
    is_drawn: bool = False  # the game of a round is drawn; else they follow each other
    tie_breaks: tuple[str, ...] = ()  # empty: those that suit the form
    best_of: int = 1  # games of a knock-out board
    has_consolation: bool = False
    cycles: int = 1  # of a round-robin
    has_streaks: bool = False
    has_wagers: bool = False
    half_byes: int = 1  # that a person may ask for
    clubs_apart: bool = False
    days: int = 0  # of a round-robin by appointment, in which two people play when both say so


class EventEntry(Struct, frozen=True, tag_field="type", omit_defaults=True, kw_only=True):
    """Something that happened, when (milliseconds), and who did it."""

    at: int
    by: str = ""


class EventMade(EventEntry, frozen=True, tag="made"):
    """The beginning of the log. `luck` holds the commitment; its secret is shown when the event has ended."""

    settings: EventSettings
    luck: Luck
    directors: tuple[str, ...]


class PersonJoined(EventEntry, frozen=True, tag="joined"):
    """`number` is what the person adds to the lots, so that the organiser alone cannot choose them."""

    person: str
    name: str
    rating: int = 0
    club: str = ""
    number: str = ""


class PersonPaused(EventEntry, frozen=True, tag="paused"):
    """Not there until they are back; `half`: they asked for a bye of half a point, for the next round only."""

    person: str
    half: bool = False


class ByeGiven(EventEntry, frozen=True, tag="bye"):
    """A director: a point without a match in the next round."""

    person: str
    reason: str


class EventHeld(EventEntry, frozen=True, tag="held"):
    """A director: the event stands still, and no round is paired by itself; or it goes on."""

    on: bool
    reason: str


class PersonBack(EventEntry, frozen=True, tag="back"):
    person: str


class PersonWithdrew(EventEntry, frozen=True, tag="withdrew"):
    person: str
    reason: str = ""


class RoundPaired(EventEntry, frozen=True, tag="paired"):
    """Who plays whom; the tables are made after it. The first `fixed` boards were the director's wish."""

    round: int
    game: str
    boards: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()  # a point without a match
    halves: tuple[str, ...] = ()  # half a point, as they asked
    out: tuple[str, ...] = ()  # nothing: waiting in an arena, or not in this round of a round-robin
    fixed: int = 0
    reason: str = ""


class BoardFinished(EventEntry, frozen=True, tag="finished"):
    """The place of each seat, from 1; equal places are shared. A board of several games has several of these."""

    round: int
    board: int
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()  # the points of the game itself, if it has any
    wagers: tuple[int, ...] = ()  # seats that played with half of their time
    is_short: bool = False  # an arena gives nothing for a draw of a few moves


class BoardAnnulled(EventEntry, frozen=True, tag="annulled"):
    """The result is void; with `replay` the board is played again."""

    round: int
    board: int
    reason: str
    replay: bool = False


class SideChosen(EventEntry, frozen=True, tag="chose"):
    """The lower seed of a tied knock-out board: the seat they want in the last game."""

    round: int
    board: int
    person: str
    seat: int


class TimesProposed(EventEntry, frozen=True, tag="proposed"):
    """When somebody could play a board, in milliseconds, in place of what they proposed before."""

    round: int
    board: int
    person: str
    times: tuple[int, ...]


class PersonCame(EventEntry, frozen=True, tag="came"):
    """Somebody is there to play a board: it begins when all are."""

    round: int
    board: int
    person: str


class PeopleSwapped(EventEntry, frozen=True, tag="swapped"):
    """Two people change places in a round, wherever they are in it; boards that they leave or join begin again."""

    round: int
    person: str
    other: str
    reason: str


class SeatForfeited(EventEntry, frozen=True, tag="forfeited"):
    """Who did not come, or left: they come last."""

    round: int
    board: int
    person: str
    reason: str = ""


class EventCorrected(EventEntry, frozen=True, tag="corrected"):
    """What a director puts right: a result, a person, who must not meet, the number of rounds, the directors."""

    reason: str
    round: int = 0
    board: int = 0
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    person: str = ""
    name: str = ""
    rating: int | None = None
    apart: tuple[str, ...] = ()
    rounds: int = 0
    directors: tuple[str, ...] = ()


class DirectorSaid(EventEntry, frozen=True, tag="said"):
    """A message to everybody."""

    text: str


class EventEnded(EventEntry, frozen=True, tag="ended"):
    reason: str = ""


AnyEntry = (
    EventMade
    | PersonJoined
    | PersonPaused
    | ByeGiven
    | EventHeld
    | PersonBack
    | PersonWithdrew
    | RoundPaired
    | BoardFinished
    | BoardAnnulled
    | SideChosen
    | TimesProposed
    | PersonCame
    | PeopleSwapped
    | SeatForfeited
    | EventCorrected
    | DirectorSaid
    | EventEnded
)
