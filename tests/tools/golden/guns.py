"""The golden guns: reach, words, dice and chances of every gun in every class, by every setting that it reads."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, product
from typing import Any

from game.board.geometry import ARCS, QUARTERS
from game.core.state import Side, Table
from game.core.umpire import Umpire
from game.rules.combat.weapon import AimedShot, Weapon, arc_names, bears_into
from game.rules.combat.weapons import WEAPONS, bands_in_words, point_blank
from game.rules.ships.beam_dice import Modifier
from game.rules.ships.design import Mount, keyed_mounts
from game.rules.ships.ship import Ship, drive_after, drive_steps
from game.rules.ships.thrust_state import ThrustState
from game.systems import SYSTEMS
from tests.tools.golden.prices import hull_of
from tests.tools.golden.text import plain

SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (  # the game, and what is chosen in it
    ("full-thrust", {}),
    ("full-thrust", {"profile": "FT2"}),
    ("full-thrust", {"profile": "XD"}),
    ("full-thrust", {"torpedo_bands": "FT1", "torpedo_control": True, "needle_control": False, "rerolls": False}),
    ("hexcess", {}),
    ("easyhex", {}),
    ("easyhex", {"screens": "base", "arcs": 6}),
    ("hex12", {"profile": "FT2"}),
)
LEVELS = {"beam": (1, 2, 3, 4), "kgun": (1, 2, 3, 6), "pulser": (1,)}
MODES = {"pulser": ("M", "L", "C")}
DISTANCES = (0.0, 2.0, 6.0, 6.0000001, 6.1, 9.0, 12.0, 12.1, 18.0, 18.1, 24.0, 24.1, 30.0, 36.0, 36.1, 48.0, 54.0, 54.1)
SHIELDS = (("", 0), ("screen", 1), ("screen", 2), ("screen", 3), ("advanced_screen", 1), ("advanced_screen", 2))


def gun_lines() -> Iterator[str]:
    """Yield all guns by all settings, where they differ from the first, then what a drive loses with each hit."""
    # what each gun does by the first settings, so that only changes follow
    first: dict[tuple[str, int, str], set[str]] = {}
    for key, chosen in SETTINGS:
        house = SYSTEMS[key].settings(chosen)
        yield f"{key} {plain(chosen)}: arcs {' '.join(arc_names(house))}"
        for profile, (kind, weapon) in product(("FB", "FT2"), WEAPONS.items()):
            for level, mode in product(LEVELS.get(kind, (1,)), MODES.get(kind, ("",))):
                lines = list(one_gun(weapon, house, profile, Mount("", kind, level, ("F",), mode)))
                known = first.setdefault((kind, level, mode), set())
                yield f"  {profile} {kind} {level} {mode}".rstrip()
                yield from (f"    {line}" for line in lines if line not in known)
                known.update(() if known else lines)
    for rating in range(9):
        yield (
            f"drive of thrust {rating}: {[drive_after(rating, hits) for hits in range(4)]}, {drive_steps(rating)} steps"
        )


def one_gun(weapon: Weapon, house: dict[str, Any], profile: str, mount: Mount) -> Iterator[str]:
    """Yield what a gun does, where it bears, and the result of each face."""
    ship = ship_of("firer", profile, mount)
    mount = ship.design.mounts[0]
    yield (
        f"{weapon.rule} to {weapon.reach(house, ship, mount):g}, close {point_blank(house, ship, mount):g}, "
        f"{weapon.forward}"
    )
    yield "; ".join(f"{limit:g} {words}" for limit, words in bands_in_words(house, ship, mount))
    yield f"words {[weapon.words(number, added) for number in (1, 3, 6) for added in (-1, 0, 1, 6)]}"
    yield f"at {' '.join(str(weapon.number(house, ship, mount, far)) for far in DISTANCES)}"
    yield f"control {weapon.control(house, '')!r} {weapon.control(house, 'B1')!r}"
    for arcs, inverted in product((ARCS[:1], ARCS[:2], ARCS[1:4], ARCS, QUARTERS[:2], QUARTERS), (False, True)):
        turned = ship_of("firer", profile, Mount("", mount.kind, mount.level, arcs, mount.mode), inverted=inverted)
        bears = sorted(bears_into(house, turned, turned.design.mounts[0]))
        yield f"drawn {' '.join(arcs)}{' inverted' * inverted}: bears {' '.join(bears)}"
    for (kind, level), added in [*product(SHIELDS, (0,)), *product(SHIELDS[::3], (-1, 1))]:
        target = ship_of("target", profile, *[Mount("", kind)] * level, Mount("", "fcs"))
        yield f"{kind or 'bare'} {level} {added:+d}: {'; '.join(shots(weapon, house, ship, target, added))}"


def ship_of(key: str, profile: str, *mounts: Mount, inverted: bool = False) -> Ship:
    """Return a ship with these systems."""
    design = hull_of(60, profile, mounts=keyed_mounts(mounts))
    return Ship(key, key.capitalize(), key, design, (0.0, 0.0), 12, 12, 4, design.hull, (), inverted=inverted)


def shots(weapon: Weapon, house: dict[str, Any], ship: Ship, target: Ship, added: int) -> Iterator[str]:
    """Yield the result of each first face at 5 MU, and the chances."""
    state = ThrustState(
        {key: Side(key, key, 0) for key in ("firer", "target")}, {"firer": ship, "target": target}, Table(), house, {}
    )
    modifiers = (Modifier(added, "why"),) if added else ()
    aim = AimedShot(state, ship, ship.design.mounts[0], target, 5.0, target.design.mounts[-1].key, modifiers)
    said: dict[str, None] = {}
    for face in range(1, 7):
        rolled = islice(cycle((face, 7 - face, 3)), 60)

        def dice(label: str, count: int, sides: int, rolled: Iterator[int] = rolled) -> tuple[int, ...]:
            return tuple(islice(rolled, count))

        umpire = Umpire(dice)
        fired = weapon.resolve(aim, weapon.throw(aim).roll(umpire, "shot"))
        faces = "".join(map(str, umpire.faces))
        hits = " ".join(f"{points}{mode}" for mode, points in fired.hits)
        yield f"{faces} {hits}{' kills' * fired.kills}{' burnt' * fired.burnt}".strip()
        said[f"{fired.result}, {fired.reading}".rstrip(", ")] = None
    yield f"chances {plain(weapon.throw(aim).likely, 4)}"
    yield f"said {' | '.join(said)}"
