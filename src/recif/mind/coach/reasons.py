"""Why a move is good, in a few short sentences: what it wins, takes, prevents, threatens, and what the search measured.

Nothing here knows a game: wins and takings are tried out (`threats`), chances come from the search.
"""

from collections.abc import Iterator

from recif.games.core.contract import Text, listed, seats_in
from recif.mind.coach.phrase import phrase
from recif.mind.coach.prospects import futures
from recif.mind.coach.threats import Prize, danger_after, other_moves, taken, threat_after
from recif.mind.search.think import Idea, Thought, View

TRUSTED = 30  # visits before a move's chances are quoted
CLEARLY = 0.05  # a difference in chances worth telling
PLAYED = 0.1  # of a mixture: moves worth naming


def why(view: View, thought: Thought, seed: int, beside: bool = True) -> Text:
    """Why the best idea is best; `beside` sets its chances beside those of the second one."""
    said = list(mixture(view, thought) if thought.is_mixed else reasons(view, thought, seed, beside))
    return Text(" ".join(text.fr for text in said), " ".join(text.en for text in said))


def reasons(view: View, thought: Thought, seed: int, beside: bool) -> Iterator[Text]:
    verdict = certain(view, thought, seed)
    if verdict:
        yield verdict
        return
    moves = view.position.numbers(view.seat)
    if len(moves) == 1:
        yield Text("C’est le seul coup possible.", "It is the only legal move.")
    yield from takes(view, thought.best.move)
    yield from scores(view, thought.best.move)
    if len(moves) > 1:
        yield from prevents(view, thought.best.move, seed)
    yield from threatens(view, thought.best.move, seed)
    yield from answered(view, thought)
    if beside:
        yield compared(view, thought)


def certain(view: View, thought: Thought, seed: int) -> Text | None:
    """What is beyond doubt: the game won now, won by force, shared, or lost."""
    ends = {future.position.winners for future in futures(view, thought.best.move, seed)}
    if ends == {(view.seat,)}:
        return Text("Ce coup gagne la partie.", "This move wins the game.")
    if thought.best.proven == 1 << view.seat:
        return Text(
            "Ce coup gagne à coup sûr, quoi que fassent les autres.", "This move wins by force, whatever the others do."
        )
    if not thought.proven:
        return None
    if thought.proven >> view.seat & 1:
        return Text("Ce coup assure une victoire partagée.", "This move makes sure of a shared win.")
    winners = seats_in(thought.proven)
    names, (fr, en) = named(view, winners), ("trompe", "goes") if len(winners) == 1 else ("trompent", "go")
    return Text(
        f"Tous les coups perdent si {names.fr} ne se {fr} pas ; aucun ne vaut mieux que celui-ci.",
        f"Every move loses unless {names.en} {en} wrong; none is better than this one.",
    )


def takes(view: View, move: int) -> Iterator[Text]:
    count = taken(view.position, view.seat, move)
    if count:
        yield Text(f"Il prend {pieces(count).fr}.", f"It takes {pieces(count).en}.")


def scores(view: View, move: int) -> Iterator[Text]:
    """Scores that change at once, where neither luck nor anything hidden has a say."""
    coming = futures(view, move, 0) if view.hides_nothing else []
    if len(coming) != 1:
        return
    changes = zip(range(view.position.seats), view.position.scores, coming[0].position.scores, strict=True)
    for seat, old, new in changes:
        if old != new:
            whose = of_seat(view, seat)
            yield Text(f"{whose.fr} passe de {old} à {new}.", f"{whose.en} goes from {old} to {new}.")


def of_seat(view: View, seat: int) -> Text:
    name = named(view, (seat,))
    return (
        Text("Votre score", "Your score")
        if seat == view.seat
        else Text(f"{name.fr} : le score", f"{name.en}: the score")
    )


def prevents(view: View, move: int, seed: int) -> Iterator[Text]:
    """What another seat could do after almost any other move, and cannot after this one."""
    danger = danger_after(view, other_moves(view, move, seed), seed)
    left = danger_after(view, [move], seed)
    if not danger.position or not is_much_more(danger, left):
        return
    seat = danger.position.waiting[0]
    name = named(view, (seat,))
    deed = what(danger, view)
    yield Text(
        f"Il empêche {name.fr} de {deed.fr}{example(view, danger, seat).fr}.",
        f"It keeps {name.en} from {deed.en}{example(view, danger, seat).en}.",
    )


def threatens(view: View, move: int, seed: int) -> Iterator[Text]:
    """What the seat could do next time, more than it could do now."""
    prize = threat_after(view, move, seed)
    now = Prize(False, max(taken(view.position, view.seat, other) for other in view.position.numbers(view.seat)))
    if is_much_more(prize, now):
        deed, such = what(prize, view), example(view, prize, view.seat)
        yield Text(f"Il menace de {deed.fr}{such.fr}.", f"It threatens {deed.en}{such.en}.")


def is_much_more(one: Prize, other: Prize) -> bool:
    """A win, or two pieces more; a single piece counts where there was none."""
    if one.is_win or other.is_win:
        return one.is_win and not other.is_win
    return one.takes >= other.takes + (2 if other.takes else 1)


def what(prize: Prize, view: View) -> Text:
    if prize.is_win:
        return Text("gagner tout de suite", "winning at once")
    return Text(f"prendre {pieces(prize.takes).fr}", f"taking {pieces(prize.takes).en}")


def example(view: View, prize: Prize, seat: int) -> Text:
    """Such a move, where nothing is guessed."""
    if not view.hides_nothing or prize.position is None:
        return Text("", "")
    move = phrase(view.game, prize.position.state, seat, prize.move)
    return Text(f", par exemple ainsi : {move.fr}", f", for example so: {move.en}")


def answered(view: View, thought: Thought) -> Iterator[Text]:
    """What the search expects next: how the seat goes on with its turn, or how another one answers."""
    at = view.position
    for step, after in zip(thought.line, thought.line[1:], strict=False):
        at.game.rules.play(at.state, step.seat, step.move)
        move = phrase(view.game, at.state, after.seat, after.move)
        if after.seat == view.seat:
            yield Text(f"Ensuite : {move.fr}.", f"Then: {move.en}.")
            continue
        name = named(view, (after.seat,))
        yield Text(
            f"Réponse à attendre ({name.fr}) : {move.fr}.",
            f"The answer to expect ({name.en}): {move.en}.",
        )
        return


def compared(view: View, thought: Thought) -> Text:
    """The chances it leaves, beside those of the second idea."""
    best, second = thought.best, runner_up(thought)
    own = Text(f"Vos chances : {percent(best.value).fr}", f"Your chances: {percent(best.value).en}")
    if second is None:
        return Text(f"{own.fr}.", f"{own.en}.")
    move, value = phrase(view.game, view.state, view.seat, second.move), percent(second.value)
    if best.value - second.value < CLEARLY:
        return Text(f"{own.fr} ; {move.fr} vaut presque autant.", f"{own.en}; {move.en} is nearly as good.")
    return Text(f"{own.fr}, contre {value.fr} avec {move.fr}.", f"{own.en}, against {value.en} with {move.en}.")


def runner_up(thought: Thought) -> Idea | None:
    """The next idea, if the search looked at it long enough."""
    trusted = [idea for idea in thought.ideas[1:] if idea.visits >= TRUSTED and not idea.proven]
    return trusted[0] if trusted else None


def mixture(view: View, thought: Thought) -> Iterator[Text]:
    """Seats choose at once: no single move is best, so tell how often each should be played."""
    liked = [idea for idea in thought.ideas if idea.share >= PLAYED] or [thought.best]
    moves = [(phrase(view.game, view.state, view.seat, idea.move), percent(idea.share)) for idea in liked]
    if len(moves) > 1:
        fr = listed([f"{move.fr} ({share.fr})" for move, share in moves], "et")
        en = listed([f"{move.en} ({share.en})" for move, share in moves], "and")
        yield Text(
            f"Tout le monde choisit en même temps : soyez imprévisible, variez entre {fr}.",
            f"Everybody chooses at once: be hard to read, mixing {en}.",
        )
    else:
        yield Text(
            f"Tout le monde choisit en même temps, et {moves[0][0].fr} l’emporte nettement sur les autres choix.",
            f"Everybody chooses at once, and {moves[0][0].en} stands out from the other choices.",
        )
    own = percent(thought.values[view.seat])
    yield Text(f"Vos chances : {own.fr}.", f"Your chances: {own.en}.")


def named(view: View, seats: tuple[int, ...]) -> Text:
    names = [view.game.words.seat_name(view.state, seat) for seat in seats]
    return Text(listed([name.fr for name in names], "et"), listed([name.en for name in names], "and"))


def pieces(count: int) -> Text:
    return Text("une pièce", "one piece") if count == 1 else Text(f"{count} pièces", f"{count} pieces")


def percent(part: float) -> Text:
    return Text(f"{100 * part:.0f} %", f"{100 * part:.0f}%")
