"""What moves of XOK are good for, as one says it to whoever plays."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import Record, boxed, copy
from recif.games.core.contract import Text
from recif.games.core.hexes import group, step
from recif.games.core.ideas import Seen
from recif.games.xok import rules
from recif.games.xok.effects import effect
from recif.games.xok.notation import cells_in
from recif.games.xok.survey import SURVEY, survey, wins_at_once

IDEAS: Mapping[str, Text] = {
    "ten": Text("la chaîne de dix", "the chain of ten"),
    "bite-in-time": Text("mordre à temps", "bite in time"),
    "block": Text("boucher le passage", "block the way"),
    "fork": Text("deux façons de finir", "two ways to finish"),
    "cut": Text("couper la chaîne", "cut the chain"),
    "threat": Text("menacer de finir", "threaten to finish"),
    "double-meal": Text("double repas", "double meal"),
    "bridge": Text("le pont", "the bridge"),
    "rescue": Text("manger avant d’être mangé", "eat before you are eaten"),
    "bait": Text("l’appât", "the bait"),
    "occupy": Text("prendre sa place", "take their place"),
    "grow": Text("agrandir sa chaîne", "grow the chain"),
    "toothless": Text("plus un requin contre vous", "no sharks left against you"),
    "sturdy": Text("une chaîne solide", "a sturdy chain"),
    "meal": Text("un repas", "a meal"),
    "school": Text("un autre banc", "another school"),
    "edge": Text("le long du bord", "along the edge"),
    "open-water": Text("au large", "open water"),
}
FRAGILE = (
    "grow",
    "bridge",
    "sturdy",
    "open-water",
    "edge",
    "school",
)  # of what was just laid: not true once it is eaten
FEW = 4  # pieces on the board while a game begins
SHARKS = ("un petit requin", "a small shark"), ("un grand requin", "a big shark")


class Laying(NamedTuple):
    """A move and all that the ideas ask about it."""

    before: Record
    after: Record
    seat: int
    move: int
    eaten: int  # cells
    laid: int  # cells

    @property
    def foe(self) -> int:
        return 1 - self.seat


def seen(state: Record, seat: int, move: int) -> list[Seen]:
    if move == rules.SWAP:
        return []
    after = copy(state)
    rules.play(after, seat, move)
    eaten = int(effect(boxed(state, rules.State), seat, move)[0])
    found = list(_found(Laying(state, after, seat, move, eaten, _laid(move))))
    return sorted(found, key=lambda one: list(IDEAS).index(one.idea))


def price(after: Record, seat: int, answer: int) -> Seen | None:
    """What it costs the other to eat what was just laid."""
    plane, foe = (answer >> 6) - rules.PAIRS, 1 - seat
    if plane < 0:
        return None
    left = int(after.sharks_left[foe, plane // 6]) - 1
    total = _sharks(after, foe) - 1
    look = Laying(after, after, seat, answer, 0, 1 << (answer & 63))
    if total == 0:
        words = Text("Si @F mange ici, c’est avec son dernier requin.", "If @F eats here, it takes their last shark.")
    elif left == 0:
        kind = SHARKS[plane >= 6]
        words = Text(f"Si @F mange ici, cela lui coûte {kind[0]}.", f"If @F eats here, it costs them {kind[1]}.")
    else:
        words = Text("Si @F mange ici, cela lui coûte un requin.", "If @F eats here, it costs them a shark.")
    return _says(look, "bait", words, left=total)


def advice(state: Record, seat: int, move: int) -> Text:
    if move == rules.SWAP:
        foe = 1 - seat
        return Text(
            f"Échangez : les deux poissons de @{foe} deviennent les vôtres.", f"Swap: @{foe}’s two fish become yours."
        )
    if move >> 6 < rules.PAIRS:
        return Text("Posez deux poissons ici.", "Lay two fish here.")
    fr, en = SHARKS[0] if (move >> 6) - rules.PAIRS < 6 else SHARKS[1]
    return Text(f"Posez {fr} ici.", f"Put {en} here.")


def _found(look: Laying) -> Iterator[Seen]:
    """§6 and what leads there."""
    size = _size(look.after, look.seat)
    if size >= rules.LONG_ENOUGH:
        words = Text(f"Vous reliez {size} pièces : gagné !", f"You join {size} pieces: you win!")
        yield _says(look, "ten", words, size=size)
    if look.after.won:
        return
    yield from _of_threats(look)
    if look.eaten:
        yield from _of_a_meal(look)
    yield from _of_chains(look)


def _of_threats(look: Laying) -> Iterator[Seen]:
    if can_finish(look.before, look.foe) and not can_finish(look.after, look.foe):
        yield _parried(look)
    if not can_finish(look.after, look.seat) or can_finish(look.after, look.foe):
        return
    if _is_unstoppable(look):
        yield _says(
            look,
            "fork",
            Text(
                "Au prochain coup vous finissez : @F ne peut plus l’empêcher.",
                "You finish next turn: @F can no longer stop you.",
            ),
        )
    else:
        yield _says(
            look,
            "threat",
            Text("Vous menacez de relier dix pièces au prochain coup.", "You threaten to join ten pieces next turn."),
        )


def _parried(look: Laying) -> Seen:
    """How the other was kept from ten: a bite takes what they needed, or one sits where they would have joined."""
    if look.eaten:
        words = Text(
            "Vous mordez à temps : sinon, @F reliait dix pièces au prochain coup.",
            "You bite in time: otherwise, @F would join ten pieces next turn.",
        )
        return _says(look, "bite-in-time", words, look.eaten)
    words = Text(
        "Vous bouchez le passage : sinon, @F reliait dix pièces au prochain coup.",
        "You block the way: otherwise, @F would join ten pieces next turn.",
    )
    return _says(look, "block", words)


def _of_a_meal(look: Laying) -> Iterator[Seen]:
    count, was, left = look.eaten.bit_count(), _size(look.before, look.foe), _size(look.after, look.foe)
    if was - left > count:
        yield _says(
            look,
            "cut",
            Text(
                f"Ce requin coupe la chaîne de @F : de {was} à {left}.",
                f"This shark cuts @F's chain from {was} to {left}.",
            ),
            look.eaten,
            was=was,
            left=left,
        )
    if count > 1:
        words = Text(
            f"Ce requin mange {_NUMBERS[count].fr} poissons d’un coup.",
            f"This shark eats {_NUMBERS[count].en} fish at once.",
        )
        yield _says(look, "double-meal", words, look.eaten, eaten=count)
    else:
        yield _says(
            look, "meal", Text("Ce requin mange un poisson.", "This shark eats a fish."), look.eaten, eaten=count
        )
    saved = _exposed(look.before, look.seat) & ~_exposed(look.after, look.seat)
    if saved.bit_count() > 1:
        words = Text(
            "Au prochain coup, rien ne pourra manger ces poissons-là.", "Nothing can eat these fish next turn."
        )
        yield _says(look, "rescue", words, saved, saved=saved.bit_count())


def _of_chains(look: Laying) -> Iterator[Seen]:
    was, now = _size(look.before, look.seat), _size(look.after, look.seat)
    pieces = look.laid.bit_count()
    own = int(look.after.fish[look.seat] | look.after.sharks[look.seat])
    chain = int(group(look.laid & -look.laid, own))
    parts = _groups(chain & ~look.laid)
    if len(parts) > 1 and now > was:
        words = Text(
            f"Vous reliez {_NUMBERS[len(parts)].fr} bancs : {chain.bit_count()} pièces.",
            f"You join {_NUMBERS[len(parts)].en} schools: {chain.bit_count()} pieces.",
        )
        yield _says(look, "bridge", words, chain, parts=len(parts), size=chain.bit_count())
    elif now > was and was and chain.bit_count() == now and parts:
        words = Text(f"Votre chaîne passe de {was} à {now} pièces.", f"Your chain grows from {was} to {now} pieces.")
        yield _says(look, "grow", words, chain, was=was, now=now)
    yield from _of_the_foe(look)
    if pieces == 2 and not parts and was > 2 and not _can_eat_all(look):
        yield _says(
            look,
            "school",
            Text(
                "Un autre banc, à part : @F ne mangera pas tout d’un coup.",
                "Another school, set apart: @F cannot eat it all at once.",
            ),
        )
    edge = int(look.before.board) & ~_inland(look.before)
    if pieces == 2 and look.laid & edge == look.laid:
        words = Text(
            "Au bord, les requins ont moins de place pour mordre.", "At the edge, sharks have less room to bite."
        )
        yield _says(look, "edge", words)
    if _count(look.before) < FEW and look.laid & _inland(look.before) == look.laid:
        words = Text(
            "Au milieu, on peut relier dans toutes les directions.", "From the middle you can join in every direction."
        )
        yield _says(look, "open-water", words)


def _of_the_foe(look: Laying) -> Iterator[Seen]:
    """What the other can no longer do."""
    could, can = _best_chain(look.before, look.foe), _best_chain(look.after, look.foe)
    if not look.eaten and could - can > 1:
        words = Text(
            f"Vous prenez la place où @F aurait relié {could} pièces.",
            f"You take the spot where @F would have joined {could}.",
        )
        yield _says(look, "occupy", words, could=could, can=can)
    if _sharks(look.after, look.foe) == 0 and look.laid.bit_count() == 2:
        yield _says(
            look,
            "toothless",
            Text(
                "@F n’a plus de requin : ces poissons sont tranquilles.", "@F has no shark left: these fish are safe."
            ),
        )
        return
    now, worst = _size(look.after, look.seat), _worst_chain(look)
    if now > 4 and worst >= now - 1:
        words = Text(
            f"Même mordue, votre chaîne garde {worst} pièces.", f"Even when bitten, your chain keeps {worst} pieces."
        )
        yield _says(look, "sturdy", words, worst=worst)


def _says(look: Laying, idea: str, words: Text, cells: int = 0, **facts: int) -> Seen:
    foe = f"@{look.foe}"
    said = Text(words.fr.replace("@F", foe), words.en.replace("@F", foe))
    return Seen(idea, said, tuple(cells_in(look.after, cells or look.laid)), facts)


_NUMBERS = [
    Text(*both.split())
    for both in ("zéro no", "un one", "deux two", "trois three", "quatre four", "cinq five", "six six")
]


def _laid(move: int) -> int:
    """§1, §2 The cells on which a move puts pieces."""
    cell = 1 << (move & 63)
    return cell | int(step(cell, move >> 6)) if move >> 6 < rules.PAIRS else cell


def _size(state: Record, seat: int) -> int:
    return int(rules.longest(state, seat)).bit_count()


def _count(state: Record) -> int:
    return sum(int(state.fish[seat] | state.sharks[seat]).bit_count() for seat in range(2))


def _sharks(state: Record, seat: int) -> int:
    return int(sum(state.sharks_left[seat]))


def _groups(cells: int) -> list[int]:
    found = []
    while cells:
        found.append(int(group(cells & -cells, cells)))
        cells &= ~found[-1]
    return found


def _inland(state: Record) -> int:
    """Cells whose neighbours are all on the board."""
    board = cells = int(state.board)
    for direction in range(6):
        cells &= int(step(board, direction))
    return cells & board


def can_finish(state: Record, seat: int) -> bool:
    """§6 Whether a seat could make ten, were it its turn."""
    turned = _turned(state, seat)
    found = np.zeros(SURVEY, np.int64)
    survey(turned, seat, found)
    return bool(wins_at_once(turned, seat, found))


def _turned(state: Record, seat: int) -> Any:
    turned: Any = copy(state)
    turned.turn = seat
    return turned


def _moves(state: Record, seat: int) -> list[int]:
    """§1, §2 What a seat could play, were it its turn."""
    out = np.zeros(rules.MOVES, np.int64)
    return [int(move) for move in out[: rules.moves(_turned(state, seat), seat, out)]]


def _played(state: Record, seat: int, move: int) -> Record:
    after = _turned(state, seat)
    rules.play(after, seat, move)
    return after


def _is_unstoppable(look: Laying) -> bool:
    """Whether every answer leaves a way to finish, and none wins."""
    answers = (_played(look.after, look.foe, move) for move in _moves(look.after, look.foe))
    return all(not answer.won and can_finish(answer, look.seat) for answer in answers)


def _bites(state: Record, seat: int) -> list[int]:
    return [move for move in _moves(state, seat) if move >> 6 >= rules.PAIRS]


def _meals(state: Record, seat: int) -> list[int]:
    """§3 The fish of a seat that each bite of the other would eat, were it its turn."""
    found = []
    for move in _bites(state, 1 - seat):
        kind, way = divmod((move >> 6) - rules.PAIRS, 6)
        found.append(int(rules.reach(kind, way, 1 << (move & 63))) & int(state.fish[seat]))
    return found


def _exposed(state: Record, seat: int) -> int:
    """The fish of a seat that the other could eat, were it its turn."""
    cells = 0
    for meal in _meals(state, seat):
        cells |= meal
    return cells


def _can_eat_all(look: Laying) -> bool:
    return int(look.after.fish[look.seat]) in _meals(look.after, look.seat)


def _best_chain(state: Record, seat: int) -> int:
    """The longest chain that a seat could have after one move, were it its turn."""
    return max((_size(_played(state, seat, move), seat) for move in _moves(state, seat)), default=0)


def _worst_chain(look: Laying) -> int:
    """The chain that is left after the worst bite."""
    bitten = (_size(_played(look.after, look.foe, move), look.seat) for move in _bites(look.after, look.foe))
    return min(bitten, default=_size(look.after, look.seat))


def alike(state: Record, seat: int, one: int, other: int) -> bool:
    """§3 Sharks on one cell that eat the same fish: only those who draw see the difference, or the reserve does."""
    if min(one, other) >> 6 < rules.PAIRS or one & 63 != other & 63:
        return False
    box = boxed(state, rules.State)
    return bool(effect(box, seat, one) == effect(box, seat, other))
