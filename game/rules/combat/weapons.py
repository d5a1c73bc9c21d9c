"""The guns, one small class each: reach, dice, how they roll and their exact chances (full-thrust-base/6.1 to 6.10).

A weapon is handed the state, the mount and the target, and looks up what it needs itself. It rolls and says what came of
it; the order that fires it changes the ships. A new weapon is one class here and one line in `WEAPONS` (and its price at
the yard).
"""

from __future__ import annotations

from functools import lru_cache

from game.core.events import Die
from game.core.umpire import Umpire
from game.core.values import House, number
from game.rules.combat.weapon import (
    AimedShot,
    Bands,
    Fired,
    Weapon,
    collected,
    damage,
    hit_chance,
    least,
    reading,
    screens,
    throw,
    to_hit,
)  # fmt: skip
from game.rules.odds.throws import FACES, BeamDice, Table
from game.rules.ships.design import Mount
from game.rules.ships.ship import B, Hit, Ship

SIX_MU = (6.0, 12.0, 18.0, 24.0, 30.0)
NEEDED = {"FB": (2, 3, 4, 5, 6), "FT2": (3, 4, 5, 6), "FT1": (4, 5, 6)}  # face to hit with, by band of 6 MU (6.2, 6.7)
NEEDLE = {"FB": (12.0, 5), "FT2": (9.0, 7), "XD": (12.0, 4)}  # reach, and the face from which it costs a hull box (6.3)
PULSER = {"L": (36.0, 1), "M": (24.0, 2), "C": (12.0, 6)}  # reach and dice by tuning (6.10)
MKP_HITS = (0, 0, 0, 1, 1, 2)  # by face (6.8)


class Beam(Weapon):
    """Class less one die for every band of 12 MU after the first (full-thrust-base/6.1)."""

    rule = f"{B}/6.1"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Bands of 12 MU, as many as the class; three of 18 MU for a megabattery; point blank, where there is such a thing."""
        return beam_bands(mount.level, megabattery(ship, mount), number(house, "point_blank_mu"))

    def words(self, number: int, added: int = 0) -> str:
        """So many dice."""
        return "1 die" if number == 1 else f"{number} dice"

    def fire(self, umpire: Umpire, aim: AimedShot, label: str) -> Fired:
        """Throw the dice; two 1s burn a megabattery out."""
        level, read = screens(aim)
        fired = throw(umpire, aim, self.at(aim), level, label, read)
        first = [die.face for die in fired.dice if not die.again]
        if megabattery(aim.firer, aim.mount) and first.count(1) >= 2:
            return Fired(fired.hits, fired.dice, f"{fired.result}; two 1s burn it out", fired.reading, burnt=True)
        return fired

    def chances(self, aim: AimedShot) -> BeamDice:
        """Beam dice against the target's screen."""
        read = screens(aim)[0]
        return BeamDice(self.at(aim), read, aim.rerolls(read), aim.added)


class Pulser(Beam):
    """Beam dice without bands, as tuned at the yard: long, medium or close (full-thrust-base/6.10)."""

    rule = f"{B}/6.10"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """One band to the end of its reach."""
        return (PULSER[mount.mode or "M"],)


class Submunition(Beam):
    """Beam dice in bands of 6 MU that no plain screen stops, all of them on armour first (full-thrust-base/6.4)."""

    rule = f"{B}/6.4"
    forward = True

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Three dice, two, one."""
        return (6.0, 3), (12.0, 2), (18.0, 1)

    def fire(self, umpire: Umpire, aim: AimedShot, label: str) -> Fired:
        """Throw the dice; what re-rolls score is ordinary damage too."""
        fired = throw(umpire, aim, self.at(aim), aim.advanced, label, reading(aim.advanced, "advanced screen"))
        points = sum(hit[1] for hit in fired.hits)
        hits: tuple[Hit, ...] = (("normal", points),) if points else ()
        return Fired(hits, fired.dice, damage(hits), fired.reading)

    def chances(self, aim: AimedShot) -> BeamDice:
        """Beam dice against advanced screens only."""
        return BeamDice(self.at(aim), aim.advanced, aim.rerolls(aim.advanced), aim.added, through=False)


class Torpedo(Weapon):
    """One die to hit by range, one for damage, half of it on armour (full-thrust-base/6.2)."""

    rule = f"{B}/6.2"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Bands of 6 MU with the face needed in each, by the edition agreed on."""
        return torpedo_bands(str(house["torpedo_bands"]))

    def words(self, number: int, added: int = 0) -> str:
        """Hits on so much."""
        return to_hit(number - added)

    def fire(self, umpire: Umpire, aim: AimedShot, label: str) -> Fired:
        """Roll to hit, then for damage, which advanced screens blunt."""
        face = umpire.die(label)
        if face + aim.added < self.at(aim):
            return Fired((), (Die(face, False),), "misses")
        second = umpire.die(f"{label}/damage")
        points = blunted(second, aim.advanced)
        hits: tuple[Hit, ...] = (("SAP", points),) if points else ()
        read = f"advanced screen {aim.advanced}: {aim.advanced} off the damage" if aim.advanced else ""
        return Fired(hits, (Die(face), Die(second, points > 0, of="damage")), damage(hits), read)

    def chances(self, aim: AimedShot) -> Table:
        """Missed, or one face of damage as likely as any other."""
        return torpedo_table(self.at(aim), aim.added, aim.advanced)

    def control(self, house: House, system: str) -> str:
        """By option torpedoes take a fire control that guides no beams; any number of tubes share it."""
        return "torpedo" if house["torpedo_control"] else ""


class KGun(Weapon):
    """One die to hit by range, one for effect: its class, or twice that on a die no higher (full-thrust-base/6.7)."""

    rule = f"{B}/6.7"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """Bands of 6 MU with the face needed in each."""
        return torpedo_bands("FB")

    def words(self, number: int, added: int = 0) -> str:
        """Hits on so much."""
        return to_hit(number - added)

    def fire(self, umpire: Umpire, aim: AimedShot, label: str) -> Fired:
        """Roll to hit, then for effect; advanced screens make doubling rarer."""
        face = umpire.die(label)
        if face + aim.added < self.at(aim):
            return Fired((), (Die(face, False),), "misses")
        second = umpire.die(f"{label}/damage")
        points = slug(aim.mount.level, second, aim.advanced)
        doubled = points > aim.mount.level
        hits: tuple[Hit, ...] = (("AP", points),)
        dice = (Die(face), Die(second, doubled, of="effect"))
        return Fired(hits, dice, damage(hits), f"the {second} doubles it" if doubled else "")

    def chances(self, aim: AimedShot) -> Table:
        """Missed, single or double."""
        return kgun_table(self.at(aim), aim.added, aim.mount.level, aim.advanced)


class MKP(Weapon):
    """One burst of slugs at close quarters, four points a hit (full-thrust-base/6.8)."""

    rule = f"{B}/6.8"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """One die to 12 MU."""
        return ((12.0, 1),)

    def words(self, number: int, added: int = 0) -> str:
        """One die, and what it takes."""
        return f"{to_hit(4 - added)}, twice on {least(6 - added)}"

    def fire(self, umpire: Umpire, aim: AimedShot, label: str) -> Fired:
        """One die: nothing, one hit or two."""
        face = umpire.die(label)
        hits: tuple[Hit, ...] = (("AP", 4),) * mkp_hits(face + aim.added)
        return Fired(hits, (Die(face, bool(hits)),), damage(hits) if hits else "misses", "two hits" if len(hits) == 2 else "")

    def chances(self, aim: AimedShot) -> Table:
        """By face."""
        return mkp_table(aim.added)


class Needle(Weapon):
    """One die at one system: a 6 knocks it out for good, past screens and armour (full-thrust-base/6.3)."""

    rule = f"{B}/6.3"

    def bands(self, house: House, ship: Ship, mount: Mount) -> Bands:
        """One band, by the edition agreed on."""
        return ((_needle(house)[0], 6),)

    def words(self, number: int, added: int = 0) -> str:
        """What a 6 does."""
        return f"{least(6 - added)} knocks one system out"

    def fire(self, umpire: Umpire, aim: AimedShot, label: str) -> Fired:
        """Roll the one die."""
        face = umpire.die(label)
        scored = face + aim.added
        hits: tuple[Hit, ...] = (("hull", 1),) if scored >= _needle(aim.state.house)[1] else ()
        picked = aim.target.design.mount(aim.system)
        name = picked.title if picked else aim.system
        killed = scored >= 6
        result = f"{name} is hit" if killed else damage(hits) if hits else "misses"
        return Fired(hits, (Die(face, killed or bool(hits)),), result, f"aimed at {name}", kills=killed)

    def chances(self, aim: AimedShot) -> Table:
        """A hull box, or none."""
        from_face = _needle(aim.state.house)[1]
        return collected((1 / 6, (("hull", 1),) if face + aim.added >= from_face else ()) for face in FACES)

    def control(self, house: House, system: str) -> str:
        """Needles aimed at one system take a fire control to themselves, unless the option lets them share."""
        return f"needle {system}" if house["needle_control"] else ""


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
    """The mounts that fire at ships, in the order of the sheet, working or not."""
    return ship.design.among(_GUNS)


def gun_works(ship: Ship) -> bool:
    """Does any of them work?"""
    return ship.has_working(_GUNS)


def point_blank(house: House, ship: Ship, mount: Mount) -> float:
    """MU within which a gun throws a die more for being so near; 0 for guns that do not (hex/2.7/point-blank)."""
    close, bands = number(house, "point_blank_mu"), WEAPONS[mount.kind].bands
    return close if close and bands(house, ship, mount) != bands({**house, "point_blank_mu": 0.0}, ship, mount) else 0.0


def bands_in_words(house: House, ship: Ship, mount: Mount) -> tuple[tuple[float, str], ...]:
    """A gun's bands as the board labels them: the far limit in MU, and what it does up to there."""
    weapon = WEAPONS[mount.kind]
    return tuple((limit, weapon.words(number)) for limit, number in weapon.bands(house, ship, mount))


def megabattery(ship: Ship, mount: Mount) -> bool:
    """The class-4 battery of the second edition: longer bands, and two 1s burn it out (full-thrust-base/6.1)."""
    return mount.kind == "beam" and mount.level == 4 and ship.design.profile == "FT2"


def blunted(die: int, level: int) -> int:
    """A damage die of a torpedo or missile, less the level of advanced screens (full-thrust-base/6.14)."""
    return max(0, die - level)


def slug(size: int, die: int, level: int = 0) -> int:
    """Damage of a K-gun hit: doubled on a die no higher than its class less advanced screens, never on a 6 (6.7)."""
    return 2 * size if die <= size - level and die < 6 else size


@lru_cache
def beam_bands(level: int, mega: bool = False, close: float = 0.0) -> Bands:
    """Dice by band: bands of 12 MU, or the three of 18 MU of a megabattery (full-thrust-base/6.1).

    Within `close` MU beams of whatever class throw one die more (hex/2.7/point-blank); 0 where there is no such rule.
    """
    plain = ((18.0, 4), (36.0, 3), (54.0, 2)) if mega else tuple((12.0 * (n + 1), level - n) for n in range(level))
    return ((close, plain[0][1] + 1), *plain) if close else plain


@lru_cache
def torpedo_bands(edition: str) -> Bands:
    """The face needed by band: Fleet Book, second or first edition (full-thrust-base/6.2)."""
    return tuple(zip(SIX_MU, NEEDED[edition]))


@lru_cache
def torpedo_table(number: int, added: int, level: int) -> Table:
    """Chances of a torpedo that needs `number`, against advanced screens of that level."""
    hit = hit_chance(number, added)
    struck = [(hit / 6, (("SAP", blunted(die, level)),) if die > level else ()) for die in FACES]
    return collected([(1 - hit, ()), *struck])


@lru_cache
def kgun_table(number: int, added: int, size: int, level: int) -> Table:
    """Chances of a K-gun of that size that needs `number`, against advanced screens of that level."""
    hit = hit_chance(number, added)
    return collected([(1 - hit, ()), *((hit / 6, (("AP", slug(size, die, level)),)) for die in FACES)])


def mkp_hits(die: int) -> int:
    """Hits of one burst by its die, whatever was added to it (full-thrust-base/6.8)."""
    return MKP_HITS[min(max(die, 1), 6) - 1]


@lru_cache
def mkp_table(added: int) -> Table:
    """Chances of one burst."""
    return collected((1 / 6, (("AP", 4),) * mkp_hits(face + added)) for face in FACES)


def _needle(house: House) -> tuple[float, int]:
    return NEEDLE[str(house["needle"])]
