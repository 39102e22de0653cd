"""Compile what a match asks of a game's rules before anybody waits for it."""

from recif.games.core.contract import REFEREE, Game
from recif.match.listing import legal, listing
from recif.match.match import Match
from recif.match.packing import places


def play_once(game: Game) -> None:
    """Luck and decisions until somebody has decided, as a table would show them."""
    match = Match(game)
    while not match.deciding:
        match.draw(lambda _: 0)
    while match.waiting and not any(event.seat >= 0 for event in match.log):
        seat = match.waiting[0]
        state = match.seen_by(seat)
        numbers = legal(game, state, seat)
        text, _, _ = listing(game, state, seat, numbers)[0]
        if game.packing:
            game.packing.pack(state, seat, places(numbers.tolist()))
        match.play(seat, text)
    game.words.scene(match.seen_by(REFEREE), REFEREE)
    match.told(len(match.log) - 1, REFEREE)
