"""Two sets of options side by side: what differs, by how much, and how sure that is."""

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import NamedTuple

from recif.games.core.contract import Text
from recif.lab.balance import NAMES, Balance, Estimate
from recif.lab.statistics import Z95

CHANCE = 0.05  # of calling any difference where there is none, all measures together


class Difference(NamedTuple):
    """The second less the first; clear if it would not come by chance, even among so many measures."""

    name: str
    first: Estimate
    second: Estimate
    value: float
    low: float
    high: float
    is_clear: bool


def differences(first: Balance, second: Balance) -> list[Difference]:
    names = [name for name in NAMES if first.measures[name].games and second.measures[name].games]
    bar = NormalDist().inv_cdf(1 - CHANCE / len(names) / 2)  # Bonferroni
    return [difference(name, first.measures[name], second.measures[name], bar) for name in names]


def difference(name: str, first: Estimate, second: Estimate, bar: float) -> Difference:
    value = second.value - first.value
    error = sqrt(first.error**2 + second.error**2)
    reach = Z95 * error
    return Difference(name, first, second, value, value - reach, value + reach, abs(value) > bar * error > 0)


def fairness(first: Balance, second: Balance) -> Text:
    """Which set is fairer to the seats, or that it cannot be told; with how unfair each may be."""
    even = 1 / first.plan.seats
    gaps = [balance.measures["first"] for balance in (first, second)]
    off = [abs(gap.value - even) for gap in gaps]
    sure = abs(off[0] - off[1]) > Z95 * sqrt(gaps[0].error ** 2 + gaps[1].error ** 2)
    shares = [f"{100 * gap.value:.1f}" for gap in gaps]
    reach = [f"{100 * (gap.high - gap.low) / 2:.1f}" for gap in gaps]
    fr = f"La première place gagne {shares[0]} % (± {reach[0]}) avec A, {shares[1]} % (± {reach[1]}) avec B"
    fr = fr.replace(".", ",")
    en = f"The first seat wins {shares[0]}% (± {reach[0]}) with A, {shares[1]}% (± {reach[1]}) with B"
    if not sure:
        return Text(f"{fr} : rien ne dit que l’un soit plus juste.", f"{en}: neither is shown to be fairer.")
    better = "A" if off[0] < off[1] else "B"
    return Text(f"{fr} : {better} est plus juste.", f"{en}: {better} is fairer.")


def fairness_by_level(first: Balance, second: Balance) -> Text:
    """The same between players of one strength."""
    who, said = first.plan.player, fairness(first, second)
    fr, en = said.fr[0].lower() + said.fr[1:], said.en[0].lower() + said.en[1:]
    return Text(f"Entre joueurs « {who} », {fr}", f"Between players “{who}”, {en}")


def pairs_of(levels: Sequence[Balance]) -> list[tuple[Balance, Balance]]:
    """A and B of each level, which were played one after the other."""
    return list(zip(levels[::2], levels[1::2], strict=True))


def verdict(found: list[Difference]) -> Text:
    """What differs for sure, in a sentence."""
    clear = [one for one in found if one.is_clear]
    if not clear:
        return Text(
            "Aucune différence n’est sûre avec autant de parties.", "No difference is sure with this many games."
        )
    fr = " ; ".join(f"{NAMES[one.name].fr} {shown(one).fr}" for one in clear)
    en = "; ".join(f"{NAMES[one.name].en} {shown(one).en}" for one in clear)
    return Text(f"Sûr, de A à B : {fr}.", f"Sure, from A to B: {en}.")


PERCENT = {"first", "shared", "comeback", "skill", "luck", "decided"}


def shown(one: Difference) -> Text:
    """In points of a hundred where it is a part of something."""
    unit, points = (100, Text(" points", " points")) if one.name in PERCENT else (1, Text("", ""))
    en = f"{unit * one.value:+.1f}{points.en} ({unit * one.low:+.1f} … {unit * one.high:+.1f})".replace("-", "−")
    return Text(en.replace(".", ","), en)
