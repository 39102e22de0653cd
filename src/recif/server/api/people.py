"""REST: accounts, sessions, bots' tokens."""

from typing import Any

from recif.server.api.calls import Page
from recif.server.api.endpoints import WebCall
from recif.server.api.export import export, forget, leave_tables
from recif.server.api.me import me_of
from recif.server.messages.bodies.people import (
    AccountBody,
    DeleteBody,
    Exported,
    Me,
    PasswordBody,
    Token,
    TokenBody,
    Tokens,
)
from recif.server.messages.refusals import refuse
from recif.server.people.accounts import scope_of, session_key
from recif.server.people.names import clean_name
from recif.server.people.passwords import decoy, hash_password, is_password
from recif.server.store.rows import PersonRow

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
MOST_TOKENS = 20


async def account(call: WebCall) -> Me:
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
    await call.sign_in(row)
    return await me_of(call, row)


def check_password(password: str) -> None:
    """Refused in words, where a new one is too short or too long."""
    if len(password) < SHORTEST_PASSWORD:
        raise refuse("short-password")
    if len(password) > LONGEST_PASSWORD:
        raise refuse("long-password")


async def _hash(call: WebCall, password: str) -> str:
    return await call.reception.hashing.run(call.address, "", hash_password, password)


async def password(call: WebCall) -> None:
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
    await call.sign_in(row)


async def sign_in(call: WebCall) -> Me:
    body: AccountBody = call.body
    row = await call.registry.people.account(clean_name(body.name))
    await _check_password(call, row, body.password)
    assert row is not None
    await call.sign_in(await call.registry.people.known(row.id))
    return await me_of(call, row)


async def _check_password(call: WebCall, row: PersonRow | None, password: str) -> None:
    """Tries are counted for the address: nobody is locked out by what others try elsewhere.

    An unknown name takes as long as a wrong password.
    """
    if not await call.may(call.reception.passwords, call.address):
        raise refuse("too-many-tries")
    known = row.password if row else ""
    is_right = await call.reception.hashing.run(call.address, "", lambda: is_password(known or decoy(), password))
    if not is_right or row is None:
        raise refuse("wrong-password")


async def sign_out(call: WebCall) -> None:
    person, session = call.me.id, session_key(call.session)
    await call.durable(lambda then: call.registry.store.end_sessions(person, then, session))
    call.reception.close_sockets(person, session)
    call.cookie = ""


async def sign_out_everywhere(call: WebCall) -> None:
    await _end_all(call)
    call.cookie = ""


async def _end_all(call: WebCall) -> None:
    """Sessions, tokens and sockets."""
    person, store = call.me.id, call.registry.store
    for token in await store.tokens(person):
        store.end_token(person, token.id, lambda: None)
    await call.durable(lambda then: store.end_sessions(person, then))
    call.reception.close_sockets(person)


async def delete(call: WebCall) -> None:
    """Nothing of the person stays but a dash at the tables of others."""
    row, body = call.me, call.body
    if row.password:
        await _check_password(call, row, body.password)
    await leave_tables(call.registry, row.id)
    await forget(call.registry, row.id)
    call.reception.close_sockets(row.id)
    call.cookie = ""


async def new_token(call: WebCall) -> Token:
    """A bot plays as its owner's account; the secret is shown once."""
    body: TokenBody = call.body
    if len(await call.registry.store.tokens(call.me.id)) >= MOST_TOKENS:
        raise refuse("too-many")
    row, secret = await call.durable(
        lambda then: call.registry.people.new_token(call.me.id, body.label, body.scope, call.now, then)
    )
    return Token(row.id, row.label, row.made, secret, body.scope)


async def tokens(call: WebCall) -> Tokens:
    rows = await call.registry.store.tokens(call.me.id)
    return Tokens([Token(row.id, row.label, row.made, scope=scope_of(row.id)) for row in rows])


async def end_token(call: WebCall) -> None:
    token = call.path("token")
    if token not in {row.id for row in await call.registry.store.tokens(call.me.id)}:
        raise refuse("no-such-token")
    await call.durable(lambda then: call.registry.store.end_token(call.me.id, token, then))
    call.reception.close_sockets(call.me.id, token)


def _page(method: str, path: str, handler: Any, summary: str, body: Any, answer: Any, status: int, cost: int) -> Page:
    """What only the person does, with a session of their own."""
    return Page(method, path, handler, summary, body, answer, status, needs_person=True, cost=cost, is_private=True)


PAGES = [
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
