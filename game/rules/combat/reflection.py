"""Reflex fields: the effect of a beam that hits a ship behind one (full-thrust-base/6.16/reflex)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from game.core.events import Die
from game.core.umpire import Umpire
from game.rules.combat.weapon import AimedShot, Fired, damage
from game.rules.combat.weapons import WEAPONS
from game.rules.odds.throws import Table
from game.rules.ships.beam_dice import FACES
from game.rules.ships.ship import REFLECTING, Hit

RULE = "full-thrust-base/6.16/reflex"
FULL, HALF, NONE = 1.0, 0.5, 0.0
PASSED = {1: FULL, 2: HALF, 3: NONE, 4: NONE, 5: NONE, 6: NONE}  # the share that hits the ship, by face
BACK = {1: NONE, 2: NONE, 3: NONE, 4: NONE, 5: HALF, 6: FULL}  # the share that hits the firing ship, by face


class Reflected(NamedTuple):
    """A beam that met a reflex field: the hits on its target, and those reflected at the firing ship."""

    fired: Fired
    back: tuple[Hit, ...]


def reflects(aim: AimedShot) -> bool:
    """Return whether the shot is a beam at a ship with an active field."""
    return REFLECTING in aim.target.status_flags and WEAPONS[aim.mount.kind].reflected


def share(hits: Iterable[Hit], part: float) -> tuple[Hit, ...]:
    """Return all of the hits, none, or half of their points rounded up, the first hits first."""
    found, left = list[Hit](), -int(-part * sum(points for _, points in hits) // 1)
    for mode, points in hits:
        if left > 0 or (points == 0 and part == FULL):
            found.append((mode, min(points, left)))
        left -= points
    return tuple(found)


def roll_reflection(umpire: Umpire, fired: Fired, label: str) -> Reflected:
    """Roll the field's die for a beam that has scored."""
    face = umpire.die(f"{label}/reflex")
    hits = share(fired.hits, PASSED[face])
    dice = (*fired.dice, Die(face, PASSED[face] < FULL, of="reflex field"))
    said = Fired(hits, dice, f"{damage(hits)} past the reflex field", fired.reading, fired.kills, fired.burnt)
    return Reflected(said, share(fired.hits, BACK[face]))


def thrown_back(tables: Iterable[Table]) -> tuple[float, float]:
    """Return the exact mean of the points that a field reflects from some beams, and the chance that there are any."""
    mean, none = 0.0, 1.0
    for table in tables:
        any_back = 0.0
        for chance, hits in table:
            for face in FACES:
                back = sum(points for _, points in share(hits, BACK[face]))
                mean += chance * back / len(FACES)
                any_back += chance / len(FACES) * (back > 0)
        none *= 1 - any_back
    return mean, 1 - none


def weakened(table: Iterable[tuple[float, tuple[Hit, ...]]]) -> Table:
    """Return the exact chances of a beam behind a field, given its chances without one."""
    found: dict[tuple[Hit, ...], float] = {}
    for chance, hits in table:
        faces = FACES if any(points for _, points in hits) else (1,)
        for face in faces:
            key = share(hits, PASSED[face])
            found[key] = found.get(key, 0.0) + chance / len(faces)
    return tuple((chance, hits) for hits, chance in found.items())
