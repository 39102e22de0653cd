"""What people around a television may do: each act gives the party as it is afterwards, or is Refused.

Nothing here is kept, and nothing happens at a table: parties.py sees to both. Who is here, and since when somebody is
gone, is handed in.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from recif.games.core.contract import Game
from recif.server.machines import players
from recif.server.messages.bodies import parties as bodies
from recif.server.messages.refusals import refuse
from recif.server.store.rows import GuestRow, PartyRow

LASTS_MS = 6 * 60 * 60 * 1000  # without anything happening
MISSING_MS = 60_000  # after which the captain may go on without somebody
MOST_GUESTS = 40
MOST_IN_TEAM = 4


class Company(NamedTuple):
    """What is known besides: whether a match goes on, who plays there, and since when each guest is gone."""

    now: int
    games: Mapping[str, Game]
    gone: Mapping[str, int]  # in milliseconds; who is here is not in it
    seated: Mapping[str, int] = {}  # at the match that goes on, if one does: by person, the seat
    is_playing: bool = False
    winners: Container[str] = ()  # of the last match, if that is over and counts

    def is_here(self, person: str) -> bool:
        return person not in self.gone

    def is_missing(self, person: str) -> bool:
        return self.now - self.gone.get(person, self.now) >= MISSING_MS


def guest_of(row: PartyRow, person: str) -> GuestRow:
    for guest in row.guests:
        if guest.person == person:
            return guest
    raise refuse("no-such-guest")


def is_guest(row: PartyRow, person: str) -> bool:
    return any(guest.person == person for guest in row.guests)


def entered(row: PartyRow, person: str, now: int) -> PartyRow:
    """The first who comes is the captain."""
    if person == row.screen:
        raise refuse("screen-plays-not")
    if person in row.sent_away:
        raise refuse("sent-away")
    if is_guest(row, person):
        return row
    if len(row.guests) >= MOST_GUESTS:
        raise refuse("party-full")
    return replace(row, guests=(*row.guests, GuestRow(person, now)), captain=row.captain or person)


def without(row: PartyRow, person: str, around: Company) -> PartyRow:
    """Somebody has gone for good: whoever shared their seat has one of their own, the next is the captain."""
    guests = tuple(
        replace(guest, team="") if guest.team == person else guest for guest in row.guests if guest.person != person
    )
    claims = {new: old for new, old in row.claims.items() if person not in (new, old)}
    guesses = {who: seat for who, seat in row.guesses.items() if who != person}
    left = replace(row, guests=guests, claims=claims, guesses=guesses)
    return replace(left, captain=next_captain(left, around)) if row.captain == person else left


def next_captain(row: PartyRow, around: Company) -> str:
    """The first who came of those who are here."""
    others = [guest.person for guest in row.guests if guest.person != row.captain]
    return next(filter(around.is_here, others), others[0] if others else "")


def passed_on(row: PartyRow, old: str, new: str, around: Company) -> PartyRow:
    """Another phone goes on as the same guest."""
    before = guest_of(row, old)
    after = replace(before, person=new, won=won(before, around))
    guests = tuple(
        after if guest.person == old else replace(guest, team=new) if guest.team == old else guest
        for guest in row.guests
        if guest.person != new
    )
    claims = {who: whom for who, whom in row.claims.items() if who != new and whom != old}
    return replace(row, guests=guests, claims=claims, captain=new if row.captain == old else row.captain)


class Seating(NamedTuple):
    """Who plays the next match: by seat, those who share it."""

    teams: list[list[str]]
    machines: int


def seating(row: PartyRow, around: Company) -> Seating:
    """Whoever is here; those who have played least, where the game has too few seats. Another begins each time."""
    game = around.games[row.game]
    heads = [guest for guest in row.guests if not guest.team and _is_any_here(row, guest.person, around)]
    if not heads:
        raise refuse("nobody-plays")
    most = max(game.seats) - row.machines
    chosen = sorted(heads, key=lambda guest: (guest.played, guest.joined))[: max(most, 1)]
    game.check_seats(len(chosen) + row.machines)
    turn = row.matches % len(chosen)
    in_order = sorted(chosen, key=lambda guest: guest.joined)
    teams = [team_of(row, guest.person) for guest in (*in_order[turn:], *in_order[:turn])]
    return Seating(teams, row.machines)


def team_of(row: PartyRow, person: str) -> list[str]:
    return [person, *(guest.person for guest in row.guests if guest.team == person)]


def _is_any_here(row: PartyRow, person: str, around: Company) -> bool:
    return any(map(around.is_here, team_of(row, person)))


def won(guest: GuestRow, around: Company) -> int:
    return guest.won + (guest.person in around.winners)


def begun(row: PartyRow, table: str, who: Iterable[str], before: Company) -> PartyRow:
    """The match before this one is counted."""
    seated = set(who)
    guests = tuple(
        replace(guest, played=guest.played + (guest.person in seated), won=won(guest, before)) for guest in row.guests
    )
    return replace(row, table=table, guests=guests, matches=row.matches + 1, guesses={}, is_paused=False)


def fitting(row: PartyRow, around: Company) -> list[str]:
    """The games that those who are here can all play together, with the machines."""
    heads = [guest for guest in row.guests if not guest.team and _is_any_here(row, guest.person, around)]
    return [game.id for game in around.games.values() if len(heads) + row.machines in game.seats]


def judge(row: PartyRow, person: str, act: bodies.PartyAct, around: Company) -> PartyRow:
    """The party after an act of this person."""
    is_screens = person == row.screen and type(act) is bodies.HideCode
    if type(act) in BY_CAPTAIN and person != row.captain and not is_screens:
        raise refuse("not-the-captain")
    if type(act) is not bodies.HideCode:
        guest_of(row, person)
    return JUDGES[type(act)](row, person, act, around)


def _choose(row: PartyRow, person: str, act: bodies.ChooseGame, around: Company) -> PartyRow:
    if act.game not in around.games:
        raise refuse("no-such-game")
    if act.level not in players.LEVELS:
        raise refuse("no-such-level")
    options = around.games[act.game].check_options(act.options)
    return replace(row, game=act.game, options=options, machines=act.machines, level=act.level, minutes=act.minutes)


def _begin(row: PartyRow, person: str, act: bodies.BeginMatch, around: Company) -> PartyRow:
    if not row.game:
        raise refuse("no-game-yet")
    if around.is_playing:
        raise refuse("already-started")
    seating(row, around)
    return row


def _stop(row: PartyRow, person: str, act: bodies.StopMatch, around: Company) -> PartyRow:
    if not around.is_playing:
        raise refuse("not-started")
    return replace(row, is_paused=False)


def _pause(row: PartyRow, person: str, act: bodies.PauseParty, around: Company) -> PartyRow:
    if not around.is_playing:
        raise refuse("not-started")
    if act.on == row.is_paused:
        return row
    return replace(row, is_paused=act.on)


def _hide(row: PartyRow, person: str, act: bodies.HideCode, around: Company) -> PartyRow:
    return replace(row, is_hidden=act.on)


def _send_away(row: PartyRow, person: str, act: bodies.SendAway, around: Company) -> PartyRow:
    guest_of(row, act.person)
    if act.person == person:
        raise refuse("captain-stays")
    return replace(without(row, act.person, around), sent_away=(*row.sent_away, act.person)[-MOST_GUESTS:])


def _crown(row: PartyRow, person: str, act: bodies.CrownGuest, around: Company) -> PartyRow:
    return replace(row, captain=guest_of(row, act.person).person)


def _team_up(row: PartyRow, person: str, act: bodies.TeamUp, around: Company) -> PartyRow:
    if act.person:
        if act.person == person or guest_of(row, act.person).team or len(team_of(row, person)) > 1:
            raise refuse("no-such-team")
        if len(team_of(row, act.person)) >= MOST_IN_TEAM:
            raise refuse("team-full")
    guests = tuple(replace(guest, team=act.person) if guest.person == person else guest for guest in row.guests)
    return replace(row, guests=guests)


def _guess(row: PartyRow, person: str, act: bodies.GuessWinner, around: Company) -> PartyRow:
    if not around.is_playing:
        raise refuse("not-started")
    if person in around.seated:
        raise refuse("players-guess-not")
    if act.seat not in around.seated.values() and act.seat >= len(around.seated) + row.machines:
        raise refuse("no-such-seat")
    return replace(row, guesses={**row.guesses, person: act.seat})


def _claim(row: PartyRow, person: str, act: bodies.ClaimSeat, around: Company) -> PartyRow:
    guest_of(row, act.person)
    if act.person == person or person in around.seated or around.is_here(act.person):
        raise refuse("guest-is-here")
    return replace(row, claims={**row.claims, person: act.person})


def _answer(row: PartyRow, person: str, act: bodies.AnswerClaim, around: Company) -> PartyRow:
    if act.person not in row.claims:
        raise refuse("no-such-offer")
    if act.yes:
        return passed_on(row, row.claims[act.person], act.person, around)
    return replace(row, claims={who: whom for who, whom in row.claims.items() if who != act.person})


def _replace(row: PartyRow, person: str, act: bodies.ReplaceGuest, around: Company) -> PartyRow:
    guest_of(row, act.person)
    if act.person not in around.seated:
        raise refuse("not-playing-there")
    if not all(map(around.is_missing, team_of(row, act.person))):
        raise refuse("not-missing-yet")
    if act.by == "guest" and (guest_of(row, act.guest).person in around.seated):
        raise refuse("already-seated")
    return row


def _leave(row: PartyRow, person: str, act: bodies.LeaveParty, around: Company) -> PartyRow:
    return without(row, person, around)


BY_CAPTAIN = {
    bodies.ChooseGame,
    bodies.BeginMatch,
    bodies.StopMatch,
    bodies.PauseParty,
    bodies.HideCode,
    bodies.SendAway,
    bodies.CrownGuest,
    bodies.AnswerClaim,
    bodies.ReplaceGuest,
}
JUDGES: dict[type[bodies.PartyAct], Callable[[PartyRow, str, Any, Company], PartyRow]] = {
    bodies.ChooseGame: _choose,
    bodies.BeginMatch: _begin,
    bodies.StopMatch: _stop,
    bodies.PauseParty: _pause,
    bodies.HideCode: _hide,
    bodies.SendAway: _send_away,
    bodies.CrownGuest: _crown,
    bodies.TeamUp: _team_up,
    bodies.GuessWinner: _guess,
    bodies.ClaimSeat: _claim,
    bodies.AnswerClaim: _answer,
    bodies.ReplaceGuest: _replace,
    bodies.LeaveParty: _leave,
}
