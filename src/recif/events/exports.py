"""An event for others' programs: a spreadsheet, and FIDE's tournament report (TRF16)."""

import csv
import io
from collections.abc import Sequence

from recif.events.explained import TIE_BREAKS
from recif.events.forms import WHOLE
from recif.events.live_event import LiveEvent
from recif.events.lots import Lots
from recif.events.refusals import no
from recif.events.scores import RoundScore, scores_of, totals
from recif.events.seeds import seeded
from recif.events.standings import EventPlace, decimal_said, tie_breaks_of, values_said
from recif.events.swiss import token_of
from recif.games.core.text import Text

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what spreadsheets take for a program
TYPES = {"swiss": "Individual: Swiss-System (FIDE Dutch)", "round-robin": "Individual: Round-Robin"}
NOTHING = "0000 - Z"


def to_csv(event: LiveEvent, table: Sequence[EventPlace], language: str) -> str:
    """A line per person: place, name, points, tie-breaks, the points of each round."""
    scores = scores_of(event)
    rounds = range(1, len(event.rounds) + 1)
    titles = [TIE_BREAKS[name].title.say(language) for name in tie_breaks_of(event)]
    head = [Text("place", "place"), Text("nom", "name"), Text("points", "points")]
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    by_round = [Text(f"ronde {number}", f"round {number}").say(language) for number in rounds]
    lines.writerow([*(word.say(language) for word in head), *titles, *by_round])
    for line in table:
        mine = {score.round: decimal_said(score.points, language) for score in scores[line.person]}
        points = decimal_said(line.points, language)
        each = [mine.get(number, "") for number in rounds]
        lines.writerow(
            [line.place, _harmless(line.name), points, *values_said(event, line, language, decimal_said), *each]
        )
    return written.getvalue()


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name


def to_trf(event: LiveEvent, table: Sequence[EventPlace], lots: Lots) -> str:
    """Whatever reads FIDE's reports can go on from it, or rate it."""
    settings = event.settings
    if settings.form not in TYPES:
        raise no(
            "no-report",
            "le rapport TRF16 n’existe que pour le système suisse et le tous contre tous : prenez .csv ou .json",
            "TRF16 exists for Swiss and round-robin events only: choose .csv or .json",
        )
    seeds, scores = seeded(event, event.people, lots), scores_of(event)
    places = {line.person: line.place for line in table}
    numbers = {person: number for number, person in enumerate(seeds, 1)}
    lines = [f"012 {settings.name}", f"062 {len(seeds)}", f"092 {TYPES[settings.form]}"]
    lines += [
        f"XXR {settings.rounds or len(event.rounds)}",
        f"XXC {'white1' if lots.below(2, 'first seat') else 'black1'}",
    ]
    points = totals(scores)
    for person in seeds:
        rounds = _rounds(scores[person], len(event.rounds), numbers)
        one = event.people[person]
        lines.append(
            f"001 {numbers[person]:>4}      {one.name[:33]:<33} {one.rating or '':>4} {'':<3} {'':>11} {'':<10} "
            f"{points[person] / WHOLE:>4.1f} {places[person]:>4}  {'  '.join(rounds)}".rstrip()
        )
    return "\n".join(lines) + "\n"


def _rounds(scores: Sequence[RoundScore], count: int, numbers: dict[str, int]) -> list[str]:
    found = {score.round: score for score in scores}
    return [_round(found[number], numbers) if number in found else NOTHING for number in range(1, count + 1)]


def _round(score: RoundScore, numbers: dict[str, int]) -> str:
    seat, letter = token_of(score)
    return f"{numbers[score.rivals[0]]:>4} {seat} {letter}" if seat != "-" else f"0000 - {letter}"
