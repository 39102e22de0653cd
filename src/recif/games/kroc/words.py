"""Cric Crac Kroc in words: sentences, reasons, pictures, scenes; `notation` has the texts of moves and positions.

A scene (piles are numbered from 1 as in move texts, seats from 0):
    {"phase": "choosing", "round": 3, "biting": ["wave"], "pile": null or the pile where the fight or the tide is,
     "piles": [{"pile": 1, "cards": ["salad", null, "trident"], "jaws": [0, 2, 1], "taker": 1 or null}, …],
     "seats": [{"hungry": false, "kept": {"salad": 2, "trident": 1}, "points": 4, "worth": {"salad": 4},
                "bite": [3] or null, "choice": null or [2, 3]}, …],
     "deck": 23, "unseen": {"platter": 4, …}, "box": {"bone": 2, …}}
`phase` is laying, choosing, turning (a face-down card is being named), drawing (a treasure), stealing, over, or
biting (the game's biting card is being drawn, and `biting` is ["random"]). Cards go
from the bottom up, null lies face down; cards taken already are left out. `jaws`, `taker` and `bite` are of the last
bites that all have seen: those of this round once it is revealed, those of the round before while seats choose.
`worth` is what each kind of card brings of the points, where it brings any.
`choice` is a seat's own choice, for that seat only, while the others still think.
The parts of a move:
    {"kind": "bite", "piles": [2, 3], "cells": ["2", "3"]}
    {"kind": "steal", "seat": 1, "card": "trident", "cells": ["1:trident"]}
The parts of what luck brings (`turn`: a face-down card of a pile that a seat takes, `draw`: what a treasure gives):
    {"kind": "turn", "pile": 2, "seat": 1, "card": "trident"}
"""

import re
import textwrap
from typing import Any, NotRequired

from recif.games.core.compiled import Record, copy
from recif.games.core.contract import REFEREE, Parts, Text, Why
from recif.games.core.knowledge import as_known
from recif.games.kroc import rules
from recif.games.kroc.cards import CARDS, LABELS, a_card
from recif.games.kroc.notation import PHASES, biting_words, parse, pile_cards, position, text
from recif.games.kroc.options import TITLES
from recif.games.kroc.possible import boxed
from recif.games.kroc.sentences import SHARKS, ended, sentence
from recif.games.kroc.things import things

__all__ = [
    "ended",
    "luck_parts",
    "parse",
    "parts",
    "picture",
    "position",
    "scene",
    "seat_name",
    "sentence",
    "text",
    "things",
    "why",
]

BITE = re.compile(r"([1-9])(?:\+([1-9]))?", re.ASCII)
THEFT = re.compile(r"(\d):([a-z]+)", re.ASCII)
WIDTH = 12  # of a pile
COLUMNS = 80
TAKEN = {rules.TURNING: "turn", rules.DRAWING: "draw"}


def seat_name(state: Record, seat: int) -> Text:
    return SHARKS[seat]


class BiteParts(Parts):
    piles: NotRequired[list[int]]
    seat: NotRequired[int]
    card: NotRequired[str]


def parts(state: Record, seat: int, move: int) -> BiteParts:
    if move < rules.STEAL:
        piles = [pile + 1 for pile in rules.BITES[move]]
        return {"kind": "bite", "piles": piles, "cells": [str(pile) for pile in piles]}
    victim, kind = divmod(move - rules.STEAL, rules.KINDS)
    return {"kind": "steal", "seat": victim, "card": CARDS[kind], "cells": [f"{victim}:{CARDS[kind]}"]}


def luck_parts(state: Record, outcome: int) -> dict[str, Any]:
    """Of what a seat takes; the tide needs no telling."""
    kind, pile = TAKEN.get(int(state.phase)), int(state.at_pile)
    if kind is None:
        return {}
    return {"kind": kind, "pile": pile + 1, "seat": int(rules.taker(state, pile)), "card": CARDS[outcome]}


def why(state: Record, seat: int, text: str) -> Why:
    return why_not_steal(state, seat, text) if state.phase == rules.STEALING else why_not_bite(state, seat, text)


def why_not_bite(state: Record, seat: int, text: str) -> Why:
    """§3 One pile for a sated shark, two for a hungry one."""
    bite = BITE.fullmatch(text)
    if bite is None:
        return Why(
            "not-a-move",
            Text(
                "Ce n’est pas un coup. Écrivez une pile (3), ou deux si vous êtes affamé (2+3, 2+2).",
                "That is not a move. Write one pile (3), or two if you are hungry (2+3, 2+2).",
            ),
        )
    piles = [pile for pile in bite.groups() if pile is not None]
    off = tuple(pile for pile in piles if int(pile) > state.piles)
    if off:
        told = Text(f"Les piles vont de 1 à {state.piles}.", f"Piles go from 1 to {state.piles}.")
        return Why("no-such-pile", told, "2", off)
    is_hungry = bool(state.hungry >> seat & 1)
    if is_hungry and len(piles) == 1:
        told = Text(
            "Vous êtes affamé : mordez deux fois, deux piles ou deux fois la même.",
            "You are hungry: bite twice, two piles or the same one twice.",
        )
        return Why("two-jaws", told, "3", tuple(piles))
    if not is_hungry and len(piles) == 2:
        told = Text("Vous êtes rassasié : mordez une seule fois.", "You are full: bite only once.")
        return Why("one-jaw", told, "3", tuple(piles))
    return _other_spelling("+".join(sorted(piles)))


def _other_spelling(right: str) -> Why:
    return Why("other-spelling", Text(f"Ce coup s’écrit {right}.", f"That move is written {right}."))


def why_not_steal(state: Record, seat: int, text: str) -> Why:
    """§8 A card that another seat keeps."""
    theft = THEFT.fullmatch(text)
    if theft is None or theft[2] not in CARDS:
        return Why(
            "not-a-move",
            Text(
                "Ce n’est pas un coup. Écrivez la place, deux points, la carte : 1:trident.",
                "That is not a move. Write the seat, a colon, the card: 1:trident.",
            ),
            "8",
        )
    victim, kind = int(theft[1]), CARDS.index(theft[2])
    if victim >= state.seats:
        told = Text(f"Les places vont de 0 à {state.seats - 1}.", f"Seats go from 0 to {state.seats - 1}.")
        return Why("no-such-victim", told, "8")
    if victim == seat:
        told = Text("Volez une carte à un autre requin.", "Steal a card from another shark.")
        return Why("own-card", told, "8", (text,))
    card = a_card(kind)
    told = Text(f"{SHARKS[victim].fr} n’a pas {_de(card.fr)}.", f"{SHARKS[victim].en} does not have {card.en}.")
    return Why("no-such-card", told, "8", (text,))


def _de(card: str) -> str:
    """`un trident` after a negation: `de trident`, `d’arête`."""
    name = card.partition(" ")[2]
    return f"d’{name}" if name[0] in "aeiouéê" else f"de {name}"


def scene(state: Record, viewer: int = REFEREE) -> dict[str, Any]:
    known = as_known(rules, state, viewer)
    is_at_pile = known.phase not in (rules.CHOOSING, rules.OVER, rules.BITING)
    return {
        "phase": PHASES[known.phase],
        "round": int(known.rounds),
        "biting": biting_words(known),
        "pile": int(known.at_pile) + 1 if is_at_pile else None,
        "piles": [pile_scene(known, pile) for pile in range(known.piles)],
        "seats": [seat_scene(known, seat) for seat in range(known.seats)],
        "deck": int(known.deck),
        "unseen": {card: int(count) for card, count in zip(CARDS, known.unseen, strict=True)},
        "box": {card: boxed(known, kind) for kind, card in enumerate(CARDS) if boxed(known, kind)},
    }


def pile_scene(state: Record, pile: int) -> dict[str, Any]:
    taker = int(rules.taker(state, pile))
    return {
        "pile": pile + 1,
        "cards": [CARDS[c] if c < rules.KINDS else None for c in pile_cards(state, pile) if c != rules.GONE],
        "jaws": [int(jaws) >> 2 * pile & 3 for jaws in state.jaws[: state.seats]],
        "taker": taker if taker >= 0 else None,
    }


def seat_scene(state: Record, seat: int) -> dict[str, Any]:
    has_chosen = state.phase == rules.CHOOSING and not state.due >> seat & 1
    return {
        "hungry": bool(state.hungry >> seat & 1),
        "kept": {CARDS[kind]: int(count) for kind, count in enumerate(state.kept[seat]) if count},
        "points": int(rules.points(state, seat)),
        "worth": worth(state, seat),
        "bite": last_bite(state, seat),
        "choice": [pile + 1 for pile in rules.BITES[state.choices[seat]]] if has_chosen else None,
    }


def last_bite(state: Record, seat: int) -> list[int] | None:
    jaws = int(state.jaws[seat])
    return [pile + 1 for pile in range(state.piles) for _ in range(jaws >> 2 * pile & 3)] or None


def worth(state: Record, seat: int) -> dict[str, int]:
    """§7 Where a seat's points come from: what it would have less without its cards of a kind."""
    whole, brought = int(rules.points(state, seat)), {}
    for kind in range(rules.KINDS):
        if state.kept[seat, kind]:
            without = copy(state)
            without.kept[seat, kind] = 0
            brought[CARDS[kind]] = whole - int(rules.points(without, seat))
    return {card: points for card, points in brought.items() if points}


def picture(state: Record, viewer: int = REFEREE) -> Text:
    known = as_known(rules, state, viewer)
    return Text(*("\n".join(picture_lines(known, language)) for language in ("fr", "en")))


def picture_lines(state: Record, language: str) -> list[str]:
    """The banquet with its piles standing on their numbers, then a line a shark."""
    return [
        *wrap(headline(state).say(language)),
        "",
        *pile_rows(state, language),
        "".join(f"{f'[{pile + 1}]':^{WIDTH}}" for pile in range(state.piles)).rstrip(),
        "",
        *(line for seat in range(state.seats) for line in wrap(seat_line(state, seat).say(language))),
    ]


def wrap(line: str) -> list[str]:
    return textwrap.wrap(line, COLUMNS, subsequent_indent="      ")


def headline(state: Record) -> Text:
    titles = [TITLES[word] for word in biting_words(state)]
    return Text(
        " · ".join([f"Manche {state.rounds}", f"pioche : {state.deck}", *(title.fr for title in titles)]),
        " · ".join([f"Round {state.rounds}", f"deck: {state.deck}", *(title.en for title in titles)]),
    )


def pile_rows(state: Record, language: str) -> list[str]:
    piles = [[c for c in pile_cards(state, pile) if c != rules.GONE] for pile in range(state.piles)]
    tallest = max(len(cards) for cards in piles)
    return [
        "".join(f"{_label(cards, level, language):^{WIDTH}}" for cards in piles).rstrip()
        for level in reversed(range(tallest))
    ]


def _label(cards: list[int], level: int, language: str) -> str:
    if level >= len(cards):
        return ""
    return "░░░░░░" if cards[level] == rules.DOWN else LABELS[cards[level]].say(language)


def seat_line(state: Record, seat: int) -> Text:
    mark = "▸" if state.due >> seat & 1 else "★" if state.won >> seat & 1 else " "
    kept = [(kind, int(count)) for kind, count in enumerate(state.kept[seat]) if count]
    fr, en = (", ".join(f"{LABELS[k].say(lang)} ×{n}" for k, n in kept) or "—" for lang in ("fr", "en"))
    hunger = Text("affamé, ", "hungry, ") if state.hungry >> seat & 1 else Text("", "")
    bite = "+".join(str(pile) for pile in last_bite(state, seat) or [])
    bites = Text(f" [{bite}]", f" [{bite}]") if bite and state.phase != rules.CHOOSING else Text("", "")
    points = int(rules.points(state, seat))
    return Text(
        f"{mark} {seat} {SHARKS[seat].fr}{bites.fr} : {hunger.fr}{points} pt, {fr}",
        f"{mark} {seat} {SHARKS[seat].en}{bites.en}: {hunger.en}{points} pt, {en}",
    )
