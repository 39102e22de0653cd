"""The rules pages with their examples drawn: scenes and moves, as the rules have them.

`python -m recif.server.api.examples xok en` writes one: so a page is drawn by plain Python before its game is compiled.
"""

import asyncio
import os
import sys

import msgspec

from recif.games.core.contract import SPECTATOR, Game
from recif.games.core.examples import Example, Step, examples
from recif.games.core.pages import rules_page
from recif.games.core.position import Position
from recif.server.messages.bodies.games import DrawnExample, ExampleStep, RulesPage
from recif.server.messages.shapes import Line, Move

DRAWN: dict[tuple[str, str], RulesPage] = {}  # pages do not change while the server runs


def drawn_page(game: Game, language: str) -> RulesPage:
    if (game.id, language) not in DRAWN:
        page = rules_page(game, language)
        drawn = [_drawn(game, one, language) for one in examples(page)]
        DRAWN[game.id, language] = RulesPage(game.id, language, page, drawn)  # type: ignore[arg-type]
    return DRAWN[game.id, language]


async def drawn_apart(game: Game, language: str) -> RulesPage:
    """In another process, where nothing is compiled: it takes a second or two and holds up nobody."""
    if (game.id, language) not in DRAWN:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "recif.server.api.examples", game.id, language),
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            stdout=asyncio.subprocess.PIPE,
        )
        told, _ = await process.communicate()
        DRAWN[game.id, language] = msgspec.json.decode(told, type=RulesPage)
    return DRAWN[game.id, language]


def _drawn(game: Game, example: Example, language: str) -> DrawnExample:
    steps = example.steps(game)
    first = steps[example.rest].position
    mover = first.waiting[0] if example.tries else SPECTATOR
    titles = [game.words.seat_name(first.state, seat).bilingual for seat in range(first.seats)]
    return DrawnExample(
        [_step(step, example.eyes) for step in steps],
        [_offer(first, mover, text, language) for text in example.tries],
        example.rest,
        max(example.eyes, mover),
        list(example.show),
        list(example.mark),
        list(example.names),
        titles,
    )


def _step(step: Step, viewer: int) -> ExampleStep:
    lines = [Line(event.seat, event.text, event.told.fr, event.told.en) for event in step.events]
    return ExampleStep(lines, step.position.game.words.scene(step.position.state, viewer))


def _offer(now: Position, seat: int, text: str, language: str) -> Move:
    words, number = now.game.words, now.moves(seat)[text]
    return Move(text, words.parts(now.state, seat, number), words.sentence(now.state, seat, number).say(language))


if __name__ == "__main__":
    from recif.games import GAMES

    sys.stdout.buffer.write(msgspec.json.encode(drawn_page(GAMES[sys.argv[1]], sys.argv[2])))
