"""Whether an entry can follow those before it: Refused, with what to do, if not."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from recif.events import entries as of
from recif.events.board_checks import (
    check_annulled,
    check_appointment,
    check_bracket,
    check_chosen,
    check_director,
    check_finished,
    check_forfeited,
    check_proposed,
    check_reason,
    check_swapped,
)
from recif.events.boards import check_places
from recif.events.refusals import no, no_reason, over, unknown_person
from recif.events.starting import check_settings

if TYPE_CHECKING:
    from recif.events.live_event import LiveEvent

MOST_PEOPLE = 1000
MOST_ENTRIES = 100_000
LONGEST_NAME = 80
LONGEST_WORDS = 500  # of a reason, or of what a director says


def check(event: "LiveEvent | None", entry: of.AnyEntry) -> None:
    """`event` is None before the first entry."""
    if isinstance(entry, of.EventMade):
        if event is not None:
            raise no("bad-event", "un tournoi ne se crée qu’une fois", "an event is made only once")
        return check_settings(entry)
    assert event is not None
    if event.is_over:
        raise over()
    if event.version >= MOST_ENTRIES:
        raise no("too-long", "ce tournoi est trop long : terminez-le", "this event is too long: end it")
    _check_words(entry)
    CHECKS[type(entry)](event, entry)
    return None


def _check_words(entry: Any) -> None:
    for name, most in (("reason", LONGEST_WORDS), ("text", LONGEST_WORDS), ("name", LONGEST_NAME)):
        if len(getattr(entry, name, "")) > most:
            raise no("too-long", f"c’est trop long : {most} lettres au plus", f"too long: {most} letters at most")


def _joined(event: "LiveEvent", entry: of.PersonJoined) -> None:
    if entry.person in event.people:
        raise no(
            "already-here",
            f"{entry.name} est déjà inscrit ; sinon, choisissez un autre nom",
            f"{entry.name} has joined already; if it is somebody else, choose another name",
        )
    if not entry.person or not entry.name.strip():
        raise no("no-name", "il faut un nom", "a name is needed")
    if len(event.people) >= MOST_PEOPLE:
        raise no(
            "too-many-people",
            f"il y a déjà {MOST_PEOPLE} personnes : ouvrez un second tournoi",
            f"{MOST_PEOPLE} people are here already: open a second event",
        )
    _check_late(event)


def _check_late(event: "LiveEvent") -> None:
    """Arenas and tables take newcomers at any time, a Swiss until half of it, the others before the first round."""
    form, paired = event.settings.form, len(event.rounds)
    if form in ("round-robin", "knock-out") and paired:
        raise no(
            "too-late",
            "la première ronde est appariée : ici, chacun doit être là dès le début",
            "the first round is paired: in this form everybody has to be there from the start",
        )
    if form == "swiss" and paired > event.settings.rounds // 2:
        raise no(
            "too-late",
            "plus de la moitié des rondes est appariée : il est trop tard pour entrer",
            "more than half of the rounds are paired: it is too late to join",
        )


def _paused(event: "LiveEvent", entry: of.PersonPaused) -> None:
    one = _still_here(event, entry.person)
    if one.is_paused or one.wants_half:
        raise no("already-paused", f"{one.name} est déjà en pause", f"{one.name} is on a break already")
    if entry.half:
        _check_half(event, one)


def _check_half(event: "LiveEvent", one: Any) -> None:
    settings = event.settings
    if settings.form != "swiss":
        raise no(
            "no-half-byes",
            "les demi-points d’absence n’existent qu’au système suisse : faites une pause sans demi-point",
            "half-point byes exist in Swiss events only: take a break without one",
        )
    if one.halves >= settings.half_byes:
        raise no(
            "no-half-byes",
            f"{one.name} a déjà eu tous ses demi-points ({settings.half_byes}) : faites une pause sans demi-point",
            f"{one.name} has had all half-point byes ({settings.half_byes}): take a break without one",
        )
    if len(event.rounds) + 1 >= settings.rounds:
        raise no(
            "no-half-byes",
            "pas de demi-point d’absence à la dernière ronde : faites une pause sans demi-point",
            "no half-point bye in the last round: take a break without one",
        )


def _bye(event: "LiveEvent", entry: of.ByeGiven) -> None:
    check_director(event, entry)
    check_reason(entry.reason)
    one = _still_here(event, entry.person)
    if event.settings.form not in ("swiss", "tables"):
        raise no(
            "no-byes",
            "un point sans jouer ne se donne qu’au système suisse ou par tables",
            "a point without a match is given in a Swiss or at tables only",
        )
    if one.wants_bye:
        raise no("already-paused", f"{one.name} a déjà ce point", f"{one.name} has this point already")


def _held(event: "LiveEvent", entry: of.EventHeld) -> None:
    check_director(event, entry)
    check_reason(entry.reason)
    if entry.on == event.is_held:
        raise no(
            "nothing-to-correct",
            "le tournoi est déjà en pause" if entry.on else "le tournoi n’est pas en pause",
            "the event is already on hold" if entry.on else "the event is not on hold",
        )


def _back(event: "LiveEvent", entry: of.PersonBack) -> None:
    one = _still_here(event, entry.person)
    if not one.is_paused and not one.wants_half and not one.wants_bye:
        raise no("not-paused", f"{one.name} n’est pas en pause", f"{one.name} is not on a break")


def _withdrew(event: "LiveEvent", entry: of.PersonWithdrew) -> None:
    _still_here(event, entry.person)


def _still_here(event: "LiveEvent", person: str) -> Any:
    one = event.person(person)
    if one.left_after is not None:
        raise no(
            "has-left",
            f"{one.name} a quitté le tournoi pour de bon",
            f"{one.name} has left the event for good",
        )
    return one


def _paired(event: "LiveEvent", entry: of.RoundPaired) -> None:
    """Nobody sits twice, everybody is known, the round is the next one."""
    check_director(event, entry)
    if entry.fixed and not entry.reason.strip():
        raise no_reason()
    if entry.round != len(event.rounds) + 1:
        raise no(
            "wrong-round",
            f"la ronde suivante est la {len(event.rounds) + 1}, pas la {entry.round}",
            f"the next round is {len(event.rounds) + 1}, not {entry.round}",
        )
    listed = [*(person for board in entry.boards for person in board), *entry.byes, *entry.halves, *entry.out]
    for person in listed:
        event.person(person)
    if len(listed) != len(set(listed)) or any(len(board) < 2 for board in entry.boards):
        raise no("seated-twice", "quelqu’un est assis deux fois, ou seul", "somebody sits twice, or alone")
    if event.settings.form == "arena" and {*listed} - {*event.waiting}:
        raise no("seated-twice", "quelqu’un joue encore", "somebody is still playing")


def _corrected(event: "LiveEvent", entry: of.EventCorrected) -> None:
    check_director(event, entry)
    check_reason(entry.reason)
    if not (entry.places or entry.person or entry.apart or entry.rounds or entry.directors):
        raise no("nothing-to-correct", "dites ce qui est à corriger", "say what is to be corrected")
    if entry.places:
        check_bracket(event, entry.round)
        check_places(event.board(entry.round, entry.board), entry.places)
    if entry.person:
        event.person(entry.person)
        if entry.rating is not None and event.rounds and event.settings.form in ("round-robin", "knock-out"):
            raise no(
                "too-late",
                "les têtes de série sont fixées depuis la première ronde",
                "seeds have been fixed since the first round",
            )
    for person in entry.apart:
        if person not in event.people:
            raise unknown_person(person)
    if entry.rounds and entry.rounds < len(event.rounds):
        raise no("wrong-round", "ces rondes sont déjà jouées", "those rounds have been played already")


def _said(event: "LiveEvent", entry: Any) -> None:
    check_director(event, entry)


def _ended(event: "LiveEvent", entry: of.EventEnded) -> None:
    check_director(event, entry)
    if event.open_boards and not entry.reason.strip():
        missing = ", ".join(f"{board.round}.{board.number}" for board in event.open_boards)
        raise no(
            "still-playing",
            f"ces tables n’ont pas de résultat : {missing} ; entrez-les, ou donnez une raison pour finir avant",
            f"these boards have no result: {missing}; enter them, or give a reason for ending early",
        )


CHECKS: dict[type, Callable[["LiveEvent", Any], None]] = {
    of.PersonJoined: _joined,
    of.PersonPaused: _paused,
    of.ByeGiven: _bye,
    of.EventHeld: _held,
    of.PersonBack: _back,
    of.PersonWithdrew: _withdrew,
    of.RoundPaired: _paired,
    of.BoardFinished: check_finished,
    of.BoardAnnulled: check_annulled,
    of.SideChosen: check_chosen,
    of.TimesProposed: check_proposed,
    of.PersonCame: check_appointment,
    of.PeopleSwapped: check_swapped,
    of.SeatForfeited: check_forfeited,
    of.EventCorrected: _corrected,
    of.DirectorSaid: _said,
    of.EventEnded: _ended,
}
