"""REST: who is strong at a game, and what an account has done."""

from recif.mind.levels import level_name
from recif.school.machines import machines
from recif.school.speeds import SPEEDS
from recif.server.api.calls import Call, Page
from recif.server.messages.bodies.people import Leader, Leaders, MachineStanding, Profile
from recif.server.messages.refusals import refuse
from recif.server.people import profile, schooling
from recif.server.views import rendering

MOST_LEADERS = 100


async def leaders(call: Call) -> Leaders:
    """People by rating; who is little known has no place yet. Machines are rated for two seats."""
    game, speed = call.path("game"), call.query("speed", SPEEDS)
    if game not in call.registry.games:
        raise refuse("no-such-game")
    rows = await call.registry.store.leaders(game, speed, MOST_LEADERS)
    people = await call.registry.people.know(row.person for row in rows)
    ranks = [
        Leader(rendering.person(person), one)
        for person, one in zip(people, (profile.standings([row], call.now)[0] for row in rows), strict=True)
    ]
    measured = machines().get(game, {}) if speed != "several" else {}
    cast = [
        MachineStanding(level, level_name(level).bilingual, round(one.rating), round(one.deviation))
        for level, one in measured.items()
    ]
    return Leaders(game, speed, ranks, cast)


async def profile_of(call: Call) -> Profile:
    """Of puzzles, what the server itself has judged; what a device has told of lessons is for its owner alone."""
    row = await call.registry.people.account(call.path("name"))
    if row is None:
        raise refuse("no-such-person")
    store = call.registry.store
    tallies = await store.tallies_of(row.id)
    practised = await store.practised(row.id)
    is_mine = call.row is not None and call.row.id == row.id
    return Profile(
        person=rendering.person(row),
        since=row.made,
        finished=sum(one.won + one.drawn + one.lost for one in tallies),
        standings=profile.standings(await store.standings_of(row.id), call.now),
        progress=profile.progress(await store.points_of(row.id, profile.LATEST)),
        records=profile.records(tallies),
        streaks=profile.streaks(await store.streak_of(row.id), call.now),
        matches=profile.outings(await store.results_of(row.id, profile.MOST_OUTINGS), is_mine),
        lessons=schooling.lessons(schooling.schooling_of(practised), call.registry.games) if is_mine else {},
        tries=schooling.judged(practised),
    )


PAGES = [
    Page(
        "GET",
        "/api/leaders/{game}",
        leaders,
        "The strongest at a game.",
        None,
        Leaders,
        query=(("speed", SPEEDS),),
        cost=2,
    ),
    Page("GET", "/api/people/{name}/profile", profile_of, "What an account has done.", None, Profile, cost=10),
]
