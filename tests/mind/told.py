"""Everything that the coach says of a decision, and whether the rules bear it out after it was said.

    python -m tests.mind.told [game …] [--positions 2000] [--matches 20] [--nodes 300]
    python -m tests.mind.told xok --first 1000 --positions 500 --matches 0 --puzzles 0     a part of it

Positions are those of random games, with every number of seats and every option; reviews are of matches of machines;
puzzles are those of the games. The coach is given views; what it says is held against the whole position, and is short.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, cycle, islice
from typing import NamedTuple

from recif.games import GAMES
from recif.games.core.contract import LUCK, Bilingual, Game
from recif.games.core.ideas import Pricing, named
from recif.games.core.luck import below, seeded
from recif.mind.coach.hint import Hint, hint
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import CLEARLY, PLAYED, names_of
from recif.school.puzzles import judging
from recif.school.puzzles.files import puzzles_of
from recif.school.puzzles.puzzle import Puzzle
from tests.games.setups import random_game, setups_of
from tests.mind.claimed import Decision, Told, is_a_reason, is_an_answer, is_seen, is_taken, is_the_price, kind_of
from tests.mind.looked_back import of_a_judgement, of_reviews

NODES = 300
EVERY = 3  # one decision of three: neighbours are much alike


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
    yield from (one.told("also", also, is_also_so(one, best, also, said)) for also in said.also)
    yield from of_what_is_undone(one, said, best)
    yield from of_more(one, said, best)
    yield from of_the_line(one, said)
    yield from of_a_judgement(one, nodes)


def is_also_so(one: Decision, best: int, also: Bilingual, said: Hint) -> bool:
    return is_seen(one, best, also) or is_the_price(one, best, also, said)


def of_what_is_undone(one: Decision, said: Hint, best: int) -> Iterator[Told]:
    """Whoever is advised what the answer takes is told what that costs the other, and nothing that comes to nothing."""
    ideas: object = one.at.game.ideas
    if not isinstance(ideas, Pricing) or not is_taken(one, said, best):
        return
    costs = [told for told in (said.why and said.why.says, *said.also) if told and is_the_price(one, best, told, said)]
    is_so = len(costs) == 1 and (said.why is None or said.why.idea not in ideas.FRAGILE)
    yield one.told("cost of the answer", costs[0] if costs else said.advice, is_so)


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


class Asked(NamedTuple):
    """How much is looked at; None: all puzzles."""

    positions: int = 2_000
    matches: int = 20
    puzzles: int | None = None
    first: int = 0  # positions before it were looked at by another run


def everything(game: Game, asked: Asked, nodes: int = NODES) -> Iterator[Told]:
    """All that is said of so many positions, of the moves that mattered in matches, and of the puzzles."""
    some = islice(decisions(game), asked.first, asked.first + asked.positions)
    puzzles = islice(puzzles_of(game).values(), asked.puzzles)
    yield from chain.from_iterable(of_a_decision(one, nodes) for one in some)
    yield from of_reviews(game, asked.matches, nodes)
    yield from chain.from_iterable(of_a_puzzle(puzzle, tries=1) for puzzle in puzzles)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game")
    for name, default in Asked._field_defaults.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--nodes", type=int, default=NODES)
    given = vars(parser.parse_args())
    names, nodes, wrong = given.pop("games") or GAMES, given.pop("nodes"), 0
    for name in names:
        said: Counter[str] = Counter()
        for one in everything(GAMES[name], Asked(**given), nodes):
            said[one.kind] += 1
            if not (one.is_so and one.is_short):
                wrong += 1
                print("LONG" if one.is_so else "FALSE", name, one, flush=True)
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(said.items()))
        print(f"{name}: {sum(said.values())} sentences ({kinds})", flush=True)
    print(f"{wrong} false or too long")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
