"""What puzzles of Crabe vs Poulpe are about."""

from collections.abc import Mapping

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import Text
from recif.games.core.themes import alike as alike
from recif.games.core.themes import in_order
from recif.games.crabs import rules
from recif.games.crabs.cards import ALPHA, OMEGA, ONE, RANKS
from recif.games.crabs.steps import AGAIN, DRAW, DROP, GIVE, INVERT, MIX, PINCH, STEAL, STEP_BITS

THEMES: Mapping[str, Text] = {
    "last-card": Text("la dernière carte", "the last card"),
    "resist": Text("résister avec un 1", "resist with a 1"),
    "accept": Text("laisser faire", "let it happen"),
    "pinch": Text("pincer", "pinch"),
    "omega": Text("le bon moment pour Ω", "the right time for Ω"),
    "alpha": Text("commencer avec α", "start with α"),
    "give": Text("le bon cadeau", "the right gift"),
    "away": Text("se débarrasser d’une carte", "get rid of a card"),
    "again": Text("rejouer", "play again"),
    "turn-round": Text("renverser l’ordre", "turn the order round"),
    "theft": Text("voler", "steal"),
    "pass": Text("savoir passer", "know when to pass"),
    "lead": Text("bien commencer la manche", "a good start"),
    "climb": Text("jouer plus haut", "play higher"),
}
SAID = {rules.PASS: "pass", rules.STOP: "pass", rules.ACCEPT: "accept"}
STEPS = {GIVE: "give", DROP: "away", MIX: "away", PINCH: "pinch"}
EFFECTS = {
    PINCH: "pinch",
    GIVE: "give",
    AGAIN: "again",
    INVERT: "turn-round",
    STEAL: "theft",
    DROP: "away",
    MIX: "away",
}


def themes(state: Record, seat: int, move: int) -> list[str]:
    after = copy(state)
    rules.play(after, seat, move)
    found = ["last-card"] if after.won == 1 << seat else []
    word, card = move >> 5, move & 31
    if move in SAID:
        found.append(SAID[move])
    elif word in STEPS:
        found.append(STEPS[word])
    else:
        found += _of_a_card(state, card)
    return in_order(THEMES, found)


def _of_a_card(state: Record, card: int) -> list[str]:
    rank = card % RANKS
    if rank == ONE and state.left:
        return ["resist"]
    if rank == OMEGA:
        return ["omega"]
    if rank == ALPHA:
        return ["alpha"]
    effect = 0 if state.inked else int(state.effects[card])
    steps = [effect >> shift & 15 for shift in range(0, 4 * STEP_BITS, STEP_BITS)]
    plain = "lead" if state.phase == rules.LEAD else "climb"
    return [EFFECTS[step] for step in steps if step in EFFECTS and step != DRAW] or [plain]
