"""The wind of a battle: set by its file, or rolled at the start (sail/3.4)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.state import AnyState, PhaseData
from game.core.umpire import Umpire
from game.systems.full_sail.wind.rose import RULE, Wind

LEAST = 8  # added to two dice for the speed of the wind
SPEED, SOURCE = PhaseData[int]("wind_speed", 0), PhaseData[int]("wind_source", 0)  # 0: not known yet


def wind_of(state: AnyState) -> Wind | None:
    """Return the present wind; None without rules of the wind."""
    return Wind(SPEED.of(state), SOURCE.of(state)) if state.house["wind"] and SOURCE.of(state) else None


def set_wind(state: AnyState, wind: Wind) -> None:
    SPEED.set(state, wind.speed)
    SOURCE.set(state, wind.source)


def roll_wind(state: AnyState, umpire: Umpire) -> None:
    """Roll for the values that the file leaves open: 2D6 + 8 for the speed, a die of twelve for the direction."""
    if not state.house["wind"]:
        return
    speed, source, dice = SPEED.of(state), SOURCE.of(state), []
    if not speed:
        faces = umpire.roll(2, "wind/speed")
        speed = sum(faces) + LEAST
        dice += [Die(face, of="speed") for face in faces]
    if not source:
        source = umpire.die("wind/source", 12)
        dice.append(Die(source, sides=12, of="from"))
    set_wind(state, Wind(speed, source))
    if dice:
        umpire.tell(Event("note", RULE, f"The wind blows from {source}, {speed} MU a turn", dice=tuple(dice)))
