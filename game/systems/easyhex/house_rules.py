"""House rules of Easier HexThrust, and its settings of the rules it borrows (hex/3, 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.board.boards import HexBoard
from game.core.system import HouseRule
from game.core.values import Entry, House
from game.rules.scenario.battle_file import SpaceTable
from game.rules.scenario.house_rules import HOUSE as BASE

COLUMNS, ROWS = 30, 24  # the default size of a table
THIRD = 3  # MU for each hex in a weapon's range

OWN = (
    HouseRule("plots", "Plots", "Movement is written down, or shown by markers that lie face down beside the ships.",
              (("written", "written"), ("markers", "markers")), "written", "hex/3.2"),
    HouseRule("tr4_agile", "Agile at 4", "A turn rating of 4 turns as well as one of 5.", default=False,
              rule="hex/3.2"),
    HouseRule("screens", "Screens",
              "Two levels of screens stop all but a 6, as printed, or are read as in the game in space.",
              (("printed", "as printed"), ("base", "as in space")), "printed", "hex/3.3"),
    HouseRule("nova", "Nova plasma",
              "Full dice, the milder dice with half the faces, or these as the table misprints them.",
              (("normal", "full dice"), ("mild", "milder"), ("printed", "as printed")), "normal", "hex/3.5"),
)  # fmt: skip

# house rules of the space game that players can change, with other defaults
BORROWED: Mapping[str, Entry] = {
    "rerolls": {}, "arcs": {"default": 4}, "illegal_order": {}, "core_systems": {}, "bridge": {}, "striking": {},
    "fleet_morale": {}, "in_flight": {}, "adviser": {}, "plans": {}, "ask_every_ship": {},
    "damage_control": {"default": False},
}  # fmt: skip
HOUSE = (*OWN, *(replace(rule, **BORROWED[rule.key]) for rule in BASE if rule.key in BORROWED))

GIVEN: House = {
    **{rule.key: rule.default for rule in BASE if rule.key not in BORROWED},
    "torpedo_bands": "FT2",  # 3 or more to 2 hexes, and so on to 8: the second edition's table in thirds (hex/3.3)
    "aft_fire": "never",
    "terrain_velocity": "3V",  # dust and debris count in MU, and a hex as three of them (hex/7, H23)
    "veiled": True,  # a cloud between two ships counts like one that a ship is in (hex/2.7)
    "aims_itself": ("hangar", "missile", "nova"),  # systems that work without a fire control (hex/3.4, 3.5)
    "stacking": True,  # ships and counters may share a hex (hex/3.2)
    "fire_effect": "allocated",  # all damage of a turn takes effect in step 13 (hex/3.1)
}


def board(table: SpaceTable, house: House) -> HexBoard:
    """Return a board of hexes of 3 MU, with ranges rounded down. Four arcs are exact rows; six go by bearing (hex/2.6,
    3.3)."""
    columns, rows = table.hexes or (COLUMNS, ROWS)
    west, north = table.window or (0, 0)
    return HexBoard(
        columns, rows, west, north, mu=THIRD, sides=house["arcs"] == 4, floating=table.floating, only_rows=True
    )
