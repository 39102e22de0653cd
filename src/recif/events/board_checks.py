"""Whether something can happen at a board: Refused, with what to do, if not."""

from typing import TYPE_CHECKING, Any

from recif.events import entries as of
from recif.events.boards import check_places
from recif.events.refusals import no, no_reason, not_a_director
from recif.events.starting import LONGEST_DAYS

if TYPE_CHECKING:
    from recif.events.live_event import LiveEvent

MOST_TIMES = 5  # that one person proposes for a board
DAY = 24 * 60 * 60 * 1000


def check_director(event: "LiveEvent", entry: Any) -> None:
    if entry.by not in event.directors:
        raise not_a_director(entry.by)


def check_reason(reason: str) -> None:
    if not reason.strip():
        raise no_reason()


def check_finished(event: "LiveEvent", entry: of.BoardFinished) -> None:
    board = event.board(entry.round, entry.board)
    if event.is_decided(board):
        raise no(
            "already-finished",
            f"la table {entry.board} a déjà un résultat : corrigez-le, avec une raison",
            f"board {entry.board} has a result already: correct it, with a reason",
        )
    check_places(board, entry.places)
    if entry.scores and len(entry.scores) != len(board.people):
        raise no("bad-scores", "il faut un score pour chacun", "everybody needs a score")
    if entry.wagers and not event.settings.has_wagers:
        raise no(
            "no-wagers", "ici, on ne joue pas avec la moitié de son temps", "nobody plays with half their time here"
        )


def check_annulled(event: "LiveEvent", entry: of.BoardAnnulled) -> None:
    check_director(event, entry)
    check_reason(entry.reason)
    event.board(entry.round, entry.board)
    check_bracket(event, entry.round)


def check_chosen(event: "LiveEvent", entry: of.SideChosen) -> None:
    board = event.board(entry.round, entry.board)
    if board.chooser(event.best_of) != entry.person or entry.by not in (entry.person, *event.directors):
        raise no(
            "no-side-to-choose",
            "seule la moins bien classée des deux personnes choisit, avant la dernière partie d’une égalité",
            "only the lower seed chooses, before the last game of a tie",
        )
    if entry.seat not in (0, 1):
        raise no("bad-seats", "choisissez la première ou la seconde place", "choose the first or the second seat")


def check_appointment(event: "LiveEvent", entry: of.TimesProposed | of.PersonCame) -> None:
    if not event.settings.days:
        raise no(
            "no-appointments",
            "ici, on ne prend pas rendez-vous : les parties commencent avec la ronde",
            "there are no appointments here: matches begin with the round",
        )
    board = event.board(entry.round, entry.board)
    if entry.person not in board.there or entry.by not in (entry.person, *event.directors) or event.is_decided(board):
        raise no(
            "not-your-board", "ce n’est pas votre partie, ou elle est finie", "it is not your match, or it is over"
        )


def check_proposed(event: "LiveEvent", entry: of.TimesProposed) -> None:
    check_appointment(event, entry)
    latest = entry.at + LONGEST_DAYS * DAY
    if len(entry.times) > MOST_TIMES or any(not entry.at <= at <= latest for at in entry.times):
        raise no(
            "bad-times",
            f"proposez au plus {MOST_TIMES} heures à venir, dans les {LONGEST_DAYS} jours",
            f"propose at most {MOST_TIMES} times to come, within {LONGEST_DAYS} days",
        )


def check_swapped(event: "LiveEvent", entry: of.PeopleSwapped) -> None:
    """Only in the last round, and only before there is a result: what was played cannot be somebody else's."""
    check_director(event, entry)
    check_reason(entry.reason)
    if entry.round != len(event.rounds) or not event.rounds or event.settings.form in ("round-robin", "knock-out"):
        raise no(
            "cannot-swap",
            "on n’échange que dans la dernière ronde appariée, au suisse, en arène ou par tables",
            "people are swapped in the round that was paired last, of a Swiss, an arena or tables",
        )
    last = event.rounds[-1]
    for person in (entry.person, entry.other):
        event.person(person)
        if not last.names(person) or any(board.results for board in last.boards if person in board.people):
            raise no(
                "cannot-swap",
                "l’un des deux n’est pas dans cette ronde, ou a déjà fini sa partie",
                "one of the two is not in this round, or has finished already",
            )
    if entry.person == entry.other or last.share_board(entry.person, entry.other):
        raise no("cannot-swap", "ils jouent à la même table", "they sit at the same board")


def check_bracket(event: "LiveEvent", round_number: int) -> None:
    """Whoever went on in a knock-out has gone on as soon as the next round is paired."""
    if event.settings.form == "knock-out" and round_number < len(event.rounds):
        raise no(
            "too-late",
            "la ronde suivante est déjà appariée : ce résultat ne peut plus changer",
            "the next round is paired already: this result cannot change any more",
        )


def check_forfeited(event: "LiveEvent", entry: of.SeatForfeited) -> None:
    board = event.board(entry.round, entry.board)
    if entry.person not in board.there or event.is_decided(board):
        raise no(
            "cannot-forfeit",
            f"{entry.person} ne joue pas, ou plus, à la table {entry.board}",
            f"{entry.person} does not play at board {entry.board}, or not any more",
        )
