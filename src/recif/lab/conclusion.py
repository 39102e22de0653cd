"""What a study shows, in a sentence with its uncertainty; and how it changes from level to level."""

from collections.abc import Sequence

from recif.games.core.contract import Text
from recif.lab.balance import Balance, Estimate
from recif.lab.charts import percent


def conclusion(balance: Balance, levels: Sequence[Balance] = ()) -> Text:
    """Whether the first seat is better off among players of this strength; then, among those of others."""
    first, even, who = balance.measures["first"], 1 / balance.plan.seats, balance.plan.player
    value, ends, said = percent(first.value, 1), _ends(first), _side(first, even)
    fr = f"Entre joueurs « {who} », la première place gagne {value.fr} des parties ({ends.fr}) : {said.fr}."
    en = f"Between players “{who}” the first seat wins {value.en} of the games ({ends.en}): {said.en}."
    more = [text for text in (_by_level(levels, even), copies_text(balance)) if text.en]
    return Text(" ".join([fr, *(one.fr for one in more)]), " ".join([en, *(one.en for one in more)]))


def _ends(one: Estimate) -> Text:
    low, high = percent(one.low, 1), percent(one.high, 1)
    return Text(f"de {low.fr} à {high.fr}", f"{low.en} to {high.en}")


def _side(first: Estimate, even: float) -> Text:
    if first.low > even:
        return Text("elle est avantagée", "it is better off")
    if first.high < even:
        return Text("elle est désavantagée", "it is worse off")
    return Text("rien ne montre qu’elle soit avantagée ou désavantagée", "it is not shown to be better or worse off")


def _by_level(levels: Sequence[Balance], even: float) -> Text:
    """Whether the answer is the same at every strength."""
    better = [one.plan.player for one in levels if one.measures["first"].low > even]
    worse = [one.plan.player for one in levels if one.measures["first"].high < even]
    if better and worse:
        up, down = ", ".join(better), ", ".join(worse)
        return Text(
            f"Cela change avec la force : elle est avantagée pour {up}, désavantagée pour {down}.",
            f"That turns with strength: it is better off for {up}, worse off for {down}.",
        )
    if levels and len(better or worse) == len(levels):
        return Text("Il en va de même à tous les niveaux essayés.", "It is the same at every level that was tried.")
    return Text("", "")


def copies_text(balance: Balance) -> Text:
    """Said wherever some games came several times."""
    if balance.distinct == balance.games:
        return Text("", "")
    return Text(
        f"Sur {balance.games} parties, {balance.distinct} sont différentes ; les intervalles en tiennent compte.",
        f"Of {balance.games} games {balance.distinct} are different; the intervals allow for that.",
    )
