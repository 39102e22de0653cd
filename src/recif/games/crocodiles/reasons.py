"""Why a move of Crocodile Pool Party is refused: a code, a sentence, the rule and the cells."""

from recif.games.core.compiled import Record
from recif.games.core.contract import Text, Why, listed
from recif.games.crocodiles import pool, rules
from recif.games.crocodiles.notation import FLIP_TEXT, PLACE_TEXT, SEATS, SWIM_TEXT, blockers
from recif.games.crocodiles.tiles import kind_of, owner

HOW_TO_PLACE = Text("Placez un nageur : @ et une case, comme @d2.", "Put a swimmer down: @ and a cell, like @d2.")
HOW_TO_MOVE = Text(
    "Ce n’est pas un coup. Écrivez d2-d4 pour nager, d2xd4 pour manger, e13-bar pour le bar, d2! pour retourner.",
    "That is not a move. Write d2-d4 to swim, d2xd4 to eat, e13-bar to enter the bar, d2! to flip.",
)
STEPS = (
    Text("1 ou 2 cases, avec un virage au plus", "1 or 2 steps, with one turn at most"),
    Text("1 case, en diagonale aussi", "1 step, diagonally too"),
    *(Text(f"{n} cases, avec un virage au plus", f"{n} steps, with one turn at most") for n in range(2, 6)),
    Text("6 cases, avec deux virages au plus", "6 steps, with two turns at most"),
)


def why(state: Record, seat: int, text: str) -> Why:
    place, flip, swim = PLACE_TEXT.fullmatch(text), FLIP_TEXT.fullmatch(text), SWIM_TEXT.fullmatch(text)
    found = place or flip or swim
    if not found:
        return Why("not-a-move", HOW_TO_PLACE if state.phase == rules.PLACING else HOW_TO_MOVE)
    names = [name for name in found.groups() if name and name not in ("-", "x", "bar")]
    for name in names:
        if name not in pool.CELL_NAMES:
            told = Text(f"{name} n’est pas une case du bassin.", f"{name} is not a cell of the pool.")
            return Why("off-the-board", told, "1")
    if state.phase == rules.PLACING:
        return why_not_placed(state, seat, names[0]) if place else Why("set-up-first", HOW_TO_PLACE, "2")
    if place:
        return Why("set-up-over", Text("La mise en place est finie.", "The set-up is over."), "2")
    refusal = why_not_chosen(state, seat, names[0])
    if refusal:
        return refusal
    if flip:
        told = Text("Cette tuile est déjà un crocodile.", "That tile is a crocodile already.")
        return Why("already-flipped", told, "5", (names[0],))
    return why_not_swum(state, seat, text, names)


def why_not_placed(state: Record, seat: int, name: str) -> Why:
    """§2 One swimmer at a time, in the own rows, while they have room."""
    cell = pool.CELL_NAMES[name]
    if state.pile[cell]:
        return Why("occupied", Text(f"{name} est déjà prise.", f"{name} is taken already."), "2", (name,))
    rows = rules.HOME_ROWS[seat]
    if cell // pool.WIDTH not in rows:
        low, high = min(rows) + 1, max(rows) + 1
        told = Text(f"Vos rangées vont de {low} à {high}.", f"Your rows are {low} to {high}.")
        return Why("not-your-rows", told, "2", (name,))
    row = cell // pool.WIDTH + 1
    return Why("row-full", Text(f"La rangée {row} est complète.", f"Row {row} is full."), "2", (name,))


def why_not_chosen(state: Record, seat: int, name: str) -> Why | None:
    """§3 A turn moves one of the own tiles; §5 after a flip, the new crocodile."""
    cell = pool.CELL_NAMES[name]
    if cell not in pool.WATER:
        told = Text("Au bar, une tuile ne bouge plus.", "In the bar, a tile does not move any more.")
        return Why("bar-is-safe", told, "8", (name,))
    pile = int(state.pile[cell])
    if not pile:
        return Why("nothing-there", Text(f"Il n’y a rien en {name}.", f"There is nothing on {name}."), "3", (name,))
    if owner(pile) != seat:
        other = SEATS[1 - seat]
        told = Text(f"La tuile en {name} est à {other.fr}.", f"The tile on {name} is {other.en}'s.")
        return Why("not-your-tile", told, "3", (name,))
    if state.phase == rules.CHARGE and cell != state.flipped:
        here = pool.name(int(state.flipped))
        told = Text(
            f"Le crocodile apparu en {here} doit bouger maintenant.",
            f"The crocodile that appeared on {here} must move now.",
        )
        return Why("must-charge", told, "5", (here,))
    return None


def why_not_swum(state: Record, seat: int, text: str, names: list[str]) -> Why:
    """§4 §6 The right number of steps, through empty water, onto a cell that may be landed on."""
    start = pool.CELL_NAMES[names[0]]
    if text.endswith("bar"):
        return why_not_banked(state, seat, start)
    target = pool.CELL_NAMES[names[1]]
    if target == start:
        told = Text(
            "Un coup ne repasse jamais sur une case, même celle du départ.",
            "A move never visits a cell twice, not even its start.",
        )
        return Why("stays-put", told, "3", (names[0],))
    if target not in pool.WATER:
        return why_not_that_bar(state, seat, start, target)
    there, kind = int(state.pile[target]), int(kind_of(int(state.pile[start])))
    if there and owner(there) == seat:
        told = Text(f"{names[1]} est prise par une de vos tuiles.", f"{names[1]} is taken by one of your tiles.")
        return Why("own-tile", told, "4" if kind == 0 else "7", (names[1],))
    if there and kind == 0:
        told = Text(
            "Un nageur ne mange pas : il lui faut une case vide.", "A swimmer does not eat: it needs an empty cell."
        )
        return Why("swimmers-do-not-eat", told, "4", (names[1],))
    return why_no_path(state, start, target, names[1]) or _other_spelling(
        f"{names[0]}{'x' if there else '-'}{names[1]}"
    )


def why_not_banked(state: Record, seat: int, start: int) -> Why:
    """§8 Exactly into the own bar, up a ladder; a single tile only once the bars are open."""
    name = pool.name(start)
    if start in pool.ladders(1 - seat):
        return why_not_their_bar(seat, name)
    if state.pile[start] <= 15 and not rules.is_open(state):
        told = Text(
            "Le bar n’est pas encore ouvert : une pile d’au moins deux tuiles doit entrer la première.",
            "The bar is not open yet: a pile of two tiles or more must enter first.",
        )
        return Why("bar-closed", told, "8", (name,))
    no_path = why_no_path(state, start, pool.BAR + seat, name)
    if no_path and no_path.code == "out-of-reach":
        return why_not_by_ladder(state, seat, start)
    return no_path or _other_spelling(f"{name}-bar")


def why_not_by_ladder(state: Record, seat: int, start: int) -> Why:
    """§8 The last step goes straight from a ladder into the bar, and the number of steps is right."""
    kind, ladders = int(kind_of(int(state.pile[start]))), [pool.name(cell) for cell in pool.ladders(seat)]
    told = Text(
        f"Le dernier pas monte tout droit par une échelle ({listed(ladders, 'ou')}), et "
        f"{_who(kind).fr} avance de {STEPS[kind].fr}.",
        f"The last step goes straight up a ladder ({listed(ladders, 'or')}), and "
        f"{_who(kind).en} moves {STEPS[kind].en}.",
    )
    return Why("out-of-reach", told, "8", (pool.name(start),))


def why_not_that_bar(state: Record, seat: int, start: int, target: int) -> Why:
    if target in pool.BARS[seat]:
        return why_not_banked(state, seat, start)
    return why_not_their_bar(seat, pool.name(target))


def why_not_their_bar(seat: int, shown: str) -> Why:
    own = [pool.name(cell) for cell in pool.BARS[seat]]
    told = Text(
        f"Ce bar n’est pas le vôtre : le vôtre est en {listed(own, 'et')}.",
        f"That bar is not yours: yours is on {listed(own, 'and')}.",
    )
    return Why("not-your-bar", told, "8", (shown,))


def why_no_path(state: Record, start: int, target: int, shown: str) -> Why | None:
    kind = int(kind_of(int(state.pile[start])))
    blocked, rule = blockers(state, start, target), "4" if kind == 0 else "6"
    who = _who(kind)
    if not blocked:
        fr, en = (
            f"Trop loin ou trop près : {who.fr} avance de {STEPS[kind].fr}.",
            f"Too far or too near: {who.en} moves {STEPS[kind].en}.",
        )
        return Why("out-of-reach", Text(fr, en), rule, (shown,))
    if all(blocked):
        cells = tuple(pool.name(cell) for cell in sorted({cell for way in blocked for cell in way}))
        told = Text(
            "Le passage est bloqué : il faut de l’eau vide tout du long.",
            "The way is blocked: the water must be empty all along.",
        )
        return Why("path-blocked", told, rule, cells)
    return None


def _who(kind: int) -> Text:
    return Text(f"le crocodile {kind}", f"crocodile {kind}") if kind else Text("un nageur", "a swimmer")


def _other_spelling(right: str) -> Why:
    return Why("other-spelling", Text(f"Ce coup s’écrit {right}.", f"That move is written {right}."))
