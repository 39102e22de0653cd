"""What moves of Crocodile Pool Party are good for, as one says it to whoever plays.

What a crocodile could eat is what it reaches from where it lies, were it its turn: numbers that nobody has seen yet are
no threat that anybody could name.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.crocodiles import rules
from recif.games.crocodiles.pool import BAR, BARS, WIDTH
from recif.games.crocodiles.pool import name as name_of
from recif.games.crocodiles.tiles import height, kind_of, owner

IDEAS: Mapping[str, Text] = {
    "last": Text("finir quand on mène", "end it while ahead"),
    "double-meal": Text("manger une pile", "eat a pile"),
    "safe-bar": Text("à l’abri au bar", "safe in the bar"),
    "escape": Text("échapper au danger", "out of danger"),
    "meal": Text("un repas", "a meal"),
    "lucky-flip": Text("retourner pour manger", "flip to eat"),
    "flip-away": Text("retourner pour fuir", "flip to get away"),
    "ladder": Text("l’échelle à portée", "the ladder within reach"),
    "fork": Text("deux proies à la fois", "two targets at once"),
    "hunt": Text("se mettre en chasse", "go hunting"),
    "open-bars": Text("ouvrir les bars", "open the bars"),
    "flip": Text("retourner au bon moment", "flip at the right time"),
    "secret": Text("garder le numéro secret", "keep the number secret"),
    "closer": Text("s’approcher du bar", "get closer to the bar"),
    "front": Text("bien se placer", "a good place"),
    "rear": Text("rester en retrait", "stay back"),
    "wall": Text("le long du bord", "along the edge"),
    "middle": Text("au milieu du bassin", "in the middle of the pool"),
    "safe": Text("hors de portée", "out of reach"),
    "quiet-end": Text("finir par le calme", "end it quietly"),
}
PLAIN = ("safe", "closer", "flip", "secret")  # nearly every good move has them
TALL = 3  # tiles of a pile worth a name
SOON = 6  # quiet turns before the end


class Swim(NamedTuple):
    """A move, before and after."""

    before: Record
    after: Record
    seat: int
    start: int
    target: int

    @property
    def foe(self) -> int:
        return 1 - self.seat


def seen(state: Record, seat: int, move: int) -> list[Seen]:
    after = copy(state)
    rules.play(after, seat, move)
    swim = Swim(state, after, seat, move >> 7, move & 127)
    found = list(_found(swim))
    return sorted(found, key=lambda one: list(IDEAS).index(one.idea))


def advice(state: Record, seat: int, move: int) -> Text:
    start, target = move >> 7, move & 127
    if state.phase == rules.PLACING:
        return Text("Placez un nageur ici.", "Put a swimmer here.")
    if start == target:
        return Text("Retournez ce nageur.", "Flip this swimmer.")
    is_swimmer = kind_of(state.pile[start]) == 0
    who = Text("ce nageur", "this swimmer") if is_swimmer else Text("ce crocodile", "this crocodile")
    if target >= BAR:
        return Text(f"Rentrez {who.fr} au bar.", f"Bring {who.en} to the bar.")
    if state.pile[target]:
        return Text("Mangez avec ce crocodile.", "Eat with this crocodile.")
    return Text(f"Faites nager {who.fr} jusqu’ici.", f"Move {who.en} here.")


def _found(swim: Swim) -> Iterator[Seen]:
    if swim.before.phase == rules.PLACING:
        yield from _of_a_place(swim)
    elif swim.start == swim.target:
        yield from _of_a_flip(swim)
    else:
        yield from _of_the_end(swim)
        yield from _of_the_bar(swim) if swim.target >= BAR else _of_a_swim(swim)
        yield from _of_the_others(swim)


def _of_a_place(swim: Swim) -> Iterator[Seen]:
    """§2"""
    rows = {cell // WIDTH for cell in _cells(int(rules.room(swim.before, swim.seat)), swim.seat)}
    front = max(rows) if swim.seat == 0 else min(rows)
    if len(rows) > 1 and swim.target // WIDTH == front:
        words = Text("Devant, vous serez plus vite de l’autre côté.", "At the front, you get across sooner.")
        yield _says("front", words, swim.target)
    elif len(rows) > 1 and swim.target // WIDTH == (min(rows) if swim.seat == 0 else max(rows)):
        words = Text(
            "En retrait, il est plus loin de l’autre camp.",
            "Further back, it is further from the other side.",
        )
        yield _says("rear", words, swim.target)
    if swim.target % WIDTH in (0, WIDTH - 1):
        words = Text("Le long du bord, un côté est déjà protégé.", "Along the edge, one side is covered.")
        yield _says("wall", words, swim.target)
    else:
        words = Text("Au milieu, il a de l’eau des deux côtés.", "In the middle, there is water on both sides.")
        yield _says("middle", words, swim.target)


def _of_a_flip(swim: Swim) -> Iterator[Seen]:
    """§5"""
    numbers = [n for n in range(1, rules.TILES + 1) if int(swim.before.unseen[swim.seat]) >> n & 1]
    eating = [n for n in numbers if _would_eat(swim, n)]
    if eating:
        words = _eats_at_once(len(eating), len(numbers))
        yield _says("lucky-flip", words, swim.start, eating=len(eating), numbers=len(numbers))
    if _is_in_danger(swim.before, swim.foe, swim.start):
        words = Text(
            "Un crocodile pouvait le manger : retourné, il pourra peut-être filer.",
            "A crocodile could eat it: once flipped, it may get away.",
        )
        yield _says("flip-away", words, swim.start)
    words = Text("Retourné, il pourra manger à son tour.", "Once flipped, it can eat too.")
    yield _says("flip", words, swim.start)


def _eats_at_once(eating: int, numbers: int) -> Text:
    if eating == numbers:
        return Text("Quel que soit son numéro, il mange tout de suite.", "Whatever its number, it eats at once.")
    if eating == 1:
        return Text(f"Un numéro sur {numbers} mange tout de suite.", f"One number in {numbers} eats at once.")
    return Text(f"{eating} numéros sur {numbers} mangent tout de suite.", f"{eating} of {numbers} numbers eat at once.")


def _of_the_end(swim: Swim) -> Iterator[Seen]:
    """§9, §10"""
    if swim.after.phase == rules.OVER and int(rules.winners(swim.after)) == 1 << swim.seat:
        words = Text("La partie s’arrête là, et vous êtes devant !", "The game ends here, and you are ahead!")
        yield _says("last", words, swim.start)
    left = rules.QUIET_TURNS - int(swim.after.quiet)
    if 0 < left <= SOON and swim.after.phase == rules.TURN and _lead(swim.after, swim.seat) > 0:
        words = (
            Text(
                "Encore un tour calme et la partie s’arrête : vous menez.",
                "One more quiet turn ends the game, and you lead.",
            )
            if left == 1
            else Text(
                f"Encore {left} tours calmes et la partie s’arrête : vous menez.",
                f"{left} more quiet turns end the game, and you lead.",
            )
        )
        yield _says("quiet-end", words, swim.start, left=left)


def _of_the_bar(swim: Swim) -> Iterator[Seen]:
    """§8"""
    tiles = int(height(swim.before.pile[swim.start]))
    if tiles >= TALL:
        words = Text(f"Une pile de {tiles} au bar : {tiles} points !", f"A pile of {tiles} in the bar: {tiles} points!")
        yield _says("safe-bar", words, swim.start, tiles=tiles)
    else:
        fr = (
            "Au bar, plus rien ne peut le manger : 1 point."
            if tiles == 1
            else "Au bar, rien ne peut plus les manger : 2 points."
        )
        en = "In the bar, nothing can eat it: 1 point." if tiles == 1 else "In the bar, nothing can eat them: 2 points."
        yield _says("safe-bar", Text(fr, en), swim.start, tiles=tiles)
    if not rules.is_open(swim.before):
        words = Text(
            "Les bars s’ouvrent : même une tuile seule pourra y rentrer.",
            "The bars open: even single tiles may enter now.",
        )
        yield _says("open-bars", words, swim.start)


def _of_a_swim(swim: Swim) -> Iterator[Seen]:
    """§4, §6, §7"""
    prey = int(height(swim.before.pile[swim.target]))
    if prey > 1:
        words = Text(f"Ce crocodile mange une pile de {prey}.", f"This crocodile eats a pile of {prey}.")
        yield _says("double-meal", words, swim.target, prey=prey)
    elif prey:
        is_swimmer = kind_of(swim.before.pile[swim.target]) == 0
        fr, en = ("un nageur", "a swimmer") if is_swimmer else ("un crocodile", "a crocodile")
        yield _says("meal", Text(f"Ce crocodile mange {fr}.", f"This crocodile eats {en}."), swim.target, prey=prey)
    if swim.after.phase != rules.TURN:
        return
    if _is_in_danger(swim.before, swim.foe, swim.start) and not _is_in_danger(swim.after, swim.foe, swim.target):
        words = Text(
            "Un crocodile pouvait le manger ; ici, aucun de ceux qu’on voit ne l’atteint.",
            "A crocodile could eat it; here, no crocodile that is face up can reach it.",
        )
        yield _says("escape", words, swim.target)
    if _can_bank(swim.after, swim.seat, swim.target) and not _can_bank(swim.before, swim.seat, swim.start):
        words = Text("D’ici, votre bar est à portée d’un coup.", "From here your bar is one move away.")
        yield _says("ladder", words, swim.target)
    if not _is_in_danger(swim.after, swim.foe, swim.target):
        words = Text(
            "Ici, aucun crocodile déjà retourné ne peut le manger.", "Here, no crocodile that is face up can eat it."
        )
        yield _says("safe", words, swim.target)
    if kind_of(swim.before.pile[swim.start]) == 0:
        words = Text("Tant qu’il nage, son numéro reste secret.", "As long as it swims, its number stays secret.")
        yield _says("secret", words, swim.target)
    if _way_home(swim.target, swim.seat) < _way_home(swim.start, swim.seat):
        yield _says("closer", Text("Il se rapproche de votre bar.", "It gets closer to your bar."), swim.target)


def _of_the_others(swim: Swim) -> Iterator[Seen]:
    """What is threatened, and what no longer is."""
    if swim.after.phase != rules.TURN:
        return
    moved = {swim.start, swim.target}
    saved = (_prey(swim.before, swim.foe) - _prey(swim.after, swim.foe) - moved) & _tiles_of(swim.after, swim.seat)
    if saved:
        fr, en = ("celui-là", "that one") if len(saved) == 1 else ("ceux-là", "those")
        words = Text(
            f"Plus aucun crocodile retourné ne menace {fr}.",
            f"No crocodile that is face up threatens {en} any more.",
        )
        yield _says("escape", words, *sorted(saved))
    fresh = _prey(swim.after, swim.seat) - _prey(swim.before, swim.seat)
    if len(fresh) > 1:
        words = Text("Vous menacez plusieurs proies à la fois.", "You threaten several tiles at once.")
        yield _says("fork", words, *sorted(fresh))
    elif fresh:
        words = Text("Vous menacez de manger ici.", "You threaten to eat here.")
        yield _says("hunt", words, *fresh)


def _says(idea: str, words: Text, *cells: int, **facts: int) -> Seen:
    return Seen(idea, words, tuple(name_of(cell) for cell in cells), facts)


def _cells(half: int, seat: int) -> list[int]:
    return [seat * rules.HALF + bit for bit in range(rules.HALF) if half >> bit & 1]


def _tiles_of(state: Record, seat: int) -> set[int]:
    tops = int(state.tops[seat, 0]) | int(state.tops[seat, 1]) << rules.HALF
    return {cell for cell in range(rules.CELLS) if tops >> cell & 1}


def _turned(state: Record, seat: int) -> Any:
    turned: Any = copy(state)
    turned.turn, turned.phase, turned.flipped = seat, rules.TURN, 0
    return turned


def _moves(state: Record, seat: int) -> list[tuple[int, int]]:
    """§3 What a seat could do, were it its turn."""
    out = np.zeros(rules.MOVES, np.int64)
    count = rules.moves(_turned(state, seat), seat, out)
    return [(int(move) >> 7, int(move) & 127) for move in out[:count]]


def _prey(state: Record, hunter: int) -> set[int]:
    """§7 Enemy tiles that a crocodile of the hunter could eat, were it its turn."""
    return {target for _, target in _moves(state, hunter) if target < BAR and _is_enemy(state, hunter, target)}


def _is_enemy(state: Record, hunter: int, cell: int) -> bool:
    return bool(state.pile[cell]) and int(owner(state.pile[cell])) != hunter


def _is_in_danger(state: Record, hunter: int, cell: int) -> bool:
    return cell in _prey(state, hunter)


def _can_bank(state: Record, seat: int, cell: int) -> bool:
    """§8 Whether the pile on a cell could enter the bar, were it its turn."""
    return (cell, BAR + seat) in _moves(state, seat)


def _would_eat(swim: Swim, number: int) -> bool:
    """§5 Whether the tile could eat at once with this number."""
    charged: Any = _turned(swim.before, swim.seat)
    charged.pile[swim.start] += number
    return any(
        start == swim.start and target < BAR and _is_enemy(charged, swim.seat, target)
        for start, target in _moves(charged, swim.seat)
    )


def _lead(state: Record, seat: int) -> int:
    return int(height(state.bar[seat]) - height(state.bar[1 - seat]))


def _way_home(cell: int, seat: int) -> int:
    """Steps, as the crow flies, to the nearest cell of the seat's bar."""
    return min(abs(cell % WIDTH - end % WIDTH) + abs(cell // WIDTH - end // WIDTH) for end in BARS[seat])
