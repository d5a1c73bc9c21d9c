"""What a battle that is over can be asked, in a real window: its account, its film, its replay; and the film of a
demonstration.

Pressed by mouse and by keys, in a small window and in a large one.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.battle.loader import new_save
from game.players.match import Match
from game.ui.account.screen import AccountPage
from game.ui.demonstration.gallery import Gallery
from game.ui.demonstration.gallery_cards import ExhibitCard
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.film.screen import FilmPage
from game.ui.replay.screen import ReplayScreen
from tests.support.battles import laid, paper
from tests.support.window.late_battles import LARGE, SMALL
from tests.support.window.real_input import Hand, playing, until
from tests.support.window.twin import Twin, settings

pytestmark = pytest.mark.window
WAYS = {"mouse-small": SMALL, "mouse-large": LARGE, "keys-small": SMALL, "keys-large": LARGE}
KEYS = {
    "Open a battle": "o",
    "replay": "p",
    "Film": "v",
    "film .html": "h",
    "make": "Return",
    "film": "v",
    "Back": "Escape",
    "open": "Return",
    "Account": "a",
    "csv": "c",
    "Demonstrations": "d",
}
SHORT = paper(
    "Over soon",
    """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [30, 20], course: 9, velocity: 4, hull: 1, armour: 0}
victory: {kind: last-side, turns: 2}
""",
)


def homes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home for the window and one like it for our own screens, which is returned; among the saves is a battle
    that is over."""
    saves = folder / "home" / "saves"
    saves.mkdir(parents=True)
    opened = laid(folder, SHORT)
    recorder = new_save(opened, saves)
    Match(opened.battle, dict.fromkeys(opened.battle.state.sides, "random"), 1).play(9)
    recorder.close()
    assert opened.battle.state.outcome is not None
    shutil.copytree(folder / "home", folder / "own")
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(folder / "own"))
    return folder / "own"


def written(hand: Hand, pattern: str) -> Path:
    """Return a file of the window's player, once it is there."""
    return until(lambda: next(iter(hand.home.glob(pattern)), None), pattern)


@pytest.mark.parametrize("way", WAYS)
def test_a_battle_that_is_over_shows_its_account_film_and_replay(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = homes(tmp_path, monkeypatch)
    with playing(tmp_path, settings=settings(WAYS[way]), size=WAYS[way]) as hand:
        twin = Twin(hand)
        press = twin.click if way.startswith("mouse") else lambda name, *shown: twin.key(KEYS[name], *shown)
        twin.alike("Open a battle")
        press("Open a battle", "open", "replay")
        press("replay", "Film", "timeline")
        assert isinstance(twin.top, ReplayScreen)
        press("Film", "film .html")
        assert isinstance(twin.top, FilmPage)
        press("Back", "Film")
        press("Back", "open")
        press("open", "Account", "Replay", "Film")
        press("Account", "csv")
        assert isinstance(twin.top, AccountPage)
        press("csv")
        assert written(hand, "accounts/*.csv").read_text() == next((own / "accounts").glob("*.csv")).read_text()
        press("Back", "Account", "Film")
        press("Film", "film .html")
        press("film .html", "make")
        press("make")
        film = written(hand, "films/*.html").read_text(encoding="utf-8")
        assert film == next((own / "films").glob("*.html")).read_text(encoding="utf-8") and "Over soon" in film
        press("Back", "Film")
        twin.key("Escape", "main")
        twin.key("F8", "csv")
        assert isinstance(twin.top, AccountPage)


@pytest.mark.parametrize("way", WAYS)
def test_a_demonstration_is_written_as_a_film_from_the_gallery(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = homes(tmp_path, monkeypatch)
    with playing(tmp_path, settings=settings(WAYS[way]), size=WAYS[way]) as hand:
        twin = Twin(hand)
        press = twin.click if way.startswith("mouse") else lambda name, *shown: twin.key(KEYS[name], *shown)
        twin.alike("Demonstrations")
        press("Demonstrations", "search")
        assert isinstance(twin.top, Gallery)
        card = next(one for one in twin.top.focus.widgets if isinstance(one, ExhibitCard))
        if way.startswith("mouse"):
            twin.click(card.name, "film")
        else:
            twin.key("Down")
            twin.key("Return", "film")
        assert isinstance(twin.top, DemonstrationScreen)
        press("film", "film .html")
        press("film .html", "make")
        press("make")
        film = written(hand, "films/*.html").read_text(encoding="utf-8")
        assert film == next((own / "films").glob("*.html")).read_text(encoding="utf-8") and card.exhibit.title in film
        press("Back", "film")
