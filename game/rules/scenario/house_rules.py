"""House rules and edition profiles of the space game (full-thrust-base/12): every option, its default, one sentence.

Each is read in one place of the rules. A profile is nothing but a set of values for them.
"""

from __future__ import annotations

from game.core.system import HouseRule
from game.core.values import HouseValue
from game.rules.manoeuvres.archive import HOUSE as MANOEUVRES
from game.rules.ships.ship import B

HOUSE = (
    HouseRule("profile", "Edition", "Sets the rules below to one edition's habits; each can still be changed.",
              (("FB", "Fleet Book"), ("FT2", "second edition"), ("XD", "Cross Dimensions")), "FB", f"{B}/12"),
    HouseRule("rerolls", "Beam re-rolls", "A natural 6 rolls again and goes through screens and armour.",
              default=True, rule=f"{B}/5.8/re-rolls"),
    HouseRule("odd_thrust_turn", "Half turns", "At most half the thrust may turn a ship; odd halves are rounded.",
              (("down", "down"), ("up", "up")), "down", f"{B}/2.1"),
    HouseRule("sideslip", "Side-slip", "Two opposite turns in one order, flown one after the other.",
              (("off", "off"), ("even", "even halves"), ("free", "free")), "free", f"{B}/2.2/side-slip"),
    HouseRule("half_velocity", "Half moves", "How an odd velocity is halved for the turn in the middle of a move.",
              (("exact", "exact"), ("floor", "short half first")), "exact", f"{B}/2.2"),
    HouseRule("movement", "Movement", "Ships turn as they fly, or keep their motion and push against it; a ship may differ.",
              (("cinematic", "cinematic"), ("vector", "by vectors")), "cinematic", f"{B}/3"),
    HouseRule("vector_form", "Thrusters", "In vector movement thrusters have points of their own, or are paid by the main drive.",
              (("fb1", "points of their own"), ("fb2", "paid by the drive")), "fb1", f"{B}/3/fb2"),
    HouseRule("stationary_spin", "Spin at rest", "A ship at velocity 0 that spends no other thrust may face any way.",
              default=True, rule=f"{B}/2.3"),
    HouseRule("illegal_order", "Orders that cannot be flown",
              "Refused when written; or taken, and flown straight on or cut to fit.",
              (("refuse", "refused"), ("straight", "straight on"), ("clip", "cut to fit")), "refuse", f"{B}/1.3/illegal-orders"),
    HouseRule("slow_turn", "Thrust 1 turns every other turn", "A ship with thrust 1 may not turn on two turns running.",
              default=False, rule=f"{B}/2.1"),
    HouseRule("squadrons", "Squadrons", "Ships may be ordered to keep station on a leader and fly its order.",
              default=False, rule=f"{B}/2.7"),
    HouseRule("arcs", "Fire arcs", "Six arcs of sixty degrees, or the four wide ones of the second edition.",
              ((6, "six"), (4, "four")), 6, f"{B}/4.1"),
    HouseRule("boundary", "On the line between arcs",
              "A target exactly between two arcs counts in the clockwise one, or a die decides.",
              (("clockwise", "clockwise"), ("dice", "a die")), "clockwise", f"{B}/4.1"),
    HouseRule("aft_fire", "Aft arc", "Guns fire astern only on a turn without thrust, or never.",
              (("coasting", "without thrust"), ("never", "never")), "coasting", f"{B}/4.4"),
    HouseRule("aft_armour", "Raking from astern", "Direct fire from inside the target's aft arc ignores its armour.",
              default=False, rule=f"{B}/4.4"),
    HouseRule("thresholds", "Threshold checks", "Systems are checked after each ship's fire, or all at the end of the turn.",
              (("at_once", "at once"), ("batched", "end of turn")), "at_once", f"{B}/5.3/batched"),
    HouseRule("fire_effect", "Effect of fire", "A ship destroyed before its turn to fire is silent, or still fires this turn.",
              (("at_once", "at once"), ("simultaneous", "simultaneous")), "at_once", f"{B}/1.4/firing"),
    HouseRule("core_systems", "Core systems", "Bridge, life support and power core can be knocked out.",
              default=False, rule=f"{B}/5.4"),
    HouseRule("bridge", "Bridge lost", "A ship without its bridge is out of control for one die of turns; or a 6 is for good.",
              (("turns", "one die of turns"), ("for_good", "a 6 is for good")), "turns", f"{B}/5.4/bridge"),
    HouseRule("core_explosion", "Power core", "When a damaged power core may explode.",
              (("start", "start of turn"), ("end", "end of turn")), "start", f"{B}/5.4/power-core"),
    HouseRule("damage_control", "Damage control", "Repair parties mend lost systems at the end of a turn.",
              default=True, rule=f"{B}/5.5"),
    HouseRule("torpedo_bands", "Pulse torpedoes", "Whose table says what a pulse torpedo needs to hit.",
              (("FB", "Fleet Book"), ("FT2", "second edition"), ("FT1", "first edition")), "FB", f"{B}/6.2"),
    HouseRule("needle", "Needle beams", "Reach, and which faces score, by edition.",
              (("FB", "Fleet Book"), ("FT2", "second edition"), ("XD", "Cross Dimensions")), "FB", f"{B}/6.3"),
    HouseRule("needle_control", "Needles need their own fire control", "A needle beam takes a fire control for itself.",
              default=True, rule=f"{B}/5.6"),
    HouseRule("torpedo_control", "Torpedoes need their own fire control",
              "A target engaged with torpedoes takes a fire control that guides no beams.",
              default=False, rule=f"{B}/5.6"),
    HouseRule("battle_debris", "Debris of battle", "A ship shot to pieces may burst into debris that flies on for a turn.",
              default=False, rule=f"{B}/6.20/debris"),
    HouseRule("striking", "Striking the colours", "With each threshold check a ship may surrender.",
              default=False, rule=f"{B}/9.4"),
    HouseRule("fleet_morale", "Fleet morale",
              "A side that has lost half its mass withdraws, or rolls a die once half its ships are lost.",
              (("off", "off"), ("mass", "by mass"), ("ships", "by ships")), "off", f"{B}/9.2"),
    HouseRule("floating_table", "Floating table", "The table follows the fleets; nobody falls off its edge.",
              default=False, rule=f"{B}/9.5"),
    HouseRule("table_edge", "Leaving the table",
              "A ship that leaves is gone, or on a die of 4 to 6 returns after that many turns.",
              (("gone", "gone"), ("return", "may return")), "gone", f"{B}/9.6"),
    *MANOEUVRES,
)  # fmt: skip

PROFILES: dict[str, dict[str, HouseValue]] = {
    "FB": {},
    "FT2": {
        "rerolls": False, "odd_thrust_turn": "up", "sideslip": "off", "arcs": 4, "aft_fire": "never",
        "torpedo_bands": "FT2", "needle": "FT2", "torpedo_control": True, "damage_control": False,
    },
    "XD": {"half_velocity": "floor", "slow_turn": True, "aft_fire": "never", "bridge": "for_good", "core_explosion": "end",
           "needle": "XD", "boundary": "dice"},
}  # fmt: skip
