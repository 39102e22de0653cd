"""What people read and write in Crabe vs Poulpe: reasons, sentences, pictures, options, positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.crabs.stories import code, ending, scene, story, tell

from recif.games import GAMES, position, start
from recif.games.core.contract import LUCK, SPECTATOR, Refused
from recif.games.core.position import Position

WORDS = GAMES["crabs"].words
DEAL = "2c 3c 5c 8c Oc / 1p 4p 6p 9p 10p"


def said(game: Position, event: str, viewer: int, language: str = "en") -> str:
    seat = game.waiting[0] if game.waiting else LUCK
    number = game.moves(seat)[event] if game.waiting else game.luck()[event][0]
    return WORDS.sentence(game.state, seat, number, viewer).say(language)


@pytest.mark.parametrize(
    ("hands", "events", "event", "own", "other"),
    [
        (DEAL, "", "3c", "Crab starts with the crab 3.", None),
        (DEAL, "3c", "6p", "Octopus plays the octopus 6.", None),
        (DEAL, "3c", "pass", "Octopus passes: Crab wins the round.", None),
        (DEAL, "5c", "accept", "Octopus lets it happen.", None),
        (DEAL, "5c", "1p", "Octopus answers with the octopus 1: the crab 5 has no effect.", None),
        (
            "5c 1c 3c 8c Oc / 1p 1p 9p 10p 10p",
            "5c 1p",
            "1c",
            "Crab plays the crab 1. This 1 cancels the other 1: the crab 5 has its effect again.",
            None,
        ),
        (
            "5c 1c 3c 8c Oc / 1p 1p 9p 10p 10p",
            "5c 1p 1c",
            "1p",
            "Octopus answers with the octopus 1: the crab 5 has no effect.",
            None,
        ),
        (DEAL, "5c accept", "drop:Oc", "Crab discards the crab Ω.", "Crab discards a crab card."),
        (DEAL, "2c accept", "3c", "Crab plays again: the crab 3.", None),
        (DEAL, "2c accept", "stop", "Crab does not play again.", None),
        (DEAL, "2c accept", "Oc", "Crab plays again: the crab Ω. Crab wins the round.", None),
        (DEAL, "8c", "accept", "Octopus lets it happen. The next card must be lower than 8.", None),
        (DEAL, "3c 4p accept", "give:10p", "Octopus gives Crab the octopus 10.", None),
        (DEAL, "3c 10p accept", "steal:Oc", "Octopus steals the crab Ω from Crab.", None),
        (DEAL, "3c pass", "draw:Ac", "Crab draws the crab α.", "Crab draws a crab card."),
        (
            DEAL,
            "3c 9p accept",
            "mix:1p",
            "Octopus puts the octopus 1 back into the octopus deck.",
            "Octopus puts an octopus card back into the octopus deck.",
        ),
    ],
)
def test_sentences_tell_each_viewer_what_it_may_know(
    hands: str, events: str, event: str, own: str, other: str | None
) -> None:
    game = story(hands, events)
    actor = int(game.state.turn)
    assert said(game, event, actor) == own
    for viewer in (1 - actor, SPECTATOR):
        assert said(game, event, viewer) == (other or own)


def test_sentences_in_french() -> None:
    assert said(story(DEAL, "5c accept"), "drop:Oc", 0, "fr") == "Crabe défausse l’Ω des crabes."
    assert said(story(DEAL, "5c accept"), "drop:Oc", 1, "fr") == "Crabe défausse une carte des crabes."
    assert said(story(DEAL, "3c"), "pass", 0, "fr") == "Poulpe passe\u00a0: Crabe gagne la manche."


def test_sentences_of_pinching_and_ink() -> None:
    game = story(DEAL, "2c", mode="asymmetric")
    assert said(game, "accept", 1) == "Octopus lets it happen. Crab looks at Octopus's hand."
    tell(game, "accept")
    assert said(game, "pinch:9p", 1) == "Crab pinches the octopus 9 from Octopus; it goes back into the octopus deck."
    inked = story("Ac 4c 5c 8c Oc / 2p 1p 6p 9p 10p", "Ac 2p", mode="asymmetric")
    assert said(inked, "accept", 0) == "Crab lets it happen. Crab's next card will have no effect."
    tell(inked, "accept")
    assert said(inked, "5c", 0) == "Crab plays the crab 5. Because of the ink, this card has no effect."


def test_the_last_card_is_told_to_all() -> None:
    game = tell(ending("5c 2c/3p"), "5c accept")
    assert said(game, "drop:2c", 1) == "Crab discards a crab card. Crab is out of cards and wins!"


@pytest.mark.parametrize(
    ("events", "move", "wanted"),
    [
        ("", "5x", "not-a-move"),
        ("", "11c", "not-a-move"),
        ("", "give:", "not-a-move"),
        ("", "pass", "must-lead"),
        ("", "stop", "nothing-to-stop"),
        ("3c", "accept", "nothing-to-accept"),
        ("3c", "give:4p", "other-action"),
        ("3c", "2p", "not-in-hand"),
        ("3c", "1p", "one-answers-only"),
        ("8c accept", "9p", "too-high"),
        ("5c accept drop:2c", "4p", "too-low"),
        ("5c", "pass", "no-passing"),
        ("5c", "6p", "only-a-one-answers"),
        ("5c accept", "accept", "must-do"),
        ("5c accept", "drop:9p", "not-in-hand"),
        ("2c accept", "pass", "no-passing"),
    ],
)
def test_every_refusal_has_its_reason(events: str, move: str, wanted: str) -> None:
    assert code(story(DEAL, events), move) == wanted


def test_only_cards_of_the_other_hand_can_be_pinched() -> None:
    game = story(DEAL, "2c accept", mode="asymmetric")
    assert code(game, "pinch:2c") == "not-in-other-hand"
    assert code(game, "pinch:8p") == "not-in-other-hand"


@given(st.text(max_size=30))
def test_a_strangers_text_is_refused_with_a_sentence(text: str) -> None:
    for game in (story(DEAL), story(DEAL, "5c"), story(DEAL, "5c accept")):
        refusal, legal = game.why(game.waiting[0], text), game.moves(game.waiting[0])
        assert (refusal is None) == (text in legal)
        assert refusal is None or (refusal.text.fr.endswith(".") and refusal.text.en.endswith("."))


def test_a_picture_shows_the_pile_and_only_the_backs_of_the_other_hand() -> None:
    game = story(DEAL, "3c 4p accept give:6p")
    assert WORDS.picture(game.state, 0).en.splitlines() == [
        "Round 1 · decks: crabs 19, octopuses 19 · discard: 0",
        "",
        "   [3c] [4p]  ↑ higher than 4",
        "",
        "▸ 0 Crab: 2c 5c 8c Oc 6p",
        "  1 Octopus: ░p ░p ░p",
    ]
    assert "(dont 6p)" in WORDS.picture(game.state, 1).fr


# Options


@pytest.mark.parametrize(
    ("effects", "told"),
    [
        ([], "a map from cards to effects"),
        ("9", "a map from cards to effects"),
        ({"1": "give"}, "'1' is not a card with an effect"),
        ({"11": "give"}, "'11' is not a card with an effect"),
        ({"9x": "give"}, "'9x' is not a card with an effect"),
        ({"٣": "give"}, "is not a card with an effect"),
        ({9: "give"}, "9 is not a card with an effect"),
        ({"9": ["give"]}, "the effect of 9 is a text"),
        ({"9": "gives"}, "9: there is no step 'gives'; steps: again, give"),
        ({"9": "give give give give give"}, "9: 5 steps; an effect has at most 4"),
        ({"9c": "again give"}, "9c: again can only be the last step"),
        ({"9c": "ink invert"}, "9c: ink can only be the last step"),
    ],
)
def test_other_effects_are_refused_with_the_reason(effects: object, told: str) -> None:
    with pytest.raises(Refused) as refused:
        start("crabs", effects=effects)
    assert told in refused.value.text.en
    assert refused.value.text.fr.startswith("option effects\u00a0: ")


def test_effects_have_one_spelling() -> None:
    (option,) = (option for option in GAMES["crabs"].options if option.name == "effects")
    assert option.check({"10p": " mix  draw ", "9c": "give", "9p": "give"}) == {"9": "give", "10p": "mix draw"}
    assert option.check({"9": "give", "9p": "drop"}) == {"9c": "give", "9p": "drop"}
    assert option.read('{"2p": ""}') == {"2p": ""}


def test_an_effect_can_be_taken_away() -> None:
    assert "2p" not in scene(start("crabs", effects={"2p": ""}))["effects"]


# Positions


def wrong(text: str) -> str:
    with pytest.raises(Refused) as refused:
        position("crabs", text)
    assert refused.value.text.fr
    return refused.value.text.en


FIELDS = "symmetric 0 - 1:0 turn:1 - - 1 0+3c,0+4c,0+5c,0+6c,0+7c,1+3p,1+4p,1+5p,1+6p,1+7p,0!3c"


def test_this_is_a_position() -> None:
    assert scene(position("crabs", FIELDS))["pile"] == [{"card": "3c", "seat": 0}]


CHAIN = "symmetric 0 - 1:0 turn:0 - drop 2 0+5c,0+1c,0+3c,0+8c,0+Oc,1+1p,1+1p,1+9p,1+10p,1+10p,0!5c,1!1p"


def test_the_effect_that_a_1_has_cancelled_is_in_the_position() -> None:
    game = position("crabs", CHAIN)
    assert (scene(game)["cancelled"], scene(game)["cause"]) == (["drop"], "5c")
    assert str(game.play(0, "1c")) == f"{CHAIN.replace('turn:0', 'answer:1').replace(' 2 ', ' 3 ')},0!1c"
    assert position("crabs", str(game)) == game


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("- drop 2", "- give 2"),
        ("turn:0 - drop", "answer:0 - drop"),
        ("symmetric", "symmetric,once"),
        ("- d", "inked d"),
    ],
)
def test_a_cancelled_effect_must_follow_from_the_cards(old: str, new: str) -> None:
    assert "cannot follow these cards" in wrong(CHAIN.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("symmetric", "symmetric,twice", "option resist"),
        (" - 1:0", " 1:0", "8 fields instead of 9"),
        ("symmetric", "square", "option mode"),
        (" 0 -", " 2 -", "'2' is not a number from 0 to 1"),
        (" 0 - 1", " 0 9=gives 1", "no step 'gives'"),
        ("1:0 ", "0:0 ", "'0' is not a number from 1 to 99"),
        ("turn:1", "party:1", "'party' instead of"),
        ("turn:1", "turn:0", "turn:0 cannot follow these cards"),
        ("turn:1", "lead:1", "lead:1 cannot follow these cards"),
        ("turn:1", "answer:1", "answer:1 cannot follow these cards"),
        ("turn:1", "drop:0", "drop:0 cannot follow these cards"),
        ("turn:1", "over:1", "the game ends when a seat has no cards left"),
        ("turn:1 -", "turn:1 inverted", "turn:1 cannot follow these cards"),
        ("turn:1 -", "turn:1 upset", "'upset' instead of: inverted, inked"),
        ("- - 1 ", "- drop 1 ", "turn:1 cannot follow these cards"),
        ("- - 1 ", "- - 2 ", "2 cards on the pile, 1 played"),
        ("0!3c", "0!8c", "0!8c: the card is not there"),
        ("0!3c", "0+3p", "0+3p: the card is not there"),
        ("0!3c", "0!c", "'0!c' does not say who did what to a card"),
        ("0!3c", "0+Oc,0!Oc", "Ω ends the round"),
        ("0!3c", ",".join(["0@"] * 700), "more events than a game has"),
    ],
)
def test_impossible_positions_are_refused_with_the_reason(old: str, new: str, told: str) -> None:
    assert told in wrong(FIELDS.replace(old, new, 1))


def test_nothing_happens_after_the_end() -> None:
    game = tell(ending("6c/3p 4p"), "6c")
    assert "after the end of the game" in wrong(f"{game},1!3p")


@given(st.text(max_size=60))
def test_a_strangers_position_is_refused(text: str) -> None:
    assert wrong(text)


def test_the_text_of_a_view_is_not_a_position() -> None:
    game = story(DEAL, "3c")
    assert "1+p" in str(game.view(0))
    assert "does not say" in wrong(str(game.view(0)))
