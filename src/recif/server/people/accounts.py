"""Guests, accounts, sessions, bots' tokens.

A session is a random token in a cookie; the store knows only its hash. The cookie carries a signature as well, so that
a forged one is refused without asking the store. Passwords are the affair of
`passwords.py`.
"""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable
from weakref import WeakValueDictionary

from recif.games.core.contract import Language
from recif.server.messages.refusals import refuse
from recif.server.messages.shapes import Scope
from recif.server.people.names import clean_name, likeness
from recif.server.store.interface import Store, Then
from recif.server.store.rows import PersonRow, TokenRow
from recif.server.tasks import Answer, begin

READS = "read-"  # how the ids of tokens begin that only read
REMEMBERED = 50_000  # people kept in memory


class People:
    """Who people are. Those whom somebody shows, and the latest besides, are in memory: one row of each."""

    def __init__(self, store: Store, likeness: Callable[[str], str] = likeness) -> None:
        """`likeness`: the same for all names that are taken for each other."""
        self.store = store
        self.likeness = likeness
        self._rows: WeakValueDictionary[str, PersonRow] = WeakValueDictionary()
        self._latest: OrderedDict[str, PersonRow] = OrderedDict()
        self._mutes: OrderedDict[str, set[str]] = OrderedDict()
        self._claimed: set[str] = set()  # account names on their way to disk, by their likeness
        self._key = b""

    async def open(self) -> None:
        if await self.store.kept("accounts") != "by likeness":
            await self.store.rekey_accounts(self.likeness)
            self.store.keep("accounts", "by likeness", lambda: None)
        self._key = (await self.store.keep_first("cookie-key", secrets.token_hex(32))).encode()

    def row(self, person: str) -> PersonRow:
        """A person in memory (`know`); somebody deleted or unknown has an empty name."""
        return self._rows.get(person) or PersonRow(person, "", "fr", 0)

    async def know(self, people: Iterable[str]) -> list[PersonRow]:
        """Rows of people, from the store if need be: among the latest from now on."""
        wanted = dict.fromkeys(people)
        missing = [person for person in wanted if person not in self._rows]
        read = await self.store.persons(missing) if missing else []
        found = {row.id: row for row in read}
        return [
            self._remember(self._rows.get(person) or found.get(person) or PersonRow(person, "", "fr", 0))
            for person in wanted
        ]

    def is_known(self, person: str) -> bool:
        return person in self._rows

    async def known(self, person: str) -> PersonRow:
        (row,) = await self.know([person])
        return row

    def _remember(self, row: PersonRow) -> PersonRow:
        self._rows[row.id] = self._latest[row.id] = row
        self._latest.move_to_end(row.id)
        if len(self._latest) > REMEMBERED:
            self._latest.popitem(last=False)
        return row

    async def save(self, row: PersonRow, then: Then) -> None:
        self._remember(row)
        self.store.save_person(row, await self._key_of(row), then)

    async def _key_of(self, row: PersonRow) -> str:
        """What its account is found by: the likeness of its name, unless one from before names had any holds that."""
        if not row.password:
            return ""
        key = self.likeness(row.name)
        holder = await self.store.account(key)
        return row.name.casefold() if holder and holder.id != row.id else key

    async def account(self, name: str) -> PersonRow | None:
        """The account of that name, or of one that looks like it."""
        found = await self.store.account(self.likeness(name))
        is_exact = found and found.name.casefold() == name.casefold()
        return found if is_exact else await self.store.account(name.casefold()) or found

    async def new_guest(self, name: str, language: Language, now: int, then: Then, face: int = 0) -> PersonRow:
        name = clean_name(name)
        await self.check_free(name)
        row = PersonRow(new_id(), name, language, now, face=face)
        await self.save(row, then)
        return row

    async def change(
        self, row: PersonRow, name: str, language: Language, face: int, then: Then, named: bool | None = None
    ) -> None:
        """Another name, language, face or leave to name me; Refused with nothing changed if the name will not do."""
        is_claimed = False
        if name != row.name:
            name = clean_name(name)
            if not row.password:
                await self.check_free(name)
            elif self.likeness(name) != self.likeness(row.name):
                await self.claim(name)
                is_claimed = True
        row.name, row.language, row.face = name, language, face
        row.named = row.named if named is None else named
        await (self._save_claimed(row, then) if is_claimed else self.save(row, then))

    async def claim(self, name: str) -> None:
        """Hold an account name until it is on disk: two people must not get it at once.

        It is held before the store is asked: somebody else may ask meanwhile.
        """
        if self.likeness(name) in self._claimed:
            raise refuse("name-taken")
        self._claimed.add(self.likeness(name))
        try:
            taken = await self.account(name)
        except BaseException:
            self.give_up(name)
            raise
        if taken:
            self.give_up(name)
            raise refuse("name-taken")

    async def check_free(self, name: str) -> None:
        if self.likeness(name) in self._claimed or await self.account(name):
            raise refuse("name-taken")

    async def _save_claimed(self, row: PersonRow, then: Then) -> None:
        """An account under a name that was claimed; Refused, and as it was, where another server was quicker."""
        self._remember(row)
        name, answer = row.name, Answer()

        def kept() -> None:
            self.give_up(name)
            answer.set(True)

        async def undo() -> None:
            try:
                await self.read_again(row.id)
            finally:
                self.give_up(name)
                answer.set(False)

        def lost() -> None:
            begin(undo())

        self.store.save_person(row, self.likeness(name), kept, lost)
        if not await answer.wait():
            raise refuse("name-taken")
        then()

    async def make_account(self, row: PersonRow, name: str, password_hash: str, then: Then) -> None:
        """A guest becomes an account and keeps the games; the name has been claimed. One who asks twice gets one."""
        if row.password:
            self.give_up(name)
            raise refuse("has-account")
        row.name, row.password = name, password_hash
        await self._save_claimed(row, then)

    def give_up(self, name: str) -> None:
        self._claimed.discard(self.likeness(name))

    async def set_password(self, row: PersonRow, password_hash: str, then: Then) -> None:
        row.password = password_hash
        await self.save(row, then)

    async def read_again(self, person: str) -> None:
        """Another server has changed something of them: whoever holds the row sees it."""
        if held := self._rows.get(person):
            new = await self.store.person(person) or PersonRow(person, "", "fr", 0)
            for name in PersonRow.__struct_fields__:
                setattr(held, name, getattr(new, name))

    async def read_mutes_again(self, person: str) -> None:
        if person in self._mutes:
            new = set(await self.store.mutes(person))
            held = self._mutes.get(person, set())
            held.clear()
            held.update(new)

    def forget(self, person: str, then: Then) -> None:
        self._rows.pop(person, None)
        self._latest.pop(person, None)
        self._mutes.pop(person, None)
        self.store.forget(person, then)

    async def muted(self, person: str) -> set[str]:
        """The one set there is of them: whoever holds it hears of changes."""
        if person not in self._mutes:
            found = set(await self.store.mutes(person))
            self._mutes.setdefault(person, found)
            if len(self._mutes) > REMEMBERED:
                self._mutes.popitem(last=False)
        return self._mutes[person]

    async def mute(self, person: str, other: str, on: bool) -> None:
        if other == person:
            raise refuse("not-yourself")
        muted = await self.muted(person)
        if on and len(muted) >= 1000:
            raise refuse("too-many")
        (muted.add if on else muted.discard)(other)
        self.store.mute(person, other, on, lambda: None)

    def open_session(self, person: str, now: int, then: Then, replaces: str = "") -> str:
        """A new cookie; the one it replaces is dead from then on."""
        token = secrets.token_urlsafe(32)
        self.store.save_session(digest(token), person, now, then, session_key(replaces) if replaces else "")
        return f"{token}.{self._sign(token)}"

    async def of_cookie(self, cookie: str) -> str | None:
        token, _, signature = cookie.partition(".")
        if not cookie.isascii() or not hmac.compare_digest(signature, self._sign(token)):
            return None
        return await self.store.session(digest(token))

    def _sign(self, token: str) -> str:
        return hmac.new(self._key, token.encode(), "sha256").hexdigest()[:32]

    def new_token(self, person: str, label: str, scope: Scope, now: int, then: Then) -> tuple[TokenRow, str]:
        secret = f"recif_{secrets.token_urlsafe(32)}"
        row = TokenRow((READS if scope == "read" else "") + new_id(), person, label, now)
        self.store.save_token(row, digest(secret), then)
        return row, secret

    async def of_token(self, secret: str) -> TokenRow | None:
        return await self.store.token(digest(secret))


def scope_of(token: str) -> Scope:
    """What a token is for stands in its id, which we make: those from before there were scopes play."""
    return "read" if token.startswith(READS) else "play"


def new_id() -> str:
    """Ten letters and figures without lookalikes: an id, or a link that cannot be guessed (50 bits)."""
    return "".join(secrets.choice("abcdefghjkmnpqrstuvwxyz23456789") for _ in range(10))


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def session_key(cookie: str) -> str:
    return digest(cookie.partition(".")[0])
