"""What is refused in an event, each time with what to do instead."""

from recif.games.core.text import Refused, Text


def no(code: str, fr: str, en: str) -> Refused:
    return Refused(code, Text(fr, en))


def unknown_person(person: str) -> Refused:
    return no(
        "unknown-person",
        f"personne ne s’appelle {person!r} ici ; inscrivez-la d’abord, ou vérifiez le nom",
        f"nobody here is called {person!r}; add them first, or check the name",
    )


def no_such_board(round_number: int, board: int) -> Refused:
    return no(
        "unknown-board",
        f"la ronde {round_number} n’a pas de table {board}",
        f"round {round_number} has no board {board}",
    )


def not_a_director(person: str) -> Refused:
    return no(
        "not-a-director",
        f"{person or 'cette personne'} ne dirige pas ce tournoi : demandez à la personne qui le dirige",
        f"{person or 'this person'} does not direct this event: ask somebody who does",
    )


def changed_meanwhile(expected: int, found: int) -> Refused:
    return no(
        "event-changed",
        f"quelqu’un d’autre a changé le tournoi entre-temps (version {found}, vous aviez {expected}) : relisez, "
        "puis recommencez",
        f"somebody else changed the event meanwhile (version {found}, you had {expected}): read it again, then retry",
    )


def over() -> Refused:
    return no(
        "event-over", "le tournoi est terminé : on n’y change plus rien", "the event is over: nothing can change now"
    )


def all_played() -> Refused:
    return no(
        "all-played",
        "toutes les rondes sont jouées : terminez le tournoi",
        "all rounds have been played: end the event",
    )


def no_reason() -> Refused:
    return no(
        "no-reason",
        "une décision de la direction s’explique : donnez une raison",
        "a director's decision needs a reason that everybody can read: give one",
    )
