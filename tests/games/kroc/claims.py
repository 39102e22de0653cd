"""Whether what the coach says of a bite is so, by a second reading: the scene, and points counted card by card."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from recif.games.core.contract import Text
from recif.games.core.ideas import Seen
from recif.games.core.position import Position

Scene = dict[str, Any]
COLOURS = ("yellow", "blue")
FIGURES: set[int] = set()


def holds(before: Position, seat: int, move: int, one: Seen) -> bool:
    return CLAIMS[one.idea](before.game.words.scene(before.state, seat), seat, one)


def advises(at: Position, seat: int, move: int, said: Text) -> bool:
    """Piles by their numbers; a card by its name and whose it is."""
    text = at.game.words.text(at.state, seat, move)
    victim, _, card = text.partition(":")
    if card:
        return f" from @{victim}." in said.en and card in said.en
    one, _, two = text.partition("+")
    return set(re.findall(r"\d", said.en)) == {one, *two} and ("twice" in said.en) == (one == two)


def hides(scene: Scene, *piles: int) -> bool:
    """Whether the sentence had to leave open what lies there face down."""
    return any(None in scene["piles"][pile]["cards"] for pile in piles or range(len(scene["piles"])))


def kept(scene: Scene, seat: int) -> Counter[str]:
    return Counter(scene["seats"][seat]["kept"])


def cards(scene: Scene, pile: int) -> Counter[str]:
    return Counter(card for card in scene["piles"][pile]["cards"] if card)


def taken(scene: Scene, seat: int, pile: int) -> Counter[str]:
    """What a seat would have, had it the cards of a pile that can be seen."""
    gone = {"treasure", "bottle"} | (set() if "bones" in scene["biting"] else {"bone"})
    return kept(scene, seat) + Counter({card: n for card, n in cards(scene, pile).items() if card not in gone})


def points(scene: Scene, seat: int, own: Counter[str]) -> int:
    platters = min(own["platter"], 2 if "appetite" in scene["biting"] else 1)
    skewers = sum(own[colour] + 1 for colour in COLOURS if own[colour] > 1)
    others = [kept(scene, other)["bone"] for other in range(len(scene["seats"])) if other != seat]
    bones = 5 if own["bone"] and own["bone"] >= max(others) else 0
    return 3 * platters + skewers + own["lollipop"] + 2 * own["salad"] + bones


def worth(scene: Scene, seat: int, pile: int) -> int:
    return points(scene, seat, taken(scene, seat, pile)) - points(scene, seat, kept(scene, seat))


def worths(scene: Scene, seat: int) -> list[int]:
    return [worth(scene, seat, pile) for pile in range(len(scene["piles"]))]


def others(scene: Scene, seat: int) -> list[int]:
    return [other for other in range(len(scene["seats"])) if other != seat]


def tridents(scene: Scene, seat: int, one: Seen) -> int:
    return kept(scene, seat)["trident"] + cards(scene, one.facts["pile"])["trident"]


def is_fifth(scene: Scene, seat: int, one: Seen) -> bool:
    if scene["phase"] == "stealing":
        return kept(scene, seat)["trident"] == 4
    return tridents(scene, seat, one) >= 5


def makes_a_skewer(scene: Scene, seat: int, one: Seen) -> bool:
    colour = COLOURS[one.facts["kind"] - 1]
    now = taken(scene, seat, one.facts["pile"])[colour]
    return kept(scene, seat)[colour] < 2 <= now and one.facts["points"] == now + 1


def skewers(scene: Scene, one: Seen) -> list[Seen]:
    """The skewers, one of each colour, that the other shark could make of the pile."""
    own = taken(scene, one.facts["other"], one.facts["pile"])
    facts = [{**one.facts, "kind": kind + 1, "points": own[colour] + 1} for kind, colour in enumerate(COLOURS)]
    return [one._replace(facts=fact) for fact in facts]


def lengthens(scene: Scene, seat: int, one: Seen) -> bool:
    colour = COLOURS[one.facts["kind"] - 1]
    return 2 <= kept(scene, seat)[colour] < taken(scene, seat, one.facts["pile"])[colour]


def begins(scene: Scene, seat: int, one: Seen) -> bool:
    """The first of its colour, and another one may still come."""
    colour = COLOURS[one.facts["kind"] - 1]
    is_first = kept(scene, seat)[colour] == 0 and taken(scene, seat, one.facts["pile"])[colour] == 1
    return is_first and scene["unseen"][colour] > 0 and scene["deck"] >= len(scene["piles"])


def steals(scene: Scene, seat: int, one: Seen) -> bool:
    """Some card of the victim's changes points so."""
    victim = one.facts["victim"]
    for card in kept(scene, victim):
        here = {**scene, "seats": [dict(other) for other in scene["seats"]]}
        here["seats"][victim]["kept"] = kept(scene, victim) - Counter([card])
        here["seats"][seat]["kept"] = kept(scene, seat) + Counter([card])
        gain = points(here, seat, kept(here, seat)) - points(scene, seat, kept(scene, seat))
        loss = points(scene, victim, kept(scene, victim)) - points(here, victim, kept(here, victim))
        if (gain, loss) == (one.facts["gain"], one.facts["loss"]):
            return True
    return False


Claim = Callable[[Scene, int, Seen], bool]
CLAIMS: dict[str, Claim] = {
    "fifth": is_fifth,
    "fourth": lambda scene, seat, one: tridents(scene, seat, one) == 4,
    "trident": lambda scene, seat, one: cards(scene, one.facts["pile"])["trident"] == one.facts["count"] > 0,
    "stop-fifth": lambda scene, seat, one: tridents(scene, one.facts["other"], one) >= 5,
    "sure": lambda scene, seat, one: not any(scene["seats"][other]["hungry"] for other in others(scene, seat)),
    "theft": steals,
    "skewer": makes_a_skewer,
    "longer": lengthens,
    "feast": lambda scene, seat, one: (
        worth(scene, seat, one.facts["pile"]) == one.facts["own"] == max(worths(scene, seat))
        and worths(scene, seat).count(one.facts["own"]) == 1
        and ("you can see" in one.says.en) == hides(scene)
    ),
    "snack": lambda scene, seat, one: (
        worth(scene, seat, one.facts["pile"]) == one.facts["own"] > 0
        and ("you can see" in one.says.en) == hides(scene, one.facts["pile"])
    ),
    "left-alone": lambda scene, seat, one: all(
        max(worths(scene, other)) > worth(scene, other, one.facts["pile"]) for other in others(scene, seat)
    ),
    "deny": lambda scene, seat, one: (
        any(makes_a_skewer(scene, one.facts["other"], skewer) for skewer in skewers(scene, one))
        if "skewer" in one.says.en
        else worth(scene, one.facts["other"], one.facts["pile"]) == max(worths(scene, one.facts["other"])) > 0
    ),
    "platter": lambda scene, seat, one: (
        cards(scene, one.facts["pile"])["platter"] > 0
        and kept(scene, seat)["platter"] == 0
        and one.facts["points"] == 3
    ),
    "treasure": lambda scene, seat, one: (
        cards(scene, one.facts["pile"])["treasure"] > 0
        and (
            any(kept(scene, other) for other in others(scene, seat))
            if "heist" in scene["biting"]
            else scene["deck"] > sum(cards(scene, pile)["treasure"] for pile in range(len(scene["piles"])))
        )
    ),
    "bottle": lambda scene, seat, one: (
        cards(scene, one.facts["pile"])["bottle"] > 0 and scene["deck"] >= len(scene["piles"])
    ),
    "start": begins,
    "tall": lambda scene, seat, one: all(
        len(scene["piles"][one.facts["pile"]]["cards"]) == one.facts["height"] > len(pile["cards"])
        for pile in scene["piles"]
        if pile["pile"] != one.facts["shown"]
    ),
    "two-piles": lambda scene, seat, one: len(set(one.spots)) == 2,
    "last-tide": lambda scene, seat, one: scene["deck"] < len(scene["piles"]),
    "blind": lambda scene, seat, one: set(scene["piles"][one.facts["pile"]]["cards"]) == {None},
}
