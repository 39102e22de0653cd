"""A sentence of the coach, the decision that it is about, and whether the rules bear it out."""

from importlib import import_module
from typing import Any, NamedTuple

from recif.games.core.contract import Bilingual, Text
from recif.games.core.ideas import MOST_WORDS, Pricing, named
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.mind.coach.hint import Hint
from recif.mind.coach.prospects import ponder
from recif.mind.coach.reasons import Reason, ideas_of, names_of
from recif.mind.search.think import View
from tests.reading import words_of

TRIES = 3  # games that are played on, where something is said to be sure
ANSWER = " then has a good idea: "


class Told(NamedTuple):
    """A sentence: of which kind, where, and whether it is so."""

    kind: str
    says: Bilingual | Text
    where: str
    is_so: bool

    @property
    def is_short(self) -> bool:
        """Said in one breath, in both languages."""
        return all(len(words_of(words)) <= MOST_WORDS for words in (self.says.fr, self.says.en))


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
        return Told(kind, says, f"{self.at} seat {self.seat}", is_so)


def kind_of(why: Reason) -> str:
    return why.idea if why.idea in ("only", "win", "forced", "shared", "lost") else "idea"


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
        return all(ends(one, move, nodes, seed, is_winning=True) for seed in range(TRIES))
    if why.idea == "lost":
        return all(ends(one, move, nodes, seed, is_winning=False) for seed in range(TRIES))
    return is_seen(one, move, why.says) or is_the_price(one, move, why.says, said)


def is_the_price(one: Decision, move: int, says: Bilingual, said: Hint | None) -> bool:
    """What the expected answer costs: the one that the same search expects, and that eats what was laid."""
    ideas: object = one.at.game.ideas
    if not isinstance(ideas, Pricing) or said is None or not is_taken(one, said, move):
        return False
    after, (foe, text) = one.at.after(one.seat, move), said.line[1]
    answer = after.moves(foe)[text]
    cost = ideas.price(after.state, one.seat, answer)
    is_said = cost is not None and named(cost.says, names_of(one.view)).bilingual == says
    return is_said and bool(one.claims.costs(after, one.seat, answer, cost))


def is_taken(one: Decision, said: Hint, move: int) -> bool:
    """Whether the answer to expect eats what the advised move lays."""
    if len(said.line) < 2 or said.line[1][0] == one.seat:
        return False
    after, (foe, text) = one.at.after(one.seat, move), said.line[1]
    laid = one.at.game.words.parts(one.at.state, one.seat, move)["cells"]
    eats = after.game.words.parts(after.state, foe, after.moves(foe)[text]).get("eats", [])
    return bool({*laid} & {*eats})


def ends(one: Decision, move: int, nodes: int, seed: int, is_winning: bool) -> bool:
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
