"""Questions to the person at the keyboard: completion on a real terminal, plain lines from a pipe."""

import sys
from collections.abc import Callable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter

Prompt = Callable[[str, Sequence[str]], str]  # question, completions -> the answer; EOFError when there is no more


def asking() -> Prompt:
    if not sys.stdin.isatty():
        return lambda question, completions: input(question).strip()
    session: PromptSession[str] = PromptSession()

    def ask(question: str, completions: Sequence[str]) -> str:
        completer = WordCompleter(list(completions), sentence=True)
        return session.prompt(question, completer=completer).strip()

    return ask
