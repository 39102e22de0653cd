"""The coach: hints, chances and reviews from real searches."""

from itertools import pairwise

import msgspec
import pytest
from msgspec import structs

from recif.games import GAMES, position, start
from recif.games.core.contract import Bilingual, Refused, Text
from recif.games.core.ideas import named
from recif.games.core.luck import below, seeded
from recif.games.core.position import Position
from recif.lab.players import random_player
from recif.match.frame import frame
from recif.match.match import Match, replay
from recif.mind.coach.hint import Hint, Review, evaluate, hint, review
from recif.mind.coach.nudge import clues, comparing, nudge
from recif.mind.coach.phrase import phrase
from recif.mind.coach.prospects import ponder
from recif.mind.coach.review import weigh_choice
from recif.mind.coach.summary import summed
from recif.mind.levels import choose
from recif.mind.search.think import Candidate, Thought, View
from recif.mind.selfplay import Chooser, by_level, played
from tests.games.setups import random_game, setups_of
from tests.games.test_ideas import COORDINATE

WHITE_CAN_WIN = "4 w d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7"
WHITE_THREATENS = "4 b d1,d2,d3,d4,d5,d6,d7,c6 a1,a2,b1,b2,g4,g5,g6,g7"
A_BLUNDER = [(0, "d1d2"), (1, "a1a2"), (0, "d3d4"), (1, "b1b2"), (0, "d5d6"), (1, "g4g5"), (0, "c6d7"), (1, "g6g7")]
BLUNDER = len(A_BLUNDER) - 1


def some_positions(game: str) -> list[Position]:
    """Positions of a random game in which somebody must decide: early, in the middle, late."""
    seen = [at.copy() for at, _ in random_game(next(setups_of(GAMES[game])), 5) if at.waiting]
    return [seen[len(seen) * part // 4] for part in (1, 2, 3)]


def random_match(game: str, seed: int, events: int) -> Match:
    """A match of random moves, cut short."""
    match, rng = Match(GAMES[game]), seeded(seed)
    while not match.is_over and len(match.log) < events:
        if match.is_luck_due:
            match.draw(lambda n: int(below(rng, n)))
        else:
            texts = list(match.position.moves(match.waiting[0]))
            match.play(match.waiting[0], texts[below(rng, len(texts))])
    return match


def test_a_hint_names_an_immediate_win() -> None:
    at = position("xok", WHITE_CAN_WIN)
    told = hint(View(at, 0), nodes=2_000)
    assert at.play(0, told.text).winners == (0,)
    assert told.is_certain
    assert told.chances == (1.0, 0.0)
    assert told.why is not None
    assert told.why.says.fr == "Ce coup gagne la partie\u202f!"
    assert told.why.says.en == "This move wins the game!"


def test_a_hint_prevents_an_immediate_loss_and_says_so() -> None:
    at = position("xok", WHITE_THREATENS)
    told = hint(View(at, 1), nodes=2_000, names=[Text("Anne", "Anne"), Text("Zoé", "Zoé")])
    assert told.why is not None
    assert told.why.idea == "bite-in-time"
    assert told.why.says.en == "You bite in time: otherwise, Anne would join ten pieces next turn."
    assert told.why.says.fr == "Vous mordez à temps\u00a0: sinon, Anne reliait dix pièces au prochain coup."
    at.play(1, told.text)
    assert not any(at.copy().play(0, move).is_over for move in at.moves(0))


def test_more_tells_what_else_the_move_does_the_answer_to_expect_and_the_chances() -> None:
    at = position("xok", WHITE_THREATENS)
    told = hint(View(at, 1), nodes=2_000)
    eaten = at.game.words.parts(at.state, 1, at.moves(1)[told.text])["eats"]
    assert len(eaten) > 1
    assert any("This shark" in said.en for said in told.also)
    assert told.told == [told.why and told.why.says, *told.also, *told.more]
    assert "Your chances: " in told.more[-1].en


def test_a_hint_tells_the_answer_that_the_search_expects() -> None:
    at = start("xok", side=4).play(0, "d4d5")
    thought = ponder(View(at, 1), 2_000, 0)
    (_, own), (seat, answer) = thought.line[:2]
    told = hint(View(at, 1), nodes=2_000)
    assert (own, seat) == (thought.best.move, 0)
    assert told.line[:2] == [(1, told.text), (0, at.play(1, told.text).game.words.text(at.state, 0, answer))]
    sentence = named(phrase(at.game, at.state, 0, answer), [Text("Blanc", "White")])
    assert f"White will probably answer: {sentence.en}." in [said.en for said in told.more]


@pytest.mark.parametrize("game", ["xok", "urchins", "crocodiles"])
def test_a_hint_draws_what_it_expects_as_its_seat_would_see_it(game: str) -> None:
    drawn = 0
    for at in some_positions(game):
        seat = at.waiting[0]
        told, after = hint(View(at, seat), nodes=2_000), at.view(seat)
        assert [(one.frame.lines[0].seat, one.frame.lines[0].text) for one in told.expected] == told.line
        for one, (mover, move) in zip(told.expected, told.line, strict=True):
            after.play(mover, move)
            assert one.frame == frame(after, seat, one.frame.lines)
            assert not COORDINATE.search(one.says.fr + one.says.en)
            drawn += 1
    assert drawn > 3


@pytest.mark.parametrize("game", ["crabs", "kroc"])
def test_nothing_is_drawn_where_what_follows_cannot_be_known(game: str) -> None:
    for at in some_positions(game):
        if not at.hides_nothing or len(at.waiting) > 1:
            assert hint(View(at, at.waiting[0]), nodes=200).expected == []


def test_people_who_are_called_like_the_others_seat_are_not_taken_for_it() -> None:
    """Names come in once, where a sentence says which seat it means."""
    at = start("xok", side=4).play(0, "d4d5")
    called = hint(View(at, 1), nodes=2_000, names=[Text("Noir @1", "Black @1"), Text("de Blanc", "White")])
    plain = hint(View(at, 1), nodes=2_000, names=[Text("Zoé", "Zoé"), Text("Tom", "Tom")])
    for one, other in zip([*called.told, *_lines(called)], [*plain.told, *_lines(plain)], strict=True):
        assert one.en.replace("Black @1", "Zoé").replace("White", "Tom") == other.en
        assert one.fr.replace("Noir @1", "Zoé").replace("de Blanc", "Tom") == other.fr
    assert any("Black @1" in said.en for said in called.told)


def _lines(told: Hint) -> list[Bilingual]:
    return [Bilingual(line.fr, line.en) for one in told.expected for line in one.frame.lines]


def test_nothing_is_threatened_on_an_empty_board() -> None:
    """The coach once promised to eat fish that were not there."""
    for seed in range(5):
        told = hint(View(start("xok"), 0), nodes=500, seed=seed)
        said = [told.advice, *told.told]
        assert not any(word in text.en for text in said for word in ("eats", "cuts", "You bite", "therwise"))


def test_a_move_whose_answer_eats_it_says_what_that_costs() -> None:
    """Else one would ask why it is the advice."""
    met = 0
    for seed in range(12):
        at = random_match("xok", seed, 6).position
        seat = at.waiting[0]
        told = hint(View(at, seat), nodes=800)
        if len(told.line) < 2 or told.is_certain:
            continue
        laid = at.game.words.parts(at.state, seat, at.moves(seat)[told.text])["cells"]
        after = at.copy().play(seat, told.text)
        foe, answer = told.line[1]
        eats = after.game.words.parts(after.state, foe, after.moves(foe)[answer]).get("eats", [])
        if set(laid) & set(eats):
            met += 1
            assert told.why is None or told.why.idea not in at.game.ideas.FRAGILE  # type: ignore[union-attr]
            costs = [one.en for one in told.told if one.en.startswith("If ") and " eats here, " in one.en]
            assert len(costs) == 1, told
    assert met


def test_a_hint_where_all_choose_at_once_names_the_choices_worth_mixing() -> None:
    at = start("kroc", 2)
    while not at.waiting:
        at.draw(seeded(3))
    told = hint(View(at, 0), nodes=500)
    liked = sorted(option.text for option in told.options if option.share >= 0.15)[:2]
    assert len(liked) == 2
    assert told.advice.en == f"Two good piles: {liked[0]} or {liked[1]}."
    assert told.advice.fr == f"Deux bonnes piles\u00a0: la {liked[0]} ou la {liked[1]}."


def test_a_seat_that_does_not_wait_gets_no_hint() -> None:
    with pytest.raises(Refused, match="Seat 1 has nothing to decide here"):
        hint(View(start("xok"), 1))


def test_the_same_view_and_seed_give_the_same_hint_whatever_is_hidden() -> None:
    for at in some_positions("crabs"):
        seat = at.waiting[0]
        other = at.view(seat)
        other.game.rules.guess(other.state, seat, seeded(99))
        assert hint(View(at, seat), 200, seed=3) == hint(View(other, seat), 200, seed=3)


def test_what_is_hidden_changes_no_chances_of_a_seat_that_waits_for_the_other() -> None:
    for at in some_positions("crabs"):
        seat = 1 - at.waiting[0]
        other = at.view(seat)
        other.game.rules.guess(other.state, seat, seeded(99))
        told = evaluate(View(at, seat), 200, seed=3)
        assert told == evaluate(View(other, seat), 200, seed=3)
        assert sum(told) == pytest.approx(1)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_thinks_about_a_view_leaves_it_as_it_was(game: str) -> None:
    for at in some_positions(game):
        view = View(at, at.waiting[0])
        before = view.state.tobytes()
        choose(view, 4, seed=1)
        told = hint(view, 200, seed=3)
        evaluate(view, 200, seed=3)
        assert view.state.tobytes() == bytes(view.position) == before
        assert told == hint(view, 200, seed=3)


def test_a_hint_is_json_and_back() -> None:
    told = hint(View(start("xok", side=4), 0), nodes=100)
    assert msgspec.json.decode(msgspec.json.encode(told), type=Hint) == told


@pytest.mark.parametrize("game", GAMES)
def test_a_nudge_fits_other_moves_too(game: str) -> None:
    for at in some_positions(game):
        view = View(at, at.waiting[0])
        moves = view.position.numbers(view.seat)
        if len(moves) == 1:
            continue
        parts = {move: at.game.words.parts(view.state, view.seat, move) for move in moves}
        for best in moves[:: max(1, len(moves) // 3)]:
            second = next(move for move in moves if move != best)
            ideas = tuple(Candidate(move, 0.5, 0.5, 1) for move in (best, second))
            told = nudge(view, Thought(view.seat, ideas, (0.5, 0.5), 2, False))
            others = {
                clue for move in moves if move != best for clue in clues(at.game, parts[move], list(parts.values()))
            }
            assert told.says.en.startswith("Compare") or told in others


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        (set[str](), set[str](), "Compare two moves before you choose."),
        ({"8c"}, {"8c"}, "Compare two ways to play here."),
        ({"8c"}, set[str](), "Compare: to play here, or not."),
        ({"8c"}, {"9c"}, "Compare two moves, at the places that are marked."),
    ],
)
def test_two_moves_to_compare_are_told_as_the_board_points_at_them(one: set[str], other: set[str], said: str) -> None:
    assert comparing(one, other).en == comparing(other, one).en == said


def test_a_hint_and_its_nudge_need_no_cells_and_no_words_for_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    def parts(*_: object) -> dict[str, str]:
        return {"kind": "unheard-of"}

    monkeypatch.setattr(GAMES["xok"].words, "parts", parts)
    told = hint(View(start("xok", side=4), 0), nodes=50)
    assert told.nudge.says.en == "Compare two moves before you choose."


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.kinds])
def test_every_kind_of_move_can_be_nudged_at(game: str) -> None:
    for at in some_positions(game):
        for seat in at.waiting:
            kinds = {at.game.words.parts(at.state, seat, move)["kind"] for move in at.numbers(seat)}
            assert kinds <= set(at.game.kinds)


@pytest.fixture(scope="module")
def blundered() -> tuple[Match, Review]:
    match = replay(GAMES["xok"], 2, {"side": 4}, A_BLUNDER)
    wins = next(move for move in match.position.moves(0) if match.position.copy().play(0, move).is_over)
    match.play(0, wins)
    return match, review(match, nodes=1_500)


def test_a_review_finds_the_blunder_and_the_move_that_was_better(blundered: tuple[Match, Review]) -> None:
    match, told = blundered
    worst = told.judgements[BLUNDER]
    assert told.turning_points[0] == BLUNDER
    assert worst.mark == "??"
    assert worst.after == (1.0, 0.0)
    saved = Position(match.game, match.before[BLUNDER]).copy().play(1, worst.best)
    assert not any(saved.copy().play(0, move).is_over for move in saved.moves(0))
    assert worst.sentence.fr.startswith("Noir pose deux poissons")
    assert worst.sentence.en.startswith("Black lays two fish")
    assert worst.why is not None
    assert worst.why.says.fr == "Vous mordez à temps\u00a0: sinon, Blanc reliait dix pièces au prochain coup."
    assert worst.why.says.en == "You bite in time: otherwise, White would join ten pieces next turn."


def test_a_review_tells_what_a_mistake_allowed(blundered: tuple[Match, Review]) -> None:
    match, told = blundered
    allows = told.judgements[BLUNDER].allows
    assert allows is not None
    assert allows.says.en in {"White then wins the game.", "White then wins for sure."}
    assert match.position.winners == (0,)


def test_a_review_always_has_three_moments_in_the_order_of_play_and_the_costliest_is_one(
    blundered: tuple[Match, Review],
) -> None:
    told = blundered[1]
    assert BLUNDER in told.moments
    assert told.moments == sorted(told.moments)
    assert len(told.moments) == 3
    unmarked = [structs.replace(one, loss=0.0, mark="") for one in told.judgements]
    assert len(summed(unmarked, 2).moments) == 3, "also where nothing turned the game"
    assert all(unmarked[index].seat == 1 for index in summed(unmarked, 2, of=(1,)).moments)


def test_what_was_costliest_to_miss_is_to_be_practised_first(blundered: tuple[Match, Review]) -> None:
    told = blundered[1]
    why = told.judgements[BLUNDER].why
    assert why is not None
    assert why.idea in told.missed
    assert not summed([structs.replace(one, mark="") for one in told.judgements], 2).missed


def test_a_winning_move_loses_nothing(blundered: tuple[Match, Review]) -> None:
    last = blundered[1].judgements[-1]
    assert (last.loss, last.after, last.allows) == (0.0, (1.0, 0.0), None)


def test_who_blundered_is_less_accurate(blundered: tuple[Match, Review]) -> None:
    white, black = blundered[1].accuracies
    assert white is not None
    assert black is not None
    assert 0 <= black < white <= 100


def test_a_review_is_json_and_back_and_the_same_again(blundered: tuple[Match, Review]) -> None:
    match, told = blundered
    assert msgspec.json.decode(msgspec.json.encode(told), type=Review) == told
    heard: list[tuple[int, int]] = []
    assert review(match, nodes=1_500, heed=lambda _, done, total: heard.append((done, total))) == told
    assert heard == [(done, 9) for done in range(1, 10)]


@pytest.mark.parametrize("game", ["crabs", "kroc"])
def test_decisions_are_judged_and_luck_is_not(game: str) -> None:
    match = random_match(game, 2, 45)
    told = review(match, nodes=200)
    assert [one.index for one in told.judgements] == [i for i, event in enumerate(match.log) if event.seat >= 0]
    assert len(told.judgements) < len(match.log)
    for one in told.judgements:
        assert 0 <= one.loss <= 1
        assert sum(one.before) == pytest.approx(1)
        assert sum(one.after) == pytest.approx(1)
    assert all(share is None or 0 <= share <= 100 for share in told.accuracies)


def test_accuracy_is_high_for_a_strong_player_and_low_for_one_who_clicks_at_random() -> None:
    xok = GAMES["xok"]
    sides: list[Chooser] = [random_player, by_level(7)]
    clicked, searched = review(played(xok, sides.__getitem__, 3, options={"side": 4}), nodes=1_500).accuracies
    assert clicked is not None
    assert searched is not None
    assert clicked < 30 < 80 < searched


@pytest.mark.parametrize("game", ["crabs", "kroc", "crocodiles"])
def test_luck_is_told_apart_where_something_was_drawn_and_nowhere_else(game: str) -> None:
    match = random_match(game, 2, 45)
    told = review(match, nodes=100)
    for last, one in pairwise(told.judgements):
        is_drawn = any(event.seat < 0 for event in match.log[last.index : one.index])
        assert bool(one.luck) == is_drawn
        assert sum(one.luck) == pytest.approx(0, abs=0.002)
    assert told.luck == pytest.approx([sum(one.luck[seat] for one in told.judgements if one.luck) for seat in (0, 1)])


def test_a_game_without_draws_has_no_luck(blundered: tuple[Match, Review]) -> None:
    assert blundered[1].luck == []


def test_a_review_judges_from_what_the_mover_knew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same events seen by a seat, with something else hidden from it, get the same judgement."""
    match = random_match("crabs", 4, 30)
    index = max(i for i, event in enumerate(match.log) if event.seat >= 0)
    seat = match.log[index].seat
    told = review(match, nodes=100).judgements[-1]
    other = Position(match.game, match.before[index]).view(seat)
    match.game.rules.guess(other.state, seat, seeded(7))
    states = list(match.before)
    states[index] = other.state
    monkeypatch.setattr(match, "before", states)
    assert review(match, nodes=100).judgements[-1] == told


def test_a_choice_that_belongs_to_the_mixture_loses_nothing() -> None:
    ideas = (Candidate(1, 0.6, 0.5, 500), Candidate(2, 0.4, 0.4, 300), Candidate(3, 0.0, 0.1, 200))
    thought = Thought(0, ideas, (0.46, 0.54), 1_000, True)
    assert weigh_choice(thought, 2)[3] == 0.0
    best, _, _, loss = weigh_choice(thought, 3)
    assert best == 1
    assert loss == pytest.approx(0.46 - (0.1 * 200 + 0.46 * 10) / 210)


def test_accuracy_is_what_was_kept_of_all_that_was_at_stake_and_unknown_where_nothing_was(
    blundered: tuple[Match, Review],
) -> None:
    one = blundered[1].judgements[0]
    judged = [
        structs.replace(one, seat=0, stake=0.6, loss=0.1),
        structs.replace(one, seat=1, stake=0.0, loss=0.0),
        structs.replace(one, seat=0, stake=0.2, loss=0.1),
    ]
    assert summed(judged, 2).accuracies == [75.0, None]
    assert summed([structs.replace(one, seat=0, stake=0.2, loss=0.5)], 2).accuracies == [0.0, None]
