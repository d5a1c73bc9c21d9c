"""The odds lab in a real window: a set-up made by mouse and by keys, its figures written down, and a study run to its
end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pygame import Surface

from game.formats.user_folders import HOME
from game.lab.calculate import calculate
from game.lab.choices import beginnings, with_count
from game.lab.files import read_lab
from game.lab.setup import LabSetUp
from game.ui.lab.fields import KindCell
from game.ui.lab.page import LabPage
from tests.support.window.real_input import SIZE, Hand, playing, until

pytestmark = pytest.mark.window
FIGURES = ("figures reformed", "figures old")


class Look:
    """A page of our own, with the set-up that the window should have."""

    def __init__(self, setup: LabSetUp | None = None) -> None:
        self.page, self.surface = LabPage(), Surface(SIZE)
        if setup is not None:
            self.page.change(setup)
        self.page.model.finish()
        self.page.draw(self.surface)

    def cell(self, key: str) -> KindCell:
        return next(one for one in self.page.focus.widgets if isinstance(one, KindCell) and one.kind.key == key)

    def shown_by(self, hand: Hand) -> bool:
        """Return whether the window shows these attackers and the damage they do."""
        widgets = [*self.page.focus.widgets]
        cells = (one.rect for one in widgets if isinstance(one, KindCell))
        return all(hand.eye.sees(self.surface, rect) for rect in cells) and all(
            hand.sees(self.surface, widgets, name) for name in FIGURES
        )


def new_file(hand: Hand, pattern: str) -> Path:
    """Return the file that matches a pattern, once it exists."""
    return until(lambda: next(iter(hand.home.glob(pattern)), None), pattern)


def test_a_set_up_and_its_study_by_a_real_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with playing(tmp_path, "lab") as hand:
        look = Look()
        until(lambda: look.shown_by(hand), "the odds lab")
        hand.click(look.cell("salvos").signs[0].center)
        more = Look(with_count(beginnings()["Swarm of 12"], "salvos", 1))
        until(lambda: more.shown_by(hand), "one salvo more")
        hand.key("j")
        told = json.loads(new_file(hand, "lab/*.json").read_text())
        wanted = [one.damage.mean for one in calculate(more.page.model.setup)]
        assert [one["damage"]["mean"] for one in told["points"][0]["results"]] == wanted
        hand.key("F4")
        lone = Look(beginnings()["Lone group"])
        until(lambda: lone.shown_by(hand), "a lone group")
        hand.key("ctrl+s", "g")
        assert new_file(hand, "lab/set-ups/*.yaml").stem == "polestar-1-group"
        path = new_file(hand, "studies/*.yaml")
        run = next(one for one in Look().page.board.runs if one.path == path)
        until(lambda: run.look() == run.total, "the end of the study")
        hand.key("Escape")
        kept = new_file(hand, "lab-set-up.yaml")
        until(lambda: read_lab(kept).setup == more.page.model.setup, "the set-up made by hand, kept for the next time")
