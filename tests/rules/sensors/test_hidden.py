"""Nothing that another seat is given tells what a bogey is (full-thrust-base/6.19)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle, fingerprint
from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.players.match import Match
from game.rules.sensors.contact import BOGEY, known_level
from tests.battle.test_secrecy import known as answers

PASSAGE = ROOT / "scenarios" / "full_thrust" / "dark_passage.yaml"


def bogeys(battle: Battle, side: str) -> list[str]:
    """Ids of the enemies that are bogeys to a side."""
    return [
        ship.id
        for ship in battle.state.ships.values()
        if ship.in_play and known_level(battle.state, side, ship) == BOGEY
    ]


@pytest.mark.parametrize("sensors", ["bogeys", "scan"])
@pytest.mark.parametrize("seed", range(4))
def test_a_seat_is_given_neither_name_nor_design_of_a_bogey(seed: int, sensors: str) -> None:
    """Whole random battles: at every order, whatever a view holds of a bogey is the same for every bogey; the log names
    none."""
    opened = open_battle(PASSAGE, seed=seed, house={"sensors": sensors})
    match, met = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed), 0
    while opened.battle.state.outcome is None and opened.battle.state.turn < 4:
        for side in opened.battle.state.sides:
            view = opened.battle.view(side)
            said = " ".join(f"{line.words(view.state.names)} {line.reason} {line.result}" for line in view.log)
            for key in bogeys(opened.battle, side):
                ship, real = view.state.ships[key], opened.battle.state.ships[key]
                assert ship.name.startswith("Bogey") and ship.name not in (real.name, real.design.name)
                assert real.name not in said and real.design.name not in said and real.design.name not in repr(ship)
                met += 1
        match.step()
    assert met > 20


def variant(tmp_path: Path, **changes: tuple[str, str]) -> Battle:
    """Return the scenario with other designs or other dummies on Amber's side, before anybody writes."""
    text = PASSAGE.read_text(encoding="utf-8")
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / f"{len(list(tmp_path.iterdir()))}.yaml"
    path.write_text(text, encoding="utf-8")
    return open_battle(path, seed=3).battle


@pytest.mark.parametrize(
    "change",
    [
        ("design: vesper, name: Vesper", "design: anvil, name: Anvil"),
        ("name: Kiln", "name: Kiln, dummy: true"),
        ("name: Smoulder, at", "name: Smoulder, lost: [FCSa], hull: 3, at"),
    ],
)
def test_every_answer_is_the_same_whatever_a_bogey_is(tmp_path: Path, change: tuple[str, str]) -> None:
    """Another design, a dummy, damage: Azure's view answers alike, in its sheets, its log and its computer player."""
    before, after = variant(tmp_path, none=("version: 1", "version: 1")), variant(tmp_path, one=change)
    assert fingerprint(before.state) != fingerprint(after.state)
    given = [answers(battle.view("azure"), 5) for battle in (before, after)]
    assert given[0] == given[1]
