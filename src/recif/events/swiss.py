"""Swiss: FIDE's Dutch system, by py4swiss. Where its rules on seats leave no pairing, those rules are dropped."""

from collections.abc import Sequence
from typing import Any

from recif.events.forms import WHOLE
from recif.events.live_event import LiveEvent
from recif.events.lots import Lots
from recif.events.matching import cheapest_pairs
from recif.events.refusals import no
from recif.events.scores import RoundScore, scores_of, totals
from recif.events.seeds import must_stay_apart, seeded, times_led

Boards = list[tuple[str, ...]]


def pair_swiss(event: LiveEvent, people: Sequence[str], lots: Lots) -> tuple[Boards, list[str]]:
    """Boards, the first seat first, and who has the bye."""
    if len(people) == 1:
        raise no("too-few-people", "il n’y a plus qu’une personne", "there is only one person left")
    seeds = seeded(event, event.people, lots)
    scores = scores_of(event)
    try:
        return _dutch(event, seeds, {*people}, scores, lots)
    except _NoPairing:
        return _without_seats(event, seeds, {*people}, scores, lots)


class _NoPairing(Exception):
    """Not under all of FIDE's rules."""


def _dutch(
    event: LiveEvent, seeds: list[str], people: set[str], scores: dict[str, list[RoundScore]], lots: Lots
) -> tuple[Boards, list[str]]:
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
    except ImportError as error:
        raise no(
            "no-swiss",
            "il manque py4swiss pour le système suisse : « pip install py4swiss », ou choisissez la forme « tables »",
            "py4swiss is missing for the Swiss system: 'pip install py4swiss', or choose the form 'tables'",
        ) from error

    try:
        found = DutchEngine.generate_pairings(report(event, seeds, people, scores, lots))
    except PairingError as error:
        raise _NoPairing from error
    named = ["", *seeds]
    boards = [(named[pair.white], named[pair.black]) for pair in found if pair.black]
    return [*boards], [named[pair.white] for pair in found if not pair.black]


def report(
    event: LiveEvent, seeds: list[str], people: set[str], scores: dict[str, list[RoundScore]], lots: Lots
) -> Any:
    """The event as py4swiss reads it: whoever is not to be paired has a result of the next round already."""
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
    from py4swiss.trf.sections import PlayerSection, XSection

    numbers = {person: number for number, person in enumerate(seeds, 1)}
    points = totals(scores)
    away = RoundResult(id=0, color=ColorToken("-"), result=ResultToken("Z"))

    def results(person: str) -> list[RoundResult]:
        rounds = [RoundResult(**_token(score, numbers, ColorToken, ResultToken)) for score in scores[person]]
        return rounds if person in people else [*rounds, away]

    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=numbers[person],
            points_times_ten=points[person] * 10 // WHOLE,
            rank=numbers[person],
            results=results(person),
        )
        for person in seeds
    ]
    x_section = XSection(number_of_rounds=event.settings.rounds, forbidden_pairs=_forbidden(event, seeds))
    x_section.configuration.first_round_color = bool(lots.below(2, "first seat"))
    return ParsedTrf(player_sections=sections, x_section=x_section)


def _token(score: RoundScore, numbers: dict[str, int], color: Any, result: Any) -> dict[str, Any]:
    seat, letter = token_of(score)
    opponent = numbers[score.rivals[0]] if score.rivals and seat != "-" else 0
    return {"id": opponent, "color": color(seat), "result": result(letter)}


def token_of(score: RoundScore) -> tuple[str, str]:
    """The seat and the result as FIDE's reports write them."""
    seat = "wb"[score.seat] if score.seat >= 0 else "-"
    match score.kind:
        case "played":
            return seat, "1" if score.points == WHOLE else "=" if score.points else "0"
        case "forfeit-win":
            return seat, "+"
        case "forfeit-loss":
            return seat, "-"
        case "bye":
            return "-", "U"
        case "half":
            return "-", "H"
        case _:
            return "-", "Z"


def _forbidden(event: LiveEvent, seeds: list[str]) -> set[tuple[int, int]]:
    if not event.apart and not event.settings.clubs_apart:
        return set()
    numbered = [*enumerate(seeds, 1)]
    return {(i, j) for i, a in numbered for j, b in numbered if i < j and must_stay_apart(event, a, b)}


def _without_seats(
    event: LiveEvent, seeds: list[str], people: set[str], scores: dict[str, list[RoundScore]], lots: Lots
) -> tuple[Boards, list[str]]:
    """Nobody twice, a bye at most once, points as near as can be; the seats follow from how often people led."""
    points, order = totals(scores), {person: place for place, person in enumerate(seeds)}
    free = "" if len(people) % 2 else None
    there = sorted(people, key=lambda person: (-points[person], order[person])) + ([""] if free == "" else [])
    met = {
        (person, rival)
        for person in people
        for score in scores[person]
        if score.kind == "played"
        for rival in score.rivals
    }
    had_bye = {person for person in people if any(score.kind in ("bye", "forfeit-win") for score in scores[person])}

    def price(first: str, second: str) -> int | None:
        if "" in (first, second):
            person = first or second
            return None if person in had_bye else points[person] ** 2
        if (first, second) in met or must_stay_apart(event, first, second):
            return None
        return (points[first] - points[second]) ** 2

    where = f"swiss {len(event.rounds) + 1}"
    pairs = cheapest_pairs(there, price, lambda person: lots.of(person, where))
    if 2 * len(pairs) < len(there):
        raise no(
            "cannot-pair",
            "cette ronde ferait se rencontrer des gens une deuxième fois : terminez le tournoi, ou placez vous-même "
            "une table (avec une raison)",
            "this round would make people meet a second time: end the event, or set a board yourself (with a reason)",
        )
    led = times_led(event)
    boards: Boards = [
        tuple(sorted(pair, key=lambda one: (led[one], lots.of(one, where)))) for pair in pairs if "" not in pair
    ]
    boards.sort(key=lambda board: max((points[person], -order[person]) for person in board), reverse=True)
    return boards, [first or second for first, second in pairs if "" in (first, second)]
