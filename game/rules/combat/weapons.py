"""The guns, one small class each: range, dice and words (full-thrust-base/6.1 to 6.10).

A weapon gets the state, the mount and the target. One rule describes its throw, which is both rolled and counted; the
order that fires it changes the ships. A new weapon needs a class here with its throw, a line in `WEAPONS` and a price
at the yard.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from game.core.values import House, number
from game.rules.combat.weapon import AimedShot, Bands, Fired, Weapon, damage, least, reading, screens, to_hit
from game.rules.defence.bands import damage_die
from game.rules.odds.beam_chances import BeamDice
from game.rules.odds.throws import NO_DAMAGE, Damage, Rolled, Rule, Throw, d6, fixed_damage, throw
from game.rules.ships.beam_dice import FACES
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, Ship

SIX_MU = (6.0, 12.0, 18.0, 24.0, 30.0)
NEEDED = {"FB": (2, 3, 4, 5, 6), "FT2": (3, 4, 5, 6), "FT1": (4, 5, 6)}  # face that hits, by band of 6 MU (6.2, 6.7)
NEEDLE = {"FB": (12.0, 5), "FT2": (9.0, 7), "XD": (12.0, 4)}  # range, and the lowest face that costs a hull box (6.3)
PULSER = {"L": (36.0, 1), "M": (24.0, 2), "C": (12.0, 6)}  # range and dice by tuning (6.10)
KNOCKED_OUT = 6  # the lowest face with which a needle beam knocks out its system
MKP_HITS = (0, 0, 0, 1, 1, 2)  # by face (6.8)


class Beam(Weapon):
    """As many dice as its class, one fewer for every band of 12 MU after the first (full-thrust-base/6.1)."""

    rule = f"{BOOK}/6.1"
    reflected = True
    past_armour: ClassVar[bool] = True  # whether dice rolled again ignore armour

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return bands of 12 MU, as many as the class, or three of 18 MU for a megabattery. Where the game has a
        point-blank band, it comes first."""
        return beam_bands(mount.level, megabattery(ship, mount), number(house, "point_blank_mu"))

    def words(self, number: int, added: int = 0) -> str:
        return "1 die" if number == 1 else f"{number} dice"

    def column(self, aim: AimedShot) -> tuple[int, str]:
        """Return the column in which its dice are read, with words for it."""
        return screens(aim)

    def throw(self, aim: AimedShot) -> Throw:
        read, _ = self.column(aim)
        return beams(BeamDice(self.at(aim), read, aim.rerolls(read), aim.added, self.past_armour))

    def resolve(self, aim: AimedShot, rolled: Rolled) -> Fired:
        """Return how the dice were read. Two 1s burn out a megabattery."""
        ones = sum(die.face == 1 for die in rolled.dice if not die.again)
        burnt = ones >= 2 and megabattery(aim.firer, aim.mount)
        sixes = sum(die.face == 6 for die in rolled.dice) if any(die.again for die in rolled.dice) else 0
        again = "" if not sixes else "the 6 rolls again" if sixes == 1 else "the 6s roll again"
        read = "; ".join(part for part in (self.column(aim)[1], again) if part)
        result = damage(rolled.hits) + ("; two 1s burn it out" if burnt else "")
        return Fired(rolled.hits, rolled.dice, result, read, burnt=burnt)


class Pulser(Beam):
    """A gun with beam dice and a single band, tuned at the yard to long, medium or close range
    (full-thrust-base/6.10)."""

    rule = f"{BOOK}/6.10"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return one band that ends at its range."""
        return (PULSER[mount.mode or "M"],)


class Submunition(Beam):
    """Beam dice in bands of 6 MU. Plain screens do not stop them, and armour takes all hits first
    (full-thrust-base/6.4)."""

    rule = f"{BOOK}/6.4"
    hint = "fires once"
    forward = True
    reflected = past_armour = False

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return bands of three dice, two and one."""
        return (6.0, 3), (12.0, 2), (18.0, 1)

    def column(self, aim: AimedShot) -> tuple[int, str]:
        """Return the column of advanced screens alone."""
        return aim.advanced, reading(aim.advanced, "advanced screen")


class Torpedo(Weapon):
    """One die to hit by range and one for damage, half of which armour stops (full-thrust-base/6.2)."""

    rule = f"{BOOK}/6.2"
    hint = "one die of damage, half of it on armour"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return bands of 6 MU, with the face needed in each by the house rule's edition."""
        return torpedo_bands(str(house["torpedo_bands"]))

    def words(self, number: int, added: int = 0) -> str:
        return to_hit(number - added)

    def throw(self, aim: AimedShot) -> Throw:
        """Return the throw: one die to hit, and one for damage, which advanced screens reduce."""
        return torpedo(self.at(aim) - aim.added, aim.advanced)

    def resolve(self, aim: AimedShot, rolled: Rolled) -> Fired:
        """Return the damage of a hit, with the reduction by screens."""
        if len(rolled.dice) == 1:
            return super().resolve(aim, rolled)
        read = f"advanced screen {aim.advanced}: {aim.advanced} off the damage" if aim.advanced else ""
        return Fired(rolled.hits, rolled.dice, damage(rolled.hits), read)

    def control(self, house: House, system: str) -> str:
        """Return a key of its own if, by option, torpedoes need a fire control that guides no beams. Any number of
        tubes share it."""
        return "torpedo" if house["torpedo_control"] else ""


class KGun(Weapon):
    """One die to hit by range and one for effect: its class, doubled if the second die is no higher
    (full-thrust-base/6.7)."""

    rule = f"{BOOK}/6.7"
    hint = "{level} damage or twice that, one point of it on armour"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return bands of 6 MU, with the face needed in each."""
        return torpedo_bands("FB")

    def words(self, number: int, added: int = 0) -> str:
        return to_hit(number - added)

    def throw(self, aim: AimedShot) -> Throw:
        """Return the throw: one die to hit and one for effect. Advanced screens make doubling rarer."""
        return kgun(self.at(aim) - aim.added, aim.mount.level, aim.advanced)

    def resolve(self, aim: AimedShot, rolled: Rolled) -> Fired:
        """Return the damage of a hit, doubled or not by the second die."""
        doubled = rolled.answers[-1] > aim.mount.level
        return replace(super().resolve(aim, rolled), reading=f"the {rolled.dice[1].face} doubles it" if doubled else "")


class MKP(Weapon):
    """One burst of slugs at short range, four points for each hit (full-thrust-base/6.8)."""

    rule = f"{BOOK}/6.8"
    hint = "fires once, 4 damage a hit, one point of it on armour"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return one die up to 12 MU."""
        return ((12.0, 1),)

    def words(self, number: int, added: int = 0) -> str:
        return f"{to_hit(4 - added)}, twice on {least(6 - added)}"

    def throw(self, aim: AimedShot) -> Throw:
        """Return the throw: one die for no hit, one or two."""
        return mkp(aim.added)

    def resolve(self, aim: AimedShot, rolled: Rolled) -> Fired:
        return replace(super().resolve(aim, rolled), reading="two hits" if len(rolled.hits) == 2 else "")


class Needle(Weapon):
    """One die at one system: a 6 knocks it out for good, whatever the screens and armour (full-thrust-base/6.3)."""

    rule = f"{BOOK}/6.3"
    hint = "the system you name"
    picks = True

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Return one band, by the house rule's edition."""
        return ((_needle(house)[0], 6),)

    def words(self, number: int, added: int = 0) -> str:
        return f"{least(6 - added)} knocks one system out"

    def throw(self, aim: AimedShot) -> Throw:
        return needle(aim.added, _needle(aim.state.house)[1])

    def resolve(self, aim: AimedShot, rolled: Rolled) -> Fired:
        """Return whether the shot knocked out the system that it picks."""
        picked = aim.target.design.mount(aim.system)
        name = picked.title if picked else aim.system
        fired = replace(
            super().resolve(aim, rolled), reading=f"aimed at {name}", kills=rolled.answers[0] >= KNOCKED_OUT
        )
        return replace(fired, result=f"{name} is hit") if fired.kills else fired

    def control(self, house: House, system: str) -> str:
        """Return a key of its own, unless an option lets needle beams share. Needle beams aimed at one system need a
        fire control to themselves."""
        return f"needle {system}" if house["needle_control"] else ""


# -- throws ------------------------------------------------------------------------------------------------------------


@throw
def beams(dice: BeamDice) -> Damage:
    """Throw beam dice, none of which decides whether others are thrown (full-thrust-base/5.8, 6.1)."""
    return (dice,)


@throw
def torpedo(needed: int, less: int) -> Rule:
    """Throw a die to hit, then one for damage, reduced by `less` (full-thrust-base/6.2, 6.14)."""
    return (
        fixed_damage("SAP", (yield d6(damage_die(less).points, "/damage", "damage")))
        if (yield d6(needed))
        else NO_DAMAGE
    )


@throw
def kgun(needed: int, size: int, level: int) -> Rule:
    """Throw a die to hit, then one for effect against advanced screens of a level (full-thrust-base/6.7)."""
    if not (yield d6(needed)):
        return NO_DAMAGE
    points = yield d6(tuple(slug(size, face, level) for face in FACES), "/damage", "effect", good=size + 1)
    return fixed_damage("AP", points)


@throw
def mkp(added: int) -> Rule:
    """Throw one die with a number added, for hits of four points each (full-thrust-base/6.8)."""
    return fixed_damage("AP", 4, (yield d6(tuple(mkp_hits(face + added) for face in FACES))))


@throw
def needle(added: int, boxed: int) -> Rule:
    """Throw one die with a number added; from the face `boxed` up it costs a hull box (full-thrust-base/6.3)."""
    scored = yield d6(tuple(face + added for face in FACES), good=min(boxed, KNOCKED_OUT))
    return fixed_damage("hull", 1) if scored >= boxed else NO_DAMAGE


WEAPONS: dict[str, Weapon] = {
    "beam":        Beam(),
    "torpedo":     Torpedo(),
    "needle":      Needle(),
    "submunition": Submunition(),
    "kgun":        KGun(),
    "mkp":         MKP(),
    "pulser":      Pulser(),
}  # fmt: skip


_GUNS = frozenset(WEAPONS)


def guns(ship: Ship) -> tuple[Mount, ...]:
    """Return the mounts that fire at ships, in the order of the sheet, working or not."""
    return ship.design.among(_GUNS)


def gun_works(ship: Ship) -> bool:
    return ship.has_working(_GUNS)


def point_blank(house: House, ship: Ship, mount: Mount) -> float:
    """Return the range in MU within which a gun has one die more; 0 for guns without such a band
    (hex/2.7/point-blank)."""
    close, bands = number(house, "point_blank_mu"), WEAPONS[mount.kind].bands
    return close if close and bands(house, ship, mount) != bands({**house, "point_blank_mu": 0.0}, ship, mount) else 0.0


def bands_in_words(house: House, ship: Ship, mount: Mount) -> tuple[tuple[float, str], ...]:
    """Return a gun's bands as the board labels them: pairs of the far limit in MU and words."""
    weapon = WEAPONS[mount.kind]
    return tuple((limit, weapon.words(number)) for limit, number in weapon.bands(house, ship, mount))


def megabattery(ship: Ship, mount: Mount) -> bool:
    """Return whether the mount is a class-4 battery of the second edition (full-thrust-base/6.1). It has longer bands,
    and two 1s burn it out."""
    return mount.kind == "beam" and mount.level == 4 and ship.design.profile == "FT2"


def slug(size: int, die: int, level: int = 0) -> int:
    """Return the damage of a K-gun hit (6.7). It is doubled on a die no higher than the class less the level of
    advanced screens, but never on a 6."""
    return 2 * size if die <= size - level and die < 6 else size


@lru_cache
def beam_bands(level: int, mega: bool = False, close: float = 0.0) -> Bands:
    """Return dice by band: bands of 12 MU, or the three of 18 MU of a megabattery (full-thrust-base/6.1). Within
    `close` MU, beams of any class have one die more (hex/2.7/point-blank); 0 without that rule."""
    plain = ((18.0, 4), (36.0, 3), (54.0, 2)) if mega else tuple((12.0 * (n + 1), level - n) for n in range(level))
    return ((close, plain[0][1] + 1), *plain) if close else plain


@lru_cache
def torpedo_bands(edition: str) -> Bands:
    """Return the face needed by band, in the Fleet Book, second or first edition (full-thrust-base/6.2)."""
    return tuple(zip(SIX_MU, NEEDED[edition]))


def mkp_hits(die: int) -> int:
    """Return the hits of one burst by its natural die (full-thrust-base/6.8)."""
    return MKP_HITS[min(max(die, 1), 6) - 1]


def _needle(house: House) -> tuple[float, int]:
    return NEEDLE[str(house["needle"])]
