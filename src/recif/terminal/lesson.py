"""A lesson in the terminal: a picture, a sentence, a move to find; then a first match with the coach."""

from rich.console import Console
from rich.panel import Panel

from recif.console.screen import Screen
from recif.games import GAMES, game_named
from recif.games.core.contract import LUCK, Game, Text
from recif.match.frame import Frame
from recif.match.match import Match
from recif.mind.levels import level_name
from recif.mind.warmup import warm_up
from recif.school.lesson_play import a_way, attempt, begin, frames, learner
from recif.school.lessons import Lesson, WrittenStep, lesson_of, the_lesson
from recif.terminal import texts
from recif.terminal.asking import Prompt, asking
from recif.terminal.table import CoachedTable, Quit, machine, pick

GENTLE = 1  # the level of a first match
WELCOME = Text(
    "Écris un coup (la touche Tab complète), ou : coups, montre, quitter.",
    "Write a move (Tab completes), or: moves, show, quit.",
)
COMMANDS = {"moves": "moves", "coups": "moves", "show": "show", "montre": "show"}
COMMANDS |= {word: "quit" for word, what in texts.COMMANDS.items() if what == "quit"}
WELL_DONE = Text("Bravo !", "Well done!")
LOST = Text("Perdu, cette fois. Recommence cette étape.", "You lost this time. Try this step again.")
FIRST_MATCH = Text(
    "Jouer une première partie contre {name}, avec des conseils ? (o/n) ",
    "Play a first match against {name}, with hints? (y/n) ",
)
YES = ("", "o", "oui", "y", "yes")


class TerminalLesson:
    """The steps of a lesson, one after the other."""

    def __init__(self, lesson: Lesson, language: str, console: Console, ask: Prompt) -> None:
        self.lesson = lesson
        self.language = language
        self.console = console
        self.ask = ask

    def take(self) -> None:
        self.say(WELCOME, style="dim")
        for number, step in enumerate(self.lesson.steps, 1):
            while not self.is_done(number, step):
                self.say(LOST, style="bold red")

    def is_done(self, number: int, step: WrittenStep) -> bool:
        """Ask for moves until the step is done, or lost."""
        game = self.lesson.game
        match = begin(game, step)
        seat, moves = learner(match, step), list[str]()
        self.tell(frames(match, 0, seat))
        while True:
            self.draw(match, seat, number)
            self.say(Text(step.fr, step.en), style="bold")
            moves.append(self.a_move(match, step, seat, moves))
            tried = attempt(game, step, moves)
            if tried.verdict == "wrong":
                moves.pop()
                self.say(Text(f"✗ {tried.says.fr}", f"✗ {tried.says.en}"), style="bold red")
                continue
            match = tried.match
            self.tell(frames(match, tried.since, seat))
            if tried.verdict == "done":
                self.draw(match, seat, number)
                self.say(Text(f"✓ {tried.says.fr or WELL_DONE.fr}", f"✓ {tried.says.en or WELL_DONE.en}"), "bold green")
            if tried.verdict != "on":
                return tried.verdict == "done"

    def a_move(self, match: Match, step: WrittenStep, seat: int, moves: list[str]) -> str:
        """What is typed, once it is no command."""
        legal = match.position.moves(seat)
        while True:
            answer = self.ask("> ", [*legal, *COMMANDS])
            command = COMMANDS.get(answer.lower())
            if command == "quit":
                raise Quit
            if command == "show":
                return a_way(self.lesson.game, step, moves)
            if answer and not command:
                return answer
            words, state = match.game.words, match.position.state
            for text, move in legal.items():
                said = words.sentence(state, seat, move, seat)
                self.say(Text(f"{text:<10} {said.fr}", f"{text:<10} {said.en}"))

    def tell(self, happened: list[Frame]) -> None:
        for line in (line for frame in happened for line in frame.lines):
            mark = "✦" if line.seat == LUCK else "·"
            self.say(Text(f"{mark} {line.fr}", f"{mark} {line.en}"), style="cyan")

    def draw(self, match: Match, seat: int, number: int) -> None:
        picture = match.game.words.picture(match.position.view(seat).state, seat).say(self.language)
        title = f" {match.game.title.say(self.language)} · {number}/{len(self.lesson)} "
        self.console.print(Panel.fit(picture, title=title, border_style="blue"), markup=False, highlight=False)

    def say(self, text: Text, style: str = "") -> None:
        self.console.print(text.say(self.language), style=style, markup=False, highlight=False)


def take_lesson(name: str | None, language: str) -> int:
    """The lesson of a game, asking which where none is named; then, if wanted, a first match."""
    console, ask = Screen(), asking()
    try:
        game = game_named(name) if name else pick_lesson(console, ask, language)
        lesson = the_lesson(game)
        warm_up([game], lambda line: console.print(line, style="dim"), language)
        TerminalLesson(lesson, language, console, ask).take()
        question = FIRST_MATCH.say(language).format(name=level_name(GENTLE).say(language))
        if ask(question, ()).lower() in YES:
            first_match(game, language, console, ask).play()
    except (Quit, EOFError):
        console.print(texts.BYE.say(language))
    return 0


def first_match(game: Game, language: str, console: Console, ask: Prompt) -> CoachedTable:
    machines = dict.fromkeys(range(1, game.seats[0]), machine(GENTLE))
    return CoachedTable(Match(game, game.seats[0]), machines, language, console, ask)


def pick_lesson(console: Console, ask: Prompt, language: str) -> Game:
    games = [game for game in GAMES.values() if lesson_of(game)]
    lines = {n: f"{game.title.say(language)} — {game.pitch.say(language)}" for n, game in enumerate(games, 1)}
    return games[pick(texts.PICK_GAME.say(language), lines, console, ask, language) - 1]
