"""A duel for tests of fire: Lancet against Vesper, and Cinder to starboard."""

from __future__ import annotations

from typing import Any

import pytest

from game.board.geometry import ARCS
from game.core.display import Shot
from game.core.events import Event
from game.core.orders import Illegal
from game.core.values import House
from game.rules.combat.fire import Fire
from game.rules.combat.targeting import shots
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import carried_out, design, ship, state

F3, P3, S3 = ("F", "FS", "FP"), ("F", "AP", "FP"), ("F", "FS", "AS")
FCS, PDS, SCREEN = Mount("", "fcs"), Mount("", "pds", 1, ARCS), Mount("", "screen")
BEAM1, BEAM3 = Mount("", "beam", 1, ARCS), Mount("", "beam", 3, F3)
TUBE, NEEDLE, PACK = (
    Mount("", "torpedo", 1, ("F",)),
    Mount("", "needle", 1, ("F",)),
    Mount("", "submunition", 1, ("F",)),
)
PORT, STARBOARD = Mount("", "beam", 2, P3), Mount("", "beam", 2, S3)


def duel(
    *mounts: Mount,
    at: tuple[float, float] = (0.0, 10.0),
    defences: tuple[Mount, ...] = (),
    hull: int = 24,
    armour: int = 0,
    played: House | None = None,
    **rules: Any,
) -> ThrustState:
    """Return Lancet at (0, 0) on course 12 with these mounts, Vesper at `at` on course 6, and Cinder 10 MU to
    starboard. `played` has house rules whose keys are not valid Python names."""
    lancet = ship("lancet", built=design(*mounts))
    vesper = ship("vesper", "crimson", at, 6, built=design(BEAM3, SCREEN, *defences, FCS, hull=hull, armour=armour))
    cinder = ship("cinder", "crimson", (10.0, 1.0), built=design(BEAM1, FCS, hull=8))
    return state(lancet, vesper, cinder, **(played or {}), **rules)


def refusal(battle: ThrustState, text: str, by: str = "lancet") -> Illegal:
    with pytest.raises(Illegal) as caught:
        Fire.parse(by, text).check(battle)
    return caught.value


def allowed(battle: ThrustState, text: str) -> None:
    Fire.parse("lancet", text).check(battle)


def fire(battle: ThrustState, text: str, *faces: int, by: str = "lancet") -> list[Event]:
    """Check an order and carry it out with these faces. Fails if any face is left over."""
    return carried_out(battle, Fire.parse(by, text), *faces)


def the_shot(battle: ThrustState, key: str, target: str = "vesper") -> Shot:
    return next(shot for shot in shots(battle, "lancet", target) if shot.mount == key)
