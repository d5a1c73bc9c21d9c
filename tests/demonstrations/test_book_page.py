"""`illustrate OUT.html`: a part of the rule book as one page, with every page and demonstration of it, which fetches
nothing."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from game.cli import main, progress
from game.demonstrations import catalogue
from game.demonstrations.catalogue import CatalogueEntry, of_page
from game.export import book_page as module
from game.export.book_page import book_page
from game.formats.validation import BadFile, Problem
from game.rulebook.book import RuleEntry, part_of_book, rulebook
from game.systems import SYSTEMS
from game.ui.demonstration.picture.preview import telling
from game.ui.render.text import minus
from game.ui.rulebook.links import own_rules
from game.ui.rulebook.picture import drawn_svg

PLACES = ("cx", "cy", "r", "x", "y", "width", "height")
CHAPTERS = ("full-thrust-base/5", "sail/3", "hex/4", "power/5")


class Reader(HTMLParser):
    """Notes ids, references, texts and labels of a page, and whether its tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.refs: list[str] = []
        self.labels: list[str] = []
        self.wrong: list[str] = []
        self.figures: list[str] = []
        self.said = unescape(re.sub(r"(?s)<(style|script).*?</\1>|<[^>]+>", "", text))
        self._open: list[str] = []
        self.feed(text)
        self.wrong += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One opening tag."""
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.refs += [found[name] for name in ("href", "src") if name in found]
        self.labels += [found["aria-label"]] if tag == "svg" and "role" in found else []
        self.figures += [found["data-film"]] if tag == "figure" else []
        if tag not in ("meta", "br"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """One closing tag."""
        if not self._open or self._open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module", params=CHAPTERS)
def chapter(request: pytest.FixtureRequest) -> tuple[str, list[RuleEntry]]:
    """Return a chapter as a page, and its pages."""
    pages = part_of_book(request.param)
    made = book_page(pages, lambda done, of: None)
    assert not made.bad and made.pages == len(pages)
    return made.content.decode("utf-8"), pages


def test_every_page_and_every_demonstration_is_in_it(chapter: tuple[str, list[RuleEntry]]) -> None:
    text, pages = chapter
    read = Reader(text)
    assert not read.wrong
    for page in pages:
        assert page.address in read.ids and page.title in read.said
        for part in (page.text, page.reading, *(cell for row in page.table for cell in row)):
            for line in part.replace("**", "").replace("\n- ", "\n").removeprefix("- ").split("\n"):
                assert line in read.said, page.address
    assert Counter(read.figures) == Counter(one.name for page in pages for one in of_page(page))


def test_nothing_is_fetched_and_all_links_lead_somewhere(chapter: tuple[str, list[RuleEntry]]) -> None:
    text, _ = chapter
    read = Reader(text)
    assert [one for one, count in Counter(read.ids).items() if count > 1] == []
    assert {one for one in read.refs if not one.startswith("#")} == set()
    assert {one[1:] for one in read.refs} <= set(read.ids)
    places = re.findall(r"url\([\"']?([^)\"']*)", text)
    assert {one for one in places if not one.startswith(("data:", "#"))} == set()
    assert {one[1:] for one in places if one.startswith("#")} <= set(read.ids)
    assert "http" not in text.replace("http-equiv", "")
    assert len(re.findall("@font-face", text)) == 2


def test_every_figure_says_its_caption_and_can_be_played(chapter: tuple[str, list[RuleEntry]]) -> None:
    text, pages = chapter
    read = Reader(text)
    assert read.labels
    looks = json.loads(inside(text, "looks"))
    for one in (one for page in pages for one in of_page(page)[:1]):
        show = one.open()
        step = telling(show.steps)
        label = next(label for label in read.labels if label.startswith(f"{show.title}."))
        assert minus(step.large) in label and minus(step.small) in label
        played: Any = json.loads(inside(text, f"film-{one.name}"))
        assert played["table"] in read.ids and len(played["film"]["steps"]) >= len(show.steps)
        symbols = [
            now[3]
            for made in played["film"]["steps"]
            for now in made.get("set", {}).values()
            if now and len(now) > 3 and now[0] is not None
        ]
        assert {f"{played['look']}--s{number}" for number in symbols} <= set(read.ids)
        assert max(symbols) < len(looks[played["look"]]["reach"])


def inside(text: str, script: str) -> str:
    """Return the content of a script."""
    found = re.search(rf'<script id="{script}"[^>]*>(.*?)</script>', text, re.DOTALL)
    assert found, script
    return found[1]


def test_house_rules_are_in_it_with_their_values_in_words() -> None:
    page = next(page for page in rulebook().values() if page.group == "sail" and own_rules(page, None)[1])
    text = book_page([page], lambda done, of: None).content.decode("utf-8")
    for rule in own_rules(page, None)[1]:
        assert rule.title in text and all(words in text for _, words in rule.values)
    usual = SYSTEMS["full-sail"].settings({})[own_rules(page, None)[1][0].key]
    words = next(words for value, words in own_rules(page, None)[1][0].values if value == usual)
    assert f"<strong>{words} (usual)</strong>" in text


def test_words_and_links_are_marked_once_and_the_text_is_escaped() -> None:
    text = '**<i>Broadsides</i>** & "armour", armour. Of Raking: **two words**.\n\n- one & two'
    page = RuleEntry("sail/99", "<b>Bold & brave</b>", text, (("<th>",), ("<td>",)), reading="</details>")
    made = book_page([page, *part_of_book("sail/4")], lambda done, of: None).content.decode("utf-8")
    read = Reader(made)
    assert not read.wrong and "<b>Bold" not in made and "<i>" not in made
    assert '"armour", armour. Of Raking: two words.' in read.said
    own = made[made.index('<section id="sail/99"') :].partition("</section>")[0]
    assert "<strong>two words</strong>" in own and "<li>one &amp; two</li>" in own
    assert own.count("<abbr") <= 1 and '<a href="#sail/4.2">Raking</a>:' in own


def test_every_drawing_of_the_book_is_drawn() -> None:
    for page in rulebook().values():
        if page.drawn:
            svg = drawn_svg(page.picture)
            root = ElementTree.fromstring(f"<svg>{svg}</svg>")
            numbers = [value for one in root.iter() for name, value in one.items() if name in PLACES]
            assert len(root) >= len(page.picture) and all(re.fullmatch(r"-?[\d.]+", one) for one in numbers)
            assert {mark.text for mark in page.picture if mark.text} == {one.text for one in root.iter("text")}


def test_the_parts_of_the_book() -> None:
    assert part_of_book("") == list(rulebook().values())
    assert {page.group for page in part_of_book("Sail/")} == {"sail"}
    damage = part_of_book("full-thrust-base/5")
    assert {page.address for page in damage} >= {"full-thrust-base/5", "full-thrust-base/5.3"}
    assert all(page.address.startswith("full-thrust-base/5") for page in damage)
    assert part_of_book("sial") == []


def test_a_demonstration_with_mistakes_is_named_and_the_page_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    page = part_of_book("sail/3.1")[0]
    bad = BadFile((Problem("wrong.yaml", 1, 1, "", "it has a mistake"),))
    found = [CatalogueEntry(Path("wrong.yaml"), bad=bad), *catalogue.of_page(page)]
    monkeypatch.setattr(module, "of_page", lambda page: found)
    made = book_page([page], lambda done, of: None)
    assert made.bad == (bad,) and made.figures == len(found) - 1


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "OFTEN", 0)
    out = tmp_path / "sail.html"
    assert main.main(["illustrate", str(out), "--chapter", "sail/3.1"]) == 0
    said = capsys.readouterr()
    assert re.match(r"1 page and \d+ figures?, 0\.\d MB: ", said.out) and said.err == "1 of 1 pages\n"
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main.main(["illustrate", str(out), "--chapter", "sial"]) == 2
    assert "no chapter 'sial'. Did you mean 'sail'?" in capsys.readouterr().err
    assert main.main(["illustrate", str(tmp_path / "folder"), "--chapter", "sail"]) == 2
    assert main.main(["illustrate", str(out / "no" / "x.html"), "--chapter", "sail/3.1"]) == 2
    assert "--chapter goes with" in capsys.readouterr().err
