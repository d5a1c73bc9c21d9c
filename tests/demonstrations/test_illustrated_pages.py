"""`illustrate`: the files are there, every link leads somewhere, every picture shows something and says it in words."""

from __future__ import annotations

import os
import re
import struct
import zlib
from base64 import b64decode
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pygame
import pytest

from game.battle.designs import ROOT
from game.cli import main
from game.demonstrations.catalogue import exhibits, shelf
from game.export import pages
from game.export.pages import describe_step, file_of, illustrate, rich
from game.pages import fonts
from game.pages.document import document, table
from game.systems import SYSTEMS
from tests.support.battles import DUEL

SHELF = exhibits()
ALL = SHELF[::4]  # every fourth will do: they are all drawn alike


class Reader(HTMLParser):
    """Notes links, pictures, anchors and headings of a page, and whether its tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.pictures: list[tuple[str, str, int, int]] = []
        self.anchors: set[str] = set()
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.wrong += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One opening tag."""
        found = {name: value or "" for name, value in attrs}
        if "href" in found:
            self.links.append(found["href"])
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "img":
            self.pictures.append((found["src"], found["alt"], int(found["width"]), int(found["height"])))
        if tag not in ("img", "meta", "br"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """One closing tag."""
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Many of them illustrated once."""
    folder = tmp_path_factory.mktemp("pages") / "deep" / "er"
    written = illustrate(folder, say=lambda words: None, shown=ALL)
    assert not written.bad and written.pages == len(list(folder.glob("*.html")))
    assert written.pictures == len(list((folder / "pictures").glob("*.png")))
    return folder


def test_there_is_one_page_a_rule_and_an_index(out: Path) -> None:
    names = {path.name for path in out.glob("*.html")}
    assert names == {"index.html"} | {file_of(one.rule) for one in ALL}
    assert file_of("full-thrust-base/5.8/re-rolls") == "full-thrust-base-5-8-re-rolls.html"
    assert len({file_of(one.rule) for one in ALL}) == len({one.rule for one in ALL})


def test_every_link_leads_somewhere_and_every_tag_is_closed(out: Path) -> None:
    read = {path.name: Reader(path.read_text(encoding="utf-8")) for path in out.glob("*.html")}
    for name, page in read.items():
        assert not page.wrong, f"{name}: {page.wrong}"
        for link in page.links:
            target, _, anchor = link.partition("#")
            assert "://" not in link and not link.startswith("/"), "links are relative"
            assert target in read and (not anchor or anchor in read[target].anchors), f"{name} leads to {link}"
    reached = {link.partition("#")[0] for link in read["index.html"].links}
    assert reached - {"index.html"} == set(read) - {"index.html"}, "the index leads to every page"


def test_every_picture_is_there_is_as_large_as_said_and_shows_something(out: Path) -> None:
    used = dict[str, tuple[int, int]]()
    for path in out.glob("*.html"):
        for source, alt, wide, high in Reader(path.read_text(encoding="utf-8")).pictures:
            assert len(alt) > 20
            assert used.setdefault(source, (wide, high)) == (wide, high), source
    assert set(used) == {f"pictures/{path.name}" for path in (out / "pictures").iterdir()}
    for source, size in used.items():
        picture = pygame.image.load(str(out / source))
        assert picture.get_size() == size, source
        seen = pygame.surfarray.array3d(picture)[::4, ::4] @ np.array((1 << 16, 1 << 8, 1))  # a colour as one number
        assert len(np.unique(seen)) > 25, f"{source} is blank"


def test_pages_tell_every_step_with_caption_rule_and_what_it_is_held_to(out: Path) -> None:
    for one in ALL:
        text = (out / file_of(one.rule)).read_text(encoding="utf-8")
        assert f"python main.py demo {one.name}<" in text and one.rule in text
        words = re.sub(r"<[^>]*>", " ", text)
        for step in one.steps:
            assert all(escape(line) in text for line in (step.large, step.small) if line)
            assert all(held.now in words for held in step.held if "<" not in held.now)
            assert all(escape(refusal.text) in text for refusal in step.refusals)


def test_words_are_escaped_and_bold_terms_are_bold() -> None:
    assert rich("a **b** <c> & d") == "a <strong>b</strong> &lt;c&gt; &amp; d"
    assert table([["x", "y"], ["1 < 2", "3"]]) == (
        "<table>\n<tr><th>x</th><th>y</th></tr>\n<tr><td>1 &lt; 2</td><td>3</td></tr>\n</table>"
    )
    assert "<title>a &amp; b</title>" in document("a & b", ["<p>c</p>"])


def test_who_cannot_see_the_picture_is_told_what_is_on_it() -> None:
    one = next(one for one in SHELF if one.name == "turning")
    show = one.open()
    words = describe_step(show, show.steps[-1])
    assert words.startswith(f"Step 3 of “{show.title}”: Lancet at 21.5, 14.3, course 3, velocity 10; Vesper at")
    one = next(one for one in SHELF if one.name == "beams")
    show = one.open()
    assert "Lancet fires Beam 3 at Sextant | 4 5 |" in describe_step(show, show.steps[1])


def test_it_says_how_far_it_has_come_and_no_oftener_than_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = ALL[:2]
    said: list[str] = []
    monkeypatch.setattr(pages, "OFTEN", 0.0)
    written = illustrate(tmp_path / "a", say=said.append, shown=few)
    assert said == [f"{number} of {written.pictures} pictures" for number in range(1, written.pictures + 1)]
    said.clear()
    monkeypatch.setattr(pages, "OFTEN", 60.0)
    illustrate(tmp_path / "b", say=said.append, shown=few)
    assert not said


def test_the_index_is_grouped_by_game_and_pages_name_it(out: Path) -> None:
    index = (out / "index.html").read_text(encoding="utf-8")
    parts = re.split(r'<h2 id="([\w-]+)">', index)
    assert parts[1::2] == list(SYSTEMS)
    for key, part in zip(parts[1::2], parts[2::2]):
        members = [one for one in ALL if one.file and one.file.system == key]
        assert f'<a href="index.html#{key}">{SYSTEMS[key].title} ({len(members)})</a>' in parts[0]
        assert sorted(re.findall(r'href="[^"#]+#(\w+)"', part)) == sorted(one.name for one in members)
        assert f"{SYSTEMS[key].title}. To see it move" in (out / file_of(members[0].rule)).read_text(encoding="utf-8")


def test_on_hexes_places_are_told_by_their_hex() -> None:
    show = next(one for one in SHELF if one.name == "counting_hexes").open()
    words = describe_step(show, show.steps[0])
    assert "Wether in hex 0608, course N, velocity 3" in words or "Wether in hex 0608, course 12, velocity 3" in words


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "exhibits", lambda systems: ALL[:1])
    assert main.main(["illustrate", str(tmp_path / "out")]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("2 pages and ") and last.endswith(str(tmp_path / "out" / "index.html"))
    (tmp_path / "file").write_text("")
    assert main.main(["illustrate", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_file_with_mistakes_is_named_and_the_others_are_written(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("title: [", encoding="utf-8")
    (tmp_path / "worse.yaml").write_text(DUEL.replace("design: lancet", "design: nosuch"), encoding="utf-8")
    good = ROOT / "scenarios" / "demonstrations" / "full_thrust" / "turning.yaml"
    (tmp_path / "good.yaml").write_text(good.read_text(encoding="utf-8"), encoding="utf-8")
    written = illustrate(tmp_path / "out", say=lambda words: None, shown=shelf(tmp_path))
    assert len(written.bad) == 2 and written.pages == 2
    assert "good.png" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


NASTY = (
    "a b&c",
    'x"><script>alert(1)</script>'.replace("/", "⁄"),
    "50%25 #1?",
    "it's; rm -rf",
    "back\\slash",
    "\udcff\n",
)


@pytest.mark.skipif(os.name == "nt", reason="files cannot be named so there")
def test_names_of_files_are_escaped(tmp_path: Path) -> None:
    """Whatever letters a name has, links and pictures lead to files that are there, and no tag is opened by it."""
    good = ROOT / "scenarios" / "demonstrations" / "full_thrust" / "turning.yaml"
    mine = tmp_path / "mine"
    mine.mkdir()
    for name in NASTY:
        (mine / f"{name}.yaml").write_text(good.read_text(encoding="utf-8"), encoding="utf-8")
    out = tmp_path / "out"
    written = illustrate(out, say=lambda words: None, shown=shelf(mine))
    assert not written.bad and written.pages == 2
    pages_read = {path.name: Reader(path.read_text(encoding="utf-8")) for path in out.glob("*.html")}
    used = set()
    for page in pages_read.values():
        assert not page.wrong
        used |= {unquote(source) for source, *_ in page.pictures}
        for target, _, anchor in (link.partition("#") for link in page.links):
            assert target in pages_read and (not anchor or unquote(anchor) in pages_read[target].anchors), (
                target,
                anchor,
            )
    assert used == {f"pictures/{path.name}" for path in (out / "pictures").iterdir()}
    text = "".join(path.read_text(encoding="utf-8") for path in out.glob("*.html"))
    assert "<script" not in text and "python main.py demo &#x27;a b&amp;c&#x27;</code>" in text


# -- the font ----------------------------------------------------------------------------------------------------------


def test_pages_bring_the_programs_own_font(out: Path) -> None:
    """Beside them, whole and with its licence; every page names it, and no page fetches anything."""
    sources: set[str] = set()
    for page in out.glob("*.html"):
        text = page.read_text(encoding="utf-8")
        found = re.findall(r'@font-face \{ font-family: "Source Sans Pro"; [^}]*src: url\("([^"]+)"\)', text)
        assert len(found) == 2 and 'font: 1.0625rem/1.55 "Source Sans Pro"' in text, page
        assert "http" not in text.partition("</style>")[0]
        sources.update(found)
    assert {(out / one).name for one in sources} == {one.name for one in (out / "fonts").glob("*.woff")}
    assert "SIL OPEN FONT LICENSE" in (out / "fonts" / fonts.LICENCE).read_text(encoding="utf-8").upper()


@pytest.mark.parametrize("weight", [weight for weight, _ in fonts.FACES])
def test_the_packed_font_is_the_font(weight: str, tmp_path: Path) -> None:
    """Unpacked by its own directory every table is what it was, and FreeType reads it."""
    plain, data = (fonts.FILES / f"SourceSansPro-{weight}.ttf").read_bytes(), fonts.font_woff(weight)
    signature, flavour, length, count, _, size = struct.unpack_from(">4s4sLHHL", data)
    assert (signature, flavour, length) == (b"wOFF", plain[:4], len(data)) and len(data) < len(plain) / 2
    before = {plain[at : at + 4]: struct.unpack_from(">LLL", plain, at + 4) for at in range(12, 12 + 16 * count, 16)}
    total = 12 + 16 * count
    for n in range(count):
        tag, at, short, long, checksum = struct.unpack_from(">4sLLLL", data, 44 + 20 * n)
        table_of = data[at : at + short]
        table_of = zlib.decompress(table_of) if short < long else table_of
        was, offset, wide = before.pop(tag)
        assert at % 4 == 0 and (checksum, table_of) == (was, plain[offset : offset + wide]), tag
        total += long + -long % 4
    assert not before and total == size
    path = tmp_path / "font.woff"
    path.write_bytes(data)
    pygame.font.init()
    known = pygame.font.Font(str(fonts.FILES / f"SourceSansPro-{weight}.ttf"), 40)
    assert pygame.font.Font(str(path), 40).size("Halcyon crosses astern") == known.size("Halcyon crosses astern")


def test_a_page_that_stands_alone_has_the_font_in_it() -> None:
    style = fonts.font_css()
    faces = re.findall(r"data:font/woff;base64,([A-Za-z0-9+/=]+)", style)
    assert [b64decode(one) for one in faces] == [fonts.font_woff(weight) for weight, _ in fonts.FACES]
    assert style in document("Alone", ["<main></main>"], style) and "@font-face" not in document("Alone", [])
