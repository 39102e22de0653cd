"""Reports as one HTML page each, with nothing to fetch: both languages, light and dark, wide and narrow."""

import json
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from recif.games import GAMES
from recif.games.core.contract import Text
from recif.lab.balance import NAMES, Balance, Estimate, Share
from recif.lab.charts import band, bars, both, figure, histogram, intervals, percent, split, top_of, wins_of
from recif.lab.compare import PERCENT, Difference, differences, fairness, fairness_by_level, verdict
from recif.lab.conclusion import conclusion
from recif.lab.prospects import PLAYOUTS
from recif.lab.stories import CONTEST, POINTS, StoryPlan
from recif.lab.style import SCRIPT, STYLE

BINS = 24


def page(title: Text, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title.en)}</title><style>{on_one_line(STYLE)}</style>"
        '<button id="language" type="button"><span lang="en">Français</span><span lang="fr">English</span></button>'
        f"<main><h1>{both(title)}</h1>{body}</main><script>{on_one_line(SCRIPT)}</script></html>\n"
    )


def on_one_line(text: str) -> str:
    """Every page carries the same style: a line of it, so that what differs between two pages is what they tell."""
    return " ".join(text.split())


def report(balance: Balance, command: str, levels: Sequence[Balance] = ()) -> str:
    """The balance of one set of options; with a row for each of these levels."""
    title = GAMES[balance.plan.game].title
    return page(
        Text(f"{title.fr} : l’équilibre", f"{title.en}: the balance"),
        f'<p class="verdict">{both(conclusion(balance, levels))}</p>{level_table(levels)}'
        + about(balance.plan, balance.games, command)
        + headline(balance)
        + sections(balance),
    )


def level_table(levels: Sequence[Balance]) -> str:
    """Balance may turn with strength: a row for each player that was tried."""
    if not levels:
        return ""
    heads = (
        Text("joueur", "player"),
        NAMES["first"],
        Text("95 %", "95%"),
        Text("parties", "games"),
        Text("différentes", "different"),
    )
    rows = []
    for one in levels:
        first = one.measures["first"]
        cells = (percent(first.value, 1), reach("first", first), figure(one.games, 0), figure(one.distinct, 0))
        rows.append(f"<tr><th>{escape(one.plan.player)}</th>{''.join(f'<td>{both(cell)}</td>' for cell in cells)}</tr>")
    return table(heads, rows)


def pair_table(levels: Sequence[tuple[Balance, Balance]]) -> str:
    """How often the first seat wins with A and with B, a row a level."""
    if not levels:
        return ""
    heads = [Text("joueur", "player")]
    for name in "AB":
        heads += [
            Text(f"{NAMES['first'].fr}, {name}", f"{NAMES['first'].en}, {name}"),
            Text("95 %", "95%"),
            Text("parties différentes", "different games"),
        ]
    rows = []
    for pair in levels:
        cells = ""
        for one in pair:
            first, games = one.measures["first"], figure(one.distinct, 0)
            games = Text(f"{games.fr} / {one.games}", f"{games.en} / {one.games}")
            cells += "".join(
                f"<td>{both(cell)}</td>" for cell in (percent(first.value, 1), reach("first", first), games)
            )
        rows.append(f"<tr><th>{escape(pair[0].plan.player)}</th>{cells}</tr>")
    said = "<br>".join(both(fairness_by_level(*pair)) for pair in levels)
    return f"{table(heads, rows)}<p>{said}</p>"


def comparison(first: Balance, second: Balance, command: str, levels: Sequence[tuple[Balance, Balance]] = ()) -> str:
    """Two sets of options, A and B; with a row for each of these levels."""
    title, found = GAMES[first.plan.game].title, differences(first, second)
    names = [*first.plan.options, *(name for name in second.plan.options if name not in first.plan.options)]
    other = GAMES[second.plan.game].title
    title = title if first.plan.game == second.plan.game else Text(f"{title.fr}, {other.fr}", f"{title.en}, {other.en}")
    sets = "<br>".join(named(name, one.plan, names) for name, one in (("A", first), ("B", second)))
    body = (
        f"<p>{sets}</p>"
        f'<p class="verdict">{both(verdict(found))} {both(fairness(first, second))}</p>{pair_table(levels)}'
        f"{difference_table(found)}{about(first.plan, first.games + second.games, command)}"
    )
    for name, one in (("A", first), ("B", second)):
        body += f"<h2>{named(name, one.plan, names)}</h2>{sections(one)}"
    return page(Text(f"{title.fr} : A ou B", f"{title.en}: A or B"), body)


def named(name: str, plan: StoryPlan, shown: Iterable[str]) -> str:
    chosen = options(plan, shown) or plan.game
    return both(Text(f"{name} : {chosen}", f"{name}: {chosen}"))


def options(plan: StoryPlan, shown: Iterable[str]) -> str:
    """The values of these options, defaults too."""
    game = GAMES[plan.game]
    chosen = {option.name: option.default for option in game.options} | game.check_options(plan.options)
    return ", ".join(f"{name}={written(chosen[name])}" for name in shown if name in chosen)


def written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


BY_NET = Text("Les chances sont celles que dit le réseau du jeu.", "Chances are what the game's net says.")
BY_PLAYOUTS = Text(
    f"Les chances viennent de {PLAYOUTS} parties jouées jusqu’au bout à l’intuition.",
    f"Chances come from {PLAYOUTS} games played out by hunch.",
)


def about(plan: StoryPlan, games: int, command: str) -> str:
    begun, judge = Text("", ""), BY_NET if plan.by_net else BY_PLAYOUTS
    if plan.opening:
        begun = Text(
            f" Jusqu’à {plan.opening} coups au hasard pour commencer.",
            f" Up to {plan.opening} random moves to begin with.",
        )
    fr = (
        f"{games} parties à {plan.seats} de « {plan.player} » contre lui-même"
        f" (une sur {CONTEST} : « {plan.strong} » contre « {plan.weak} »). Graine {plan.seed}.{begun.fr} {judge.fr}"
    )
    en = (
        f"{games} games of {plan.seats}, “{plan.player}” against itself"
        f" (one in {CONTEST}: “{plan.strong}” against “{plan.weak}”). Seed {plan.seed}.{begun.en} {judge.en}"
    )
    return f'<p class="about">{both(Text(fr, en))}<br><code>{escape(command)}</code></p>'


def number(name: str, value: float) -> Text:
    return percent(value, 1) if name in PERCENT else figure(value, 1)


def reach(name: str, one: Estimate) -> Text:
    low, high = number(name, one.low), number(name, one.high)
    return Text(f"{low.fr} … {high.fr}", f"{low.en} … {high.en}")


def headline(balance: Balance) -> str:
    """Every measure, with its interval."""
    cards = [
        f"<div><dt>{both(NAMES[name])}</dt><dd>{both(number(name, one.value))}"
        f"<small>{both(reach(name, one))}</small></dd></div>"
        for name, one in balance.measures.items()
        if one.games
    ]
    note = Text("Petits chiffres : intervalle à 95 %.", "Small figures: the 95% interval.")
    return f"<dl>{''.join(cards)}</dl><p class=about>{both(note)}</p>"


def section(title: Text, says: Text, plot: str) -> str:
    return f"<section><h3>{both(title)}</h3><p>{both(says)}</p>{plot}</section>"


def sections(balance: Balance) -> str:
    parts = [
        section(
            Text("Qui gagne", "Who wins"),
            Text(
                "Part des victoires de chaque place, avec l’intervalle à 95 % ; le trait est l’égalité.",
                "Each seat's part of the wins, with its 95% interval; the line is where all are equal.",
            ),
            intervals(wins_of(balance.seats), 1 / balance.plan.seats, Text("victoires par place", "wins by seat")),
        ),
        sides(balance),
        section(
            Text("Durée", "Length"),
            Text("Combien de parties durent combien de décisions.", "How many games take how many decisions."),
            histogram(balance.lengths, BINS, Text("durées", "lengths"), Text("décisions", "decisions")),
        ),
        section(
            Text("Choix", "Choices"),
            Text(
                "Coups possibles au fil de la partie (moyenne, intervalle).",
                "Legal moves over the course of a game (mean, interval).",
            ),
            band(
                [(one.low, one.value, one.high) for one in balance.widths],
                top_of(max(one.high for one in balance.widths)),
                Text("coups possibles", "legal moves"),
                False,
            ),
        ),
        suspense(balance),
        section(
            Text("Quand c’est joué", "When it is decided"),
            Text(
                "Part de la partie après laquelle le gagnant garde au moins 80 % de chances.",
                "Part of the game after which the winner keeps a chance of at least 80%.",
            ),
            bars(
                [balance.decided.count(point / POINTS) for point in range(POINTS + 1)],
                [percent(point / POINTS) for point in range(POINTS + 1)],
                Text("quand c’est joué", "when it is decided"),
                Text("part de la partie", "part of the game"),
            ),
        ),
        luck(balance),
        things(balance),
    ]
    return "".join(parts)


def sides(balance: Balance) -> str:
    if not balance.sides:
        return ""
    return section(
        Text("Camps", "Sides"),
        Text("Les camps, assis tour à tour à chaque place.", "The sides, each seated in turn on every seat."),
        intervals(wins_of(balance.sides), 1 / balance.plan.seats, Text("victoires par camp", "wins by side")),
    )


def suspense(balance: Balance) -> str:
    comeback = balance.measures["comeback"]
    rate = percent(comeback.value, 1)
    return section(
        Text("Suspense", "Suspense"),
        Text(
            "Chances du futur gagnant au fil de la partie : la moitié des parties sous le trait, huit sur dix dans"
            f" la bande. Retournements (moins de la moitié d’une chance égale, et victoire) : {rate.fr}.",
            "Chances of the later winner over the course of a game: half of the games below the line, eight in ten"
            f" within the band. Comebacks (less than half of an even chance, and a win): {rate.en}.",
        ),
        band(balance.winner, 1.0, Text("chances du gagnant", "the winner's chances"), True),
    )


def luck(balance: Balance) -> str:
    share, skill = balance.measures["luck"], balance.measures["skill"]
    rate, ends, part = percent(skill.value, 1), reach("skill", skill), reach("luck", share)
    fr = f"Le joueur fort bat le faible dans {rate.fr} des parties ({ends.fr})."
    en = f"The strong player beats the weak one in {rate.en} of the games ({ends.en})."
    if not share.games:
        return section(
            Text("Adresse", "Skill"), Text(f"Ce jeu est sans hasard. {fr}", f"This game has no luck. {en}"), ""
        )
    plot = split(share.value, Text("hasard", "luck"), Text("décisions", "decisions"), Text("hasard", "luck"))
    return section(
        Text("Hasard et adresse", "Luck and skill"),
        Text(
            f"Ce qui fait bouger les chances, au carré. {fr} Part du hasard : {part.fr}.",
            f"What moves the chances, squared. {en} Part of luck: {part.en}.",
        ),
        plot,
    )


def things(balance: Balance) -> str:
    used = [share for share in balance.things if share.uses]
    if not used:
        return ""
    return section(
        Text("Ce qui compte", "What matters"),
        Text(
            "Victoires de qui en a eu le plus ; dans le tableau, combien par partie, et ce que chacune change aux"
            " chances sur le moment.",
            "Wins of the side that had more of it; in the table, how many per game, and what one changes in the chances"
            " at that moment.",
        ),
        intervals(wins_of(used), 1 / balance.plan.seats, Text("ce qui compte", "what matters")) + thing_table(used),
    )


def thing_table(used: list[Share]) -> str:
    heads = (Text("", ""), Text("par partie", "per game"), Text("change les chances de", "changes the chances by"))
    rows = [
        f"<tr><th>{both(share.name)}</th><td>{both(figure(share.uses, 1))}</td><td>{gain(share.gain)}</td></tr>"
        for share in used
    ]
    return table(heads, rows)


def table(heads: Iterable[Text], rows: Iterable[str]) -> str:
    head = "".join(f"<th>{both(one)}</th>" for one in heads)
    return f"<div class=scroll><table><tr>{head}</tr>{''.join(rows)}</table></div>"


def gain(one: Estimate | None) -> str:
    if one is None:
        return "—"
    return both(spread(100, one.value, one.low, one.high))


def spread(unit: float, *ends: float) -> Text:
    """A change and its interval."""
    value, low, high = (figure(unit * end, 1, sign="+") for end in ends)
    return Text(f"{value.fr} ({low.fr} … {high.fr})", f"{value.en} ({low.en} … {high.en})")


def difference_table(found: list[Difference]) -> str:
    heads = (Text("", ""), Text("A", "A"), Text("B", "B"), Text("B − A (95 %)", "B − A (95%)"), Text("", ""))
    rows = []
    for one in found:
        unit = 100 if one.name in PERCENT else 1
        change = both(spread(unit, one.value, one.low, one.high))
        sure = both(Text("sûr", "sure")) if one.is_clear else both(Text("pas sûr", "not sure"))
        values = "".join(f"<td>{both(number(one.name, side.value))}</td>" for side in (one.first, one.second))
        kind = ' class="sure"' if one.is_clear else ""
        rows.append(f"<tr{kind}><th>{both(NAMES[one.name])}</th>{values}<td>{change}</td><td>{sure}</td></tr>")
    return table(heads, rows)
