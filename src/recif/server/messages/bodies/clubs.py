"""Clubs: what is asked of them, and what is seen of them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from recif.games.core.contract import Bilingual
from recif.server.messages.bodies.people import SpeedStanding
from recif.server.messages.shapes import Person, TableInfo

ClubJoining = Literal["open", "request", "code", "invitation"]
ClubRole = Literal["host", "accept", "moderate", "news", "admin"]
ClubBelonging = Literal["", "member", "asks", "invited"]
ClubMatchStatus = Literal["offered", "gathering", "playing", "over"]
GameId = Annotated[str, Meta(max_length=32)]
SomebodyId = Annotated[str, Meta(max_length=32)]
Days = Annotated[int, Meta(ge=1, le=14)]
AboutText = Annotated[str, Meta(max_length=2000)]
ClubName = Annotated[str, Meta(max_length=200)]


class ClubCard(Struct):
    """A club in a list. `mine`: whether I am in it, have asked, or am invited."""

    club: str
    name: str
    members: int
    joining: ClubJoining
    public: bool
    mine: ClubBelonging = ""


class ClubList(Struct):
    """Those where I am or am on the way in, and the largest that anybody may see."""

    mine: list[ClubCard]
    clubs: list[ClubCard]


class LadderSettings(Struct, frozen=True):
    """At which games there is a ladder; how many places up one may challenge; in how many days one answers, or loses
    the place; how many days there are for a turn."""

    games: Annotated[tuple[GameId, ...], Meta(max_length=20)] = ()
    reach: Annotated[int, Meta(ge=1, le=20)] = 3
    days: Days = 7
    turn_days: Days = 2


class ClubBody(Struct):
    """A club to found."""

    name: ClubName
    about_fr: AboutText = ""
    about_en: AboutText = ""
    joining: ClubJoining = "open"
    public: bool = True


class ClubMember(Struct):
    person: Person
    since: int
    roles: list[ClubRole] = []
    hidden: bool = False


class ClubMembers(Struct):
    """A page of them, in the order in which they came; `more`: there is another one."""

    members: list[ClubMember]
    more: bool


class ClubNews(Struct):
    id: str
    at: int
    person: Person
    text: str


class ClubMe(Struct):
    """What I am there, and may do."""

    mine: ClubBelonging = ""
    roles: list[ClubRole] = []
    hidden: bool = False


class ClubPairing(Struct):
    """Two who play for their clubs. `points`: of the home side, in halves; none before the end, or without a result."""

    home: Person
    away: Person
    table: str
    over: bool
    points: int | None = None


class ClubMatchInfo(Struct):
    """A match between two clubs: boards by strength, as many on each side. `score`: home and away, in halves."""

    match: str
    home: str  # the names of the clubs
    away: str
    game: str
    made: int
    status: ClubMatchStatus
    most: int
    turn_days: int
    home_team: list[Person]
    away_team: list[Person]
    boards: list[ClubPairing]
    score: tuple[int, int]
    side: Literal["", "home", "away"] = ""  # that I play for


class ClubPage(Struct):
    """All that one page shows. Where a club is not public, whoever is not in it sees what it is about, and no names."""

    card: ClubCard
    about: Bilingual
    me: ClubMe
    code: str = ""  # that lets people in, for who may accept them
    roles: list[ClubMember] = []  # who has one
    here: list[Person] = []  # who is here now, as far as shown
    here_count: int = 0
    tables: list[TableInfo] = []  # open ones of members
    news: list[ClubNews] = []
    ladder: LadderSettings = LadderSettings()
    requests: list[Person] = []  # who asks to come in, for who may accept them
    invited: list[Person] = []
    matches: list[ClubMatchInfo] = []


class Rung(Struct):
    """A place on a ladder. `table`: where it is at stake; `until`: by when the challenge must be answered; `by`: who
    challenged. `away`: on holiday until then. `near`: I may challenge them."""

    person: Person
    away: int = 0
    table: str = ""
    by: str = ""
    until: int = 0
    near: bool = False


class LadderPage(Struct):
    """The best first. `place`: mine, counted from 1; 0: I do not take part. `at`: the server's time."""

    game: str
    rungs: list[Rung]
    place: int
    at: int
    ladder: LadderSettings


class ClubRating(Struct):
    person: Person
    standing: SpeedStanding


class ClubRatings(Struct):
    game: str
    speed: str
    members: list[ClubRating]


class ClubAct(Struct, tag_field="act", tag=str.lower):
    """Something that somebody does in a club: tagged with its name."""


class JoinClub(ClubAct):
    """Come in, ask to, or take up an invitation: as the club has it."""

    code: Annotated[str, Meta(max_length=20)] = ""


class LeaveClub(ClubAct):
    """Or take a request back, or decline an invitation. The last admin stays."""


class AnswerRequest(ClubAct):
    """Who may accept: whether this person, who asks, comes in."""

    person: SomebodyId
    yes: bool


class InviteMember(ClubAct):
    """Who may accept: the account of that name may come in, and is told so."""

    name: ClubName


class ChangeClub(ClubAct):
    """Admins: what it is about, how one comes in, whether anybody sees who is there."""

    about_fr: AboutText = ""
    about_en: AboutText = ""
    joining: ClubJoining = "open"
    public: bool = True


class RenewClubCode(ClubAct):
    """Admins: the code so far lets nobody in any more."""


class SetRoles(ClubAct):
    """Admins: what this member may do. The last admin stays one."""

    person: SomebodyId
    roles: Annotated[list[ClubRole], Meta(max_length=5)]


class RemoveMember(ClubAct):
    """Who moderates: out, a request or an invitation too. Admins are removed by admins."""

    person: SomebodyId


class HideMe(ClubAct):
    """Nobody but admins and moderators sees that I am a member. Ladders and matches show who plays: I leave them."""

    on: bool


class PublishNews(ClubAct):
    text: Annotated[str, Meta(min_length=1, max_length=1000)]


class RemoveNews(ClubAct):
    id: SomebodyId


class SetLadder(ClubAct):
    """Admins."""

    ladder: LadderSettings


class EnterLadder(ClubAct):
    """At the bottom."""

    game: GameId


class QuitLadder(ClubAct):
    game: GameId


class ChallengeUp(ClubAct):
    """A place above me is at stake: the person answers in time, or loses it."""

    game: GameId
    person: SomebodyId


class WithdrawChallenge(ClubAct):
    """Before it is answered."""

    game: GameId


class OfferMatch(ClubAct):
    """Who hosts: a match against the club of that name."""

    club: ClubName
    game: GameId
    most: Annotated[int, Meta(ge=1, le=50)] = 10
    turn_days: Days = 2


class AnswerMatch(ClubAct):
    """Who hosts in the other club; whoever offered it may take it back."""

    match: SomebodyId
    yes: bool


class JoinMatch(ClubAct):
    """I play for this club, or do not, until it begins."""

    match: SomebodyId
    on: bool


class StartMatch(ClubAct):
    """Who hosts: the strongest of both sides meet, then the next, as many on each side."""

    match: SomebodyId


AnyClubAct = (
    JoinClub
    | LeaveClub
    | AnswerRequest
    | InviteMember
    | ChangeClub
    | RenewClubCode
    | SetRoles
    | RemoveMember
    | HideMe
    | PublishNews
    | RemoveNews
    | SetLadder
    | EnterLadder
    | QuitLadder
    | ChallengeUp
    | WithdrawChallenge
    | OfferMatch
    | AnswerMatch
    | JoinMatch
    | StartMatch
)


class DissolveBody(Struct):
    """The name again, so that nobody does it by mistake."""

    name: ClubName
