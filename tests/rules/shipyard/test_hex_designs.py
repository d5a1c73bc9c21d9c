"""The fleets of the games on hexes: all can be built, cost what the yard says, and differ as they are told (hex/2,
3)."""

from __future__ import annotations

import pytest

from game.battle.designs import ROOT, library
from game.rules.ships.design import Design
from game.rules.shipyard.build_rules import refusals
from game.rules.shipyard.pricing import price
from game.systems import SYSTEMS
from tests.rules.shipyard.test_pricing import CLASSES
from tests.support.narrowing import narrow

DESIGNS = {
    key: narrow(one, Design)
    for key, one in library(ROOT / "assets" / "designs" / "hexes", SYSTEMS["hexcess"].files).items()
}
FLEETS = {"tessera": "needle-", "kessar": "fork-", "neutral": "box-"}
OURS = CLASSES | {"destroyer leader": (40, 50), "escort carrier": (80, 110)}


def fleet(name: str) -> list[Design]:
    """Return the designs of one fleet."""
    return [design for design in DESIGNS.values() if design.fleet == name]


@pytest.mark.parametrize("design", DESIGNS.values(), ids=lambda design: f"{design.fleet}/{design.key}")
def test_every_design_can_be_built(design: Design) -> None:
    assert [fault.why for fault in refusals(design)] == []
    assert price(design).mass == design.mass
    assert design.points == price(design).points > design.mass
    assert design.glyph.startswith(FLEETS[design.fleet]) and design.about.endswith(".") and design.of("fcs")
    assert design.merchant == (design.fleet == "neutral")
    if not design.merchant:
        low, high = OURS[design.ship_class]
        assert low <= design.mass <= high, "the class a book would give that MASS"


def test_two_fleets_from_corvette_to_dreadnought() -> None:
    everyday = CLASSES.keys() - {"heavy destroyer", "light carrier"}
    for name in ("tessera", "kessar"):
        assert everyday <= {design.ship_class for design in fleet(name)}
        assert {min(d.thrust for d in fleet(name)) >= 2, max(d.thrust for d in fleet(name)) <= 8} == {True}


def test_one_fleet_turns_and_the_other_endures() -> None:
    """Advanced drives, pulse torpedoes and thrust on one side; screens, missiles and armour on the other; plasma is
    theirs."""
    swift, hard = fleet("tessera"), fleet("kessar")
    assert sum(d.thrust for d in swift) / len(swift) > 5 > sum(d.thrust for d in hard) / len(hard)
    assert {d.key for d in DESIGNS.values() if d.advanced} == {"drover", "longdrove"}
    torpedoes = [sum(len(d.of("torpedo")) for d in ships) for ships in (swift, hard)]
    screens = [sum(len(d.of("screen")) for d in ships) for ships in (swift, hard)]
    assert torpedoes[0] > 3 * torpedoes[1] and screens[1] > 3 * screens[0]
    assert {d.fleet for d in DESIGNS.values() if d.of("nova", "missile")} == {"kessar"}
    assert {d.fleet for d in DESIGNS.values() if d.of("hangar")} == {"tessera", "kessar"}
    assert sum(d.points for d in swift) / len(swift) == pytest.approx(sum(d.points for d in hard) / len(hard), rel=0.1)


def test_a_base_that_never_burns_a_drive() -> None:
    base = DESIGNS["wayhouse"]
    assert (base.ship_class, base.thrust, base.ftl, base.streamlining) == ("starbase", 0, False, "full")
