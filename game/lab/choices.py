"""The choices on a page of the lab: kinds of attackers, numbers of the defender, set-ups to begin with; and how one is
changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import yaml

from game.lab.files import library, of_design
from game.lab.setup import BOTH, LabSetUp
from game.rules.defence.bands import Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.shipyard.price_tables import PAIRS

MOST = 24  # groups, salvos or missiles of one kind that the page offers
SHIP = "polestar"  # the design of the set-ups to begin with


@dataclass(frozen=True)
class AttackerKind:
    """One kind of attacker. `letter` is that of a type of fighter, empty for missiles; `why_not` says why it never
    attacks."""

    key: str
    title: str
    letter: str = ""
    why_not: str = ""
    rule: str = ""


def _fighters(key: str) -> AttackerKind:
    kind = FIGHTER_TYPES[key]
    return AttackerKind(key, kind.title, kind.letter, "" if kind.attacks_ships else "never at ships", "table/odds-lab")


KINDS = (
    *map(_fighters, ("standard", "attack", "heavy", "fast", "long range", "torpedo", "kinetic")),
    AttackerKind("salvos", "Salvos", rule="table/odds-lab"),
    AttackerKind("heavy_missiles", "Heavy missiles", rule="table/odds-lab"),
    _fighters("interceptor"),
)
PAIRED = tuple(_fighters(f"{one} {other}") for one, other in PAIRS)  # craft with the traits of two types


@dataclass(frozen=True)
class DefenceNumber:
    """A number of the defender that is set by hand. `pips` are the symbols shown for it, none where only a number
    stands."""

    key: str
    title: str
    most: int
    pips: int = 0
    symbol: str = ""


DEFENCES = (
    DefenceNumber("screens", "Screens", 2, 2, "screen"),
    DefenceNumber("pds", "Point defence", 12, 6, "pds"),
    DefenceNumber("beams", "Class-1 beams", 12, 6, "beam"),
    DefenceNumber("hull", "Hull boxes", 120),
    DefenceNumber("armour", "Armour boxes", 60),
    DefenceNumber("escorts", "Escorts that lend", 4, 4, "escort"),
    DefenceNumber("lend", "PDS each lends", 6, 6, "pds"),
    DefenceNumber("screening", "Screening craft", 12, 6, "craft"),
)


def count(setup: LabSetUp, key: str) -> int:
    """Return how many of a kind attack: groups, salvos or missiles."""
    return int(getattr(setup, key)) if key in ("salvos", "heavy_missiles") else dict(setup.groups).get(key, 0)


def with_count(setup: LabSetUp, key: str, number: int) -> LabSetUp:
    """Return the set-up with that many of a kind attacking, kept between none and `MOST`."""
    number = max(0, min(MOST, number))
    if key in ("salvos", "heavy_missiles"):
        return replace(setup, **{key: number})  # type: ignore[arg-type]
    groups = {**dict(setup.groups), key: number}
    return replace(
        setup, groups=tuple((kind.key, groups[kind.key]) for kind in (*KINDS, *PAIRED) if groups.get(kind.key))
    )


def paired_kind(setup: LabSetUp, key: str = "") -> AttackerKind:
    """Return the kind of craft with two traits to show: that of the key, or else the first that attacks, or else the
    first of all."""
    attacking = (kind for kind in PAIRED if count(setup, kind.key))
    return next((kind for kind in PAIRED if kind.key == key), None) or next(attacking, PAIRED[0])


def next_paired(key: str, by: int) -> str:
    """Return the key that many places on among craft with two traits, wrapping round."""
    keys = [kind.key for kind in PAIRED]
    return keys[(keys.index(key) + by) % len(keys)]


def other_pairs(setup: LabSetUp, key: str) -> int:
    """Return groups of craft with two traits that attack and are of another kind."""
    return sum(count(setup, kind.key) for kind in PAIRED if kind.key != key)


def defence(setup: LabSetUp, key: str) -> int:
    """Return a number of the defender."""
    if key == "screens":
        return setup.screens.level
    if key == "armour":
        return sum(setup.armour)
    return sum(number for _, number in setup.screening) if key == "screening" else int(getattr(setup, key))


def with_defence(setup: LabSetUp, key: str, number: int) -> LabSetUp:
    """Return the defender with a number set by hand, kept within its limits. Escorts lend one PDS each unless they lend
    more."""
    number = max(0, min(next(one.most for one in DEFENCES if one.key == key), number))
    if key == "screens":
        return replace(setup, screens=replace(setup.screens, level=number))
    if key == "armour":
        return replace(setup, armour=(number,) if number else ())
    if key == "screening":
        return replace(setup, screening=(("standard", number),) if number else ())
    if key == "escorts" and number and not setup.lend:
        setup = replace(setup, lend=1)
    return replace(setup, **{key: number})  # type: ignore[arg-type]


def differs(setup: LabSetUp, key: str) -> bool:
    """Return whether a number of the defender differs from its design's."""
    if key in ("escorts", "lend", "screening") or not setup.design:
        return False
    return defence(setup, key) != defence(of_design(setup.design), key)


def with_design(setup: LabSetUp, key: str) -> LabSetUp:
    """Return the same attack on a design as it is built, with the same escorts and screening craft."""
    kept = ("groups", "craft", "salvos", "heavy_missiles", "assist", "escorts", "lend", "screening", "rules")
    return replace(of_design(key), **{name: getattr(setup, name) for name in kept})


def design_words(key: str) -> tuple[str, str, str]:
    """Return the name of a design, its class, and its silhouette."""
    design = library()[key]
    shell = sum(design.shell) or design.armour
    return design.name, f"{design.ship_class.lower()} · hull {design.hull}, armour {shell}", design.glyph


def next_design(key: str, by: int) -> str:
    """Return the design that many places on in the library, wrapping round, dearest first."""
    keys = sorted(library(), key=lambda one: (-library()[one].points, one))
    return keys[(keys.index(key) + by) % len(keys)] if key in keys else keys[0]


@lru_cache(1)
def beginnings() -> Mapping[str, LabSetUp]:
    """Return the set-ups to begin with, by title."""
    ship = replace(of_design(SHIP), pds=3, armour=(8,), screens=Screens())
    return {
        "Lone group": replace(ship, groups=(("standard", 1),)),
        "Strike of 4": replace(ship, groups=(("standard", 3), ("attack", 1))),
        "Swarm of 12": replace(ship, groups=(("standard", 12),)),
        "Missile storm": replace(ship, salvos=6, heavy_missiles=3),
    }


def file_text(title: str, setup: LabSetUp, axes: Mapping[str, object] | None = None) -> str:
    """Return a set-up, or a study of it, as a file of the lab."""
    attackers = {
        "groups": dict(setup.groups), "craft": setup.craft, "assist": setup.assist, "salvos": setup.salvos,
        "heavy_missiles": setup.heavy_missiles,
    }  # fmt: skip
    defender: dict[str, object] = {
        "design": setup.design, "screens": setup.screens.level, "advanced": setup.screens.advanced,
        "screening": dict(setup.screening),
    }  # fmt: skip
    names = ("pds", "beams", "kguns", "scatterguns", "adfc", "escorts", "lend", "hull")
    defender |= {name: getattr(setup, name) for name in names}
    if not setup.design or differs(setup, "armour"):
        defender["armour"] = sum(setup.armour)
    rules = "both" if setup.rules == BOTH else setup.rules[0]
    data: dict[str, object] = {
        "version": 1,
        "title": title,
        "attackers": attackers,
        "defender": defender,
        "rules": rules,
    }
    if axes:
        data["axes"] = dict(axes)
    return str(yaml.safe_dump(data, sort_keys=False, allow_unicode=True))


def study_of(setup: LabSetUp) -> tuple[str, str] | None:
    """Return title and text of a study of a set-up over 1 to 12 groups or salvos and every screen; None if nothing
    attacks."""
    words = f"{design_words(setup.design)[0]}, " if setup.design else ""
    if setup.groups:
        key = max(setup.groups, key=lambda one: one[1])[0]
        one = replace(setup, groups=((key, 1),), rules=BOTH)
        title = f"{words}1 to 12 {FIGHTER_TYPES[key].title.lower()} groups"
        return title, file_text(title, one, {"groups": "1 to 12", "screens": [0, 1, 2]})
    if setup.salvos:
        title = f"{words}1 to 12 salvos"
        return title, file_text(title, replace(setup, rules=BOTH), {"salvos": "1 to 12", "screens": [0, 1, 2]})
    return None
