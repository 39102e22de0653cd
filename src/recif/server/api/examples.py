"""The rules pages with their examples drawn: scenes and moves, as the rules have them.

`python -m recif.server.api.examples xok en` writes one: so a page is drawn by plain Python before its game is compiled.
"""

import asyncio
import os
import sys

import msgspec

from recif.games.core.contract import LANGUAGES, SPECTATOR, Game, Language
from recif.games.core.examples import Example, ExampleStep, examples
from recif.games.core.pages import rules_page
from recif.games.core.position import Position
from recif.match.frame import Frame, event_line, frame, titles
from recif.match.moves import Move
from recif.server.messages.bodies.games import DrawnExample, RulesPage

DRAWN: dict[tuple[str, str], RulesPage] = {}  # pages do not change while the server runs


def drawn_page(game: Game, language: Language) -> RulesPage:
    if (game.id, language) not in DRAWN:
        page = rules_page(game, language)
        drawn = [_drawn(game, one, language) for one in examples(page)]
        DRAWN[game.id, language] = RulesPage(game.id, language, page, drawn)
    return DRAWN[game.id, language]


async def drawn_apart(game: Game, language: Language) -> RulesPage:
    """In another process, where nothing is compiled: it takes a second or two and holds up nobody."""
    if (game.id, language) not in DRAWN:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "recif.server.api.examples", game.id, language),
            env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            stdout=asyncio.subprocess.PIPE,
        )
        written, _ = await process.communicate()
        DRAWN[game.id, language] = msgspec.json.decode(written, type=RulesPage)
    return DRAWN[game.id, language]


def _drawn(game: Game, example: Example, language: Language) -> DrawnExample:
    shown = [_frame(step, example.eyes) for step in example.steps(game)]
    first = example.steps(game)[example.rest].position
    mover = first.waiting[0] if example.tries else SPECTATOR
    shown[0].titles = titles(first)
    if example.tries:
        shown[example.rest].moves = {str(mover): [_offer(first, mover, text, language) for text in example.tries]}
    return DrawnExample(
        shown, example.rest, max(example.eyes, mover), list(example.show), list(example.mark), list(example.names)
    )


def _frame(step: ExampleStep, viewer: int) -> Frame:
    return frame(step.position, viewer, [event_line(event.seat, event.text, event.told) for event in step.events])


def _offer(now: Position, seat: int, text: str, language: Language) -> Move:
    words, number = now.game.words, now.moves(seat)[text]
    return Move(text, words.parts(now.state, seat, number), words.sentence(now.state, seat, number).say(language))


if __name__ == "__main__":
    from recif.games import GAMES

    asked = next(language for language in LANGUAGES if language == sys.argv[2])
    sys.stdout.buffer.write(msgspec.json.encode(drawn_page(GAMES[sys.argv[1]], asked)))
