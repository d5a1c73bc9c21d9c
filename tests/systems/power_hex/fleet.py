"""Ships of the game as tests want them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

from game.battle.designs import ROOT
from game.board import hexes
from game.board.boards import HexBoard
from game.core.display import Odds
from game.core.state import Side, Table
from game.core.values import HouseValue
from game.formats.validation import read_model
from game.systems.power_hex.files import PowerFiles
from game.systems.power_hex.house_rules import HOUSE
from game.systems.power_hex.parts import ShotBreakdown
from game.systems.power_hex.ships.design import PowerDesign
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from tests.support.narrowing import narrow

FILES = PowerFiles()
PartT = TypeVar("PartT")


def part_of(parts: Iterable[object], kind: type[PartT]) -> PartT:
    """Return the part of a type that a sheet has."""
    return next(one for one in parts if isinstance(one, kind))


def house(**changed: HouseValue) -> dict[str, HouseValue]:
    """Return the house rules, some of them changed."""
    return {rule.key: rule.default for rule in HOUSE} | changed


@cache
def design(key: str) -> PowerDesign:
    """Return a design of the game's own."""
    path = next((ROOT / "assets" / "designs" / "power").glob(f"*/{key}.yaml"))
    return FILES.build_design(read_model(path, FILES.design), key, path.parent.name)


def ship(
    kind: str, at: hexes.Hex = (0, 0), speed: int = 0, towards: int = 0, facing: int | None = None, **more: Any
) -> PowerShip:
    """Return a ship in a hex, moving in a direction 0 to 5 and pointing there unless it is said."""
    made = design(kind)
    charge = {one.key: one.gun.recharge for one in made.weapons}
    loaded = {one.key: one.gun.ammunition for one in made.weapons if one.gun.ammunition}
    craft = (made.fighters.structure,) * made.fighters.count if made.fighters else ()
    bow = hexes.course_of(towards if facing is None else facing)
    given: dict[str, Any] = {
        "side": "halden",
        "vector": hexes.step((0, 0), towards, speed),
        "charge": charge,
        "ammunition": loaded,
        "craft": craft,
    } | more
    return PowerShip(kind, made.name, given.pop("side"), hexes.at(at), bow, given.pop("vector"), made, **given)


def aimed(odds: Odds) -> ShotBreakdown:
    """Return the steps of the first shot of some odds, and what all of them may cost."""
    return narrow(odds.aimed, ShotBreakdown)


def state(*ships: PowerShip, **changed: HouseValue) -> PowerState:
    """Return a state with these ships, sides by their keys."""
    sides = {"halden": Side("halden", "Halden Concord", 0), "oreth": Side("oreth", "Oreth Lattice", 1)}
    board = HexBoard(40, 30, floating=True, only_rows=True)
    return PowerState(
        sides, {one.id: one for one in ships}, Table(40, 30, (), board), house(**changed), {"kind": "last-side"}
    )
