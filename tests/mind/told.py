"""Everything that the coach says of a decision, and whether the rules bear it out after it was said.

    python -m tests.mind.told [game …] [--positions 2000] [--nodes 300]

Positions are those of random games, with every number of seats and every option; puzzles are those of the games. The
coach is given views; what it says is held against the whole position.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import chain, cycle, islice
from typing import Any, NamedTuple

from recif.games import GAMES
from recif.games.core.contract import LUCK, Bilingual, Game, Text
from recif.games.core.ideas import Pricing, named
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.mind.coach.answers import when_another_decides
from recif.mind.coach.hint import Hint, hint
from recif.mind.coach.judgement import mark
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import CLEARLY, PLAYED, Reason, ideas_of, names_of
from recif.mind.coach.review import judge_decision
from recif.mind.search.think import View
from recif.school.puzzles import judging
from recif.school.puzzles.files import puzzles_of
from recif.school.puzzles.puzzle import Puzzle
from tests.games.setups import random_game, setups_of

NODES = 300
EVERY = 3  # one decision of three: neighbours are much alike
TRIES = 3  # games that are played on, where something is said to be sure
ANSWER = "’s best answer: "


class Told(NamedTuple):
    """A sentence: of which kind, where, and whether it is so."""

    kind: str
    says: str
    where: str
    is_so: bool


class Decision(NamedTuple):
    """Whose decision in which position, and what was played in it."""

    at: Position
    seat: int
    move: int

    @property
    def view(self) -> View:
        return View(self.at, self.seat)

    @property
    def claims(self) -> Any:
        return import_module(f"tests.games.{self.at.game.id}.claims")

    def told(self, kind: str, says: Bilingual | Text, is_so: bool) -> Told:
        return Told(kind, says.en, f"{self.at} seat {self.seat}", is_so)


def decisions(game: Game) -> Iterator[Decision]:
    for seed, setup in enumerate(cycle(list(setups_of(game)))):
        for index, (at, (seat, move)) in enumerate(random_game(setup, seed)):
            if seat != LUCK and (seed + index) % EVERY == 0:
                yield Decision(at.copy(), seat, move)


def of_a_decision(one: Decision, nodes: int) -> Iterator[Told]:
    """A hint before it, and a look back at what was played."""
    said = hint(one.view, nodes)
    best = one.at.moves(one.seat)[said.text]
    yield from of_the_advice(one, said, nodes)
    yield of_the_nudge(one, said, best)
    if said.why:
        yield one.told(f"hint: {kind_of(said.why)}", said.why.says, is_a_reason(one, best, said.why, nodes, said))
    yield from (one.told("also", also, is_seen(one, best, also)) for also in said.also)
    yield from of_more(one, said, best)
    yield from of_the_line(one, said)
    yield from of_a_judgement(one, nodes)


def kind_of(why: Reason) -> str:
    return why.idea if why.idea in ("only", "win", "forced", "shared", "lost") else "idea"


def of_the_advice(one: Decision, said: Hint, nodes: int) -> Iterator[Told]:
    names = names_of(one.view)
    for option in said.options:
        move = one.at.moves(one.seat)[option.text]
        plain = one.at.game.ideas.advice(one.view.state, one.seat, move)  # type: ignore[union-attr]
        is_so = option.sentence == named(plain, names).bilingual and one.claims.advises(one.at, one.seat, move, plain)
        yield one.told("advice", option.sentence, is_so)
    if said.advice == said.options[0].sentence:
        return
    liked = [idea.move for idea in ponder(one.view, nodes, 0).ideas if idea.share >= PLAYED][:2]
    texts = "".join(one.at.game.words.text(one.view.state, one.seat, move) for move in liked)
    is_so = said.is_mixed and len(liked) == 2 and figures(said.advice.en) == figures(texts)
    yield one.told("advice of two", said.advice, is_so)


def figures(words: str) -> set[str]:
    return {letter for letter in words if letter.isdigit()}


def of_the_nudge(one: Decision, said: Hint, best: int) -> Told:
    """It fits the best move, and others: a nudge that fits one move only is no nudge."""
    moves = one.at.numbers(one.seat)
    parts = [one.at.game.words.parts(one.view.state, one.seat, move) for move in moves]
    own = parts[moves.index(best)]
    words = said.nudge.says.en
    if "only one legal move" in words:
        return one.told("nudge", said.nudge.says, len(moves) == 1)
    spots = set(said.nudge.spots)
    if words.startswith("Compare"):
        return one.told("nudge", said.nudge.says, len(moves) > 1 and set(own.get("cells", [])) <= spots)
    takes = "something to take" in words
    fits = [
        spots <= set(part.get("cells", [])) and (not takes or bool(part.get("eats")))
        for part in parts
    ]  # fmt: skip
    return one.told("nudge", said.nudge.says, fits[moves.index(best)] and sum(fits) > 1 and len(moves) > 1)


def is_seen(one: Decision, move: int, says: Bilingual) -> bool:
    """Whether a sentence is what the game sees in a move, and the second reading of the rules agrees."""
    seen = [idea for idea in ideas_of(one.view, move) if named(idea.says, names_of(one.view)).bilingual == says]
    return bool(seen) and one.claims.holds(one.at.view(one.seat), one.seat, move, seen[0])


def is_a_reason(one: Decision, move: int, why: Reason, nodes: int, said: Hint | None = None) -> bool:
    if why.idea == "only":
        return len(one.at.numbers(one.seat)) == 1
    if why.idea == "win":
        return one.at.after(one.seat, move).winners == (one.seat,)
    if why.idea in ("forced", "shared"):
        return all(_ends(one, move, nodes, seed, is_winning=True) for seed in range(TRIES))
    if why.idea == "lost":
        return all(_ends(one, move, nodes, seed, is_winning=False) for seed in range(TRIES))
    return is_seen(one, move, why.says) or _is_the_price(one, move, why, said)


def _is_the_price(one: Decision, move: int, why: Reason, said: Hint | None) -> bool:
    """What the expected answer costs: the one that the same search expects, and that eats what was laid."""
    ideas: object = one.at.game.ideas
    if not isinstance(ideas, Pricing) or said is None or len(said.line) < 2:
        return False
    after, (foe, text) = one.at.after(one.seat, move), said.line[1]
    answer = after.moves(foe)[text]
    cost = ideas.price(after.state, one.seat, answer)
    laid = one.at.game.words.parts(one.at.state, one.seat, move)["cells"]
    eats = after.game.words.parts(after.state, foe, answer).get("eats", [])
    is_said = cost is not None and named(cost.says, names_of(one.view)).bilingual == why.says
    return is_said and bool({*laid} & {*eats}) and bool(one.claims.costs(after, one.seat, answer, cost))


def _ends(one: Decision, move: int, nodes: int, seed: int, is_winning: bool) -> bool:
    """Play on, the side that is said to win as the search proposes, the other anyhow: who wins is for the rules."""
    at, rng = one.at.after(one.seat, move), seeded(seed)
    while not at.is_over:
        if at.is_luck_due:
            at.draw(rng)
            continue
        seat = at.waiting[0]
        thinks = (seat == one.seat) == is_winning
        moves = at.numbers(seat)
        at.go(seat, ponder(View(at, seat), 2 * nodes, seed).best.move if thinks else moves[below(rng, len(moves))])
    return (one.seat in at.winners) == is_winning


def of_more(one: Decision, said: Hint, best: int) -> Iterator[Told]:
    for text in said.more:
        if text.en.startswith("Nearly as good: "):
            close = [option for option in said.options[1:] if said.options[0].worth - option.worth < CLEARLY]
            yield one.told("nearly as good", text, bool(close))
        elif text.en.startswith("Your chances: "):
            told = int(text.en.removeprefix("Your chances: ").removesuffix("%."))
            own = said.chances[one.seat] if said.is_mixed else said.options[0].worth
            yield one.told("chances", text, abs(told / 100 - own) < 0.01)
        else:
            yield one.told("answer to expect", text, len(said.line) > 1 and said.line[0][1] == said.text)


def of_the_line(one: Decision, said: Hint) -> Iterator[Told]:
    """What is expected can be played, and the sentence under each picture is so."""
    at = one.at.view(one.seat)
    for (seat, text), picture in zip(said.line, said.expected, strict=True):
        step = Decision(at.copy(), seat, at.moves(seat)[text])
        is_own = seat == one.seat
        if is_own:
            yield step.told("picture", picture.says, advises(step, picture.says))
        else:
            is_so = "will probably answer" in picture.says.en or is_an_answer(step, picture.says, step.move)
            yield step.told("picture", picture.says, is_so)
        at.go(seat, step.move)


def advises(step: Decision, says: Bilingual) -> bool:
    plain = step.at.game.ideas.advice(step.at.state, step.seat, step.move)  # type: ignore[union-attr]
    is_said = named(plain, names_of(step.view)).bilingual == says
    return is_said and bool(step.claims.advises(step.at, step.seat, step.move, plain))


def is_an_answer(step: Decision, says: Bilingual, *moves: int, spots: tuple[str, ...] | None = None) -> bool:
    """Whether one of these moves of a seat does what the sentence says of its answer."""
    if says.en.endswith("then wins the game."):
        return any(step.at.after(step.seat, move).winners == (step.seat,) for move in moves)
    name = says.en.partition(ANSWER)[2].removesuffix(".")
    for move in moves:
        for seen in ideas_of(step.view, move):
            is_it = step.at.game.ideas.IDEAS[seen.idea].en == name and spots in (None, seen.spots)  # type: ignore[union-attr]
            if is_it and step.claims.holds(step.at, step.seat, move, seen):
                return True
    return False


def of_a_judgement(one: Decision, nodes: int) -> Iterator[Told]:
    """What a review says of the move that was played."""
    told = judge_decision(one.view, 0, one.move, len(one.at.waiting) > 1, nodes)
    best = one.at.moves(one.seat)[told.best]
    is_whole = all(abs(sum(chances) - 1) < 1e-6 for chances in (told.before, told.after))
    yield one.told("review: cost", told.advice, told.mark == mark(told.loss) and is_whole)
    if told.why:
        thought = best if told.mark else one.move
        line = hint(one.view, nodes) if told.why.idea == "bait" else None
        yield one.told(f"review: {kind_of(told.why)}", told.why.says, _was_so(one, thought, told.why, nodes, line))
    if told.allows:
        yield one.told("review: allowed", told.allows.says, _could_follow(one, told.allows, nodes))


def _was_so(one: Decision, move: int, why: Reason, nodes: int, line: Hint | None) -> bool:
    """A price hangs on the answer that this very search expects: any answer that eats what was laid may be it."""
    if is_a_reason(one, move, why, nodes, line):
        return True
    ideas: object = one.at.game.ideas
    if why.idea != "bait" or not isinstance(ideas, Pricing):
        return False
    after = one.at.after(one.seat, move)
    foe = after.waiting[0]
    costs = ((answer, ideas.price(after.state, one.seat, answer)) for answer in after.numbers(foe))
    said = [
        (answer, cost) for answer, cost in costs if cost and named(cost.says, names_of(one.view)).bilingual == why.says
    ]
    return any(one.claims.costs(after, one.seat, answer, cost) for answer, cost in said)


def _could_follow(one: Decision, allows: Reason, nodes: int) -> bool:
    """Whether the next seat, once the turn has been played on, has an answer of which the sentence is so."""
    at = when_another_decides(one.view, one.move, nodes // 4, 0)
    if at is None:
        return False
    step = Decision(at, at.waiting[0], 0)
    if allows.idea == "forced":
        found = ponder(step.view, 4 * nodes, 0).best.move
        return all(_ends(step, found, nodes, seed, is_winning=True) for seed in range(TRIES))
    return is_an_answer(step, allows.says, *at.numbers(step.seat), spots=allows.spots)


def of_a_puzzle(puzzle: Puzzle, tries: int) -> Iterator[Told]:
    """Why each decision is right, by name and in a sentence, and what wrong ones allow."""
    rng = seeded(len(puzzle.position))
    for found in range(puzzle.decisions):
        asked = judging.decision(puzzle, found)
        one = Decision(asked.position, asked.seat, asked.number)
        why = judging.why(puzzle, found)
        if why:
            yield one.told("puzzle: why", why.says, is_seen(one, one.move, why.says))
        texts = list(one.at.moves(one.seat))
        for text in {texts[below(rng, len(texts))] for _ in range(tries)}:
            if not judging.is_right(puzzle, found, text):
                yield from _of_a_wrong_try(one, judging.wrong(puzzle, found, text), text)


def _of_a_wrong_try(one: Decision, wrong: judging.Wrong, text: str) -> Iterator[Told]:
    if wrong.allows is None:
        return
    at = one.at.copy()
    for shown in (line for frame in wrong.frames for line in frame.lines):
        if shown.seat not in (one.seat, LUCK):
            step = Decision(at.copy(), shown.seat, at.moves(shown.seat)[shown.text])
            yield step.told("puzzle: allowed", wrong.allows.says, is_an_answer(step, wrong.allows.says, step.move))
            return
        number = at.number(shown.seat, shown.text)
        assert number is not None, shown
        at.go(shown.seat, number)


def everything(game: Game, positions: int, nodes: int, puzzles: int | None = None) -> Iterator[Told]:
    """All that is said of so many positions, and of the puzzles."""
    asked = islice(puzzles_of(game).values(), puzzles)
    yield from chain.from_iterable(of_a_decision(one, nodes) for one in islice(decisions(game), positions))
    yield from chain.from_iterable(of_a_puzzle(puzzle, tries=1) for puzzle in asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--positions", type=int, default=2_000)
    parser.add_argument("--nodes", type=int, default=NODES)
    asked = parser.parse_args()
    wrong = 0
    for name in asked.games or GAMES:
        said: Counter[str] = Counter()
        for one in everything(GAMES[name], asked.positions, asked.nodes):
            said[one.kind] += 1
            if not one.is_so:
                wrong += 1
                print(f"FALSE {name} {one}", flush=True)
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(said.items()))
        print(f"{name}: {sum(said.values())} sentences ({kinds})", flush=True)
    print(f"{wrong} false")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
