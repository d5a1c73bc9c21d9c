"""The sandbox without its screen: what can be done to it, undone word for word, forced, branched and weighed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start_text
from game.battle.script import run
from game.core.orders import Illegal
from game.rules.scenario.battle_file import Victory
from game.sandbox.branch_replay import BranchOrder, BranchReplay, SandboxBranch
from game.sandbox.comparison import ComparisonRow, Ghost, blow, comparison_rows, dice_to_come, roll_words
from game.sandbox.export import story_of, story_text
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import open_sandbox, sandbox_of, save, text_of
from game.systems import SYSTEMS
from game.systems.full_sail.ships.ship import SailingShip
from tests.support.battles import SCENARIOS
from tests.support.narrowing import narrow, present
from tests.support.ui.sandbox_driver import START, fresh, ship

DEEDS: list[tuple[str, Callable[[Sandbox], object], Callable[[Sandbox], bool]]] = [
    ("place", lambda s: s.place("lancet", "amber", (30, 30), 9), lambda s: ship(s, "lancet-2").side == "amber"),
    ("move", lambda s: s.move("lancet", (13.26, 19)), lambda s: ship(s).at == (13.3, 19)),
    ("turn", lambda s: s.turn_ship("lancet", -3), lambda s: (ship(s).course, ship(s).facing) == (11, 11)),
    ("copy", lambda s: s.copy("lancet"), lambda s: ship(s, "lancet-2").hull == 17 and ship(s, "lancet-2").at == (12,
                                                                                                                 17)),
    ("delete", lambda s: s.delete("halyard"), lambda s: "halyard" not in s.start.state.ships
     and narrow(s.opened.file.victory, Victory).ships == ["lancet"]),
    ("swap", lambda s: s.swap("lancet"), lambda s: ship(s).side == "amber"),
    ("velocity", lambda s: s.set_fields("lancet", velocity=3), lambda s: ship(s).velocity == 3),
    ("course", lambda s: s.set_fields("lancet", course=5), lambda s: (ship(s).course, ship(s).facing) == (5, 2)),
    ("facing", lambda s: s.set_fields("lancet", facing=8), lambda s: (ship(s).course, ship(s).facing) == (2, 8)),
    ("hull", lambda s: s.set_fields("lancet", hull=None), lambda s: ship(s).hull == 24),
    ("armour", lambda s: s.set_fields("lancet", armour=2), lambda s: ship(s).armour == (2,)),
    ("drive", lambda s: s.set_fields("lancet", drive_hits=1), lambda s: ship(s).thrust == 3),
    ("lost", lambda s: s.set_fields("lancet", lost=["B1", "PT"]), lambda s: ship(s).lost == {"B1", "PT"}),
    ("killed", lambda s: s.set_fields("lancet", killed=["B1"]), lambda s: ship(s).killed == {"B1"}),
    ("spent", lambda s: s.set_fields("kiln", spent=["SMPa"]), lambda s: ship(s, "kiln").spent == {"SMPa"}),
    ("inverted", lambda s: s.set_fields("lancet", inverted=True), lambda s: ship(s).inverted),
    ("body", lambda s: s.add_body("dust", (20, 40)), lambda s: s.start.state.table.bodies[1].radius == 2.5),
    ("body moved", lambda s: s.set_body(0, at=(30, 30)), lambda s: s.start.state.table.bodies[0].at == (30, 30)),
    ("body gone", lambda s: s.remove_body(0), lambda s: s.start.state.table.bodies == ()),
    ("table", lambda s: s.set_part("table", width=96), lambda s: s.start.state.table.width == 96),
    ("victory", lambda s: s.set_part("victory", turns=6), lambda s: s.opened.file.victory.turns == 6),
    ("house", lambda s: s.set_part("house", thresholds="batched"),
     lambda s: s.start.state.house["thresholds"] == "batched"),
    ("side", lambda s: s.set_side("amber", name="The Others"),
     lambda s: s.start.state.sides["amber"].name == "The Others"),
    ("new side", lambda s: s.set_side("third"), lambda s: s.start.state.sides["third"].seat == 2),
    ("title", lambda s: s.entitle(title="Another"), lambda s: s.opened.file.title == "Another"),
    ("order", lambda s: s.give("lancet", "S2+3"), lambda s: s.course().planned_move(1, "lancet") == "S2+3"),
    ("branch", lambda s: s.begin_branch(), lambda s: s.branch.key == "B"),
    ("name", lambda s: s.name_branch("A", "Ahead"), lambda s: s.branch.name == "Ahead"),
    ("hide", lambda s: s.show_branch("A", False), lambda s: s.branch.hidden),
    ("die", lambda s: s.force("T1.2/initiative/azure", 0, 2),
     lambda s: s.branch.dice == {"T1.2/initiative/azure": (2,)}),
]  # fmt: skip


# -- commands ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("what", "deed", "seen"), DEEDS, ids=[name for name, _, _ in DEEDS])
def test_each_deed_does_what_it_says_and_is_undone_to_the_byte(
    what: str, deed: Callable[[Sandbox], object], seen: Callable[[Sandbox], bool]
) -> None:
    box = fresh()
    before = text_of(box)
    try:
        so = seen(box)
    except LookupError:  # there is nothing yet that could be so
        so = False
    assert not so, "it is not so before"
    deed(box)
    assert seen(box) and len(box.done) == 1 and box.done[0]
    after = text_of(box)
    assert after != before
    box.undo()
    assert text_of(box) == before and box.done == []
    box.redo()
    assert text_of(box) == after and seen(box)


def test_a_long_row_of_deeds_is_undone_and_done_again_step_by_step() -> None:
    box, texts = fresh(), []
    for _, deed, _ in DEEDS:
        texts.append(text_of(box))
        try:
            deed(box)
        except Illegal:
            texts.pop()  # refused on what came before: nothing was done
    last = text_of(box)
    assert len(box.done) == len(texts) > 25
    for text in reversed(texts):
        box.undo()
        assert text_of(box) == text
    with pytest.raises(Illegal, match="nothing has been done yet"):
        box.undo()
    for _ in texts:
        box.redo()
    assert text_of(box) == last
    with pytest.raises(Illegal, match="nothing was taken back"):
        box.redo()


def test_a_new_deed_ends_what_could_be_done_again() -> None:
    box = fresh()
    box.move("lancet", (13, 20))
    box.undo()
    box.move("lancet", (14, 20))
    assert box.undone == [] and box.done == ["Lancet moved to 14.0, 20.0"]


REFUSED: list[tuple[Callable[[Sandbox], object], str]] = [
    (lambda s: s.move("lancet", (36, 26)), "inside a planet"),
    (lambda s: s.move("lancet", (90, 26)), "off the table"),
    (lambda s: s.set_fields("lancet", hull=0), "24 hull boxes"),
    (lambda s: s.set_fields("lancet", armour=9), "4 armour boxes"),
    (lambda s: s.set_fields("lancet", lost=["XYZ"]), "no system 'XYZ'"),
    (lambda s: s.set_fields("lancet", spent=["B1"]), "never spent"),
    (lambda s: s.set_fields("lancet", drive_hits=3), "can be hit 2 times"),
    (lambda s: s.set_fields("lancet", velocity=-1), "too small"),
    (lambda s: s.set_part("victory", kind="convoy", ships=[]), "needs this"),
    (lambda s: s.set_part("house", thresholds="never"), "cannot be"),
    (lambda s: s.set_body(0, radius=0), "must be more than 0"),
    (lambda s: s.set_body(0, velocity=3, course=3), "only an asteroid moves"),
    (lambda s: s.give("lancet", "S6+9"), "thrust"),
    (lambda s: s.give("lancet", "gibberish"), "cannot read “gibberish” as a plot: write an order such as P2"),
    (lambda s: s.delete_branch("A"), "one plan always stays"),
    (lambda s: s.force("T1.2/initiative/azure", 0, 7), "has no 7"),
    (lambda s: s.force("T1.9/nothing", 0, 1), "no such die"),
    (lambda s: s.name_branch("A", "  "), "needs a name"),
]


@pytest.mark.parametrize(("deed", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_is_refused_is_refused_in_words_with_a_rule_and_changes_nothing(
    deed: Callable[[Sandbox], object], why: str
) -> None:
    box = fresh()
    before = text_of(box)
    with pytest.raises(Illegal, match=why) as refused:
        deed(box)
    assert refused.value.rule and text_of(box) == before and box.done == []


def test_a_switch_is_shown_as_the_rules_have_set_it() -> None:
    """With At rest: is adrift the sheet says adrift as the battle begins; the field beside it said no."""
    text = (
        (ROOT / "scenarios/demonstrations/full_sail/at_rest_adrift.yaml")
        .read_text(encoding="utf-8")
        .partition("script:")[0]
    )
    sandbox = Sandbox(load_start_text(text, "rest.yaml"))
    state = sandbox.start.state
    for key, entry in sandbox.opened.file.ships.items():
        fields = {one.name: one.value for one in sandbox.files.ship_fields(state, key, entry, sandbox.opened.designs)}
        assert fields["adrift"] == narrow(state.ships[key], SailingShip).adrift
    assert narrow(state.ships["halcyon"], SailingShip).adrift


def test_the_last_ship_cannot_be_deleted() -> None:
    box = sandbox_of(load_start_text(START.split("  halyard")[0] + "victory: {}\n", "test"))
    with pytest.raises(Illegal, match="one ship has to stay"):
        box.delete("lancet")


# -- plans -------------------------------------------------------------------------------------------------------------


def test_plans_are_independent_and_begin_where_the_old_one_is() -> None:
    box = fresh()
    box.give("lancet", "S2+3")
    box.look_at(2)
    box.give("lancet", "P1-3")
    letter = box.begin_branch(turn=2)
    assert letter == "B" and box.branch.steps == (BranchOrder(1, "lancet", "S2+3"),)
    box.give("lancet", "S1", 2)
    box.give("lancet", "P2+1", 1)
    box.force("T1.2/initiative/azure", 0, 1)
    a, b = box.course("A"), box.course("B")
    assert (a.planned_move(1, "lancet"), a.planned_move(2, "lancet")) == ("S2+3", "P1-3")
    assert (b.planned_move(1, "lancet"), b.planned_move(2, "lancet")) == ("P2+1", "S1")
    assert (
        a.loaded.forced == {}
        and present(a.view(2)).state.ships["lancet"].at != present(b.view(2)).state.ships["lancet"].at
    )
    box.keep_branch("A")
    assert [branch.key for branch in box.branches] == ["A"] and box.branch.key == "A"


def test_a_plan_is_what_the_same_orders_come_to_in_a_battle() -> None:
    box = fresh()
    for by, text in (("lancet", "S2+3"), ("vesper", "S1+1"), ("lancet", "fire B3>vesper")):
        box.give(by, text)
    course = box.course()
    battle = load_start_text(START, "test").battle
    for record in course.battle.records:
        assert battle.play(battle.read(record.order.by, str(record.order))).faces == record.faces
    assert [str(line) for line in battle.log] == [str(line) for line in course.battle.log]


def test_an_order_for_the_same_phase_takes_the_place_of_the_last_and_one_for_another_does_not() -> None:
    box = fresh()
    for text in ("S2+3", "fire B3>vesper", "S1", "fire B2b>vesper"):
        box.give("lancet", text)
    assert [step.order for step in box.branch.steps] == ["S1", "fire B2b>vesper"]
    box.take_back("lancet", row=next(row for row in SYSTEMS["full-thrust"].phases if row.name == "Write orders"))
    assert [step.order for step in box.branch.steps] == ["fire B2b>vesper"]
    with pytest.raises(Illegal, match="nothing is planned"):
        box.take_back("halyard")


def test_an_order_that_a_later_deed_forbids_stays_in_the_plan_and_says_why() -> None:
    box = fresh()
    box.give("lancet", "S3+3")
    box.set_fields("lancet", drive_hits=1)
    fault = box.course().fault(1, "lancet")
    assert fault is not None and "thrust" in fault.why and fault.rule
    assert box.course().planned_move(1, "lancet") == "S3+3"


def test_orders_go_when_their_ship_goes() -> None:
    box = fresh()
    box.give("lancet", "S2+3")
    box.delete("lancet")
    assert not box.branch.steps
    box.undo()
    assert box.branch.steps == (BranchOrder(1, "lancet", "S2+3"),)


def test_several_turns_ahead_are_played_and_the_end_of_the_battle_is_the_end_of_the_plan() -> None:
    box = fresh(START.replace("turns: 12", "turns: 3"))
    box.look_at(6)
    course = box.course()
    assert course.turns == [1, 2, 3] and course.view(4, "opens") is None
    with pytest.raises(Illegal, match="battle is over"):
        box.give("lancet", "S1", 5)


def test_a_turn_of_a_plan_becomes_the_start() -> None:
    box = fresh()
    for turn, text in ((1, "S2+3"), (2, "P1-3"), (3, "S1")):
        box.give("lancet", text, turn)
    box.force("T3.2/initiative/azure", 0, 2)
    box.look_at(2)
    before = [present(box.course(through=3).view(turn)).state.ships["lancet"].at for turn in (2, 3)]
    box.begin_here()
    assert box.first == 2 and box.start.state.turn == 2 and box.start.state.ships["lancet"].velocity == 11
    assert [step.order for step in box.branch.steps] == ["P1-3", "S1"] and "T3.2/initiative/azure" in box.branch.dice
    after = [present(box.course(through=3).view(turn)).state.ships["lancet"].at for turn in (2, 3)]
    assert after == [pytest.approx(place, abs=0.0005) for place in before], (
        "what was planned for later turns comes to the same"
    )
    with pytest.raises(Illegal, match="begins there already"):
        box.begin_here(2)


# -- dice --------------------------------------------------------------------------------------------------------------


def test_the_list_of_dice_to_come_is_what_the_battle_rolls() -> None:
    box = fresh()
    for by, text in (
        ("lancet", "S2+3"),
        ("vesper", "S1+1"),
        ("lancet", "fire B3>vesper"),
        ("vesper", "fire B3>lancet"),
    ):
        box.give(by, text)
    listed = [face for throw in dice_to_come(box, turn=1) for face in throw.faces]
    rolled = [face for record in box.course().battle.records for face in record.faces]
    assert listed == rolled and len(listed) > 4
    words = [roll_words(box, throw.label) for throw in dice_to_come(box, turn=1)]
    assert words[0] == "Initiative, Azure League" and any("Lancet, Beam 3 at Vesper" in one for one in words)


def test_forced_dice_land_and_all_others_are_those_of_the_seed() -> None:
    box = fresh()
    box.give("lancet", "fire B3>vesper", 1)
    plain = {throw.label: throw.faces for throw in box.course().throws()}
    label = next(label for label in plain if label.startswith("T1.9/fire/lancet"))
    for index in range(len(plain[label])):
        box.force(label, index, 6)
    throws = {throw.label: throw for throw in box.course().throws()}
    assert set(throws[label].faces) == {6} and all(throws[label].by_hand)
    again = [one for one in throws if one.startswith(f"{label}/again")]
    assert again, "sixes are rolled again, and that roll has come to be"
    others = {one for one in plain.keys() & throws.keys() if not one.startswith(label)}
    assert others
    assert all(throws[one].faces == plain[one] and not any(throws[one].by_hand) for one in others)
    fired = next(record for record in box.course().battle.records if str(record.order).startswith("fire"))
    assert fired.faces[: len(plain[label])] == throws[label].faces
    box.force(label, 0, None)
    assert box.course().throws()[2].faces[0] == plain[label][0]


def test_one_die_of_several_may_be_left_to_chance() -> None:
    box = fresh()
    box.give("lancet", "fire B3>vesper")
    throw = next(throw for throw in box.course().throws(1) if "/fire/" in throw.label)
    assert len(throw.faces) == 2
    box.force(throw.label, 1, 1 if throw.faces[1] != 1 else 2)
    now = next(one for one in box.course().throws(1) if one.label == throw.label)
    assert now.by_hand[:2] == (False, True) and now.faces[0] == throw.faces[0] and now.faces[1] != throw.faces[1]


# -- weighing ----------------------------------------------------------------------------------------------------------


def test_odds_between_ghosts_are_those_of_a_battle_in_which_they_stand_so() -> None:
    box = fresh()
    box.give("lancet", "S2+3")
    box.give("vesper", "S1+1")
    out = blow(box, Ghost("A", 1, "lancet"), Ghost("A", 1, "vesper"))
    battle = load_start_text(START, "test").battle
    for by, text in (("lancet", "S2+3"), ("vesper", "S1+1"), ("azure", "lock"), ("amber", "lock")):
        battle.play(battle.read(by, text))
    view = battle.view(None)
    volley = view.volley("lancet", "vesper")
    assert (
        volley is not None
        and out.volley == volley
        and out.mean == pytest.approx(sum(one.mean for one in view.odds(volley)))
    )


def test_ghosts_of_two_plans_and_of_two_turns_are_weighed_where_they_stand() -> None:
    box = fresh()
    box.give("lancet", "S2+3")
    box.begin_branch(turn=1)
    box.give("vesper", "S2", 1)
    here = blow(box, Ghost("A", 1, "lancet"), Ghost("B", 1, "vesper"))
    there = present(box.course("B").view(1)).state.ships["vesper"].at
    mine = present(box.course("A").view(1)).state.ships["lancet"].at
    assert here.shots and here.shots[0].distance == pytest.approx(
        ((mine[0] - there[0]) ** 2 + (mine[1] - there[1]) ** 2) ** 0.5
    )
    start = blow(box, Ghost("A", 0, "lancet"), Ghost("A", 0, "vesper"))
    assert start.volley is None or start.shots[0].distance != here.shots[0].distance


def test_plans_are_compared_and_what_stands_in_the_way_is_said() -> None:
    box = fresh(
        START.replace("at: [12, 20], course: 2, velocity: 8", "at: [30, 26], course: 3, velocity: 0").replace(
            "at: [40, 12], course: 9, velocity: 6", "at: [44, 26], course: 9, velocity: 0"
        )
    )
    rows = comparison_rows(box, "lancet", "vesper")
    assert rows[0].why_not == "Tavira is in the way" or "Tavira" in rows[0].why_not
    assert rows[0].distance == pytest.approx(14) and rows[0].rule and rows[0].margin == 0
    assert blow(box, Ghost("A", 1, "lancet"), Ghost("A", 1, "vesper")).stop is not None


@pytest.mark.parametrize(("deals", "takes", "margin"), [(1.24, 1.28, -0.1), (1.28, 1.31, 0.0), (1.26, 0.94, 0.4)])
def test_the_margin_is_that_of_the_figures_beside_it(deals: float, takes: float, margin: float) -> None:
    assert f"{ComparisonRow('A', None, 4.0, deals, takes).margin:z.1f}" == f"{margin:.1f}"


# -- files -------------------------------------------------------------------------------------------------------------


def test_a_course_plays_no_further_than_it_is_asked_to() -> None:
    opened = load_start_text(START, "test")
    assert BranchReplay(opened, SandboxBranch("A", "x"), 2).turns == [1, 2]
    assert BranchReplay(opened, SandboxBranch("A", "x", (BranchOrder(3, "lancet", "S1"),)), 1).turns == [1, 2, 3]


EMERGENCY = START.replace("seed: 7\n", "seed: 7\nhouse: {man.ET: true}\n")


def test_a_plot_that_comes_to_nothing_is_written_again_in_its_own_phase(tmp_path: Path) -> None:
    box = fresh(EMERGENCY)
    box.give("lancet", "+8 ET")
    (label,) = [throw.label for throw in box.course().throws(1) if "emergency" in throw.label]
    box.force(label, 0, 6)
    row = box.course().again[1, "lancet"]
    before = present(box.course().view(1)).state.ships["lancet"].at
    box.give("lancet", "S1", phase=row.name)
    course = box.course()
    assert course.faults == {} and course.planned_move(1, "lancet") == "+8 ET" and course.further(1, "lancet") == ["S1"]
    after = present(course.view(1)).state.ships["lancet"]
    assert after.at != before and after.course == 3
    assert open_sandbox(save(box, tmp_path / "a.yaml")).branches == box.branches
    text = text_of(box)
    played = sandbox_of(load_start_text(text.split("branches:")[0] + "script:" + text.split("script:")[1], "played"))
    assert played.branch.steps == box.branch.steps
    assert run(load_start_text(story_text(box, story_of(box)), "demonstration")) == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_text_that_is_no_order_is_answered_with_what_can_be_written_in_its_game(system: str) -> None:
    path = next(path for path in SCENARIOS if path.parent.name == system.replace("-", "_"))
    sandbox = Sandbox(load_start_text(path.read_text(encoding="utf-8"), path.stem))
    with pytest.raises(Illegal, match="such as") as told:
        sandbox.give(next(iter(sandbox.start.state.ships)), "zz")
    assert told.value.rule and told.value.rule != "table/plotting"


@pytest.mark.parametrize(
    "stem",
    [
        "full_thrust/first_light",
        "hex12/between_the_rows",
        "easyhex/open_pasture",
        "hexcess/first_furrow",
        "full_sail/weather_gauge",
        "power_hex/slow_answer",
    ],
)
def test_a_fleet_alone_that_leaves_the_table_is_followed_to_its_end(stem: str) -> None:
    """Nobody is asked any more and nothing ends the battle, so its turns must not run on for ever."""
    sandbox = open_sandbox(ROOT / "scenarios" / f"{stem}.yaml")
    sides = list(sandbox.start.state.sides)
    for one in list(sandbox.start.state.ships.values()):
        if one.side != sides[0]:
            sandbox.delete(one.id)
    west, south, *_ = sandbox.board.extent
    for number, key in enumerate(list(sandbox.start.state.ships)):
        corner = sandbox.board.nearest((west + 1.5 + 2 * number, south + 1.5))
        sandbox.move(key, corner)
        sandbox.set_fields(key, course=6, velocity=8)
    sandbox.look_at(6)
    course = sandbox.course()
    assert len(course.battle.records) < 200
