"""Crabe vs Poulpe in words: reasons, pictures, scenes; `notation`, `positions` and `sentences` have the rest.

A scene, with cards as in move texts (`4c`) and lists sorted, but for the pile:
    {"mode": "symmetric", "round": 3, "leader": 0, "phase": "turn", "turn": 1, "steps": ["drop"],
     "number": 8, "inverted": true, "inked": false, "cause": "8c",
     "cancelled": [], "pile": [{"card": "4c", "seat": 0}, …],
     "seats": [{"side": "c", "hand": ["4c", "4c", "Op"], "backs": {"c": 2, "p": 1}, "known": []},
               {"side": "p", "hand": null, "backs": {"c": 1, "p": 4}, "known": ["4c"]}],
     "decks": {"c": 12, "p": 9}, "discard": {"c": 7, "p": 8},
     "effects": {"2c": ["again"], "2p": ["again"], …}}
`phase` is deal, lead, turn, answer, again, over, or the step of an effect that is due: give, drop, mix, pinch, draw,
steal; `turn` is the seat that decides, or for whom luck is drawn; `steps` are those still to come after it (while an
answer is due: all of the effect in question). `cause` is the card whose effect that is, null without one;
`cancelled` is the effect that a 1 has just cancelled and that another 1 would make due again.
`number` is what is to be beaten, 0 for α, null on an empty pile.
A hand that the viewer does not see is null; of it, `known` are the cards that the viewer knows to be there.
The parts of a move:
    {"kind": "play", "card": "4c", "cells": ["4c"]}       kind: lead, play, again, answer, give, drop, mix or pinch
    {"kind": "pass", "cells": []}                          or stop, or accept
A cell is a card of the hand from which it is chosen: the mover's, or for a pinch the other one.
"""

import re
from typing import Any, NotRequired

from recif.games.core.compiled import Record
from recif.games.core.contract import REFEREE, Parts, Text, Why
from recif.games.core.knowledge import as_known
from recif.games.crabs import rules
from recif.games.crabs.cards import ALPHA, CARDS, ONE, RANKS, copies
from recif.games.crabs.knowledge import surely_held
from recif.games.crabs.notation import CARD_TEXTS, PHASES, SAYINGS, WORDS, card_text, cards_in, pile_of, text
from recif.games.crabs.options import BACKS, MODES
from recif.games.crabs.positions import parse, position
from recif.games.crabs.rounds import is_past
from recif.games.crabs.sentences import SIGNS, card_name, ended, seat_name, sentence
from recif.games.crabs.steps import AGAIN, DROP, GIVE, MIX, PINCH, unpacked
from recif.games.crabs.things import things

__all__ = [
    "ended",
    "is_past",
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

MOVE = re.compile(r"(?:(give|drop|mix|pinch|draw|steal):)?((?:10|[1-9AO])[cp])|pass|stop|accept", re.ASCII)
ASKED = {
    rules.LEAD: Text("commencer la manche avec une carte", "start the round with a card"),
    rules.TURN: Text("jouer une carte ou passer", "play a card or pass"),
    AGAIN: Text("rejouer une carte ou vous arrêter", "play another card or stop"),
    rules.ANSWER: Text("répondre par un 1 ou laisser faire", "answer with a 1 or let it happen"),
    GIVE: Text("donner une carte", "give a card"),
    DROP: Text("défausser une carte", "discard a card"),
    MIX: Text("remettre une carte dans sa pioche", "put a card back into its deck"),
    PINCH: Text("pincer une carte de l’autre main", "pinch a card from the other hand"),
}
WRITTEN = {
    rules.TURN: "4c, pass",
    AGAIN: "4c, stop",
    rules.ANSWER: "1c, accept",
}  # for who types; else a word and a card


class CardParts(Parts):
    card: NotRequired[str]


def parts(state: Record, seat: int, move: int) -> CardParts:
    word, card = move >> 5, move & 31
    if move in SAYINGS:
        return {"kind": SAYINGS[move], "cells": []}
    kind = WORDS.get(word) or {rules.TURN: "play"}.get(int(state.phase)) or PHASES[int(state.phase)]
    return {"kind": kind, "card": card_text(card), "cells": [card_text(card)]}


def why(state: Record, seat: int, text: str) -> Why:
    match, phase = MOVE.fullmatch(text), int(state.phase)
    asked = ASKED[phase]
    if match is None:
        return Why("not-a-move", _how_to_write(phase, asked))
    if match[2] is None:
        return why_not_say(phase, text, asked)
    wanted = WORDS.get(int(rules.word_of(phase)))
    if match[1] != wanted:
        told = Text(f"Maintenant, il faut {asked.fr}.", f"Now you must {asked.en}.")
        return Why("other-action", told, "5" if wanted else "3", (match[2],))
    card = CARD_TEXTS.index(match[2])
    if phase == PINCH:
        told = Text(
            f"L’autre main n’a pas {card_name(card).fr}.", f"The other hand does not have {card_name(card).en}."
        )
        return Why("not-in-other-hand", told, "5", (match[2],))
    if not copies(int(state.hand[seat]), card):
        told = Text(f"Vous n’avez pas {card_name(card).fr}.", f"You do not have {card_name(card).en}.")
        return Why("not-in-hand", told, "3", (match[2],))
    return why_not_play(state, card, match[2])


def _how_to_write(phase: int, asked: Text) -> Text:
    word = WORDS.get(int(rules.word_of(phase)))
    written = WRITTEN.get(phase) or (f"{word}:4c" if word else "4c")
    return Text(
        f"Ce n’est pas un coup. Vous pouvez {asked.fr} ({written}).",
        f"That is not a move. You can {asked.en} ({written}).",
    )


def why_not_say(phase: int, text: str, asked: Text) -> Why:
    code = {"pass": "no-passing", "stop": "nothing-to-stop", "accept": "nothing-to-accept"}[text]
    if phase == rules.LEAD and text == "pass":
        told = Text("Vous commencez la manche : jouez une carte.", "You start the round: play a card.")
        return Why("must-lead", told, "2")
    if phase < AGAIN:
        told = Text(f"L’effet est obligatoire : il faut {asked.fr}.", f"The effect must happen: you must {asked.en}.")
        return Why("must-do", told, "5")
    told = Text(f"Pas maintenant : vous pouvez {asked.fr}.", f"Not now: you can {asked.en}.")
    return Why(code, told, {rules.ANSWER: "4", AGAIN: "5"}.get(phase, "3"))


def why_not_play(state: Record, card: int, cell: str) -> Why:
    """§3 What keeps a card in hand from being played."""
    rank, top = card % RANKS, SIGNS[state.top]
    if state.phase == rules.ANSWER:
        told = Text("Pour répondre, il faut un 1.", "To answer, you need a 1.")
        return Why("only-a-one-answers", told, "4", (cell,))
    if rank == ALPHA:
        told = Text("Un α sert seulement à commencer une manche.", "An α can only start a round.")
        return Why("alpha-leads-only", told, "3", (cell,))
    if rank == ONE:
        return Why("one-answers-only", why_not_one(state), "3", (cell,))
    if state.inverted:
        told = Text(f"Jouez plus bas que {top}, ou un Ω.", f"Play lower than {top}, or an Ω.")
        return Why("too-high", told, "3", (cell,))
    told = Text(f"Jouez plus haut que {top}, ou un Ω.", f"Play higher than {top}, or an Ω.")
    return Why("too-low", told, "3", (cell,))


def why_not_one(state: Record) -> Text:
    """§3, §4 Where a 1 may be played, by this game's options and version."""
    if state.version < 2:
        return Text(
            "Un 1 sert seulement à commencer une manche ou à répondre.", "A 1 can only start a round or answer."
        )
    places = Text(
        "Un 1 sert à commencer une manche, à répondre à un effet ou à jouer sous une carte qui inverse",
        "A 1 can start a round, answer an effect, or go below a card that inverts",
    )
    if state.once:
        return Text(f"{places.fr} ; à cette table, jamais sur un 1.", f"{places.en}; at this table, never on a 1.")
    return Text(f"{places.fr}, ou sur un 1 qui vient d’annuler.", f"{places.en}, or on a 1 that has just cancelled.")


def scene(state: Record, viewer: int = REFEREE) -> dict[str, Any]:
    known = as_known(rules, state, viewer)
    pile, left = pile_of(known), unpacked(int(known.left)).split()
    is_turn = known.phase == rules.TURN
    return {
        "mode": MODES[known.mode],
        "round": int(known.rounds),
        "leader": int(known.leader),
        "phase": PHASES[int(known.phase)],
        "turn": int(known.turn),
        "steps": [] if is_turn else left,
        "number": int(known.top) if pile else None,
        "inverted": bool(known.inverted),
        "inked": bool(known.inked),
        "cause": card_text(int(rules.cause(known))) if left and pile else None,
        "cancelled": left if is_turn else [],
        "pile": [{"card": card_text(card), "seat": seat} for card, seat in pile],
        "seats": [seat_scene(known, seat, viewer) for seat in range(2)],
        "decks": by_back(known.stock),
        "discard": by_back(discarded(known)),
        "effects": {CARD_TEXTS[c]: unpacked(int(e)).split() for c, e in enumerate(known.effects) if e},
    }


def by_back(counts: Any) -> dict[str, int]:
    return {back: int(count) for back, count in zip(BACKS, counts, strict=True)}


def discarded(state: Record) -> list[int]:
    """How many cards of each back have left the game."""
    on_pile = [card // RANKS for card, _ in pile_of(state)]
    held = state.held[0] + state.held[1] + state.stock
    return [CARDS - int(held[back]) - on_pile.count(back) for back in range(2)]


def is_open(state: Record, seat: int, viewer: int) -> bool:
    """Whether the viewer sees a hand."""
    return viewer in (seat, REFEREE) or bool(state.phase == PINCH and state.turn == viewer)


def seat_scene(state: Record, seat: int, viewer: int) -> dict[str, Any]:
    hand = [card_text(card) for card in cards_in(int(state.hand[seat]))]
    is_seen = is_open(state, seat, viewer)
    return {
        "side": BACKS[rules.own_back(state, seat)],
        "hand": hand if is_seen else None,
        "backs": by_back(state.held[seat]),
        "known": [] if is_seen else [card_text(card) for card in surely_held(state, seat)],
    }


def picture(state: Record, viewer: int = REFEREE) -> Text:
    known = as_known(rules, state, viewer)
    return Text(*("\n".join(picture_lines(known, viewer, language)) for language in ("fr", "en")))


def picture_lines(state: Record, viewer: int, language: str) -> list[str]:
    """Decks and discard, the pile, then a line a hand."""
    return [
        headline(state).say(language),
        "",
        "   " + pile_line(state).say(language),
        "",
        *(seat_line(state, seat, viewer).say(language) for seat in range(2)),
    ]


def headline(state: Record) -> Text:
    crab, octopus = (int(n) for n in state.stock)
    gone = sum(discarded(state))
    return Text(
        f"Manche {state.rounds} · pioches : crabes {crab}, poulpes {octopus} · défausse : {gone}",
        f"Round {state.rounds} · decks: crabs {crab}, octopuses {octopus} · discard: {gone}",
    )


def pile_line(state: Record) -> Text:
    """The cards of the round, each under the hand of who played it, and what must follow."""
    cards = " ".join(f"[{card_text(card)}]" for card, _ in pile_of(state))
    if not cards:
        return Text("(aucune carte jouée)", "(no card played)")
    top = SIGNS[state.top]
    if state.inverted:
        return Text(f"{cards}  ↓ plus bas que {top}", f"{cards}  ↓ lower than {top}")
    mark = Text("  ~ encre", "  ~ ink") if state.inked else Text("", "")
    if state.phase == rules.TURN and state.left:
        mark = Text(", ou un autre 1", ", or another 1")
    return Text(f"{cards}  ↑ plus haut que {top}{mark.fr}", f"{cards}  ↑ higher than {top}{mark.en}")


def seat_line(state: Record, seat: int, viewer: int) -> Text:
    mark = "★" if state.won >> seat & 1 else "▸" if state.turn == seat and not state.won else " "
    name = seat_name(state, seat)
    if is_open(state, seat, viewer):
        hand = " ".join(card_text(card) for card in cards_in(int(state.hand[seat]))) or "—"
        return Text(f"{mark} {seat} {name.fr} : {hand}", f"{mark} {seat} {name.en}: {hand}")
    backs = " ".join(f"░{back}" for back, n in by_back(state.held[seat]).items() for _ in range(n)) or "—"
    sure = " ".join(card_text(card) for card in surely_held(state, seat))
    known = Text(f"   (dont {sure})", f"   (with {sure})") if sure else Text("", "")
    return Text(f"{mark} {seat} {name.fr} : {backs}{known.fr}", f"{mark} {seat} {name.en}: {backs}{known.en}")
