"""What lies in the database of clubs."""

from typing import Literal, NamedTuple

from msgspec import Struct

Joining = Literal["open", "request", "code", "invitation"]
Role = Literal["host", "accept", "moderate", "news", "admin"]
Belonging = Literal["member", "asks", "invited"]


class LadderRules(Struct, frozen=True, omit_defaults=True):
    """Of all ladders of a club: at which games, how far up one may challenge, in how many days one answers, and how
    many days there are for a turn."""

    games: tuple[str, ...] = ()
    reach: int = 3
    days: int = 7
    turn_days: int = 2


class ClubRow(Struct, frozen=True, omit_defaults=True):
    """A club, but for its members."""

    id: str
    name: str
    made: int
    version: int = 1
    stamp: str = ""  # of whoever wrote this version
    about_fr: str = ""
    about_en: str = ""
    joining: Joining = "open"
    code: str = ""  # that lets people in, where it takes one
    public: bool = True  # anybody sees who is there
    rules: LadderRules = LadderRules()


class MemberRow(NamedTuple):
    """Somebody in a club, or on the way in."""

    club: str
    person: str
    kind: Belonging
    since: int
    roles: str = ""  # their names, with spaces between
    hidden: int = 0  # from other members, too
    tell: str = ""  # what somebody is still to be told of it

    @property
    def is_admin(self) -> bool:
        return "admin" in self.roles.split()

    def may(self, role: Role) -> bool:
        return self.kind == "member" and (self.is_admin or role in self.roles.split())


class ClubNewsRow(NamedTuple):
    id: str
    club: str
    at: int
    person: str
    text: str
    heard: str | None = ""  # the last member who was told of it; None: everybody was


class LadderRow(Struct, frozen=True, omit_defaults=True):
    """Who stands where in a club at a game, the best first. Who is no member any more does not count."""

    club: str
    game: str
    version: int = 0
    stamp: str = ""
    rungs: tuple[str, ...] = ()


class DuelRow(NamedTuple):
    """A table at which a place of a ladder, or a board of a club match, is at stake: written before the table is
    made. `due`: when it is to be looked at again; a match that ends makes it due at once."""

    table: str
    club: str
    game: str
    person: str  # who challenged
    other: str
    made: int
    due: int | None
    contest: str = ""  # the club match, if it is one


class ClubBoard(Struct, frozen=True, omit_defaults=True):
    """Two who play for their clubs. `points`: of the home side, in halves; none before the end, or without a result."""

    home: str
    away: str
    table: str
    is_over: bool = False
    points: int | None = None


class ClubMatchRow(Struct, frozen=True, omit_defaults=True):
    """Two clubs that play each other: offered, gathering, playing, over."""

    id: str
    home: str  # the clubs
    away: str
    game: str
    made: int
    version: int = 1
    stamp: str = ""
    status: Literal["offered", "gathering", "playing", "over"] = "offered"
    most: int = 10  # boards
    turn_days: int = 2
    home_team: tuple[str, ...] = ()
    away_team: tuple[str, ...] = ()
    boards: tuple[ClubBoard, ...] = ()
