"""Non-interference: two matches that a viewer cannot tell apart send that viewer the same bytes, every one.

Both are played in step. Whenever one takes an event, the other takes an event that looks the same to the viewer
(`rules.seen`) but may be another: other cards drawn, another hidden choice. Then everything sent must be equal.
"""

from collections.abc import Callable, Iterator, Sequence
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recif.games import GAMES
from recif.games.core.contract import LUCK, SPECTATOR
from recif.match import clock, provable
from recif.match.match import Match, Source
from recif.server.messages import wire
from recif.server.messages.bodies.parties import PauseParty
from recif.server.messages.shapes import Detail, Pace
from recif.server.notices.bodies import FORMS, body_of, said
from recif.server.notices.calendars import Deadline, calendar
from recif.server.notices.causes import deadline_of
from recif.server.notices.hooking import new_secret
from recif.server.notices.letters import DigestLine, Letterhead, digest
from recif.server.notices.notes import Notes
from recif.server.notices.pushing import message_for
from recif.server.store.rows import GuestRow, HookRow, NoticeRow, PartyRow
from recif.server.views.audience import Audience
from tests.server.hall import Hall, Screen, known_row

PEOPLE = ["ana", "theo"]
HIDING = ["crabs", "kroc"]


class Steered(provable.Luck, frozen=True, kw_only=True):
    """Luck that brings what the test wants next."""

    steer: Any

    def source(self, index: int, cuts: Sequence[int]) -> Source:
        return lambda n: int(self.steer())


def steering(match: Match, choose: Callable[[Match], str]) -> int:
    """The number that draws the outcome chosen."""
    wanted, below = choose(match), 0
    for text, (_, weight) in match.position.luck().items():
        if text == wanted:
            return below
        below += weight
    raise AssertionError(wanted)


class Side:
    """One of the two matches, with screens around it."""

    def __init__(self, folder: Path, game: str, choose: Callable[[Match], str], detail: Detail, **told: Any) -> None:
        folder.mkdir()
        self.hall = Hall(folder)
        self.screens = {seat: self.hall.person(name) for seat, name in enumerate(PEOPLE)}
        self.screens[SPECTATOR] = self.hall.person("eve")
        row = known_row(game, PEOPLE, **told)
        row.chairs[1].kind = "open"
        self.audience: Audience = self.hall.do(lambda: self.hall.registry.committing.start(row))
        self.match = self.audience.live.match
        self.audience.live.luck = Steered("table", "", (), steer=lambda: steering(self.match, choose))
        self.at_party()
        for seat, screen in self.screens.items():
            screen.follow(self.audience, detail=detail, language="en" if seat else "fr")

    def at_party(self) -> None:
        """Eve's screen is the television, the others' are phones around it."""
        guests = tuple(GuestRow(person, 1_000_000) for person in PEOPLE)
        row = PartyRow("party", "BCDF", "key", "eve", 1_000_000, 10**12, 1, captain="ana", guests=guests, table="table")
        self.hall.do(lambda: self.hall.store.save_party(row, lambda: None))
        for screen in self.screens.values():
            screen.says(wire.Attend("party"))

    def stir_party(self) -> None:
        """Somebody cheers, a phone goes and comes back, the captain calls a pause and ends it."""
        parties, theo = self.hall.dispatcher.parties, self.screens[1]
        theo.says(wire.Cheer("party", "wow"))
        for on in (False, True):
            theo.says(wire.Attend("party", on))
            self.hall.run(200)
        for on in (True, False):
            if self.audience.live.is_playing:
                self.hall.wait(parties.act("party", "ana", PauseParty(on)))

    def seen(self, seat: int, number: int, viewer: int) -> int:
        return int(self.match.game.rules.seen(self.match.position.state, seat, number, viewer))


class Twins:
    """The two matches in step; `viewer` cannot tell them apart."""

    def __init__(
        self,
        folder: Path,
        game: str,
        viewer: int,
        chance: Callable[[int], int],
        detail: Detail = "full",
        **told: Any,
    ) -> None:
        self.viewer, self.chance, self.detail = viewer, chance, detail
        self.drawn: list[int] = []  # what the viewer saw of each draw of the first match, not yet taken by the second
        self.differences = 0  # decisions that are not the same in both
        self.is_lost = False  # the second match has no event that looks like the first one's
        self.one = Side(folder / "one", game, self.lead, detail, **told)
        self.two = Side(folder / "two", game, self.mimic, detail, **told)
        self.both(lambda side: side.screens[1].says(wire.Sit("table", "sit", 1)))

    @property
    def are_apart(self) -> bool:
        """Whether something differs that the viewer does not see: a decision on the way, or the cards in the end."""
        return self.differences > 0 or self.one.match.position != self.two.match.position

    def both(self, do: Callable[[Side], Any]) -> None:
        for side in (self.one, self.two):
            do(side)

    def lead(self, match: Match) -> str:
        """Luck of the first match: anything."""
        outcomes = list(match.position.luck().items())
        text, (number, _) = outcomes[self.chance(len(outcomes))]
        self.drawn.append(int(match.game.rules.seen(match.position.state, LUCK, number, self.viewer)))
        return text

    def mimic(self, match: Match) -> str:
        """Luck of the second match: anything that looks the same."""
        outcomes = match.position.luck()
        wanted = self.drawn.pop(0) if self.drawn else None
        rules, state = match.game.rules, match.position.state
        alike = [
            text for text, (number, _) in outcomes.items() if rules.seen(state, LUCK, number, self.viewer) == wanted
        ]
        self.is_lost = self.is_lost or not alike
        return alike[self.chance(len(alike))] if alike else next(iter(outcomes))

    def step(self) -> bool:
        """A decision in both; False when they are over or cannot go on alike."""
        if self.one.match.is_over or self.two.match.is_over or self.one.match.waiting != self.two.match.waiting:
            return False
        waiting = self.one.match.waiting
        seat = waiting[self.chance(len(waiting))]
        if len(self.one.match.position.waiting) > 1:
            return self.choose_at_once(seat)
        moves = self.one.match.position.moves(seat)
        pairs = [
            (text, twin) for text in moves for twin in self.alike(seat, text) if twin == text or seat != self.viewer
        ]
        if not pairs:
            return False
        text, other = pairs[self.chance(len(pairs))]
        self.differences += text != other
        self.play(self.one, seat, text)
        self.play(self.two, seat, other)
        return not self.is_lost

    def alike(self, seat: int, text: str) -> list[str]:
        """Moves of the second match that look to the viewer like this one of the first."""
        look = self.one.seen(seat, self.one.match.position.moves(seat)[text], self.viewer)
        others = self.two.match.position.moves(seat)
        return [other for other, number in others.items() if self.two.seen(seat, number, self.viewer) == look]

    def choose_at_once(self, seat: int) -> bool:
        """While somebody still thinks, a choice shows nowhere; before all is told, the second choice is made equal."""
        moves, others = (list(side.match.position.moves(seat)) for side in (self.one, self.two))
        text = moves[self.chance(len(moves))]
        if seat != self.viewer and len(self.one.match.waiting) > 1:
            other = others[self.chance(len(others))]
            self.differences += text != other
            self.play(self.one, seat, text)
            self.play(self.two, seat, other)
            one, two = self.whispers()
            assert one == two
        self.play(self.one, seat, text)
        self.play(self.two, seat, text)
        return not self.is_lost

    def play(self, side: Side, seat: int, text: str) -> None:
        side.hall.world.now += 1000
        side.screens[seat].play(side.audience, seat, text, id=f"m{side.audience.live.version}")

    def whispers(self) -> list[list[bytes]]:
        """Everything the viewer was ever sent, and a fresh look besides."""
        told = []
        for side in (self.one, self.two):
            screen: Screen = side.screens[self.viewer]
            screen.follow(side.audience, detail=self.detail)
            screen.says(wire.Play("table", "bad", max(0, self.viewer), "nonsense"))
            told.append(list(screen.data))
        return told


def played(folder: Path, game: str, viewer: int, seed: int, detail: Detail = "full", **told: Any) -> Iterator[Twins]:
    """Two matches that look alike, after each decision, for as long as they can go on so."""
    rng = np.random.default_rng(seed)
    twins = Twins(folder, game, viewer, lambda n: int(rng.integers(n)), detail, **told)
    for _ in range(20):
        if twins.is_lost or not twins.step():
            return
        yield twins


@pytest.mark.parametrize("detail", ["full", "lean"])
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("game", HIDING)
@settings(max_examples=8)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_hidden_changes_no_byte(
    tmp_path_factory: pytest.TempPathFactory, game: str, viewer: int, detail: Detail, seed: int
) -> None:
    for twins in played(tmp_path_factory.mktemp("twins"), game, viewer, seed, detail):
        one, two = twins.whispers()
        assert one == two


@pytest.mark.parametrize("game", GAMES)
def test_a_television_is_sent_the_same_bytes_whatever_is_in_the_hands(
    tmp_path_factory: pytest.TempPathFactory, game: str
) -> None:
    """Also all that it hears of the party while they play: who comes and goes, a pause, emotes."""
    for seed in range(3 if game in HIDING else 1):
        steps = played(tmp_path_factory.mktemp("tv"), game, SPECTATOR, seed)
        for twins in islice(steps, 20 if game in HIDING else 3):
            twins.both(lambda side: side.stir_party())
            one, two = twins.whispers()
            assert one == two
            kinds = {type(wire.decode_server(data)) for data in one}
            assert {wire.Party, wire.Cheered, wire.Table} <= kinds


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("game", HIDING)
def test_the_two_matches_are_not_one_and_the_same(
    tmp_path_factory: pytest.TempPathFactory, game: str, viewer: int
) -> None:
    """Else the test above would say nothing."""
    apart = [twins.are_apart for seed in range(3) for twins in played(tmp_path_factory.mktemp("t"), game, viewer, seed)]
    assert apart.count(True) >= 10


PRIVATE = {  # what only its own seat may know: the match, and what Théo asks for
    "standing choice": ("kroc", clock.Pace("rounds", clock.DAY), wire.Prepare("table", "private", 1, "2")),
    "plan": ("xok", clock.Pace("days", clock.DAY), wire.Foresee("table", "private", 1, [["c3c4", "e7f7"]])),
}


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
@pytest.mark.parametrize("what", PRIVATE)
def test_what_a_seat_prepares_changes_no_byte_for_anybody_else(
    tmp_path_factory: pytest.TempPathFactory, what: str, viewer: int
) -> None:
    game, pace, asked = PRIVATE[what]
    folder, told = tmp_path_factory.mktemp("private"), []
    for name in ("without", "with"):
        side = Side(folder / name, game, lambda match: next(iter(match.position.luck())), "full", pace=pace)
        side.screens[1].says(wire.Sit("table", "sit", 1))
        side.screens[0].says(wire.Propose("table", "before", 0, "draw"))
        if name == "with":
            assert isinstance(side.screens[1].says(asked)[0], wire.Ack)
        side.hall.world.now += 1000
        side.screens[0].says(wire.Reply("table", "gone", 0, "draw", False))
        screen = side.screens[viewer]
        screen.follow(side.audience, version=side.audience.live.version)
        told.append(list(screen.data))
    assert told[0] == told[1]


def made_of(hall: Hall, row: NoticeRow) -> list[bytes]:
    """All that leaves the server because of a notice, with another name for its table and its key."""
    row = row._replace(about="table", key="key")
    note = hall.wait(Notes(hall.registry.people, hall.registry.games).of(row))
    hook = HookRow("hook", row.person, "https://hook.invalid/", "standard", new_secret(), "fr", 0)
    worded = said(note, hook, "https://recif.invalid")
    head = Letterhead("recif@recif.invalid", "theo@recif.invalid", "fr", "https://recif.invalid/mail/stop")
    mail = digest(head, "Théo", [DigestLine(worded.title, worded.text, worded.link, "")], row.key, row.at)
    due = Deadline(row.about, worded.title, deadline_of(row), row.at, worded.link)
    return [
        message_for(note, "fr"),
        *(body_of(worded, form).data for form in FORMS),
        *all_of(mail),
        calendar([due], "fr"),
    ]


def all_of(mail: EmailMessage) -> list[bytes]:
    """Its headings and both of its bodies, but not the line by which a mail parts them: that is drawn for each mail."""
    parts = list(mail.iter_parts())
    assert [part.get_content_type() for part in parts] == ["text/plain", "text/html"]
    headings = [f"{name}: {value}" for name, value in mail.items() if name != "Content-Type"]
    return [*(line.encode() for line in headings), *(part.as_bytes() for part in parts)]


@pytest.mark.one_database("sqlite")
def test_nothing_that_is_made_of_a_notice_changes_with_what_is_hidden(hall: Hall) -> None:
    """Ana bites one pile or the other while Théo is away: he gets the same bytes by every way."""
    sent = []
    for pile in (0, 1):
        audience, ana, theo = hall.pair("kroc", Pace("days", 3 * 24 * 60 * 60 * 1000))
        theo.says(wire.Leave(audience.live.row.id))
        ana.play(audience, 0, list(audience.live.match.position.moves(0))[pile])
        ana.says(wire.Propose(audience.live.row.id, "draw", 0, "draw"))
        rows = hall.wait(hall.store.notices_of("theo", hall.world.now + 10**9, 50))
        sent.append([made_of(hall, row) for row in rows if row.about == audience.live.row.id])
    assert len(sent[0]) == 2  # the offer, and the reminder
    assert sent[0] == sent[1]


def sent_to(side: Side, reader: int) -> list[list[bytes]]:
    """All that leaves the server for who sits there and is away."""
    side.screens[reader].says(wire.Leave("table"))
    rows = side.hall.wait(side.hall.store.notices_of(PEOPLE[reader], side.hall.world.now + 10**9, 50))
    return [made_of(side.hall, row) for row in rows]


@pytest.mark.one_database("sqlite")
@pytest.mark.parametrize("reader", [0, 1])
@pytest.mark.parametrize("game", HIDING)
def test_who_is_away_gets_the_same_bytes_by_every_way_whatever_is_hidden(
    tmp_path_factory: pytest.TempPathFactory, game: str, reader: int
) -> None:
    came, are_apart = 0, 0
    for seed in range(3):
        steps = played(tmp_path_factory.mktemp("ways"), game, reader, seed, pace=clock.Pace("days", clock.DAY))
        for twins in steps:
            one, two = sent_to(twins.one, reader), sent_to(twins.two, reader)
            assert one == two
            came, are_apart = came + len(one), are_apart + twins.are_apart
    assert came >= 10
    assert are_apart >= 10
