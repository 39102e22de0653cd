"""What people may do at a table: each request gives the entry it becomes, or is Refused.

Nothing here changes a live; time is handed in. A request that was already carried out raises `AlreadyDone`.
"""

from collections.abc import Callable
from typing import Any

from recif.games.core.contract import Why
from recif.match.match import Refusal
from recif.server.live import foresight, offers
from recif.server.live.table import LiveTable
from recif.server.machines import players
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.store.entries import (
    Ended,
    Entry,
    Excused,
    Filled,
    Foreseen,
    Granted,
    Handed,
    Played,
    Prepared,
    Proposed,
    Replied,
    Sat,
    Stood,
    Vanished,
)
from recif.server.tables import rounds

TableRequest = (
    wire.Sit
    | wire.Stand
    | wire.Fill
    | wire.Play
    | wire.Resign
    | wire.Propose
    | wire.Reply
    | wire.Prepare
    | wire.Foresee
    | wire.Claim
)


MOST_STIRS = 30  # things a person does at a table before the match goes on: choices changed, offers made and withdrawn
MOST_ENTRIES = 20_000  # of one table


class AlreadyDone(Exception):
    """The same request, sent again: it was carried out as this version."""

    def __init__(self, version: int) -> None:
        self.version = version


def judge(live: LiveTable, person: str, asked: TableRequest, now: int) -> Entry:
    """The entry that a request becomes."""
    version = live.done.get((person, asked.id))
    if version is not None:
        raise AlreadyDone(version)
    is_restless = live.stirs.get(person, 0) >= MOST_STIRS or live.version >= MOST_ENTRIES
    if is_restless and type(asked) not in (wire.Stand, wire.Resign):  # leaving is always possible
        raise refuse("too-many-changes")
    return JUDGES[type(asked)](live, person, asked, now)


def check_seat(live: LiveTable, person: str, seat: int) -> None:
    if seat >= len(live.chairs):
        raise refuse("no-such-seat")
    if seat not in live.seats_of(person):
        raise refuse("not-your-seat")


def check_playing(live: LiveTable) -> None:
    if live.row.status == "open":
        raise refuse("not-started")
    if live.row.status == "over":
        raise refuse("game-over")


def sit(live: LiveTable, person: str, asked: wire.Sit, now: int) -> Entry:
    if live.row.status != "open":
        raise refuse("already-started")
    if asked.seat >= len(live.chairs):
        raise refuse("no-such-seat")
    if live.chairs[asked.seat].kind != "open":
        raise refuse("seat-taken")
    if live.seats_of(person) and not live.row.shared:
        raise refuse("already-seated")
    if live.row.invited and person not in (live.row.invited, live.row.owner):
        raise refuse("seat-kept")
    return live.entry(Sat(asked.seat, asked.number), now, person, asked.id)


def stand(live: LiveTable, person: str, asked: wire.Stand, now: int) -> Entry:
    if live.row.status != "open":
        raise refuse("already-started")
    check_seat(live, person, asked.seat)
    return live.entry(Stood(asked.seat), now, person, asked.id)


def fill(live: LiveTable, person: str, asked: wire.Fill, now: int) -> Entry:
    if live.row.status != "open":
        raise refuse("already-started")
    if person != live.row.owner:
        raise refuse("not-the-owner")
    if asked.seat >= len(live.chairs):
        raise refuse("no-such-seat")
    if live.chairs[asked.seat].kind == "person":
        raise refuse("seat-taken")
    if asked.level and live.row.rated:
        raise refuse("rated-people")
    if asked.level and asked.level not in players.LEVELS:
        raise refuse("no-such-level")
    return live.entry(Filled(asked.seat, asked.level), now, person, asked.id)


def play(live: LiveTable, person: str, asked: wire.Play, now: int) -> Entry:
    check_playing(live)
    check_seat(live, person, asked.seat)
    if asked.at is not None and asked.at != len(live.match.log):
        raise refuse("stale")
    if live.days.is_adjourned:
        raise refuse("adjourned")
    if asked.seat in live.days.late:
        raise refuse("too-late")
    number = legal(live, asked.seat, asked.move)
    return live.entry(Played(asked.seat, asked.move), now, person, asked.id, number)


def legal(live: LiveTable, seat: int, move: str) -> int:
    """The move's number. The reason against it is given from what the seat may know, so that it cannot tell more."""
    number = live.match.number(seat, move)
    if number is not None:
        return number
    why: Why | None = live.match.position.view(seat).why(seat, move)
    raise Refusal(why) if why else refuse("bad-message")


def resign(live: LiveTable, person: str, asked: wire.Resign, now: int) -> Entry:
    """With two seats the other wins; with more, a machine plays on."""
    check_playing(live)
    check_seat(live, person, asked.seat)
    if len(live.chairs) == 2:
        return live.entry(Ended("resigned", asked.seat), now, person, asked.id)
    return live.entry(Handed(asked.seat), now, person, asked.id)


def run_out(live: LiveTable, now: int, rest: Callable[[str, int], int] = lambda person, now: 0) -> Entry | None:
    """What becomes of a seat whose flag has fallen; `rest`: until when its person goes on holiday instead."""
    flagged = live.clock.flagged(now) if live.clock.running else ()
    if not flagged or not live.is_playing:
        return None
    seat, flag = flagged[0], live.row.flag
    if live.clock.pace.is_by_round:
        return live.entry(rounds.missed(live, seat), now)
    if live.has_holidays and (until := rest(live.chairs[seat].person, now)):
        return live.entry(Excused(seat, until, True), now)
    if flag == "ask" and len(live.people) > 1:
        return live.entry(Vanished(seat), now)
    if flag == "machine" or len(live.chairs) > 2:
        return live.entry(Handed(seat), now)
    return live.entry(Ended("time", seat), now)


def claim(live: LiveTable, person: str, asked: wire.Claim, now: int) -> Entry:
    """Somebody has vanished: the first of the others who says so decides."""
    check_playing(live)
    check_seat(live, person, asked.seat)
    if asked.other not in live.days.vanished or asked.other in live.seats_of(person):
        raise refuse("not-vanished")
    if asked.what == "time":
        return live.entry(Granted(asked.other, live.clock.pace.start), now, person, asked.id)
    if asked.what == "machine":
        return live.entry(Handed(asked.other), now, person, asked.id)
    if len(live.chairs) > 2:
        raise refuse("win-takes-two")
    return live.entry(Ended("time", asked.other), now, person, asked.id)


def prepare(live: LiveTable, person: str, asked: wire.Prepare, now: int) -> Entry:
    check_playing(live)
    check_seat(live, person, asked.seat)
    if not live.clock.pace.is_by_round:
        raise refuse("no-rounds")
    if asked.move:
        legal(live, asked.seat, asked.move)
    return live.entry(Prepared(asked.seat, asked.move), now, person, asked.id)


def check_draw(live: LiveTable) -> None:
    if len(live.chairs) != 2:
        raise refuse("two-seats-only")
    if any(chair.kind == "machine" for chair in live.chairs):
        raise refuse("machine-declines")


def check_over(live: LiveTable) -> None:
    if live.row.status != "over":
        raise refuse("not-over")
    if live.row.next:
        raise refuse("no-such-offer")


def check_pause(live: LiveTable, is_end: bool) -> None:
    if len(live.people) < 2:
        raise refuse("no-pause-alone")
    if live.days.is_adjourned != is_end:
        raise refuse("not-adjourned" if is_end else "adjourned")


def check_swap(live: LiveTable, seat: int, other: int) -> None:
    if live.row.status != "open":
        raise refuse("already-started")
    if other >= len(live.chairs) or other == seat:
        raise refuse("no-such-seat")


def propose(live: LiveTable, person: str, asked: wire.Propose, now: int) -> Entry:
    check_seat(live, person, asked.seat)
    if live.row.event and asked.kind in ("rematch", "abort", "swap"):
        raise refuse("event-match")
    count, crosses, game, other = 0, False, "", -1
    if asked.kind == "rematch":
        check_over(live)
        game = asked.game if asked.game != live.game.id else ""
    elif asked.kind == "swap":
        check_swap(live, asked.seat, asked.other)
        other = asked.other
    else:
        check_playing(live)
    if asked.kind == "draw":
        check_draw(live)
    if asked.kind in ("pause", "resume"):
        check_pause(live, asked.kind == "resume")
    if asked.kind == "undo" and live.row.rated:
        raise refuse("rated-no-undo")
    if asked.kind == "undo":
        count = offers.undo_count(live.match, asked.seat)
        crosses = offers.crosses_luck(live.match, count)
        if crosses and not asked.sure:
            raise refuse("undo-crosses-luck")
    what = Proposed(asked.seat, asked.kind, count, crosses, asked.number, game, other)
    return live.entry(what, now, person, asked.id)


def reply(live: LiveTable, person: str, asked: wire.Reply, now: int) -> Entry:
    check_seat(live, person, asked.seat)
    offer = live.offers.get(asked.kind)
    if offer is None:
        raise refuse("no-such-offer")
    if person not in offers.concerned(live, offer):
        raise refuse("not-your-seat")
    if asked.yes and asked.seat in offer.agreed:
        raise refuse("already-agreed")
    return live.entry(Replied(asked.seat, asked.kind, asked.yes, asked.number), now, person, asked.id)


def foresee(live: LiveTable, person: str, asked: wire.Foresee, now: int) -> Entry:
    check_playing(live)
    check_seat(live, person, asked.seat)
    if asked.lines:
        foresight.check(live.match, asked.seat, asked.lines)
    return live.entry(Foreseen(asked.seat, [line for line in asked.lines if line]), now, person, asked.id)


JUDGES: dict[type, Callable[[LiveTable, str, Any, int], Entry]] = {
    wire.Sit: sit,
    wire.Stand: stand,
    wire.Fill: fill,
    wire.Play: play,
    wire.Resign: resign,
    wire.Propose: propose,
    wire.Reply: reply,
    wire.Prepare: prepare,
    wire.Foresee: foresee,
    wire.Claim: claim,
}
