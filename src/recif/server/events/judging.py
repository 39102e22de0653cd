"""What people may do in an event: each act gives the entries that it becomes, or is Refused.

Nothing here changes an event, and the engine checks each entry again (`recif.events.checking`).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from recif.events import entries as of
from recif.events.refusals import no_reason, not_a_director
from recif.server.events.open_event import OpenEvent
from recif.server.events.plans import MACHINE, RECIF
from recif.server.messages.bodies import events as bodies
from recif.server.messages.refusals import refuse

Entries = list[of.AnyEntry]
MOST_STIRS = 100  # things that one person does in an event
STIRS_OF_BOARD = 20  # and more for each board by appointment


class Entrant(NamedTuple):
    """Who wants to come in, as far as the rules of entry ask."""

    name: str
    is_account: bool
    is_bot: bool = False
    rating: int = 0  # at the first game; 0: not known
    club: str = ""
    is_member: bool = False  # of the event's club
    is_listed: bool = False


class Doing(NamedTuple):
    """Who acts, when; `entrant` where somebody comes in: `person`, or whom a director brings."""

    person: str
    now: int
    entrant: Entrant | None = None
    comes: str = ""


def judge(event: OpenEvent, doing: Doing, act: bodies.EventAct) -> Entries:
    """The entries that an act becomes."""
    if type(act) in BY_DIRECTORS:
        check_director(event, doing.person)
        if not getattr(act, "reason", "-").strip() and type(act) not in WITHOUT_REASON:
            raise no_reason()
    elif event.stirs[doing.person] >= most_stirs(event, doing.person) and type(act) is not bodies.QuitEvent:
        raise refuse("too-many-changes")
    return JUDGES[type(act)](event, doing, act)


def most_stirs(event: OpenEvent, person: str) -> int:
    """Nobody fills the log alone; who has many boards to arrange has more to say. Leaving is always possible."""
    boards = len(event.live.boards_of.get(person, ())) if event.live.settings.days else 0
    return MOST_STIRS + STIRS_OF_BOARD * boards


def check_director(event: OpenEvent, person: str) -> None:
    if person not in event.live.directors or person == RECIF:
        raise not_a_director("")


def check_entry(event: OpenEvent, one: Entrant, code: str) -> None:
    """Refused to whom the organiser does not let in by themselves."""
    plan = event.row.plan
    if one.is_bot and not plan.bots:
        raise refuse("event-no-bots")
    if not one.is_account and (plan.rated or not plan.guests):
        raise refuse("event-accounts")
    if is_wrong_code(event, code):
        raise refuse("event-wrong-code")
    if plan.entry == "list" and not one.is_listed:
        raise refuse("event-not-listed")
    if plan.entry == "club" and not one.is_member:
        raise refuse("event-members")
    if plan.least and one.rating < plan.least:
        raise refuse("event-too-weak")
    if plan.most and one.rating > plan.most:
        raise refuse("event-too-strong")


def is_wrong_code(event: OpenEvent, code: str) -> bool:
    plan = event.row.plan
    return plan.entry == "code" and code.strip().casefold() != plan.code.strip().casefold()


def _joined(event: OpenEvent, doing: Doing, number: str = "") -> Entries:
    """Who has left for good does not come back; who rests, does."""
    one = doing.entrant
    assert one
    found = event.live.people.get(doing.comes)
    if found and found.left_after is None and (found.is_paused or found.wants_half):
        return [of.PersonBack(at=doing.now, by=doing.person, person=doing.comes)]
    return [
        of.PersonJoined(
            at=doing.now,
            by=doing.person,
            person=doing.comes,
            name=one.name,
            rating=one.rating,
            club=one.club,
            number=number,
        )
    ]


def _join(event: OpenEvent, doing: Doing, act: bodies.JoinEvent) -> Entries:
    assert doing.entrant
    check_entry(event, doing.entrant, act.code)
    return _joined(event, doing, act.number)


def _add(event: OpenEvent, doing: Doing, act: bodies.AddPerson) -> Entries:
    """A director lets in whom they like, but nobody without an account where it counts."""
    assert doing.entrant
    if not doing.entrant.is_account and event.row.plan.rated:
        raise refuse("event-accounts")
    return _joined(event, doing)


def _quit(event: OpenEvent, doing: Doing, act: bodies.QuitEvent) -> Entries:
    return [of.PersonWithdrew(at=doing.now, by=doing.person, person=doing.person)]


def _rest(event: OpenEvent, doing: Doing, act: bodies.TakeRest) -> Entries:
    return [of.PersonPaused(at=doing.now, by=doing.person, person=doing.person, half=act.half)]


def _return(event: OpenEvent, doing: Doing, act: bodies.ComeBack) -> Entries:
    return [of.PersonBack(at=doing.now, by=doing.person, person=doing.person)]


def _send_home(event: OpenEvent, doing: Doing, act: bodies.SendHome) -> Entries:
    return [of.PersonWithdrew(at=doing.now, by=doing.person, person=act.person, reason=act.reason)]


def _rest_person(event: OpenEvent, doing: Doing, act: bodies.RestPerson) -> Entries:
    now, by = doing.now, doing.person
    say = of.DirectorSaid(at=now, by=by, text=act.reason)
    if act.on:
        return [of.PersonPaused(at=now, by=by, person=act.person, half=act.half), say]
    return [of.PersonBack(at=now, by=by, person=act.person), say]


def _bye(event: OpenEvent, doing: Doing, act: bodies.GiveBye) -> Entries:
    return [of.ByeGiven(at=doing.now, by=doing.person, person=act.person, reason=act.reason)]


def _hold(event: OpenEvent, doing: Doing, act: bodies.HoldEvent) -> Entries:
    return [of.EventHeld(at=doing.now, by=doing.person, on=act.on, reason=act.reason)]


def _forfeit(event: OpenEvent, doing: Doing, act: bodies.ForfeitSeat) -> Entries:
    return [
        of.SeatForfeited(
            at=doing.now, by=doing.person, round=act.round, board=act.board, person=act.person, reason=act.reason
        )
    ]


def _annul(event: OpenEvent, doing: Doing, act: bodies.AnnulBoard) -> Entries:
    return [
        of.BoardAnnulled(
            at=doing.now, by=doing.person, round=act.round, board=act.board, reason=act.reason, replay=act.replay
        )
    ]


def _correct(event: OpenEvent, doing: Doing, act: bodies.CorrectBoard) -> Entries:
    return [
        of.EventCorrected(
            at=doing.now,
            by=doing.person,
            reason=act.reason,
            round=act.round,
            board=act.board,
            places=tuple(act.places),
        )
    ]


def chosen(person: str, where: tuple[int, int], seat: int, now: int, by: str = RECIF) -> of.SideChosen:
    return of.SideChosen(at=now, by=by, round=where[0], board=where[1], person=person, seat=seat)


def _choose(event: OpenEvent, doing: Doing, act: bodies.ChooseSide) -> Entries:
    return [chosen(doing.person, (act.round, act.board), act.seat, doing.now, doing.person)]


def _propose(event: OpenEvent, doing: Doing, act: bodies.ProposeTimes) -> Entries:
    if any(at > event.deadline for at in act.times):
        raise refuse("after-deadline")
    times = tuple(sorted({*act.times}))
    return [
        of.TimesProposed(
            at=doing.now, by=doing.person, round=act.round, board=act.board, person=doing.person, times=times
        )
    ]


def _come(event: OpenEvent, doing: Doing, act: bodies.ComeToBoard) -> Entries:
    return [of.PersonCame(at=doing.now, by=doing.person, round=act.round, board=act.board, person=doing.person)]


def _swap(event: OpenEvent, doing: Doing, act: bodies.SwapPeople) -> Entries:
    return [
        of.PeopleSwapped(
            at=doing.now,
            by=doing.person,
            round=len(event.live.rounds),
            person=act.person,
            other=act.other,
            reason=act.reason,
        )
    ]


def _apart(event: OpenEvent, doing: Doing, act: bodies.KeepApart) -> Entries:
    return [
        of.EventCorrected(
            at=doing.now, by=doing.person, reason=act.reason, apart=tuple(sorted((act.person, act.other)))
        )
    ]


def _rounds(event: OpenEvent, doing: Doing, act: bodies.ChangeRounds) -> Entries:
    return [of.EventCorrected(at=doing.now, by=doing.person, reason=act.reason, rounds=act.rounds)]


def _directors(event: OpenEvent, doing: Doing, act: bodies.NameDirectors) -> Entries:
    names = tuple(dict.fromkeys((RECIF, *act.people)))
    if len(names) < 2:
        raise refuse("event-director")
    return [of.EventCorrected(at=doing.now, by=doing.person, reason=act.reason, directors=names)]


def _tell(event: OpenEvent, doing: Doing, act: bodies.TellAll) -> Entries:
    return [of.DirectorSaid(at=doing.now, by=doing.person, text=" ".join(act.text.split()))]


def _end(event: OpenEvent, doing: Doing, act: bodies.EndEvent) -> Entries:
    return [of.EventEnded(at=doing.now, by=doing.person, reason=act.reason)]


def machine_joins(event: OpenEvent, level: int, now: int) -> Entries:
    """A machine takes part, where it may; it rests until it is needed."""
    name = f"Machine {level}"
    return [
        of.PersonJoined(at=now, by=RECIF, person=MACHINE, name=name),
        of.PersonPaused(at=now, by=RECIF, person=MACHINE),
    ]


WITHOUT_REASON = {bodies.EndEvent, bodies.PairRound, bodies.AddPerson, bodies.TellAll}
JUDGES: dict[type[bodies.EventAct], Callable[[OpenEvent, Doing, Any], Entries]] = {
    bodies.JoinEvent: _join,
    bodies.QuitEvent: _quit,
    bodies.TakeRest: _rest,
    bodies.ComeBack: _return,
    bodies.ChooseSide: _choose,
    bodies.ProposeTimes: _propose,
    bodies.ComeToBoard: _come,
    bodies.AddPerson: _add,
    bodies.SendHome: _send_home,
    bodies.RestPerson: _rest_person,
    bodies.GiveBye: _bye,
    bodies.HoldEvent: _hold,
    bodies.ForfeitSeat: _forfeit,
    bodies.AnnulBoard: _annul,
    bodies.CorrectBoard: _correct,
    bodies.SwapPeople: _swap,
    bodies.KeepApart: _apart,
    bodies.ChangeRounds: _rounds,
    bodies.NameDirectors: _directors,
    bodies.TellAll: _tell,
    bodies.EndEvent: _end,
}
BY_PEOPLE = {
    bodies.JoinEvent,
    bodies.QuitEvent,
    bodies.TakeRest,
    bodies.ComeBack,
    bodies.ChooseSide,
    bodies.ProposeTimes,
    bodies.ComeToBoard,
}
BY_DIRECTORS = {*JUDGES, bodies.PairRound} - BY_PEOPLE
