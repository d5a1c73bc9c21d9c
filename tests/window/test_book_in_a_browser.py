"""A chapter of the rule book in a real browser, at two sizes: no script fails, and Play goes on to the last caption."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pygame
import pytest

from game.demonstrations.catalogue import of_page
from game.export.book_page import book_page
from game.rulebook.book import part_of_book
from game.ui.render.text import minus
from tests.support.window.browser import BROWSER, visit

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed: apt-get install chromium"),
]

SIZES = ((600, 1400), (1920, 1400))
CHAPTERS = ("full-thrust-base/5", "sail/5", "hex/4")
SLOW = "playing = false, speed = 1"
WATCH = """<script>
const seen = [], failed = [];
const note = () => { document.body.dataset.seen = JSON.stringify([seen, failed]); };
const watch = over => over.addEventListener("error", event => { failed.push(String(event.message)); note(); });
watch(window);
note();
const button = document.querySelector("figure button");
button.click();
document.querySelector("iframe").addEventListener("load", event => {
  const inner = event.target.contentDocument, large = inner.getElementById("large");
  watch(event.target.contentWindow);
  const say = () => { if (seen[seen.length - 1] !== large.textContent) seen.push(large.textContent); note(); };
  say();
  new MutationObserver(say).observe(large, { childList: true, characterData: true, subtree: true });
});
</script>"""


def chapter(address: str, folder: Path, script: str = "") -> Path:
    """Write a chapter as a page, with a script at its end, and with a player that hurries."""
    text = book_page(part_of_book(address), lambda words: None).content.decode("utf-8")
    assert text.count(SLOW) == 1
    start, end = text.replace(SLOW, f"{SLOW}00000").rsplit("</body>", 1)
    page = folder / "book.html"
    page.write_text(f"{start}{script}</body>{end}", encoding="utf-8")
    return page


@pytest.mark.parametrize("address", CHAPTERS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_play_goes_on_to_the_last_caption(address: str, size: tuple[int, int], tmp_path: Path) -> None:
    show = next(one for page in part_of_book(address) for one in of_page(page)).open()
    document = visit(chapter(address, tmp_path, WATCH), size, tmp_path / "profile")
    found = re.search(r'data-seen="(.*?)">', document)
    assert found
    seen, failed = json.loads(found[1])
    assert failed == []
    assert len(seen) > 1 and seen[-1] == minus(show.steps[-1].large)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_figures_are_seen_before_anything_is_played(size: tuple[int, int], tmp_path: Path) -> None:
    shot = tmp_path / "shot.png"
    visit(chapter("sail/5", tmp_path), size, tmp_path / "profile", "", shot)
    picture = pygame.image.load(str(shot))
    assert picture.get_size() == size
    colours = {tuple(picture.get_at((x, y)))[:3] for x in range(0, size[0], 3) for y in range(0, size[1], 3)}
    sea = [one for one in colours if one[1] > 1.4 * one[0] and 34 <= one[2] <= 70]
    sails = [one for one in colours if min(one) > 170 and one[0] > one[2] + 15]
    assert len(colours) > 60 and sea and sails
