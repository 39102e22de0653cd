"""What a match tells of events that its game has put out of sight."""

import pytest

from recif.games import GAMES
from recif.games.core.contract import REFEREE, SPECTATOR
from recif.match.match import Match
from tests.match.shells import SHELLS

DEAL = "2c 3c 5c 8c Oc 1p 4p 6p 9p 10p"


def crabs(events: str) -> Match:
    match = Match(GAMES["crabs"])
    for text in [*(f"draw:{card}" for card in DEAL.split()), *events.split()]:
        if match.is_luck_due:
            match.befall(text)
        else:
            match.play(match.waiting[0], text)
    return match


ROUND = "5c accept drop:Oc 6p 8c 1p pass"  # an effect, an answer, a pass
NEXT = "draw:7p draw:5p draw:2c draw:3c draw:4c 4p"


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR, REFEREE])
def test_an_earlier_round_is_told_with_backs_only_and_effects_alike(viewer: int) -> None:
    match = crabs(f"{ROUND} {NEXT}")
    lines = [match.told(index, viewer) for index in range(match.past)]
    assert [text for text, _ in lines] == [*["draw:c"] * 5, *["draw:p"] * 5, "c", "…", "…:c", "p", "c", "p", "pass"]
    assert [said.en for _, said in lines[10:]] == [
        "Crab plays a crab card.",
        "The round goes on.",
        "A crab card changes place.",
        "Octopus plays an octopus card.",
        "Crab plays a crab card.",
        "Octopus plays an octopus card.",
        "Crab passes: Octopus wins the round.",
    ]
    assert lines[12][1].fr == "Une carte des crabes change de place."


def test_somebody_who_has_not_heard_of_it_yet_is_told_in_full() -> None:
    match = crabs(f"{ROUND} {NEXT}")
    assert match.told(10, 1)[0] == "c"
    assert match.told(10, 1, is_news=True) == ("5c", match.told(10, 1, is_news=True)[1])


def test_the_round_that_goes_on_is_open() -> None:
    match = crabs(f"{ROUND} {NEXT}")
    assert match.told(len(match.log) - 1, 0)[0] == "4p"


def test_nothing_is_past_once_the_match_is_over() -> None:
    match = crabs(f"{ROUND} {NEXT}")
    match.end("resigned", [0], 1)
    assert match.told(10, 1)[0] == "5c"


def test_a_game_that_puts_nothing_away_has_no_past() -> None:
    match = Match(SHELLS, 2)
    match.play(0, "1")
    assert (match.forgets, match.past) == (False, 0)
