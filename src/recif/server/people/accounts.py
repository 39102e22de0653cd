"""Guests, accounts, sessions, bots' tokens.

A session is a random token in a cookie; the store knows only its hash. The cookie carries a signature as well, so that
a forged one is refused without asking the store. Nothing here waits: passwords are hashed by the caller's workers.
"""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from recif.games.core.contract import Language
from recif.server.messages.refusals import refuse
from recif.server.people.names import clean_name, likeness
from recif.server.store.interface import PersonRow, Store, Then, TokenRow

REMEMBERED = 50_000  # people kept in memory
_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's figures for Argon2id


class People:
    """Who people are."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rows: OrderedDict[str, PersonRow] = OrderedDict()
        self._mutes: OrderedDict[str, set[str]] = OrderedDict()
        self._claimed: set[str] = set()  # account names on their way to disk, by their likeness
        if store.kept("accounts") != "by likeness":
            store.rekey_accounts(likeness)
            store.keep("accounts", "by likeness", lambda: None)
        self._key = store.kept("cookie-key").encode() or self._new_key()

    def _new_key(self) -> bytes:
        key = secrets.token_hex(32)
        self.store.keep("cookie-key", key, lambda: None)
        return key.encode()

    def row(self, person: str) -> PersonRow:
        """A person by id; somebody deleted or unknown has an empty name."""
        if person not in self._rows:
            self._remember(self.store.person(person) or PersonRow(person, "", "fr", 0))
        return self._rows[person]

    def _remember(self, row: PersonRow) -> PersonRow:
        self._rows[row.id] = row
        if len(self._rows) > REMEMBERED:
            self._rows.popitem(last=False)
        return row

    def save(self, row: PersonRow, then: Then) -> None:
        self._remember(row)
        self.store.save_person(row, self._key_of(row), then)

    def _key_of(self, row: PersonRow) -> str:
        """What its account is found by: the likeness of its name, unless one from before names had any holds that."""
        if not row.password:
            return ""
        key = likeness(row.name)
        holder = self.store.account(key)
        return row.name.casefold() if holder and holder.id != row.id else key

    def account(self, name: str) -> PersonRow | None:
        """The account of that name, or of one that looks like it."""
        found = self.store.account(likeness(name))
        is_exact = found and found.name.casefold() == name.casefold()
        return found if is_exact else self.store.account(name.casefold()) or found

    def new_guest(self, name: str, language: Language, now: int, then: Then, face: int = 0) -> PersonRow:
        name = clean_name(name)
        self._check_free(name)
        row = PersonRow(new_id(), name, language, now, face=face)
        self.save(row, then)
        return row

    def change(self, row: PersonRow, name: str, language: Language, face: int, then: Then) -> None:
        """Another name, language or face; Refused with nothing changed if the name will not do."""
        if name != row.name:
            name = clean_name(name)
            if not row.password:
                self._check_free(name)
            elif likeness(name) != likeness(row.name):
                self.claim(name)
        row.name, row.language, row.face = name, language, face
        self.save(row, lambda: self._release(name, then))

    def claim(self, name: str) -> None:
        """Hold an account name until it is on disk: two people must not get it at once."""
        self._check_free(name)
        self._claimed.add(likeness(name))

    def _check_free(self, name: str) -> None:
        if likeness(name) in self._claimed or self.account(name):
            raise refuse("name-taken")

    def _release(self, name: str, then: Then) -> None:
        self.give_up(name)
        then()

    def make_account(self, row: PersonRow, name: str, password_hash: str, then: Then) -> None:
        """A guest becomes an account and keeps the games; the name has been claimed. One who asks twice gets one."""
        if row.password:
            self.give_up(name)
            raise refuse("has-account")
        row.name, row.password = name, password_hash
        self.save(row, lambda: self._release(name, then))

    def give_up(self, name: str) -> None:
        self._claimed.discard(likeness(name))

    def set_password(self, row: PersonRow, password_hash: str, then: Then) -> None:
        row.password = password_hash
        self.save(row, then)

    def forget(self, person: str, then: Then) -> None:
        self._rows.pop(person, None)
        self._mutes.pop(person, None)
        self.store.forget(person, then)

    def muted(self, person: str) -> set[str]:
        if person not in self._mutes:
            self._mutes[person] = set(self.store.mutes(person))
            if len(self._mutes) > REMEMBERED:
                self._mutes.popitem(last=False)
        return self._mutes[person]

    def mute(self, person: str, other: str, on: bool) -> None:
        if other == person:
            raise refuse("not-yourself")
        muted = self.muted(person)
        if on and len(muted) >= 1000:
            raise refuse("too-many")
        (muted.add if on else muted.discard)(other)
        self.store.mute(person, other, on, lambda: None)

    def open_session(self, person: str, now: int, then: Then, replaces: str = "") -> str:
        """A new cookie; the one it replaces is dead from then on."""
        token = secrets.token_urlsafe(32)
        self.store.save_session(digest(token), person, now, then, session_key(replaces) if replaces else "")
        return f"{token}.{self._sign(token)}"

    def of_cookie(self, cookie: str) -> str | None:
        token, _, signature = cookie.partition(".")
        if not cookie.isascii() or not hmac.compare_digest(signature, self._sign(token)):
            return None
        return self.store.session(digest(token))

    def _sign(self, token: str) -> str:
        return hmac.new(self._key, token.encode(), "sha256").hexdigest()[:32]

    def new_token(self, person: str, label: str, now: int, then: Then) -> tuple[TokenRow, str]:
        secret = f"recif_{secrets.token_urlsafe(32)}"
        row = TokenRow(new_id(), person, label, now)
        self.store.save_token(row, digest(secret), then)
        return row, secret

    def of_token(self, secret: str) -> TokenRow | None:
        return self.store.token(digest(secret))


def new_id() -> str:
    """Ten letters and figures without lookalikes: an id, or a link that cannot be guessed (50 bits)."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def session_key(cookie: str) -> str:
    return digest(cookie.partition(".")[0])


def hash_password(password: str) -> str:
    """Slow on purpose: run it in a worker."""
    return _hasher.hash(password)


def is_password(password_hash: str, password: str) -> bool:
    try:
        return _hasher.verify(password_hash, password)
    except (Argon2Error, InvalidHashError):
        return False


@cache
def decoy() -> str:
    """The hash of nobody's password: a name that does not exist takes as long to refuse as a wrong password."""
    return _hasher.hash(secrets.token_hex(16))
