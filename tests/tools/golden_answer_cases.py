"""The battles of the golden answers: scenarios, house rules, and what has become of their ships before the first turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

ALL = {"manoeuvres": ["all"]}
AFTER = {"manoeuvres": ["EM", "HA", "SK", "PM"], "em.after_move": True, "em.reaction": True, "ha.after_move": True}
TRIED = (  # orders in the notation of one game or another, wrong or odd in most moments
    "P2", "S9", "+2", "-9", "P1+S1", "P3 +1", "RAM nobody", "ram vesper", "roll", "FTL", "FTL start", "SK1P", "P2 EM2", "HA1P",
    "GB", "PM EM1", "PM SK1P", "PM HA1P", "none", "hold", "withdraw", "lock", "PP2", "MD4", "TL3 MD2", "R1", "F2 L1", "V+1",
    "L R F", "in 5,5", "face 3", "repair B3", "FCS", "all at karst", "PDS at kiln", "launch", "hit karst", "12", "at 20", "alone",
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """One battle: its scenario, the rules agreed on, how long it is watched, and which ships move by vectors."""

    name: str
    scenario: str
    house: dict[str, Any] = field(default_factory=dict)
    turns: int = 4  # how many are watched
    seed: int = 1
    vector: bool = False
    whole: bool = False  # nothing has become of the ships


CASES = (
    Case("first_light", "full_thrust/first_light", whole=True),
    Case("first_light_vector", "full_thrust/first_light", {"core_systems": True}, vector=True),
    Case("crossed_swords_after", "full_thrust/crossed_swords", AFTER, 5),
    Case("crossed_swords_1998", "full_thrust/crossed_swords", {**AFTER, "em.variant": "reactive_1998", "pm.max_per_turn": 2}),
    Case("free_fall", "full_thrust/free_fall", {**ALL, "vector_form": "fb2"}),
    Case("grinding_belt", "full_thrust/grinding_belt", {"squadrons": True, "aft_armour": True, "table_edge": "return"}),
    Case("long_line", "full_thrust/long_line", {"thresholds": "batched"}, 2),
    Case("salt_convoy", "full_thrust/salt_convoy", {**ALL, "core_systems": True}, 3),
    Case("stern_chase", "full_thrust/stern_chase", {"manoeuvres": ["GB", "FTL", "SRJ", "ET", "RL"], "aft_fire": "never"}),
    Case("tavira_passage", "full_thrust/tavira_passage", {"profile": "XD", "core_systems": True}, 3),
    Case("watchmakers", "full_thrust/watchmakers", {"profile": "FT2", "damage_control": True}, 3),
    Case("between_the_rows", "hex12/between_the_rows", {"range": True, "manoeuvres": ["GB", "EM", "SK"]}, 3),
    Case("long_way_round", "hex12/long_way_round", {"spine_correction": True}, 3),
    Case("first_furrow", "hexcess/first_furrow", {"crew": "green"}),
    Case("kessarine_drift", "hexcess/kessarine_drift", {"map": "scroll", "terrain_velocity": "2V"}),
    Case("kessarine_drift_plotted", "hexcess/kessarine_drift", {"plotted": True, "asteroid_hit": "fatal"}, 3),
    Case("wayhouse_round", "hexcess/wayhouse_round", {"core_systems": True}),
    Case("great_drove", "easyhex/great_drove", {"plots": "markers"}, 2),
    Case("open_pasture", "easyhex/open_pasture", {"core_systems": True, "nova": "mild"}, 5),
    Case("shearing_time", "easyhex/shearing_time", {"nova": "printed", "damage_control": True}, 4),
)


def changed(data: dict[str, Any], case: Case) -> dict[str, Any]:
    """A scenario with the rules of a case, and with its ships hurt, at rest or out of control, by their place in the file."""
    ships = {key: dict(ship) for key, ship in data["ships"].items()}
    for nth, ship in enumerate(ships.values()):
        if not case.whole and not ship.get("arrives"):
            ship.update(hurt(nth, ship, case))
        if case.vector:
            ship["movement"] = "vector"
    begun = {"turn": 2} if case.house.get("core_systems") else {}  # a bridge works when a battle begins
    return {**data, **begun, "seed": case.seed, "house": {**data.get("house", {}), **case.house}, "ships": ships}


def hurt(nth: int, ship: dict[str, Any], case: Case) -> dict[str, Any]:
    """What has become of the nth ship; every fifth one is whole."""
    core = case.house.get("core_systems")
    match nth % 5:
        case 0:
            return {"drive_hits": 1, "armour": 0}
        case 1:
            return {"hull": 3, "turned": True}
        case 2:
            return {"clocks": {"bridge": 2}, "lost": ["BRIDGE"]} if core else {}
        case 3:
            return {"velocity": 0} if ship.get("velocity", 0) else {}
        case _:
            return {}
