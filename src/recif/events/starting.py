"""What can be said before the first round: settings that do not fit, and rounds that could not be paired."""

from typing import TYPE_CHECKING

from recif.events.entries import EventMade, EventSettings, GameOfEvent
from recif.events.explained import TIE_BREAKS
from recif.events.refusals import no

if TYPE_CHECKING:
    from recif.events.live_event import LiveEvent

MOST_ROUNDS = 50
MOST_GAMES = 20
LONGEST_DAYS = 60  # of a round-robin by appointment
MOST_AT_ROUND_ROBIN = 16  # in one pool
PAIRS_ONLY = ("swiss", "round-robin")
ONLY = {
    "arena": (
        "les séries de victoires et les paris n’existent qu’en arène : changez de forme, ou laissez-les",
        "streaks and wagers exist in an arena only: change the form, or leave them out",
    ),
    "knock-out": (
        "seule une coupe a plusieurs parties par rencontre et une consolante : changez de forme, ou laissez-les",
        "only a knock-out has several matches per meeting and a second cup: change the form, or leave them out",
    ),
    "round-robin": (
        "plusieurs tours et les rendez-vous n’existent que tous contre tous : changez de forme, ou laissez-les",
        "several cycles and appointments exist in a round-robin only: change the form, or leave them out",
    ),
}


def check_settings(entry: EventMade) -> None:
    """Refused where no event could come of it."""
    settings = entry.settings
    if not entry.directors:
        raise no("no-director", "il faut quelqu’un qui dirige", "somebody has to direct the event")
    if not settings.name.strip() or len(settings.name) > 80:
        raise no("bad-name", "il faut un nom, de 80 lettres au plus", "a name is needed, of 80 letters at most")
    if not 1 <= len(settings.games) <= MOST_GAMES:
        raise no("no-game", f"choisissez de 1 à {MOST_GAMES} jeux", f"choose 1 to {MOST_GAMES} games")
    for game in settings.games:
        _check_seats(settings, game)
    _check_numbers(settings)
    _check_tie_breaks(settings)


def check_options(settings: EventSettings) -> None:
    """Refused where something was asked for that only another form has: it would come to nothing, and nobody would
    know. Logs of before may hold such settings, so the fold does not ask this."""
    wanted = {
        "arena": settings.has_streaks or settings.has_wagers,
        "knock-out": settings.best_of > 1 or settings.has_consolation,
        "round-robin": settings.cycles > 1 or settings.days > 0,
    }
    for form, is_wanted in wanted.items():
        if is_wanted and settings.form != form:
            raise no(f"{form}-only", *ONLY[form])
    if settings.form == "knock-out" and settings.seats > 2 and (settings.best_of > 1 or settings.has_consolation):
        raise no(
            "bracket-only",
            "plusieurs parties par rencontre et la consolante n’existent qu’à deux par table",
            "several matches per meeting and the second cup exist only with two at a table",
        )
    if len({*settings.tie_breaks}) < len(settings.tie_breaks):
        raise no("tie-break-twice", "un départage est choisi deux fois", "a tie-break is chosen twice")
    if settings.form == "knock-out" and settings.tie_breaks:
        raise no(
            "no-tie-breaks",
            "une coupe n’a pas de départage : qui gagne continue ; n’en choisissez pas",
            "a knock-out has no tie-breaks: the winner goes through; choose none",
        )


def _check_tie_breaks(settings: EventSettings) -> None:
    for name in settings.tie_breaks:
        if name not in TIE_BREAKS:
            known = ", ".join(TIE_BREAKS)
            raise no(
                "bad-tie-break",
                f"départage inconnu : {name} ; il y a {known}",
                f"unknown tie-break: {name}; there are {known}",
            )


def _check_seats(settings: EventSettings, game: GameOfEvent) -> None:
    fewest, most = min(game.seats), max(game.seats)
    if settings.form in PAIRS_ONLY and settings.seats != 2:
        raise no(
            "bad-seats",
            f"cette forme se joue à deux ; à {settings.seats} par table, prenez « tables », « arena » ou « knock-out »",
            f"this form is for two; for {settings.seats} at a table choose 'tables', 'arena' or 'knock-out'",
        )
    if settings.seats < fewest:
        raise no(
            "bad-seats",
            f"{game.game} se joue au moins à {fewest} : changez le nombre de places, ou le jeu",
            f"{game.game} takes {fewest} people at least: change the number of seats, or the game",
        )
    is_medley = settings.form in ("tables", "arena") and len(settings.games) > 1
    if settings.seats > most and not is_medley:
        raise no(
            "bad-seats",
            f"{game.game} se joue au plus à {most} : changez le nombre de places, ou le jeu",
            f"{game.game} takes {most} people at most: change the number of seats, or the game",
        )


def _check_numbers(settings: EventSettings) -> None:
    least = 1 if settings.form in ("swiss", "tables") else 0
    if not least <= settings.rounds <= MOST_ROUNDS:
        raise no(
            "bad-rounds",
            f"choisissez de {least} à {MOST_ROUNDS} rondes",
            f"choose {least} to {MOST_ROUNDS} rounds",
        )
    if not 0 <= settings.days <= LONGEST_DAYS:
        raise no(
            "bad-days", f"choisissez de 0 à {LONGEST_DAYS} jours", f"choose 0 to {LONGEST_DAYS} days to meet within"
        )
    if settings.best_of not in (1, 3, 5, 7) or not 1 <= settings.cycles <= 4:
        raise no(
            "bad-numbers",
            "parties par rencontre : 1, 3, 5 ou 7 ; tours, quand tous jouent contre tous : de 1 à 4",
            "matches per meeting: 1, 3, 5 or 7; cycles of a round-robin: 1 to 4",
        )


def check_start(event: "LiveEvent", people: int) -> None:
    """Refused before the first round where a later one could not be paired, with what to change."""
    least = max(min(event.settings.games[0].seats), 2)
    if people == 0:
        raise no("too-few-people", "personne n’est inscrit pour l’instant", "nobody has joined yet")
    if people < least:
        missing = least - people
        raise no(
            "too-few-people",
            f"pas encore assez de monde pour une table ; il en manque {missing}",
            f"not enough people for one table yet: {missing} more needed",
        )
    if event.settings.form == "swiss":
        _check_swiss(event.settings.rounds, people)


def _check_swiss(rounds: int, people: int) -> None:
    """Nobody meets twice, so there are only so many rounds."""
    most = people - 1 + people % 2
    if rounds > most:
        raise no(
            "too-many-rounds",
            f"à {people}, personne ne se rencontre deux fois jusqu’à la ronde {most} : n’en faites pas plus, "
            "jouez tous contre tous, ou attendez du monde",
            f"with {people} people, nobody meets twice up to round {most}: play no more rounds, make it a "
            "round-robin, or wait for more people",
        )


def table_sizes(people: int, allowed: tuple[int, ...], wanted: int) -> tuple[int, ...]:
    """How many sit at each table, the larger first: as even as the game allows, as near as can be to what is wanted.

    >>> table_sizes(13, (2, 3, 4, 5), 4)
    (5, 4, 4)
    >>> table_sizes(5, (2, 3, 4), 4)
    (3, 2)
    >>> table_sizes(7, (2,), 4)
    (2, 2, 2)
    """
    fewest, most = min(allowed), max(allowed)
    wanted = min(max(wanted, fewest), most)
    best: tuple[int, ...] = ()
    for count in range(1, people // fewest + 1):
        seated = min(people, count * most)
        each, more = divmod(seated, count)
        sizes = (each + 1,) * more + (each,) * (count - more)
        if all(size in allowed for size in sizes) and _key(sizes, people, wanted) < _key(best, people, wanted):
            best = sizes
    return best


def _key(sizes: tuple[int, ...], people: int, wanted: int) -> tuple[int, int]:
    """Who cannot sit is worse than any table; then tables far from what is wanted."""
    return people - sum(sizes), sum((size - wanted) ** 2 for size in sizes)
