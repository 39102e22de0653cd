"""`recif harness`: small programs stand for models, behind a command and behind an address."""

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
import pytest

from recif.bots.program import Fault
from recif.cli.admin import verify as verify_command
from recif.cli.main import parser
from recif.cli.models import harness
from recif.games import GAMES
from recif.games.core.contract import Refused
from recif.lab.ladder import Ladder
from recif.match.match import Match
from recif.match.record import read
from recif.models.asking import KEY, AddressModel, Sampling
from recif.models.disguise import Disguise
from recif.models.harness import HarnessPlan, run
from recif.models.playing import Prices
from recif.models.prompts import ModelView, move_in, opening
from tests.models.twins import Twins

SMALL = {"side": 4}
STANDS_FOR_A_MODEL = """
import json, sys
asked = 0
for line in sys.stdin:
    told = json.loads(line)
    asked += 1
    listed = told["messages"][1]["content"].split("\\n\\n")[-1].splitlines()
    is_again = len(told["messages"]) > 2
    move = listed[0].split("  ")[0] if asked % 2 == 0 or is_again else "zz"
    usage = {"prompt_tokens": 10, "completion_tokens": 2}
    print(json.dumps({"content": "Let me think.\\n**move:** `%s`" % move, "usage": usage}), flush=True)
"""


@pytest.fixture
def model(tmp_path: Path) -> str:
    script = tmp_path / "model.py"
    script.write_text(STANDS_FOR_A_MODEL)
    return f"model:{sys.executable} {script}"


def plan(*players: str, **told: Any) -> HarnessPlan:
    return HarnessPlan(Ladder("xok", players, 2, SMALL, games=2, opening=2), **told)


def test_a_model_is_told_why_a_move_is_refused_and_everything_is_counted(model: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    asked = plan(model, "random", prices=Prices(1.0, 5.0), sampling=Sampling(0.7, 200))
    report, played = run(asked, 1, path)
    spent = report.spent[model]
    assert spent.turns > 0
    assert spent.refused > 0
    assert spent.calls == spent.turns + spent.refused
    assert (spent.read, spent.written) == (10 * spent.calls, 2 * spent.calls)
    assert spent.cost == pytest.approx(spent.calls * 20 / 1e6)
    assert {row.name for row in report.standings.rows} == {model, "random"}
    assert [row.forfeits for row in report.standings.rows] == [0, 0]
    (note,) = (one for one in played[0].record.players if one["player"] == model)
    assert (note["temperature"], note["most"], note["shows_moves"]) == (0.7, 200, True)
    assert run(asked, 1, path)[1] == played  # from the file: nobody is asked again


def test_a_model_that_finds_no_legal_move_forfeits_and_the_record_says_so(tmp_path: Path) -> None:
    script = tmp_path / "mute.py"
    script.write_text(
        'import sys\nfor line in sys.stdin: print(\'{"content": "I resign myself\\\\nto silence"}\', flush=True)'
    )
    mute = f"model:{sys.executable} {script}"
    report, played = run(plan(mute, "first"), 1, None)
    assert report.spent[mute].unread == report.spent[mute].calls == 6
    assert [one.forfeit for one in played] == [1, 1]
    result = played[0].record.result
    assert result is not None
    assert (result.reason, result.winners) == ("resigned", (1,))


def test_records_are_signed_replayed_and_verified_and_nothing_in_them_can_be_changed(
    model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, key, table = tmp_path / "games", tmp_path / "key", tmp_path / "table.md"
    words = ["harness", "kroc", model, "first", "--games", "2", "--records", str(games), "--sign", str(key)]
    assert harness(parser("en").parse_args([*words, "--table", str(table)]), "en") == 0
    assert "2 games" in capsys.readouterr().out
    assert model in table.read_text().replace("\\|", "|")
    assert key.stat().st_mode & 0o777 == 0o600
    file = games / "0001.json"
    assert verify_command(parser("en").parse_args(["verify", str(file)]), "en") == 0
    told = read(file.read_bytes())
    assert told.replay(GAMES).is_over
    note = msgspec.structs.replace(told, players=[{**told.players[0], "temperature": 1.0}, told.players[1]])
    file.write_bytes(msgspec.json.encode(note))
    assert verify_command(parser("en").parse_args(["verify", str(file)]), "en") == 1


class Chat(BaseHTTPRequestHandler):
    """A server that speaks the chat protocol: it plays the first move that is listed."""

    heard: list[dict[str, Any]]
    leads_away = False

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.heard.append({"path": self.path, "key": self.headers.get("Authorization"), **told})
        move = told["messages"][1]["content"].split("\n\n")[-1].splitlines()[0].split("  ")[0]
        answer = {"choices": [{"message": {"role": "assistant", "content": f"move: {move}"}}]}
        body = json.dumps(answer | {"usage": {"prompt_tokens": 7, "completion_tokens": 1, "total_tokens": 8}}).encode()
        self.send_response(307 if self.leads_away else 200)
        if self.leads_away:
            self.send_header("Location", f"http://127.0.0.1:{self.server.server_port}/elsewhere")  # type: ignore[attr-defined]
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *told: Any) -> None:
        """Nobody reads it."""


@contextmanager
def chatting(**changed: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    heard: list[dict[str, Any]] = []
    kind = type("Heard", (Chat,), {"heard": heard, **changed})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1", heard
        finally:
            server.shutdown()


def test_a_model_behind_an_address_is_asked_there_alone_with_a_key_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(KEY, "a secret")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with chatting() as (address, heard):
        name = f"model:tiny@{address}"
        report, played = run(plan(name, "random"), 1, None)
        assert report.spent[name].read == 7 * report.spent[name].calls == 7 * len(heard)
        assert {(one["path"], one["key"], one["model"]) for one in heard} == {
            ("/v1/chat/completions", "Bearer a secret", "tiny")
        }
        assert "a secret" not in repr(played)
        assert len({one["seed"] for one in heard}) > 1


def test_an_address_that_leads_elsewhere_is_not_followed() -> None:
    with chatting(leads_away=True) as (address, heard):
        messages = [{"role": "system", "content": ""}, {"role": "user", "content": "e5e6  so"}]
        with pytest.raises(Fault, match="HTTP 307"):
            AddressModel("tiny", address).ask(messages, Sampling(), 1)
        assert [one["path"] for one in heard] == ["/v1/chat/completions"]
    with pytest.raises(Refused, match="is written http"):
        plan("model:tiny@http://:80", "random").check()


@pytest.mark.parametrize("game", ["crabs", "kroc"])
def test_what_a_model_reads_does_not_change_with_what_its_seat_may_not_know(game: str) -> None:
    twins = Twins(game, viewer=0)
    apart = 0
    while twins.step() and apart < 20:
        one, two = (opening(match, 0, ModelView(), str, 0) for match in (twins.one, twins.two))
        assert one == two
        apart += twins.are_apart
    assert apart > 5


@pytest.mark.parametrize("game", list(GAMES))
def test_in_disguise_neither_rules_nor_views_name_the_game_or_its_pieces(game: str) -> None:
    match = Match(GAMES[game])
    while match.is_luck_due:
        match.draw(lambda n: 0)
    disguise = Disguise(match, 7)
    shown = ModelView(shows_moves=True)
    said, bare = (json.dumps(opening(match, 0, shown, how, 0), ensure_ascii=False) for how in (disguise, str))
    assert disguise.words
    for word in disguise.words:
        assert f" {word} " not in said.casefold()
    assert any(f" {word}" in bare.casefold() for word in disguise.words)
    assert Disguise(match, 7).words == disguise.words != Disguise(match, 8).words


def test_legal_moves_and_rules_are_shown_or_not() -> None:
    match = Match(GAMES["xok"], None, SMALL)
    whole, bare = (opening(match, 0, ModelView("en", shows, shows), str, 0) for shows in (True, False))
    assert "a1a2  " in whole[1]["content"]
    assert "a1a2  " not in bare[1]["content"]
    assert len(bare[0]["content"]) < 600 < len(whole[0]["content"])


@pytest.mark.parametrize(
    ("answer", "move"),
    [
        ("I think.\nmove: e7*e", "e7*e"),
        ("move: a1\nno, better:\n**Move:** `b2`", "b2"),
        ("e5e6", "e5e6"),
        ("Move = 'pass'", "pass"),
        ("I do not know\nwhat to play", None),
        ("", None),
    ],
)
def test_the_move_of_an_answer_is_the_last_that_it_names(answer: str, move: str | None) -> None:
    assert move_in(answer) == move
