"""The REST side of a server, and the way to its socket."""

from typing import Any, Self

import aiohttp

from recif.client.conversation import Conversation, refused
from recif.games.core.contract import Refused, Text


def new_session(**wishes: Any) -> aiohttp.ClientSession:
    """Cookies also of a server that has no name, and as many connections as are asked for."""
    jar, connector = aiohttp.CookieJar(unsafe=True), aiohttp.TCPConnector(limit=0)
    return aiohttp.ClientSession(cookie_jar=jar, connector=connector, **wishes)


class Client:
    """Somebody at one server: a guest by their cookie, or the owner of a token."""

    def __init__(
        self, origin: str, session: aiohttp.ClientSession, token: str = "", heartbeat: float | None = None
    ) -> None:
        self.origin, self.session, self.heartbeat = origin.rstrip("/"), session, heartbeat
        self.headers = {"Authorization": f"Bearer {token}"} if token else {"Origin": self.origin}

    async def ask(self, method: str, path: str, body: Any = None, **wishes: Any) -> tuple[int, Any]:
        """Status and answer, whatever they are."""
        headers = self.headers | wishes.pop("headers", {})
        async with self.session.request(method, self.origin + path, json=body, headers=headers, **wishes) as answer:
            data = await answer.read()
            is_json = data and answer.content_type == "application/json"
            return answer.status, await answer.json() if is_json else data

    async def call(self, method: str, path: str, body: Any = None, **wishes: Any) -> Any:
        """The answer, or Refused."""
        status, answer = await self.ask(method, path, body, **wishes)
        if status >= 400:
            raise refused(answer) if isinstance(answer, dict) else _puzzling(status, answer)
        return answer

    async def named(self, name: str) -> Self:
        """Become a guest of this name."""
        await self.call("POST", "/api/guest", {"name": name})
        return self

    async def table(self, game: str, *seats: str | dict[str, Any], **wishes: Any) -> str:
        """The code of a new table, for me and somebody unless seats are named: by their kind, or by all of it."""
        chairs = [{"kind": seat} if isinstance(seat, str) else seat for seat in seats or ("me", "open")]
        return str((await self.call("POST", "/api/tables", {"game": game, "seats": chairs, **wishes}))["table"])

    def connect(self, **headers: str) -> Any:
        """The handshake: to be awaited, or entered."""
        return self.session.ws_connect(
            self.origin + "/ws", headers=self.headers | headers, max_msg_size=0, heartbeat=self.heartbeat
        )

    async def talk(self) -> Conversation:
        """A conversation, or Refused where we are not let in; ConnectionError where it may be tried again."""
        try:
            return Conversation(await self.connect())
        except aiohttp.WSServerHandshakeError as error:
            if error.status in (401, 403):
                raise Refused("not-let-in", _not_let_in(error.status)) from None
            raise ConnectionError(str(error)) from error


def _puzzling(status: int, answer: bytes) -> Refused:
    what = answer[:200].decode(errors="replace")
    return Refused(
        "not-understood", Text(f"le serveur répond {status} : {what}", f"the server answers {status}: {what}")
    )


def _not_let_in(status: int) -> Text:
    return Text(
        f"le serveur refuse l’entrée ({status}) : le jeton est-il bon ?",
        f"the server does not let us in ({status}): is the token right?",
    )
