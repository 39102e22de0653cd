"""`recif learn`."""

import argparse

from recif.games import NAMES, game_named
from recif.games.core.text import Text


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]", language: str) -> None:
    says = Text("apprendre un jeu, pas à pas, dans ce terminal", "learn a game, step by step, in this terminal")
    command = commands.add_parser("learn", help=says.say(language), description=says.say(language))
    command.add_argument("game", nargs="?", help=", ".join(NAMES))
    checks = Text("vérifier la leçon au lieu de la suivre", "check the lesson instead of taking it")
    command.add_argument("--check", action="store_true", help=checks.say(language))
    command.set_defaults(run=run)


def run(args: argparse.Namespace, language: str) -> int:
    if args.check:
        return check_all(args.game, language)
    from recif.terminal.lesson import take_lesson  # rich and prompt_toolkit load only when somebody learns

    return take_lesson(args.game, language)


def check_all(name: str | None, language: str) -> int:
    """Every lesson, or the one named; Refused, with the line, where the rules do not agree."""
    from recif.games import GAMES
    from recif.mind.warmup import warm_up
    from recif.school.lesson_check import check
    from recif.school.lessons import lesson_of, the_lesson

    games = [game_named(name)] if name else list(GAMES.values())
    for lesson in [the_lesson(games[0])] if len(games) == 1 else filter(None, map(lesson_of, games)):
        warm_up([lesson.game], print, language)
        check(lesson)
        name, count = lesson.game.id, len(lesson)
        print(Text(f"{name} : {count} étapes, tout va bien", f"{name}: {count} steps, all is well").say(language))
    return 0
