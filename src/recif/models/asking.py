"""How a model is asked: messages in the form of the chat protocol that most of them speak, to a command or an address.

A command reads a JSON line `{"messages", "temperature", "seed", "max_tokens"}` and writes one,
`{"content", "usage": {"prompt_tokens", "completion_tokens"}}`. An address is asked at `/chat/completions`, and
nothing else is: redirections are not followed, proxies not used.
"""

import http.client
import os
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

import msgspec

from recif.bots.program import Fault, Program
from recif.games.core.contract import Refused, Text

PATIENCE = 120.0  # seconds for an answer
LONGEST = 1_000_000  # bytes of an answer
KEY = "RECIF_MODEL_KEY"  # the environment variable with the key of an address
Messages = list[dict[str, str]]


class Sampling(msgspec.Struct, frozen=True):
    """How a model is to draw its words."""

    temperature: float = 0.0
    most: int = 1_000  # tokens of an answer


class ModelReply(NamedTuple):
    """What a model said, and what it counted."""

    content: str
    read: int = 0  # tokens
    written: int = 0


class LanguageModel(Protocol):
    """Anything that answers messages."""

    def ask(self, messages: Messages, sampling: Sampling, seed: int) -> ModelReply: ...

    def close(self) -> None: ...


class CommandModel:
    """A model behind a program of one's own."""

    def __init__(self, command: str, seconds: float = PATIENCE) -> None:
        self.program = Program(command, seconds)

    def ask(self, messages: Messages, sampling: Sampling, seed: int) -> ModelReply:
        self.program.tell(_request(messages, sampling, seed))
        return _read_command(self.program.next_line())

    def close(self) -> None:
        self.program.close()


class AddressModel:
    """A model behind an OpenAI-compatible address, such as `http://127.0.0.1:8000/v1`."""

    def __init__(self, name: str, address: str, seconds: float = PATIENCE) -> None:
        self.name, self.seconds, self.where = name, seconds, urlsplit(address)
        if self.where.scheme not in ("http", "https") or not self.where.hostname or self.where.query:
            raise Refused("bad-address", _bad_address(address))

    def ask(self, messages: Messages, sampling: Sampling, seed: int) -> ModelReply:
        body = msgspec.json.encode({"model": self.name, **_request(messages, sampling, seed)})
        headers = {"Content-Type": "application/json"}
        if key := os.environ.get(KEY):
            headers["Authorization"] = f"Bearer {key}"
        connection = self._connection()
        try:
            connection.request("POST", f"{self.where.path.rstrip('/')}/chat/completions", body, headers)
            answer = connection.getresponse()
            data = answer.read(LONGEST + 1)
        except (OSError, http.client.HTTPException) as error:
            raise Fault("model-gone", _no_answer(self.where.netloc, str(error))) from error
        finally:
            connection.close()
        if answer.status != 200 or len(data) > LONGEST:
            raise Fault("model-gone", _no_answer(self.where.netloc, f"HTTP {answer.status}"))
        return _read_chat(data)

    def _connection(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self.where.scheme == "https" else http.client.HTTPConnection
        return kind(self.where.hostname or "", self.where.port, timeout=self.seconds)

    def close(self) -> None:
        """Every question has a connection of its own."""


def _request(messages: Messages, sampling: Sampling, seed: int) -> dict[str, Any]:
    return {
        "messages": messages,
        "temperature": sampling.temperature,
        "seed": seed,
        "max_tokens": sampling.most,
    }


class _Usage(msgspec.Struct, frozen=True):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _CommandAnswer(msgspec.Struct):
    content: str
    usage: _Usage = _Usage()


class _ChatMessage(msgspec.Struct):
    content: str | None = None


class _ChatChoice(msgspec.Struct):
    message: _ChatMessage


class _ChatAnswer(msgspec.Struct):
    choices: list[_ChatChoice]
    usage: _Usage | None = None


def _read_command(line: bytes) -> ModelReply:
    try:
        found = msgspec.json.decode(line, type=_CommandAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault("model-gone", _not_understood(error)) from error
    return ModelReply(found.content, found.usage.prompt_tokens, found.usage.completion_tokens)


def _read_chat(data: bytes) -> ModelReply:
    try:
        found = msgspec.json.decode(data, type=_ChatAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Fault("model-gone", _not_understood(error)) from error
    usage = found.usage or _Usage()
    content = found.choices[0].message.content if found.choices else None
    return ModelReply(content or "", usage.prompt_tokens, usage.completion_tokens)


def _bad_address(address: str) -> Text:
    return Text(
        f"l’adresse d’un modèle s’écrit http://serveur/v1, pas {address!r}",
        f"the address of a model is written http://server/v1, not {address!r}",
    )


def _no_answer(where: str, error: str) -> Text:
    return Text(f"le modèle ne répond pas à {where} : {error}", f"no model answers at {where}: {error}")


def _not_understood(error: Exception) -> Text:
    return Text(f"réponse incomprise du modèle : {error}", f"the model's answer cannot be read: {error}")
