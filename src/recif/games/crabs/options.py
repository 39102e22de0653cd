"""The options of Crabe vs Poulpe: two sets of effects, who is the crab, and what your own cards say."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from reprlib import repr as shortly
from typing import Any

from recif.games.core.contract import Option, Refused, Text
from recif.games.crabs.steps import LAST_ONLY, MOST_STEPS, NUMBERS, STEPS, packed

MODES = ("symmetric", "asymmetric")
RESIST = ("chain", "once")
BACKS = "cp"
KEY = re.compile(r"([2-9]|10)([cp]?)", re.ASCII)
LIKE = '{"9": "steal", "10c": "mix draw", "2p": ""}'


def refused(fr: str, en: str) -> Refused:
    return Refused("bad-option", Text(f"option effects : {fr}", f"option effects: {en}"))


@dataclass(frozen=True)
class Effects(Option):
    """A map from a number, or a number and a back, to the steps that it does; the rest stays as the mode has it."""

    def check(self, value: Any) -> dict[str, str]:
        """One entry a number where both sides agree, else one a side, in order."""
        if not isinstance(value, Mapping):
            raise refused(
                f"une table de cartes et d’effets, comme {LIKE} ; reçu : {shortly(value)}",
                f"a map from cards to effects, like {LIKE}; got {shortly(value)}",
            )
        found = {_key(key): _steps(key, steps) for key, steps in value.items()}
        by_side = {(n, back): found.get((n, back), found.get((n, ""))) for n in NUMBERS for back in BACKS}
        checked = {}
        for number in NUMBERS:
            crab, octopus = (by_side[number, back] for back in BACKS)
            if crab is not None and crab == octopus:
                checked[str(number)] = crab
            else:
                checked |= {
                    f"{number}{back}": s for back, s in zip(BACKS, (crab, octopus), strict=True) if s is not None
                }
        return checked

    def numbers(self, value: Mapping[str, str]) -> list[int]:
        """The steps of every number of the crabs, then of the octopuses; −1 where the mode decides."""
        chosen = [value.get(f"{n}{back}", value.get(str(n))) for back in BACKS for n in NUMBERS]
        return [-1 if steps is None else packed(steps) for steps in chosen]

    def samples(self) -> tuple[dict[str, str], ...]:
        return {}, {"3": "draw mix", "5": "pinch give", "6": "steal drop", "9c": "give give again", "9p": ""}


def _key(key: Any) -> tuple[int, str]:
    match = KEY.fullmatch(key) if isinstance(key, str) else None
    if match is None:
        raise refused(
            f"{shortly(key)} n’est pas une carte à effet ; écrivez un nombre de 2 à 10, suivi de c ou p"
            " s’il ne s’agit que d’un camp : 9, 9c, 9p",
            f"{shortly(key)} is not a card with an effect; write a number from 2 to 10, then c or p"
            " if it is for one side only: 9, 9c, 9p",
        )
    return int(match[1]), match[2]


def _steps(key: Any, value: Any) -> str:
    if not isinstance(value, str):
        raise refused(
            f"l’effet de {key} est un texte, comme 'draw drop' ; reçu : {shortly(value)}",
            f"the effect of {key} is a text, like 'draw drop'; got {shortly(value)}",
        )
    steps = value.split()
    unknown = [step for step in steps if step not in STEPS]
    if unknown:
        raise refused(
            f"{key} : il n’y a pas d’étape {shortly(unknown[0])} ; étapes : {', '.join(STEPS)}",
            f"{key}: there is no step {shortly(unknown[0])}; steps: {', '.join(STEPS)}",
        )
    if len(steps) > MOST_STEPS:
        raise refused(
            f"{key} : {len(steps)} étapes ; un effet en a au plus {MOST_STEPS}",
            f"{key}: {len(steps)} steps; an effect has at most {MOST_STEPS}",
        )
    early = [step for step in steps[:-1] if step in LAST_ONLY]
    if early:
        raise refused(
            f"{key} : {early[0]} ne peut être que la dernière étape", f"{key}: {early[0]} can only be the last step"
        )
    return " ".join(steps)


OPTIONS = (
    Option(
        "mode",
        Text("Effets", "Effects"),
        MODES[0],
        MODES,
        (
            Text("les mêmes pour les deux camps", "the same for both sides"),
            Text("différents pour chaque camp", "different for each side"),
        ),
    ),
    Option(
        "crabs_seat",
        Text("Qui joue les crabes", "Who plays the crabs"),
        0,
        (0, 1),
        (Text("la première place, qui commence", "the first seat, which starts"), Text("la seconde", "the second")),
    ),
    Effects("effects", Text("Effets de votre boîte", "Effects of your box"), {}, tuple(STEPS), (), "map"),
    Option(
        "resist",
        Text("Un 1 sur un 1", "A 1 on a 1"),
        RESIST[0],
        RESIST,
        (Text("oui, tant qu’il y en a", "yes, as long as there are any"), Text("non", "no")),
        since=2,
    ),
)
