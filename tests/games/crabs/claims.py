"""Whether what the coach says of a card is so, by a second reading: what the seat's scene shows before and after."""

from collections.abc import Callable
from typing import Any

from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.core.position import Position

FIGURES = {1, 9, 10}  # names of cards
SIGNS = {"A": "α", "O": "Ω"}
VERBS = {"give": "Give away", "drop": "Discard", "mix": "Put", "pinch": "Send back"}
DECKS = {"c": "crab", "p": "octopus"}
WORDS = {"pass": "Pass.", "stop": "Stop there.", "accept": "Let it happen."}


def advises(at: Position, seat: int, move: int, said: Text) -> bool:
    text = at.game.words.text(at.state, seat, move)
    word, _, card = text.rpartition(":")
    if text in WORDS:
        return said.en == WORDS[text]
    sign = SIGNS.get(card[:-1], f"the {card[:-1]}")
    where = f" back into the {DECKS[card[-1]]} deck" if word == "mix" else ""
    return said.en == f"{VERBS.get(word, 'Play')} {sign}{where}."


def holds(before: Position, seat: int, move: int, one: Seen) -> bool:
    return CLAIMS[one.idea](Case(before, seat, move), one)


class Case:
    def __init__(self, before: Position, seat: int, move: int) -> None:
        words, self.end = before.game.words, before.copy()
        self.seat, self.text = seat, words.text(before.state, seat, move)
        self.moves = before.moves(seat)
        before.game.rules.play(self.end.state, seat, move)
        self.before, self.after = words.scene(before.state, seat), words.scene(self.end.state, seat)
        self.card = self.text.rpartition(":")[2]

    @property
    def foe(self) -> int:
        return 1 - self.seat

    def steps(self) -> list[str]:
        return [] if self.before["inked"] else self.before["effects"].get(self.card, [])


def hand(scene: dict[str, Any], seat: int) -> list[str]:
    found: list[str] = scene["seats"][seat]["hand"]
    return found


def held(scene: dict[str, Any], seat: int) -> int:
    return sum(scene["seats"][seat]["backs"].values())


def numbers(case: Case) -> list[int]:
    ranks = [text[:-1] for text in case.moves if ":" not in text and text[-1] in "cp"]
    return [int(rank) for rank in ranks if rank.isdigit() and int(rank) > 1]


def does(*words: str) -> Callable[[Case, Seen], bool]:
    """The card has this effect, or the step itself is it."""
    return lambda case, one: any(word in case.steps() or case.text.startswith(f"{word}:") for word in words)


def goes_to_the_other(case: Case, one: Seen) -> bool:
    if not case.text.startswith("mix:"):
        return "mix" in case.steps()
    return bool(case.card[-1] != case.before["seats"][case.seat]["side"])


def resisted(case: Case) -> str:
    """The sign of the other's card whose effect is at stake: the last on the pile that is not a 1."""
    laid = next(one for one in reversed(case.before["pile"]) if one["card"][:-1] != "1")
    assert laid["seat"] == case.foe
    rank = str(laid["card"][:-1])
    return SIGNS.get(rank, rank)


def is_lowest(case: Case, one: Seen) -> bool:
    own = int(case.card[:-1])
    return own == min(numbers(case)) < max(numbers(case)) and not case.before["inverted"]


CLAIMS: dict[str, Callable[[Case, Seen], bool]] = {
    "last-card": lambda case, one: case.end.winners == (case.seat,),
    "almost": lambda case, one: (
        held(case.after, case.seat) == one.facts["left"] <= 2
        and case.after["decks"][case.after["seats"][case.seat]["side"]] == 0
    ),
    "resist": lambda case, one: (
        case.before["phase"] == "answer" and case.card[:-1] == "1" and f"'s {resisted(case)}." in one.says.en
    ),
    "restore": lambda case, one: bool(case.before["cancelled"]) and case.after["phase"] == "answer",
    "omega": lambda case, one: case.card[0] == "O" and case.after["leader"] == case.seat,
    "alpha": lambda case, one: case.card[0] == "A" and case.before["phase"] == "lead",
    "again": does("again"),
    "away": does("drop"),
    "give": does("give"),
    "send-back": goes_to_the_other,
    "turn-round": does("invert"),
    "pinch": does("pinch"),
    "ink": does("ink"),
    "theft": lambda case, one: "steal" in case.steps() and held(case.before, case.foe) > 0,
    "hard-to-beat": lambda case, one: (
        int(case.card[:-1]) == one.facts["rank"] > (min(numbers(case)) if "lower card" in one.says.en else 8)
        and not case.after["inverted"]
        and "invert" not in case.steps()
    ),
    "just-enough": is_lowest,
    "low-lead": lambda case, one: case.before["phase"] == "lead" and is_lowest(case, one),
    "save-one": lambda case, one: (
        case.text == "accept" and any(card[:-1] == "1" for card in hand(case.before, case.seat))
    ),
    "save-omega": lambda case, one: any(card[0] == "O" for card in hand(case.after, case.seat)),
    "pass": lambda case, one: len(case.moves) > 1 and case.after["leader"] == case.foe,
}
