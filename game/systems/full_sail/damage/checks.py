"""Checks: all systems at the end of a row; masts, anchor and hull by the current row (sail/2, 4.1)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.umpire import Umpire, at_least
from game.systems.full_sail.ships.design import MASTS
from game.systems.full_sail.ships.ship import GONE, SailingShip

RULE = "sail/2"


def title(ship: SailingShip, key: str) -> str:
    """Return the name of a system: "fore mast", "port heavy gun", "anchor"."""
    if key.startswith("mast"):
        return f"{MASTS[int(key[4:])]} mast"
    return next((gun.title for gun in ship.design.guns if gun.key == key), key)


def knock_out(ship: SailingShip, key: str) -> None:
    """Damage one system: a mast by one of its two steps, a gun or the anchor completely."""
    if key.startswith("mast"):
        place = int(key[4:])
        ship.masts = tuple(min(GONE, now + (n == place)) for n, now in enumerate(ship.masts))
    elif key == "anchor":
        ship.anchor = False
        ship.anchored = False
    else:
        ship.lost |= {key}


def row_end_check(umpire: Umpire, ship: SailingShip, number: int, bonus: int, cause: str) -> tuple[str, ...]:
    """Roll a die for every standing mast, every working gun and the anchor; return the keys that failed. `number` is
    the lowest face that fails. `bonus` is added to each die, one for every further row that the same attack ended."""
    keys = tuple(ship.checked_systems())
    return _check(umpire, ship, keys, number, bonus, f"threshold/{ship.id}/{number}/{cause}", "checks everything")


def mast_check(umpire: Umpire, ship: SailingShip, cause: str) -> tuple[str, ...]:
    """Roll a die for every standing mast, by the current row; return the keys that failed (sail/4.1)."""
    keys = tuple(key for key in ship.checked_systems() if key.startswith("mast"))
    return _check(
        umpire, ship, keys, ship.check_number, 0, f"rigging/{ship.id}/{ship.check_number}/{cause}", "checks its masts"
    )


def current_row_check(umpire: Umpire, ship: SailingShip, what: str, rule: str) -> bool:
    """Roll a die by the current row; return whether it fails. `what` is the thing checked, and names the dice."""
    number = ship.check_number
    face = umpire.die(f"{what}/{ship.id}/{number}", worth=at_least(number))
    failed = face >= number
    umpire.tell(
        Event(
            "check",
            rule,
            f"{{{ship.id}}} checks for {what} at {number}",
            whom=ship.id,
            dice=(Die(face, failed),),
            result="fails" if failed else "holds",
            tone="bad" if failed else "good",
            at=ship.at,
        )
    )
    return failed


def _check(
    umpire: Umpire, ship: SailingShip, keys: tuple[str, ...], number: int, bonus: int, label: str, verb: str
) -> tuple[str, ...]:
    faces = umpire.roll(len(keys), label)
    failed = tuple(key for key, face in zip(keys, faces) if face + bonus >= number)
    for key in failed:
        knock_out(ship, key)
    names = ", ".join(title(ship, key) for key in failed)
    umpire.tell(
        Event(
            "damage_check",
            RULE,
            f"{{{ship.id}}} {verb} at {number}",
            whom=ship.id,
            dice=tuple(Die(face, face + bonus >= number) for face in faces),
            reason=f"+{bonus} for rows ended at once" if bonus else "",
            result=f"fails: {names}" if failed else "all hold",
            tone="bad" if failed else "good",
            mounts=keys,
            at=ship.at,
            broken=tuple(title(ship, key) for key in failed),
        )
    )
    return failed
