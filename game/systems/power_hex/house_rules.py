"""House rules of the game: its settings, and each interpretation of a rule that the page leaves open (power/14, 15)."""

from __future__ import annotations

from dataclasses import replace

from game.core.system import ADVISER, HouseRule

SETTINGS = "Settings"

HOUSE = (
    HouseRule("turn_carry", "Turns carried over", "A turn that has not answered goes on in the next round.",
              default=True, rule="power/4.3", group=SETTINGS),
    HouseRule("zig_monotone", "Turn delay never falls", "Less thrust never turns a ship sooner.",
              default=True, rule="power/4.2", group=SETTINGS),
    HouseRule("naturals", "Natural 1 and 20", "A 1 always hits and a 20 always misses.", default=False, rule="power/7",
              group=SETTINGS),
    HouseRule("row_size", "Boxes to a row", "Thrusters, sensors, C&C and shields lose their use row by row.",
              ((4, "4"), (3, "3"), (6, "6")), 4, "power/10", SETTINGS),
    HouseRule("intercept_all", "Interception", "Guns are allotted shot by shot, or to all hits before the first die.",
              ((False, "shot by shot"), (True, "all at once")), False, "power/8.1", SETTINGS),
    HouseRule("intercept_escort", "Escorts",
              "A ship meets shots at itself alone, or at a friend in its hex or the next.",
              ((False, "itself alone"), (True, "friends beside it")), False, "power/8.1", SETTINGS),
    HouseRule("ballistic_same_round", "Ballistics", "They strike in the round of launch, or in the next.",
              ((True, "same round"), (False, "next round")), True, "power/5", SETTINGS),
    HouseRule("raking_packet", "Size of raking packets", "So many points strike together.",
              ((10, "10"), (8, "8"), (15, "15")), 10, "power/8.5", SETTINGS),
    HouseRule("raking_armour_once", "Armour against raking", "It counts once for each place, or every time.",
              ((True, "once"), (False, "every time")), True, "power/8.5", SETTINGS),
    HouseRule("shield_power", "Power of shields", "What a point of shield draws from the reactor.",
              ((2, "2"), (1, "1"), (3, "3")), 2, "power/3", SETTINGS),
    HouseRule("start_charged", "Charged at the start", "Weapons begin the battle full.", default=True, rule="power/3",
              group=SETTINGS),
    HouseRule("plotted", "Written moves",
              "Ships move in turn by initiative, or all together as written in secret.",
              ((False, "in turn"), (True, "written")), False, "power/4.9", SETTINGS),
    HouseRule("snaps", "Snap manoeuvres", "One before movement and one after it, or one in all.",
              ((2, "two"), (1, "one")), 2, "power/4.7", SETTINGS),
    HouseRule("critical_permanent", "Criticals", "A weapon that breaks stays broken, or is mended after a round.",
              ((True, "for good"), (False, "for one round")), True, "power/11", SETTINGS),
    HouseRule("same_hex_row", "Who chooses the side in a shared hex",
              "Either the owner of the target or the firing side says which side is struck.",
              (("target", "the target's owner"), ("firer", "the firing side")), "target", "power/1", SETTINGS),
    HouseRule("in_flight", "Weapons in flight at the end",
              "A battle waits for ballistic weapons and flights that can still harm, or not.",
              (("waits", "waits"), ("ends", "ends at once")), "waits", "power/1", SETTINGS, older="ends"),
    HouseRule("last_turn", "After the last round", "Points decide a battle for the last side, or nobody wins it.",
              (("points", "points decide"), ("draw", "nobody wins")), "points", "power/1", SETTINGS, older="draw"),
    replace(ADVISER, group=SETTINGS),
)  # fmt: skip
