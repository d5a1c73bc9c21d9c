"""A fleet bought at random: the same seed, taste and designs buy the same fleet on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from game.battle.designs import OWN, ship_names
from game.core.game_files import AnyFiles, ShipDesign, price_with_crew
from game.fleets.fleet import MOST, Fleet

TASTES = ("few and large", "mixed", "many and small")
LARGEST_SEED, LARGEST_DRAWN = 999_999, 9_999  # a drawn one is short enough to be said aloud
TRIES = 60  # fleets that are drawn, of which the one nearest to the limit is kept
# how readily a design of so many points is taken, in whole numbers, because powers differ between machines
READINESS: dict[str, Callable[[int], int]] = {
    "few and large": lambda points: points * points,
    "mixed": lambda points: points,
    "many and small": lambda points: 10_000_000 // max(1, points),
}


@dataclass(frozen=True)
class Taste:
    """The make-up of a random fleet: one of `TASTES`, with or without carriers, with or without the player's own
    designs."""

    kind: str = "mixed"
    carriers: bool = True
    own: bool = False

    def allows(self, files: AnyFiles, design: ShipDesign, folder: str) -> bool:
        """Return whether a fleet bought from a folder of designs may have this one."""
        known = design.fleet == folder or (self.own and design.fleet == OWN)
        return known and files.fights(design) and (self.carriers or not files.carries(design))


MIXED = Taste()


def random_fleet(
    files: AnyFiles,
    designs: Iterable[ShipDesign],
    name: str,
    folder: str,
    limit: int,
    taste: Taste,
    seed: int,
    crew: str = "",
) -> Fleet:
    """Return a fleet bought at random from a folder of designs, as near to the limit as its designs allow with
    the usual crew. It is empty where no design is cheap enough."""
    offered = sorted((one for one in designs if taste.allows(files, one, folder)), key=lambda one: one.key)
    prices = [price_with_crew(files, one, crew) for one in offered]
    dice, best, spent = Random(f"{seed} {folder} {taste.kind}"), list[int](), -1
    for _ in range(TRIES):
        drawn = _draw_designs(dice, prices, limit, READINESS[taste.kind])
        if (points := sum(prices[n] for n in drawn)) > spent:
            best, spent = drawn, points
        if spent == limit:
            break
    fleet, names = Fleet(name, folder), ship_names(files, folder)
    for n in sorted(set(best), key=lambda n: (-prices[n], n)):
        fleet = fleet.with_ships(offered[n], best.count(n), names)
    return fleet


def _draw_designs(dice: Random, prices: Sequence[int], limit: int, ready: Callable[[int], int]) -> list[int]:
    """Return indexes of designs drawn one after another until none fits into what is left."""
    drawn, left = list[int](), limit
    while len(drawn) < MOST:
        fits = [n for n, price in enumerate(prices) if 0 < price <= left]
        if not fits:
            break
        weights = [ready(prices[n]) for n in fits]
        at = dice.randrange(sum(weights))
        for n, weight in zip(fits, weights):
            at -= weight
            if at < 0:
                drawn.append(n)
                left -= prices[n]
                break
    return drawn
