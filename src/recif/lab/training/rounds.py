"""Games in which every seat plays by a policy over what it knows, in compiled code, and what they teach.

Two nets come of them. The policy decides by what its seat may know, and learns which decisions brought more than was
expected. What was expected is said by a critic that sees everything: it is the net of the game's search.
"""

from typing import Any, NamedTuple

import numpy as np

from recif.games.core.bits import lowest, popcount
from recif.games.core.compiled import Numbers, assign, blank, record, rule
from recif.games.core.contract import Game
from recif.games.core.features import SURE
from recif.games.core.luck import weighted
from recif.lab.training.trainer import Floats
from recif.mind.net import net as nets
from recif.mind.net.net import Net
from recif.mind.net.policy import weigh
from recif.mind.search.search import new_desk

Shorts = np.ndarray[Any, np.dtype[np.int16]]
SheetFilling = record(games="i8", positions="i8", sights="i8", features="i8", decisions="i8", known="i8", moves="i8")


class Sheets(NamedTuple):
    """What is written down of a round: each position as the critic sees it, each decision as its seat does."""

    used: np.ndarray[Any, Any]  # now, and before the present game
    features: Shorts
    features_end: Numbers  # of each sight
    sights_end: Numbers  # of each position
    sight_seats: Numbers
    returns: Floats  # of each sight: what came of it
    known: Shorts  # features of what a seat knows
    known_end: Numbers  # of each decision
    slots: Shorts
    odds: Floats  # with which each move was drawn
    moves_end: Numbers
    chosen: Numbers  # which of them was
    deciders: Numbers
    moments: Numbers  # in its game
    hopes: Floats  # of each decision: what came of it
    gains: Floats  # and how much more that was than was expected
    said: Floats  # [moment of the present game, seat]: chances by the critic
    marks: Numbers  # of each moment: its position, or NONE
    carry: Floats  # [after, carried, came, seat]


NONE = -1
EXPECTED = 80  # features of a sight or a decision: room for so many each, and for one long game
MOVES = 12  # of a decision, likewise


def new_sheets(game: Game, notes: Any, eyes: Any, decisions: int) -> Sheets:
    """Room for a round of so many decisions, and for the game that ends it."""
    rules: Any = game.rules
    positions, most = 2 * decisions + eyes.LONGEST, decisions + eyes.LONGEST * rules.SEATS
    sights = positions * rules.SEATS
    longest = eyes.LONGEST * rules.SEATS
    sizes = {"i8": np.int64, "i2": np.int16, "f4": np.float32}

    def room(kind: str, *shape: int) -> Any:
        return np.zeros(shape, sizes[kind])

    return Sheets(
        np.zeros(2, SheetFilling),
        room("i2", EXPECTED * sights + longest * notes.MOST),
        room("i8", sights),
        room("i8", positions),
        room("i8", sights),
        room("f4", sights),
        room("i2", EXPECTED * most + longest * eyes.MOST),
        room("i8", most),
        room("i2", MOVES * most + longest * rules.MOVES),
        room("f4", MOVES * most + longest * rules.MOVES),
        room("i8", most),
        room("i8", most),
        room("i8", most),
        room("i8", most),
        room("f4", most),
        room("f4", most),
        room("f4", eyes.LONGEST, rules.SEATS),
        room("i8", eyes.LONGEST),
        room("f4", 3, rules.SEATS),
    )


class SetupRows(NamedTuple):
    """What is played: the setups of the game, as numbers."""

    seats: Numbers
    options: np.ndarray[Any, np.dtype[np.int64]]
    shares: Numbers


def tables_of(game: Game, notes: Any) -> SetupRows:
    rows = [game.check_options(table.options) for table in notes.SETUPS.values()]
    numbers = [[n for option in game.options for n in option.numbers(row[option.name])] for row in rows]
    seats = [table.seats for table in notes.SETUPS.values()]
    return SetupRows(np.array(seats, np.int64), np.array(numbers, np.int64), np.array(notes.SHARES, np.int64))


class Players(NamedTuple):
    """Nets: what sees everything, what learns, and whom it meets where it learns alone."""

    critic: Net
    policy: Net
    rival: Net


def play_round(
    game: Game, parts: tuple[Any, Any], players: Players, sheets: Sheets, tables: SetupRows, alone: bool, rng: Numbers
) -> float:
    """Play whole games until the sheets are full; return the mean share of the seat that learns, each in its turn."""
    notes, eyes = parts
    rules: Any = game.rules
    desks = new_desk(rules, notes, players.critic), new_desk(rules, eyes, players.policy)
    sheets.used[:] = 0
    state = blank(rules.State)
    return float(play_games(rules, notes, eyes, players, desks, state, sheets, tables, alone, rng))


@rule
def has_room(eyes, rules, sheets):
    """For one more game, of the longest."""
    used, longest = sheets.used[0], eyes.LONGEST * rules.SEATS
    return (
        used.decisions + longest <= len(sheets.chosen)
        and used.positions + eyes.LONGEST <= len(sheets.sights_end)
        and used.features + longest * 2 * EXPECTED <= len(sheets.features)
    )


@rule
def play_games(rules, notes, eyes, players, desks, state, sheets, tables, alone, rng):
    share, played = 0.0, 0
    while has_room(eyes, rules, sheets):
        at = weighted(rng, tables.shares, len(tables.shares))
        rules.new(state, tables.seats[at], tables.options[at])
        mine = played % state.seats
        assign(sheets.used[1], sheets.used[0])
        moments = play_game(rules, notes, eyes, players, desks, state, sheets, mine if alone else NONE, rng)
        if moments == NONE:
            assign(sheets.used[0], sheets.used[1])
            continue
        winners = rules.winners(state)
        settle(state, sheets, winners, moments)
        share += (winners >> mine & 1) / popcount(winners)
        played += 1
        sheets.used[0].games = played
    return share / max(played, 1)


@rule
def play_game(rules, notes, eyes, players, desks, state, sheets, mine, rng):
    """One game; return how many moments it had, or NONE if they were too many."""
    moment, moves = 0, np.zeros(rules.SEATS, np.int64)
    while not rules.over(state):
        waiting = int(rules.waiting(state))
        if waiting == 0:
            rules.draw(state, rng)
            continue
        if moment == eyes.LONGEST:
            return NONE
        write_position(notes, players.critic, desks[0], state, lowest(waiting), moment, sheets)
        for seat in range(state.seats):
            if waiting >> seat & 1:
                if mine == NONE or seat == mine:
                    moves[seat] = decide(rules, eyes, players.policy, desks[1], state, seat, moment, sheets, rng)
                else:
                    moves[seat] = decide(rules, eyes, players.rival, desks[1], state, seat, NONE, sheets, rng)
        for seat in range(state.seats):
            if waiting >> seat & 1:
                rules.play(state, seat, moves[seat])
        moment += 1
    return moment


@rule
def write_position(notes, critic, desk, state, mover, moment, sheets):
    """What is expected, and what the critic saw; nothing to learn where the mover wins at once."""
    used = sheets.used[0]
    nets.value(notes, critic, state, mover, desk)
    for seat in range(state.seats):
        sheets.said[moment, seat] = desk.values[seat]
    sheets.marks[moment] = NONE
    for i in range(notes.views(state)):
        seat = (mover + i) % state.seats
        count = notes.features(state, seat, desk.features)
        if count == SURE:
            return
        for k in range(count):
            sheets.features[used.features + k] = desk.features[k]
        used.features += count
        sheets.features_end[used.sights] = used.features
        sheets.sight_seats[used.sights] = seat
        used.sights += 1
    sheets.sights_end[used.positions] = used.sights
    sheets.marks[moment] = used.positions
    used.positions += 1


@rule
def decide(rules, eyes, net, desk, state, seat, moment, sheets, rng):
    """A move by the policy of a net; written down unless it is forced, or there is no moment."""
    count = rules.moves(state, seat, desk.moves)
    if count == 1:
        return desk.moves[0]
    listed = weigh(eyes, net, desk, state, seat, count)
    chosen = weighted(rng, desk.weights, count)
    if moment != NONE:
        write_decision(desk, listed, count, chosen, sheets)
        sheets.deciders[sheets.used[0].decisions] = seat
        sheets.moments[sheets.used[0].decisions] = moment
        sheets.used[0].decisions += 1
    return desk.moves[chosen]


@rule
def write_decision(desk, listed, count, chosen, sheets):
    used = sheets.used[0]
    for k in range(listed):
        sheets.known[used.known + k] = desk.features[k]
    used.known += listed
    total = 0
    for i in range(count):
        total += desk.weights[i]
    for i in range(count):
        sheets.slots[used.moves + i] = desk.slots[i]
        sheets.odds[used.moves + i] = desk.weights[i] / total
    used.moves += count
    sheets.known_end[used.decisions] = used.known
    sheets.moves_end[used.decisions] = used.moves
    sheets.chosen[used.decisions] = chosen


@rule
def settle(state, sheets, winners, moments):
    """What came of each moment: of the end, and of what was expected after it, the nearer the more."""
    after, carried, came = sheets.carry[0], sheets.carry[1], sheets.carry[2]
    for seat in range(state.seats):
        after[seat], carried[seat] = (winners >> seat & 1) / popcount(winners), 0.0
    decision = sheets.used[0].decisions - 1
    for moment in range(moments - 1, -1, -1):
        for seat in range(state.seats):
            said = sheets.said[moment, seat]
            carried[seat] = after[seat] - said + np.float32(FARSIGHT) * carried[seat]
            after[seat] = said
            came[seat] = said + carried[seat]
        position = sheets.marks[moment]
        if position != NONE:
            first = sheets.sights_end[position - 1] if position > 0 else 0
            for sight in range(first, sheets.sights_end[position]):
                sheets.returns[sight] = came[sheets.sight_seats[sight]]
        while decision >= sheets.used[1].decisions and sheets.moments[decision] == moment:
            sheets.gains[decision] = carried[sheets.deciders[decision]]
            sheets.hopes[decision] = came[sheets.deciders[decision]]
            decision -= 1


FARSIGHT = 0.95  # how much less the next moment tells than this one: 0 would trust the critic, 1 the end alone
