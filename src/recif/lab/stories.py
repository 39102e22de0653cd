"""One game of mass self-play, and the few numbers that are kept of it.

Everything follows from the plan and the game's number: whoever plays it, wherever, gets the same.
"""

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import msgspec

from recif.games import GAMES
from recif.games.core.compiled import Record, from_bytes
from recif.games.core.contract import LUCK, Game
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.arena import seed_of
from recif.lab.players import player, random_player
from recif.lab.prospects import net_for, prospects
from recif.mind.selfplay import choices

POINTS = 10  # of a game at which chances are told
SAMPLES = 16  # events of each sort whose effect on the chances is measured
CONTEST = 5  # every fifth game is between a strong and a weak player, to see what skill is worth


@dataclass(frozen=True)
class StoryPlan:
    """What is played: a game and its options, by whom, and how many games."""

    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    player: str = "3"
    strong: str = "5"
    weak: str = "2"
    games: int = 1000
    seed: int = 1
    opening: int = 0  # random moves with which a game begins, at most
    by_net: bool = False  # chances are told by the game's net, not by playouts

    @property
    def asked(self) -> dict[str, Any]:
        """What makes two plans the same work; files from before there were openings, or nets that judge, go on."""
        left_out = {"games", *(name for name in ("opening", "by_net") if not getattr(self, name))}
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    @property
    def has_net(self) -> bool:
        """Whether a net comes with the game that knows these options."""
        game = GAMES[self.game]
        return net_for(game, game.new(self.seats, self.options)) is not None

    def is_contest(self, number: int) -> bool:
        return number % CONTEST == CONTEST - 1

    def options_of(self, number: int) -> dict[str, Any]:
        """Options that tell seat from side are turned, unless they were asked for."""
        turned = GAMES[self.game].counts.TURNED
        free = {name: values for name, values in turned.items() if name not in self.options}
        return self.options | {name: values[number // 2 % len(values)] for name, values in free.items()}

    def sits(self, number: int, seat: int) -> str:
        """In a contest the strong player takes every other seat, and seats are swapped from one to the next."""
        if not self.is_contest(number):
            return self.player
        return self.strong if (seat + number // CONTEST) % 2 == 0 else self.weak


class Story(msgspec.Struct, array_like=True, frozen=True):
    """A game in short. Chances are in thousandths."""

    winners: int  # bits of seats
    sides: list[str]  # what each seat is called in this game
    decisions: int
    widths: list[int]  # legal moves at each point
    curve: list[list[int]]  # each seat's chances at each point
    luck: int  # events
    swings: list[float]  # of all luck, of all decisions: mean squares of what they change, summed over the game
    used: dict[str, list[int]]  # by thing, how often by each seat
    gains: dict[str, list[float]]  # by thing: how often it was looked at, what it brought its user
    skill: float = -1.0  # of a contest: the strong player's points
    mark: str = ""  # the same of two games that are the same from their first event to the last; empty: not known


class StoryEvent(msgspec.Struct, frozen=True):
    """An event of a game."""

    before: bytes
    after: bytes
    seat: int
    move: int
    width: int  # how many moves were legal; 0 for luck


def tell(plan: StoryPlan, number: int) -> Story:
    """Play a game and tell it in short."""
    game = GAMES[plan.game]
    position = Position(game, game.new(plan.seats, plan.options_of(number)))
    moments = played(plan, number, position)
    winners = int(game.rules.winners(position.state))
    rng = seeded(plan.seed * 7_919 + number)
    sides = [game.words.seat_name(position.state, seat).en for seat in range(plan.seats)]
    decided = [one for one in moments if one.seat != LUCK]
    at = [decided[len(decided) * point // POINTS] for point in range(POINTS)]
    eyes = partial(look, game, plan.by_net, rng)
    used, gains = things(game, eyes, moments, rng)
    return Story(
        winners,
        sides,
        len(decided),
        [one.width for one in at],
        [[round(1000 * one) for one in eyes(moment.before)] for moment in at],
        len(moments) - len(decided),
        [swing(eyes, [m for m in moments if (m.seat == LUCK) == is_luck], rng) for is_luck in (True, False)],
        used,
        gains,
        contest_points(plan, number, winners) if plan.is_contest(number) else -1.0,
        mark_of(plan, number, moments),
    )


def mark_of(plan: StoryPlan, number: int, moments: list[StoryEvent]) -> str:
    """Sixteen letters that tell a game, its options included, from all others."""
    whole = [plan.options_of(number), [(one.seat, one.move) for one in moments]]
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()[:16]


def contest_points(plan: StoryPlan, number: int, winners: int) -> float:
    won = [seat for seat in range(plan.seats) if winners >> seat & 1]
    strong = [seat for seat in won if plan.sits(number, seat) == plan.strong]
    return len(strong) / len(won)


def played(plan: StoryPlan, number: int, position: Position) -> list[StoryEvent]:
    """Play in place, to the end."""
    rules, luck = position.game.rules, seeded(plan.seed * 1_000_003 + number)
    sides = [player(plan.sits(number, seat)) for seat in range(plan.seats)]
    moments: list[StoryEvent] = []
    turn, opening = 0, below(luck, plan.opening + 1) if plan.opening else 0
    while not position.is_over:
        if position.waiting:
            seed = seed_of(plan.seed, number, turn)
            sits = sides.__getitem__ if turn >= opening else lambda _: random_player
            widths = {seat: len(position.numbers(seat)) for seat in position.waiting}
            for seat, move in choices(position, sits, seed).items():
                before = bytes(position)
                position.go(seat, move)
                moments.append(StoryEvent(before, bytes(position), seat, move, widths[seat]))
        else:
            before = bytes(position)
            outcome = int(rules.draw(position.state, luck))
            moments.append(StoryEvent(before, bytes(position), LUCK, outcome, 0))
        turn += 1
    return moments


Eyes = Callable[[bytes], list[float]]


def look(game: Game, by_net: bool, rng: Any, state: bytes) -> list[float]:
    """Each seat's chances."""
    record: Record = from_bytes(game.rules.State, state)
    if game.rules.over(record):
        won = int(game.rules.winners(record))
        return [(won >> seat & 1) / won.bit_count() for seat in range(int(record.seats))]
    return prospects(game, record, rng, by_net)


def swing(eyes: Eyes, moments: list[StoryEvent], rng: Any) -> float:
    """How much events of one sort move the first seat's chances: mean square of a sample, times how many there are.

    Two looks at each end are noisy apart from each other, so that the product of their differences is not.
    """
    if not moments:
        return 0.0
    total = 0.0
    for _ in range(SAMPLES):
        one = moments[below(rng, len(moments))]
        first, second = (eyes(one.after)[0] - eyes(one.before)[0] for _ in range(2))
        total += first * second
    return round(len(moments) * total / SAMPLES, 5)


def things(
    game: Game, eyes: Eyes, moments: list[StoryEvent], rng: Any
) -> tuple[dict[str, list[int]], dict[str, list[float]]]:
    """What was used by whom; and, of a sample, what it brought."""
    counts = game.counts
    used: dict[str, list[int]] = {}
    gains: dict[str, list[float]] = {}
    layout, seen = game.rules.State, []
    for one in moments:
        before, after = from_bytes(layout, one.before), from_bytes(layout, one.after)
        for seat, thing in counts.used(before, one.seat, one.move, after):
            used.setdefault(thing, [0] * int(after.seats))[seat] += 1
            seen.append((seat, thing, one))
    for _ in range(min(SAMPLES, len(seen))):
        seat, thing, one = seen[below(rng, len(seen))]
        gain = eyes(one.after)[seat] - eyes(one.before)[seat]
        row = gains.setdefault(thing, [0, 0.0])
        row[0], row[1] = row[0] + 1, round(row[1] + gain, 4)
    return used, gains
