"""Designs of the other games: their bill, and every fault mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import design_folder
from game.core.game_files import BuildFault
from game.core.values import Data
from game.formats.yaml_source import document, mapping
from game.systems import SYSTEMS
from game.yard.draft import Draft
from tests.support.files.rebuilt import form_of

SAILING = sorted(design_folder(SYSTEMS["full-sail"]).glob("*/*.yaml"))


@pytest.mark.parametrize("path", SAILING, ids=lambda path: path.stem)
def test_figures_of_a_ship_under_sail_are_its_bill(path: Path) -> None:
    files, entry = SYSTEMS["full-sail"].files, dict(mapping(document(path).data))
    form = form_of(files, entry)
    design = files.build_design(files.design.model_validate(entry), "key", "fleet")
    listed = [one.figures for one in form.fields] + [one.figures for one in form.aboard]
    assert sum(int(figures[-1]) for figures in listed if figures) == design.points


FAULTY: dict[str, tuple[str, Data]] = {
    "uneven rows": ("full-sail", {"hull": 10}),
    "crew without a box": ("full-sail", {"crew": 9}),
    "reactor too small": ("power-hex", {"reactor": 1, "shield": 2}),
}


@pytest.mark.parametrize(("key", "change"), FAULTY.values(), ids=FAULTY)
def test_every_button_mends_its_fault(key: str, change: Data) -> None:
    draft = Draft(SYSTEMS[key], dict(SYSTEMS[key].files.new_design()))
    draft.change("spoil it", change)
    assert draft.now.faults
    for fault in draft.now.faults:
        mends = draft.mends(fault)
        assert mends, fault.why
        for mend in mends:
            assert _sentence(fault) not in map(_sentence, draft.preview(mend.change).faults), mend.words


def _sentence(fault: BuildFault) -> str:
    return fault.why
