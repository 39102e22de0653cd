"""`recif ladder --form …`: an event of machines and programs, once or every day."""

import argparse
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from recif.cli.event_words import standing_lines
from recif.cli.mind import warmed
from recif.cli.reports import progress
from recif.console.files import check_writable
from recif.console.options import read_options
from recif.games import game_named
from recif.games.core.text import Refused, Text
from recif.lab.league import PUBLIC, League, LeagueHeld


def league_of(args: argparse.Namespace, name: str) -> League:
    game = game_named(args.game)
    seats = game.check_seats(2 if args.seats is None else args.seats)
    rounds = args.rounds or (len(args.players) - 1 if args.form in ("swiss", "tables", "arena") else 0)
    return League(name, args.form, game.id, tuple(args.players), rounds, seats, read_options(game, args.option))


def league(args: argparse.Namespace, language: str) -> int:
    """One event in the folder, or one each day in a folder of that day."""
    if args.into is None:
        says = Text(
            "--form demande --into DOSSIER : où tout est gardé", "--form needs --into FOLDER, to keep it all in"
        )
        raise Refused("no-folder", says)
    if not args.daily:
        hold(league_of(args, args.into.name or args.game), args.into, args.jobs or -1, language)
        return 0
    for day in days(args.daily):
        hold(league_of(args, f"{args.game} {day}"), args.into / day, args.jobs or -1, language)
    return 0


def hold(one: League, folder: Path, jobs: int, language: str) -> None:
    one.check()
    with suppress(OSError):  # what is wrong is said next
        folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / PUBLIC)
    warmed(one.game, language)
    held = LeagueHeld(one, folder, lambda: time.time_ns() // 1_000_000)
    with progress() as bar:
        task = bar.add_task(one.name, total=held.event.settings.rounds or None)
        table = held.hold(jobs, lambda event: bar.update(task, completed=len(event.rounds)))
    for line in standing_lines(held.event, table, language):
        print(line)
    print(folder / PUBLIC)


def days(hour: str) -> Iterator[str]:
    """The days, each when its hour has come."""
    while True:
        at = next_time(datetime.now(), hour)
        time.sleep(max((at - datetime.now()).total_seconds(), 0))
        yield at.strftime("%Y-%m-%d")


def next_time(now: datetime, hour: str) -> datetime:
    """When clocks show the hour next.

    >>> next_time(datetime(2026, 3, 1, 21, 0), "20:30")
    datetime.datetime(2026, 3, 2, 20, 30)
    """
    at = datetime.combine(now.date(), datetime.strptime(hour, "%H:%M").time())
    return at if at > now else at + timedelta(days=1)
