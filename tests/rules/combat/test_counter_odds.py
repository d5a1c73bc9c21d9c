"""The odds of fighters, missiles and nova plasma against every way the dice can fall, point defence first (hex/3.3 to
3.5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from game.battle.view import View
from game.board import hexes
from game.board.hexes import Hex
from game.core.display import Pose
from game.core.orders import Id, Order
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import allocate
from game.rules.combat.fire import Aimed
from game.rules.counters.fighter_attack import Strike
from game.rules.counters.kinds import Flight, Missile, Plasma
from game.rules.counters.odds import hits, remaining
from game.rules.counters.orders import Fly, Launch
from game.rules.counters.point_defence import PAST, PREY
from game.rules.counters.shoot import Shoot
from game.rules.ships.beam_dice import Rerolls, reroll_rule
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.easyhex.missile_orders import Hit, LaunchOrdnance, Steer
from game.systems.easyhex.missiles import degrade, plasma_flies, they_hit
from game.systems.easyhex.system import EASYHEX
from tests.rules.combat.test_fire_odds import RARE, More, Tried, compare
from tests.support.easyhex_battles import counter, deep, vessel
from tests.support.hexcess_battles import sea

PDS, SCREEN, FCS, NOVA = Mount("", "pds"), Mount("", "screen"), Mount("", "fcs"), Mount("", "nova")
BEAM = Mount("", "beam", 2, ("FP", "F", "FS"))


@dataclass(frozen=True)
class Step:
    """A step of the turn in the place of an order, for the tests of odds to carry out."""

    done: Callable[[ThrustState, Umpire], object]

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        self.done(state, umpire)


def shots(state: ThrustState, counter: str, kinds: tuple[str, ...]) -> list[Any]:
    """Return everything of every enemy that bears fires at a counter, then nobody does any more in this turn."""
    PREY.set(state, kinds)
    found: list[Any] = []
    for ship in state.ships.values():
        keys = [shot.mount for shot in _bearing(state, ship, counter)]
        if keys and ship.side != state.counters[counter].side:
            found.append(Shoot(ship.id, tuple(Aimed(key, counter) for key in keys)))
    PREY.set(state, ())
    return [Step(lambda state, umpire: PREY.set(state, kinds)), *found]


def _bearing(state: ThrustState, ship: Ship, counter: str) -> tuple[Aimed, ...]:
    if ship.side == state.counters[counter].side:
        return ()
    values: Any = Shoot(ship.id).domain(state)["shots"]
    return max((one for one in values if all(shot.target == counter for shot in one)), key=len)


def attack(by: str, target: str) -> Step:
    """Return the group attacks, if there is anything left of it."""

    def done(state: ThrustState, umpire: Umpire) -> None:
        if state.counters[by].in_play:
            Strike(by, target).carry_out(state, umpire)

    return Step(done)


@pytest.mark.parametrize(("craft", "defences", "setting", "rules"), [
    (2, (), {}, {}),
    (2, (), {"armour": 1}, {}),
    (1, (PDS,), {"hull": 4}, {}),
    (3, (PDS, PDS), {"armour": 1}, {"rerolls": False}),
    (3, (PDS, SCREEN), {}, {"rerolls": False}),
    (2, (PDS, SCREEN, SCREEN), {}, {}),
    (2, (SCREEN, SCREEN), {}, {"screens": "base"}),
    (2, (PDS, PDS, PDS), {"armour": 2}, {"rerolls": False}),
])  # fmt: skip
def test_a_flight_after_point_defence(
    craft: int, defences: tuple[Mount, ...], setting: dict[str, int], rules: Any
) -> None:
    target = vessel("vesper", (0, 0), side="amber", mounts=defences, turned=False, **setting)
    state = deep(vessel("fold", (5, 5)), target, counters=[counter("fold.HGR", Flight, (0, 2), count=craft)], **rules)
    order = volley(state, "fold.HGR", "vesper")
    assert order == Strike("fold.HGR", "vesper")
    (found,) = order.odds(state, {})
    steps: Any = [*shots(state, "fold.HGR", (Flight.kind,)), attack("fold.HGR", "vesper"), Step(allocate)]
    compare(found, unchecked(state), *steps)
    (shot,) = EASYHEX.shots(state, "fold.HGR", "vesper")
    assert shot.dice == ("1 die" if craft == 1 else f"{craft} dice") and shot.distance == 2
    told = Fly("fold.HGR").risks(state)
    taken = hits(sum(one is PDS for one in defences), reroll_rule(state.house))
    wanted = [taken[1:].sum(), taken[craft:].sum()] if PDS in defences else []
    assert [one.chance for one in told] == pytest.approx(wanted[-1:] if craft == 1 else wanted)


def test_a_flight_of_hexcess_after_point_defence() -> None:
    target = vessel("vesper", (0, 0), side="amber", mounts=(PDS, SCREEN), armour=1)
    state = sea(vessel("fold", (5, 5)), target, thresholds="batched", rerolls=False)
    state.counters = {"fold.HGR": counter("fold.HGR", Flight, (0, 3), count=3)}
    (found,) = Strike("fold.HGR", "vesper").odds(state, {})
    steps: Any = [*shots(state, "fold.HGR", (Flight.kind,)), attack("fold.HGR", "vesper")]
    compare(found, unchecked(state), *steps)


def test_once_everybody_has_shot_nothing_is_taken_off() -> None:
    state = deep(
        vessel("fold", (5, 5)),
        vessel("vesper", side="amber", mounts=(PDS, PDS)),
        counters=[counter("fold.HGR", Flight, (0, 2), count=2)],
    )
    before = Strike("fold.HGR", "vesper").odds(state, {})[0]
    PAST.set(state, (Flight.kind,))
    (found,) = Strike("fold.HGR", "vesper").odds(state, {})
    steps: Any = [attack("fold.HGR", "vesper"), Step(allocate)]
    compare(found, unchecked(state), *steps)
    assert found.mean > before.mean and before.notes and not found.notes
    assert Fly("fold.HGR").risks(state) == ()


def test_the_marks_of_a_turn_say_when_everybody_has_shot() -> None:
    row = next(one for one in EASYHEX.phases if one.name == "Shoot at fighters")
    state = deep(vessel("fold"))
    for step in (row.begin, row.end):
        step(state, Umpire(lambda label, count, sides: (), 1, 5))
    assert PAST.of(state) == (Flight.kind,) and PREY.of(state) == ()
    EASYHEX.phases[0].begin(state, Umpire(lambda label, count, sides: (1,) * count, 2, 1))
    assert not PAST.of(state)


def test_an_area_defence_helps_a_friend_and_a_ship_without_control_does_not() -> None:
    guard = vessel("guard", (3, 0), side="amber", mounts=(Mount("", "adfc"), PDS))
    target = vessel("vesper", (1, 0), side="amber", mounts=(PDS,))
    state = deep(vessel("fold", (9, 9)), guard, target, counters=[counter("fold.HGR", Flight, (0, 2), count=6)])
    (lone,) = Strike("fold.HGR", "vesper").odds(replace(state, ships={"vesper": target}), {})
    (both,) = Strike("fold.HGR", "vesper").odds(state, {})
    assert both.mean < lone.mean, "the area defence reaches whoever is near its friend"
    target.set_timer("bridge", 2)
    (again,) = Strike("fold.HGR", "vesper").odds(state, {})
    assert again.mean == pytest.approx(lone.mean), "one die less, whose ever it is"


# -- missiles ----------------------------------------------------------------------------------------------------------


def hit(state: ThrustState, umpire: Umpire) -> None:
    """Step 11 for what is in play."""
    they_hit(state, umpire)


@pytest.mark.parametrize(("defences", "armour"), [((), 0), ((PDS,), 0), ((PDS, PDS), 2), ((PDS, BEAM, FCS), 1)])
def test_an_armed_missile_that_may_be_shot_down(defences: tuple[Mount, ...], armour: int) -> None:
    target = vessel("vesper", (0, 0), 3, side="amber", mounts=defences, armour=armour)
    state = deep(vessel("tuff", (9, 9)), target, counters=[counter("tuff.MT", Missile, (0, 2), age=2)], rerolls=False)
    order = volley(state, "tuff.MT", "vesper")
    assert order == Hit("tuff.MT", "vesper")
    (found,) = order.odds(state, {})
    steps: Any = [*shots(state, "tuff.MT", (Missile.kind, Plasma.kind)), Step(hit), Step(allocate)]
    compare(found, unchecked(state), *steps)
    dice = sum({"pds": 1, "beam": 2}.get(one.kind, 0) for one in defences)
    assert found.chances[0] == pytest.approx(1 - 0.5**dice), "any point shoots it down"
    assert found.mean == pytest.approx(0.5**dice * (4 - armour))


def volley(state: ThrustState, firer: Id, target: Id, poses: dict[Id, Pose] | None = None) -> Order | None:
    return View(EASYHEX, "", state, None, 0, ((), 0)).volley(firer, target, poses)


def test_a_missile_that_is_steered_hits_for_certain_or_waits() -> None:
    target = vessel("vesper", (0, 0), side="amber", mounts=(PDS, PDS))
    state = deep(vessel("tuff", (9, 9)), target, counters=[counter("tuff.MT", Missile, (0, 9), age=2)])
    PAST.set(state, (Missile.kind, Plasma.kind))
    assert volley(state, "tuff.MT", "vesper") is None, "not from where it lies"
    there = {"tuff.MT": Steer("tuff.MT").pose(state)}
    (found,) = Hit("tuff.MT", "vesper").odds(state, there)
    assert found.mean == 4 and found.chances[4] == 1 and not found.notes
    assert [one.words for one in Steer("tuff.MT").risks(state)] == ["hits Vesper: 4 points"]
    assert "hits nobody" in Steer("tuff.MT", 0, 1).risks(state)[0].words
    state.counters["tuff.MT"] = replace(state.counters["tuff.MT"], age=1)
    (late,) = Hit("tuff.MT", "vesper").odds(state, there)
    assert late.mean == pytest.approx(1) and late.notes[0] == "it strikes next turn at the earliest"
    (risk,) = Steer("tuff.MT").risks(state)
    assert risk.words == "shot down" and risk.chance == pytest.approx(0.75)


def test_what_fired_this_turn_fires_again_in_the_next() -> None:
    target = vessel("vesper", (0, 0), side="amber", mounts=(PDS, PDS))
    target.status_flags = frozenset({"fired PDSa", "fired PDSb"})
    state = deep(vessel("tuff", (9, 9)), target, counters=[counter("tuff.MT", Missile, (0, 2), age=1)])
    (now,) = Hit("tuff.MT", "vesper").odds(state, {})
    assert now.mean == 4, "in this turn they cannot"
    PAST.set(state, (Missile.kind, Plasma.kind))
    (then,) = Hit("tuff.MT", "vesper").odds(state, {})
    assert then.mean == pytest.approx(1) and target.status_flags == {"fired PDSa", "fired PDSb"}


# -- nova plasma -------------------------------------------------------------------------------------------------------


def ball(at: Hex, age: int, count: int = 4, flown: int = 0, wounds: int = 0) -> Counter:
    return counter("caldera.NOVA", Plasma, at, 0, count=count, age=age, flown=float(flown), wounds=wounds)


@pytest.mark.parametrize(("plasma", "defences", "nova"), [
    (ball((0, 3), 2, 4, 3), (), "mild"),
    (ball((0, 6), 2, 4, 3), (PDS,), "mild"),
    (ball((0, 2), 2, 2, 3), (PDS, PDS), "mild"),
    (ball((0, 2), 3, 4, 9), (PDS,), "normal"),
    (ball((0, 2), 4, 4, 12), (PDS, PDS, PDS), "normal"),
    (ball((0, 2), 3, 3, 9, 1), (PDS,), "normal"),
    (ball((0, 2), 2, 2, 3), (BEAM, FCS), "printed"),
])  # fmt: skip
def test_plasma_that_is_shot_at_on_its_way(plasma: Counter, defences: tuple[Mount, ...], nova: str) -> None:
    target = vessel("vesper", (0, 0), 3, side="amber", mounts=defences, hull=30, armour=2)
    state = deep(vessel("caldera", (9, 9)), target, counters=[plasma], rerolls=False, nova=nova)
    (found,) = Hit(plasma.id, "vesper").odds(state, {})
    steps: Any = [
        *shots(state, plasma.id, (Missile.kind, Plasma.kind)),
        Step(lambda state, umpire: degrade(state, umpire)),
        Step(lambda state, umpire: plasma_flies(state, umpire)),
        Step(hit),
        Step(allocate),
    ]
    compare_any(found, unchecked(state), steps)


def unchecked(state: ThrustState) -> ThrustState:
    """Return the same without threshold checks in between, of which odds know nothing."""
    state.house["thresholds"] = "batched"
    return state


def compare_any(found: Any, state: ThrustState, steps: Any) -> None:
    """Compare as `compare` does, with dice of as many sides as each roll has."""
    chances = [0.0] * (state.ships["vesper"].hull + 1)

    def follow(faces: tuple[int, ...], share: float) -> None:
        after, sides = state.copy(), [6]
        tried = Tried(faces)

        def dice(label: str, count: int, most: int) -> tuple[int, ...]:
            sides[0] = most
            return tried(label, count, most)

        try:
            for step in steps:
                step.carry_out(after, Umpire(dice, 1, 9))
        except More:
            for face in range(1, sides[0] + 1):
                if share / sides[0] > RARE / 10:
                    follow((*faces, face), share / sides[0])
            return
        chances[state.ships["vesper"].hull - after.ships["vesper"].hull] += share

    follow((), 1.0)
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert found.chances == pytest.approx(chances, abs=1e-6)


def test_a_plan_puts_ships_and_counters_where_they_are_not_yet() -> None:
    """What has acted counts as not having, once a ship is put anywhere; the state itself stays as it is."""
    state = deep(vessel("vesper", (0, -2), side="amber"), counters=[counter("kiln.HGR", Flight, (0, 5), count=6)])
    (key,) = state.counters
    state.acted.add("vesper")
    there = state.posed({key: Pose((1.0, 2.0), 4, 4, 0)})
    assert (there.counters[key].at, there.counters[key].facing, there.acted) == ((1.0, 2.0), 4, {"vesper"})
    both = state.posed({key: Pose((1.0, 2.0), 4, 4, 0), "vesper": Pose((3.0, 4.0), 6, 8, 5, coasted=False)})
    one = both.ships["vesper"]
    assert (one.at, one.course, one.facing, one.velocity, one.thrust_used, both.acted) == (
        (3.0, 4.0),
        6,
        8,
        5,
        True,
        set(),
    )
    assert state.ships["vesper"].at != one.at and state.counters[key].at != (1.0, 2.0) and state.posed({}) is state


def test_plasma_strikes_the_first_ship_in_its_way_and_nobody_else() -> None:
    friend, foe = vessel("kiln", (0, -2), hull=30), vessel("vesper", (0, -4), side="amber")
    state = deep(vessel("caldera", (9, 9)), friend, foe, counters=[ball((0, 0), 2, 4, 3)])
    assert volley(state, "caldera.NOVA", "kiln") == Hit("caldera.NOVA", "kiln")
    assert volley(state, "caldera.NOVA", "vesper") is None
    moved = {"kiln": Pose(hexes.at((3, 3)), 12, 12, 0)}
    assert volley(state, "caldera.NOVA", "vesper", moved) == Hit("caldera.NOVA", "vesper")
    state.counters["caldera.NOVA"] = ball((0, 0), 4, 4, 18)
    assert volley(state, "caldera.NOVA", "kiln") is None, "it has flown out"
    state.counters["caldera.NOVA"] = ball((0, 0), 1, 4, 3)
    PAST.set(state, (Missile.kind, Plasma.kind))
    (later,) = Hit("caldera.NOVA", "kiln").odds(state, {})
    assert later.notes[0] == "it strikes next turn at the earliest" and later.mean == pytest.approx(3 * 3.5, abs=0.01)


def test_a_launch_is_weighed_before_it_is_given() -> None:
    ship = vessel("caldera", (0, 3), mounts=(NOVA, Mount("", "missile")), hull=12)
    state = deep(ship, vessel("vesper", (0, 0), side="amber", hull=30))
    (found,) = LaunchOrdnance("caldera", ("NOVA", "MT")).odds(state, {})
    assert found.target == "vesper" and found.mean == pytest.approx(14) and len(found.chances) == 31
    assert LaunchOrdnance("caldera", ("MT",)).odds(state, {}) == ()
    ship.at = hexes.at((0, 4))
    assert LaunchOrdnance("caldera", ("NOVA",)).odds(state, {}) == (), "3 hexes, no farther"


def test_fighters_that_are_launched_beside_an_enemy_are_shot_at_before_they_strike() -> None:
    """Launch, point defence, attack: they fare as a flight that lies there already (hex/2.2/fighters)."""
    carrier = vessel("fold", (0, 2), mounts=(Mount("", "hangar", size=3),))
    state = sea(carrier, vessel("vesper", (0, 0), side="amber", mounts=(PDS, SCREEN)))
    (launched,) = Launch("fold", ("HGR",)).odds(state, {})
    state.counters = {"fold.HGR": counter("fold.HGR", Flight, (0, 2), count=3)}
    (lying,) = Strike("fold.HGR", "vesper").odds(state, {})
    assert launched.chances == lying.chances and launched.mean < 3 * 0.6


# -- what ships do to counters -----------------------------------------------------------------------------------------


def test_what_a_ship_shoots_at_counters_is_told_with_its_chances() -> None:
    ship = vessel("vesper", (0, 0), 3, side="amber", mounts=(PDS, PDS, BEAM, FCS))
    flying = [counter("fold.HGR", Flight, (0, 2), count=2), counter("tuff.MT", Missile, (0, 1))]
    state = deep(vessel("fold", (9, 9)), ship, counters=flying, rerolls=False)
    PREY.set(state, (Flight.kind,))
    order: Order = Shoot("vesper", (Aimed("PDSa", "fold.HGR"), Aimed("PDSb", "fold.HGR")))
    some, every = order.risks(state)
    assert some.chance == pytest.approx(0.75) and "1.2 of 2" in some.words
    assert every.chance == pytest.approx(1 - (0.25 + 2 * 0.5 / 3))
    PREY.set(state, (Missile.kind,))
    (down,) = Shoot("vesper", (Aimed("B2", "tuff.MT"),)).risks(state)
    assert (down.words, down.tone) == ("shot down", "good") and down.chance == pytest.approx(0.75)


def test_what_is_left_of_a_counter() -> None:
    taken = hits(2, Rerolls.NONE)
    assert sum(taken) == pytest.approx(1)
    assert dict(remaining(1, taken)) == pytest.approx({0: 0.75, 1: 0.25})
    assert [chance for _, chance in remaining(9, hits(0, Rerolls.MODIFIED))] == [1.0]
