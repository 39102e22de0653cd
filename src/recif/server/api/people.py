"""REST: guests, accounts, sessions, profile, bots' tokens."""

import asyncio

from recif.games.core.contract import Language
from recif.server.api.endpoints import Call, Page, durable
from recif.server.api.export import export, forget, leave_tables
from recif.server.messages.bodies import (
    AccountBody,
    DeleteBody,
    Exported,
    GuestBody,
    Me,
    ProfileBody,
    Token,
    TokenBody,
    Tokens,
)
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import clean_name, decoy, hash_password, is_password, session_key
from recif.server.store.interface import PersonRow
from recif.server.transport import security
from recif.server.views import rendering

MOST_TOKENS = 20


async def guest(call: Call) -> Me:
    """A name is enough. Somebody who has a session keeps it."""
    body: GuestBody = call.body
    if call.row:
        return await _change(call, call.row, body.name, body.language)
    if not call.reception.new_people.take(security.address(call.request, call.reception.settings), call.now):
        raise refuse("flood")
    row = await durable(lambda then: call.registry.people.new_guest(body.name, body.language, call.now, then))
    await _sign_in(call, row)
    return _me(call, row)


async def _sign_in(call: Call, row: PersonRow) -> None:
    """A new session; the one before is dead, so that a stolen cookie does not survive a sign-in."""
    before = call.session
    call.cookie = await durable(lambda then: call.registry.people.open_session(row.id, call.now, then, before))


async def me(call: Call) -> Me:
    return _me(call, call.me)


def _me(call: Call, row: PersonRow) -> Me:
    tables = call.registry.infos(call.registry.store.tables_of(row.id, 30))
    people = call.registry.people
    muted = sorted((rendering.person(people.row(other)) for other in people.muted(row.id)), key=lambda one: one.name)
    return Me(rendering.person(row), row.language, row.made, tables, muted)


async def profile(call: Call) -> Me:
    body: ProfileBody = call.body
    return await _change(call, call.me, body.name, body.language)


async def _change(call: Call, row: PersonRow, name: str | None, language: Language | None) -> Me:
    await durable(lambda then: call.registry.people.change(row, name or row.name, language or row.language, then))
    return _me(call, row)


async def account(call: Call) -> Me:
    """The guest becomes an account, and keeps every game."""
    body: AccountBody = call.body
    people, row = call.registry.people, call.me
    if row.password:
        raise refuse("has-account")
    name = clean_name(body.name)
    people.claim(name)
    try:
        async with call.reception.hashing:
            hashed = await asyncio.to_thread(hash_password, body.password)
    except BaseException:
        people.give_up(name)
        raise
    await durable(lambda then: people.make_account(row, name, hashed, then))
    await _sign_in(call, row)
    return _me(call, row)


async def sign_in(call: Call) -> Me:
    body: AccountBody = call.body
    row = call.registry.store.account(body.name)
    await _check_password(call, body.name, row, body.password)
    assert row is not None
    await _sign_in(call, call.registry.people.row(row.id))
    return _me(call, row)


async def _check_password(call: Call, name: str, row: PersonRow | None, password: str) -> None:
    """Tries are counted for the address and for the name; an unknown name takes as long as a wrong password."""
    passwords, where = call.reception.passwords, security.address(call.request, call.reception.settings)
    if not passwords.take(f"a {where}", call.now) or not passwords.take(f"n {name.casefold()}", call.now):
        raise refuse("flood")
    async with call.reception.hashing:
        is_right = await asyncio.to_thread(lambda: is_password(row.password if row else decoy(), password))
    if not is_right or row is None:
        raise refuse("wrong-password")


async def sign_out(call: Call) -> None:
    person, session = call.me.id, session_key(call.session)
    await durable(lambda then: call.registry.store.end_sessions(person, then, session))
    call.reception.close_sockets(person, session)
    call.cookie = ""


async def sign_out_everywhere(call: Call) -> None:
    person = call.me.id
    await durable(lambda then: call.registry.store.end_sessions(person, then))
    call.reception.close_sockets(person)
    call.cookie = ""


async def delete(call: Call) -> None:
    """Nothing of the person stays but a dash at the tables of others."""
    row, body = call.me, call.body
    if row.password:
        await _check_password(call, row.name, row, body.password)
    await leave_tables(call.registry, row.id)
    await forget(call.registry, row.id)
    call.reception.close_sockets(row.id)
    call.cookie = ""


async def new_token(call: Call) -> Token:
    """A bot plays as its owner's account; the secret is shown once."""
    body: TokenBody = call.body
    if len(call.registry.store.tokens(call.me.id)) >= MOST_TOKENS:
        raise refuse("too-many")
    row, secret = await durable(lambda then: call.registry.people.new_token(call.me.id, body.label, call.now, then))
    return Token(row.id, row.label, row.made, secret)


async def tokens(call: Call) -> Tokens:
    return Tokens([Token(row.id, row.label, row.made) for row in call.registry.store.tokens(call.me.id)])


async def end_token(call: Call) -> None:
    token = call.path("token")
    if all(row.id != token for row in call.registry.store.tokens(call.me.id)):
        raise refuse("no-such-token")
    await durable(lambda then: call.registry.store.end_token(call.me.id, token, then))


PAGES = [
    Page("POST", "/api/guest", guest, "Be a guest under a name.", GuestBody, Me),
    Page("GET", "/api/me", me, "Who I am, and my tables.", None, Me, needs_person=True),
    Page("PATCH", "/api/me", profile, "Change my name or language.", ProfileBody, Me, needs_person=True),
    Page("DELETE", "/api/me", delete, "Delete me.", DeleteBody, None, 204, needs_person=True),
    Page("GET", "/api/me/export", export, "Everything kept about me.", None, Exported, needs_person=True),
    Page("POST", "/api/account", account, "Turn the guest into an account.", AccountBody, Me, 201, needs_person=True),
    Page("POST", "/api/session", sign_in, "Sign in.", AccountBody, Me),
    Page("DELETE", "/api/session", sign_out, "Sign out.", None, None, 204, needs_person=True),
    Page("DELETE", "/api/sessions", sign_out_everywhere, "Sign out everywhere.", None, None, 204, needs_person=True),
    Page("POST", "/api/tokens", new_token, "A token for a bot.", TokenBody, Token, 201, needs_person=True),
    Page("GET", "/api/tokens", tokens, "My bots' tokens.", None, Tokens, needs_person=True),
    Page("DELETE", "/api/tokens/{token}", end_token, "End a token.", None, None, 204, needs_person=True),
]
