"""No help against people, by whichever door; and nobody else is punished for it."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from recif.games import GAMES
from recif.games.core.contract import Game, Refused
from recif.games.core.position import Position
from recif.match.clock import DAY
from recif.match.match import Match, replay
from recif.match.record import Ending, MatchRecord, to_json
from recif.server.app import Server
from recif.server.messages import wire
from recif.server.messages.refusals import NotNow
from recif.server.messages.shapes import Pace
from recif.server.views.audience import Audience
from tests.server.hall import MACHINE, ME, OPEN, Hall, Screen
from tests.server.live import Line, Visitor, live, serving, visiting
from tests.server.test_ratings import QUICK, account, move, rated, resign

LONG = Pace("days", 3 * DAY)
HOME = "address of ana"


def codes(told: list[Any]) -> list[str]:
    return [one.code for one in told if isinstance(one, wire.Refusal)]


def neighbour(hall: Hall, name: str = "eve", home: str = HOME) -> Screen:
    """Somebody else at Ana's address."""
    screen = hall.person(name)
    hall.dispatcher.visitors[screen].address = home
    return screen


def check(hall: Hall, person: str, match: Match, address: str = "elsewhere", is_record: bool = False) -> str:
    """What is said to somebody who asks about a position or brings a record; nothing: it is answered."""
    fair = hall.registry.fair_play
    try:
        hall.wait((fair.check_record if is_record else fair.check_position)(person, address, match))
    except Refused as refused:
        return refused.code
    return ""


def doors(match: Match) -> Iterator[tuple[str, Match]]:
    """A position of a running match under every other name that it can have."""
    game = match.game
    yield "by its events", replay(game, match.seats, match.options, match.log, match.version)
    yield "as a text", Match.at(game, str(match.position))
    for version in range(1, game.version):
        yield (
            f"under rules {version}",
            Match.at(game, game.position(game.by_version(match.position.copy().state, version))),
        )
    assert game.likeness
    for number, state in enumerate(game.likeness.mirrors(match.position.state)):
        with suppress(Refused):  # what is no position by the rules is no door
            yield f"mirror {number}", Match.at(game, str(Position(game, state)))
    for ahead in (1, 2):
        on = replay(game, match.seats, match.options, match.log, match.version)
        for _ in range(ahead):
            go_on(on)
        yield f"{ahead} on, by its events", on
        yield f"{ahead} on, as a text", Match.at(game, str(on.position))


def go_on(match: Match) -> None:
    """One event more, the first that there is."""
    if match.is_luck_due:
        match.befall(next(iter(match.position.luck())))
    else:
        seat = match.waiting[0]
        match.play(seat, next(iter(match.position.moves(seat))))


OPEN_GAMES = [GAMES[name] for name in ("xok", "urchins", "crocodiles", "kroc")]
names = [game.id for game in OPEN_GAMES]


def played(hall: Hall, game: Game, turns: int = 16) -> tuple[Audience, list[Screen]]:
    """A rated match after a while, drawn by lot."""
    audience, screens = rated(hall, game.id)
    lot = Random(1)
    for _ in range(turns):
        for seat in audience.live.waiting:
            screens[seat].play(audience, seat, lot.choice(list(audience.live.match.position.moves(seat))))
    assert audience.live.is_playing
    return audience, screens


@pytest.mark.one_database("sqlite")
@pytest.mark.parametrize("game", OPEN_GAMES, ids=names)
def test_a_second_name_at_the_address_gets_nothing_about_a_rated_match_by_any_door(hall: Hall, game: Game) -> None:
    audience, screens = played(hall, game, {"kroc": 4, "urchins": 40}.get(game.id, 16))
    for screen in screens:
        hall.dispatcher.disconnect(screen)  # sockets closed: it makes no difference
    for name, match in doors(audience.live.match):
        if "2 on" not in name or game.id != "kroc":  # what luck brings is not known before
            assert check(hall, "eve", match, HOME) == "rated-nearby", name
            assert check(hall, "eve", match, HOME, is_record=True) == "rated-nearby", name
        assert check(hall, "zoe", match, "address of zoe") == "", name
    start = Match(game, 2)
    assert check(hall, "eve", start, HOME) == ""  # other positions are free
    resign(audience, [Screen(hall, "ana"), Screen(hall, "theo")], 0)
    assert check(hall, "eve", replay(game, 2, {}, audience.live.match.log), HOME) == ""


def test_orders_of_moves_and_options_that_hardly_matter_hide_nothing(hall: Hall) -> None:
    audience, screens = rated(hall)
    moves = ["e5e6", "c3c4", "g5g6", "c6c7"]
    for number, text in enumerate(moves):
        screens[number % 2].play(audience, number % 2, text)
    game = GAMES["xok"]
    other = replay(game, 2, {}, [(0, moves[2]), (1, moves[3]), (0, moves[0]), (1, moves[1])])
    assert check(hall, "eve", other, HOME) == "rated-nearby"
    on = replay(game, 2, {}, [*other.log, (0, "a1a2")])
    assert check(hall, "eve", Match.at(game, str(on.position)), HOME) == "rated-nearby"
    given_up = replay(game, 2, {}, other.log, version=1)
    assert check(hall, "eve", given_up, HOME, is_record=True) == "rated-nearby"


def test_the_deck_of_another_box_hides_nothing(hall: Hall) -> None:
    audience, _ = played(hall, GAMES["kroc"], 3)
    state = audience.live.match.position.copy().state
    state.cards[7] += 1
    state.unseen[7] += 1
    state.deck += 1
    odd = Match.at(GAMES["kroc"], str(Position(GAMES["kroc"], state)))
    assert check(hall, "eve", odd, HOME) == "rated-nearby"


def test_a_hand_is_known_again_whoever_is_the_crab(hall: Hall) -> None:
    audience, _ = played(hall, GAMES["crabs"], 3)
    position = audience.live.match.position
    again = Match.at(GAMES["crabs"], str(position))
    assert check(hall, "eve", again, HOME) == "rated-nearby"
    assert check(hall, "eve", again, "address of eve") == ""


def test_a_neighbours_own_table_is_no_door_to_a_rated_match(hall: Hall) -> None:
    audience, screens = rated(hall)
    eve = neighbour(hall)
    own = hall.table(eve, "xok", ME, ME)
    eve.follow(own)
    assert codes(eve.says(wire.Ask(own.live.row.id, "1", "hint", 0))) == ["rated-nearby"]  # both have just begun
    for number, text in enumerate(["e5e6", "c3c4", "g5g6", "c6c7"]):
        screens[number % 2].play(audience, number % 2, text)
        eve.play(own, number % 2, text)
    assert codes(eve.says(wire.Ask(own.live.row.id, "2", "hint", 0))) == ["rated-nearby"]
    eve.says(wire.Resign(own.live.row.id, "r", 0))
    assert codes(eve.says(wire.Ask(own.live.row.id, "3", "review"))) == ["rated-nearby"]
    far = neighbour(hall, "zoe", "address of zoe")
    far.follow(own)
    assert codes(far.says(wire.Ask(own.live.row.id, "4", "evaluate", index=2))) == []


def test_what_was_over_before_a_rated_match_began_can_be_looked_back_at(hall: Hall) -> None:
    eve = neighbour(hall)
    own = hall.table(eve, "xok", ME, ME)
    eve.follow(own)
    eve.play(own, 0, "e5e6")
    eve.says(wire.Resign(own.live.row.id, "r", 0))
    hall.run(1_000)
    audience, screens = rated(hall)
    screens[0].play(audience, 0, "e5e6")
    assert codes(eve.says(wire.Ask(own.live.row.id, "1", "review"))) == []


def test_a_match_that_is_not_rated_refuses_nobody_else_anything(hall: Hall) -> None:
    audience, ana, _ = hall.pair("xok", QUICK)
    ana.play(audience, 0, "e5e6")
    assert check(hall, "eve", replay(GAMES["xok"], 2, {}, [(0, "e5e6")]), HOME) == ""
    eve = neighbour(hall)
    own = hall.table(eve, "xok", ME, ME)
    eve.follow(own)
    eve.play(own, 0, "e5e6")
    assert codes(eve.says(wire.Ask(own.live.row.id, "1", "hint", 1))) == []


@pytest.mark.parametrize("pace", [QUICK, LONG, Pace()], ids=["minutes", "days", "no clock"])
def test_whoever_plays_people_gets_nothing_that_takes_a_position_in_that_game(hall: Hall, pace: Pace) -> None:
    before = hall.table(hall.person("ana"), "xok", ME, ME)
    audience, ana, theo = hall.pair("xok", pace)
    ana.follow(before)
    assert codes(ana.says(wire.Ask(before.live.row.id, "0", "hint", 0))) == ["not-against-people"]
    for person in ("ana", "theo"):
        for is_record in (False, True):
            assert check(hall, person, Match(GAMES["xok"], 2), is_record=is_record) == "not-against-people"
        assert check(hall, person, Match(GAMES["kroc"], 2)) == ""  # another game
    with pytest.raises(Refused, match="You are playing XOK with Theo") as refusal:
        hall.table(ana, "xok", ME, ME)
    assert isinstance(refusal.value, NotNow)
    assert refusal.value.match == audience.live.row.id
    shared = hall.table(ana, "xok", ME, OPEN, shared=True)
    assert codes(ana.says(wire.Sit(shared.live.row.id, "s", 1))) == ["not-against-people"]
    (why,) = ana.says(wire.Ask(audience.live.row.id, "1", "hint", 0))
    assert (why.code, why.match) == ("not-against-people", audience.live.row.id)
    theo.says(wire.Resign(audience.live.row.id, "r", 1))
    assert check(hall, "ana", Match(GAMES["xok"], 2)) == ""
    assert codes(ana.says(wire.Ask(before.live.row.id, "2", "hint", 0))) == []


@pytest.mark.parametrize(("pace", "is_refused"), [(QUICK, True), (LONG, False), (Pace(), False)])
def test_hints_against_machines_stay_where_a_turn_may_take_days(hall: Hall, pace: Pace, is_refused: bool) -> None:
    ana = hall.person("ana")
    alone = hall.table(ana, "xok", ME, MACHINE)
    ana.follow(alone)
    hall.pair("xok", pace)
    refused = ["not-against-people"] if is_refused else []
    assert codes(ana.says(wire.Ask(alone.live.row.id, "1", "hint", 0))) == refused
    ana.says(wire.Resign(alone.live.row.id, "r", 0))
    assert codes(ana.says(wire.Ask(alone.live.row.id, "2", "review"))) == refused


def test_on_a_friendly_table_everybody_who_plays_may_ask_and_nobody_else(hall: Hall) -> None:
    audience, ana, theo = hall.pair("xok", QUICK, help=True)
    assert ana.last(wire.Around).info.help
    assert codes(ana.says(wire.Ask(audience.live.row.id, "1", "hint", 0))) == []
    assert codes(theo.says(wire.Ask(audience.live.row.id, "2", "hint", 0))) == ["not-your-seat"]
    eve = hall.person("eve")
    eve.follow(audience)
    assert codes(eve.says(wire.Ask(audience.live.row.id, "3", "hint", 0))) == ["not-against-people"]
    assert check(hall, "ana", Match(GAMES["xok"], 2)) == ""
    hall.pair("xok", QUICK)
    assert codes(ana.says(wire.Ask(audience.live.row.id, "4", "hint", 0))) == ["not-against-people"]


def test_a_friendly_table_stays_so_in_the_rematch_and_is_never_rated(hall: Hall) -> None:
    with pytest.raises(Refused, match="without help"):
        hall.table(account(hall, "ana"), "xok", ME, OPEN, pace=QUICK, rated=True, help=True)
    audience, ana, theo = hall.pair("xok", help=True)
    ana.says(wire.Resign(audience.live.row.id, "r", 0))
    ana.says(wire.Propose(audience.live.row.id, "p", 0, "rematch"))
    theo.says(wire.Reply(audience.live.row.id, "q", 1, "rematch", True))
    assert hall.at(audience.live.row.next).live.row.help


@pytest.mark.one_database("postgres")
def test_it_is_the_same_at_every_server(hall: Hall) -> None:
    other = hall.beside()
    audience, screens = rated(hall)
    screens[0].play(audience, 0, "e5e6")
    match = replay(GAMES["xok"], 2, {}, [(0, "e5e6")])
    assert check(other, "ana", match) == "not-against-people"
    assert check(other, "eve", match, HOME) == "rated-nearby"
    assert check(other, "eve", match, "elsewhere") == ""


def test_who_moves_to_another_address_takes_the_match_along(hall: Hall) -> None:
    audience, screens = rated(hall)
    match = replay(GAMES["xok"], 2, {}, [(0, "e5e6")])
    hall.dispatcher.visitors[screens[0]].address = "a café"
    screens[0].play(audience, 0, "e5e6")
    assert check(hall, "eve", match, "a café") == "rated-nearby"
    assert check(hall, "eve", match, HOME) == "rated-nearby"


def test_nothing_is_kept_of_where_a_match_was_played_from_once_it_is_over(hall: Hall) -> None:
    audience, screens = rated(hall)
    move(audience, screens, 4)
    kept = hall.wait(hall.store.rows("SELECT place, person FROM whereabouts"))
    assert {person for _, person in kept} == {"ana", "theo"}
    assert not any("address" in place for place, _ in kept)
    resign(audience, screens, 0)
    assert hall.wait(hall.store.rows("SELECT place, person FROM whereabouts")) == []


@live
async def test_the_pages_refuse_and_say_which_match_must_be_over(server: Server) -> None:
    async with visiting(server, "Ana") as ana, visiting(server, "Théo") as theo, theo.connect() as socket:
        table, line = await ana.table("xok", "me", "open"), Line(socket)
        await line.send(wire.Sit(table, "s", 1))
        await line.next(wire.Ack)
        await ana.call("POST", f"/api/tables/{table}/moves", {"seat": 0, "move": "e5e6", "id": "m"})
        record = to_json(
            MatchRecord("xok", 2, {}, [(0, "a1a2"), (1, "c3c4")], rules=2, result=Ending((0,), (0, 0), "resigned", 1))
        )
        asked = {"game": "xok", "seat": 0, "level": 1}
        both = {"game": "xok", "seats": [{"kind": "me"}, {"kind": "me"}]}
        for path, told in (
            ("/api/evaluations", {"json": asked}),
            ("/api/explorer", {"json": asked}),
            ("/api/tables", {"json": both}),
            ("/api/records", {"data": record, "headers": {"Content-Type": "text/plain"}}),
        ):
            status, why = await asked_of(ana, path, **told)
            assert (status, why["code"], why["match"]) == (403, "not-against-people", table), path
            assert "XOK" in why["fr"]
            assert "Théo" in why["en"]


async def asked_of(visitor: Visitor, path: str, json: Any = None, **told: Any) -> tuple[int, Any]:
    return await visitor.ask("POST", path, json, **told)


@pytest.mark.one_database("sqlite")
def test_tokens_are_their_persons_and_a_proxy_tells_addresses_apart(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(tmp_path, is_behind_proxy=True) as server, visiting(server) as ana, visiting(server) as theo:
            here, there = {"X-Forwarded-For": "10.0.0.1"}, {"X-Forwarded-For": "10.0.0.2"}
            for visitor, name, where in ((ana, "Ana", here), (theo, "Theo", there)):
                await visitor.call("POST", "/api/guest", {"name": name}, headers=where)
            table = await ana.table("xok", "me", "open")
            async with theo.connect(**there) as socket:
                await Line(socket).send(wire.Sit(table, "s", 1))
                await Line(socket).next(wire.Ack)
            asked = {"game": "xok", "seat": 0, "level": 1}
            secret = (await ana.call("POST", "/api/tokens", {"label": "bot"}, headers=here))["secret"]
            async with visiting(server) as bot:
                headers = {"Authorization": f"Bearer {secret}", "Origin": bot.origin}
                status, why = await bot.ask("POST", "/api/evaluations", asked, headers=headers)
                assert (status, why["code"]) == (403, "not-against-people")

    asyncio.run(story())
