"""What an organiser asks for, as an event: Refused, with what to change, where nothing could come of it."""

import unicodedata
from collections.abc import Mapping

from recif.events.entries import EventMade, EventSettings, GameOfEvent
from recif.events.series import SeriesRule
from recif.events.starting import check_settings
from recif.games.core.contract import Game
from recif.match import provable
from recif.match.pace import Pace
from recif.server.machines import players
from recif.server.messages.bodies.events import EventPlan
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import new_id
from recif.server.store.rows import EventRow

RECIF = "recif"  # who directs where nobody has to decide: rounds that are due, boards that were not begun
MACHINE = "machine"  # the person that a machine is, among those who take part
AHEAD_MS = 400 * 24 * 60 * 60 * 1000  # that an event may be announced


def settings_of(plan: EventPlan, games: Mapping[str, Game]) -> EventSettings:
    """What the engine knows of it."""
    return EventSettings(
        name=plan.name.strip(),
        form=plan.form,
        games=tuple(GameOfEvent(one.game, tuple(games[one.game].seats)) for one in plan.games),
        rounds=plan.rounds,
        seats=plan.seats,
        is_drawn=plan.is_drawn,
        tie_breaks=tuple(plan.tie_breaks),
        best_of=plan.best_of,
        has_consolation=plan.has_consolation,
        cycles=plan.cycles,
        has_streaks=plan.has_streaks,
        has_wagers=plan.has_wagers,
        days=plan.days,
        half_byes=plan.half_byes,
        clubs_apart=plan.clubs_apart,
    )


def check_plan(plan: EventPlan, games: Mapping[str, Game], now: int) -> None:
    for one in plan.games:
        if one.game not in games:
            raise refuse("no-such-game")
        games[one.game].check_options(one.options)
        if plan.rated and games[one.game].check_options(one.options) != games[one.game].check_options({}):
            raise refuse("rated-options")
    pace = pace_of(plan)
    if pace.is_by_round:
        raise refuse("event-pace")
    if plan.rated and pace.kind == "none":
        raise refuse("rated-clock")
    if plan.rated and (plan.bots or plan.machine):
        raise refuse("rated-people")
    if plan.form == "arena" and pace.kind != "increment":
        raise refuse("arena-clock")
    if plan.begins and not now - 60_000 <= plan.begins <= now + AHEAD_MS:
        raise refuse("event-begins")
    if plan.machine and plan.machine not in players.LEVELS:
        raise refuse("no-such-level")
    if plan.entry == "code" and len(plan.code.strip()) < 3:
        raise refuse("event-code")
    if plan.entry == "club" and not plan.club:
        raise refuse("event-club")
    if plan.entry == "list" and not named_by(plan):
        raise refuse("event-list")
    if plan.most and plan.most < plan.least:
        raise refuse("event-bounds")
    if plan.weeks and not plan.begins:
        raise refuse("series-begins")
    if plan.weeks:
        SeriesRule.as_of(plan.begins, plan.zone, plan.weeks)


def pace_of(plan: EventPlan) -> Pace:
    pace = plan.pace
    return Pace(pace.kind, pace.start, pace.bonus, pace.most, pace.zone).check()


def new_event(
    plan: EventPlan, owner: str, games: Mapping[str, Game], now: int, directors: tuple[str, ...] = ()
) -> tuple[EventRow, EventMade]:
    """Its row, and the first entry of its log; the secret is in the row alone."""
    check_plan(plan, games, now)
    luck = provable.commit(new_id())
    directors = directors or (RECIF, owner)
    made = EventMade(at=now, by=owner, settings=settings_of(plan, games), luck=luck.hidden(), directors=directors)
    check_settings(made)
    series = luck.match if plan.weeks else ""
    return EventRow(luck.match, plan, luck, owner, now, begins=plan.begins, series=series), made


def named_by(plan: EventPlan) -> set[str]:
    """The accounts on the organiser's list; empty lines are nobody.

    Names of accounts are clean already: spaces, width and case are all that a list can have otherwise.
    """
    lines = "\n".join(plan.people)  # at once: a list may have a thousand names
    return {" ".join(one.split()) for one in unicodedata.normalize("NFKC", lines).casefold().split("\n")} - {""}


def is_named(plan: EventPlan, name: str) -> bool:
    return name.casefold() in named_by(plan)
