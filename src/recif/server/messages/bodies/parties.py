"""A television and the phones around it: what they ask for, and what everybody there may know."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from recif.server.messages.shapes import Person

PersonId = Annotated[str, Meta(max_length=32)]


class PartyInfo(Struct):
    """As everybody there may know it. `now` is the server's time, by which others have been `gone`."""

    party: str
    code: str
    version: int
    until: int
    now: int
    captain: str
    guests: list["GuestInfo"]
    game: str
    options: dict[str, Any]
    machines: int
    level: int
    table: str  # where they play, or have played last
    matches: int
    fits: list[str]  # games that everybody who is here can play together, with the machines
    guesses: dict[str, int]  # by person: the seat that will win
    claims: dict[str, str]  # by person: the guest whose seat this phone wants to go on with
    hidden: bool
    paused: bool
    minutes: int = 0  # that each will have


class GuestInfo(Struct):
    person: Person
    here: bool
    gone: int = 0  # since when, in milliseconds since 1970
    team: str = ""  # the guest whose seat they share
    won: int = 0  # matches of this evening


class Entrance(Struct):
    """The key is in the link that the television shows, and stays there."""

    party: PartyInfo
    key: str = ""


class EnterBody(Struct):
    """By the code that the television shows, or by the key of its link."""

    code: Annotated[str, Meta(max_length=20)] = ""
    party: Annotated[str, Meta(max_length=32)] = ""
    key: Annotated[str, Meta(max_length=64)] = ""


class PartyAct(Struct, tag_field="act", tag=str.lower):
    """Something that somebody there does: tagged with its name."""


class ChooseGame(PartyAct):
    """The captain: what is played next, with how many machines of which level."""

    game: Annotated[str, Meta(max_length=32)]
    options: dict[str, Any] = {}
    machines: Annotated[int, Meta(ge=0, le=4)] = 0
    level: Annotated[int, Meta(ge=1, le=20)] = 1
    minutes: Annotated[int, Meta(ge=0, le=60)] = 0  # that each has; 0: nobody counts


class BeginMatch(PartyAct):
    """The captain: whoever is here sits down; those who have played least first, where not all can."""


class StopMatch(PartyAct):
    """The captain: the match is called off."""


class PauseParty(PartyAct):
    """The captain: the boards are covered for a while, and nobody plays, machines neither."""

    on: bool


class HideCode(PartyAct):
    """The captain, or the television itself."""

    on: bool


class SendAway(PartyAct):
    """The captain: this guest goes, and does not come back; a machine plays on."""

    person: PersonId


class CrownGuest(PartyAct):
    """The captain hands the party on."""

    person: PersonId


class TeamUp(PartyAct):
    """Share a guest's seat from the next match on: either may decide, the last word counts. Nobody: a seat of mine."""

    person: PersonId = ""


class GuessWinner(PartyAct):
    """Who looks on: this seat will win."""

    seat: Annotated[int, Meta(ge=0, le=15)]


class ClaimSeat(PartyAct):
    """I am that guest, on another phone: the captain is asked."""

    person: PersonId


class AnswerClaim(PartyAct):
    """The captain: whether this phone goes on with the seat that it asks for."""

    person: PersonId
    yes: bool


class ReplaceGuest(PartyAct):
    """The captain: somebody has been gone for a minute, and a machine plays on, or a guest who looks on."""

    person: PersonId
    by: Literal["machine", "guest"] = "machine"
    guest: PersonId = ""


class LeaveParty(PartyAct):
    """A machine plays on in my seat."""


AnyPartyAct = (
    ChooseGame
    | BeginMatch
    | StopMatch
    | PauseParty
    | HideCode
    | SendAway
    | CrownGuest
    | TeamUp
    | GuessWinner
    | ClaimSeat
    | AnswerClaim
    | ReplaceGuest
    | LeaveParty
)
