"""What the log tells of the dice of a shot: each face that fell, and what it was thrown for (power/2.1, 7, 8, 12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from game.core.umpire import Umpire, seeded_dice
from game.systems.power_hex import turn
from game.systems.power_hex.combat import queue
from game.systems.power_hex.combat.queue import PendingShot
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.ships.ship import PowerState
from tests.support.builders import umpire
from tests.support.narrowing import present
from tests.systems.power_hex.fleet import ship, state


def settled(there: PowerState, one: Umpire, shots: Sequence[PendingShot], *meets: str) -> list[str]:
    """Return shots to their end, and the lines of the log."""
    queue.begin(there, one, shots)
    while prompts := queue.guard_prompts(there):
        target = there.ships[prompts[0].ids[0]]
        InterceptShot(target.id, tuple(key for key in meets if key in target.charge)).carry_out(there, one)
    return [str(event) for event in one.log]


def shot(there: PowerState, firer: str, mount: str, target: str) -> PendingShot:
    one = there.ships[firer]
    weapon = present(one.design.fighters).weapon if one.flight else one.design.mount(mount).weapon
    return PendingShot(firer, mount, weapon, target, one.at)


def test_each_die_of_a_shot_is_told_with_what_it_was_thrown_for() -> None:
    there, one = (
        state(ship("bastion"), ship("helix", (0, -11), side="oreth", towards=3)),
        umpire(1, 10, 6, 4, 2, 8, 20, 14),
    )
    assert settled(there, one, (shot(there, "bastion", "railgun_p", "helix"),), "pulse_2", "spark_p") == [
        "Bastion fires Railgun P at Helix | 1 | 4 or less: signature 7, range +0, jamming −3 | hit",
        "Helix's Pulse 2 meets it | 10 | 1 or less | nothing",
        "Helix's Spark P meets it | 6 | 3 or less | nothing",
        "Bastion fires at Helix from ahead | 4 | on 1–5 | strikes the fore side",
        "Helix's fore chart | 20 | on 19–20 | primary section",
        "Helix's primary chart | 14 | on 14–15 | engine",
        "Helix is struck on its fore side | 2 8 | 2d10+2: 12 points, shield −1 | 11 on engine",
    ]


def test_packets_shields_and_armour_are_told() -> None:
    there = state(ship("bastion", (0, -1), side="oreth"), ship("helix", (0, 0), lost={"pulse_1": 7}))
    lines = settled(there, umpire(9, 1, 7, 7, 7, 4, 9, 20, 4), (shot(there, "bastion", "lance_1", "helix"),))
    assert lines[2:] == [
        "Helix's fore chart | 4 | on 4–5, destroyed before: structure instead | Pulse 1",
        "Helix's fore chart | 9 | on 8–18 | structure",
        "Helix's fore chart | 20 | on 19–20 | primary section",
        "Helix's primary chart | 4 | on 1–8 | structure",
        "Helix is struck on its fore side | 7 7 7 | 3d10+4: 25 points as 10, 10, 5, shield −1 each, armour −9 | "
        "7 on fore section, 6 on fore section, 0 on primary section",
    ]


@pytest.mark.parametrize(
    "face, die, words",
    [
        (6, 6, "6 | d5 gives 3, 14 under adds 3 | 6 pulses"),
        (18, 1, "1 | d5 gives 1, 2 under adds none | 1 pulse"),
        (1, 10, "10 | d5 gives 5, 19 under adds 4, 6 at most | 6 pulses"),
    ],
)
def test_pulses_are_told_by_die_and_margin(face: int, die: int, words: str) -> None:
    there = state(ship("sliver", (0, 1)), ship("bastion", side="oreth", towards=0))
    one = Umpire(seeded_dice(1))
    found = shot(there, "sliver", "pulse_1", "bastion")
    queue.begin(there, forced := umpire(face, die, *[1] * 20), (found,))
    while prompts := queue.guard_prompts(there):
        InterceptShot(prompts[0].ids[0]).carry_out(there, forced)
    assert not one.log and str(forced.log[1]).partition(" | ")[2] == words


def test_no_die_of_a_shot_is_left_out() -> None:
    for seed in range(60):
        there = state(
            ship("bastion", lost={"engine": 14, "lance_1": 6, "port": 20}),
            ship("helix", (0, -2), side="oreth"),
            ship("gadfly", (0, -1)),
            ship("mote", (1, -2), side="oreth"),
        )
        one = Umpire(seeded_dice(seed))
        shots = [shot(there, "helix", key, "bastion") for key in ("pulse_1", "plasma_p", "spark_a")]
        shots += [shot(there, "bastion", key, "helix") for key in ("lance_2", "railgun_p", "guard_2")]
        shots += [shot(there, "gadfly", "guns", "mote"), shot(there, "mote", "guns", "gadfly")]
        settled(there, one, shots, *(("guard_1",) if seed % 2 else ()))
        told = Counter((die.face, die.sides) for event in one.log for die in event.dice)
        assert told == Counter((face, roll.sides) for roll in one.rolls for face in roll.faces), seed


def test_a_roll_off_is_told_to_those_on_the_table() -> None:
    there, one = state(ship("bastion"), ship("helix", side="oreth")), umpire(11, 8, 4, 15)
    turn.open_round(there, one)
    assert [str(event) for event in one.log[2:]] == [
        "Bastion rolls off | 4 | tied at 17, low first | 4",
        "Helix rolls off | 15 | tied at 17, low first | 15",
        "Bastion acts first | the lowest total",
    ]
    aboard = state(ship("bastion"), ship("mote", side="oreth", removed_reason="aboard"))
    turn.open_round(aboard, one := umpire(20, 2, 5, 6))
    assert [event.who for event in one.log] == ["bastion"] * 2, "nobody on the table shares its total"
