"""A shot followed step by step: the chances of the odds, nodes fed by what flows in, what a lost side costs."""

from __future__ import annotations

from collections import defaultdict

import pytest

from game.systems.power_hex.combat import queue
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.interception import count_stopped
from game.systems.power_hex.combat.queue import PendingShot, queued_shots
from game.systems.power_hex.combat.sides import struck as struck_side
from game.systems.power_hex.orders.fire_order import DeclareFire
from game.systems.power_hex.orders.intercept_order import InterceptShot
from game.systems.power_hex.parts import PowerTable, ShotSteps
from game.systems.power_hex.section_sheet import own_parts
from game.systems.power_hex.ships.ship import PowerState
from game.systems.power_hex.ships.weapons import WEAPONS
from tests.support.builders import umpire
from tests.systems.power_hex.combat.sequences import damage_sizes, endings
from tests.systems.power_hex.combat.test_step_odds import told
from tests.systems.power_hex.fleet import aimed, part_of, ship, state

GUNS = {"plasma_p": "plasma_cannon", "pulse_1": "pulse_heavy", "pulse_2": "pulse_medium", "spark_p": "pulse_light"}


def flows(steps: ShotSteps) -> None:
    """Assert that a node's chance is the sum of what flows in, and that all of it flows on."""
    flow = steps.flow
    for column, nodes in enumerate(flow.columns[1:], 1):
        for n, node in enumerate(nodes):
            came = sum(one.chance for one in flow.links if one.column == column - 1 and one.end == n)
            assert came == pytest.approx(node.chance), (column, node)
            if column > 1 and column + 1 < len(flow.columns):
                went = sum(one.chance for one in flow.links if one.column == column and one.start == n)
                assert went == pytest.approx(node.chance), (column, node)


def struck(
    *mounts: str, faces: tuple[int, ...] = (6,), lost: dict[str, int] | None = None, together: bool = False
) -> PowerState:
    """Bastion in the sights of Helix, three hexes off its stern: the first of these guns that may be met has hit."""
    there = state(
        ship("bastion", lost=lost or {}), ship("helix", at=(0, 3), side="oreth", facing=0), intercept_all=together
    )
    shots = [PendingShot("helix", one, GUNS[one], "bastion", there.ships["helix"].at) for one in mounts]
    queue.begin(there, umpire(*faces), shots)
    return there


@pytest.mark.parametrize("mount", GUNS)
@pytest.mark.parametrize("guns", [(), ("guard_1",), ("guard_1", "guard_2")])
def test_a_shot_that_has_hit_flows_from_its_hit_to_its_ends(mount: str, guns: tuple[str, ...]) -> None:
    there = struck(mount)
    order = InterceptShot("bastion", guns)
    steps, (odds,) = order.shot_trace(there, {}), order.odds(there, {})
    assert steps is not None and steps.step == 2 and steps.face == 6
    flows(steps)
    through = steps.flow.columns[1][0].chance
    assert steps.flow.columns[0][1].past, "the miss has not happened"
    chosen = [one for one in steps.guards if one.chosen]
    assert [one.word for one in chosen] == list(guns)
    assert chosen == [] or chosen[-1].through == pytest.approx(through)
    ends = {node.label: node.chance for node in steps.flow.columns[-1]}
    assert sum(ends.values()) == pytest.approx(through)
    nothing = 1 - through + ends.get("armour holds", 0.0)
    assert odds.chances[0] == pytest.approx(nothing, abs=1e-9)
    assert len(steps.flow.columns) == (5 if mount == "plasma_p" else 4), "several pulses strike several places"


def test_guards_tell_what_they_leave_and_why_others_cannot() -> None:
    there = struck("plasma_p", "spark_p")
    there.ships["bastion"].streak["guard_2"] = 1
    steps = InterceptShot("bastion", ("guard_1", "guard_2")).shot_trace(there, {})
    assert steps is not None
    rows = {one.label: one for one in steps.guards}
    assert [round(rows[name].through, 3) for name in ("Guard 1", "Guard 2")] == [0.6, 0.36]
    assert (rows["Guard 1"].needs, rows["Guard 1"].chosen) == ("≤ 4", True)
    assert (not rows["Bolt P"].word and "arc" in rows["Bolt P"].why_not) or rows["Bolt P"].word
    owes = {gun: words for gun, words, _ in steps.owes}
    assert owes["Guard 1"] == "no fire this round" and owes["Guard 2"].startswith("second round on end: cools in")
    alone = InterceptShot("bastion", ("guard_1",)).shot_trace(there, {})
    assert alone is not None and {gun: words for gun, words, _ in alone.owes}["Guard 2"] == "left for 1 shot more"
    assert round(next(one.through for one in alone.guards if one.label == "Guard 2"), 3) == 0.36, "what it would change"


def test_a_gun_that_no_shot_to_come_is_in_the_arc_of_is_not_left_for_them() -> None:
    there = state(ship("bastion"), ship("helix", at=(-3, 0), side="oreth"))
    origin = there.ships["helix"].at
    queue.begin(
        there, umpire(6), [PendingShot("helix", one, GUNS[one], "bastion", origin) for one in ("plasma_p", "spark_p")]
    )
    steps = InterceptShot("bastion").shot_trace(there, {})
    assert steps is not None
    owes = {gun: words for gun, words, _ in steps.owes}
    assert owes["Bolt P"] == "left for 1 shot more" and owes["Bolt S"] == "no shot to come that it could meet"


def test_a_gun_without_boxes_is_lost_and_one_that_a_critical_stopped_is_out_of_action() -> None:
    there = struck("plasma_p", "spark_p", lost={"guard_1": 4})
    there.ships["bastion"].out = frozenset({"guard_2"})
    steps, table = (
        InterceptShot("bastion").shot_trace(there, {}),
        part_of(own_parts(there, there.ships["bastion"], None), PowerTable),
    )
    assert steps is not None
    owes, lines = {gun: words for gun, words, _ in steps.owes}, {one.label: one.words for one in table.lines}
    barred = {one.label: one.why_not for one in steps.guards}
    for gun, word in (("Guard 1", "lost"), ("Guard 2", "out of action")):
        assert (owes[gun], lines[gun], barred[gun]) == (word, word, f"it is {word}")


def test_what_goes_with_a_side() -> None:
    there = struck("plasma_p", lost={"aft": 30})
    steps = InterceptShot("bastion").shot_trace(there, {})
    assert steps is not None and steps.side == "aft"
    goes = dict(steps.goes)
    assert goes["signature"] == "8 → 10" and goes["initiative bonus"] == "6 → 0" and goes["thrust"] == "12 → 6"
    assert goes["turn delay"] == "2 zigs more" and goes["Guard 1, Guard 2, thrusters"] == "gone"
    (odds,) = InterceptShot("bastion").odds(there, {})
    on_side = {one.key: one.chance for one in aimed(odds).losses}["aft"]
    assert steps.goes_chance == pytest.approx(on_side, abs=1e-6) and steps.goes_chance > 0.1
    assert steps.damage.ends_at == 8 + 3 // 2 and steps.damage.end_words.endswith("takes the aft side")
    assert sum(steps.damage.chances) == pytest.approx(1.0) and steps.damage.first == 13


def test_a_side_that_goes_with_the_ship_counts_as_gone() -> None:
    there = struck("plasma_p", lost={"aft": 36, "primary": 30})
    steps, (odds,) = InterceptShot("bastion").shot_trace(there, {}), InterceptShot("bastion").odds(there, {})
    assert steps is not None and steps.side == "aft"
    destroyed = sum(one.chance for one in steps.flow.columns[-1] if one.label == "ship destroyed")
    assert destroyed > 0.05
    assert steps.goes_chance == pytest.approx({one.key: one.chance for one in aimed(odds).losses}["aft"])


def test_behind_a_side_that_is_lost_the_chart_of_the_primary_section_is_shown() -> None:
    steps = InterceptShot("bastion").shot_trace(struck("pulse_1", lost={"aft": 38, "engine": 14, "sensors": 5}), {})
    assert steps is not None and steps.side == "aft" and not steps.goes, "nothing more goes with it"
    assert steps.chart == "aft is lost: primary" and "half of armour 3" in steps.damage.words
    places = {one.key: one for one in steps.places}
    assert places["engine"].tone == "again" and sum(one.chance for one in steps.places) == pytest.approx(1.0)
    assert places["sensors"].chance == pytest.approx(3 / 18)
    assert places["sensors"].mean == 1.0 and places["cnc"].mean == 0.0, "13 less 1 takes 10 boxes, and not 16"


def test_places_of_the_likeliest_side() -> None:
    steps = InterceptShot("bastion").shot_trace(struck("plasma_p"), {})
    assert steps is not None
    places = {one.label: one for one in steps.places}
    assert [(one.label, one.faces) for one in steps.places] == [
        ("thrusters", "1–6"),
        ("Guard 1", "7–8"),
        ("Guard 2", "9"),
        ("structure", "10–18"),
        ("primary", "19–20"),
    ]
    assert places["Guard 1"].mean == pytest.approx(1.0), "4 boxes, and 13 at least less 1 for armour"
    assert places["structure"].mean == pytest.approx(sum(c for n, c in WEAPON_TOTALS.items() if n - 1 >= 38))


WEAPON_TOTALS = {
    n + 10: sum(1 for a in range(1, 11) for b in range(1, 11) for c in range(1, 11) if a + b + c == n) / 1000
    for n in range(3, 31)
}


def test_before_any_die_the_miss_is_in_the_band() -> None:
    there = state(ship("bastion"), ship("helix", at=(0, -3), side="oreth", facing=3))
    steps = DeclareFire.parse("bastion", "fire lance_1>helix").shot_trace(there, {})
    assert steps is not None and steps.step == 1 and steps.face == 0
    flows(steps)
    hit, miss = steps.flow.columns[0]
    assert hit.chance == steps.hit.chance and hit.chance + miss.chance == 1.0 and not miss.past
    assert DeclareFire("bastion").shot_trace(there, {}) is None


def test_the_queue_of_shots() -> None:
    there = struck("plasma_p", "pulse_1", "spark_p", faces=(20, 6))
    assert [(one.label, one.state, one.words) for one in queued_shots(there)] == [
        ("Plasma P at Bastion", "done", "missed"),
        ("Pulse 1 at Bastion", "now", "step 2"),
        ("Spark P at Bastion", "later", "70 %"),
    ]
    order = InterceptShot("bastion", ())
    order.carry_out(there, umpire(5, 1, *([12] * 8), 3))
    done = queued_shots(there)
    assert [one.state for one in done] == ["done", "done", "now"] and done[1].words.endswith("damage") and done[1].good
    assert WEAPONS["pulse_heavy"].damage.plus == 13


@pytest.mark.parametrize("guns", [(), ("guard_1", "bolt_p")])
def test_all_five_steps_against_enumeration(guns: tuple[str, ...]) -> None:
    """Every face of the die to hit, of each guard, for the side and for the place, and every total of damage, one by
    one."""
    there = struck("plasma_p", lost={"aft": 25, "primary": 20})
    target, rules = there.ships["bastion"], DamageRules.of(there.house)
    target.charge["bolt_p"] = 1
    needed = queue.SHOTS.of(there)[0].needed
    rolled, alive = defaultdict[str, float](float), defaultdict[str, float](float)
    come = 1.0
    for key in guns:
        come *= (
            sum(
                1 - count_stopped(target.design.mount(key).gun, WEAPONS["plasma_cannon"], face, 1)
                for face in range(1, 11)
            )
            / 10
        )
    for face in range(1, 11):
        side = struck_side("aft", face)
        for (size,), chance in damage_sizes(WEAPONS["plasma_cannon"], 1, rules):
            for one in endings(target, side, WEAPONS["plasma_cannon"], (size,), rules):
                rolled[told(target, side, one)] += chance * one.chance / 10
    for end, chance in rolled.items():
        alive[end] = chance * come
    steps = InterceptShot("bastion", guns).shot_trace(there, {})
    assert steps is not None
    words = {
        "ship destroyed": "destroyed",
        "a side is lost": "side lost",
        "a system is lost": "system lost",
        "boxes only": "boxes",
        "armour holds": "nothing",
    }
    found = {words[node.label]: node.chance for node in steps.flow.columns[-1]}
    assert found == pytest.approx({end: chance for end, chance in alive.items() if chance > 0})
    hit = sum(face <= needed for face in range(1, 21)) / 20
    fired = DeclareFire.parse("helix", "fire plasma_p>bastion").shot_trace(there, {})
    assert fired is not None and fired.hit.chance == hit
    before = {words[node.label]: node.chance for node in fired.flow.columns[-1]}
    assert before == pytest.approx({end: chance * hit for end, chance in rolled.items() if chance > 0})


def test_where_all_hits_are_met_at_once_each_is_asked_in_turn() -> None:
    there = struck("plasma_p", "pulse_1", "spark_p", faces=(6, 20, 5), together=True)
    assert [(one.label, one.state, one.words) for one in queued_shots(there)] == [
        ("Pulse 1 at Bastion", "done", "missed"),
        ("Plasma P at Bastion", "now", "step 2"),
        ("Spark P at Bastion", "later", "hit"),
    ]
    InterceptShot("bastion", ("guard_1",)).carry_out(there, umpire())
    asked = queued_shots(there)
    assert [one.state for one in asked] == ["done", "later", "now"], "the first waits for the dice of both"
    steps = InterceptShot("bastion", ()).shot_trace(there, {})
    assert steps is not None and steps.title == "Helix's Spark P"
    owes = {gun: words for gun, words, _ in steps.owes}
    assert (owes["Guard 1"], owes["Guard 2"]) == ("no fire this round", "left")


def test_shots_of_several_fighters_are_not_followed_as_if_they_were_one() -> None:
    there = state(ship("mote"), ship("bastion", (0, -1), side="oreth"))
    order = DeclareFire.parse("mote", f"fire {there.ships['mote'].design.weapons[0].key}>bastion")
    assert order.legal(there) and order.shot_trace(there, {}) is None
    there.ships["mote"].craft = (0, 0, 4, 0, 0, 0)
    assert (order.shot_trace(there, {}) is None) == (there.ships["mote"].design.weapons[0].gun.guns > 1)
