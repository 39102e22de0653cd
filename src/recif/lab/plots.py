"""Pictures of what was measured, as SVG or PNG by the name of the file. Needs matplotlib (the extra `lab`)."""

from pathlib import Path
from typing import Any

from recif.games.core.contract import Refused, Text
from recif.lab.arena import Outcome
from recif.lab.standings import Standings
from recif.lab.statistics import Duel
from recif.mind.coach.review import Review

FORMS = (".svg", ".png")
CHANCES = Text("chances (%)", "chances (%)")
EVENT = Text("événement", "event")
GAMES_PLAYED = Text("parties", "games")
RATING = Text("Elo (0 : la moyenne)", "Elo (0: the average)")
RATE = Text("taux de victoire de {first} (%)", "win rate of {first} (%)")


def check_form(path: Path | None) -> None:
    """Refused, before anything is computed, where no picture could be written."""
    if path is not None and path.suffix not in FORMS:
        raise Refused(
            "bad-plot",
            Text(f"l’image {path} doit finir par .svg ou .png", f"the plot {path} must end in .svg or .png"),
        )
    if path is not None:
        canvas()


def canvas() -> tuple[Any, Any]:
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        raise Refused(
            "no-matplotlib",
            Text(
                "les images demandent matplotlib : pip install matplotlib",
                "plots need matplotlib: pip install matplotlib",
            ),
        ) from None
    figure, axes = pyplot.subplots(figsize=(9, 4), layout="constrained")
    pyplot.close(figure)
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    return figure, axes


def plot_review(review: Review, names: list[str], path: Path, language: str) -> None:
    """Each seat's chances after every decision; a ring where the game turned."""
    figure, axes = canvas()
    at = [one.index + 1 for one in review.judgements]
    for seat, name in enumerate(names):
        axes.plot(at, [100 * one.after[seat] for one in review.judgements], label=name)
    turns = [one for one in review.judgements if one.is_turning_point]
    axes.scatter(
        [one.index + 1 for one in turns], [100 * one.after[one.seat] for one in turns], s=90, fc="none", ec="black"
    )
    for one in turns:
        axes.text(one.index + 1, 100 * one.after[one.seat] + 3, f"{one.text}{one.mark}")
    axes.set_xlabel(EVENT.say(language))
    axes.set_ylabel(CHANCES.say(language))
    axes.legend()
    figure.savefig(path)


def plot_outcome(outcome: Outcome, path: Path, language: str) -> None:
    """The win rate as games came in, with its 95 % interval."""
    figure, axes = canvas()
    tally, rows = Duel(), []
    for points in outcome.points:
        tally = tally.add(points)
        rows.append((tally.games, 100 * tally.rate, *(100 * end for end in tally.interval)))
    games, rate, low, high = zip(*rows, strict=True)
    axes.plot(games, rate)
    axes.fill_between(games, low, high, alpha=0.2)
    axes.axhline(100 * outcome.fair, color="black", linewidth=0.8)
    axes.set_xlabel(GAMES_PLAYED.say(language))
    axes.set_ylabel(RATE.say(language).format(first=outcome.first))
    axes.set_title(f"{outcome.game}: {outcome.first} – {outcome.second}")
    figure.savefig(path)


def plot_ladder(standings: Standings, path: Path, language: str) -> None:
    """Each player's Elo with its 95 % interval, the best on top."""
    figure, axes = canvas()
    axes.set_ylim(auto=True)
    rows = standings.rows[::-1]
    reach = [[row.elo - row.low for row in rows], [row.high - row.elo for row in rows]]
    axes.errorbar([row.elo for row in rows], [row.name for row in rows], xerr=reach, fmt="o", capsize=4)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel(RATING.say(language))
    axes.set_title(standings.game)
    figure.savefig(path)
