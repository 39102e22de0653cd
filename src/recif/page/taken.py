"""Everything that a page keeps as one file, to be opened on another device or joined to an account on a server.

`kept` is the database, for another page; `records` are the matches that are over, which any server reads; what the
browser keeps beside the database (settings, what was learned) goes along as the page wrote it.
"""

import base64
import json
import sqlite3
from pathlib import Path
from typing import Any

from recif import __version__
from recif.games.core.contract import Refused, Text
from recif.page.kept import check_copy
from recif.page.server import PageServer

MOST_RECORDS = 100  # as many as a server keeps of a person; the latest
PAGE = 200
NOT_OURS = Refused(
    "bad-file",
    Text("Ce n’est pas un fichier de Récif : rien n’a changé.", "This is not a Récif file: nothing has changed."),
)
SPOILT = Refused(
    "spoilt-file",
    Text("Ce fichier est abîmé : rien n’a changé.", "This file is damaged: nothing has changed."),
)
TOO_NEW = Refused(
    "newer-file",
    Text(
        "Ce fichier vient d’un Récif plus récent que cette page : rien n’a changé. "
        "Rechargez la page pour la mettre à jour.",
        "This file comes from a newer Récif than this page: nothing has changed. Reload the page to update it.",
    ),
)
REFUSED_AS = {"bad-database": NOT_OURS, "newer-database": TOO_NEW}


async def written(server: PageServer, database: Path, beside: str) -> str:
    server.store.copy(database)
    kept = base64.b64encode(database.read_bytes()).decode()
    records = await _records(server)
    return json.dumps({"recif": __version__, **json.loads(beside), "records": records, "kept": kept})


async def _records(server: PageServer) -> list[str]:
    """Of tables, and those that were brought."""
    found = [f"/api/tables/{table}/record?form=json" for table in await _tables(server)]
    brought = json.loads((await server.fetch("GET", "/api/records")).body).get("records", [])
    found += [f"/api/records/{one['match']}?form=json" for one in brought]
    answers = [await server.fetch("GET", path) for path in found]
    return [answer.body for answer in answers if answer.status == 200][:MOST_RECORDS]


async def _tables(server: PageServer) -> list[str]:
    """The latest first."""
    me = json.loads((await server.fetch("GET", "/api/me")).body)
    if "person" not in me:
        return []
    tables, last = [], ""
    while page := await server.store.played_by(me["person"]["id"], last, PAGE):
        tables += page
        last = page[-1]
    rows = [row for table in tables if (row := await server.store.table(table)) and row.status == "over"]
    return [row.id for row in sorted(rows, key=lambda row: row.made, reverse=True)]


def unwritten(text: str, database: Path) -> str:
    """Put the database of such a file there; the answer is what lay beside it. Refused where it cannot be used here."""
    try:
        whole: dict[str, Any] = json.loads(text)
        database.write_bytes(base64.b64decode(whole["kept"], validate=True))
        beside = json.dumps({"beside": whole.get("beside", {})})
    except (ValueError, TypeError, KeyError, AttributeError):
        raise NOT_OURS from None
    try:
        check_copy(database)
    except (Refused, sqlite3.DatabaseError) as error:
        raise REFUSED_AS.get(getattr(error, "code", ""), SPOILT) from None
    return beside
