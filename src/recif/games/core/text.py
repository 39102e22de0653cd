"""What people are told, in both languages. Nothing compiled is loaded for it: `recif --help` needs no more."""

from typing import Any, Literal, NamedTuple, Self

from msgspec import Struct

from recif.games.core.typography import printed

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")


class Bilingual(Struct, frozen=True):
    """A text as JSON writes it: `{"fr": …, "en": …}`."""

    fr: str
    en: str

    def say(self, language: str) -> str:
        return self.fr if language == "fr" else self.en


class _Said(NamedTuple):
    fr: str
    en: str


class Text(_Said):
    """The same thing said in French, which is set as in print, and in English."""

    __slots__ = ()

    def __new__(cls, fr: str, en: str) -> Self:
        return super().__new__(cls, printed(fr), en)

    def say(self, language: str) -> str:
        return self.fr if language == "fr" else self.en

    @property
    def bilingual(self) -> Bilingual:
        return Bilingual(self.fr, self.en)


class Refused(ValueError):
    """Bad input from outside; the message says what to do. Nothing has changed."""

    def __init__(self, code: str, text: Text) -> None:
        super().__init__(text.en)
        self.code = code
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        """It comes back whole from another process."""
        return type(self), (self.code, self.text), self.__dict__
