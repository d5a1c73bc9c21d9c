"""The effect of an attack on a ship: boxes and systems lost, immediately or in a later step (hex/3.1).

Where damage has a step of its own, all fire before it is simultaneous: it is recorded in `OWED` and crossed off in that
step.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.core.events import Event
from game.core.names import join_words
from game.core.orders import Id
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.sensors.detection import reveal
from game.rules.ships.damage import OTHER_DICE, cross_off, fire_effect, knock_out, strike, wound_of
from game.rules.ships.ship import BOOK, Hit, Ship
from game.rules.ships.thrust_state import ThrustState


@frozen
class Harm:
    """The effect of one attack on one ship: hits in order, and systems that needle beams have picked and hit. `by` is
    the ship or counter that attacked, `cause` names the attack in labels of dice, such as `fire/lancet`. Where several
    attacked together, `shares` divides the hits: ids, each with its number of consecutive hits."""

    by: Id
    target: Id
    hits: tuple[Hit, ...]
    cause: str
    needled: tuple[str, ...] = ()
    rule: str = f"{BOOK}/5.2"
    shares: tuple[tuple[Id, int], ...] = ()

    @property
    def parts(self) -> tuple[tuple[Id, tuple[Hit, ...]], ...]:
        """The hits by attacker, in order."""
        found, start = list[tuple[Id, tuple[Hit, ...]]](), 0
        for key, count in self.shares or ((self.by, len(self.hits)),):
            found.append((key, self.hits[start : start + count]))
            start += count
        return tuple(found)


OWED = PhaseData[tuple[Harm, ...]]("owed", ())  # damage of this turn that has not been crossed off


def inflict(state: ThrustState, umpire: Umpire, harm: Harm) -> None:
    """Apply the harm now, or record it for the step in which damage is allocated."""
    if fire_effect(state.house) == "allocated":
        OWED.set(state, (*OWED.of(state), harm))
    else:
        _suffer(state, umpire, harm)


def allocate(state: ThrustState, umpire: Umpire) -> None:
    """Apply all owed damage, ship by ship. All that one ship suffered takes effect together (hex/3.1)."""
    by_ship: dict[Id, list[Harm]] = {}
    for harm in OWED.of(state):
        by_ship.setdefault(harm.target, []).append(harm)
    OWED.clear(state)
    for target, harms in by_ship.items():
        parts = [(key, (OTHER_DICE, *hits)) for harm in harms if harm.hits for key, hits in harm.parts]
        hits = tuple(hit for _, part in parts for hit in part)
        needled = tuple(key for harm in harms for key in harm.needled)
        if state.ships[target].in_play:
            together = Harm(
                harms[0].by, target, hits, "turn", needled, shares=tuple((key, len(part)) for key, part in parts)
            )
            _suffer(state, umpire, together, [harm.by for harm in harms])


def _suffer(state: ThrustState, umpire: Umpire, harm: Harm, by: Iterable[Id] = ()) -> None:
    ship = state.ships[harm.target]
    reveal(state, umpire, ship, "it is hit")
    for key in harm.needled:
        _burn_out(state, umpire, ship, key)
    if harm.hits:
        _tell(umpire, ship, harm, list(dict.fromkeys(by)) or [harm.by])
        strike(state, umpire, ship, harm.hits, harm.cause, f"{BOOK}/5.1")


def _tell(umpire: Umpire, ship: Ship, harm: Harm, by: list[Id]) -> None:
    wound = wound_of(ship, harm.hits)[0]
    lost = [f"{wound.hull} on the hull"] * bool(wound.hull) + [f"{wound.armour} on armour"] * bool(wound.armour)
    ended = f"{wound.rows} rows end" if wound.rows > 1 else "a row ends" if wound.rows else ""
    names = join_words([f"{{{key}}}" for key in by])
    umpire.tell(
        Event(
            "damage",
            harm.rule,
            f"{{{ship.id}}} is hit by {names}",
            by[0],
            ship.id,
            reason=ended,
            result=" and ".join(lost),
            tone="bad",
            at=ship.at,
            harm=wound.harm,
            credit=_credit(ship, harm),
        )
    )


def _credit(ship: Ship, harm: Harm) -> tuple[tuple[Id, int], ...]:
    """Return (attacker, boxes) pairs in the order of the hits; empty if there was only one attacker."""
    found: dict[Id, int] = {}
    if len(harm.shares) > 1 and len({key for key, _ in harm.shares}) > 1:
        hurt = ship.copy()
        for key, hits in harm.parts:
            wound = cross_off(hurt, hits)
            found[key] = found.get(key, 0) + wound.hull + wound.armour
    return tuple(found.items())


def _burn_out(state: ThrustState, umpire: Umpire, target: Ship, key: str) -> None:
    """Destroy the system that a needle beam picked with a 6 (full-thrust-base/6.3)."""
    mount = target.design.mount(key)
    if mount is None or not target.works(key):
        return
    knock_out(state, umpire, target, mount, for_good=True)
    words = "loses a step for good" if mount.kind == "drive" and target.thrust else "is gone for good"
    umpire.tell(
        Event(
            "damage",
            f"{BOOK}/6.3",
            f"{{{target.id}}}: {mount.title} {words}",
            whom=target.id,
            result="beyond repair",
            tone="bad",
            at=target.at,
            mounts=(key,),
            broken=(mount.title,),
        )
    )
