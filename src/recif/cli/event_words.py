"""What `recif event` prints: boards, standings, the log."""

import time
from collections.abc import Iterator, Sequence

import msgspec

from recif.events.boards import Board
from recif.events.entries import AnyEntry
from recif.events.explained import LOT, TIE_BREAKS
from recif.events.live_event import LiveEvent
from recif.events.pairing import rounds_to_play
from recif.events.standings import EventPlace, points_said, tie_breaks_of, values_said
from recif.games.core.text import Text

VERBS = {
    "made": Text("ouvert", "made"),
    "joined": Text("inscription", "joined"),
    "paused": Text("pause", "paused"),
    "back": Text("retour", "back"),
    "withdrew": Text("départ", "withdrew"),
    "paired": Text("ronde appariée", "paired"),
    "finished": Text("résultat", "finished"),
    "annulled": Text("résultat annulé", "annulled"),
    "chose": Text("place choisie", "chose"),
    "proposed": Text("heures proposées", "proposed"),
    "came": Text("est là", "came"),
    "bye": Text("point sans jouer", "bye"),
    "held": Text("arrêt", "held"),
    "swapped": Text("échange", "swapped"),
    "forfeited": Text("forfait", "forfeited"),
    "corrected": Text("correction", "corrected"),
    "said": Text("annonce", "said"),
    "ended": Text("fin", "ended"),
}


def round_lines(event: LiveEvent, number: int, language: str) -> list[str]:
    """A line per board, then who does not play."""
    event.board(number, 1)
    one, total = event.rounds[number - 1], rounds_to_play(event)
    of_all = f"/{total}" if total else ""
    lines = [Text(f"Ronde {number}{of_all} – {one.game}", f"Round {number}{of_all} – {one.game}").say(language)]
    lines += [f"{board.number:>3}  {_board(event, board, language)}" for board in one.boards]
    is_knock_out = event.settings.form == "knock-out"
    free = Text("au tour suivant", "into the next round") if is_knock_out else Text("exempt, 1 point", "bye, 1 point")
    for people, word in (
        (one.byes, free),
        (one.halves, Text("absent, ½ point", "away, ½ point")),
        (one.out, Text("attend", "waits")),
    ):
        lines += [f"     {name(event, person)} ({word.say(language)})" for person in people]
    return lines


def name(event: LiveEvent, person: str) -> str:
    return event.people[person].name


def _board(event: LiveEvent, board: Board, language: str) -> str:
    people = " – ".join(name(event, person) for person in board.people)
    if board.is_void:
        return f"{people}   ({Text('annulée', 'cancelled').say(language)})"
    if not event.is_decided(board):
        return f"{people}   {_score_so_far(board)}  {_after_tie(event, board, language)}".rstrip()
    places = board.places()
    if event.best_of and len(board.people) == 2:
        winner = board.winner(event.best_of)
        return f"{people}   {_score_so_far(board)}  → {name(event, winner) if winner else '–'}"
    ranked = sorted(zip(places, board.people, strict=True), key=lambda pair: pair[0])
    gone = Text("forfait", "forfeit").say(language)
    words = [
        f"{place}. {name(event, person)}{f' ({gone})' if person in board.forfeits else ''}" for place, person in ranked
    ]
    return f"{people}   {'  '.join(words)}"


def _after_tie(event: LiveEvent, board: Board, language: str) -> str:
    """What comes after a tie, and who has to choose or begins."""
    if not board.extra(event.best_of):
        return ""
    if chooser := board.chooser(event.best_of):
        who = name(event, chooser)
        return Text(
            f"dernière partie : {who} choisit sa place (recif event choose)",
            f"last match: {who} chooses the seat (recif event choose)",
        ).say(language)
    who = name(event, board.leads())
    return Text(f"partie plus courte, {who} commence", f"a shorter match, {who} begins").say(language)


def _score_so_far(board: Board) -> str:
    if not board.results:
        return ""
    won = [sum(result.places[seat] == 1 for result in board.results) for seat in range(len(board.people))]
    return "-".join(map(str, won))


def standing_lines(
    event: LiveEvent, table: Sequence[EventPlace], language: str, explain: bool = False
) -> Iterator[str]:
    """A line per person; whoever has left is marked."""
    names = tie_breaks_of(event)
    width = max([len(line.name) for line in table] + [4])
    left = Text("parti", "left").say(language)
    for line in table:
        values = "  ".join(f"{value:>6}" for value in values_said(event, line, language))
        gone = f"  ({left})" if line.has_left else ""
        yield f"{line.place:>3}  {line.name:<{width}}  {points_said(line.points, language):>6}  {values}{gone}".rstrip()
    if explain:
        points = Text("Points", "Points").say(language)
        yield f"{points}, {', '.join(TIE_BREAKS[one].title.say(language) for one in names)}"
        for one in [*(TIE_BREAKS[each] for each in names), LOT]:
            yield f"  {one.title.say(language)} – {one.sentence.say(language)}"


def log_lines(entries: Sequence[AnyEntry], language: str) -> Iterator[str]:
    """When, what, by whom, and why."""
    for version, entry in enumerate(entries, 1):
        values = msgspec.to_builtins(entry)
        kind, at, by = values.pop("type"), values.pop("at"), values.pop("by", "")
        clock = time.strftime("%H:%M", time.localtime(at / 1000))
        for hidden in ("settings", "luck", "directors"):
            values.pop(hidden, None)
        rest = "  ".join(f"{_brief(value)}" for value in values.values() if value not in ("", [], ()))
        yield f"{version:>4}  {clock}  {VERBS[kind].say(language)} – {rest}  [{by}]"


def _brief(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_brief(one) for one in value)
    return str(value)
