"""House rules of Full Sail: its options, and each reading of a rule that the text leaves open (sail/10)."""

from __future__ import annotations

from game.core.system import HouseRule

OPTIONS = "Options"
READINGS = "Readings"

HOUSE = (
    HouseRule("wind", "Wind", "Thrust and top speed go by the point of sail.", default=True, rule="sail/3.4",
              group=OPTIONS),
    HouseRule("fouling", "Fouling", "Ships that end a move within 1 MU of each other may foul.", default=True, rule="sail/3.6",
              group=OPTIONS),
    HouseRule("sight", "Lines of sight", "Islands, fog and ships in between block fire.", default=True, rule="sail/4",
              group=OPTIONS),
    HouseRule("honour", "Honour", "Large ships spare small ones, and civilians are summoned first.", default=True, rule="sail/8",
              group=OPTIONS),
    HouseRule("premeasure", "Measure first", "Ranges are shown before a target is named.", default=False, rule="sail/4",
              group=OPTIONS),
    HouseRule("side_slip", "Side-slips", "A ship may turn one way and back in one move.", default=False, rule="sail/3.1",
              group=OPTIONS),
    HouseRule("honour_grapple", "Honour in grappling", "Only much smaller ships are spared, or much larger ones too.",
              (("down", "smaller"), ("both", "both ways")), "down", "sail/8", READINGS, ("honour",)),
    HouseRule("breakaway_eased", "Eased breakaway", "Ships that break away keep their heading, off the wind.", default=False,
              rule="sail/5.3", group=READINGS),
    HouseRule("rake_arcs", "Raking arcs", "Bow and stern are arcs of 60 degrees, or of 90.", ((60, "60°"), (90, "90°")), 60,
              "sail/4.2", READINGS),
)  # fmt: skip
