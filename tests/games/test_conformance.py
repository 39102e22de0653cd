"""What every game owes its contract (docs/contract.md), with every number of seats and every option."""

import json

import msgspec
import numpy as np
import pytest
from tests.games.setups import SETUPS, Event, Setup, random_game

from recif.games.core.compiled import blank, copy, from_bytes
from recif.games.core.contract import LUCK, REFEREE, SPECTATOR, Parts, Refused
from recif.games.core.luck import seeded
from recif.games.core.position import Position

every_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)


def sampled(setup: Setup, seed: int, every: int = 7) -> list[tuple[Position, Event]]:
    """Some positions of a random game, as copies."""
    return [(p.copy(), event) for i, (p, event) in enumerate(random_game(setup, seed)) if i % every == 0]


@every_setup
def test_random_games_end_with_a_winner(setup: Setup) -> None:
    for seed in range(3):
        last, _ = list(random_game(setup, seed))[-1]
        assert last.is_over
        assert last.winners, "a finished game has a winner"
        assert max(last.winners) < setup.seats
        assert last.waiting == ()
        assert last.luck() == {}
        assert len(last.scores) == setup.seats


@every_setup
def test_the_end_is_told_in_a_sentence(setup: Setup) -> None:
    for seed in range(3):
        last, _ = list(random_game(setup, seed))[-1]
        for told in setup.game.words.ended(last.state):
            assert told[0].isupper(), told
            assert told[-1] in ".!", told


@every_setup
def test_somebody_waits_or_luck_is_due_until_the_end(setup: Setup) -> None:
    for position, _ in random_game(setup, 11):
        assert bool(position.waiting) != bool(position.luck())
        for seat in position.waiting:
            assert position.numbers(seat)


@every_setup
def test_moves_are_ascending_and_random_moves_are_among_them(setup: Setup) -> None:
    rules, rng = setup.game.rules, seeded(5)
    for position, _ in sampled(setup, 5):
        for seat in position.waiting:
            numbers = position.numbers(seat)
            assert numbers == sorted(set(numbers))
            assert all(int(rules.random_move(position.state, seat, rng)) in numbers for _ in range(20))


@every_setup
def test_texts_and_numbers_of_legal_moves_match_one_to_one(setup: Setup) -> None:
    for position, _ in sampled(setup, 7):
        for seat in position.waiting:
            assert len(position.moves(seat)) == len(position.numbers(seat))
        outcomes = position.luck()
        assert len({number for number, _ in outcomes.values()}) == len(outcomes)
        assert all(weight > 0 for _, weight in outcomes.values())


@every_setup
def test_every_listed_move_is_playable_and_nothing_else_is(setup: Setup) -> None:
    known: set[str] = {"", "-", "pass", "e5e6", "a1-a2", "\0", "é" * 40}
    for position, _ in sampled(setup, 13, every=11):
        before = bytes(position)
        for seat in range(setup.seats):
            legal = position.moves(seat)
            known.update(list(legal)[::5])
            for text in sorted(known):
                assert (position.why(seat, text) is None) == (text in legal), text
                if text in legal:
                    assert bytes(position.copy().play(seat, text)) != before
                else:
                    with pytest.raises(Refused):
                        position.play(seat, text)
        assert bytes(position) == before


@every_setup
def test_a_refusal_has_a_code_and_a_sentence_in_both_languages(setup: Setup) -> None:
    for position, _ in sampled(setup, 17, every=23):
        for seat in range(setup.seats):
            refusal = position.why(seat, "nonsense")
            assert refusal is not None
            assert refusal.code
            assert refusal.text.fr.strip()
            assert refusal.text.en.strip()


@every_setup
def test_replaying_a_log_gives_the_same_bytes(setup: Setup) -> None:
    log = [(event, bytes(position)) for position, event in random_game(setup, 19)]
    twin = setup.start()
    for (seat, number), before in log:
        assert bytes(twin) == before
        if seat == LUCK:
            setup.game.rules.befall(twin.state, number)
        else:
            setup.game.rules.play(twin.state, seat, number)
    assert twin.is_over


@every_setup
def test_new_overwrites_whatever_was_in_the_record(setup: Setup) -> None:
    last, _ = list(random_game(setup, 23))[-1]
    options = setup.game.check_options(setup.options)
    numbers = [n for option in setup.game.options for n in option.numbers(options.get(option.name, option.default))]
    setup.game.rules.new(last.state, setup.seats, np.array(numbers, np.int64))
    assert last == setup.start()


@every_setup
def test_states_copy_hash_and_store_as_bytes(setup: Setup) -> None:
    for position, _ in sampled(setup, 29, every=17):
        twin = Position(position.game, from_bytes(position.game.rules.State, bytes(position)))
        assert twin == position
        assert hash(twin) == hash(position)
        assert copy(position.state).tobytes() == bytes(position)


@every_setup
def test_a_guess_of_a_view_has_the_same_view(setup: Setup) -> None:
    rules, rng = setup.game.rules, seeded(31)
    for position, _ in sampled(setup, 31, every=13):
        for seat in range(setup.seats):
            view = position.view(seat)
            world = view.copy()
            rules.guess(world.state, seat, rng)
            again = blank(rules.State)
            rules.view(world.state, seat, again)
            assert again.tobytes() == bytes(view)


@every_setup
def test_a_guess_can_be_played_to_the_end(setup: Setup) -> None:
    rules, rng = setup.game.rules, seeded(37)
    for position, _ in sampled(setup, 37, every=41):
        for seat in position.waiting:
            world = position.view(seat)
            rules.guess(world.state, seat, rng)
            assert world.numbers(seat) == position.numbers(seat)
            while not world.is_over:
                if world.waiting:
                    mover = world.waiting[0]
                    rules.play(world.state, mover, rules.random_move(world.state, mover, rng))
                else:
                    rules.draw(world.state, rng)


@every_setup
def test_positions_parse_back(setup: Setup) -> None:
    words = setup.game.words
    for position, _ in sampled(setup, 41, every=5):
        parsed = words.parse(words.position(position.state))
        assert words.position(parsed) == words.position(position.state)
        assert parsed.tobytes() == bytes(position)


@every_setup
def test_everything_a_person_reads_exists_in_both_languages(setup: Setup) -> None:
    words = setup.game.words
    for position, (seat, number) in sampled(setup, 43):
        for viewer in (*range(setup.seats), SPECTATOR, REFEREE):
            for said in (
                words.sentence(position.state, seat, number, viewer),
                words.picture(position.view(viewer).state, viewer),
            ):
                assert said.fr.strip()
                assert said.en.strip()
                assert said.fr != said.en
            assert words.text(position.state, seat, number, viewer)
            assert words.scene(position.view(viewer).state, viewer)


@every_setup
def test_a_move_taken_apart_has_a_kind_and_cells_and_is_json(setup: Setup) -> None:
    for position, (seat, number) in sampled(setup, 43):
        if seat == LUCK:
            continue
        parts = setup.game.words.parts(position.state, seat, number)
        assert msgspec.convert(parts, Parts) is not None
        assert parts["kind"]
        assert json.loads(json.dumps(parts)) == parts
