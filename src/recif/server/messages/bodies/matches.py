"""Matches that are over, to look back at: those of tables, and those that people brought as records."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from recif.match.frame import Line
from recif.server.messages.shapes import Person, Result, Seat


class MatchInfo(Struct):
    """A match from outside. `brought`: by its `owner`, from elsewhere; who played it is a name and nobody here."""

    match: str  # the code of its table, or its own
    game: str
    options: dict[str, Any]
    rules: int  # the version of the game's rules
    seats: list[Seat]
    made: int  # milliseconds since 1970
    events: int
    owner: Person
    result: Result
    shared: bool = False  # played on one screen
    brought: bool = False
    evening: int = 0  # matches that the same people have played one after the other, with this one


class MatchPage(Struct):
    """A match with its log, in which nothing is hidden any more; `mine` are the seats of who asks."""

    info: MatchInfo
    mine: list[int]
    log: list[Line]


class AskSteps(Struct):
    """What is seen after each event from `since` on (0: before the first). `instead`: only after event `since`, had its
    seat played this."""

    since: Annotated[int, Meta(ge=0, le=5000)] = 0
    instead: Annotated[str, Meta(max_length=100)] = ""


class BringBody(Struct):
    """Records of matches that were played elsewhere, as JSON or as text."""

    records: Annotated[list[str], Meta(max_length=20)]


class Brought(Struct):
    """How many of them are kept now, those that were before among them; how many could not be read."""

    kept: int
    refused: int


class Records(Struct):
    """Matches that I brought, the latest first."""

    records: list[MatchInfo]
