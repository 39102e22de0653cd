"""The next round: who plays whom, at which game. The same entries and the same secret give the same round."""

from collections.abc import Sequence

from recif.events.arena import pair_waiting
from recif.events.entries import GameOfEvent, RoundPaired
from recif.events.knock_out import is_final, pair_bracket, table_pool
from recif.events.live_event import LiveEvent
from recif.events.lots import Lots
from recif.events.refusals import all_played, no, over, unknown_person
from recif.events.schedule import circle, pools, rounds_of
from recif.events.seating import seat_round
from recif.events.seeds import seeded
from recif.events.starting import check_start, table_sizes
from recif.events.swiss import pair_swiss
from recif.match.provable import Luck

Boards = Sequence[tuple[str, ...]]


def lots_of(event: LiveEvent, luck: Luck) -> Lots:
    """`luck` with its secret; numbers are those of who has joined so far."""
    return Lots(luck, {person: one.number for person, one in event.people.items()})


def pair_next(
    event: LiveEvent,
    luck: Luck,
    at: int,
    by: str,
    fixed: Boards = (),
    reason: str = "",
    waiting: Sequence[str] | None = None,
) -> RoundPaired:
    """The entry of the next round, or Refused. `fixed` are the director's boards; an arena may name who waits."""
    _check_ready(event)
    lots = lots_of(event, luck)
    game = game_of_round(event, lots)
    people = [person for person in (event.waiting if waiting is None else waiting) if person not in _seated(fixed)]
    _check_fixed(event, fixed, game)
    halves = tuple(person for person, one in event.people.items() if one.wants_half and one.left_after is None)
    given = [person for person, one in event.people.items() if one.wants_bye and one.left_after is None]
    is_fixed = event.settings.form == "round-robin"  # whoever still plays: who meets whom is known
    boards, byes, out = _pair(event, people, game, lots) if people or is_fixed else ([], [], [])
    if not boards and not fixed:
        if event.rounds and event.settings.form == "knock-out":
            raise all_played()
        raise no(
            "nobody-left",
            "il ne reste pas assez de monde pour une table : faites revenir quelqu’un, ou terminez le tournoi",
            "too few people are left for a single board: bring somebody back, or end the event",
        )
    return RoundPaired(
        at=at,
        by=by,
        round=len(event.rounds) + 1,
        game=game.game,
        boards=(*map(tuple, fixed), *boards),
        byes=(*byes, *given),
        halves=halves,
        out=tuple(out),
        fixed=len(fixed),
        reason=reason,
    )


def game_of_round(event: LiveEvent, lots: Lots) -> GameOfEvent:
    """One after the other, or drawn: each once before any comes again."""
    games, number = event.settings.games, len(event.rounds)
    if not event.settings.is_drawn:
        return games[number % len(games)]
    lap = number // len(games)
    played = {one.game for one in event.rounds[lap * len(games) :]}
    left = [game for game in games if game.game not in played] or [*games]
    return left[lots.below(len(left), f"game {number + 1}")]


def _seated(boards: Boards) -> set[str]:
    return {person for board in boards for person in board}


def _check_ready(event: LiveEvent) -> None:
    if event.is_over:
        raise over()
    form = event.settings.form
    if not event.rounds:
        check_start(event, len(event.waiting))
    if form not in ("arena", "round-robin") and event.open_boards:
        missing = ", ".join(str(board.number) for board in event.open_boards)
        raise no(
            "still-playing",
            f"il manque le résultat de ces tables : {missing}",
            f"these boards have no result yet: {missing}",
        )
    rounds = rounds_to_play(event)
    if (rounds and len(event.rounds) >= rounds) or _is_won(event):
        raise all_played()


def rounds_to_play(event: LiveEvent) -> int:
    """0 where nobody knows before."""
    if event.settings.form == "round-robin":
        return rounds_of(len(_entrants(event)), event.settings.cycles)
    return event.settings.rounds


def _entrants(event: LiveEvent) -> list[str]:
    """Who was there when the first round was paired, or would be now."""
    if not event.rounds:
        return event.waiting
    first = event.rounds[0]
    there = first.seated | {*first.byes, *first.out}
    return [person for person in event.people if person in there]


def _is_won(event: LiveEvent) -> bool:
    return event.settings.form == "knock-out" and event.settings.seats > 2 and is_final(event)


def _check_fixed(event: LiveEvent, fixed: Boards, game: GameOfEvent) -> None:
    for board in fixed:
        for person in board:
            if person not in event.people:
                raise unknown_person(person)
            if person not in event.waiting:
                raise no("not-here", f"{person} n’est pas libre", f"{person} is not free to play")
        if len(board) not in game.seats:
            raise no(
                "bad-seats",
                f"{game.game} ne se joue pas à {len(board)}",
                f"{game.game} is not for {len(board)} players",
            )
    if fixed and event.settings.form in ("round-robin", "knock-out"):
        raise no(
            "no-fixed-boards",
            "dans cette forme, l’ordre des rencontres est déjà fixé",
            "in this form the order of the meetings is fixed already",
        )


def _pair(
    event: LiveEvent, people: list[str], game: GameOfEvent, lots: Lots
) -> tuple[Boards, Sequence[str], Sequence[str]]:
    """Boards, byes, and who is left out."""
    match event.settings.form:
        case "swiss":
            return (*pair_swiss(event, people, lots), ())
        case "arena":
            is_of_two = event.settings.seats == 2
            boards, out = (
                pair_waiting(event, people, lots) if is_of_two else seat_round(event, people, game.seats, lots)
            )
            return boards, (), out
        case "tables":
            return (*seat_round(event, people, game.seats, lots), ())
        case "round-robin":
            return _pair_round_robin(event, lots)
    return (*_pair_knock_out(event, game, lots), ())


def _pair_round_robin(event: LiveEvent, lots: Lots) -> tuple[Boards, Sequence[str], Sequence[str]]:
    boards: list[tuple[str, ...]] = []
    entrants = _entrants(event)
    for pool in pools(seeded(event, entrants, lots)):
        rounds = circle(sorted(pool, key=lots.of), event.settings.cycles)
        boards += rounds[len(event.rounds)] if len(event.rounds) < len(rounds) else []
    return boards, (), [person for person in entrants if person not in _seated(boards)]


def _pair_knock_out(event: LiveEvent, game: GameOfEvent, lots: Lots) -> tuple[Boards, Sequence[str]]:
    seeds = seeded(event, _entrants(event), lots)
    if event.settings.seats == 2:
        return pair_bracket(event, seeds)
    pool = table_pool(event, seeds)
    tables = dealt_to_tables(pool, game.seats, event.settings.seats)
    seated = _seated(tables)
    return tables, [person for person in pool if person not in seated]


def dealt_to_tables(pool: Sequence[str], allowed: tuple[int, ...], wanted: int) -> list[tuple[str, ...]]:
    """People by seed dealt out to and fro, so that the best meet late; few enough are the final table."""
    sizes = (len(pool),) if len(pool) in allowed else table_sizes(len(pool), allowed, wanted)
    tables: list[list[str]] = [[] for _ in sizes]
    to_and_fro = [*range(len(sizes)), *reversed(range(len(sizes)))]
    order = [table for _ in range(max(sizes, default=0)) for table in to_and_fro]
    people = iter(pool)
    for table in order:
        if len(tables[table]) < sizes[table]:
            tables[table].append(next(people))
    return [tuple(table) for table in tables]
