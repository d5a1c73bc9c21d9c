"""A battle for tests in which a ship returns and its owner is asked where it enters (full-thrust-base/9.6)."""

from __future__ import annotations

from pathlib import Path

from game.battle.battle import Battle
from game.battle.idling import nothing_more
from game.battle.loader import load_start_text
from tests.support.narrowing import present

SPACE = """title: Back again
system: full-thrust
house: {table_edge: return}
seed: 11
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  lancet: {side: azure, design: lancet, at: [70, 24], course: 2, velocity: 6}
  sextant: {side: azure, design: sextant, at: [40, 24], course: 12, velocity: 0}
  kiln: {side: amber, design: kiln, at: [10, 24], course: 9, velocity: 0}
  vesper: {side: amber, design: vesper, at: [50, 40], course: 6, velocity: 2}
"""
HEXES = """title: Back again
system: hex12
house: {table_edge: return}
seed: 11
table: {hexes: [30, 24]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  lancet: {side: azure, design: crook, at: [5, 0], course: 1, velocity: 5}
  sextant: {side: azure, design: crook, at: [12, 4], course: 1, velocity: 0}
  kiln: {side: amber, design: gabbro, at: [14, 4], course: 6, velocity: 0}
"""


def returned(text: str = SPACE, beyond: int = 0) -> str:
    """Return the text of a battle with the orders up to the return of Lancet, and `beyond` idle orders after that."""
    opened = load_start_text(text, "back.yaml")
    battle = opened.battle
    battle.play(battle.read("azure", "lock"))
    battle.play(battle.read("amber", "lock"), (6, 1, 4))
    while battle.phase.name != "Come back":
        assert battle.state.turn < 9
        battle.play(present(nothing_more(opened.battle)))
    for _ in range(beyond):
        battle.play(present(nothing_more(opened.battle)))
    return text + written(battle)


def written(battle: Battle) -> str:
    """Return the orders of a battle as the script of its file."""
    lines = [
        f'- {{by: {one.order.by}, order: "{one.order}"' + (f", dice: {list(one.faces)}" if one.faces else "") + "}"
        for one in battle.records
    ]
    return "script:\n" + "\n".join(lines) + "\n"


def save(folder: Path, text: str) -> Path:
    """Write the text of a battle to a file, and return its path."""
    path = folder / "back.yaml"
    path.write_text(text, encoding="utf-8")
    return path
