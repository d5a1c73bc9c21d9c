"""Small battles in which a ship is lost if it goes straight on, one for each game with such losses."""

from __future__ import annotations

from typing import NamedTuple


class DangerBattle(NamedTuple):
    """A battle file, the ship that is lost, and the words of its row in a wide and in a narrow list."""

    text: str
    ship: str
    row: str
    narrow: str


PLANET = """\
title: Straight at it
system: full-thrust
seed: 7
table: {width: 72, height: 48, terrain: [{kind: planet, name: Tavira, at: [27, 24], radius: 3}]}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  lancet: {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 11}
  halyard: {side: azure, design: halyard, at: [22, 44], course: 12, velocity: 8}
  vesper: {side: amber, design: vesper, at: [44, 24], course: 9, velocity: 4}
victory: {kind: last-side, turns: 8}
"""
SEA = """\
title: Off the chart
system: full-sail
seed: 7
table: {width: 72, height: 48, wind_speed: 12, wind_from: 8}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
ships:
  halcyon: {side: merrow, design: halcyon, at: [64, 24], course: 3, velocity: 9}
  aiglette: {side: auvrac, design: aiglette, at: [40, 33], course: 9, velocity: 4}
victory: {kind: last-side, turns: 12}
"""
MAP = """\
title: Off the map
system: hexcess
seed: 7
house: {map: %s}
table: {hexes: [24, 18]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  stockman: {side: azure, design: stockman, at: [20, 2], course: 2, velocity: 5}
  crook: {side: azure, design: crook, at: [10, 8], course: 2, velocity: 5}
  shale: {side: amber, design: shale, at: [12, 2], course: 8, velocity: 4}
victory: {kind: last-side, turns: 10}
"""
PASTURE = """\
title: Over the fence
system: easyhex
seed: 7
table: {hexes: [24, 18]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  shearling: {side: azure, design: shearling, at: [21, 2], course: 2, velocity: 4}
  gabbro: {side: amber, design: gabbro, at: [16, -2], course: 8, velocity: 4}
victory: {kind: last-side, turns: 8}
"""
ROWS = """\
title: Beyond the rows
system: hex12
seed: 7
table: {hexes: [44, 34]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  tollhouse: {side: azure, design: tollhouse, at: [40, -8], course: 2, velocity: 8}
  karst: {side: amber, design: karst, at: [30, 3], course: 8, velocity: 6}
victory: {kind: last-side, turns: 10}
"""
DRIVES = """\
title: No edge
system: power-hex
seed: 7
table: {hexes: [40, 30]}
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
ships:
  bastion: {side: halden, design: bastion, at: [36, -4], course: 4, velocity: 6}
  helix: {side: oreth, design: helix, at: [24, 2], course: 10, velocity: 4}
victory: {kind: last-side, turns: 15}
"""
BANK = SEA.replace(
    "wind_from: 8}",
    """wind_from: 8, terrain: [
  {kind: shoal, name: Gannet Bank, at: [72, 24], outline: [[-2, -2], [2, -2], [2, 2], [-2, 2]]}]}""",
)
WIND_AHEAD = SEA.replace("wind_from: 8", "wind_from: 3").replace("[64, 24]", "[40, 20]")
DUST = PLANET.replace("kind: planet, name: Tavira", "kind: dust, name: Ember Drift")
DUST = DUST.replace("velocity: 11", "velocity: 18")
HARMED = {
    "aground": DangerBattle(BANK, "halcyon", "runs onto Gannet Bank, lost 5.4 %", "lost 5.4 %"),
    "in irons": DangerBattle(WIND_AHEAD, "halcyon", "is caught in irons", "harm"),
    "dust": DangerBattle(DUST, "lancet", "Ember Drift: loses 1 to 18 boxes 50 %", "harm 50 %"),
}
WRITTEN = {
    "full thrust": DangerBattle(PLANET, "lancet", "Tavira: lost 67 %", "lost 67 %"),
    "full sail": DangerBattle(SEA, "halcyon", "leaves the battle", "off table"),
    "easyhex": DangerBattle(PASTURE, "shearling", "leaves the table", "off table"),
    "hex12": DangerBattle(ROWS, "tollhouse", "leaves the table", "off table"),
}
