"""Every game through the referee's door: how each opens, and that whatever is taken back comes back as it was."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recif.games import GAMES
from recif.games.core.luck import below, seeded
from recif.match.referee import Referee
from tests.match.test_referee import ask


def opened(name: str, seats: int | None = None, **options: Any) -> tuple[Referee, Any]:
    judge = Referee()
    return judge, ask(judge, {"new": {"game": name, "seats": seats, "options": options, "seed": 1}})


@pytest.mark.parametrize(
    ("name", "options", "count"),
    [
        ("xok", {}, 156),
        ("xok", {"side": 4}, 90),
        ("urchins", {}, 72),
        ("urchins", {"size": 5}, 50),
        ("crocodiles", {}, 24),
    ],
)
def test_a_game_opens_with_as_many_moves_as_its_page_says(name: str, options: dict[str, Any], count: int) -> None:
    _, first = opened(name, **options)
    assert first["waiting"] == [0]
    assert len(first["moves"]["0"]) == count


def test_a_first_game_of_crocodiles_opens_with_six_flips_and_swims() -> None:
    _, first = opened("crocodiles", setup="first")
    flips = [move for move in first["moves"]["0"] if move.endswith("!")]
    assert flips == ["a5!", "b3!", "c4!", "d2!", "e3!", "f4!"]
    assert all("-" in move for move in first["moves"]["0"] if move not in flips)


def test_a_game_of_kroc_opens_with_two_cards_to_name_then_both_choose_among_four() -> None:
    judge, first = opened("kroc", 2)
    assert first["phase"] == ask(judge, {"luck": "salad"})["phase"] == "luck"
    assert ask(judge, {"luck": "trident"})["moves"] == {"0": ["1", "2", "3", "4"], "1": ["1", "2", "3", "4"]}


def test_a_game_of_crabs_opens_with_ten_draws_then_seat_0_leads_any_of_its_cards() -> None:
    judge, answer = opened("crabs")
    hand = ["Ac", "1c", "5c", "10c", "Oc"]
    for card in [*hand, "2p", "3p", "4p", "6p", "7p"]:
        assert answer["phase"] == "luck"
        answer = ask(judge, {"luck": f"draw:{card}"})
    assert answer["moves"] == {"0": sorted(hand)}


def test_a_choice_that_was_changed_counts_as_it_was_changed() -> None:
    judge, _ = opened("kroc", 2, biting=["wave"])
    for card in ("salad", "lollipop", "bone", "platter"):
        ask(judge, {"luck": card})
    for seat, move in ((1, "2"), (1, "9"), (1, "1"), (0, "2")):
        ask(judge, {"play": {"seat": seat, "move": move}})
    assert [seat["kept"] for seat in ask(judge, {"view": None})["view"]["seats"]] == [{"lollipop": 1}, {"salad": 1}]


def all_views(judge: Referee, seats: int) -> list[Any]:
    return [ask(judge, {"view": viewer}) for viewer in (None, *range(seats))]


def step(judge: Referee, answer: Any, rng: Any) -> Any:
    """One event: luck, or a move of the first seat that waits."""
    if answer["phase"] == "luck":
        return ask(judge, {"luck": None})
    seat = answer["waiting"][0]
    moves = answer["moves"][str(seat)]
    return ask(judge, {"play": {"seat": seat, "move": moves[below(rng, len(moves))]}})


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=8)
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_what_is_taken_back_comes_back_as_it_was(name: str, data: st.DataObject, seed: int) -> None:
    seats, rng = data.draw(st.sampled_from(GAMES[name].seats)), seeded(seed)
    samples = {option.name: data.draw(st.sampled_from(option.samples())) for option in GAMES[name].options}
    judge, answer = opened(name, seats, **samples)
    past = [(answer, all_views(judge, seats))]
    for _ in range(40):
        if answer["phase"] == "over" or below(rng, 5) == 0:
            count = min(len(past) - 1, 1 + below(rng, 8))
            del past[len(past) - count :]
            answer = ask(judge, {"undo": count}) if count else answer
            assert (answer, all_views(judge, seats)) == past[-1]
        else:
            answer = step(judge, answer, rng)
            past.append((answer, all_views(judge, seats)))
