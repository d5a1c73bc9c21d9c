"""Exact chances that declared guns destroy each system and each side of a ship, and how the first is reckoned (power/7, 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from game.core.special_display import HitCard, PartChance, ShotBreakdown
from game.core.values import House
from game.systems.power_hex.combat.box_odds import HurtShip, ending, losses_on, toll_on
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.shot_odds import volleys
from game.systems.power_hex.combat.sides import CHART, FACES, row_for
from game.systems.power_hex.combat.to_hit import FACES as FACES_TO_HIT
from game.systems.power_hex.combat.to_hit import ToHit
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import ShipWeapon

Fired = Sequence[tuple[ShipWeapon, ToHit]]


def aimed_shot(target: PowerShip, origin: tuple[float, float], away: int, fired: Fired, house: House) -> ShotBreakdown:
    """The card of the first shot; of all of them the chance that each system and each side is lost."""
    gun, by = fired[0]
    row = "" if target.flight else row_for(target, origin, house["same_hex_row"] == "target")
    card = hit_card(gun, by, away, row, bool(house["naturals"]))
    return ShotBreakdown(card, losses(target, row, fired, house) if row else ())


def hit_card(gun: ShipWeapon, by: ToHit, away: int, row: str, naturals: bool) -> HitCard:
    """Each term of the number to hit by, the ranges of the gun, and the sides of the target."""
    terms = [("signature", f"{by.signature}"), (f"range {away}", f"{by.range:+d}"), ("jamming", _less(by.jam)),
             ("sensors", _less(by.sensors))]  # fmt: skip
    terms += [("no C&C", _less(by.command))] if by.command else []
    sides = tuple(PartChance(side, side, (high - low + 1) / FACES, _faces(low, high)) for side, low, high in CHART.get(row, ()))
    chance = by.chance(naturals)
    return HitCard(gun.name, tuple(terms), gun.mods, away, by.needed, FACES_TO_HIT, chance, sides=sides, rule="power/7")


def _faces(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def _less(points: int) -> str:
    return f"−{points}" if points else "0"


def losses(target: PowerShip, row: str, fired: Fired, house: House) -> tuple[PartChance, ...]:
    """Systems by key and sides by name, each with the chance that the shots together destroy it as the ship stands."""
    rules, naturals, key = DamageRules.of(house), bool(house["naturals"]), HurtShip(target)
    found = defaultdict[str, float](float)
    for side, low, high in CHART[row]:
        share, spared = (high - low + 1) / FACES, defaultdict[str, float](lambda: 1.0)
        reaching = np.ones(1)
        for gun, by in fired:
            gone, points = defaultdict[str, float](float), np.zeros(1)
            for count, chance in volleys(gun, by.needed, (), naturals).items():
                one = np.array(toll_on(key, side, gun, count, rules).reaching if count else (1.0,))
                points = np.pad(points, (0, max(0, len(one) - len(points))))
                points[: len(one)] += chance * one
                for place, _, end in losses_on(key, side, gun, count, rules) if count else ():
                    gone[place] += chance * end
            reaching = np.convolve(reaching, points)
            for place, end in gone.items():
                spared[place] *= 1 - end
        for place, chance in spared.items():
            found[place] += share * (1 - chance)
        found[side] += share * ending(dict(enumerate(map(float, reaching))), target.structure(side))
    return tuple(PartChance(place, place, chance) for place, chance in found.items() if chance > 0)
