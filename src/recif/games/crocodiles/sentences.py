"""What happens in Crocodile Pool Party, told in whole sentences."""

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import LUCK, REFEREE, Text
from recif.games.crocodiles import pool, rules
from recif.games.crocodiles.notation import SEATS, Tile, parts, tiles_in
from recif.games.crocodiles.tiles import height, numbers_in

RED_OR_YELLOW = (Text("rouge", "red"), Text("jaune", "yellow"))
ENDINGS = {
    "alone": Text("un camp n’a plus personne dans l’eau", "one side has nobody left in the water"),
    "quiet": Text("c’est le quarantième tour calme de suite", "that makes forty quiet turns in a row"),
    "stuck": Text("plus personne ne peut jouer", "nobody can play any more"),
}


def sentence(state: Record, seat: int, move: int, viewer: int = REFEREE) -> Text:
    after = copy(state)
    if seat == LUCK:
        rules.befall(after, move)
        said = outcome_said(state, move)
    else:
        rules.play(after, seat, move)
        said = move_said(state, seat, move)
    end = aftermath(state, after)
    fr, en = said.fr + "".join(f" ; {e.fr}" for e in end), said.en + "".join(f"; {e.en}" for e in end)
    return Text(f"{fr[0].upper()}{fr[1:]}.", f"{en[0].upper()}{en[1:]}.")


def move_said(state: Record, seat: int, move: int) -> Text:
    part, who = parts(state, seat, move), SEATS[seat]
    if part["kind"] == "place":
        return Text(f"{who.fr} place un nageur en {part['to']}", f"{who.en} puts a swimmer on {part['to']}")
    start = part["from"]
    if part["kind"] == "flip":
        return Text(f"{who.fr} retourne le nageur de {start}", f"{who.en} flips the swimmer on {start}")
    mover = pile_name(tiles_in(int(state.pile[move >> 7])))
    if part["kind"] == "bank":
        return Text(
            f"{mover.fr} entre depuis {start} au bar de {who.fr}", f"{mover.en} enters {who.en}'s bar from {start}"
        )
    said = Text(f"{mover.fr} va de {start} en {part['to']}", f"{mover.en} goes from {start} to {part['to']}")
    if part["kind"] == "swim":
        return said
    prey = pile_name(tiles_in(int(state.pile[move & 127])))
    return Text(f"{said.fr} et mange {prey.fr}", f"{said.en} and eats {prey.en}")


def pile_name(tiles: list[Tile]) -> Text:
    """The top tile, and how many it carries with it."""
    top = tile_name(tiles[-1])
    if len(tiles) == 1:
        return top
    return Text(f"{top.fr} (pile de {len(tiles)})", f"{top.en} (a pile of {len(tiles)})")


def tile_name(tile: Tile) -> Text:
    colour, number = RED_OR_YELLOW[tile[0]], tile[1]
    if number:
        return Text(f"le crocodile {colour.fr} {number}", f"the {colour.en} crocodile {number}")
    return Text(f"un nageur {colour.fr}", f"a {colour.en} swimmer")


def outcome_said(state: Record, number: int) -> Text:
    tile = tile_name((int(rules.colour_due(state)), number))
    if state.phase == rules.FLIPPED:
        cell = pool.name(int(state.flipped))
        return Text(f"c’est {tile.fr} en {cell}", f"it is {tile.en} on {cell}")
    bar = SEATS[int(rules.hidden(state)) >> 6]
    return Text(
        f"une tuile du bar de {bar.fr} se retourne : {tile.fr}", f"a tile in {bar.en}'s bar turns out to be {tile.en}"
    )


def aftermath(before: Record, after: Record) -> list[Text]:
    """What else the event brings: a crocodile that cannot move, the end of the game, its winner, a pass."""
    said = []
    if before.phase == rules.FLIPPED and after.phase != rules.CHARGE:
        said.append(Text("il ne peut pas bouger", "it cannot move"))
    if ending(after) and before.phase != rules.REVEAL:
        said.append(ENDINGS[ending(after)])
    if after.phase == rules.OVER:
        said.append(result(after))
    if has_passed(before, after):
        other = SEATS[1 - int(after.turn)]
        said.append(Text(f"{other.fr} ne peut rien jouer et passe", f"{other.en} cannot play and passes"))
    return said


def has_passed(before: Record, after: Record) -> bool:
    return bool(before.phase != rules.PLACING and after.phase == rules.TURN and after.turn == before.turn)


def ending(state: Record) -> str:
    """§9 Why the game is at its end; empty while it is not."""
    if state.phase not in (rules.REVEAL, rules.OVER):
        return ""
    if not state.tops[0].any() or not state.tops[1].any():
        return "alone"
    return "quiet" if state.quiet >= rules.QUIET_TURNS else "stuck"


def ended(state: Record) -> Text:
    """§9, §10 Why the game is over, where the points come from, and what decides between equal bars."""
    said, more = ENDINGS[ending(state)], counted(state)
    return Text(
        f"{said.fr[0].upper()}{said.fr[1:]}. {more.fr}",
        f"{said.en[0].upper()}{said.en[1:]}. {more.en}",
    )


def counted(state: Record) -> Text:
    """§10 One point a tile; of equal bars, the numbers added up."""
    few, many = sorted(int(height(bar)) for bar in state.bar)
    low, high = sorted(int(numbers_in(bar)) for bar in state.bar)
    if few != many:
        return Text(
            f"Chaque tuile au bar vaut un point : {many} à {few}.",
            f"Each tile in a bar is worth one point: {many} to {few}.",
        )
    if low != high:
        return Text(
            f"Autant de tuiles aux deux bars : les numéros additionnés décident : {high} contre {low}.",
            f"Both bars have as many tiles: the numbers, added up, decide: {high} to {low}.",
        )
    if not many:
        return Text("Aucune tuile n’est rentrée au bar.", "No tile made it to a bar.")
    return Text("Les deux bars se valent : tuiles et numéros.", "Both bars are equal, in tiles and in numbers.")


def result(state: Record) -> Text:
    """§10 Who wins, with the tiles in the bars."""
    won = int(rules.winners(state))
    low, high = sorted(int(height(bar)) for bar in state.bar)
    if won == 0b11:
        return Text(f"victoire partagée, {high} à {low}", f"a shared win, {high} to {low}")
    who = SEATS[won >> 1]
    return Text(f"{who.fr} gagne, {high} à {low}", f"{who.en} wins, {high} to {low}")
