"""REST: guests, accounts, sessions, profile, bots' tokens."""

import secrets
from collections import defaultdict
from typing import Any

from recif.games.core.contract import Language
from recif.server.api.endpoints import Call, Page
from recif.server.api.export import export, forget, leave_tables
from recif.server.messages.bodies.people import (
    AccountBody,
    DeleteBody,
    Exported,
    GuestBody,
    Me,
    PasswordBody,
    ProfileBody,
    Token,
    TokenBody,
    Tokens,
)
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import decoy, digest, hash_password, is_password, scope_of, session_key
from recif.server.people.names import clean_name
from recif.server.store.interface import PersonRow
from recif.server.transport import security
from recif.server.views import rendering

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_TOKENS = 20


async def guest(call: Call) -> Me:
    """A name is enough. Somebody who has a session keeps it."""
    body: GuestBody = call.body
    if call.row:
        return await _change(call, call.row, body.name, body.language, body.face or None)
    await call.check((call.reception.new_people, call.address))
    row = await call.durably(
        lambda then: call.registry.people.new_guest(body.name, body.language, call.now, then, body.face)
    )
    await _sign_in(call, row)
    return await _me(call, row)


async def _sign_in(call: Call, row: PersonRow) -> None:
    """A new session; the one before is dead, so that a stolen cookie does not survive a sign-in."""
    before = call.session
    call.cookie = await call.durable(lambda then: call.registry.people.open_session(row.id, call.now, then, before))
    if row.password:
        call.browser = security.browser_of(call.request, call.reception.settings) or secrets.token_urlsafe(16)
        browser = digest(call.browser)
        await call.durable(lambda then: call.registry.store.save_browser(browser, row.id, call.now, then))


async def me(call: Call) -> Me:
    return await _me(call, call.me)


async def _me(call: Call, row: PersonRow) -> Me:
    registry = call.registry
    tables = await registry.lists.infos(await registry.store.tables_of(row.id, 30))
    others = await registry.people.know(await registry.people.muted(row.id))
    muted = sorted(map(rendering.person, others), key=lambda one: one.name)
    beaten: dict[str, list[int]] = defaultdict(list)
    for game, level in await registry.store.beaten(row.id) if row.password else ():
        beaten[game].append(level)
    return Me(rendering.person(row), row.language, row.made, row.named, tables, muted, dict(beaten))


async def profile(call: Call) -> Me:
    body: ProfileBody = call.body
    return await _change(call, call.me, body.name, body.language, body.face, body.named)


async def _change(
    call: Call,
    row: PersonRow,
    name: str | None,
    language: Language | None,
    face: int | None = None,
    named: bool | None = None,
) -> Me:
    new = row.name if name is None else name
    wishes = (new, language or row.language, row.face if face is None else face)
    await call.durably(lambda then: call.registry.people.change(row, *wishes, then, named))
    return await _me(call, row)


async def account(call: Call) -> Me:
    """The guest becomes an account, and keeps every game."""
    body: AccountBody = call.body
    people, row = call.registry.people, call.me
    check_password(body.password)
    if row.password:
        raise refuse("has-account")
    name = clean_name(body.name)
    await people.claim(name)
    try:
        hashed = await _hash(call, body.password)
    except BaseException:
        people.give_up(name)
        raise
    await call.durably(lambda then: people.make_account(row, name, hashed, then))
    await _sign_in(call, row)
    return await _me(call, row)


def check_password(password: str) -> None:
    """Refused in words, where a new one is too short or too long."""
    if len(password) < SHORTEST_PASSWORD:
        raise refuse("short-password")
    if len(password) > LONGEST_PASSWORD:
        raise refuse("long-password")


async def _hash(call: Call, password: str) -> str:
    return await call.reception.hashing.run(call.address, "", hash_password, password)


async def password(call: Call) -> None:
    """Whoever knew the old one is signed out everywhere else."""
    body: PasswordBody = call.body
    row = call.me
    if not row.password:
        raise refuse("no-account")
    check_password(body.new)
    await _check_password(call, row, body.password)
    hashed = await _hash(call, body.new)
    await call.durably(lambda then: call.registry.people.set_password(row, hashed, then))
    await _end_all(call)
    await _sign_in(call, row)


async def sign_in(call: Call) -> Me:
    body: AccountBody = call.body
    row = await call.registry.people.account(clean_name(body.name))
    await _check_password(call, row, body.password)
    assert row is not None
    await _sign_in(call, await call.registry.people.known(row.id))
    return await _me(call, row)


async def _check_password(call: Call, row: PersonRow | None, password: str) -> None:
    """Tries are counted for the address: nobody is locked out by what others try elsewhere.

    An unknown name takes as long as a wrong password.
    """
    if not await call.may(call.reception.passwords, call.address):
        raise refuse("too-many-tries")
    known = row.password if row else ""
    is_right = await call.reception.hashing.run(call.address, "", lambda: is_password(known or decoy(), password))
    if not is_right or row is None:
        raise refuse("wrong-password")


async def sign_out(call: Call) -> None:
    person, session = call.me.id, session_key(call.session)
    await call.durable(lambda then: call.registry.store.end_sessions(person, then, session))
    call.reception.close_sockets(person, session)
    call.cookie = ""


async def sign_out_everywhere(call: Call) -> None:
    await _end_all(call)
    call.cookie = ""


async def _end_all(call: Call) -> None:
    """Sessions, tokens and sockets."""
    person, store = call.me.id, call.registry.store
    for token in await store.tokens(person):
        store.end_token(person, token.id, lambda: None)
    await call.durable(lambda then: store.end_sessions(person, then))
    call.reception.close_sockets(person)


async def delete(call: Call) -> None:
    """Nothing of the person stays but a dash at the tables of others."""
    row, body = call.me, call.body
    if row.password:
        await _check_password(call, row, body.password)
    await leave_tables(call.registry, row.id)
    await forget(call.registry, row.id)
    call.reception.close_sockets(row.id)
    call.cookie = ""


async def new_token(call: Call) -> Token:
    """A bot plays as its owner's account; the secret is shown once."""
    body: TokenBody = call.body
    if len(await call.registry.store.tokens(call.me.id)) >= MOST_TOKENS:
        raise refuse("too-many")
    row, secret = await call.durable(
        lambda then: call.registry.people.new_token(call.me.id, body.label, body.scope, call.now, then)
    )
    return Token(row.id, row.label, row.made, secret, body.scope)


async def tokens(call: Call) -> Tokens:
    rows = await call.registry.store.tokens(call.me.id)
    return Tokens([Token(row.id, row.label, row.made, scope=scope_of(row.id)) for row in rows])


async def end_token(call: Call) -> None:
    token = call.path("token")
    if token not in {row.id for row in await call.registry.store.tokens(call.me.id)}:
        raise refuse("no-such-token")
    await call.durable(lambda then: call.registry.store.end_token(call.me.id, token, then))
    call.reception.close_sockets(call.me.id, token)


def _page(method: str, path: str, handler: Any, summary: str, body: Any, answer: Any, status: int, cost: int) -> Page:
    """What only the person does, with a session of their own."""
    return Page(method, path, handler, summary, body, answer, status, needs_person=True, cost=cost, is_private=True)


PAGES = [
    Page("POST", "/api/guest", guest, "Be a guest under a name.", GuestBody, Me, is_private=True),
    Page("GET", "/api/me", me, "Who I am, and my tables.", None, Me, needs_person=True),
    _page("PATCH", "/api/me", profile, "Change my name or language.", ProfileBody, Me, 200, 2),
    _page("DELETE", "/api/me", delete, "Delete me.", DeleteBody, None, 204, 10),
    _page("GET", "/api/me/export", export, "Everything kept about me.", None, Exported, 200, 20),
    _page("POST", "/api/account", account, "Turn the guest into an account.", AccountBody, Me, 201, 5),
    _page(
        "POST", "/api/password", password, "Change my password; ends all other sessions.", PasswordBody, None, 204, 5
    ),
    Page("POST", "/api/session", sign_in, "Sign in.", AccountBody, Me, cost=5, is_private=True),
    _page("DELETE", "/api/session", sign_out, "Sign out.", None, None, 204, 1),
    _page("DELETE", "/api/sessions", sign_out_everywhere, "Sign out everywhere; end all tokens.", None, None, 204, 1),
    _page("POST", "/api/tokens", new_token, "A token for a bot.", TokenBody, Token, 201, 1),
    _page("GET", "/api/tokens", tokens, "My bots' tokens.", None, Tokens, 200, 1),
    _page("DELETE", "/api/tokens/{token}", end_token, "End a token.", None, None, 204, 1),
]
