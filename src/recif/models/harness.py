"""`recif harness`: models and baselines play everybody against everybody, and every match is kept as a record.

Everything but the models' own words follows from the plan and the game's number.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from recif.bots.program import Fault
from recif.games import GAMES
from recif.games.core.luck import below, seeded
from recif.lab.arena import Bout, seed_of
from recif.lab.bulk import do_all
from recif.lab.ladder import Ladder
from recif.lab.ledger import Ledger
from recif.lab.players import player
from recif.lab.standings import Meeting, Standings, standings_of
from recif.match import provable
from recif.match.match import Match
from recif.match.record import MatchRecord, record
from recif.mind.search.think import View
from recif.mind.selfplay import Chooser
from recif.models.asking import PATIENCE, AddressModel, CommandModel, LanguageModel, Sampling
from recif.models.disguise import Disguise
from recif.models.playing import TRIES, ModelPlayer, Prices, Spent
from recif.models.prompts import ModelView, Wording

MODEL = "model:"
Decide = Callable[[Match, int, int], str]


@dataclass(frozen=True)
class HarnessPlan:
    """Who plays what, and how models are asked."""

    ladder: Ladder
    sampling: Sampling = field(default_factory=Sampling)
    showing: ModelView = field(default_factory=ModelView)
    prices: Prices = field(default_factory=Prices)
    is_disguised: bool = False
    tries: int = TRIES
    seconds: float = PATIENCE

    @property
    def asked(self) -> dict[str, Any]:
        """What makes two plans the same work."""
        values: dict[str, Any] = msgspec.to_builtins(asdict(self))
        return values

    def check(self) -> None:
        """Refused, before anything is played, if somebody cannot."""
        self.ladder.check_company()
        for words in self.ladder.players:
            if not words.startswith(MODEL):
                player(words)
            elif "@http" in words:
                AddressModel(*_named(words))


class HarnessGame(msgspec.Struct, frozen=True):
    """One match: the first player's points, who forfeited (1, 2, or nobody), its record, and what models spent."""

    points: float
    forfeit: int
    record: MatchRecord
    spent: dict[str, Spent]  # by player


class HarnessReport(msgspec.Struct, frozen=True):
    """What came of it."""

    standings: Standings
    spent: dict[str, Spent]
    games: int
    distinct: int  # games that differ in at least one event


def model_of(words: str, seconds: float) -> LanguageModel:
    """`model:COMMAND`, or `model:NAME@ADDRESS`."""
    if "@http" in words:
        return AddressModel(*_named(words), seconds)
    return CommandModel(words.removeprefix(MODEL), seconds)


def _named(words: str) -> tuple[str, str]:
    name, _, address = words.removeprefix(MODEL).rpartition("@")
    return name, address


def play_number(plan: HarnessPlan, number: int) -> HarnessGame:
    """One match of the plan, to its end or to a forfeit."""
    ladder = plan.ladder
    pair, turn = divmod(number, ladder.games)
    bout = ladder.bout(pair)
    match = Match(GAMES[bout.game], bout.seats, bout.options)
    sits = {seat: bout.first if bout.is_first(seat, turn) else bout.second for seat in range(match.seats)}
    luck = _luck(bout, turn)
    with ExitStack() as stack:
        models = dict(_models(plan, match, sits, bout.seed, stack))
        deciding: dict[int, Decide] = {seat: _decide(models.get(seat), words) for seat, words in sits.items()}
        forfeit = 0
        try:
            _play(match, bout, turn, deciding, luck)
        except Fault as fault:
            forfeit = _forfeited(match, bout, turn, fault)
    notes = [
        models[seat].noted(words, bout.seed) if seat in models else {"player": words, "seed": bout.seed}
        for seat, words in sits.items()
    ]
    result = match.result
    assert result is not None
    points = sum(bout.is_first(seat, turn) for seat in result.winners) / len(result.winners)
    kept = record(match, luck, names=[_short(words) for words in sits.values()], players=notes)
    return HarnessGame(points, forfeit, kept, _by_player(models, sits))


def _forfeited(match: Match, bout: Bout, turn: int, fault: Fault) -> int:
    """Whose the fault was: 1 or 2; the other player's seats win."""
    if fault.seat is None:
        raise fault
    is_first = bout.is_first(fault.seat, turn)
    others = [seat for seat in range(match.seats) if bout.is_first(seat, turn) != is_first]
    match.end("resigned", others, fault.seat)
    return 1 if is_first else 2


def _models(
    plan: HarnessPlan, match: Match, sits: dict[int, str], seed: int, stack: ExitStack
) -> Iterator[tuple[int, ModelPlayer]]:
    """A model at each of its seats; two seats of one model do not know of each other."""
    wording: Wording = Disguise(match, seed) if plan.is_disguised else str
    for seat, words in sits.items():
        if words.startswith(MODEL):
            model = stack.enter_context(closing(model_of(words, plan.seconds)))
            yield seat, ModelPlayer(model, plan.sampling, plan.showing, plan.prices, wording, plan.tries)


def _decide(model: ModelPlayer | None, words: str) -> Decide:
    return model.choose if model else partial(_chosen, player(words))


def _chosen(chooser: Chooser, match: Match, seat: int, seed: int) -> str:
    move = chooser(View(match.position, seat), seed)
    return match.game.words.text(match.position.state, seat, move)


def _play(match: Match, bout: Bout, number: int, deciding: dict[int, Decide], luck: provable.Luck) -> None:
    """To the end; the two games of a pair begin with the same random moves."""
    rng, turn = seeded(bout.seed * 1_000_003 + number // 2), 0
    begin = below(rng, bout.opening + 1) if bout.opening else 0
    while not match.is_over:
        if match.is_luck_due:
            match.draw(luck.source(len(match.log), match.cuts))
            continue
        waiting, random = match.waiting, player("random")
        for seat in waiting:
            if turn < begin:
                move = _chosen(random, match, seat, below(rng, 1 << 30))
            else:
                move = _of(deciding[seat], match, seat, seed_of(bout.seed, number, turn) + seat)
            match.play(seat, move)
        turn += 1


def _of(decide: Decide, match: Match, seat: int, seed: int) -> str:
    try:
        return decide(match, seat, seed)
    except Fault as fault:
        fault.seat = seat
        raise


def _luck(bout: Bout, number: int) -> provable.Luck:
    """Luck that the record lets everybody draw again; the two games of a pair share it."""
    name = f"harness {bout.seed} {number // 2}"
    return provable.commit(name, hashlib.sha256(name.encode()).hexdigest())


def _short(words: str) -> str:
    return words.removeprefix(MODEL)[:60]


def _by_player(models: dict[int, ModelPlayer], sits: dict[int, str]) -> dict[str, Spent]:
    spent: dict[str, Spent] = {}
    for seat, model in models.items():
        spent[sits[seat]] = spent.get(sits[seat], Spent()).add(model.spent)
    return spent


def run(
    plan: HarnessPlan, jobs: int, path: Path | None, heed: Callable[[int], None] = lambda done: None
) -> tuple[HarnessReport, list[HarnessGame]]:
    """Play what is not in the file yet, and rate everybody."""
    plan.check()
    ladder = plan.ladder
    played = do_all(
        partial(play_number, plan), ladder.total, Ledger(path, {"harness": plan.asked}, HarnessGame), jobs, heed
    )
    meetings = [
        Meeting(*ladder.pairs[number // ladder.games], one.points, one.forfeit) for number, one in enumerate(played)
    ]
    spent: dict[str, Spent] = {}
    for one in played:
        for name, its in one.spent.items():
            spent[name] = spent.get(name, Spent()).add(its)
    distinct = len({(number // ladder.games, tuple(one.record.events)) for number, one in enumerate(played)})
    return HarnessReport(standings_of(ladder.game, ladder.players, meetings), spent, len(played), distinct), played
