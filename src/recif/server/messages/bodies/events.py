"""Events on a server: what people ask for, and what everybody may know of one."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from recif.events.forms import Form
from recif.games.core.contract import Bilingual
from recif.server.messages.shapes import Pace, Person

PersonName = Annotated[str, Meta(max_length=32)]
WhyDecided = Annotated[str, Meta(max_length=500)]
EventStatus = Literal["coming", "running", "over"]
MyState = Literal["", "joined", "paused", "left"]
BoardState = Literal["making", "playing", "over", "void"]
WagerState = Literal["", "open", "made"]
EntryRule = Literal["open", "code", "list", "club"]


class EventGame(Struct, frozen=True):
    """A game that is played; several make a medley."""

    game: Annotated[str, Meta(max_length=32)]
    options: dict[str, Any] = {}


class EventPlan(Struct, frozen=True, kw_only=True):
    """What an organiser decides, and everybody reads before they join."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    form: Form
    games: Annotated[list[EventGame], Meta(min_length=1, max_length=20)]
    seats: Annotated[int, Meta(ge=2, le=5)] = 2  # wanted at a table
    rounds: Annotated[int, Meta(ge=0, le=50)] = 0  # 0: as many as the form takes; of an arena: until its time is over
    pace: Pace = Pace("increment", 300_000, 3_000)
    begins: Annotated[int, Meta(ge=0)] = 0  # milliseconds since 1970; 0: when a director says so
    minutes: Annotated[int, Meta(ge=1, le=1440)] = 60  # of an arena
    pause: Annotated[int, Meta(ge=-1, le=3600)] = 30  # seconds between rounds; -1: a director begins each
    patience: Annotated[int, Meta(ge=20, le=604_800)] = 90  # seconds for a first move; then the board is lost
    rated: bool = False
    guests: bool = True  # may people without an account join
    bots: bool = False  # may programs of other people join; never where it is rated
    machine: Annotated[int, Meta(ge=0, le=20)] = 0  # the level that fills an odd table; 0: nobody does
    entry: EntryRule = "open"
    code: Annotated[str, Meta(max_length=32)] = ""  # that people have to know; only directors are shown it
    club: Annotated[str, Meta(max_length=32)] = ""
    people: Annotated[list[PersonName], Meta(max_length=1000)] = []  # names of accounts that are on the list
    least: Annotated[int, Meta(ge=0, le=5000)] = 0  # rating of who may join, in the first game
    most: Annotated[int, Meta(ge=0, le=5000)] = 0  # 0: no bound
    listed: bool = True  # in everybody's list; else only who has the link finds it
    about: Annotated[str, Meta(max_length=1000)] = ""
    is_drawn: bool = False  # the game of a round is drawn; else they follow each other
    best_of: Annotated[int, Meta(ge=1, le=7)] = 1  # games of a knock-out board
    has_consolation: bool = False
    cycles: Annotated[int, Meta(ge=1, le=4)] = 1  # of a round-robin
    has_streaks: bool = False  # an arena gives twice the points after two wins in a row
    has_wagers: bool = False  # and one more for a win with half of the time
    days: Annotated[int, Meta(ge=0, le=60)] = 0  # of a round-robin by appointment: until when boards may begin; 0: none
    half_byes: Annotated[int, Meta(ge=0, le=5)] = 1  # that a person may ask for
    clubs_apart: bool = False
    tie_breaks: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(max_length=8)] = []
    weeks: Annotated[int, Meta(ge=0, le=8)] = 0  # it comes again every so many weeks; 0: it does not
    zone: Annotated[str, Meta(max_length=40)] = ""  # in which it then begins at the same time on the wall
    best: Annotated[int, Meta(ge=0, le=60)] = 0  # how many events of a season count for each person; 0: all


class EventMatchup(Struct):
    """A board of the round that is shown. `table` is empty until it is made; `places` until it is over."""

    round: int
    board: int
    game: str
    people: list[str]
    state: BoardState
    table: str = ""
    places: list[int] = []
    forfeits: list[str] = []
    score: list[int] = []  # games won at a board of several
    extra: int = 0  # 1, 2: a shorter game after a tie; 3: the last one, in which a draw serves the first of `people`
    chooses: str = ""  # who has to choose the side of that last game
    choose_by: int = 0  # until when; then they begin it
    times: dict[str, list[int]] = {}  # of a round-robin by appointment: when each could play
    appointment: int = 0  # what both agreed on; 0: nothing yet
    here: list[str] = []  # who has come to play


class EventLine(Struct):
    """A line of the table: points and tie-breaks as people write them, in the asked language's way (fr, en)."""

    place: int
    person: str
    points: Bilingual
    tie_breaks: list[Bilingual]
    state: MyState
    rating: int = 0
    club: str = ""


class TieBreakInfo(Struct):
    name: str
    title: Bilingual
    sentence: Bilingual


class EventSaying(Struct):
    """What a director said to everybody."""

    at: int
    by: str
    text: str


class EventRoundInfo(Struct):
    """A round with a page of its boards."""

    number: int
    game: str
    boards: list[EventMatchup]
    many: int  # boards in all
    byes: list[str] = []
    halves: list[str] = []
    out: list[str] = []


class MyEvent(Struct):
    """What only I am shown."""

    state: MyState = ""
    director: bool = False
    matchup: EventMatchup | None = None  # my open board
    matchups: list[EventMatchup] = []  # all of them, where boards go on beside each other
    line: EventLine | None = None
    wager: WagerState = ""  # at my open board: whether I may still play with half of my time, or do
    games: list[EventMatchup] = []  # my boards, the latest first
    wait: int = 0  # until when I am not paired, after boards that I did not play
    code: str = ""  # for directors
    flagged: list[list[str]] = []  # for directors: people of one browser


class EventInfo(Struct):
    """An event. `next` is the instant to count down to: the start, the next round, the end of an arena; 0: none known.
    `lines` and `round.boards` are a page of 100 each (`?page=`); `names` has everybody who is named here."""

    event: str
    version: int
    status: EventStatus
    plan: EventPlan
    commitment: str
    directors: list[str]
    made: int
    now: int
    next: int
    next_is: Literal["", "start", "round", "end"]
    rounds: int  # paired so far
    to_play: int  # in all; 0: nobody knows yet
    many: int  # people
    playing: int  # boards that go on
    lines: list[EventLine]
    tie_breaks: list[TieBreakInfo]
    round: EventRoundInfo | None
    says: list[EventSaying]
    names: dict[str, Person]
    me: MyEvent
    held: bool = False  # a director has it stand still
    series: str = ""  # it is one of several: they have a season table
    deadline: int = 0  # of a round-robin by appointment: what has not begun then is void
    trouble: Bilingual | None = None  # why it does not go on by itself


class EventWinner(Struct):
    """Whoever shares a place has the same one."""

    place: int
    person: str


class EventSummary(Struct):
    """An event in a list."""

    event: str
    name: str
    form: Form
    games: list[str]
    status: EventStatus
    begins: int
    many: int
    to_play: int  # rounds; 0: nobody knows yet
    club: str
    mine: bool  # I take part, or direct
    winners: list[EventWinner] = []  # of one that is over, three at most


class EventsPage(Struct):
    """Mine first; then those to come, those that go on, those that are over."""

    mine: list[EventSummary]
    coming: list[EventSummary]
    running: list[EventSummary]
    past: list[EventSummary]
    now: int
    names: dict[str, Person] = {}  # of those who won


class SeasonScore(Struct):
    """What somebody has from one event of a season."""

    event: str
    place: int
    points: int
    counts: bool


class SeasonPerson(Struct):
    place: int
    person: str
    points: int
    results: list[SeasonScore]


class SeasonTable(Struct):
    """Of a series or a club: its events, the latest first, and fifty people (`?page=`), the best first."""

    events: list[EventSummary]
    best: int
    lines: list[SeasonPerson]
    many: int
    names: dict[str, Person]


class EventLogLine(Struct):
    """An entry as a sentence; `who` and `names` are people."""

    version: int
    at: int
    by: str
    kind: str
    text: Bilingual
    reason: str = ""


class EventLog(Struct):
    """A page of the log, the latest first; `before` asks for older ones; 0: there are none."""

    lines: list[EventLogLine]
    names: dict[str, Person]
    before: int


class FormChoices(Struct):
    """A form, with the tie-breaks that it has unless an organiser chooses others."""

    form: Form
    tie_breaks: list[str]


class EventChoices(Struct):
    """What an organiser can choose from."""

    forms: list[FormChoices]
    tie_breaks: list[TieBreakInfo]


class NewEventMade(Struct):
    event: str


class EventAct(Struct, tag_field="act", tag=str.lower):
    """Something that somebody does in an event: tagged with its name."""


class JoinEvent(EventAct, tag="join"):
    code: Annotated[str, Meta(max_length=32)] = ""
    number: Annotated[str, Meta(max_length=64)] = ""  # what I add to the lots


class QuitEvent(EventAct, tag="quit"):
    """For good; a machine plays on at a table of more than two."""


class TakeRest(EventAct, tag="rest"):
    """Not in the next round; `half`: for half a point, where the form allows it."""

    half: bool = False


class ComeBack(EventAct, tag="return"):
    """Back from a rest."""


class Wager(EventAct):
    """In an arena, before my first move: half of my time, and a point more if I win a real match."""


class ChooseSide(EventAct):
    """The lower seed of a tied knock-out board: my seat in the last game, 0 begins."""

    round: int
    board: int
    seat: Annotated[int, Meta(ge=0, le=1)]


class ProposeTimes(EventAct):
    """When I could play a board, in place of what I proposed before; everybody can read it in the log. Two proposals
    within a minute of each other are an appointment, of which both are reminded a day before."""

    round: int
    board: int
    times: Annotated[list[Annotated[int, Meta(ge=0, le=1 << 50)]], Meta(max_length=5)]


class ComeToBoard(EventAct, tag="come"):
    """I am there: the match begins when the other one has come, too, within ten minutes."""

    round: int
    board: int


class PairRound(EventAct):
    """A director: the first round, or the next, now. `boards` are seated as they stand, the rest is paired."""

    boards: Annotated[list[Annotated[list[PersonName], Meta(min_length=2, max_length=5)]], Meta(max_length=100)] = []
    reason: WhyDecided = ""


class AddPerson(EventAct):
    """A director: an account by its name, late or not."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    reason: WhyDecided = ""


class SendHome(EventAct):
    """A director: somebody is out."""

    person: PersonName
    reason: WhyDecided


class RestPerson(EventAct):
    """A director: somebody rests, or is back."""

    person: PersonName
    on: bool
    reason: WhyDecided
    half: bool = False  # a bye of half a point for the next round


class GiveBye(EventAct):
    """A director: a point without a match in the next round."""

    person: PersonName
    reason: WhyDecided


class HoldEvent(EventAct):
    """A director: the event stands still, and no round is paired by itself; or it goes on."""

    on: bool
    reason: WhyDecided


class ForfeitSeat(EventAct):
    """A director: somebody loses a board without playing it."""

    round: int
    board: int
    person: PersonName
    reason: WhyDecided


class AnnulBoard(EventAct):
    """A director: a result, or a match that goes on, is void; with `replay` it is played again."""

    round: int
    board: int
    reason: WhyDecided
    replay: bool = False


class CorrectBoard(EventAct):
    """A director: these are the places, from 1, by seat."""

    round: int
    board: int
    places: Annotated[list[Annotated[int, Meta(ge=1, le=5)]], Meta(min_length=2, max_length=5)]
    reason: WhyDecided


class SwapPeople(EventAct, tag="swapseats"):
    """A director: two people of the round that has just been paired change places, before either has moved."""

    person: PersonName
    other: PersonName
    reason: WhyDecided


class KeepApart(EventAct):
    """A director: these two are not paired with each other."""

    person: PersonName
    other: PersonName
    reason: WhyDecided


class ChangeRounds(EventAct):
    """A director: so many rounds in all."""

    rounds: Annotated[int, Meta(ge=1, le=50)]
    reason: WhyDecided


class NameDirectors(EventAct):
    """A director: who directs from now on; always somebody."""

    people: Annotated[list[PersonName], Meta(min_length=1, max_length=10)]
    reason: WhyDecided


class TellAll(EventAct):
    """A director says something to everybody."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class EndEvent(EventAct):
    """A director: it ends now; with boards that go on it takes a reason."""

    reason: WhyDecided = ""


AnyEventAct = (
    JoinEvent
    | QuitEvent
    | TakeRest
    | ComeBack
    | ChooseSide
    | Wager
    | ProposeTimes
    | ComeToBoard
    | PairRound
    | AddPerson
    | SendHome
    | RestPerson
    | GiveBye
    | HoldEvent
    | ForfeitSeat
    | AnnulBoard
    | CorrectBoard
    | SwapPeople
    | KeepApart
    | ChangeRounds
    | NameDirectors
    | TellAll
    | EndEvent
)
