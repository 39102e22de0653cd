"""What steps of Oursins are good for, as one says it to whoever plays.

What a seat could fish is what its pawn would catch on the best urchin, on the board as it is.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.urchins import rules
from recif.games.urchins.notation import names
from recif.games.urchins.rules import ACTING, ADD, DECLINE, OVER, PAWN, RANK, RED, SIDE, YELLOW

IDEAS: Mapping[str, Text] = {
    "last": Text("finir quand on mène", "end it while ahead"),
    "feast": Text("plusieurs carrés d’un coup", "several squares at once"),
    "nose": Text("pêcher au nez d’un autre pion", "catch under another pawn’s nose"),
    "overtake": Text("passer devant", "take the lead"),
    "catch": Text("pêcher", "a catch"),
    "deny": Text("gâcher un carré", "spoil a square"),
    "one-colour": Text("un carré d’une seule couleur", "a square of one colour"),
    "two-colours": Text("un carré de deux couleurs", "a square of two colours"),
    "bigger": Text("un carré plus riche", "a richer square"),
    "twin": Text("deux carrés à choisir", "two squares to choose from"),
    "ready": Text("préparer un carré", "prepare a square"),
    "waiting": Text("le carré est déjà là", "the square is already there"),
    "hurry": Text("presser la fin", "hurry the end"),
    "slow": Text("garder la réserve", "save the reserve"),
    "pile": Text("jouer avec les piles", "play with piles"),
    "slide": Text("glisser loin", "slide far"),
    "pin": Text("clouer un oursin", "pin an urchin"),
    "three": Text("trois oursins sur quatre", "three urchins of four"),
    "safe": Text("ne rien laisser aux autres", "leave nothing to the others"),
}
PLAIN = ("catch", "three", "safe", "pin")  # nearly every good turn has them
SQUARE = 4  # urchins of a square without piles
NEAR_THE_END = 5  # urchins of a colour left
COLOURS = (Text("jaune", "yellow"), Text("rouge", "red"))


class Step(NamedTuple):
    """A step of a turn, before and after."""

    before: Record
    after: Record
    seat: int
    move: int

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(self.before.seats) if seat != self.seat]

    @property
    def spots(self) -> int:
        """The cell where something ends up."""
        return 0 if self.move == DECLINE else 1 << (self.move & 63)


def seen(state: Record, seat: int, move: int) -> list[Seen]:
    after = copy(state)
    rules.play(after, seat, move)
    step = Step(state, after, seat, move)
    found = list(_of_the_pawn(step) if move >= PAWN else _of_an_urchin(step))
    return sorted(found, key=lambda one: list(IDEAS).index(one.idea))


def advice(state: Record, seat: int, move: int) -> Text:
    if move >= PAWN:
        return Text("Posez votre pion ici.", "Put your pawn here.")
    if move == DECLINE:
        return Text("Ne déplacez rien.", "Move nothing.")
    if move >= ADD:
        colour = COLOURS[(move - ADD) >> 6]
        return Text(f"Ajoutez un oursin {colour.fr} ici.", f"Add a {colour.en} urchin here.")
    return Text("Déplacez cet oursin jusqu’ici.", "Move this urchin here.")


def _of_the_pawn(step: Step) -> Iterator[Seen]:
    """§7, §8"""
    caught = int(step.after.taken[step.seat] - step.before.taken[step.seat])
    cell = step.move - PAWN
    squares = _squares(step.before, step.seat, cell)
    if step.after.step == OVER and int(rules.winners(step.after)) == 1 << step.seat:
        yield _says(
            step, "last", "La partie s’arrête là, et vous êtes devant !", "The game ends here, and you are ahead!"
        )
    if caught and len(squares) > 1:
        fr, en = (
            f"Votre pion pêche plusieurs carrés : {caught} oursins.",
            f"Your pawn catches several squares: {caught} urchins.",
        )
        yield _says(step, "feast", fr, en, _union(squares), caught=caught)
    elif caught and (noses := _noses(step, _union(squares))):
        yield _says(
            step,
            "nose",
            f"Le pion de @{noses[0]} n’est pas sur votre diagonale : vous pêchez {caught} oursins.",
            f"@{noses[0]}'s pawn is not on your diagonal: you catch {caught} urchins.",
            _union(squares),
            other=noses[0],
            caught=caught,
        )
    elif caught:
        yield _says(
            step,
            "catch",
            f"Votre pion pêche {caught} oursins.",
            f"Your pawn catches {caught} urchins.",
            _union(squares),
            caught=caught,
        )
    if caught and step.after.step != OVER and not _leads(step.before, step) and _leads(step.after, step):
        fr, en = "Avec cette pêche, vous passez devant.", "With this catch you take the lead."
        yield _says(step, "overtake", fr, en, _union(squares))
    if caught or step.after.step == OVER:
        return
    for other in step.others:
        could, can = could_fish(step.before, other), could_fish(step.after, other)
        if could > can:
            fr = f"Votre pion empêche @{other} de pêcher {could} oursins."
            yield _says(
                step,
                "deny",
                fr,
                f"Your pawn keeps @{other} from catching {could} urchins.",
                other=other,
                could=could,
                can=can,
            )
    missing = _missing(step.after, step.seat, cell)
    if missing:
        yield _says(
            step,
            "ready",
            "Il ne manque qu’un oursin pour un carré autour de votre pion.",
            "One more urchin makes a square around your pawn.",
            missing,
        )
    yield _says(step, "pin", "Sous votre pion, cet oursin ne bouge plus.", "Under your pawn, this urchin stays put.")


def _of_an_urchin(step: Step) -> Iterator[Seen]:
    could, can = could_fish(step.before, step.seat), could_fish(step.after, step.seat)
    if can > could and could < SQUARE:
        yield _of_a_square(step, can)
    elif can > could:
        yield _says(
            step,
            "bigger",
            f"Votre pêche passe de {could} à {can} oursins.",
            f"Your catch grows from {could} to {can} urchins.",
            _best_square(step),
            could=could,
            can=can,
        )
    elif step.move == DECLINE and could >= SQUARE:
        yield _says(
            step,
            "waiting",
            f"Un carré vous attend déjà : {could} oursins.",
            f"A square is already waiting: {could} urchins.",
            _best_square(step),
            could=could,
        )
    if can >= SQUARE and _apart(step.after, step.seat) > 1:
        yield _says(step, "twin", "Vous aurez le choix entre deux carrés.", "You will have two squares to choose from.")
    for other in step.others:
        theirs, left = could_fish(step.before, other), could_fish(step.after, other)
        if theirs > left:
            yield _says(
                step,
                "deny",
                f"Sinon, @{other} pouvait pêcher {theirs} oursins.",
                f"Otherwise @{other} could catch {theirs} urchins.",
                other=other,
                could=theirs,
                can=left,
            )
    yield from _of_the_reserve(step)
    yield from _of_piles(step)
    begun = _begun(step.after, step.spots) & ~_begun(step.before, step.spots)
    if begun and can < SQUARE:
        fr, en = "Il ne manque plus qu’un oursin pour un carré ici.", "One more urchin makes a square here."
        yield _says(step, "three", fr, en, begun)
    if not any(could_fish(step.after, other) for other in step.others):
        fr, en = (
            "Tel quel, le plateau n’offre rien à pêcher aux autres.",
            "As it stands, the board offers the others nothing to catch.",
        )
        yield _says(step, "safe", fr, en)


def _of_the_reserve(step: Step) -> Iterator[Seen]:
    """§5, §8"""
    if step.move >= ADD:
        colour = (step.move - ADD) >> 6
        left = int(step.after.reserve[colour])
        if left <= NEAR_THE_END and _leads(step.before, step):
            fr, en = _near(left, COLOURS[colour])
            yield _says(step, "hurry", fr, en, colour=colour, left=left)
    elif step.before.step == ACTING and min(step.before.reserve) <= NEAR_THE_END and _trails(step):
        yield _says(
            step,
            "slow",
            "Sans ajouter d’oursin, vous gardez du temps pour revenir.",
            "By adding none, you keep time to catch up.",
        )


def _near(left: int, colour: Text) -> tuple[str, str]:
    """§8 The end comes after the turn in which a colour has run out."""
    if not left:
        return (
            f"C’était le dernier {colour.fr} : la partie finit, et vous menez.",
            f"That was the last {colour.en}: the game ends, and you lead.",
        )
    fr = f"Plus qu’un {colour.fr}" if left == 1 else f"Plus que {left} {colour.fr}s"
    return f"{fr} : la fin approche, et vous menez.", f"Only {left} {colour.en} left: the end is near, and you lead."


def _of_piles(step: Step) -> Iterator[Seen]:
    """§3, §4"""
    if step.move >= ADD and int(step.after.piles) & ~int(step.before.piles):
        yield _says(
            step, "pile", "Une pile, c’est deux oursins à pêcher d’un coup.", "A pile is two urchins to catch at once."
        )
    elif DECLINE < step.move < ADD and int(step.before.piles) >> (step.move >> 6) & 1:
        start, end = divmod(step.move >> 6, RANK), divmod(step.move & 63, RANK)
        far = abs(start[0] - end[0]) + abs(start[1] - end[1])
        if far > 1:
            yield _says(
                step,
                "slide",
                "Du haut d’une pile, un oursin glisse aussi loin qu’il veut.",
                "From the top of a pile, an urchin slides as far as it likes.",
                far=far,
            )


def _says(step: Step, idea: str, fr: str, en: str, cells: int = 0, **facts: int) -> Seen:
    return Seen(idea, Text(fr, en), tuple(names(cells or step.spots)), facts)


def _of_a_square(step: Step, can: int) -> Seen:
    """§7 Each diagonal is of one colour: the square is of one or of two."""
    cells = _best_square(step)
    for colour, name in zip((YELLOW, RED), COLOURS, strict=True):
        if int(step.after.tops[colour]) & cells == cells:
            fr, en = (
                f"Voilà un carré tout {name.fr} à pêcher : {can} oursins.",
                f"An all-{name.en} square to catch: {can} urchins.",
            )
            return _says(step, "one-colour", fr, en, cells, can=can)
    fr = f"Voilà un carré à pêcher, une couleur par diagonale : {can} oursins."
    return _says(step, "two-colours", fr, f"A square to catch, one colour per diagonal: {can} urchins.", cells, can=can)


def _noses(step: Step, cells: int) -> list[int]:
    """§7 The others whose pawn stands in what is fished, on the other diagonal."""
    return [other for other in step.others if int(step.before.pawns[other]) & cells]


def _leads(state: Record, step: Step) -> bool:
    return all(state.taken[step.seat] > state.taken[other] for other in step.others)


def _trails(step: Step) -> bool:
    return any(step.before.taken[step.seat] < step.before.taken[other] for other in step.others)


def _union(squares: list[int]) -> int:
    cells = 0
    for square in squares:
        cells |= square
    return cells


def _squares(state: Record, seat: int, cell: int) -> list[int]:
    """§7 The squares that a seat's pawn would fish from a cell."""
    foes = int(rules.enemies(state, seat))
    found = []
    for own, other in rules.SQUARES[cell]:
        diagonals = (int(own), int(other))
        if not diagonals[0] & foes and all(_is_of_one_colour(state, diagonal) for diagonal in diagonals):
            found.append(diagonals[0] | diagonals[1])
    return found


def _is_of_one_colour(state: Record, diagonal: int) -> bool:
    return any(int(state.tops[colour]) & diagonal == diagonal for colour in (YELLOW, RED))


def _catch(state: Record, seat: int, cell: int) -> int:
    cells = _union(_squares(state, seat, cell)) & ~int(rules.enemies(state, seat))
    return cells.bit_count() + (cells & int(state.piles)).bit_count()


def _perches(state: Record) -> list[int]:
    perches = int(rules.perches(state))
    return [cell for cell in range(RANK * SIDE) if perches >> cell & 1]


def could_fish(state: Record, seat: int) -> int:
    return max((_catch(state, seat, cell) for cell in _perches(state)), default=0)


def _best_square(step: Step) -> int:
    best = max(_perches(step.after), key=lambda cell: _catch(step.after, step.seat, cell))
    return _union(_squares(step.after, step.seat, best))


def _apart(state: Record, seat: int) -> int:
    """How many squares without a common cell the seat could fish, one after the other."""
    found: list[int] = []
    for cell in _perches(state):
        for square in _squares(state, seat, cell):
            if not any(square & other for other in found):
                found.append(square)
    return len(found)


def _missing(state: Record, seat: int, cell: int) -> int:
    """§4, §7 Empty cells where one more urchin would make a square around the seat's pawn."""
    cells, empty = 0, int(rules.empty_cells(state))
    for own, other in rules.SQUARES[cell]:
        lacking = (int(own) | int(other)) & empty
        if lacking.bit_count() != 1:
            continue
        for colour in (YELLOW, RED):
            if state.reserve[colour] and _would_fish(state, seat, cell, colour, lacking):
                cells |= lacking
    return cells


def _begun(state: Record, near: int) -> int:
    """§7 Empty cells where one more urchin would make a square that has one of these cells."""
    cells, empty = 0, int(rules.empty_cells(state))
    for cell in range(RANK * SIDE):
        for own, other in rules.SQUARES[cell] if empty >> cell & 1 else ():
            diagonal, across = int(own) & ~(1 << cell), int(other)
            if (diagonal | across) & near and _is_of_one_colour(state, across) and _can_match(state, diagonal):
                cells |= 1 << cell
    return cells


def _can_match(state: Record, cell: int) -> bool:
    """§4 Whether the reserve still has an urchin of the colour that a cell shows."""
    return any(int(state.tops[colour]) & cell and state.reserve[colour] for colour in (YELLOW, RED))


def _would_fish(state: Record, seat: int, cell: int, colour: int, lacking: int) -> bool:
    after = copy(state)
    after.tops[colour] |= lacking
    return any(square & lacking for square in _squares(after, seat, cell))
