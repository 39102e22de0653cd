"""Notices with the names that they speak of."""

from collections.abc import Mapping
from dataclasses import dataclass

from recif.games.core.contract import Game, Text
from recif.server.notices.causes import About, read_about
from recif.server.people.accounts import People
from recif.server.store.rows import NoticeRow

RECIF = Text("Récif", "Récif")


@dataclass(frozen=True)
class Note:
    """A notice with the names that it speaks of."""

    row: NoticeRow
    about: About
    title: Text  # of the game, or the name of what it is about
    names: Mapping[str, str]  # by person

    @property
    def who(self) -> str:
        return self.names.get(self.about.who, "")

    @property
    def done(self) -> frozenset[str]:
        """Ways, and parts of ways, by which it has been sent."""
        return frozenset(self.row.done.split())


class Notes:
    """Who people are and what games are called is looked up when a notice is sent."""

    def __init__(self, people: People, games: Mapping[str, Game]) -> None:
        self._people, self._games = people, games

    async def of(self, row: NoticeRow) -> Note:
        about = read_about(row.body) if row.body else About("")
        people = await self._people.know([one for one in (about.who, *about.won) if one])
        game = self._games.get(about.game)
        title = game.title if game else Text(about.name, about.name) if about.name else RECIF
        return Note(row, about, title, {person.id: person.name for person in people})
