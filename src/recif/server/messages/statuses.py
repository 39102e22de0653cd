"""Refusals as REST pages tell them: a status, and why."""

from recif.games.core.contract import Refused
from recif.server.messages.refusals import NotNow, as_why
from recif.server.messages.shapes import Why

STATUS = {
    "no-session": 401,
    "wrong-password": 401,
    "bad-origin": 403,
    "bad-host": 403,
    "not-from-here": 403,
    "not-your-seat": 403,
    "not-the-owner": 403,
    "not-against-people": 403,
    "rated-nearby": 403,
    "hidden-until-over": 403,
    "no-such-table": 404,
    "no-such-game": 404,
    "no-such-lesson": 404,
    "no-such-token": 404,
    "no-such-person": 404,
    "rated-accounts": 403,
    "rated-no-bots": 403,
    "rated-one-browser": 403,
    "rated-often": 429,
    "rated-enough": 429,
    "no-such-study": 404,
    "not-your-study": 403,
    "too-many-studies": 429,
    "no-such-match": 404,
    "not-your-match": 403,
    "too-many-records": 429,
    "no-such-page": 404,
    "dead-link": 404,
    "seat-kept": 403,
    "no-challenge": 409,
    "challenge-pending": 409,
    "not-challenged": 409,
    "no-mails": 409,
    "no-such-puzzle": 404,
    "wrong-method": 405,
    "stale": 409,
    "not-invited": 409,
    "no-network": 409,
    "name-taken": 409,
    "has-account": 409,
    "no-account": 409,
    "seat-taken": 409,
    "already-started": 409,
    "too-slow": 408,
    "too-large": 413,
    "no-encoding": 415,
    "not-for-bots": 403,
    "only-reads": 403,
    "json-expected": 415,
    "flood": 429,
    "too-many-tries": 429,
    "too-many": 429,
    "too-many-tables": 429,
    "too-many-changes": 429,
    "busy": 429,
    "bad-puzzle": 500,
    "defect": 500,
    "stopping": 503,
    "not-kept": 507,
}


def status_and_why(refused: Refused) -> tuple[int, Why]:
    why = as_why(refused)
    match = refused.match if isinstance(refused, NotNow) else ""
    return STATUS.get(why.code, 400), Why(why.code, why.text.fr, why.text.en, why.rule, list(why.cells), match)
