"""Phase 9, ships fire: one ship declares all its fire of the turn, then rolls (full-thrust-base/1.4, 4, 5.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from game.board.boards import board_of
from game.core.display import Odds, Pose, Shot
from game.core.events import Die, Event, Score
from game.core.orders import Grammar, Id, Illegal, ShotList
from game.core.umpire import Umpire
from game.core.values import House, frozen
from game.formats.validation import known_words
from game.rules.combat import fire_odds
from game.rules.combat.attack import Attack, Trained, attacks, picked_system
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.reflection import RULE as REFLEX
from game.rules.combat.reflection import reflects, roll_reflection
from game.rules.combat.scores import kind_of_gun, points_of
from game.rules.combat.targeting import (
    NOWHERE,
    FireLine,
    armed,
    controls,
    could_bear,
    look,
    out_of_reach,
    shot_refusal,
    silent,
)
from game.rules.combat.weapon import Fired
from game.rules.combat.weapons import WEAPONS, guns
from game.rules.manoeuvres import post_movement_rules
from game.rules.manoeuvres.cover.eclipsing import SHARE, divide_hits
from game.rules.movement import post_movement
from game.rules.sensors.detection import reveal
from game.rules.ships.design import SYSTEM_KINDS, Mount
from game.rules.ships.ship import BOOK, Hit, Ship
from game.rules.ships.thrust_state import ThrustState, unread
from game.rules.turn_order import has_acted, holding_words, mark_acted


def hold_the_rest(state: ThrustState, umpire: Umpire, side: Id, bears: Callable[[Id], bool]) -> None:
    """Let every waiting ship of a side hold its fire. `bears` says whether a ship could fire at anything. If no ship of
    any side could, this is logged once and nobody else is asked."""
    waiting = {key: _waiting(state, key) for key in state.sides}
    held = waiting[side]
    idle = not any(bears(ship.id) for ship in held)
    others = [ship for key, ships in waiting.items() if key != side for ship in ships]
    nobody = idle and not state.acted and not any(bears(one.id) or post_movement.choices(state, one) for one in others)
    # neither which ships hold fire nor how many: asking a bogey would show that it is a ship (6.19)
    more = " more" if has_acted(state, side) else ""
    said = f"{{{side}}} has nothing{more} to fire at" if idle else holding_words(state, side)
    state.acted |= {ship.id for ship in ((*held, *others) if nobody else held)}
    state.last_side = side
    umpire.tell(Event("note", FIRING, "No ship has anything to fire at" if nobody else said, who=side))


def _waiting(state: ThrustState, side: Id) -> list[Ship]:
    """Return the ships of a side that have a gun to fire and have not acted."""
    return [ship for ship in state.fleet(side) if armed(state, ship)]


FIRING = f"{BOOK}/1.4/firing"
PRIZES = ("screen", "advanced_screen", "fcs")  # the systems a needle beam prefers, the best first


class Aimed(NamedTuple):
    """One gun and its target; `system` is the one that a needle beam picks."""

    mount: str
    target: Id
    system: str = ""

    def __str__(self) -> str:
        return f"{self.mount}>{self.target}" + (f":{self.system}" if self.system else "")


SHOTS = Grammar(
    "fire",
    "hold",
    r"([\w-]+)\s*>\s*([\w.-]+)(?:\s*:\s*([\w-]+))?",
    lambda mount, target, system=None: Aimed(mount, target, system or ""),
    FIRING,
    "“{text}” is neither hold nor fire with guns and targets, such as fire B3>vesper",
    "cannot read “{rest}” in “{text}”: write each shot as B3>vesper",
    "fire what at whom? Write each shot as B3>vesper, or hold",
    item_rule=FIRING,
    after=r"\s*(?:[,;]|\s|$)",
)


@frozen
class Fire(ShotList[Aimed]):
    """All fire of one ship in its activation: `fire B2a>vesper N>cinder:SCR`, or `hold`. `hold fire` is the order of a
    side for all its other ships."""

    grammar: ClassVar[Grammar[Aimed]] = SHOTS
    shared: ClassVar[bool] = True

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        """Parse `hold`, `hold fire`, or `fire` with a list of gun>target, or gun>target:system for a needle beam."""
        return cls(by, SHOTS.items("hold" if text.lower().split() == ["hold", "fire"] else text))

    def aim(self, mount: str, target: Id, part: str = "", /) -> Self:
        return replace(self, shots=self.with_shot(Aimed(mount, target, part)))

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return `hold`, each gun left out, and each gun at each enemy; for needle beams also each kind of system."""
        ship = state.ships[self.by]
        values = self.silences()
        enemies = state.enemies(ship.side)
        for mount in guns(ship):
            for other in enemies:
                systems = _needle_targets(other) if WEAPONS[mount.kind].picks else ("",)
                values += [self.with_shot(Aimed(mount.key, other.id, system)) for system in systems]
        return {"shots": tuple(dict.fromkeys(values))}

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the exact chances of each target's losses."""
        return fire_odds.odds(state, self, poses)

    def idles_only(self, state: ThrustState) -> bool:
        """Return whether no gun of its ship bears on any enemy, as far as all sides know."""
        ship, enemies = state.ships.get(self.by), state.enemies(state.owner(self.by))
        if ship is None:
            return False
        if unread(state, ship):  # the answer must not depend on its systems
            return not any(could_bear(state, ship, other) for other in enemies)
        return not any(volley(state, self.by, other.id) for other in enemies)

    def check(self, state: ThrustState) -> None:
        """Refuse what the rules forbid about the ship, a gun, a target or the number of fire controls."""
        ship = state.ships.get(self.by)
        if ship is None and self.by not in state.sides:
            raise Illegal(f"there is no ship “{self.by}”. {known_words(self.by, state.ships)}".strip(), FIRING)
        if waiting := post_movement.answering(state):
            first = state.ships[waiting[0].ids[0]].name
            raise Illegal(f"{first} answers first: fire has been declared", post_movement_rules.RULE)
        if ship is None:
            if self.shots:
                raise Illegal("a side only holds the fire of the rest of its ships; they fire one by one", FIRING)
            return
        refusal = silent(state, ship)
        if refusal and (self.shots or refusal.cause != "control"):
            raise Illegal(refusal.why, refusal.rule)
        seen: dict[Id, FireLine] = {}  # each target's line is computed once for all guns aimed at it
        for index, aimed in enumerate(self.shots):
            if any(aimed.mount == earlier.mount for earlier in self.shots[:index]):
                raise Illegal(f"{aimed.mount} is named twice; a gun fires once, at one target", FIRING)
            _check_shot(state, ship, aimed, seen)
        _check_control(state, ship, self.shots)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Roll target by target. All hits of the ship on one target are one attack."""
        if self.by in state.sides:
            hold_the_rest(state, umpire, self.by, lambda key: not Fire(key).idles_only(state))
            return
        declared = attacks(state, self.by, self.triples)
        words = ", ".join(word for attack in declared for word in attack.words)
        if not post_movement.declare(state, umpire, self, [attack.target for attack in declared], words):
            self.open_fire(state, umpire, declared)

    def open_fire(self, state: ThrustState, umpire: Umpire, declared: tuple[Attack, ...] | None = None) -> None:
        """Roll the dice of the declared shots. Guns that no longer bear, because a target has answered, fire in
        vain."""
        ship = state.ships[self.by]
        declared = attacks(state, self.by, self.triples) if declared is None else declared
        mark_acted(state, ship.id)
        if not declared:
            umpire.tell(Event("fire", FIRING, f"{{{ship.id}}} holds fire", who=ship.id))
        else:
            reveal(state, umpire, ship, "it fires")
        for attack in declared:
            resolve(state, umpire, attack)

    @property
    def triples(self) -> tuple[tuple[str, Id, str], ...]:
        """The gun, target and system of each shot."""
        return tuple((shot.mount, shot.target, shot.system) for shot in self.shots)


def volley(state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> Fire | None:
    """Return the order to fire every gun that bears on one target, as far as fire controls allow; None if none does."""
    if target not in state.ships or out_of_reach(state, firer, target, poses):
        return None
    there = state.posed(poses)
    ship, other = there.ships[firer], there.ships[target]
    view = look(there, ship, other)
    if view.refusal or view.blocked:
        return None
    shots = guided_shots(
        state.house, ship, other, [mount for mount in guns(ship) if not shot_refusal(there, ship, other, mount, view)]
    )
    return Fire(firer, shots) if shots else None


def guided_shots(house: House, ship: Ship, other: Ship, bearing: Iterable[Mount]) -> tuple[Aimed, ...]:
    """Return the shots of guns that bear on a target, as many as fire controls guide. Needle beams fire only if they
    have a system to pick."""
    groups: dict[str, list[Aimed]] = {}
    for mount in bearing:
        weapon = WEAPONS[mount.kind]
        system = prize(other) if weapon.picks else ""
        if system or not weapon.picks:
            groups.setdefault(weapon.control(house, system), []).append(Aimed(mount.key, other.id, system))
    largest = sorted(groups.values(), key=len, reverse=True)[: controls(ship)]
    chosen = {aimed.mount: aimed for group in largest for aimed in group}
    return tuple(chosen[mount.key] for mount in guns(ship) if mount.key in chosen)


def prize(ship: Ship) -> str:
    """Return the best system for a needle beam to pick; empty if none is left. It is a screen, else a fire control,
    else the heaviest gun."""
    for kind in PRIZES:
        if working := ship.working(kind):
            return working[0].key
    armed = [mount for mount in guns(ship) if ship.works(mount.key)]
    return max(armed, key=lambda mount: mount.level).key if armed else next(iter(_needle_targets(ship)), "")


# -- resolving ---------------------------------------------------------------------------------------------------------


def resolve(state: ThrustState, umpire: Umpire, attack: Attack) -> None:
    """Roll all guns of one ship at one target, then cross off their damage together (full-thrust-base/1.4)."""
    ship, target = attack.ship, attack.target
    for shot in attack.silent:
        _log_wasted_shot(umpire, ship, target, shot)
    if not attack.guns or not _locked(umpire, attack):
        return
    hits: list[Hit] = []
    back: list[Hit] = []  # hits that a reflex field throws back
    needled: list[str] = []
    for trained in _choose_firing_guns(umpire, attack):
        gun = trained.aim.mount
        throw = trained.weapon.throw(trained.aim)
        fired = trained.weapon.resolve(trained.aim, throw.roll(umpire, f"fire/{ship.id}/{gun.key}>{target.id}"))
        score = points_of(sum(points for _, points in fired.hits), throw.likely)
        if fired.hits and reflects(trained.aim):
            fired, thrown = roll_reflection(umpire, fired, f"fire/{ship.id}/{gun.key}>{target.id}")
            back += thrown
        hits += fired.hits
        needled += [trained.aim.system] * fired.kills
        ship.spent |= {gun.key} if gun.one_shot else set()
        ship.killed |= {gun.key} if fired.burnt else set()
        _tell_shot(umpire, attack, trained, fired, score)
    if needled:
        inflict(state, umpire, Harm(ship.id, target.id, (), f"fire/{ship.id}", tuple(needled)))
    for struck, part in _share_hits(umpire, attack, hits):
        inflict(state, umpire, Harm(ship.id, struck.id, tuple(part), f"fire/{ship.id}"))
    if back and ship.in_play:
        inflict(state, umpire, Harm(target.id, ship.id, tuple(back), f"reflex/{target.id}", rule=REFLEX))


def _log_wasted_shot(umpire: Umpire, ship: Ship, target: Ship, shot: Shot) -> None:
    gun = ship.design.mount(shot.mount)
    ship.spent |= {shot.mount} if gun and gun.one_shot else set()
    umpire.tell(
        Event(
            "fire",
            shot.rule,
            f"{{{ship.id}}} fires {shot.label} at {{{target.id}}}",
            ship.id,
            target.id,
            reason=shot.why_not,
            result="misses",
            line=shot.line,
            mounts=(shot.mount,),
        )
    )


def _share_hits(umpire: Umpire, attack: Attack, hits: list[Hit]) -> list[tuple[Ship, list[Hit]]]:
    """Return the hits that each ship takes: the target all of them, unless ships that screen it take their share."""
    covers = attack.covers if hits else ()
    if not covers:
        return [(attack.target, attack.hits_taken(hits))] if hits else []
    taken, rest = divide_hits(attack.screens, attack.raking, hits)
    total = sum(points for _, points in hits)
    for cover, part in zip(covers, taken):
        umpire.tell(
            Event(
                "note",
                SHARE,
                f"{{{cover.ship.id}}} screens {{{attack.target.id}}}",
                cover.ship.id,
                attack.target.id,
                reason=f"{cover.share} per cent",
                result=f"{sum(points for _, points in part)} of {total} points",
                at=cover.ship.at,
            )
        )
    every = [*zip((cover.ship for cover in covers), taken), (attack.target, rest)]
    return [(struck, list(part)) for struck, part in every if part]


def _tell_shot(umpire: Umpire, attack: Attack, trained: Trained, fired: Fired, score: Score) -> None:
    ship, target, gun = attack.ship.id, attack.target.id, trained.aim.mount
    board, near, far = board_of(attack.state.table), trained.shot.distance, trained.aim.distance
    as_far = f" as {far:.1f}" if far > board.weapon_distance(near) else ""
    away = board.format_distance(near) if board.cells else f"{near:.1f} MU"
    table = trained.weapon.words(trained.weapon.at(trained.aim))  # what is added to the die is logged separately
    reasons = (f"{away}{as_far}, {table}", *trained.modified, fired.reading, attack.raked)
    umpire.tell(
        Event(
            "fire",
            trained.weapon.rule,
            f"{{{ship}}} fires {gun.title} at {{{target}}}",
            ship,
            target,
            fired.dice,
            "; ".join(reason for reason in reasons if reason),
            fired.result,
            "good" if fired.hits or fired.kills else "plain",
            line=trained.shot.line,
            mounts=(gun.key,),
            weapon=kind_of_gun(gun),
            score=score,
            distance=f"{away}{as_far}",
        )
    )


def _locked(umpire: Umpire, attack: Attack) -> bool:
    """Roll 4 or more for a lock before fire into or out of dust (full-thrust-base/6.20)."""
    if attack.cloud is None:
        return True
    ship, target = attack.ship.id, attack.target.id
    face = umpire.die(f"fire/{ship}/lock>{target}")
    umpire.tell(
        Event(
            "note",
            f"{BOOK}/6.20/dust",
            f"{{{ship}}} looks for {{{target}}} through {attack.cloud.name}",
            ship,
            target,
            (Die(face, face >= 4),),
            "locks on 4 or more",
            "locked" if face >= 4 else "no lock, no fire",
        )
    )
    return face >= 4


def _choose_firing_guns(umpire: Umpire, attack: Attack) -> tuple[Trained, ...]:
    """Return the guns that fire. Where different guns bear in two arcs, a die decides which arc the target is in
    (full-thrust-base/4.1)."""
    if not attack.doubtful:
        return attack.guns
    ship, target = attack.ship.id, attack.target.id
    face = umpire.die(f"arc/{ship}>{target}")
    arc = attack.arcs[0] if face % 2 else attack.arcs[1]
    firing = attack.bearing(arc)
    silent_guns = ", ".join(trained.aim.mount.title for trained in attack.guns if trained not in firing)
    umpire.tell(
        Event(
            "note",
            f"{BOOK}/4.1",
            f"{{{target}}} is on the line between two arcs of {{{ship}}}",
            ship,
            target,
            (Die(face),),
            f"odd {attack.arcs[0]}, even {attack.arcs[1]}",
            f"arc {arc}" + (f"; silent: {silent_guns}" if silent_guns else ""),
        )
    )
    return firing


# -- reading and refusing ----------------------------------------------------------------------------------------------


def _needle_targets(ship: Ship) -> tuple[str, ...]:
    """Return one system of each kind that a needle beam may pick."""
    sorts = {
        mount.stem: mount.key for mount in reversed(ship.design.mounts) if not mount.core and ship.works(mount.key)
    }
    return tuple(sorts.values())[::-1]


def _check_shot(state: ThrustState, ship: Ship, aimed: Aimed, seen: dict[Id, FireLine]) -> None:
    mount, other = ship.design.mount(aimed.mount), state.ships.get(aimed.target)
    if mount is None:
        hint = known_words(aimed.mount, [gun.key for gun in guns(ship)])
        raise Illegal(f"{ship.name} has no gun “{aimed.mount}”. {hint}".strip(), FIRING)
    if mount.kind not in WEAPONS:
        raise _no_gun(mount)
    if other is None:
        enemies = [enemy.id for enemy in state.enemies(ship.side)]
        raise Illegal(f"there is no ship “{aimed.target}”. {known_words(aimed.target, enemies)}".strip(), FIRING)
    if other.id not in seen:
        seen[other.id] = look(state, ship, other)
    if refusal := shot_refusal(state, ship, other, mount, seen[other.id]):
        raise Illegal(refusal.why, refusal.rule)
    if WEAPONS[mount.kind].picks:
        _check_system(other, aimed)
    elif aimed.system:
        raise Illegal(f"{mount.title} cannot pick a system; only a needle beam does", f"{BOOK}/6.3")


def _no_gun(mount: Mount) -> Illegal:
    if mount.kind in ("pds", "scattergun"):
        return Illegal(f"{mount.title} fires at fighters and missiles, not at ships", f"{BOOK}/6.12")
    return Illegal(f"{mount.title} is no gun that fires at ships", FIRING)


def _check_system(other: Ship, aimed: Aimed) -> None:
    rule = f"{BOOK}/6.3"
    if not aimed.system:
        raise Illegal(f"say which system {aimed.mount} is aimed at, such as {aimed}:{prize(other) or 'SCR'}", rule)
    mount = picked_system(other, aimed.system)
    if mount is None:
        hint = known_words(aimed.system, _needle_targets(other))
        raise Illegal(f"{other.name} has no system “{aimed.system}”. {hint}".strip(), rule)
    if mount.core:
        raise Illegal(f"{SYSTEM_KINDS[mount.kind].title} lies too deep for a needle beam", rule)
    if not other.works(mount.key):
        raise Illegal(f"{other.name}'s {mount.title} is out of action already", rule)


def _check_control(state: ThrustState, ship: Ship, aimed: tuple[Aimed, ...]) -> None:
    """Refuse more targets than working fire controls, counting those that some guns need to themselves
    (full-thrust-base/5.6)."""
    working = controls(ship)
    engaged: set[tuple[Id, str]] = set()
    for shot in aimed:
        mount, other = ship.design.mount(shot.mount), state.ships[shot.target]
        system = picked_system(other, shot.system) if shot.system else None
        control = WEAPONS[mount.kind].control(state.house, system.key if system else "") if mount else ""
        engaged.add((other.id, control))
        if len(engaged) > working:
            own = ", which must have its own" if control else ""
            why = f"no fire control is left for {shot.mount} at {other.name}{own}: {ship.name} has {working} at work"
            raise Illegal(why, f"{BOOK}/5.6")
