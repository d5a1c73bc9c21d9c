"""The order of a ship to shoot at counters, and the result of each shot (hex/2.2/fighters, 3.1, 3.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import ClassVar, Self

from game.board.boards import board_of
from game.core.display import Risk
from game.core.events import Die, Event, score_of
from game.core.orders import Field, Grammar, Id, Illegal, ListOrder
from game.core.umpire import Umpire
from game.core.values import frozen
from game.formats.validation import known_words
from game.rules.combat.fire import SHOTS, Aimed
from game.rules.combat.scores import kind_of_gun
from game.rules.combat.targeting import FIRED, GUIDES, controls, in_action, look, shot_refusal, silent
from game.rules.combat.weapons import WEAPONS
from game.rules.counters.counter import address, shot_at
from game.rules.counters.odds import hits as kill_chances
from game.rules.counters.odds import shooting_risks
from game.rules.counters.point_defence import DEFENCES, RULE, dice_at, prey, why_not
from game.rules.ships.beam_dice import beam_volley, point_defence, reroll_rule
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import mark_acted


@frozen
class Shoot(ListOrder[Aimed]):
    """The fire of one ship at counters: `shoot PDSa>vesper.HGR`, or `shoot none`."""

    input_mode: ClassVar[str] = "choose"
    grammar: ClassVar[Grammar[Aimed]] = replace(
        SHOTS,
        verb="shoot",
        none="shoot none",
        rule=RULE,
        unlike="“{text}” does not begin with shoot, as in shoot PDSa>vesper.HGR",
    )
    shots: tuple[Aimed, ...] = ()

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return everything that bears on one counter, nothing, and every single change to the present list. A change
        leaves a system out, or aims it at a counter on which it bears."""
        ship = state.ships[self.by]
        pairs = list(_bearing(state, ship))
        whole = {target: tuple(Aimed(key, target) for key, one in pairs if one == target) for _, target in pairs}
        silenced = (tuple(shot for shot in self.shots if shot is not one) for one in self.shots)
        trained = ((*(shot for shot in self.shots if shot.mount != key), Aimed(key, target)) for key, target in pairs)
        return {"shots": tuple(dict.fromkeys((*whole.values(), (), *silenced, *trained)))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("shots", "Point defence", "pick", address(state, RULE)),)

    def label_for(self, name: str, value: object) -> str:
        """Return words for the change that a value makes."""
        after = self.with_value(name, value)
        if not after.shots:
            return "nothing"
        trained = [str(shot) for shot in after.shots if shot not in self.shots]
        silenced = [shot.mount for shot in self.shots if shot not in after.shots]
        return " ".join(trained) or ("not " + " ".join(silenced) if silenced else str(after))

    def suggestion(self, state: ThrustState) -> Self | None:
        """Return the ship's point defence and the beams that bear on no enemy ship; None where none bears. Each system
        aims at the counter of which most is expected to be left. Guns that bear on ships keep a fire control."""
        ship = state.ships.get(self.by)
        if ship is None or silent(state, ship) is not None:
            return None
        bears, left = dict[str, list[Id]](), dict[Id, float]()
        for key, target in _bearing(state, ship):
            bears.setdefault(key, []).append(target)
            left[target] = float(state.counters[target].count)
        shots, guided = list[Aimed](), set[Id]()
        free = controls(ship) - any(_for_ships(state, ship, mount) for mount in ship.design.mounts)
        for key in sorted(bears, key=lambda key: _mount(ship, key).kind == "beam"):
            mount, targets = _mount(ship, key), bears[key]
            if mount.kind == "beam":
                targets = [one for one in targets if left[one] > 0 and (one in guided or len(guided) < free)]
                if not targets or _for_ships(state, ship, mount):
                    continue
            target = max(targets, key=left.__getitem__)
            chances = kill_chances(dice_at(state, ship, mount, state.counters[target]), reroll_rule(state.house))
            left[target] -= sum(points * chance for points, chance in enumerate(chances))
            guided |= {target} if mount.kind == "beam" else set()
            shots.append(Aimed(key, target))
        return replace(self, shots=tuple(shots)) if shots else None

    def confirms(self, state: ThrustState) -> bool:
        """Return whether the order leaves out all shots, though something bears."""
        ship = state.ships.get(self.by)
        return not self.shots and ship is not None and able(state, ship)

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the effect on the counters that it fires at."""
        ship = state.ships.get(self.by)
        return shooting_risks(state, ship, ((shot.mount, shot.target) for shot in self.shots)) if ship else ()

    def check(self, state: ThrustState) -> None:
        """Refuse a system that does not bear or is named twice, and beams at more targets than there are fire
        controls."""
        ship = in_action(state, self.by, bool(self.shots), RULE)
        for index, shot in enumerate(self.shots):
            if any(shot.mount == other.mount for other in self.shots[:index]):
                raise Illegal(f"{shot.mount} is named twice; it fires once a turn", address(state, RULE))
            _check_shot(state, ship, shot)
        guided = {shot.target for shot in self.shots if _mount(ship, shot.mount).kind == "beam"}
        if len(guided) > (left := controls(ship)):
            at_work = f"{left} fire control{'' if left == 1 else 's'} at work"
            raise Illegal(f"{ship.name} has {at_work}, and beams need one for each target", RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Resolve shot after shot. Fighters are lost immediately; plasma degrades in step 8."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        for shot in self.shots:
            mount, counter = _mount(ship, shot.mount), state.counters[shot.target]
            ship.status_flags |= {FIRED + mount.key} | ({GUIDES + counter.id} if mount.kind == "beam" else set())
            _fire(state, umpire, ship, mount, counter)


def _mount(ship: Ship, key: str) -> Mount:
    mount = ship.design.mount(key)
    if mount is None:
        known = [one.key for one in ship.design.mounts if one.kind in (*DEFENCES, "beam")]
        raise Illegal(f"{ship.name} has no system “{key}”. {known_words(key, known)}".strip(), RULE)
    return mount


def _for_ships(state: ThrustState, ship: Ship, mount: Mount) -> bool:
    """Return whether a gun bears on an enemy ship."""
    return mount.kind in WEAPONS and any(
        shot_refusal(state, ship, other, mount, look(state, ship, other)) is None for other in state.enemies(ship.side)
    )


def _check_shot(state: ThrustState, ship: Ship, shot: Aimed) -> None:
    mount, counter = _mount(ship, shot.mount), state.counters.get(shot.target)
    if counter is None or not counter.in_play:
        known = [one.id for one in prey(state, ship.side)]
        raise Illegal(f"there is nothing “{shot.target}” to shoot at. {known_words(shot.target, known)}".strip(), RULE)
    if shot.system:
        raise Illegal("a counter has no systems to pick", RULE)
    if why := why_not(state, ship, mount, counter):
        raise Illegal(why, address(state, RULE))


def _bearing(state: ThrustState, ship: Ship) -> Iterator[tuple[str, Id]]:
    """Yield (system, counter) pairs for every system that bears."""
    for counter in prey(state, ship.side):
        for mount in ship.design.mounts:
            if mount.kind in (*DEFENCES, "beam") and not why_not(state, ship, mount, counter):
                yield mount.key, counter.id


def able(state: ThrustState, ship: Ship) -> bool:
    """Return whether any system of a ship bears on a counter now."""
    return silent(state, ship) is None and next(_bearing(state, ship), None) is not None


def _fire(state: ThrustState, umpire: Umpire, ship: Ship, mount: Mount, counter: Counter) -> None:
    label, board, again = f"shoot/{ship.id}/{mount.key}>{counter.id}", board_of(state.table), reroll_rule(state.house)
    far = board.format_distance(board.distance(ship.at, counter.at))
    points, dice, score = 0, tuple[Die, ...](), None
    if counter.in_play and mount.kind in DEFENCES:
        points, dice = point_defence(umpire, 1, label, rerolls=bool(again))
    elif counter.in_play:
        hits, dice = beam_volley(umpire, dice_at(state, ship, mount, counter), 0, label, again)
        points = sum(hit[1] for hit in hits)
    if counter.in_play:
        thrown = 1 if mount.kind in DEFENCES else dice_at(state, ship, mount, counter)
        score = score_of(points, kill_chances(thrown, again), "craft")
    result = f"{points} hit{'' if points == 1 else 's'}" if counter.in_play else "it is gone already"
    umpire.tell(
        Event(
            "fire",
            address(state, RULE),
            f"{{{ship.id}}} fires {mount.title} at {{{counter.id}}}",
            ship.id,
            counter.id,
            dice,
            far,
            result,
            "good" if points else "plain",
            line=(ship.at, counter.at),
            mounts=(mount.key,),
            weapon=kind_of_gun(mount),
            score=score,
            downed=min(points, counter.count),
            distance=far,
        )
    )
    if points:
        shot_at(state, umpire, counter, points, address(state, RULE))
