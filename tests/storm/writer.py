"""A store that is written to, in a process of its own that is traced: it says on standard output what is kept."""

import os
import sys

from recif.server.store.entries import Entry, Played
from recif.server.store.interface import Append
from recif.server.store.rows import TalkRow
from recif.server.store.sqlite import SqliteStore

TABLES, ROUNDS = 3, 40


def say(words: str) -> None:
    os.write(1, words.encode())


def say_kept(append: Append) -> None:
    say(f"kept {append.table[1:]} {append.version}\n")


def write(path: str) -> None:
    store = SqliteStore(path)
    store._database.execute("PRAGMA wal_autocheckpoint = 12")  # pages; far more often than in life
    for number in range(1, ROUNDS + 1):
        for table in range(TABLES):
            entry = Entry(number, number, Played(0, f"move{number}"), "ana", f"i{number}")
            store.append(Append(f"t{table}", [entry], version=number), say_kept)
        talk = TalkRow("t0", number, "ana", "x" * (number * 97 % 6000), "", False)
        store.save_talk(talk, lambda: None)
    say("done\n")
    store.close()


if __name__ == "__main__":
    write(sys.argv[1])
