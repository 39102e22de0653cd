"""The log of an event in sentences."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from recif.events import entries as of
from recif.games.core.contract import Game, Text
from recif.server.events.open_event import OpenEvent, decode_entry
from recif.server.events.plans import MACHINE, RECIF
from recif.server.messages.bodies.events import EventLogLine
from recif.server.messages.shapes import Person

SaysEntry = Callable[[Any, "LogNames"], Text]


class LogNames(NamedTuple):
    """How people and games are called, and who sits at a board."""

    event: OpenEvent
    names: Mapping[str, Person]
    games: Mapping[str, Game]

    def __call__(self, person: str) -> str:
        return self.names[person].name if person in self.names else "Récif" if person == RECIF else "—"

    def title(self, game: str) -> Text:
        return self.games[game].title if game in self.games else Text(game, game)


def lines_of(event: OpenEvent, before: int, limit: int) -> list[tuple[int, of.AnyEntry]]:
    """The latest entries before a version, the latest first."""
    last = min(before - 1 if before else event.version, event.version)
    return [(number, decode_entry(event.bodies[number - 1])) for number in range(last, max(last - limit, 0), -1)]


def people_in(event: OpenEvent, entry: of.AnyEntry) -> list[str]:
    """Who has to be known for the sentence."""
    named = [entry.by, getattr(entry, "person", ""), getattr(entry, "other", "")]
    named += [*getattr(entry, "apart", ()), *getattr(entry, "directors", ())]
    if isinstance(entry, of.BoardFinished):
        named += event.live.board(entry.round, entry.board).people
    return [one for one in named if one and one not in (MACHINE, RECIF)]


def said(number: int, entry: of.AnyEntry, naming: LogNames) -> EventLogLine:
    text = SAID[type(entry)](entry, naming)
    kind = str(entry.__struct_config__.tag)
    reason = "" if entry.by == RECIF else getattr(entry, "reason", "")
    return EventLogLine(number, entry.at, entry.by, kind, text.bilingual, reason)


def _made(entry: of.EventMade, name: LogNames) -> Text:
    who = name(entry.by)
    return Text(f"{who} crée le tournoi.", f"{who} creates the event.")


def _joined(entry: of.PersonJoined, name: LogNames) -> Text:
    who = name(entry.person)
    return Text(f"{who} s’inscrit.", f"{who} joins.")


def _paused(entry: of.PersonPaused, name: LogNames) -> Text:
    who = name(entry.person)
    if entry.half:
        return Text(
            f"{who} saute la prochaine ronde pour un demi-point.", f"{who} skips the next round for half a point."
        )
    return Text(f"{who} fait une pause.", f"{who} takes a break.")


def _back(entry: of.PersonBack, name: LogNames) -> Text:
    who = name(entry.person)
    return Text(f"{who} revient.", f"{who} is back.")


def _bye(entry: of.ByeGiven, name: LogNames) -> Text:
    who, one = name(entry.by), name(entry.person)
    return Text(f"{who} donne à {one} un point sans jouer.", f"{who} gives {one} a point without playing.")


def _held(entry: of.EventHeld, name: LogNames) -> Text:
    who = name(entry.by)
    if entry.on:
        return Text(f"{who} met le tournoi en pause.", f"{who} puts the event on hold.")
    return Text(f"{who} relance le tournoi.", f"{who} resumes the event.")


def _withdrew(entry: of.PersonWithdrew, name: LogNames) -> Text:
    who = name(entry.person)
    if entry.by != entry.person:
        return Text(f"{name(entry.by)} exclut {who}.", f"{name(entry.by)} removes {who}.")
    return Text(f"{who} quitte le tournoi.", f"{who} leaves the event.")


def _paired(entry: of.RoundPaired, name: LogNames) -> Text:
    count, title = len(entry.boards), name.title(entry.game)
    return Text(
        f"Ronde {entry.round}, {title.fr} : {count} table{'s' * (count > 1)}.",
        f"Round {entry.round}, {title.en}: {count} table{'s' * (count != 1)}.",
    )


def _finished(entry: of.BoardFinished, name: LogNames) -> Text:
    """The best first; who is equal stands together."""
    people = name.event.live.board(entry.round, entry.board).people
    ranked = sorted(zip(entry.places, [name(one) for one in people], strict=True))
    groups = [[one for _, one in some] for _, some in groupby(ranked, key=lambda pair: pair[0])]
    fr, en = (", ".join(f" {also} ".join(group) for group in groups) for also in ("et", "and"))
    where = f"{entry.round}, table {entry.board}"
    return Text(f"Ronde {where} : {fr}.", f"Round {where}: {en}.")


def _annulled(entry: of.BoardAnnulled, name: LogNames) -> Text:
    where = f"{entry.round}.{entry.board}"
    if entry.by == RECIF:
        return Text(f"La partie {where} n’a pas eu lieu.", f"Match {where} did not take place.")
    again = Text(", qui sera rejouée", ", which will be replayed") if entry.replay else Text("", "")
    who = name(entry.by)
    return Text(f"{who} annule la partie {where}{again.fr}.", f"{who} cancels match {where}{again.en}.")


def _chose(entry: of.SideChosen, name: LogNames) -> Text:
    who, where = name(entry.person), f"{entry.round}.{entry.board}"
    if entry.seat:
        return Text(f"{who} laisse l’autre commencer la partie {where}.", f"{who} lets the other begin match {where}.")
    return Text(f"{who} commence la partie {where}.", f"{who} begins match {where}.")


def _proposed(entry: of.TimesProposed, name: LogNames) -> Text:
    who, where = name(entry.person), f"{entry.round}.{entry.board}"
    if not entry.times:
        return Text(f"{who} n’a plus d’heure pour la partie {where}.", f"{who} no longer has a time for match {where}.")
    return Text(f"{who} propose des heures pour la partie {where}.", f"{who} suggests times for match {where}.")


def _came(entry: of.PersonCame, name: LogNames) -> Text:
    who, where = name(entry.person), f"{entry.round}.{entry.board}"
    return Text(f"{who} est là pour la partie {where}.", f"{who} is here for match {where}.")


def _swapped(entry: of.PeopleSwapped, name: LogNames) -> Text:
    who, one, two = name(entry.by), name(entry.person), name(entry.other)
    return Text(f"{who} échange {one} et {two}.", f"{who} swaps {one} and {two}.")


def _forfeited(entry: of.SeatForfeited, name: LogNames) -> Text:
    where, who = f"{entry.round}.{entry.board}", name(entry.person)
    if entry.by == RECIF:
        return Text(f"{who} n’a pas commencé la partie {where}.", f"{who} did not begin match {where}.")
    return Text(f"{who} perd la partie {where} par forfait.", f"{who} forfeits match {where}.")


def _corrected(entry: of.EventCorrected, name: LogNames) -> Text:
    who = name(entry.by)
    if entry.places:
        where, places = f"{entry.round}.{entry.board}", ", ".join(map(str, entry.places))
        return Text(
            f"{who} corrige la partie {where} : places {places}.", f"{who} corrects match {where}: places {places}."
        )
    if entry.apart:
        one, two = (name(person) for person in entry.apart)
        return Text(f"{who} sépare {one} et {two}.", f"{who} keeps {one} and {two} apart.")
    if entry.rounds:
        return Text(
            f"{who} fixe le nombre de rondes : {entry.rounds}.", f"{who} sets the number of rounds to {entry.rounds}."
        )
    if entry.directors:
        directors = ", ".join(name(one) for one in entry.directors if one != RECIF)
        return Text(f"La direction : {directors}.", f"Directors: {directors}.")
    return Text(
        f"{who} corrige l’inscription de {name(entry.person)}.", f"{who} corrects {name(entry.person)}’s entry."
    )


def _told(entry: of.DirectorSaid, name: LogNames) -> Text:
    return Text(f"{name(entry.by)} : « {entry.text} »", f"{name(entry.by)}: “{entry.text}”")


def _ended(entry: of.EventEnded, name: LogNames) -> Text:
    if entry.by == RECIF:
        return Text("Le tournoi est terminé.", "The event has ended.")
    return Text(f"{name(entry.by)} termine le tournoi.", f"{name(entry.by)} ends the event.")


SAID: dict[type, SaysEntry] = {
    of.EventMade: _made,
    of.PersonJoined: _joined,
    of.PersonPaused: _paused,
    of.ByeGiven: _bye,
    of.EventHeld: _held,
    of.PersonBack: _back,
    of.PersonWithdrew: _withdrew,
    of.RoundPaired: _paired,
    of.BoardFinished: _finished,
    of.BoardAnnulled: _annulled,
    of.SideChosen: _chose,
    of.TimesProposed: _proposed,
    of.PersonCame: _came,
    of.PeopleSwapped: _swapped,
    of.SeatForfeited: _forfeited,
    of.EventCorrected: _corrected,
    of.DirectorSaid: _told,
    of.EventEnded: _ended,
}
