"""What people may do at a table: each request gives the entry it becomes, or is Refused.

Nothing here changes a room; time is handed in. A request that was already carried out raises `Done`.
"""

from collections.abc import Callable
from typing import Any

from recif.games.core.contract import Refused, Text, Why
from recif.match.match import Refusal
from recif.server.machines import minds
from recif.server.messages import wire
from recif.server.messages.refusals import refuse
from recif.server.store.interface import Entry
from recif.server.tables import offers
from recif.server.tables.live import Room

Asked = wire.Sit | wire.Stand | wire.Fill | wire.Play | wire.Resign | wire.Propose | wire.Reply


class Done(Exception):
    """The same request, sent again: it was carried out as this version."""

    def __init__(self, version: int) -> None:
        self.version = version


def judge(room: Room, person: str, asked: Asked, now: int) -> Entry:
    """The entry that a request becomes."""
    version = room.done.get((person, asked.id))
    if version is not None:
        raise Done(version)
    return JUDGES[type(asked)](room, person, asked, now)


def check_seat(room: Room, person: str, seat: int) -> None:
    if seat >= len(room.chairs):
        raise refuse("no-such-seat")
    if seat not in room.seats_of(person):
        raise refuse("not-your-seat")


def check_playing(room: Room) -> None:
    if room.row.status == "open":
        raise refuse("not-started")
    if room.row.status == "over":
        raise refuse("game-over")


def sit(room: Room, person: str, asked: wire.Sit, now: int) -> Entry:
    if room.row.status != "open":
        raise refuse("already-started")
    if asked.seat >= len(room.chairs):
        raise refuse("no-such-seat")
    if room.chairs[asked.seat].kind != "open":
        raise refuse("seat-taken")
    if room.seats_of(person) and not room.row.shared:
        raise refuse("already-seated")
    return room.entry("sit", now, asked.seat, asked.number, person, asked.id)


def stand(room: Room, person: str, asked: wire.Stand, now: int) -> Entry:
    if room.row.status != "open":
        raise refuse("already-started")
    check_seat(room, person, asked.seat)
    return room.entry("stand", now, asked.seat, "", person, asked.id)


def fill(room: Room, person: str, asked: wire.Fill, now: int) -> Entry:
    if room.row.status != "open":
        raise refuse("already-started")
    if person != room.row.owner:
        raise refuse("not-the-owner")
    if asked.seat >= len(room.chairs):
        raise refuse("no-such-seat")
    if room.chairs[asked.seat].kind == "person":
        raise refuse("seat-taken")
    if asked.level and asked.level not in minds.LEVELS:
        raise refuse("no-such-level")
    return room.entry("fill", now, asked.seat, str(asked.level), person, asked.id)


def play(room: Room, person: str, asked: wire.Play, now: int) -> Entry:
    check_playing(room)
    check_seat(room, person, asked.seat)
    if asked.at is not None and asked.at != len(room.match.log):
        raise refuse("stale")
    check_legal(room, asked.seat, asked.move)
    return room.entry("play", now, asked.seat, asked.move, person, asked.id)


def check_legal(room: Room, seat: int, move: str) -> None:
    """The reason is given from what the seat may know, so that it cannot tell more."""
    if room.match.why(seat, move) is None:
        return
    why: Why | None = room.match.position.view(seat).why(seat, move)
    raise Refusal(why) if why else refuse("bad-message")


def resign(room: Room, person: str, asked: wire.Resign, now: int) -> Entry:
    """With two seats the other wins; with more, a machine plays on."""
    check_playing(room)
    check_seat(room, person, asked.seat)
    if len(room.chairs) == 2:
        return room.entry("end", now, asked.seat, "resigned", person, asked.id)
    return room.entry("hand", now, asked.seat, "", person, asked.id)


def run_out(room: Room, now: int) -> Entry | None:
    """What becomes of a seat whose flag has fallen."""
    flagged = room.clock.flagged(now) if room.clock.running else ()
    if not flagged or not room.is_playing:
        return None
    if room.row.flag == "machine" or len(room.chairs) > 2:
        return room.entry("hand", now, flagged[0])
    return room.entry("end", now, flagged[0], "time")


def check_draw(room: Room) -> None:
    if len(room.chairs) != 2:
        raise refuse("two-seats-only")
    if any(chair.kind == "machine" for chair in room.chairs):
        raise refuse("machine-declines")


def propose(room: Room, person: str, asked: wire.Propose, now: int) -> Entry:
    check_seat(room, person, asked.seat)
    count, crosses = 0, False
    if asked.kind == "rematch":
        if room.row.status != "over":
            raise refuse("not-over")
        if room.row.next:
            raise refuse("no-such-offer")
    else:
        check_playing(room)
    if asked.kind == "draw":
        check_draw(room)
    if asked.kind == "undo":
        count = offers.undo_count(room.match, asked.seat)
        crosses = offers.crosses_luck(room.match, count)
        if crosses and not asked.sure:
            raise refuse("undo-crosses-luck")
    text = f"{asked.kind} {count} {'luck' if crosses else '-'} {asked.number}"
    return room.entry("propose", now, asked.seat, text, person, asked.id)


def reply(room: Room, person: str, asked: wire.Reply, now: int) -> Entry:
    check_seat(room, person, asked.seat)
    offer = room.offers.get(asked.kind)
    if offer is None:
        raise refuse("no-such-offer")
    if asked.yes and asked.seat in offer.agreed:
        raise refuse("already-agreed")
    text = f"{asked.kind} {'yes' if asked.yes else 'no'} {asked.number}"
    return room.entry("reply", now, asked.seat, text, person, asked.id)


JUDGES: dict[type, Callable[[Room, str, Any, int], Entry]] = {
    wire.Sit: sit,
    wire.Stand: stand,
    wire.Fill: fill,
    wire.Play: play,
    wire.Resign: resign,
    wire.Propose: propose,
    wire.Reply: reply,
}


LONGEST_WHY = 600  # characters of a reason, which may repeat what was sent


def as_why(refused: Refused) -> Why:
    """The reason as it leaves the house, on a socket or a page: what was sent is not sent back at length."""
    why = refused.why if isinstance(refused, Refusal) else Why(refused.code, refused.text)
    return why._replace(text=Text(*map(shortened, why.text)))


def shortened(sentence: str) -> str:
    """Its beginning and its end, which says what to do."""
    half = LONGEST_WHY // 2
    return sentence if len(sentence) <= LONGEST_WHY else f"{sentence[:half]} … {sentence[-half:]}"
