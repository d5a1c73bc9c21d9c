"""Exact chances that declared guns destroy each system and each side of a ship, with the calculation of the first shot
(power/7, 8)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from game.core.display import Odds, percent
from game.core.values import House
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.one_shot import Coming, add_rows, ending, one_shot
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.pulses import die_sides, pulses
from game.systems.power_hex.combat.shot_odds import through, volleys
from game.systems.power_hex.combat.sides import CHART, FACES, row_for, side_chances
from game.systems.power_hex.combat.to_hit import FACES as FACES_TO_HIT
from game.systems.power_hex.combat.to_hit import ToHit
from game.systems.power_hex.parts import HitCard, PartChance, ShotBreakdown, SideMarks
from game.systems.power_hex.ships.design import AFT, FORE, PORT, STARBOARD
from game.systems.power_hex.ships.naming import place_name
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import ShipWeapon

Fired = Sequence[tuple[ShipWeapon, ToHit]]
Shots = Mapping[tuple[ShipWeapon, Coming], int]  # guns with the parts that come through, and the number of equal ones
EDGES = (30.0, 150.0, 210.0, 330.0)  # degrees from the bow between two sides (power/1)
STRUCK = "a system is lost where it is struck itself; a side that goes takes all of its own"


def aimed_shot(target: PowerShip, origin: tuple[float, float], away: int, fired: Fired, house: House) -> ShotBreakdown:
    """Return the card of the first shot, with the chances that all shots together destroy each system and each side."""
    gun, by = fired[0]
    row = "" if target.flight else row_for(target, origin, house["same_hex_row"] == "target")
    naturals = bool(house["naturals"])
    card = hit_card(gun, by, away, row, naturals)
    if not row:
        return ShotBreakdown(card)
    lost = losses(target, side_chances(row), count_equal_shots(fired, naturals), house)
    return ShotBreakdown(card, lost)


def count_equal_shots(fired: Fired, naturals: bool) -> Shots:
    """Return the declared guns with the part of each that comes through; equal guns are counted together."""
    guns = Counter((gun, terms.needed) for gun, terms in fired)
    return {(gun, tuple(volleys(gun, needed, (), naturals).items())): many for (gun, needed), many in guns.items()}


def side_marks(target: PowerShip, sides: Mapping[str, float]) -> SideMarks:
    """Return the sides in place round a ship, each with its chance to be hit (power/4.6). A roll exchanges port and
    starboard."""
    bow, most = 30.0 * target.facing, max(sides.values())
    turns = {FORE: 0.0, STARBOARD: 90.0, AFT: 180.0, PORT: 270.0}
    names = tuple(
        (
            (bow + (-turn if target.rolled else turn)) % 360,
            f"{side} {percent(sides.get(side, 0.0))}",
            sides.get(side) == most,
        )
        for side, turn in turns.items()
    )
    return SideMarks(target.at, tuple((bow + turn) % 360 for turn in EDGES), names)


def hit_card(gun: ShipWeapon, by: ToHit, away: int, row: str, naturals: bool) -> HitCard:
    """Return each term of the number to hit, the ranges of the gun, and the sides of the target."""
    terms = [
        ("signature", f"{by.signature}"),
        (f"range {away}", f"{by.range:+d}"),
        ("jamming", _less(by.jam)),
        ("sensors", _less(by.sensors)),
    ]
    terms += [("no C&C", _less(by.command))] if by.command else []
    sides = tuple(
        PartChance(side, side, (high - low + 1) / FACES, _faces(low, high)) for side, low, high in CHART.get(row, ())
    )
    chance = by.chance(naturals)
    return HitCard(gun.name, tuple(terms), gun.mods, away, by.needed, FACES_TO_HIT, chance, sides=sides, rule="power/7")


def _faces(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _less(points: int) -> str:
    return f"−{points}" if points else "0"


def losses(target: PowerShip, sides: Mapping[str, float], shots: Shots, house: House) -> tuple[PartChance, ...]:
    """Return systems by key and sides by name, each with the chance that the shots together destroy it, and its mean
    loss. The mean loss is in boxes. `sides` has the chance of each side to be the one that all of them hit."""
    rules, key = DamageRules.of(house), HurtShip(target)
    ends, means = defaultdict[str, float](float), defaultdict[str, float](float)
    for side, share in sides.items():
        spared, reaching = defaultdict[str, float](lambda: 1.0), np.ones(1)
        for (gun, counts), many in shots.items():
            toll = one_shot(key, side, gun, counts, rules)
            for place, mean, end in toll.places:
                means[place] += many * share * mean
                spared[place] *= (1 - end) ** many
            for _ in range(many):
                reaching = np.convolve(reaching, toll.reaching)
        for place, chance in spared.items():
            ends[place] += share * (1 - chance)
        left = target.structure(side)
        ends[side] += share * ending(reaching, left)
        means[side] += share * float(np.minimum(np.arange(len(reaching)), left) @ reaching)
    return tuple(
        PartChance(place, place_name(target, place), chance, mean=means[place])
        for place, chance in ends.items()
        if chance or means[place]
    )


# -- a shot that has hit -----------------------------------------------------------------------------------------------


def coming(weapon: ShipWeapon, needed: int, face: int, guards: Sequence[ShipWeapon]) -> dict[int, float]:
    """Return the chance of each number of pulses that get past the guards, for a shot that hit with this face.
    For a shot that is no volley, the number is 0 or 1."""
    found, sides = defaultdict[int, float](float), die_sides(weapon) if weapon.pulses else 1
    for die in range(1, sides + 1):
        count = pulses(weapon, needed, face, die) if weapon.pulses else 1
        for left, chance in through(weapon, count, tuple(guards)):
            found[left] += chance / sides
    return dict(found)


def odds_of_a_hit(
    target: PowerShip,
    weapon: ShipWeapon,
    counts: Mapping[int, float],
    sides: Mapping[str, float],
    card: HitCard,
    house: House,
) -> Odds:
    """Return the losses of a ship by a shot that has hit, past the guns that meet it."""
    rules, key = DamageRules.of(house), HurtShip(target)
    boxes, reaches, gone = np.zeros(1), 0.0, 0.0
    left_over = tuple(counts.items())
    for side, share in sides.items():
        toll = one_shot(key, side, weapon, left_over, rules)
        boxes = add_rows(boxes, share * toll.boxes)
        reaches += share * ending(toll.reaching, target.structure(side))
        gone += share * toll.destroyed
    lost = losses(target, sides, {(weapon, left_over): 1}, house)
    how = ShotBreakdown(card, lost)
    return box_odds(target, sides, tuple(map(float, boxes)), reaches, gone, (STRUCK,), how)


def end_by_a_hit(
    target: PowerShip, weapon: ShipWeapon, counts: Mapping[int, float], sides: Mapping[str, float], house: House
) -> float:
    """Return the chance that a shot that has hit destroys a ship, past the guns that meet it."""
    rules, key, left_over = DamageRules.of(house), HurtShip(target), tuple(counts.items())
    return float(sum(share * one_shot(key, side, weapon, left_over, rules).destroyed for side, share in sides.items()))


def box_odds(
    target: PowerShip,
    sides: Mapping[str, float],
    boxes: tuple[float, ...],
    lost: float,
    gone: float,
    notes: tuple[str, ...],
    how: ShotBreakdown | None,
) -> Odds:
    """Return the odds of one target: the chances of boxes, and of losing a side and the ship. `sides` may be hit."""
    mean = float(np.arange(len(boxes)) @ np.array(boxes))
    told = (("side lost", percent(lost)), ("destroyed", percent(gone)))
    ends = tuple((words, chance, "note") for words, chance in told if chance != percent(0.0))
    readings = (("mean boxes", f"{mean:.1f}", ""), *ends)
    drawn = (side_marks(target, sides),) if how else ()
    return Odds(target.id, boxes, mean, "boxes", "boxes", (), readings, notes, aimed=how, drawn=drawn)
