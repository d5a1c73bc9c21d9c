"""The guns that meet a shot: `meet guard_1 bolt_p`, or `let it come` (power/8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import ClassVar

from game.board.hexes import hex_at
from game.core.display import Alternative, Odds, Pose, Risk
from game.core.orders import Field, Grammar, Id, Illegal, ListOrder
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.power_hex.combat.interception import Guard, escorts, may_intercept, value_against
from game.systems.power_hex.combat.odds.loss_odds import end_by_a_hit, hit_card, odds_of_a_hit
from game.systems.power_hex.combat.pulses import die_sides, pulses
from game.systems.power_hex.combat.queue import STRUCK_SIDE, PendingShot, allot, guards_against, waiting
from game.systems.power_hex.combat.shot_odds import through
from game.systems.power_hex.combat.sides import row_for, side_chances
from game.systems.power_hex.combat.to_hit import hexes_between, terms
from game.systems.power_hex.parts import PartChance, ShotSteps
from game.systems.power_hex.ships.naming import gun_label, gun_name
from game.systems.power_hex.ships.ship import PowerState
from game.systems.power_hex.ships.weapons import WEAPONS
from game.systems.power_hex.tracing.guards_told import guard_choices, shots_owed
from game.systems.power_hex.tracing.shot_steps import TracedShot, guard_rows, trace_shot

RULE = "power/8.1"


@frozen
class InterceptShot(ListOrder[str]):
    """The guns that one ship allots to the shot that has hit it."""

    input_mode: ClassVar[str] = "choose"
    idle_verb: ClassVar[str] = "lets it come"
    grammar: ClassVar[Grammar[str]] = Grammar(
        "meet",
        "let it come",
        r"(\S+)",
        str,
        RULE,
        "“{text}” is neither let it come nor meet with guns, such as meet guard_1",
    )
    guns: tuple[str, ...] = ()

    def domain(self, state: PowerState) -> dict[str, Iterable[object]]:
        """Return the list with each gun added or removed."""
        shot = waiting(state)
        able = guards_against(state, shot) if shot else ()
        toggled = [tuple(sorted(set(self.guns) ^ {one})) for one in able]
        return {"guns": tuple(dict.fromkeys(((), self.guns, *toggled, tuple(sorted(able)))))}

    def fields(self, state: PowerState) -> tuple[Field, ...]:
        return (Field("guns", "Guns that meet it", "pick", RULE),)

    def label_for(self, name: str, value: object) -> str:
        words = value if isinstance(value, tuple) else ()
        return ", ".join(gun_label(str(one).rpartition(".")[2]) for one in words) or "none"

    def in_words(self, state: PowerState, names: Mapping[Id, str]) -> str:
        """Return one gun by its name, or several by their number."""
        if not self.guns:
            return str(self)
        return (
            f"{self.label_for('guns', self.guns)} meets it" if len(self.guns) == 1 else f"{len(self.guns)} guns meet it"
        )

    def prompt_text(self, state: PowerState) -> str:
        shot = waiting(state)
        if shot is None:
            return ""
        return (
            f"{state.names[shot.firer]}'s {gun_name(state.ships[shot.firer], shot.mount)} has hit: which guns meet it?"
        )

    def alternatives(self, state: PowerState) -> tuple[Alternative, ...]:
        """Return the shot's chance to come through for each number of guns, the best ones first."""
        shot = waiting(state)
        if shot is None:
            return ()
        able = sorted(guards_against(state, shot), key=lambda word: -_value(state, word, shot))
        sets = [tuple(able[:count]) for count in range(len(able) + 1)]
        told = tuple(sorted(self.guns))
        if told not in [tuple(sorted(one)) for one in sets]:
            sets.append(self.guns)
        orders = [(replace(self, guns=tuple(sorted(one))), one) for one in sets]
        return tuple(Alternative(order, _names(state, shot, one), chances(state, shot, one)) for order, one in orders)

    def confirms(self, state: PowerState) -> bool:
        """Return whether it lets a shot come that may destroy the ship, though some gun could meet it."""
        pending = waiting(state)
        return (
            not self.guns and pending is not None and bool(guards_against(state, pending)) and bool(self.risks(state))
        )

    def risks(self, state: PowerState) -> tuple[Risk, ...]:
        """Return the exact chance that the shot destroys its target past these guns, if there is any."""
        if (shot := self._shot(state)) is None:
            return ()
        end = end_by_a_hit(shot.target, shot.gun, shot.counts(shot.stops), dict(shot.sides), state.house)
        return (Risk(shot.target.name, "is destroyed", end, "bad", RULE),) if end >= 0.005 else ()

    def odds(self, state: PowerState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the target's losses to the shot, past these guns."""
        if (shot := self._shot(state)) is None:
            return ()
        return (odds_of_a_hit(shot.target, shot.gun, shot.counts(shot.stops), dict(shot.sides), shot.hit, state.house),)

    def shot_trace(self, state: PowerState, poses: Mapping[Id, Pose]) -> ShotSteps | None:
        """Return the shot from its hit on, past these guns."""
        shot, pending = self._shot(state), waiting(state)
        if shot is None or pending is None:
            return None
        able, barred = guard_choices(state, shot.target, pending.origin, shot.gun)
        title = f"{state.names[pending.firer]}'s {gun_name(state.ships[pending.firer], pending.mount)}"
        return trace_shot(
            shot,
            title,
            2,
            guard_rows(shot, able, self.guns, barred),
            shot.hit.sides,
            tuple(shots_owed(state, shot.target, self.guns)),
            "guns",
        )

    def _shot(self, state: PowerState) -> TracedShot | None:
        """Return the shot that has hit its ship, or None."""
        shot = waiting(state)
        if shot is None or shot.target != self.by:
            return None
        target, gun = state.ships[self.by], WEAPONS[shot.weapon]
        away = hexes_between(hex_at(shot.origin), target.hex)
        by = terms(state.ships[shot.firer], target, gun, away, state.house)
        if by is None:
            return None
        row = row_for(target, shot.origin, state.house["same_hex_row"] == "target")
        known = STRUCK_SIDE.of(state, f"{shot.firer}>{shot.target}")
        card = hit_card(gun, by, away, row, bool(state.house["naturals"]))
        if known:  # one die for all shots of an attacker, already rolled
            card = replace(card, sides=(PartChance(known, known, 1.0, "rolled"),))
        stops = tuple(Guard.of(self.by, word).gun(state) for word in self.guns)
        sides = ((known, 1.0),) if known else tuple(side_chances(row).items())
        return TracedShot(gun, target, card, shot.face, shot.needed, stops, sides, state.house)

    def check(self, state: PowerState) -> None:
        ship, shot = state.ships.get(self.by), waiting(state)
        if ship is None or shot is None or shot.target != self.by:
            raise Illegal("nothing is on its way to it", RULE)
        able = {one.id: one for one in escorts(state, ship)}
        for guard in (Guard.of(self.by, word) for word in self.guns):
            if guard.ship not in able:
                raise Illegal(f"“{guard.ship}” is no ship that may meet a shot at {ship.name}", RULE)
            known = {one.key: one for one in able[guard.ship].design.weapons}
            if guard.key not in known:
                raise Illegal(f"{able[guard.ship].name} has no gun “{guard.key}”", RULE)
            if why := may_intercept(able[guard.ship], known[guard.key], shot.origin, WEAPONS[shot.weapon]):
                raise Illegal(f"{gun_name(able[guard.ship], guard.key)}: {why}", RULE)
        if len(set(self.guns)) < len(self.guns):
            raise Illegal("a gun tries once", RULE)

    def carry_out(self, state: PowerState, umpire: Umpire) -> None:
        """Roll the guns' dice, and let the shot go on."""
        allot(state, umpire, self.guns)


def _value(state: PowerState, word: str, shot: PendingShot) -> int:
    return value_against(Guard.of(shot.target, word).gun(state), WEAPONS[shot.weapon])


def _names(state: PowerState, shot: PendingShot, words: tuple[str, ...]) -> str:
    """Return the names of guns, those of an escort with the ship's name."""
    named = []
    for one in (Guard.of(shot.target, word) for word in words):
        gun = gun_name(state.ships[one.ship], one.key)
        named.append(gun if one.ship == shot.target else f"{state.names[one.ship]} {gun}")
    return ", ".join(named) or "none"


def chances(state: PowerState, shot: PendingShot, words: tuple[str, ...]) -> tuple[Risk, ...]:
    """Return the chance that a single shot is stopped. For a volley with uncounted pulses it is the chance that all or
    some of them are."""
    weapon, stops = WEAPONS[shot.weapon], tuple(Guard.of(shot.target, word).gun(state) for word in words)
    sides, none, every = die_sides(weapon) if weapon.pulses else 1, 0.0, 0.0
    for die in range(1, sides + 1):
        count = pulses(weapon, shot.needed, shot.face, die) if weapon.pulses else 1
        left = dict(through(weapon, count, stops))
        none, every = none + left.get(0, 0.0) / sides, every + left.get(count, 0.0) / sides
    if not weapon.pulses:
        return (Risk("Shot", "stopped", none, "good", RULE), Risk("Shot", "through", every, "bad", RULE))
    parts = (("stopped", none, "good"), ("in part", 1 - none - every, "note"), ("all come", every, "bad"))
    return tuple(Risk("Shot", words, chance, tone, RULE) for words, chance, tone in parts)
