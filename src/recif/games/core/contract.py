"""What a game is to the rest of the house: compiled rules, words, options. See docs/contract.md."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, NamedTuple, NotRequired, Protocol, TypedDict, runtime_checkable

import numpy as np

from recif.games.core import counts as uncounted
from recif.games.core import hunch as plain
from recif.games.core.compiled import Numbers, Record, blank
from recif.games.core.counts import Counts
from recif.games.core.hunch import Knobs
from recif.games.core.ideas import Ideas
from recif.games.core.text import LANGUAGES as LANGUAGES
from recif.games.core.text import Bilingual as Bilingual
from recif.games.core.text import Language as Language
from recif.games.core.text import Refused as Refused
from recif.games.core.text import Text as Text

LUCK = -1  # who plays a luck outcome
SPECTATOR = -1  # a viewer who sits nowhere
REFEREE = -2  # a viewer who sees everything
PAST = -3  # somebody who looks back at what a game puts out of sight while it goes on: see `is_past`


class Why(NamedTuple):
    """Why a move is refused: a code for programs, a sentence for people, the rule, the cells."""

    code: str
    text: Text
    rule: str = ""
    cells: tuple[str, ...] = ()


class Thing(NamedTuple):
    """A card, a piece or a place that explains itself: its name, what it does or is worth, where more is said."""

    name: Text
    says: Text
    rule: str
    sign: str = ""  # the same as a sign or two, to be drawn on it


def from_json(words: str, otherwise: Any) -> Any:
    """The JSON value of a text; `otherwise` if it is none, or one too long or too deep to read."""
    try:
        return json.loads(words)
    except (ValueError, RecursionError):
        return otherwise


@dataclass(frozen=True)
class Option:
    """A choice made before the game: one of `values`. Games with richer options subclass it."""

    name: str
    says: Text
    default: Any
    values: tuple[Any, ...] = ()
    labels: tuple[Text, ...] = ()  # how each value reads, where the bare value does not do
    kind: str = "choice"  # how a form shows it: choice, words (several of `values`), numbers, map
    since: int = 1  # the version of the rules that brought it
    is_ours: bool = False  # no box has it: off by default, and then left out of records, as if it did not exist

    def check(self, value: Any) -> Any:
        """The value in its one spelling, or Refused."""
        for allowed in self.values:
            if type(value) is type(allowed) and value == allowed:
                return allowed
        raise self.refusal(value)

    def is_off(self, value: Any) -> bool:
        """Whether nothing needs to be said of it."""
        return self.is_ours and bool(value == self.default)

    def numbers(self, value: Any) -> list[int]:
        """A checked value as the whole numbers that `rules.new` receives."""
        return [value if isinstance(value, int) else self.values.index(value)]

    def samples(self) -> tuple[Any, ...]:
        """Values that between them try everything the option can change, for tests and reports."""
        return self.values

    def read(self, words: str) -> Any:
        """A value from a command line: JSON where it parses, else the words as they are."""
        return self.check(from_json(words, words))

    def refusal(self, value: Any) -> Refused:
        allowed = ", ".join(str(v) for v in self.values)
        return Refused(
            "bad-option",
            Text(
                f"l’option {self.name} ne peut pas valoir {value!r} ; choisissez parmi : {allowed}",
                f"option {self.name} cannot be {value!r}; choose one of: {allowed}",
            ),
        )


class Rules(Protocol):
    """A module of compiled functions over one record. Seats are numbers, sets of seats are bits."""

    __file__: str | None
    State: np.dtype[Any]  # the record's layout; the options are in it
    SEATS: int  # the most seats
    MOVES: int  # the most moves a seat can ever have at once
    OUTCOMES: int  # the most luck outcomes there can be at once

    def new(self, state: Record, seats: int, options: Numbers) -> None: ...
    def waiting(self, state: Record) -> int: ...
    def moves(self, state: Record, seat: int, out: Numbers) -> int: ...
    def play(self, state: Record, seat: int, move: int) -> None: ...
    def random_move(self, state: Record, seat: int, rng: Numbers) -> int: ...
    def luck(self, state: Record, out: Numbers, weights: Numbers) -> int: ...
    def befall(self, state: Record, outcome: int) -> None: ...
    def draw(self, state: Record, rng: Numbers) -> int: ...
    def over(self, state: Record) -> bool: ...
    def winners(self, state: Record) -> int: ...
    def scores(self, state: Record, out: Numbers) -> None: ...
    def view(self, state: Record, seat: int, out: Record) -> None: ...
    def guess(self, state: Record, seat: int, rng: Numbers) -> None: ...
    def seen(self, state: Record, seat: int, move: int, viewer: int) -> int: ...


class Parts(TypedDict):
    """A move taken apart, as JSON values. Games add what their own boards need."""

    kind: str  # what is done; `Game.kinds` says it in words
    cells: list[str]  # where: what a screen lights when this move is hinted at; none where a move has no place
    eats: NotRequired[list[Any]]  # what it takes
    catch: NotRequired[int]  # how much that is worth, where it is not one for each


Column = list[list[Any]]  # a part of many moves, packed: see match/packing.py


class Words(Protocol):
    """A module that turns states and moves of a game into texts, sentences, pictures and scenes."""

    __file__: str | None

    def text(self, state: Record, seat: int, move: int, viewer: int = REFEREE) -> str: ...
    def sentence(self, state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text: ...
    def why(self, state: Record, seat: int, text: str) -> Why: ...
    def picture(self, state: Record, viewer: int = REFEREE) -> Text: ...
    def position(self, state: Record) -> str: ...
    def parse(self, text: str) -> Record: ...
    def scene(self, state: Record, viewer: int = REFEREE) -> dict[str, Any]: ...
    def parts(self, state: Record, seat: int, move: int) -> Parts: ...
    def seat_name(self, state: Record, seat: int) -> Text: ...
    def ended(self, state: Record) -> Text: ...


Listed = tuple[str, Parts, Text]  # a move: its text, parts, sentence


# What a game need not have. Each is asked for by `isinstance`, which looks for the names, and `Game` stands in for it.


@runtime_checkable
class Versioned(Protocol):
    """Rules that have changed for those who play."""

    VERSION: int


@runtime_checkable
class WideHunch(Protocol):
    """A hunch with knobs of its own for long searches."""

    WIDE: Knobs


@runtime_checkable
class QuickTexts(Protocol):
    """Words that write out many moves at once."""

    def texts(self, state: Record, seat: int, moves: Sequence[int]) -> list[str]: ...


@runtime_checkable
class QuickLists(Protocol):
    """Words that tell many moves at once, the same move by the same object."""

    def listing(self, state: Record, seat: int, moves: Numbers) -> list[Listed]: ...


@runtime_checkable
class Packing(Protocol):
    """Words that know every move that a game can ever have, and pack those of a turn: see match/packing.py."""

    def every(self, first: Record) -> list[int]: ...
    def pack(self, state: Record, seat: int, places: Numbers) -> tuple[list[int], dict[str, Column]]: ...


@runtime_checkable
class Forgetting(Protocol):
    """Words of a game that puts things out of sight which all have seen."""

    def is_past(self, before: Record, now: Record) -> bool: ...


@runtime_checkable
class Explaining(Protocol):
    """Words of a game whose cards, pieces and places explain themselves."""

    def things(self, state: Record) -> dict[str, Thing]: ...


@runtime_checkable
class Telling(Protocol):
    """Words of a game whose board shows step by step what luck brings, where all may see it."""

    def luck_parts(self, state: Record, outcome: int) -> dict[str, Any]: ...


Feeling = Literal["bluff", "calm", "chase", "laugh", "luck", "think"]
Meaning = tuple[float, float, float]  # of chances: see mind/meaning.py
PLAIN: Meaning = (0.0, 1.0, 0.0)
LevelRows = tuple[tuple[int, float], ...]  # nodes (glances, of level 1) and haste of levels 1 to 8; see mind/levels.py

NET_LEVELS: LevelRows = ((1, 1.0), (10, 0.7), (20, 0.45), (40, 0.25), (80, 0.12), (200, 0.04), (800, 0), (15_000, 0))
LEVELS: LevelRows = ((1, 1.0), (50, 0.7), (100, 0.45), (200, 0.25), (400, 0.12), (800, 0.04), (2_000, 0), (20_000, 0))


@dataclass(frozen=True)
class Game:
    """One entry of GAMES: everything that the house knows about a game hangs here."""

    id: str
    title: Text
    pitch: Text
    seats: tuple[int, ...]
    minutes: int  # on the box; matches at a screen are measured (school/lengths.py)
    rules: Rules
    words: Words
    options: tuple[Option, ...] = ()
    hunch: ModuleType = plain  # what the search knows of the game beside its rules; see core/hunch.py
    features: ModuleType | None = None  # what nets are told of a position; see core/features.py
    levels: LevelRows = LEVELS
    net_levels: LevelRows = NET_LEVELS  # where a net plays
    is_graded_by_hunch: bool = False  # its net sees at a glance what people must look for: hunches grade its puzzles
    ideas: Ideas | None = None  # what its moves are good for; see core/ideas.py
    meaning: Meaning = PLAIN  # what the chances of its hunch mean; those of a net are in its file
    kinds: Mapping[str, Text] = field(default_factory=dict)  # what each kind of move asks of a player who is nudged
    shelf: int = 1_000  # where it stands among the games: the lowest first, equals by their ids
    counts: Counts = uncounted  # what the lab counts in it; see core/counts.py
    loser_leads: bool = False  # who lost begins the rematch; else the seats are turned by one
    likeness: ModuleType | None = None  # which positions ask the same of a player; see core/likeness.py
    age: int = 8  # of the youngest who enjoys it
    feelings: tuple[Feeling, ...] = ()  # what playing it is like, the strongest first
    real_from: int = 5  # decisions, times the seats, from which a match is one and points are gained by it

    def __repr__(self) -> str:
        return f"GAMES[{self.id!r}]"

    @cached_property
    def version(self) -> int:
        """The version of the rules by which new games are played; older ones are kept for the games begun by them."""
        rules: object = self.rules
        return rules.VERSION if isinstance(rules, Versioned) else 1

    @cached_property
    def quick_texts(self) -> QuickTexts | None:
        words: object = self.words
        return words if isinstance(words, QuickTexts) else None

    @cached_property
    def quick_lists(self) -> QuickLists | None:
        words: object = self.words
        return words if isinstance(words, QuickLists) else None

    @cached_property
    def packing(self) -> Packing | None:
        words: object = self.words
        return words if isinstance(words, Packing) else None

    @cached_property
    def forgetting(self) -> Forgetting | None:
        words: object = self.words
        return words if isinstance(words, Forgetting) else None

    def things(self, state: Record) -> dict[str, Thing]:
        """What explains itself in play, by name."""
        words: object = self.words
        return words.things(state) if isinstance(words, Explaining) else {}

    def luck_parts(self, state: Record, outcome: int) -> dict[str, Any]:
        """What luck brings, taken apart for the board; nothing where no board asks for it."""
        words: object = self.words
        return words.luck_parts(state, outcome) if isinstance(words, Telling) else {}

    def check_version(self, version: Any) -> int:
        if type(version) is not int or not 1 <= version <= self.version:
            raise Refused(
                "bad-version",
                Text(
                    f"{self.title.fr} : règles de version {version!r} inconnues ; ce programme connaît 1 à"
                    f" {self.version}, mettez Récif à jour",
                    f"{self.title.en}: unknown version {version!r} of the rules; this program knows 1 to"
                    f" {self.version}, update Récif",
                ),
            )
        return int(version)

    def check_seats(self, seats: Any) -> int:
        if type(seats) is not int or seats not in self.seats:
            allowed = ", ".join(str(n) for n in self.seats)
            raise Refused(
                "bad-seats",
                Text(
                    f"{self.title.fr} ne se joue pas à {seats!r} ; nombre de places possible : {allowed}",
                    f"{self.title.en} is not played by {seats!r}; possible numbers of seats: {allowed}",
                ),
            )
        return int(seats)

    def check_options(self, options: Any, version: int | None = None) -> dict[str, Any]:
        """The options of the rules with their values in one spelling; what is not given has its default.

        Options of ours that are off are left out: records and signatures from before they came stay as they are.
        """
        given = {} if options is None else options
        if not isinstance(given, Mapping):
            raise Refused(
                "bad-options",
                Text(
                    "les options sont un objet : {nom: valeur}",
                    "options are an object: {name: value}",
                ),
            )
        known = {option.name: option for option in self.options if option.since <= (version or self.version)}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "—"
                raise Refused(
                    "unknown-option",
                    Text(
                        f"{self.title.fr} n’a pas d’option {name!r} ; options : {names}",
                        f"{self.title.en} has no option {name!r}; options: {names}",
                    ),
                )
        values = {name: option.check(given.get(name, option.default)) for name, option in known.items()}
        return {name: value for name, value in values.items() if not known[name].is_off(value)}

    def new(
        self, seats: int | None = None, options: Mapping[str, Any] | None = None, version: int | None = None
    ) -> Record:
        """The first position of a game, by today's rules or by an older version of them."""
        played = self.version if version is None else self.check_version(version)
        values = self.check_options(options, played)
        numbers = [n for o in self.options for n in o.numbers(values.get(o.name, o.default))]
        state = blank(self.rules.State)
        count = self.check_seats(self.seats[0] if seats is None else seats)
        self.rules.new(state, count, np.array(numbers, np.int64))
        return self.by_version(state, played)

    def texts(self, state: Record, seat: int, moves: Sequence[int]) -> list[str]:
        """How moves of a seat read."""
        if self.quick_texts:
            return self.quick_texts.texts(state, seat, moves)
        text = self.words.text
        return [text(state, seat, move) for move in moves]

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process has the same game by its name; one that was made by hand cannot be found there."""
        if _game_named(self.id) is not self:
            raise TypeError(f"cannot pickle {self!r}, which is not the game of that name")
        return _game_named, (self.id,)

    def by_version(self, state: Record, version: int) -> Record:
        """The same position, played on by this version of the rules."""
        if version != self.version:
            state.version = version
        return state

    def version_of(self, state: Record) -> int:
        return int(state.version) if self.version > 1 else 1

    def position(self, state: Record) -> str:
        """The position text; one played by older rules ends with their version: ` @1`."""
        version = self.version_of(state)
        return self.words.position(state) + (f" @{version}" if version != self.version else "")

    def parse(self, text: str) -> Record:
        """A position from its text, or Refused."""
        told, _, version = text.rpartition(" @")
        if not told or not version.isdecimal():
            return self.words.parse(text)
        return self.by_version(self.words.parse(told), self.check_version(int(version)))


def _game_named(name: str) -> Game:
    """No import statement: those tell what machine code depends on (`sources.py`), and other games are not it."""
    found: Game = import_module("recif.games").game_named(name)
    return found


def seats_in(bits: int) -> tuple[int, ...]:
    """A set of seats as numbers, in order."""
    return tuple(seat for seat in range(int(bits).bit_length()) if bits >> seat & 1)


def listed(words: Sequence[str], last: str) -> str:
    """`a, b and c`: words joined as people do, `last` before the final one."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"
