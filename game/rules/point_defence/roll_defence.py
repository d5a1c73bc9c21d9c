"""The dice of declared point defence: who loses how much, and what a scattergun hits besides."""

from __future__ import annotations

from collections.abc import Iterable

from game.core.events import Event, score_of
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.counters.counter import shot_at
from game.rules.defence.old_defence import SYSTEMS, roll_kills
from game.rules.odds.die_columns import as_events
from game.rules.point_defence.attackers import Attacker, struck, target_of
from game.rules.point_defence.defend import DECLARED, SCATTER, defended_by, dice_by_target
from game.rules.point_defence.pool import RULE
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def roll_defence(state: ThrustState, umpire: Umpire) -> dict[Id, int]:
    """Roll all declared point defence. Return the losses of each attacker."""
    lost: dict[Id, int] = {}
    for key, shots in DECLARED.all(state).items():
        ship = state.ships[key]
        for target, dice in dice_by_target(state, ship, shots).items():
            one = state.counters[target]
            assert isinstance(one, Attacker)
            kills = _roll(state, umpire, ship, one, dice, tuple(shot.mount for shot in shots if shot.target == target))
            lost[target] = lost.get(target, 0) + kills
    for target, kills in lost.items():
        if kills:
            shot_at(state, umpire, state.counters[target], kills, RULE)
        lost[target] = min(kills, state.counters[target].total)
    return lost


def _roll(
    state: ThrustState, umpire: Umpire, ship: Ship, one: Attacker, dice: tuple[int, ...], mounts: tuple[str, ...]
) -> int:
    target = target_of(state, one, struck(state, one)[0])
    kills, rolled = roll_kills(umpire, target, dice, f"defence/{ship.id}>{one.id}")
    umpire.tell(
        Event(
            "fire",
            RULE,
            f"{{{ship.id}}} shoots at {{{one.id}}}",
            ship.id,
            one.id,
            as_events(rolled),
            _systems(ship, mounts),
            f"{kills} shot down",
            "good" if kills else "plain",
            line=(ship.at, one.at),
            mounts=mounts,
            weapon="Point defence",
            downed=kills,
            score=score_of(kills, target.kill_chances(dice), "craft"),
        )
    )
    count = sum(given for kind, given in zip(SYSTEMS, dice) if kind.startswith("scattergun"))
    scattered = rolled[len(rolled) - count :]  # they are rolled last
    guns = [mount for key in mounts if (mount := ship.design.mount(key)) and mount.kind == "scattergun"]
    other = defended_by(state, ship, one, guns[0]) if guns else ship
    if other is not ship and (stray := sum(die.faces[0] == 1 for die in scattered)):
        inflict(state, umpire, Harm(ship.id, other.id, (("normal", stray),), f"defence/{ship.id}", rule=SCATTER))
    return kills


def _systems(ship: Ship, mounts: Iterable[str]) -> str:
    """Return the names of systems that shoot, with equal names together: “Beam 1 a, Point defence a, b”."""
    letters: dict[str, list[str]] = {}
    for mount in ship.design.mounts:
        if mount.key in mounts:
            name, _, letter = mount.title.rpartition(" ")
            alike = bool(name) and len(letter) == 1 and letter.isalpha()
            letters.setdefault(name if alike else mount.title, []).extend([letter] if alike else [])
    return ", ".join(f"{name} {', '.join(found)}".rstrip() for name, found in letters.items())
