"""One match at the terminal: draw, ask, play, tell."""

import secrets
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.panel import Panel

from recif.console.files import write_file
from recif.console.options import read_options
from recif.console.screen import Screen
from recif.games import GAMES, game_named
from recif.games.core.contract import LUCK, Game, Refused
from recif.games.core.pages import rules_page
from recif.games.core.warmup import warm_up as warm_up_rules
from recif.match.match import Match, Refusal
from recif.match.record import record, to_json
from recif.mind.cast import creature
from recif.mind.coach.hint import hint
from recif.mind.levels import ABYSS, NUMBERS, choose, level_name
from recif.mind.search.think import View
from recif.mind.warmup import warm_up
from recif.terminal import texts
from recif.terminal.asking import Prompt, asking

Rival = Callable[[Match, int], str]  # chooses a move's text for a seat


class Quit(Exception):
    """The person leaves the table."""


class TerminalTable:
    """A match, the seats that machines play, and the people who share the screen."""

    def __init__(
        self, match: Match, machines: Mapping[int, Rival], language: str, console: Console, ask: Prompt
    ) -> None:
        self.match = match
        self.machines = machines
        self.language = language
        self.console = console
        self.ask = ask
        self.people = [seat for seat in range(match.seats) if seat not in machines]
        self.told = dict.fromkeys(self.people, 0)  # how many events each person has been told of
        self.shown_to: int | None = None  # whose screen it is now
        self.nudged: tuple[int, bytes] | None = None  # who was told where to look, and in what position

    def play(self) -> None:
        """The whole match, until it is over or somebody quits."""
        self.say(texts.WELCOME.say(self.language), style="dim")
        while not self.match.is_over:
            if self.match.is_luck_due:
                self.match.draw(secrets.randbelow)
            else:
                self.decide(min(self.match.waiting, key=lambda seat: seat not in self.machines))
        self.tell_the_end()

    def decide(self, seat: int) -> None:
        """One decision of a seat, by its machine or its person."""
        if seat in self.machines:
            self.match.play(seat, self.machines[seat](self.match, seat))
        else:
            self.turn(seat)

    def turn(self, seat: int) -> None:
        """Show the position to the person at a seat and ask until a move is played or taken back."""
        self.hand_over(seat)
        self.tell(seat)
        self.draw(seat)
        before = self.progress()
        while self.progress() == before:
            answer = self.ask(f"{self.name(seat)} · {texts.YOUR_MOVE.say(self.language)} > ", self.completions(seat))
            self.obey(seat, answer)

    def progress(self) -> tuple[int, int]:
        return len(self.match.log), len(self.match.choices)

    def obey(self, seat: int, answer: str) -> None:
        word, _, rest = answer.partition(" ")
        command = texts.COMMANDS.get(word.lower())
        if command == "quit":
            raise Quit
        if command == "save":
            self.save(rest.strip())
        elif command:
            getattr(self, f"show_{command}" if command != "undo" else "undo")(seat)
        elif answer:
            self.try_move(seat, answer)

    def try_move(self, seat: int, text: str) -> None:
        try:
            self.match.play(seat, text)
        except Refusal as refusal:
            rule = f" ({texts.RULE.say(self.language)} {refusal.why.rule})" if refusal.why.rule else ""
            self.say(f"✗ {refusal.text.say(self.language)}{rule}", style="bold red")
        else:
            if self.match.choices:
                self.say(texts.CHOSEN.say(self.language), style="dim")

    def undo(self, seat: int) -> None:
        """Take back to the last decision of a person who sits here."""
        mine = [i for i, event in enumerate(self.match.log) if event.seat in self.people]
        if not mine:
            self.say(texts.NOTHING_TO_UNDO.say(self.language), style="bold red")
            return
        self.match.undo(len(self.match.log) + len(self.match.choices) - mine[-1])
        for person, told in self.told.items():
            self.told[person] = min(told, len(self.match.log))

    def show_help(self, seat: int) -> None:
        self.say(texts.HELP.say(self.language))

    def show_moves(self, seat: int) -> None:
        words, state = self.match.game.words, self.match.position.state
        for text, move in self.match.position.moves(seat).items():
            self.say(f"{text:<10} {words.sentence(state, seat, move, seat).say(self.language)}")

    def show_hint(self, seat: int) -> None:
        """Where to look first; the move itself, and why, when asked again."""
        here = (seat, bytes(self.match.position.view(seat)))
        told = hint(View(self.match.position, seat))
        if self.nudged == here:
            self.say(f"{told.text}  {told.advice.say(self.language)}", style="bold green")
            for said in told.told:
                self.say(said.say(self.language), style="green")
        else:
            where = ", ".join(told.nudge.spots)
            self.say(f"{told.nudge.says.say(self.language)} {where}".rstrip(), style="green")
        self.nudged = here

    def save(self, file: str) -> None:
        if not file:
            self.say(texts.SAVE_WHERE.say(self.language), style="bold red")
            return
        try:
            if self.match.forgets and not self.match.is_over:
                raise Refused("hidden-until-over", texts.NOT_BEFORE_THE_END)
            write_file(Path(file), to_json(record(self.match)) + "\n")
        except Refused as refused:
            self.say(
                texts.NOT_SAVED.say(self.language).format(reason=refused.text.say(self.language)), style="bold red"
            )
        else:
            self.say(texts.SAVED.say(self.language).format(file=file), style="dim")

    def show_rules(self, seat: int) -> None:
        page = Markdown(rules_page(self.match.game, self.language))
        if not self.console.is_terminal:
            self.console.print(page)
            return
        with self.console.pager(styles=True):
            self.console.print(page)

    def hand_over(self, seat: int) -> None:
        """Hide the screen while it changes hands, where somebody could see what is not theirs."""
        if self.shown_to not in (None, seat) and self.hides_something():
            self.console.clear()
            self.ask(texts.PASS_SCREEN.say(self.language).format(name=self.name(seat)) + " ", ())
        self.shown_to = seat

    def hides_something(self) -> bool:
        views = {bytes(self.match.position.view(seat)) for seat in self.people}
        return len(views) > 1 or len(self.match.position.waiting) > 1

    def tell(self, seat: int) -> None:
        """What happened since this person last looked."""
        for index in range(self.told[seat], len(self.match.log)):
            mark = "✦" if self.match.log[index].seat == LUCK else "·"
            self.say(f"{mark} {self.match.told(index, seat, is_news=True)[1].say(self.language)}", style="cyan")
        self.told[seat] = len(self.match.log)

    def draw(self, seat: int) -> None:
        words, view = self.match.game.words, self.match.position.view(seat)
        title = f" {self.match.game.title.say(self.language)} "
        picture = words.picture(view.state, seat).say(self.language)
        self.console.print(Panel.fit(picture, title=title, border_style="blue"), markup=False, highlight=False)

    def tell_the_end(self) -> None:
        viewer = self.people[0] if self.people else 0
        if self.people:
            self.tell(viewer)
        self.draw(viewer)
        names = ", ".join(self.name(seat) for seat in self.match.position.winners)
        won = texts.WON if len(self.match.position.winners) == 1 else texts.SHARED
        scores = " – ".join(str(score) for score in self.match.position.scores)
        self.say(won.say(self.language).format(names=names), style="bold green")
        self.say(texts.SCORES.say(self.language).format(scores=scores))
        if self.people:
            self.offer_to_save()

    def offer_to_save(self) -> None:
        word, _, file = self.ask(texts.KEEP.say(self.language), ()).partition(" ")
        if texts.COMMANDS.get(word.lower()) == "save":
            self.save(file.strip())

    def name(self, seat: int) -> str:
        return self.match.game.words.seat_name(self.match.position.state, seat).say(self.language)

    def completions(self, seat: int) -> list[str]:
        return [*self.match.position.moves(seat), *texts.COMMANDS]

    def say(self, line: str, style: str = "") -> None:
        self.console.print(line, style=style, markup=False, highlight=False)


class CoachedTable(TerminalTable):
    """A first match: the coach says where to look, at every turn."""

    def draw(self, seat: int) -> None:
        super().draw(seat)
        if seat in self.match.waiting:
            self.show_hint(seat)


def random_player(match: Match, seat: int) -> str:
    return secrets.choice(list(match.position.moves(seat)))


def machine(level: int) -> Rival:
    """A player of a level; it is handed the view of its seat and nothing else."""

    def play(match: Match, seat: int) -> str:
        move = choose(View(match.position, seat), level, secrets.randbelow(1 << 31))
        return match.game.words.text(match.position.state, seat, move)

    return play


def sit_down(name: str | None, seats: int | None, options: list[str], against: str | None, language: str) -> int:
    """Set a match up, asking for what is not given, and play it."""
    console, ask = Screen(), asking()
    try:
        game = game_named(name) if name else pick_game(console, ask, language)
        count = game.check_seats(seats) if seats is not None else pick_seats(game, console, ask, language, bool(name))
        match = Match(game, count, read_options(game, options))
        rival = rival_named(against) if against else pick_rival(console, ask, language)
        machines = dict.fromkeys(range(1, count), rival) if rival else {}
        thinks = rival not in (None, random_player)
        (warm_up if thinks else warm_up_rules)([game], lambda line: console.print(line, style="dim"), language)
        TerminalTable(match, machines, language, console, ask).play()
    except (Quit, EOFError):
        console.print(texts.BYE.say(language))
    return 0


def pick(question: str, answers: Mapping[int, str], console: Console, ask: Prompt, language: str) -> int:
    """The number of the answer that the person chooses from a list."""
    console.print(f"\n{question}", style="bold", markup=False)
    for number, answer in answers.items():
        console.print(f" {number:>2}  {answer}", markup=False, highlight=False)
    while True:
        answer = ask("> ", [str(number) for number in answers])
        if answer.isdecimal() and int(answer) in answers:
            return int(answer)
        if answer.lower() in ("q", "quit", "quitter"):
            raise Quit
        console.print(texts.NUMBER_PLEASE.say(language), style="bold red")


def pick_game(console: Console, ask: Prompt, language: str) -> Game:
    games = list(GAMES.values())
    lines = {n: f"{game.title.say(language)} — {game.pitch.say(language)}" for n, game in enumerate(games, 1)}
    return games[pick(texts.PICK_GAME.say(language), lines, console, ask, language) - 1]


def pick_seats(game: Game, console: Console, ask: Prompt, language: str, is_named: bool) -> int:
    """Ask where there is a choice; a game named on the command line takes its smallest number."""
    if len(game.seats) == 1 or is_named:
        return game.seats[0]
    players = texts.PLAYERS.say(language)
    counts = {count: players.format(count=count) for count in game.seats}  # the answer is the number itself
    return pick(texts.PICK_SEATS.say(language), counts, console, ask, language)


def pick_rival(console: Console, ask: Prompt, language: str) -> Rival | None:
    lines = {0: texts.SAME_SCREEN.say(language)}
    lines |= {
        number: f"{level_name(number).say(language)} — {creature(number).temper.say(language)}" for number in NUMBERS
    }
    lines[ABYSS + 1] = texts.RANDOM.say(language)
    rivals: dict[int, Rival | None] = {0: None, ABYSS + 1: random_player}
    chosen = pick(texts.PICK_RIVAL.say(language), lines, console, ask, language)
    return rivals[chosen] if chosen in rivals else machine(chosen)


def rival_named(name: str) -> Rival | None:
    if name == "humans":
        return None
    if name == "random":
        return random_player
    if name.isdecimal() and int(name) in NUMBERS:
        return machine(int(name))
    raise Refused("bad-rival", texts.BAD_RIVAL)
