"""A puzzle at the terminal: draw, ask, judge, tell what follows."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime

from rich.console import Console

from recif.console.screen import Screen
from recif.games import GAMES
from recif.games.core.contract import Bilingual, Game, Refused, Text
from recif.games.core.position import Position
from recif.match.frame import Frame
from recif.mind.coach.reasons import Reason
from recif.mind.warmup import warm_up
from recif.school.puzzles import judging
from recif.school.puzzles.daily import daily
from recif.school.puzzles.files import all_puzzles, puzzle_named, puzzles_of
from recif.school.puzzles.puzzle import Puzzle, ideas_named
from recif.terminal.asking import Prompt, asking

HEAD = Text(
    "{game}, problème {name} (niveau {grade}). Vous êtes {seat} : trouvez le meilleur coup{more}.",
    "{game}, puzzle {name} (level {grade}). You are {seat}: find the best move{more}.",
)
MORE = Text(" ; il y en a {count} à la suite", "; there are {count} in a row")
ASK = Text("coup (solution, quitter) > ", "move (solution, quit) > ")
RIGHT = Text("✓ C’est ça !", "✓ That’s it!")
SOLVED = Text(
    "Bravo, c’est résolu ! Encore un : recif puzzle {game}", "Well done, solved! Another one: recif puzzle {game}"
)
WRONG = Text("✗ Non. Regardez ce qui arrive :", "✗ No. Here is what happens:")
NEARLY = Text("✗ Presque ! Un autre coup est un peu meilleur.", "✗ Almost! Another move is a little better.")
GOAL = Text("L’idée à trouver : {idea}. Essayez encore.", "The idea to find: {idea}. Try again.")
AGAIN = Text("Essayez encore.", "Try again.")
GIVEN_UP = Text("La solution :", "The solution:")
NONE = Text("Aucun problème ne convient.", "No puzzle fits.")
GIVE_UP, LEAVE = ("solution",), ("quit", "quitter", "exit")


class Solving:
    """One puzzle and the person who solves it."""

    def __init__(self, puzzle: Puzzle, language: str, console: Console, ask: Prompt) -> None:
        self.puzzle, self.language, self.console, self.ask = puzzle, language, console, ask

    def solve(self) -> bool:
        """Ask for every decision in turn; False if the person leaves or gives up."""
        self._head()
        for found in range(self.puzzle.decisions):
            asked = judging.decision(self.puzzle, found)
            self._draw(asked.position)
            while not (answer := self._try(found, asked.position)):
                if answer is None:
                    return False
            self._say(RIGHT)
            self._explain(judging.why(self.puzzle, found))
            self._tell(judging.played_out(self.puzzle, found))
        self._say(SOLVED, game=self.puzzle.game.id)
        return True

    def _try(self, found: int, position: Position) -> bool | None:
        """Whether an answer is right; None if there is to be no other."""
        text = self.ask(ASK.say(self.language), list(position.moves(self.puzzle.seat)))
        if text.lower() in LEAVE:
            return None
        if text.lower() in GIVE_UP:
            self._say(GIVEN_UP)
            self._tell(judging.solution(self.puzzle, found))
            self._explain(judging.why(self.puzzle, found))
            return None
        try:
            if judging.is_right(self.puzzle, found, text):
                return True
        except Refused as refused:
            self.console.print(f"✗ {refused.text.say(self.language)}", style="bold red", highlight=False, markup=False)
            return False
        self._correct(judging.wrong(self.puzzle, found, text), judging.goal(self.puzzle, found))
        return False

    def _correct(self, wrong: judging.Wrong, goal: Bilingual | None) -> None:
        """What a wrong move allows, and which idea was missed."""
        self._say(NEARLY if wrong.is_near else WRONG)
        self._tell(wrong.frames)
        self._explain(wrong.allows)
        if goal:
            self._say(GOAL, idea=goal.say(self.language))
        else:
            self._say(AGAIN)

    def _explain(self, why: Reason | None) -> None:
        if why:
            self.console.print(why.says.say(self.language), style="green", highlight=False, markup=False)

    def _head(self) -> None:
        puzzle, start = self.puzzle, self.puzzle.start
        more = MORE.say(self.language).format(count=puzzle.decisions) if puzzle.decisions > 1 else ""
        seat = puzzle.game.words.seat_name(start.state, puzzle.seat).say(self.language)
        game = puzzle.game.title.say(self.language)
        self._say(HEAD, game=game, name=puzzle.name, grade=puzzle.grade, seat=seat, more=more)

    def _draw(self, position: Position) -> None:
        picture = position.game.words.picture(position.view(self.puzzle.seat).state, self.puzzle.seat)
        self.console.print(picture.say(self.language), highlight=False, markup=False)

    def _tell(self, frames: list[Frame]) -> None:
        for frame in frames:
            for line in frame.lines:
                self.console.print(f"  {line.fr if self.language == 'fr' else line.en}", highlight=False, markup=False)

    def _say(self, text: Text, **values: object) -> None:
        self.console.print(text.say(self.language).format(**values), highlight=False, markup=False)


def sit_down(name: str | None, level: int | None, theme: str | None, language: str) -> int:
    """Find the puzzle that is meant, and solve it."""
    if theme == "?" and name in GAMES:
        print("\n".join(f"{key:<12} {text.say(language)}" for key, text in _themes(GAMES[name]).items()))
        return 0
    puzzle = _meant(name, level, theme)
    warm_up([puzzle.game], print, language)
    try:
        Solving(puzzle, language, Screen(), asking()).solve()
    except EOFError:
        print()
    return 0


def _themes(game: Game) -> Mapping[str, Text]:
    return ideas_named(game)


def _meant(name: str | None, level: int | None, theme: str | None) -> Puzzle:
    """The puzzle of a name, one of a game, or the one of the day."""
    if name is None and level is None and theme is None:
        today = daily(all_puzzles(), datetime.now(UTC).date())
        if today:
            return today
    if name and name not in GAMES:
        return puzzle_named(name)
    of = [GAMES[name]] if name else list(GAMES.values())
    fitting = [
        puzzle
        for game in of
        for puzzle in puzzles_of(game).values()
        if level in (None, puzzle.grade) and (theme is None or theme in puzzle.themes)
    ]
    if not fitting:
        raise Refused("no-such-puzzle", NONE)
    return secrets.choice(fitting)
