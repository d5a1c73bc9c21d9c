"""House rules of Hexcess Thrust: its own, those of the space game that it keeps, and those it fixes (hex/5, 7)."""

from __future__ import annotations

from game.core.system import HouseRule
from game.core.values import House
from game.rules.hex.helm import H
from game.rules.scenario.house_rules import HOUSE as SPACE
from game.rules.scenario.house_rules import PROFILES as EDITIONS

OWN = (
    HouseRule("map", "Map", "The map has edges, or it scrolls where a ship would leave it, or it has no end.",
              (("fixed", "fixed"), ("scroll", "scrolls"), ("floating", "endless")), "fixed", f"{H}/2.8"),
    HouseRule("asteroid_hit", "Asteroids",
              "A ship that loses a hex to an asteroid takes dice of damage, or rolls to survive.",
              (("dice", "damage"), ("fatal", "a roll to survive")), "dice", f"{H}/2.7"),
    HouseRule("terrain_velocity", "Speed in clouds",
              "Dust and debris use the velocity itself, or twice the velocity.",
              (("V", "the velocity"), ("2V", "twice the velocity")), "V", f"{H}/2.7"),
    HouseRule("crew", "Crews",
              "What crews are worth on ships of which nothing is said: for control rolls, and for their price.",
              (("green", "green"), ("regular", "regular"), ("veteran", "veteran"), ("elite", "elite")), "regular",
              f"{H}/2.4/crews"),
    HouseRule("excess", "Excess thrust",
              "Sides declare it aloud in turn, each ship rolling at once; or in secret, all together.",
              (("aloud", "aloud"), ("secret", "in secret")), "aloud", f"{H}/2.4", older="secret"),
    HouseRule("plotted", "Written moves", "Ships move in turn without orders, or all together as written.",
              ((False, "in turn"), (True, "written")), False, f"{H}/7"),
    HouseRule("fighters_first", "Fighters first", "Fighters are launched and fly before ships move, or after them.",
              default=True, rule=f"{H}/2.2/fighters"),
    HouseRule("late_return", "Return in the last two turns",
              "Ships off the table may come back even in the last two turns.",
              default=False, rule=f"{H}/2.9"),
)  # fmt: skip
KEPT = (
    "profile", "rerolls", "aft_armour", "thresholds", "fire_effect", "ask_every_ship", "core_systems", "bridge",
    "core_explosion",
    "damage_control", "torpedo_bands", "needle", "needle_control", "torpedo_control", "striking", "fleet_morale",
    "in_flight", "adviser", "plans",
)  # fmt: skip

HOUSE = (*OWN, *(rule for rule in SPACE if rule.key in KEPT))
GIVEN: House = {rule.key: rule.default for rule in SPACE if rule.key not in KEPT} | {
    "fire_phase": 5,
    "arcs": 4,
    "aft_fire": "never",
    "point_blank_mu": 6.0,  # MU within which beams have one die more: 3 hexes (hex/2.7/point-blank)
    "veiled": True,  # a cloud between two ships counts like one that a ship is in (hex/2.7/dust)
    "stacking": False,  # no two pieces share a hex (hex/2.5)
    "counter_rules": f"{H}/2.2/fighters",  # the page on counters in the rule book
    "markers_after_moves": True,  # salvos and missiles are launched after ships have moved (hex/2.2/ordnance)
    "flights_in_hexes": True,  # missiles fly as many hexes as MU in space: only ranges are halved (hex/2.7)
}
PROFILES = {name: {key: value for key, value in chosen.items() if key in KEPT} for name, chosen in EDITIONS.items()}
