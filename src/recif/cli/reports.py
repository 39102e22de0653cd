"""Arena and reviews on a terminal: a progress bar while it works, then a table."""

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from recif.console.screen import Screen
from recif.games.core.contract import Text
from recif.lab.arena import Bout, Outcome, hold
from recif.lab.statistics import Duel
from recif.match.match import Match
from recif.mind.coach.judgement import Judgement
from recif.mind.coach.review import Review, review

COLUMNS = (
    Text("n°", "no"),
    Text("place", "seat"),
    Text("joué", "played"),
    Text("meilleur", "best"),
    Text("chances", "chances"),
    Text("perdu", "lost"),
)
ACCURACY = Text("Précision : {parts}", "Accuracy: {parts}")
ALL_WELL = Text("Aucune faute trouvée.", "No mistake found.")
LUCK = Text("Hasard (tirages) : {parts}", "Luck (draws): {parts}")
BARS = "▁▂▃▄▅▆▇█"
TURNED = Text("La partie a tourné ici : {moves}", "The match turned here: {moves}")
WIDEST = 64  # bars of a curve
VERDICTS = {
    "stronger": Text("le premier est plus fort", "the first is stronger"),
    "not stronger": Text("le premier n’est pas plus fort", "the first is not stronger"),
    "open": Text("rien n’est tranché", "undecided"),
}


def progress() -> Progress:
    """On standard error, so that results can be piped; gone when it is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=Screen(stderr=True), transient=True)


def show_bout(bout: Bout, jobs: int, language: str) -> Outcome:
    """Hold a bout and tell what came of it."""
    with progress() as bar:
        task = bar.add_task(f"{bout.first} – {bout.second}", total=bout.games)

        def heed(tally: Duel) -> None:
            said = f"{bout.first} – {bout.second}  {100 * tally.rate:.1f} %"
            bar.update(task, completed=tally.games, description=said)

        outcome = hold(bout, jobs, heed)
    print(line_of(outcome, language))
    return outcome


def line_of(outcome: Outcome, language: str) -> str:
    rate, low, high = (f"{100 * part:.1f}" for part in (outcome.rate, outcome.low, outcome.high))
    elo = "" if outcome.elo is None else f", Elo {outcome.elo:+.0f}"
    share = Text(elo, elo)
    if outcome.fair != 0.5:
        times = f"{outcome.rate / outcome.fair:.2f}"
        share = Text(f", {times} fois sa part entre égaux", f", {times} times a fair share")
    pair, verdict = f"{outcome.first} – {outcome.second}", VERDICTS[outcome.verdict]
    return Text(
        f"{pair} : {rate} % (entre {low} et {high} % à 95 %), {outcome.games} parties{share.fr} ; {verdict.fr}",
        f"{pair}: {rate}% (95% interval {low}% to {high}%), {outcome.games} games{share.en}; {verdict.en}",
    ).say(language)


def show_review(match: Match, names: list[str], nodes: int, seed: int, is_all: bool, language: str) -> Review:
    """Review a match and show the decisions that cost something, or all of them."""
    with progress() as bar:
        task = bar.add_task(match.game.title.say(language))

        def heed(_: Judgement, done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        reviewed = review(match, nodes, seed, heed)
    console = Screen(highlight=False)
    shown = [one for one in reviewed.judgements if is_all or one.mark]
    console.print(judgement_table(shown, names, language) if shown else ALL_WELL.say(language), markup=False)
    for line in summary_lines(reviewed, names, language):
        console.print(line, markup=False)
    return reviewed


def judgement_table(judged: list[Judgement], names: list[str], language: str) -> Table:
    table = Table(*(column.say(language) for column in COLUMNS))
    for one in judged:
        before, after = (f"{100 * chances[one.seat]:.0f}" for chances in (one.before, one.after))
        lost = f"{100 * one.loss:.0f} {one.mark}" if one.loss else ""
        best = "" if one.best == one.text else one.best
        table.add_row(str(one.index + 1), names[one.seat], one.text, best, f"{before} → {after} %", lost)
    return table


def summary_lines(reviewed: Review, names: list[str], language: str) -> list[str]:
    by_index = {one.index: one for one in reviewed.judgements}
    moves = ", ".join(f"{index + 1} {by_index[index].text}" for index in reviewed.turning_points)
    parts = ", ".join(
        f"{name} {'—' if share is None else f'{share:.0f} %'}"
        for name, share in zip(names, reviewed.accuracies, strict=True)
    )
    turned = [TURNED.say(language).format(moves=moves)] if moves else []
    drawn = ", ".join(f"{name} {100 * part:+.0f}" for name, part in zip(names, reviewed.luck, strict=False))
    luck = [LUCK.say(language).format(parts=drawn)] if drawn else []
    return [*curves(reviewed, names), *turned, ACCURACY.say(language).format(parts=parts), *luck]


def curves(reviewed: Review, names: list[str]) -> list[str]:
    """Each seat's chances after every decision, a bar each; a long match is thinned out to fit the line."""
    every = -(-len(reviewed.judgements) // WIDEST)
    shown = [one.after for one in reviewed.judgements[:: max(every, 1)]]
    wide = max(map(len, names))
    return [
        f"{name:<{wide}}  {''.join(BARS[min(int(after[seat] * len(BARS)), len(BARS) - 1)] for after in shown)}"
        for seat, name in enumerate(names)
    ]


def seat_names(match: Match, people: list[str], language: str) -> list[str]:
    """What seats are called: by their people where the record names them all."""
    if len(people) == match.seats:
        return people
    return [match.game.words.seat_name(match.position.state, seat).say(language) for seat in range(match.seats)]
