"""What browsers fetch is small: files compressed when the client was built, pages that never change compressed once."""

import gzip
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from recif.server.app import Server
from recif.server.transport.answers import accepts
from recif.server.transport.static import SiteFiles
from tests.server.live import live, visiting

pytestmark = pytest.mark.one_database("sqlite")
SCRIPT = b"export const reef = 'a'\n" * 100


def asking(encodings: str, **headers: str) -> Any:
    return SimpleNamespace(headers={"Accept-Encoding": encodings, **headers}, if_none_match=())


@pytest.mark.parametrize(
    ("told", "encoding", "is_accepted"),
    [
        ("gzip, deflate, br", "br", True),
        ("gzip;q=0.8, br;q=1.0", "gzip", True),
        ("gzip, br;q=0", "br", False),
        ("br;q=0.000", "br", False),
        ("", "gzip", False),
        ("brotli", "br", False),
    ],
)
def test_a_browser_says_what_it_reads(told: str, encoding: str, is_accepted: bool) -> None:
    assert accepts(asking(told), encoding) is is_accepted


@pytest.fixture
def files(tmp_path: Path) -> SiteFiles:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "reef.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "reef.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "reef.js.br").write_bytes(b"as brotli")
    (tmp_path / "bare.js").write_bytes(b"1")
    return SiteFiles(tmp_path)


def test_a_file_is_sent_in_the_smallest_form_that_is_read(files: SiteFiles) -> None:
    brotli = files.answer(asking("gzip, br"), "assets/reef.js")
    zipped = files.answer(asking("gzip"), "assets/reef.js")
    whole = files.answer(asking(""), "assets/reef.js")
    assert (brotli.body, brotli.headers["Content-Encoding"]) == (b"as brotli", "br")
    assert isinstance(zipped.body, bytes)
    assert gzip.decompress(zipped.body) == whole.body == SCRIPT
    assert "Content-Encoding" not in whole.headers
    assert len({answer.headers["ETag"] for answer in (brotli, zipped, whole)}) == 3
    assert all(answer.headers["Vary"] == "Accept-Encoding" for answer in (brotli, zipped, whole))


def test_compressed_forms_are_no_files_of_their_own(files: SiteFiles) -> None:
    assert "assets/reef.js.gz" not in files
    assert "Vary" not in files.answer(asking("gzip"), "bare.js").headers


@live
async def test_a_page_that_never_changes_is_compressed_and_others_are_not(server: Server) -> None:
    async with visiting(server, "Ana") as ana:
        headers = {"Accept-Encoding": "gzip", "Origin": ana.origin}
        async with ana.session.get(f"{ana.origin}/api/puzzles", headers=headers, auto_decompress=False) as answer:
            packed = await answer.read()
            assert answer.headers["Content-Encoding"] == "gzip"
            assert len(json.loads(gzip.decompress(packed))["puzzles"]) > 100
        async with ana.session.get(f"{ana.origin}/api/me", headers=headers, auto_decompress=False) as answer:
            assert "Content-Encoding" not in answer.headers
