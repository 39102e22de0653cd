"""How well events find out who is strong, and how long a round takes: `python -m bench.events`.

People have a known skill and play by chance; the final table is compared with the order of their skills. Every rule
meets the same people; each evening is one sample, and differences are taken evening by evening.
"""

import argparse
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

import rustworkx
from tests.events.dutch import broken

from recif.events import entries as of
from recif.events.boards import Board
from recif.events.live_event import LiveEvent, fold
from recif.events.pairing import lots_of, pair_next
from recif.events.standings import standings
from recif.events.starting import table_sizes
from recif.match.provable import Luck, commit

Boards = Sequence[tuple[str, ...]]
Rule = Callable[[LiveEvent, random.Random], Boards]
SPREAD = 250  # of skill, in the points of a rating
NOISE = 150  # between skill and the rating that organisers know


class Contest(NamedTuple):
    """A form, how many people and rounds, and the rules that are compared in it: the first is ours."""

    title: str
    form: Any
    people: int
    rounds: int
    seats: int
    games: tuple[tuple[str, tuple[int, ...]], ...]
    rules: dict[str, tuple[Rule | None, bool]]  # how it pairs (None: as we do), whether tie-breaks count


def by_standing(event: LiveEvent) -> list[str]:
    ranked = [line.person for line in standings(event)]
    return [person for person in ranked if person in {*event.waiting}]


def leaders_together(event: LiveEvent, chance: random.Random) -> Boards:
    """Board Game Arena: by points, from the top, whoever has met."""
    people = by_standing(event)
    if not event.rounds:
        chance.shuffle(people)
    sizes, places = table_sizes(len(people), (2, 3, 4, 5), 4), iter(people)
    return [tuple(next(places) for _ in range(size)) for size in sizes]


def by_distance(is_farthest: bool) -> Rule:
    """A matching by lila's prices: the cheapest as lila takes them, or the dearest as PyChess does."""

    def pair(event: LiveEvent, chance: random.Random) -> Boards:
        people = by_standing(event)
        people = people[: len(people) // 2 * 2]
        last = {person: board.people for board in event.boards for person in board.people}
        graph: Any = rustworkx.PyGraph()
        graph.add_nodes_from(people)
        for j, second in enumerate(people):
            for i, first in enumerate(people[:j]):
                if second not in last.get(first, ()) or len(people) == 2:
                    price = (j - i) * (300 + 1700 * (len(people) - i) // len(people))
                    price += abs(event.people[first].rating - event.people[second].rating)
                    graph.add_edge(i, j, price if is_farthest else 10_000_000 - price)
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [tuple(chance.sample([people[i], people[j]], 2)) for i, j in sorted(map(sorted, found))]

    return pair


CONTESTS = (
    Contest(
        "Swiss, 32 people, 6 rounds", "swiss", 32, 6, 2, (("xok", (2,)),),
        {"ours": (None, True), "py4swiss alone, no tie-breaks": (None, False)},
    ),
    Contest(
        "arena, 30 people, 14 waves", "arena", 30, 14, 2, (("xok", (2,)),),
        {
            "ours": (None, True),
            "lila's prices": (by_distance(False), True),
            "PyChess: the farthest": (by_distance(True), True),
        },
    ),
    Contest(
        "tables of 4, 30 people, 6 rounds", "tables", 30, 6, 4, (("kroc", (2, 3, 4, 5)),),
        {"ours": (None, True), "leaders together (BGA)": (leaders_together, True)},
    ),
)  # fmt: skip


def evening(contest: Contest, name: str, seed: int) -> tuple[float, int]:
    """The mean distance between place and skill, and how many meetings were not the first of two people."""
    rule, has_tie_breaks = contest.rules[name]
    field = random.Random(f"field {contest.title} {seed}")
    chance = random.Random(f"luck {contest.title} {seed}")
    skills = {f"p{number}": field.gauss(1500, SPREAD) for number in range(contest.people)}
    luck = commit(f"bench {seed}", f"{seed:064x}")
    event = begin(contest, luck, {person: round(field.gauss(skill, NOISE)) for person, skill in skills.items()})
    met: list[frozenset[str]] = []
    for _ in range(contest.rounds):
        event.add(paired(event, luck, rule, chance))
        met += [
            frozenset((a, b)) for board in event.rounds[-1].boards for a in board.people for b in board.people if a < b
        ]
        play(event, skills, chance, contest.form)
    return rank_error(event, luck, skills, has_tie_breaks), len(met) - len({*met})


def begin(contest: Contest, luck: Luck, ratings: dict[str, int]) -> LiveEvent:
    settings = of.EventSettings(
        name="bench",
        form=contest.form,
        games=tuple(of.GameOfEvent(*game) for game in contest.games),
        rounds=contest.rounds if contest.form != "arena" else 0,
        seats=contest.seats,
    )
    event = fold([of.EventMade(at=0, by="d", settings=settings, luck=luck.hidden(), directors=("d",))])
    for person, rating in ratings.items():
        event.add(of.PersonJoined(at=0, by="d", person=person, name=person, rating=max(rating, 0)))
    return event


def paired(event: LiveEvent, luck: Luck, rule: Rule | None, chance: random.Random) -> of.RoundPaired:
    if rule is None:
        return pair_next(event, luck, 0, "d")
    game = event.settings.games[0].game
    boards = tuple(map(tuple, rule(event, chance)))
    return of.RoundPaired(at=0, by="d", round=len(event.rounds) + 1, game=game, boards=boards)


def play(event: LiveEvent, skills: dict[str, float], chance: random.Random, form: str) -> None:
    """Each plays as well as they can, more or less; in an arena three games of ten last until the next wave."""
    for board in event.open_boards:
        if form != "arena" or chance.random() < 0.7:
            event.add(
                of.BoardFinished(
                    at=0, by="d", round=board.round, board=board.number, places=places(board, skills, chance)
                )
            )


def places(board: Board, skills: dict[str, float], chance: random.Random) -> tuple[int, ...]:
    """Gumbel noise on skill: of two people the better wins as often as Elo says."""
    form = {person: skills[person] + 400 / 2.302585 * gumbel(chance) for person in board.people}
    return tuple(1 + sum(form[other] > form[person] for other in board.people) for person in board.people)


def gumbel(chance: random.Random) -> float:
    return -math.log(-math.log(chance.random()))


def rank_error(event: LiveEvent, luck: Luck, skills: dict[str, float], has_tie_breaks: bool) -> float:
    """Without tie-breaks those with the same points share the middle of their places."""
    table = standings(event, lots_of(event, luck))
    true = {person: rank for rank, person in enumerate(sorted(skills, key=lambda one: -skills[one]), 1)}
    if has_tie_breaks:
        return statistics.fmean(abs(line.place - true[line.person]) for line in table)
    errors: list[float] = []
    for _, tied in groupby(table, lambda line: line.points):
        group = [*tied]
        middle = statistics.fmean(line.place for line in group)
        errors += [abs(middle - true[line.person]) for line in group]
    return statistics.fmean(errors)


def within(samples: Sequence[float]) -> str:
    """The mean, with its interval of 95 %."""
    return f"{statistics.fmean(samples):.2f} ± {1.96 * statistics.stdev(samples) / len(samples) ** 0.5:.2f}"


def compare(contest: Contest, evenings: int) -> None:
    found = {name: [evening(contest, name, seed) for seed in range(evenings)] for name in contest.rules}
    ours = [error for error, _ in found["ours"]]
    for name, samples in found.items():
        errors = [error for error, _ in samples]
        apart = "" if name == "ours" else within([theirs - mine for theirs, mine in zip(errors, ours, strict=True)])
        again = statistics.fmean(count for _, count in samples)
        print(f"| {contest.title} | {name} | {within(errors)} | {apart} | {again:.1f} |", flush=True)


def time_of_rounds(people: int, rounds: int) -> None:
    """Processor time, each round of a Swiss; and how many of them do not hold to FIDE's criteria."""
    contest = Contest("", "swiss", people, rounds, 2, (("xok", (2,)),), {})
    chance, luck = random.Random(1), commit("bench", "1" * 64)
    skills = {f"p{number}": chance.gauss(1500, SPREAD) for number in range(people)}
    event = begin(contest, luck, {person: round(skill) for person, skill in skills.items()})
    took, faulty = [], 0
    for _ in range(rounds):
        began = time.process_time()
        entry = pair_next(event, luck, 0, "d")
        took.append(1000 * (time.process_time() - began))
        faulty += bool(broken(event, entry))
        event.add(entry)
        play(event, skills, chance, "swiss")
    print(f"| {people} | {statistics.median(took):.0f} | {max(took):.0f} | {faulty} of {rounds} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=200)
    parser.add_argument("--only", default="", help="of the contests, those whose title begins like this")
    arguments = parser.parse_args()
    print("| field | rule | mean rank error | more than ours | meetings again |\n|---|---|---|---|---|")
    for contest in CONTESTS:
        if contest.title.startswith(arguments.only):
            compare(contest, arguments.evenings)
    if arguments.only:
        return
    print("\n| Swiss of | median ms a round | longest ms | rounds against FIDE's criteria |\n|---|---|---|---|")
    for people in (64, 300):
        time_of_rounds(people, 9)


if __name__ == "__main__":
    main()
