"""The attacks of ships: the shots of one ship at one target, sorted before any die is rolled (full-thrust-base/1.4,
4.1, 4.4, 6.20).

Both fire, which rolls the dice, and the odds, which count the chances, read these values.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.board.terrain import Body
from game.core.display import Shot
from game.core.orders import Id
from game.core.values import frozen
from game.rules.combat.targeting import arc_refusal, judge, look, on_the_line, rakes
from game.rules.combat.weapon import AimedShot, Weapon, cloud
from game.rules.combat.weapons import WEAPONS
from game.rules.manoeuvres.archive import modifiers
from game.rules.manoeuvres.cover.eclipsing import Cover, ScreeningShip, covers
from game.rules.ships.design import Mount
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import ThrustState


@frozen
class Trained:
    """A gun that bears on its target, with the shot it takes."""

    weapon: Weapon
    aim: AimedShot
    shot: Shot

    @property
    def modified(self) -> tuple[str, ...]:
        """The modifiers of its dice, in words."""
        return tuple(f"{one.amount:+d} on each die, {one.why}" for one in self.aim.modifiers)


@frozen
class Attack:
    """The guns of a ship that bear on one target, in the order declared. `silent` are the declared shots that do not
    bear."""

    state: ThrustState
    ship: Ship
    target: Ship
    arcs: tuple[str, ...]
    guns: tuple[Trained, ...]
    silent: tuple[Shot, ...]
    cloud: Body | None
    raking: bool

    @property
    def words(self) -> tuple[str, ...]:
        """Each declared gun and its target, in words for the log."""
        at = f"at {{{self.target.id}}}"
        aimed = [(one.aim.mount.title, self.target.design.mount(one.aim.system)) for one in self.guns]
        told = [f"{title} {at}" + (f"'s {picked.title}" if picked else "") for title, picked in aimed]
        return (*told, *(f"{shot.label} {at}" for shot in self.silent))

    @property
    def doubtful(self) -> bool:
        """Return whether the target is on the boundary of two arcs into which different guns bear."""
        if len(self.arcs) != 2 or on_the_line(self.state.house) == "both":
            return False
        return any(self.bearing(arc) != self.guns for arc in self.arcs)

    def bearing(self, arc: str) -> tuple[Trained, ...]:
        """Return the guns that bear if the target is in that arc."""
        return tuple(
            one
            for one in self.guns
            if arc_refusal(self.state, self.ship, self.target, one.aim.mount, arc, one.weapon) is None
        )

    def hits_taken(self, hits: Iterable[Hit]) -> list[Hit]:
        """Return the hits; they ignore armour if the target is raked from astern (full-thrust-base/4.4)."""
        return [("hull", points) for _, points in hits] if self.raking else list(hits)

    @property
    def covers(self) -> tuple[Cover, ...]:
        """The ships that screen the target at the present positions (manoeuvres/eclipsing)."""
        return covers(self.state, self.ship.at, self.target)

    @property
    def screens(self) -> tuple[ScreeningShip, ...]:
        """The same ships, as values for dividing the attack."""
        return tuple(
            ScreeningShip(cover.ship.armour, cover.ship.hull, cover.share, rakes(self.state, self.ship, cover.ship))
            for cover in self.covers
        )

    @property
    def raked(self) -> str:
        """Words for raking fire; empty if the target is not raked."""
        return "from astern, armour does not help" if self.raking else ""


def attacks(state: ThrustState, firer: Id, shots: Iterable[tuple[str, Id, str]]) -> tuple[Attack, ...]:
    """Sort (gun, target, system) triples into one attack for each target. Guns, ships and systems that do not exist are
    skipped."""
    ship = state.ships[firer]
    lists: dict[Id, list[tuple[Mount, str]]] = {}
    for key, target, system in shots:
        mount = ship.design.mount(key)
        if mount and mount.kind in WEAPONS and target in state.ships:
            lists.setdefault(target, []).append((mount, system))
    return tuple([_attack(state, ship, state.ships[target], given) for target, given in lists.items()])


def _attack(state: ThrustState, ship: Ship, target: Ship, given: list[tuple[Mount, str]]) -> Attack:
    view, added = look(state, ship, target), modifiers(ship, state.house, target)
    trained, silent = [], []
    for mount, system in given:
        shot = judge(state, ship, target, mount, view)
        chosen = picked_system(target, system) if system else None
        if shot.bears:
            aim = AimedShot(state, ship, mount, target, view.effective, chosen.key if chosen else "", added)
            trained.append(Trained(WEAPONS[mount.kind], aim, shot))
        else:
            silent.append(shot)
    return Attack(
        state,
        ship,
        target,
        view.arcs,
        tuple(trained),
        tuple(silent),
        cloud(state, ship, target),
        rakes(state, ship, target),
    )


def picked_system(ship: Ship, text: str) -> Mount | None:
    """Return the mount that a needle beam picks, given its key or a kind of system, of which it picks the first that
    works."""
    alike = [mount for mount in ship.design.mounts if mount.stem == text]
    return ship.design.mount(text) or next(
        (mount for mount in alike if ship.works(mount.key)), alike[0] if alike else None
    )
