"""The film of a battle in a real browser, at two sizes: it is drawn, it is gone through, it plays."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pygame
import pytest

from game.battle.loader import open_battle
from game.demonstrations.reel import Reel
from game.players.match import Match
from game.ui.film.page import film_page
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
    document = visit(page, SIZES[0], tmp_path / "profile", "#play")
    assert f'data-step="{len(reel.steps) - 1}"' in document
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
