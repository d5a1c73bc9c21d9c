"""The film of a battle and a chapter of the rule book in a real browser, at two sizes: drawn, gone through, played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pygame
import pytest

from game.battle.loader import open_battle
from game.demonstrations.catalogue import of_page
from game.demonstrations.reel import Reel
from game.export.book_page import book_page
from game.players.match import Match
from game.rulebook.book import part_of_book
from game.ui.film.page import film_page
from game.ui.render.text import minus
from tests.support.battles import SCENARIOS
from tests.support.window.browser import BROWSER, visit

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(not BROWSER, reason="no Chromium is installed: apt-get install chromium"),
]

SIZES = ((1280, 800), (1920, 1080))
PLAYED = [path for path in SCENARIOS if path.stem in ("first_light", "open_pasture", "salt_road", "slow_answer")]


def filmed(path: Path, folder: Path) -> tuple[Path, Reel]:
    """Return a page with the film of a battle, and what is in it."""
    battle = open_battle(path, seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(4)
    reel = Reel(battle, None)
    page = folder / "film.html"
    page.write_bytes(film_page(reel))
    return page, reel


def shown(document: str, element: str) -> str:
    """Return the text of an element of a document."""
    inside = re.search(rf'id="{element}"[^>]*>(.*?)</(?:strong|span|p|ol)>', document, re.DOTALL)
    assert inside, element
    return re.sub("<[^>]+>", " ", inside[1]).strip()


@pytest.mark.parametrize("path", PLAYED, ids=lambda path: path.stem)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_step_is_drawn_with_its_words_and_dice(path: Path, size: tuple[int, int], tmp_path: Path) -> None:
    page, reel = filmed(path, tmp_path)
    step = next(step for step in reel.steps if any(event.dice for event in step.events))
    document = visit(page, size, tmp_path / "profile", f"#step={step.index}")
    assert f'data-step="{step.index}"' in document
    assert shown(document, "large") == step.large.replace("-", "−") or step.large in document
    assert f"Turn {step.turn}, {step.phase[1].lower()}" in shown(document, "when")
    assert len(re.findall(r'class="(?:hit|miss)', document)) >= 1
    assert 'data-covers="0"' in document, "dice lie over a ship or a name"
    ships = step.view.state.ships.values()
    for ship in ships:
        assert ship.name.upper() in document
    afloat = sum(ship.in_play for ship in ships)
    uses = re.findall(r'<use href="#s\d+" transform="rotate\([-\d.]+\) scale\([\d.]+\)"', document)
    assert len(uses) >= afloat


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_seen_is_no_empty_page(size: tuple[int, int], tmp_path: Path) -> None:
    page, reel = filmed(PLAYED[0], tmp_path)
    shot = tmp_path / "shot.png"
    visit(page, size, tmp_path / "profile", f"#step={len(reel.steps) - 1}", shot)
    picture = pygame.image.load(str(shot))
    assert picture.get_size() == size
    wide, high = size
    board = picture.subsurface((0, 60, wide - 330, high - 200))
    colours = {
        tuple(board.get_at((x, y)))[:3] for x in range(0, board.get_width(), 3) for y in range(0, board.get_height(), 3)
    }
    blue = [one for one in colours if one[2] > 150 and one[0] < 120]
    amber = [one for one in colours if one[0] > 180 and one[2] < 120]
    assert len(colours) > 40 and blue and amber


def test_it_plays_to_its_end_by_itself(tmp_path: Path) -> None:
    page, reel = filmed(PLAYED[0], tmp_path)
    text = page.read_text(encoding="utf-8").replace("playing = false, speed = 1", "playing = false, speed = 100000")
    page.write_text(text, encoding="utf-8")
    last = f'data-step="{len(reel.steps) - 1}"'
    document = visit(page, SIZES[0], tmp_path / "profile", "#play", reached=lambda found: last in found)
    assert last in document
    assert re.search(r'id="play"[^>]*>Again<', document)


def places(document: str) -> list[str]:
    """Return where ships and counters are drawn in a document."""
    return re.findall(r'class="seat\d"(?: style="")? transform="(translate[^"]+)"', document)


def test_ships_are_between_two_places_while_they_move(tmp_path: Path) -> None:
    page, _ = filmed(PLAYED[0], tmp_path)
    inside = re.search(
        '<script id="film" type="application/json">(.*?)</script>', page.read_text(encoding="utf-8"), re.DOTALL
    )
    assert inside
    steps = json.loads(inside[1])["steps"]
    index = next(n for n, step in enumerate(steps) if step.get("moves"))
    half = steps[index]["at"] + steps[index]["done"] // 2
    fragments = (f"#step={index - 1}", f"#time={half}", f"#step={index}")
    before, during, after = (places(visit(page, SIZES[0], tmp_path / f"of{n}", one)) for n, one in enumerate(fragments))
    assert len(during) == len(before) == len(after) > 0
    assert all(now not in (was, then) for was, now, then in zip(before, during, after) if was != then)
    assert before != after


# -- the rule book -----------------------------------------------------------------------------------------------------

NARROW_AND_WIDE = ((600, 1400), (1920, 1400))
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
  event.target.style.width = "340px";  // a telephone
  const { scrollWidth, clientWidth } = inner.documentElement;
  if (scrollWidth > clientWidth) failed.push(`${scrollWidth} wide in a frame of ${clientWidth}`);
  event.target.style.width = "";
  const say = () => { if (seen[seen.length - 1] !== large.textContent) seen.push(large.textContent); note(); };
  say();
  new MutationObserver(say).observe(large, { childList: true, characterData: true, subtree: true });
});
</script>"""


def chapter(address: str, folder: Path, script: str = "") -> Path:
    """Write a chapter as a page, with a script at its end, and with a player that hurries."""
    text = book_page(part_of_book(address), lambda done, of: None).content.decode("utf-8")
    assert text.count(SLOW) == 1
    start, end = text.replace(SLOW, f"{SLOW}00000").rsplit("</body>", 1)
    page = folder / "book.html"
    page.write_text(f"{start}{script}</body>{end}", encoding="utf-8")
    return page


@pytest.mark.parametrize("address", CHAPTERS)
@pytest.mark.parametrize("size", NARROW_AND_WIDE, ids=str)
def test_play_goes_on_to_the_last_caption(address: str, size: tuple[int, int], tmp_path: Path) -> None:
    show = next(one for page in part_of_book(address) for one in of_page(page)).open()

    def notes(document: str) -> tuple[list[str], list[str]]:
        found = re.search(r'data-seen="(.*?)">', document)
        assert found
        seen, failed = json.loads(found[1])
        return seen, failed

    def ended(document: str) -> bool:
        return notes(document)[0][-1:] == [minus(show.steps[-1].large)]

    seen, failed = notes(visit(chapter(address, tmp_path, WATCH), size, tmp_path / "profile", reached=ended))
    assert failed == []
    assert len(seen) > 1 and seen[-1] == minus(show.steps[-1].large)


@pytest.mark.parametrize("size", NARROW_AND_WIDE, ids=str)
def test_figures_are_seen_before_anything_is_played(size: tuple[int, int], tmp_path: Path) -> None:
    shot = tmp_path / "shot.png"
    visit(chapter("sail/5", tmp_path), size, tmp_path / "profile", "", shot)
    picture = pygame.image.load(str(shot))
    assert picture.get_size() == size
    colours = {tuple(picture.get_at((x, y)))[:3] for x in range(0, size[0], 3) for y in range(0, size[1], 3)}
    sea = [one for one in colours if one[1] > 1.4 * one[0] and 34 <= one[2] <= 70]
    sails = [one for one in colours if min(one) > 170 and one[0] > one[2] + 15]
    assert len(colours) > 60 and sea and sails
