"""What a model is told of a match: what its seat may know, in words and as JSON values, and nothing else."""

from typing import Any

from recif.games.core.contract import Game, Refused, Text, Why
from recif.match import frame
from recif.match.listing import legal, listing
from recif.match.match import Match

SeatSight = dict[str, Any]
LINES = 40  # of the log that are told at once, the last ones; `since` asks for others


def look_of(match: Match, seat: int, language: str, since: int | None = None, heard: int = 0) -> SeatSight:
    """A match through the eyes of a seat; `heard` is how many events it has been told before."""
    view = match.position.view(seat)
    words = match.game.words
    first = starting_at(since, len(match.log))
    return {
        "game": match.game.id,
        "seat": seat,
        "seats": [words.seat_name(match.position.state, one).say(language) for one in range(match.seats)],
        "is_your_turn": seat in match.waiting,
        "waiting": list(match.waiting),
        "picture": words.picture(view.state, seat).say(language),
        "scene": words.scene(view.state, seat),
        "events": len(match.log),
        "log_from": first,
        "log": [
            said(match, index, seat, language, heard) for index in range(first, min(first + LINES, len(match.log)))
        ],
        "moves": moves_of(match, seat, language) if seat in match.waiting else [],
        "result": ending(match),
    }


def starting_at(since: int | None, events: int) -> int:
    """The first line of the log to tell."""
    return max(0, events - LINES) if since is None else min(max(0, since), events)


def said(match: Match, index: int, seat: int, language: str, heard: int) -> SeatSight:
    """An event as the seat may know it; what is out of sight by now is told in full only once."""
    line = frame.line(match, index, seat, is_news=index >= heard)
    return {"seat": line.seat, "move": line.text, "says": Text(line.fr, line.en).say(language)}


def moves_of(match: Match, seat: int, language: str) -> list[SeatSight]:
    """What the seat can choose among, from what it knows."""
    state = match.position.view(seat).state
    listed = listing(match.game, state, seat, legal(match.game, state, seat))
    return [{"move": text, "says": sentence.say(language)} for text, _, sentence in listed]


def ending(match: Match) -> SeatSight | None:
    result = match.result
    return result and {"winners": list(result.winners), "scores": list(result.scores), "reason": result.reason}


def why_not(match: Match, seat: int, move: str) -> Why | None:
    """Why a move is refused, from what its seat knows: the answer cannot depend on anything else."""
    if match.ended or seat not in match.waiting:
        return match.why(seat, move)
    return match.position.view(seat).why(seat, move)


def explained(why: Why, language: str) -> str:
    """A refusal as a sentence, with the section of the rules page that it comes from."""
    rule = f" (§{why.rule.removeprefix('§')})" if why.rule else ""
    return f"{why.text.say(language)}{rule}"


def about(game: Game, language: str) -> SeatSight:
    """A game, for somebody who has to choose one."""
    return {
        "game": game.id,
        "title": game.title.say(language),
        "pitch": game.pitch.say(language),
        "seats": list(game.seats),
        "minutes": game.minutes,
        "options": [
            {"name": one.name, "default": one.default, "values": list(one.values or ()), "says": one.says.say(language)}
            for one in game.options
        ],
    }


def not_your_turn(is_over: bool) -> Refused:
    if is_over:
        return Refused("game-over", Text("La partie est finie.", "The game is over."))
    return Refused(
        "not-your-turn",
        Text("Ce n’est pas à vous : attendez (wait), puis regardez.", "It is not your turn: wait, then look again."),
    )
