"""What a model reads before it plays: the rules page, its seat's view, and how to answer; and what it answers."""

import json
import re
from collections.abc import Callable

import msgspec

from recif.games.core.contract import Text
from recif.games.core.pages import rules_page
from recif.match.match import Match
from recif.models.asking import Messages
from recif.models.looks import SeatSight, look_of

Wording = Callable[[str], str]
ANSWER = re.compile(r"^\W*(?:move|coup)\W*[:=]\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)
ONLY = 100  # characters of an answer that may be nothing but a move
SYSTEM = Text(
    "Tu joues à ce jeu, à la place {seat}. Voici ses règles.\n\n{rules}\n\nÀ chaque tour tu vois ce que ta place peut "
    "savoir. Finis ta réponse par une ligne : move: TEXTE (le texte exact d’un coup).",
    "You play this game, at seat {seat}. These are its rules.\n\n{rules}\n\nEach turn you are shown what your seat may "
    "know. End your answer with a line: move: TEXT (the exact text of a move).",
)
REFUSED = Text(
    "{move!r} est refusé : {why} Choisis un autre coup, et finis par une ligne move: TEXTE.",
    "{move!r} is refused: {why} Choose another move, and end with a line move: TEXT.",
)
UNREAD = Text(
    "Je n’ai pas trouvé de coup : finis par une ligne move: TEXTE.",
    "I found no move: end with a line move: TEXT.",
)


class ModelView(msgspec.Struct, frozen=True):
    """What a model is shown."""

    language: str = "en"
    shows_moves: bool = True  # the legal moves
    shows_rules: bool = True  # the rules page


def opening(match: Match, seat: int, showing: ModelView, wording: Wording, heard: int) -> Messages:
    """The rules, and the turn: all that a model needs, whatever it remembers."""
    rules = plain(rules_page(match.game, showing.language)) if showing.shows_rules else "–"
    system = SYSTEM.say(showing.language).format(seat=seat, rules=rules)
    turn = turn_text(look_of(match, seat, showing.language, heard=heard), showing)
    return [{"role": "system", "content": wording(system)}, {"role": "user", "content": wording(turn)}]


def plain(page: str) -> str:
    """A rules page without its pictures and what made them."""
    page = re.sub(r"<!--.*?-->\n?", "", page, flags=re.DOTALL)
    return re.sub(r"!\[([^\]]*)\]\([^)]*\)\\?\n?", r"\1. ", page).strip()


def turn_text(look: SeatSight, showing: ModelView) -> str:
    parts = [look["picture"], json.dumps(look["scene"], ensure_ascii=False)]
    parts.append("\n".join(f"{line['seat']}: {line['move']}  {line['says']}" for line in look["log"]))
    if showing.shows_moves:
        parts.append("\n".join(f"{one['move']}  {one['says']}" for one in look["moves"]))
    return "\n\n".join(part for part in parts if part)


def move_in(answer: str) -> str | None:
    """The move that an answer names last; an answer of one short line may be a move alone."""
    found = ANSWER.findall(answer)
    said = found[-1] if found else answer.strip()
    if not found and ("\n" in said or len(said) > ONLY):
        return None
    return said.strip("*`\"'«»“” ") or None
