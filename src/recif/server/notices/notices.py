"""Notices, for the rest of the server: what is told to whom, what has been seen, by which ways."""

from collections.abc import Callable, Mapping

from recif.games.core.contract import Game
from recif.server.notices.hooking import Hooking
from recif.server.notices.links import SecretLinks
from recif.server.notices.mailing import Mailing
from recif.server.notices.notes import Notes
from recif.server.notices.outbox import NoticeOutbox, Way
from recif.server.notices.posting import Posting
from recif.server.notices.push import Vouching, new_key
from recif.server.notices.pushing import Pushing
from recif.server.people.accounts import People
from recif.server.settings import Settings
from recif.server.store.interface import Store

PUSH_KEY, LINK_KEY = "push-key", "link-key"  # the names under which they are kept
EACH_SERVICE, EACH_HOOK = 12, 4  # requests at once to a push service (there are few), to a stranger's host
REST_S = 20.0  # for a host that did not answer; less than the pause after a first try
NOBODY = "https://localhost.invalid/"  # whom push services may write to, where nobody is named


class Notices:
    """`is_here`: whether a person has a table in front of them at this server. `trying`: pushes and webhooks that
    somebody waits for, beside whatever is due; each asks the other side itself."""

    mailing: Mailing | None = None  # where a mail server is set, and pages have an address that links can lead to

    def __init__(
        self,
        store: Store,
        people: People,
        games: Mapping[str, Game],
        settings: Settings,
        now: Callable[[], int],
        is_here: Callable[[str, str], bool],
    ) -> None:
        self._store, self._people, self._settings = store, people, settings
        self._now, self._is_here = now, is_here
        self.notes = Notes(people, games)
        self.origin = next(iter(settings.origins), "")

    async def open(self) -> None:
        """The keys are made at the first start and stay: devices and links are bound to them."""
        store, settings, now = self._store, self._settings, self._now
        secret = await store.keep_first(PUSH_KEY, new_key())
        secure = next((one for one in settings.origins if one.startswith("https://")), NOBODY)
        self.vouching = Vouching(secret, settings.contact or secure)
        self.links = SecretLinks(await store.keep_first(LINK_KEY, new_key()))
        pushes, hooks = (Posting(settings.reach, each, REST_S) for each in (EACH_SERVICE, EACH_HOOK))
        tries = Posting(settings.reach, EACH_HOOK, rest=0)
        self._pushing = Pushing(store, self.vouching, pushes, now)
        self._postings = (pushes, hooks, tries)
        self.trying = Pushing(store, self.vouching, tries, now), Hooking(store, tries, self.origin, now)
        ways: dict[str, Way] = {"push": self._pushing, "webhook": Hooking(store, hooks, self.origin, now)}
        if settings.smtp and self.origin:
            self.mailing = ways["mail"] = Mailing(store, settings.smtp, self.links, self.notes, self.origin, now)
        self.outbox = NoticeOutbox(store, self._people, self.notes, ways, now, self._is_here, settings.limits.calls)

    async def close(self) -> None:
        for pushing in (self._pushing, self.trying[0]):
            pushing.close()
        for posting in self._postings:
            await posting.close()
