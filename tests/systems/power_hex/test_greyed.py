"""Greyed is what would be refused, with the same reason, in random battles: power, launches, snaps, moves, fire,
interception. SOAK=1 plays three times as many."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import Battle, fingerprint
from game.battle.loader import open_battle
from game.core.orders import Id, Illegal, Order
from game.players.match import Match
from game.systems.power_hex.orders.fire_order import DeclareFire, GunAim
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.orders.launch_order import LaunchBallistics
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.orders.power_order import FEED, DivertPower
from game.systems.power_hex.orders.snap_order import SnapManoeuvre
from game.systems.power_hex.parts import PowerLine, PowerTable, ShotSteps
from game.systems.power_hex.power.reactor import SPARE
from tests.support.narrowing import narrow
from tests.systems.power_hex.fleet import part_of
from tests.systems.power_hex.test_battles import house, melee

ROUNDS = 4  # of each battle
FEW = 4  # seeds that are not slow
SEEDS = [
    pytest.param(seed, marks=[pytest.mark.slow] if seed >= FEW else [])
    for seed in range(40 if os.environ.get("SOAK") else 14)
]
KINDS = (DivertPower, LaunchBallistics, SnapManoeuvre, PowerMove, DeclareFire, InterceptShot)
_ = melee  # the fixture


def reason(battle: Battle, order: Order) -> tuple[str, str]:
    """Return why an order is refused when it is given, and the rule; empty if it may be given, and then it is not."""
    if battle.why_not(order) is None:
        assert battle.read(order.by, str(order)) == order or isinstance(order, PowerMove), str(order)
        return "", ""
    before = fingerprint(battle.state)
    with pytest.raises(Illegal) as why:
        battle.play(order)
    assert fingerprint(battle.state) == before and why.value.why.strip() and why.value.rule.startswith("power/"), str(
        order
    )
    return why.value.why, why.value.rule


def drafts(battle: Battle, key: Id, rng: Random) -> Iterator[Order]:
    """Yield a fresh order, and a few that were filled in field by field, legal or not."""
    for kind in battle.phase.accepts:
        order: Order = kind(key)
        yield order
        for _ in range(2):
            for name, values in order.domain(battle.state).items():
                if rng.random() < 0.6:
                    order = order.with_value(name, rng.choice(tuple(values)))
            yield order


def asked(battle: Battle, seed: int, rng: Random) -> Iterator[Id]:
    """Play the first rounds by random orders; now and then whoever is asked."""
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
    while battle.state.outcome is None and battle.state.turn <= ROUNDS:
        prompt = battle.prompts()[0]
        if rng.random() < 0.35:
            yield rng.choice(prompt.ids)
        match.step()


def greyed_on_the_form(battle: Battle, order: Order, rng: Random) -> int:
    """Return each value of each field, a few where there are many: greyed with the words with which the order is
    refused."""
    view, count = battle.view(battle.state.owner(order.by)), 0
    for name in order.domain(battle.state):
        choices = view.choices(order, name)
        for one in rng.sample(choices, min(4, len(choices))):
            said = reason(battle, order.with_value(name, one.value))
            assert said == (one.why_not, one.rule), (str(order), name, one)
            count += bool(one.why_not)
    return count


def greyed_lines_of_power(battle: Battle, order: DivertPower, rng: Random) -> int:
    """Return lines that gain nothing, or cannot be switched, are refused so; a line that gains is not refused for
    that."""
    table = part_of(battle.view(battle.state.owner(order.by)).sheet(order.by, order).parts, PowerTable)
    for line in table.lines:
        assert held(battle, DivertPower(order.by), line), line
    return sum(bool(line.gains_not) for line in table.lines)


def held(battle: Battle, fresh: DivertPower, line: PowerLine) -> bool:
    """Return what one line of the table lets do, and what the battle says of it."""
    if not line.arcs.isalnum():  # shields hold no charge
        return not line.feed and not line.gives
    given = reason(battle, fresh.with_value(FEED + line.key, (SPARE,)))[0]
    assert bool(line.feed) != bool(line.gains_not)
    if line.gains_not:
        return line.gains_not.removeprefix("it ") in given
    off = reason(battle, replace(fresh, off=(line.key,)))[0]
    return "gains nothing" not in given and (bool(line.off) or off.endswith((" is lost", " is out of action")))


def greyed_guns(battle: Battle, order: DeclareFire) -> int:
    """A gun bears if and only if it may be declared, and says the same where it may not."""
    state, count = battle.state, 0
    view = battle.view(state.owner(order.by))
    for other in state.enemies(state.owner(order.by)):
        for shot in view.shots(order.by, other.id):
            why = reason(battle, DeclareFire(order.by, (GunAim(shot.mount, other.id),)))[0]
            assert why.partition(": ")[2] == shot.why_not and shot.bears == (not why), (shot, why)
            count += not shot.bears
        volley = view.volley(order.by, other.id)
        assert volley is None or not reason(battle, volley)[0]
        assert (volley is None) == (not any(shot.bears for shot in view.shots(order.by, other.id)))
    return count


def greyed_guards(battle: Battle, order: InterceptShot) -> int:
    """Return a guard that may be ticked may meet the shot; one that may not is refused with the reason on its line."""
    steps = narrow(battle.view(battle.state.owner(order.by)).shot_trace(order, {}), ShotSteps)
    for row in steps.guards:
        if row.word:
            assert not reason(battle, InterceptShot(order.by, (row.word,)))[0], row
    state = battle.state
    keys = [mount.key for mount in state.ships[order.by].design.weapons]
    refused = {key: reason(battle, InterceptShot(order.by, (key,)))[0] for key in keys}
    said = {f"{row.label}: {row.why_not}" for row in steps.guards if not row.word}
    assert said <= {why for why in refused.values() if why}, (said, refused)
    ticked = {row.word for row in steps.guards if row.word}
    assert all(bool(why) == (key not in ticked) for key, why in refused.items())
    return len(said)


def greyed(melee: Path, seed: int) -> Counter[str]:
    """Return how much was greyed in a battle, by kind of order, each of it held against what is refused."""
    battle, rng, found = open_battle(melee, seed=seed, house=house(seed)).battle, Random(seed), Counter[str]()
    for key in asked(battle, seed, rng):
        for order in drafts(battle, key, rng):
            kind = type(order)
            found[kind.__name__] += greyed_on_the_form(battle, order, rng)
            if isinstance(order, DivertPower):
                found["lines"] += greyed_lines_of_power(battle, order, rng)
            elif isinstance(order, DeclareFire) and not order.shots:
                found["guns"] += greyed_guns(battle, order)
            elif isinstance(order, InterceptShot):
                found["guards"] += greyed_guards(battle, order)
            elif (
                isinstance(order, PowerMove)
                and not reason(battle, PowerMove(key, roll=order.roll, launch=order.launch))[0]
            ):
                ends = battle.view(battle.state.owner(key)).destinations(order)
                assert not [end for end in rng.sample(ends, min(5, len(ends))) if reason(battle, end.order)[0]]
    return found


@pytest.mark.parametrize("seed", SEEDS)
def test_greyed_is_what_would_be_refused(melee: Path, seed: int) -> None:
    assert sum(greyed(melee, seed).values()) > 10


def test_every_kind_of_order_has_something_greyed(melee: Path) -> None:
    wanted = {kind.__name__ for kind in KINDS} - {"InterceptShot"} | {"lines", "guns", "guards"}
    for seed in range(12):
        wanted -= (+greyed(melee, seed)).keys()
        if not wanted:
            return
    assert wanted == set()
