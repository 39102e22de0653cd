"""What `recif event` does: each act reads the event's file, adds an entry, and writes it back whole."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from recif.cli.event_files import changing, new_file, opened
from recif.cli.event_words import log_lines, round_lines, standing_lines
from recif.console.files import check_writable, write_file
from recif.events import entries as of
from recif.events.boards import Board
from recif.events.exports import to_csv, to_trf
from recif.events.live_event import LiveEvent
from recif.events.pairing import lots_of, pair_next
from recif.events.record import record_of, to_json
from recif.events.refusals import no, unknown_person
from recif.events.standings import standings
from recif.games import game_named
from recif.games.core.text import Text

EXPORTS = (".json", ".csv", ".trf")


def now() -> int:
    return time.time_ns() // 1_000_000


def new(args: argparse.Namespace, language: str) -> int:
    games = tuple(of.GameOfEvent(game.id, tuple(game.seats)) for game in map(game_named, args.game))
    settings = of.EventSettings(
        name=args.name or args.file.stem,
        form=args.form,
        games=games,
        rounds=args.rounds,
        seats=args.seats or (4 if args.form == "tables" else 2),
        is_drawn=args.draw_games,
        tie_breaks=tuple(args.tie_break),
        best_of=args.best_of,
        has_consolation=args.consolation,
        cycles=args.cycles,
        has_streaks=args.streaks,
        has_wagers=args.wagers,
        clubs_apart=args.clubs_apart,
    )
    directors = tuple(args.director) or (Text("direction", "director").say(language),)
    file = new_file(args.file, settings, directors, now())
    for line in (
        Text(f"{args.file} : prêt.", f"{args.file}: ready."),
        Text(
            f"engagement, à montrer avant le début : {file.luck.commitment}",
            f"commitment, to show before the start: {file.luck.commitment}",
        ),
        Text(f"clé de la signature : {file.public_key}", f"key of the signature: {file.public_key}"),
    ):
        print(line.say(language))
    return 0


def join(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        for words in args.people:
            name, rating, club = _described(words)
            act.add(
                of.PersonJoined(
                    at=now(), by=act.by, person=name, name=name, rating=rating, club=club, number=args.number
                )
            )
        count = len(act.event.people)
    print(Text(f"inscrits : {count}", f"people: {count}").say(language))
    return 0


def _described(words: str) -> tuple[str, int, str]:
    name, _, rest = words.partition(":")
    rating, _, club = rest.partition(":")
    if rating and (not rating.isdecimal() or len(rating) > 4):
        raise no("bad-rating", f"{words} : la cote est un nombre", f"{words}: a rating is a number")
    return " ".join(name.split()), int(rating or 0), club.strip()


def pair(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        fixed = [tuple(named(act.event, name) for name in board.split(",")) for board in args.board]
        act.add(pair_next(act.event, act.file.luck, now(), act.by, fixed, args.reason))
        lines = round_lines(act.event, len(act.event.rounds), language)
    print("\n".join(lines))
    return 0


def named(event: LiveEvent, words: str) -> str:
    """The person whom somebody means, whatever the capitals."""
    wanted = " ".join(words.split()).casefold()
    for person, one in event.people.items():
        if wanted in (person.casefold(), one.name.casefold()):
            return person
    raise unknown_person(words.strip())


def show(args: argparse.Namespace, language: str) -> int:
    event = opened(args.file).event
    print("\n".join(round_lines(event, _round_of(event, args.round), language)))
    return 0


def _round_of(event: LiveEvent, number: int | None) -> int:
    if not event.rounds:
        raise no("no-round", "aucune ronde n’est encore appariée", "no round has been paired yet")
    return number or len(event.rounds)


def result(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        number = _round_of(act.event, args.round)
        board = act.event.board(number, args.board)
        order = _order(act.event, args.places)
        places, scores = _places(board, order), _scores(board, order, args.scores)
        half = {named(act.event, name) for name in args.wager}
        wagers = tuple(seat for seat, person in enumerate(board.people) if person in half)
        act.add(
            of.BoardFinished(
                at=now(), by=act.by, round=number, board=args.board, places=places, scores=scores, wagers=wagers
            )
        )
        lines = round_lines(act.event, number, language)
    print("\n".join(lines))
    return 0


def choose(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        number = _round_of(act.event, args.round)
        person = act.event.board(number, args.board).chooser(act.event.best_of)
        act.add(of.SideChosen(at=now(), by=act.by, round=number, board=args.board, person=person, seat=args.seat - 1))
        lines = round_lines(act.event, number, language)
    print("\n".join(lines))
    return 0


def _order(event: LiveEvent, words: Sequence[str]) -> list[list[str]]:
    """From first to last, those who are equal together."""
    return [[named(event, name) for name in word.split("=")] for word in words]


def _places(board: Board, order: list[list[str]]) -> tuple[int, ...]:
    places: dict[str, int] = {}
    for group in order:
        place = len(places) + 1
        places.update(dict.fromkeys(group, place))
    if {*places} != {*board.people}:
        who = ", ".join(board.people)
        raise no(
            "bad-places",
            f"à cette table jouent {who} : nommez-les tous, du premier au dernier",
            f"at this board play {who}: name all of them, from first to last",
        )
    return tuple(places[person] for person in board.people)


def _scores(board: Board, order: list[list[str]], words: str) -> tuple[int, ...]:
    if not words:
        return ()
    numbers = words.split(",")
    people = [person for group in order for person in group]
    if len(numbers) != len(people) or not all(word.strip().isdecimal() and len(word) < 10 for word in numbers):
        raise no("bad-scores", "il faut un score pour chacun : 12,9,9", "everybody needs a score: 12,9,9")
    scores = dict(zip(people, map(int, numbers), strict=True))
    return tuple(scores[person] for person in board.people)


def table(args: argparse.Namespace, language: str) -> int:
    file = opened(args.file)
    event = file.event
    for line in standing_lines(event, standings(event, lots_of(event, file.luck)), language, args.explain):
        print(line)
    return 0


def pause(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        act.add(of.PersonPaused(at=now(), by=act.by, person=named(act.event, args.person), half=args.half))
    return 0


def back(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        act.add(of.PersonBack(at=now(), by=act.by, person=named(act.event, args.person)))
    return 0


def withdraw(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        person = named(act.event, args.person)
        act.add(of.PersonWithdrew(at=now(), by=act.by, person=person, reason=args.reason))
    return 0


def forfeit(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        number, person = _round_of(act.event, args.round), named(act.event, args.person)
        act.add(
            of.SeatForfeited(at=now(), by=act.by, round=number, board=args.board, person=person, reason=args.reason)
        )
    return 0


def annul(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        number = _round_of(act.event, args.round)
        act.add(
            of.BoardAnnulled(
                at=now(), by=act.by, round=number, board=args.board, reason=args.reason, replay=args.replay
            )
        )
    return 0


def correct(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        event, number = act.event, 0
        places: tuple[int, ...] = ()
        if args.result:
            number = _round_of(event, args.round)
            places = _places(event.board(number, args.board or 1), _order(event, args.result))
        act.add(
            of.EventCorrected(
                at=now(),
                by=act.by,
                reason=args.reason,
                round=number,
                board=(args.board or 1) if places else 0,
                places=places,
                person=named(event, args.person) if args.person else "",
                name=args.name,
                rating=args.rating,
                apart=tuple(named(event, name) for name in args.apart),
                rounds=args.rounds,
                directors=tuple(args.director),
            )
        )
    return 0


def say(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        act.add(of.DirectorSaid(at=now(), by=act.by, text=args.text))
    return 0


def log(args: argparse.Namespace, language: str) -> int:
    print("\n".join(log_lines(opened(args.file).entries, language)))
    return 0


def end(args: argparse.Namespace, language: str) -> int:
    with changing(args.file, args.by) as act:
        act.add(of.EventEnded(at=now(), by=act.by, reason=args.reason))
        event = act.event
        lines = standing_lines(event, standings(event, lots_of(event, act.file.luck)), language)
    print("\n".join(lines))
    return 0


def export(args: argparse.Namespace, language: str) -> int:
    target: Path = args.target
    if target.suffix not in EXPORTS:
        raise no(
            "bad-export",
            f"le nom du fichier dit la forme : {', '.join(EXPORTS)}",
            f"the name of the file says the form: {', '.join(EXPORTS)}",
        )
    file = opened(args.file)
    check_writable(target)
    event = file.event
    lots = lots_of(event, file.luck)
    lines = standings(event, lots)
    if target.suffix == ".json":
        write_file(target, to_json(record_of(file)))
    elif target.suffix == ".csv":
        write_file(target, "\ufeff" + to_csv(event, lines, language))  # spreadsheets take it for UTF-8 by that
    else:
        write_file(target, to_trf(event, lines, lots))
    print(target)
    return 0
