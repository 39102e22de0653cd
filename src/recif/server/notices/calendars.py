"""A calendar (RFC 5545): when somebody's time is over at each table at which they must decide, and when events and
appointments of theirs begin."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from recif.games.core.contract import Language, Text

LONGEST_LINE = 75  # bytes
PLAY_BY = Text("{title} : jouez avant cette heure", "{title}: play by this time")
BEGINS = Text("{title} : le tournoi commence", "{title}: the event begins")
MEETS = Text("{title} : partie contre {who}", "{title}: match against {who}")
DEADLINES = Text("Récif : mes parties", "Récif: my matches")


class Deadline(NamedTuple):
    table: str
    title: str
    at: int
    since: int  # when it was set, so far as it is known
    link: str
    says: Text = PLAY_BY
    who: str = ""  # whom they meet then


def calendar(deadlines: Iterable[Deadline], language: Language) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Recif//Deadlines//EN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(DEADLINES.say(language))}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *(line for one in deadlines for line in _event(one, language)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line)).encode()


def _event(one: Deadline, language: Language) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{one.table}@recif"
    yield f"DTSTAMP:{_instant(one.since)}"
    yield f"DTSTART:{_instant(one.at)}"
    yield f"SUMMARY:{_text(one.says.say(language).format(title=one.title, who=one.who))}"
    if one.link:
        yield f"URL:{one.link}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _instant(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    return text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """No line of more than 75 bytes, and no letter cut in two."""
    part, size = "", 0
    for letter in line:
        length = len(letter.encode())
        if size + length > LONGEST_LINE:
            yield part
            part, size = " ", 1
        part, size = part + letter, size + length
    yield part
